"""Reads what people type for a move, forgivingly, and never chooses silently between moves that differ.

Pure: no input or output. ``engine.notation`` prints the one canonical form; everything it prints is read back here.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import islice

from engine.board import FILES
from engine.legality import is_legal
from engine.letters import LOOK_ALIKE
from engine.moves import Move, drop_letter, without
from engine.notation import format_move, read_move
from engine.position import Position
from engine.refusal import Reason, Refusal, refuse_drop, refuse_huff, refuse_opening, refuse_path, refuse_point
from engine.ruleset import Family, Ruleset, spelling
from engine.turns import PartialMove, first_choice
from engine.work import within

NEAREST = 5
LIKE = 60
"""So many moves are compared with what was typed, to offer the nearest."""
FITTING = 75
"""Of so many moves that fit, all are listed to choose from."""
SHORT_RANKS = 8
"""Only boards of so many ranks have a short notation."""
LEAPS = 400
"""So many leaps are looked at to find the moves that fit."""
LONGEST_TYPED = 1000
"""Characters of a text that may be a move; none is longer, however it is spelled."""
COMPARED = 60
"""So many letters of what was typed are compared with the spelling of each legal move."""
_COMMAND = re.compile(r"^/\w++(?:@\w++)?\s*+")
_MOVE_NUMBER = re.compile(r"^\d++\s*+\.+\s*(?=\D)")
_WORDS = (
    "to",
    "ke",
    "take",
    "takes",
    "capture",
    "captures",
    "makan",
    "ambil",
    "drop",
    "letak",
    "from",
    "dari",
    "at",
    "di",
    "and",
    "dan",
)
_JOINTS = re.compile(r"[^\w~@+]+|[x_]+")
_MARK = r"(?:(?P<mark>~|{drop})\s*+)?"
_POINT = r"(?:(?P<name>[a-z]\d{1,2}+)|(?P<number>\d{1,3}+))(?!\d)\s*+"
_CONSENT = re.compile(r"!\s*+[.)]*+$")
_SHORT = re.compile(r"(?P<file>[a-h])[-:x]?(?P<way>[a-h][1-8](?:[-:x]?[a-h][1-8])*+)[\s.)!]*+")
"""A move of the small boards by the file it begins on and the point it ends on, as Russian books have it: ``ab4``."""
_NAME = re.compile(r"[a-h][1-8]")
_BY_NUMBERS = re.compile(r"\d{1,3}+(?:-\d{1,3}+|(?:[x:]\d{1,3}+)++)")
_NUMBER = re.compile(r"\d++")
_ONLY_A_NUMBER = re.compile(r"(?P<number>\d{1,3})[\s.)!]*")


class MoveError(Exception):
    """The typed text cannot be played as it stands."""


class InvalidMove(MoveError):
    """It cannot be read as a move of this game; ``nearest`` are legal moves that look like it.

    ``unknown`` is a point that is not on this board, where the text is made of points and that is the trouble.
    """

    def __init__(self, text: str, nearest: tuple[Move, ...], unknown: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.nearest = nearest
        self.unknown = unknown


class IllegalMove(MoveError):
    """It is a move, but a rule forbids it; ``nearest`` are legal moves that touch its points."""

    def __init__(self, refusal: Refusal, nearest: tuple[Move, ...]) -> None:
        super().__init__(refusal.reason.value)
        self.refusal = refusal
        self.nearest = nearest


class AmbiguousMove(MoveError):
    """Several legal moves fit: the person has to choose among ``moves``, or, where these are too many to be listed,
    point by point after those that are ``picked``.
    """

    def __init__(self, moves: Sequence[Move], picked: tuple[int, ...] = ()) -> None:
        super().__init__(len(moves))
        self.moves = tuple(moves)
        self.picked = picked


class UnsureMove(MoveError):
    """Only one point was given and one legal move ends there: it is to be confirmed."""

    def __init__(self, move: Move) -> None:
        super().__init__(move)
        self.move = move


class NotListed(MoveError):
    """A number alone, which names a line of a numbered list; ``count`` lines were shown, 0 for no list."""

    def __init__(self, number: int, count: int) -> None:
        super().__init__(number, count)
        self.number = number
        self.count = count


@dataclass(frozen=True)
class Played:
    """A legal move; ``consent``: the price of declining a capture is accepted (``!``, or the forfeit spelled out)."""

    move: Move
    consent: bool


@dataclass(frozen=True)
class _Typed:
    """The points that were typed: a forfeited piece first, the way, the own piece lost last.

    ``drop``: something is to be put on the board.
    """

    way: tuple[int, ...]
    huff: int | None
    forfeit: int | None
    drop: bool
    consent: bool


def parse_move(
    ruleset: Ruleset,
    position: Position,
    text: str,
    shown: Sequence[Move] = (),
    barred: Collection[Move] = (),
    *,
    offers: bool = True,
) -> Played:
    """The legal move that a text means; ``shown`` is the numbered list this person has just been shown.

    ``barred`` are the moves that the past of a game forbids (``Game.barred``). Without ``offers`` no moves like an
    illegal one are looked for, which takes longer than all the rest.
    Raises InvalidMove, IllegalMove, AmbiguousMove, UnsureMove, NotListed or TooMuchWork.
    """
    written = read_move(ruleset, position, _with_names(ruleset, text.strip()))
    if written and is_legal(ruleset, position, written) and written not in barred:
        return Played(written, consent=written.forfeit is not None)
    first = first_choice(ruleset, position, barred)
    if len(text.strip()) > LONGEST_TYPED:
        raise InvalidMove(text, nearest_moves(ruleset, position, first, text))
    if listed := _ONLY_A_NUMBER.fullmatch(_plain(text)):
        still = [is_legal(ruleset, position, move) and move not in barred for move in shown]
        return _listed(shown, still, int(listed["number"]), consent=bool(_CONSENT.search(text)))
    if (short := _short(ruleset, text)) and not (first.forfeits or first.takes_off or first.drops):
        return _played_short(ruleset, position, first, text, short)
    try:
        typed = _read(ruleset, position, text)
    except _Unreadable as error:
        raise InvalidMove(text, nearest_moves(ruleset, position, first, text), error.unknown) from None
    if typed.huff is None and len(typed.way) == 1 and typed.way[0] in position.pending:
        typed = replace(typed, huff=typed.way[0], way=())  # the bare answer to which piece is forfeited
    one_point = len(typed.way) == 1 and not (typed.drop or position.opening or drop_letter(ruleset, position))
    moves = _meant(_turns(first, typed), typed, one_point=one_point)
    if len(moves) == 1 and one_point:
        raise UnsureMove(moves[0])
    if len(moves) == 1:
        return Played(moves[0], typed.consent)
    if moves:
        raise AmbiguousMove(moves)
    nearest = nearest_moves(ruleset, position, first, text) if offers else ()
    raise IllegalMove(_refusal(ruleset, position, typed, barred), nearest)


def _with_names(ruleset: Ruleset, text: str) -> str:
    """A move by the numbers of its points as it is written with their names; any other text as it is."""
    if not _BY_NUMBERS.fullmatch(text):
        return text
    points = [int(number) for number in _NUMBER.findall(text)]
    if not all(1 <= point <= len(ruleset.board.points) for point in points):
        return text
    return ("-" if "-" in text else "x").join(ruleset.board.points[point - 1] for point in points)


def _short(ruleset: Ruleset, text: str) -> re.Match[str] | None:
    """A text that is a move in the short notation of the boards of 8 x 8 squares."""
    if ruleset.family is not Family.SQUARES or len(ruleset.board.ranks) != SHORT_RANKS:
        return None
    return _SHORT.fullmatch(_MOVE_NUMBER.sub("", _plain(text)))


def _played_short(ruleset: Ruleset, position: Position, first: PartialMove, text: str, short: re.Match[str]) -> Played:
    """The one legal move that begins on a file, and has these points, in this order, the last at its end.

    Raises InvalidMove, AmbiguousMove.
    """
    names = _NAME.findall(short["way"])
    if not all(name in ruleset.board.index for name in names):
        raise InvalidMove(text, nearest_moves(ruleset, position, first, text))
    way = tuple(ruleset.board.index[name] for name in names)
    file = FILES.index(short["file"])
    starts = [point for point in first.following if ruleset.board.coordinates[point][0] == file]

    def found() -> list[Move]:
        moves = (move for point in starts for move in first.then(point).moves())
        return list(islice((move for move in moves if _ends(move, way)), FITTING + 1))

    moves = within(LEAPS, found, None)
    if moves is None or len(moves) > FITTING:
        raise AmbiguousMove(())
    if not moves:
        raise InvalidMove(text, nearest_moves(ruleset, position, first, text))
    if len(moves) > 1:
        raise AmbiguousMove(moves)
    return Played(moves[0], bool(_CONSENT.search(text)))


def _ends(move: Move, way: tuple[int, ...]) -> bool:
    """Does a move end on the last of these points, and land on the others before, in their order?"""
    landings = iter(move.path[1:-1])
    return move.target == way[-1] and all(point in landings for point in way[:-1])


def _listed(shown: Sequence[Move], still: Sequence[bool], number: int, *, consent: bool) -> Played:
    """The move with this number in the list; ``still``: which of those in it are legal. Raises NotListed."""
    if 1 <= number <= len(shown) and still[number - 1]:
        return Played(shown[number - 1], consent)
    raise NotListed(number, len(shown) if all(still) else 0)


def _turns(first: PartialMove, typed: _Typed) -> list[PartialMove]:
    """The turn, or where a piece is forfeited first, those after the pieces that may have been meant."""
    if not first.forfeits:
        return [first] if typed.huff is None else []
    return [first.then(point) for point in first.following if typed.huff in (None, point)]


def _meant(turns: Sequence[PartialMove], typed: _Typed, *, one_point: bool) -> list[Move]:
    """The legal moves that were typed. Raises AmbiguousMove where they are too many to be listed."""

    def found() -> list[Move]:
        fitting = _touching(turns, typed.way[0]) if one_point else _fitting(turns, typed)
        return list(islice(fitting, FITTING + 1))

    moves = within(LEAPS, found, None)
    if moves is not None and len(moves) <= FITTING:
        return moves
    begun = turns[0].along(typed.way[:-1]) if len(turns) == 1 else None
    raise AmbiguousMove((), begun.picked if begun else ())


def _touching(turns: Sequence[PartialMove], point: int) -> Iterable[Move]:
    """The moves that end on a point, or if there is none, those that begin there."""
    ending = [move for turn in turns for move in turn.moves() if move.target == point]
    return ending or (move for turn in turns if point in turn.following for move in turn.then(point).moves())


def _fitting(turns: Sequence[PartialMove], typed: _Typed) -> Iterable[Move]:
    """The moves with all the points that were typed, or if there is none, those that have these on their way."""
    whole = [turn.after(typed.way) for turn in turns]
    exact = [here.stop for here in whole if here and here.stop and _fits(here.stop, typed)]
    exact = [move for move in exact if len(_points(move)) == len(typed.way)]
    begun = (
        turn.after(tuple(dict.fromkeys(typed.way)) if turn.takes_off or turn.drops else typed.way[:1]) for turn in turns
    )
    return exact or (move for here in begun if here for move in here.moves() if _fits(move, typed))


def nearest_moves(ruleset: Ruleset, position: Position, first: PartialMove, text: str) -> tuple[Move, ...]:
    """At most five legal moves like what was typed, by the points they share with it, then by spelling.

    Of a position with very many moves those with the first points that were typed are looked at, and some others.
    """
    text = text.strip()[:LONGEST_TYPED]
    try:
        way = _read(ruleset, position, text).way
    except _Unreadable:
        way = ()
    wanted = spelling(unicodedata.normalize("NFKC", text))[:COMPARED]

    def likeness(move: Move) -> tuple[int, float]:
        own = set(_points(move))
        return len(own.intersection(way)), SequenceMatcher(None, wanted, spelling(format_move(ruleset, move))).ratio()

    among = dict.fromkeys((*first.some(LIKE), *first.along(way).some(LIKE)))
    return tuple(sorted(among, key=likeness, reverse=True)[:NEAREST])


def _points(move: Move) -> tuple[int, ...]:
    return (*move.removed, *(move.drops or move.path))


class _Unreadable(Exception):
    """The text is not made of points of this board. ``unknown``: it is made of points, and this one is not there."""

    def __init__(self, unknown: str = "") -> None:
        super().__init__(unknown)
        self.unknown = unknown


def _read(ruleset: Ruleset, position: Position, text: str) -> _Typed:
    """The points in a text. Raises _Unreadable."""
    plain = _MOVE_NUMBER.sub("", _plain(text))
    consent = bool(_CONSENT.search(plain))
    plain = _JOINTS.sub(" ", _without_words(ruleset, plain)).strip()
    found = _tokens(ruleset, plain)
    marks = [mark for mark, _, _ in found]
    systems = {by_number for _, _, by_number in found}
    points = tuple(point for _, point, _ in found)
    # Most boards do not show the numbers of their points: one alone would be a guess.
    if len(systems) > 1 or (len(found) == 1 and systems == {True} and not marks[0]):
        raise _Unreadable
    if position.opening:
        return _Typed(points, None, None, False, consent)
    huff = points[0] if marks[0] == "~" else None
    forfeit = points[-1] if marks[-1] == "~" and len(points) > 1 else None
    way = points[huff is not None : len(points) - (forfeit is not None)]
    if "~" in marks[huff is not None : len(points) - (forfeit is not None)]:
        raise _Unreadable
    drop = any(mark not in ("", "~") for mark in marks)
    return _Typed(way, huff, forfeit, drop, consent or forfeit is not None)


def _plain(text: str) -> str:
    """The text in small letters and plain digits, without a command before it."""
    return _COMMAND.sub("", unicodedata.normalize("NFKC", text).translate(LOOK_ALIKE).casefold().strip())


def _without_words(ruleset: Ruleset, plain: str) -> str:
    """The text without words that say nothing more: verbs, prepositions, and what the pieces are called."""
    return _filling(ruleset).sub(" ", plain)


def _filling(ruleset: Ruleset) -> re.Pattern[str]:
    """The pattern of the words that ``_without_words`` leaves out; the standard library keeps what it has compiled."""
    words = "|".join(map(re.escape, (*_WORDS, *ruleset.typed_words)))
    return re.compile(rf"\b(?:{words})\b")


def _token(ruleset: Ruleset) -> re.Pattern[str]:
    """A mark and a point, and the space behind each."""
    letters = "".join(sorted({placement.letter.casefold() for placement in ruleset.placements}))
    drop = f"(?:[{letters}]?@|\\+)" if letters or ruleset.opening else "(?!)"
    return re.compile(_MARK.format(drop=drop) + _POINT)


def _tokens(ruleset: Ruleset, plain: str) -> list[tuple[str, int, bool]]:
    """Marks and points, and whether a point was given by its number. Raises _Unreadable for anything else."""
    token = _token(ruleset)
    found: list[tuple[str, int, bool]] = []
    unknown, at = "", 0
    while at < len(plain):
        match = token.match(plain, at)
        if match is None:
            raise _Unreadable
        point = _point(ruleset, match)
        if point is None:
            unknown = unknown or match["name"] or match["number"]
        else:
            found.append((match["mark"] or "", point, match["name"] is None))
        at = match.end()
    if unknown or not found:
        raise _Unreadable(unknown)
    return found


def _point(ruleset: Ruleset, match: re.Match[str]) -> int | None:
    if match["name"]:
        return ruleset.board.index.get(match["name"])
    number = int(match["number"])
    return number - 1 if 1 <= number <= len(ruleset.board.points) else None


def _fits(move: Move, typed: _Typed) -> bool:
    """Does a move have these points: its ends, and any of its landings in order?"""
    if typed.huff is not None and move.huff != typed.huff:
        return False
    if typed.forfeit is not None and move.forfeit != typed.forfeit:
        return False
    if move.removed:
        removed = len(move.removed)
        return set(typed.way[:removed]) == set(move.removed) and typed.way[removed:] == move.path
    if move.drops:
        return len(typed.way) <= len(move.drops) and set(typed.way) <= set(move.drops)
    if typed.drop:
        return False
    if not typed.way:
        return typed.huff is not None
    if len(typed.way) < 2 or (typed.way[0], typed.way[-1]) != (move.path[0], move.path[-1]):
        return False
    landings = iter(move.path[1:-1])
    return all(point in landings for point in typed.way[1:-1])


def _refusal(ruleset: Ruleset, position: Position, typed: _Typed, barred: Collection[Move]) -> Refusal:
    """The reason why no legal move has these points; a forfeited piece that was named rightly is gone by then."""
    if any(_fits(move, typed) or typed.way == (move.target,) for move in barred):
        return Refusal(Reason.STOOD_BEFORE, typed.way[-1:], "no_repeating")
    if position.opening:
        return refuse_opening(ruleset, position, typed.way)
    if typed.huff is not None:
        if typed.huff not in position.pending or not typed.way:
            return refuse_huff(position, typed.huff)
        position = without(position, typed.huff)
    letter = drop_letter(ruleset, position)
    if typed.drop or (letter and (len(typed.way) == 1 or ruleset.placement[letter].per_turn > 1)):
        return refuse_drop(ruleset, position, typed.way)
    unpriced = replace(typed, huff=None, forfeit=None)
    if typed.forfeit is not None and any(True for _ in _fitting([first_choice(ruleset, position)], unpriced)):
        return Refusal(Reason.NOT_A_CANDIDATE, (typed.forfeit,), "obligation")
    if len(typed.way) == 1:
        return refuse_point(ruleset, position, typed.way[0])
    return refuse_path(ruleset, position, typed.way)
