"""Lines to Papan that are no move and no greeting: a guess at their meaning, or the ways on, as buttons."""

import re

from bot.app.context import Context
from bot.app.help import help_buttons, short_help
from bot.app.match_resolver import is_turn_of
from bot.app.move_entry import typed_move
from bot.app.play import play_command
from bot.chat import Answer, Refusal
from bot.chat.commands import ASK_LEVEL, UnknownCommand, find_command
from bot.chat.games import game_key, search

_WORD = re.compile(r"[^\s,.!?;:]+")
_LEFT_OUT = re.compile(
    "an?|the|game|of|with|against|vs|me|to|please|lets?|us|i|can|"
    "nak|mahu|hendak|saya|aku|kita|jom|tolong|dengan|lawan|sama|permainan|mau|ingin|ayo|yuk|melawan"
)
"""Words around a wish, in three languages, that say nothing about it."""
_COMPUTER = re.compile("computer|komputer|bot|robot|ai|cpu|engine|papan")
_CLEAR = 4
"""The fewest letters that are taken for a part of a game's name or for a word of its description: *lol* is neither."""
_MOVE = re.compile(r"[a-z]\d{1,2}(?:[\s,x>~-]+[a-z]\d{1,2})+", re.IGNORECASE)
"""Points and nothing else, as a move is mostly typed."""


async def unclear(context: Context, text: str) -> Answer | None:
    """The answer to a line that nothing else has answered; None for talk, and for somebody who talks on after they were
    told."""
    said = _WORD.findall(text.casefold())
    if not said:
        return short_help(context)
    wanted = [word for word in said if not _LEFT_OUT.fullmatch(word)]
    try:
        command = find_command(wanted[0] if wanted else "").name
    except UnknownCommand:
        command = ""
    if command == "play":
        names = [word for word in wanted[1:] if not _COMPUTER.fullmatch(word)]
        level = ASK_LEVEL if len(names) < len(wanted[1:]) else ""
        return await play_command(context, None, " ".join(names), "", level)
    if command == "move" or _MOVE.fullmatch(text.strip()):
        mine = await context.matches.of_player(context.player.id)
        if not any(is_turn_of(context.player)(match) for match in mine):
            return _panel(context, context.say("None of your matches is waiting for your move."))
        return await typed_move(context, " ".join(text.split()[1:]) if command == "move" else text, "")
    if command:
        return _panel(context, context.say("Commands begin with /. Do you mean /{name}?", name=command))
    # With the bot's name in a group people also talk about it.
    if not context.request.place.private:
        return None
    named = " ".join(wanted)
    if game_key(named) or (len(named) >= _CLEAR and search(named)):
        return await play_command(context, None, named, "", "")
    if not context.services.told_lately.is_new(context.player.id, context.now()):
        return None
    return _panel(
        context, context.say("I did not understand that. A move is typed as c3-c4, and a command begins with /.")
    )


def _panel(context: Context, text: str) -> Refusal:
    return Refusal(text=text, rows=(help_buttons(context),), replace=True)
