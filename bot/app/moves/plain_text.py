"""Plain messages: moves in the match they belong to, and a word of help for those who greet the bot; else just talk.

What is neither gets a guess at its meaning, or the ways on, as buttons.
"""

import re

from bot.app.moves.button_words import named_button
from bot.app.moves.move_entry import among, elsewhere, respond, typed_move
from bot.app.moves.studied import studied
from bot.app.moves.typed_line import TypedLine, names_a_point, read_line
from bot.app.play.play import named_in_reply, play_command, play_typed
from bot.app.requests.command_arguments import CommandArguments
from bot.app.requests.context import Context
from bot.app.requests.match_resolver import is_turn_of
from bot.app.welcome.help import help_buttons, is_greeting, short_help
from bot.chat import Answer, Refusal
from bot.chat.command_lines import AGAIN
from bot.chat.command_lines import read_line as read_command
from bot.chat.commands import COMMANDS, COMPUTER, COMPUTER_WORDS, PRACTICE_WORDS, UnknownCommand
from bot.chat.games import game_key, search
from bot.matches.match import Match
from bot.matches.refusals import NotYourTurn, UnknownMatch, UnreadableMatch
from bot.words import typed_words
from engine.parser import InvalidMove, NotListed


async def said(context: Context, text: str) -> Answer | None:
    """The answer to a plain message, None for ordinary talk among people.

    A reply to a board or a call belongs to that match. A line to the bot, in private or with its name, belongs to the
    matches of that chat, or else to any. In a room where every line is heard, a legal move is played.
    """
    request = context.request
    if request.chosen and (invited := await named_in_reply(context)):
        return invited
    try:
        answered = (
            await context.services.views.match_by_message(request.place, request.message) if request.message else None
        )
    except UnreadableMatch:
        if names_a_point(text):
            raise
        return None
    to_the_bot = request.place.private or request.addressed
    if answered is None and not to_the_bot and not context.able.hears_all:
        return None
    if not (await context.community()).has("typed") and not is_greeting(text):
        return await _not_typed_here(context, text, answered)
    if answered is None and to_the_bot and is_greeting(text):
        return await short_help(context)

    async def in_match() -> Answer | None:
        return await _moved(context, await read_line(context, text, answered))

    answer = await in_match() if answered else await studied(context, text, in_match, sure=to_the_bot)
    return await unclear(context, text) if answer is None and answered is None and to_the_bot else answer


async def _not_typed_here(context: Context, text: str, answered: Match | None) -> Answer | None:
    """The answer, once in a while, to who types a move where the hosts want none; None for other words."""
    try:
        line = await read_line(context, text, answered)
    except (UnknownMatch, UnreadableMatch):
        return None
    player = context.player.id
    meant = [typed for match, typed in line.moves if match.side_of(player) is not None]
    if all(isinstance(typed, InvalidMove | NotListed) for typed in meant):
        return None
    if not context.tools.told_untyped.is_new(player, context.now()):
        return None
    off = context.say("The hosts of this place have switched off moves that are typed.")
    instead = context.say("Press Your move below the board, or type the move in a private chat with me.")
    return Refusal(text=f"{off} {instead}")


async def _moved(context: Context, line: TypedLine) -> Answer | None:
    """The answer to a line that is a move in a match in which it is this person's turn; None for other words.

    Raises NotYourTurn for a move in matches in which this person plays and the other is to move.
    """
    waiting = [(match, typed) for match, typed in line.moves if is_turn_of(context.player)(match)]
    readable = [each for each in waiting if not isinstance(each[1], InvalidMove)] or waiting
    meant = [(match, typed) for match, typed in readable if match.code in line.here] or readable
    if len(meant) > 1:
        return await among(context, meant)
    for match, typed in meant:
        if line.sure or match.code in line.here:
            return await respond(context, match, typed)
        return await elsewhere(context, match, typed)
    player = context.player.id
    theirs = [match.code for match, typed in line.moves if match.side_of(player) is not None]
    listed = [match.code for match, typed in line.moves if isinstance(typed, NotListed)]
    if codes := [code for code in theirs if code not in listed]:
        raise NotYourTurn(", ".join(codes))
    return None


_WORD = re.compile(r"[^\s,.!?;:]+")
_LEFT_OUT = typed_words("a | an | the | game | of | with | against | vs | me | to | please | let | lets | us | i | can")
"""Words around a wish that say nothing about it."""
_COMPUTER = {*COMPUTER_WORDS, "bot", "robot", "ai", "cpu", "engine", "papan"}
_CLEAR = 4
"""The fewest letters that are taken for a part of a game's name or for a word of its description: *lol* is neither."""
_MOVE = re.compile(r"[a-z]\d{1,2}(?:[\s,x>~-]+[a-z]\d{1,2})+", re.IGNORECASE)
"""Points and nothing else, as a move is mostly typed."""


async def unclear(context: Context, text: str) -> Answer | None:
    """The answer to a line that nothing else has answered, a short one for somebody who talks on after they were told;
    None for talk among people."""
    said = _WORD.findall(text.casefold())
    if not said:
        return await short_help(context)
    if context.request.place.private and (named := named_button(text)):
        return await _button_named(context, named)
    wanted = [word for word in said if word not in _LEFT_OUT]
    try:
        command = COMMANDS.find(wanted[0] if wanted else "").name
    except UnknownCommand:
        command = ""
    if command == "play":
        # Among other words *me* says nothing, as in *let me play*; alone it is whom to play.
        meant = said[1:] if said[1:] == ["me"] else [COMPUTER if word in _COMPUTER else word for word in wanted[1:]]
        _, given = read_command(f"/play {' '.join(meant)}")
        if not any(name.startswith(AGAIN) for name in given) and not given.get("opponent", "").startswith("@"):
            return await play_typed(context, CommandArguments(given))
    if command == "move" or _MOVE.fullmatch(text.strip()):
        mine = await context.services.matches.of_player(context.player.id)
        if not any(is_turn_of(context.player)(match) for match in mine):
            return _panel(context, context.say("None of your matches is waiting for your move."))
        return await typed_move(context, " ".join(text.split()[1:]) if command == "move" else text, "")
    if wanted and wanted[0] in PRACTICE_WORDS:
        named = " ".join(wanted[1:])
        if not named or game_key(named):
            return await play_command(context, None, named, "", "", practice=True)
    if command:
        return _panel(context, context.say("Commands begin with /. Do you mean /{name}?", name=command))
    # With the bot's name in a group people also talk about it.
    if not context.request.place.private:
        return None
    named = " ".join(wanted)
    if game_key(named) or (len(named) >= _CLEAR and search(named)):
        return await play_command(context, None, named, "", "")
    if not context.tools.told_unclear.is_new(context.player.id, context.now()):
        return Refusal(text=context.say("Not understood. /help lists what I know."))
    return _panel(
        context, context.say("I did not understand that. A move is typed as c3-c4, and a command begins with /.")
    )


async def _button_named(context: Context, command: str) -> Answer:
    """The answer to the words of a button: what is begun by it, or where it stands."""
    if command == "play":
        return await play_command(context, None, "", "", "")
    if command == "move":
        return await typed_move(context, "", "")
    if command == "help":
        return await short_help(context)
    if command == "board":
        return _panel(context, context.say("That is a button below a board. /board shows the board with its buttons."))
    return _panel(context, context.say("Commands begin with /. Do you mean /{name}?", name=command))


def _panel(context: Context, text: str) -> Refusal:
    return Refusal(text=text, rows=(help_buttons(context),), replace=True)
