"""Plain messages: moves in the match they belong to, and a word of help for those who greet the bot; else just talk.

What is neither gets a guess at its meaning, or the ways on, as buttons.
"""

import re

from bot.app.moves.button_words import named_button
from bot.app.moves.move_entry import Typed, among, elsewhere, parse, play, respond, split_code, typed_move
from bot.app.play.play import named_in_reply, play_command
from bot.app.requests.context import Context
from bot.app.requests.hosts import community_of
from bot.app.requests.match_resolver import check_readable, is_playing, is_turn_of
from bot.app.welcome.help import help_buttons, is_greeting, short_help
from bot.chat import Answer, Refusal
from bot.chat.commands import ASK_LEVEL, COMMANDS, COMPUTER_WORDS, PRACTICE_WORDS, UnknownCommand
from bot.chat.games import game_key, search
from bot.matches.match import Match
from bot.matches.refusals import NotYourTurn, UnreadableMatch
from bot.words import typed_words
from engine.parser import InvalidMove, NotListed, Played

_POINT = re.compile(r"(?<![^\W_])[a-z]\d", re.IGNORECASE)


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
        if _names_a_point(text):
            raise
        return None
    heard = answered is not None or request.addressed or context.able.hears_all
    if heard and not is_greeting(text) and not (await community_of(context)).has("typed"):
        return None
    if answered is not None:
        return await _replied(context, answered, text)
    if request.place.private or request.addressed:
        if is_greeting(text):
            return short_help(context)
        return await _to_the_bot(context, text) or await unclear(context, text)
    if context.able.hears_all:
        return await _overheard(context, text)
    return None


async def _replied(context: Context, match: Match, text: str) -> Answer | None:
    """The answer to a reply to a message of a match, which was read with it: only ``act`` reads it again."""
    code, text = await split_code(context, "", text)
    if code not in ("", match.code):
        match = await context.services.matches.get(code)
    return await _in_match(context, match, text)


async def _in_match(context: Context, match: Match, text: str) -> Answer | None:
    """The answer to a move in the match that a line names; None for other words."""
    typed = await _move_in(context, match, text)
    if typed is None:
        return None
    if is_turn_of(context.player)(match):
        return await respond(context, match, typed)
    _check_turn(context, [(match, typed)])
    return None


async def _to_the_bot(context: Context, text: str) -> Answer | None:
    code, text = await split_code(context, "", text)
    listed = await context.listed()
    if code in listed.unreadable:
        raise UnreadableMatch(code)
    if _names_a_point(text):
        check_readable(listed)
    mine = [
        (match, typed)
        for match in listed.matches
        if is_playing(match)
        and code in ("", match.code)
        and (typed := await _move_in(context, match, text)) is not None
    ]
    waiting = [(match, typed) for match, typed in mine if is_turn_of(context.player)(match)]
    codes = listed.here
    readable = [each for each in waiting if not isinstance(each[1], InvalidMove)] or waiting
    meant = [(match, typed) for match, typed in readable if match.code in codes] or readable
    if not meant:
        _check_turn(context, mine)
        return None
    if len(meant) > 1:
        return await among(context, meant)
    ((match, typed),) = meant
    # Where another match stands, which only waits for the opponent, the move may have been meant for that one.
    no_other = context.request.place.private and not any(each.code in codes for each, _ in mine)
    if match.code in codes or code or no_other:
        return await respond(context, match, typed)
    return await elsewhere(context, match, typed)


async def _overheard(context: Context, text: str) -> Answer | None:
    """The answer to a line in a room: all is talk but a legal move, by its points, in the one match that waits here,
    or in the one of this person's that the line names by its code.
    """
    code, text = await split_code(context, "", text)
    if code and _names_a_point(text):
        return await _in_match(context, await context.services.matches.get(code), text)
    listed = await context.listed()
    waiting = [match for match in listed.matches if match.code in listed.here and is_turn_of(context.player)(match)]
    if len(waiting) != 1 or not any(letter.isalpha() for letter in text):
        return None
    typed = await parse(context, waiting[0], text)
    return await play(context, waiting[0], typed) if isinstance(typed, Played) else None


def _names_a_point(text: str) -> bool:
    """May this text be a move of some game?"""
    return _POINT.search(text) is not None


def _check_turn(context: Context, matches: list[tuple[Match, Typed]]) -> None:
    """Raises NotYourTurn for a text that is a move in matches in which this person plays and the other is to move."""
    player = context.player.id
    codes = [
        match.code for match, typed in matches if match.side_of(player) is not None and not isinstance(typed, NotListed)
    ]
    if codes:
        raise NotYourTurn(", ".join(codes))


async def _move_in(context: Context, match: Match, text: str) -> Typed | None:
    """The move that a text means in a match; None for other words, and in a match that is over."""
    if not is_playing(match):
        return None
    typed = await parse(context, match, text)
    return None if isinstance(typed, InvalidMove) and not typed.unknown else typed


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
        return short_help(context)
    if context.request.place.private and (named := named_button(text)):
        return await _button_named(context, named)
    wanted = [word for word in said if word not in _LEFT_OUT]
    try:
        command = COMMANDS.find(wanted[0] if wanted else "").name
    except UnknownCommand:
        command = ""
    if command == "play":
        names = [word for word in wanted[1:] if word not in _COMPUTER and word not in PRACTICE_WORDS]
        level = ASK_LEVEL if not _COMPUTER.isdisjoint(wanted[1:]) else ""
        # Among other words *me* says nothing, as in *let me play*; alone it is whom to play.
        practice = not level and (said[1:] == ["me"] or any(word in PRACTICE_WORDS for word in wanted[1:]))
        return await play_command(context, None, " ".join(names), "", level, practice=practice)
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
    if not context.tools.told_lately.is_new(context.player.id, context.now()):
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
        return short_help(context)
    if command == "board":
        return _panel(context, context.say("That is a button below a board. /board shows the board with its buttons."))
    return _panel(context, context.say("Commands begin with /. Do you mean /{name}?", name=command))


def _panel(context: Context, text: str) -> Refusal:
    return Refusal(text=text, rows=(help_buttons(context),), replace=True)
