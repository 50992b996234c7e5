"""A typed line as one value: in which matches it is a move, and in each which one."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from bot.app.requests.context import Context
from bot.app.requests.match_resolver import check_readable, is_playing, is_turn_of
from bot.chat.match_codes import read_code
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.match import Match
from bot.matches.refusals import UnreadableMatch
from bot.services.match.matches import MatchList
from engine.game import Game
from engine.moves import Move
from engine.parser import InvalidMove, MoveError, NotListed, Played, parse_move

Typed = Played | MoveError
"""The result of parsing a typed text."""

_POINT = re.compile(r"(?<![^\W_])[a-z]\d", re.IGNORECASE)


@dataclass(frozen=True)
class TypedLine:
    """The matches in which a line is a move, each with what it means there; none for ordinary talk.

    ``here`` has the codes of matches that stand where it was typed. ``sure``: its match is the one that it names, or
    that it answers to, or the only one that can be meant.
    """

    moves: tuple[tuple[Match, Typed], ...] = ()
    here: Collection[str] = ()
    sure: bool = False


async def read_line(context: Context, text: str, answered: Match | None) -> TypedLine:
    """The meaning of a typed line, in answer to the board of a match or to none.

    A line to the bot, in private or with its name, may belong to any match of this person. In a room where every line
    is heard it is a legal move, by its points, in the one match that waits here, or a move in the match that it names.

    Raises UnknownMatch and UnreadableMatch for the match that it names, UnreadableMatch also where it may be a move in
    one that cannot be read, and TooMuchWork.
    """
    code, text = await split_code(context, "", text)
    to_the_bot = context.request.place.private or context.request.addressed
    if code and (answered.code != code if answered else not to_the_bot and names_a_point(text)):
        answered = await context.services.matches.get(code)
    if answered:
        return TypedLine(await _moves_in(context, [answered], text), sure=True)
    listed = await context.listed()
    if not to_the_bot:
        return await _only_move_here(context, listed, text)
    if code in listed.unreadable:
        raise UnreadableMatch(code)
    if names_a_point(text):
        check_readable(listed)
    moves = await _moves_in(context, (match for match in listed.matches if code in ("", match.code)), text)
    # Where another match stands, which only waits for the opponent, the move may have been meant for that one.
    alone = context.request.place.private and not any(match.code in listed.here for match, _ in moves)
    return TypedLine(moves, listed.here, sure=bool(code) or alone)


async def _only_move_here(context: Context, listed: MatchList, text: str) -> TypedLine:
    waiting = [match for match in listed.matches if match.code in listed.here and is_turn_of(context.player)(match)]
    if len(waiting) != 1 or not any(letter.isalpha() for letter in text):
        return TypedLine()
    typed = await parse(context, waiting[0], text)
    return TypedLine(((waiting[0], typed),), sure=True) if isinstance(typed, Played) else TypedLine()


async def _moves_in(context: Context, matches: Iterable[Match], text: str) -> tuple[tuple[Match, Typed], ...]:
    """The matches under way in which a text is a move, or nearly one."""
    found = []
    for match in filter(is_playing, matches):
        typed = await parse(context, match, text)
        if not isinstance(typed, InvalidMove) or typed.unknown:
            found.append((match, typed))
    return tuple(found)


def is_turn(typed: Typed) -> bool | None:
    """Is a text, as it was read for a position, a legal turn there? None for one that is nothing like a turn."""
    if (isinstance(typed, InvalidMove) and not typed.unknown) or isinstance(typed, NotListed):
        return None
    return isinstance(typed, Played)


def names_a_point(text: str) -> bool:
    """True for a text that may be a move of some game."""
    return _POINT.search(text) is not None


async def split_code(context: Context, code: str, text: str) -> tuple[str, str]:
    """The match code and the rest of ``K7QM c3-c4`` or ``c3-c4 K7QM``; a word is a code only if one of this person's
    matches has it. What comes with ``code`` has that code taken off.
    """
    first, _, behind = text.strip().partition(" ")
    before, _, last = text.strip().rpartition(" ")
    named = [(found, rest.strip()) for word, rest in ((first, behind), (last, before)) if (found := read_code(word))]
    if code:
        return code, next((rest for found, rest in named if found == code and rest), text)
    if not named:
        return code, text
    listed = await context.listed()
    mine = {*(match.code for match in listed.matches), *listed.unreadable}
    return next((each for each in named if each[0] in mine), (code, text))


async def parse(context: Context, match: Match, text: str) -> Typed:
    """The move that a text means here, or the reason why there is none. An InvalidMove is ordinary talk.

    Raises TooMuchWork.
    """
    # Only a number alone is one of the list that was just shown.
    shown = () if names_a_point(text) else context.tools.lists.recall(context.player.id, match) or ()
    return await read_turn(match.game, text, shown)


async def read_turn(game: Game, text: str, shown: Sequence[Move] = ()) -> Typed:
    """The turn that a text means in a game, or the reason why there is none; ``shown`` are the moves that a number
    alone may mean. Raises TooMuchWork.
    """

    def parsed() -> Typed:
        try:
            return parse_move(game.ruleset, game.position, text, shown, game.barred)
        except MoveError as error:
            return error

    return await off_loop_if_long(parsed)
