"""The mark of the shield in words: the tag of its holder, and the sentence for hosts where it cannot be given."""

from bot.app.contests.ladder_card import title_of
from bot.chat import BoardMessage
from bot.store.ladders import Ladder
from bot.words import words
from engine.games import find_ruleset


def tag_in(language: str) -> str:
    """The tag of whoever holds the shield: at most 16 letters."""
    say = words(language)
    return say("Shield")


def told_to_hosts(ladder: Ladder, has_tags: bool) -> BoardMessage:
    """The sentence about a mark that cannot be given: a tag, or else a role. Raises UnknownRuleset."""
    say = words(ladder.language)
    if has_tags:
        text = say(
            "To those who manage this group: I may not give the holder of the shield a tag. "
            "If you want one, make me an administrator who may edit the tags of members."
        )
    else:
        text = say(
            "To those who manage this server: I could not give the holder of the shield their role. "
            "It may be gone; or I lack the permission Manage Roles, or stand below it in the list of roles. "
            "Mend that, and choose a role again: /setup, Contests."
        )
    return BoardMessage(title=title_of(find_ruleset(ladder.ruleset), say), text=text, language=ladder.language)
