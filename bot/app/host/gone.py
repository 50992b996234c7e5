"""The sentence for those who manage a server of which a channel or role that they had chosen is deleted."""

from bot.chat import AllowedKind, Content
from bot.matches.communities import Grant
from bot.words import Words


def told_to_hosts(lost: Grant, say: Words) -> Content:
    """The last channel where games could run, or the last role that could play, is gone: what holds from now on."""
    if lost.kind is AllowedKind.CHANNEL:
        text = say(
            "To those who manage this server: #{name} was the only channel for games, and it is deleted. "
            "Games may run in all channels now. Choose where: /setup",
            name=lost.name,
        )
    else:
        text = say(
            "To those who manage this server: {name} was the only role that could play, and it is deleted. "
            "Everybody may play now. Choose who: /setup",
            name=lost.name,
        )
    return Content(text=text, language=say.language)
