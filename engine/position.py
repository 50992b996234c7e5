"""A position between two turns, and its text form (docs/rules/notation.md#positions).

Pure: no input or output. A position never stands in the middle of a leap, because a move is a whole turn.
"""

import re
import string
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from engine.ruleset import Obligation, Ruleset

EMPTY = "."
Key = tuple[str, int, tuple[tuple[str, int], ...], tuple[int, ...], tuple[tuple[int, int], ...], int]
TALLEST = 40
"""No stack is higher."""
MORE_IN_HAND = 4
"""So many pieces more than usual a side may begin with in hand, where the board has room for them."""
_HEIGHT = re.compile(r"(?<=[A-Za-z])\{(\d{1,3})\}")
_PIECE = re.compile(r"[A-Za-z](?:\{(\d{1,3})\})?")
_FREE = re.compile(r"\.+")
_DIGITS = re.compile(r"\d+")
_HAND = re.compile(r"(?:[A-Za-z]\d{1,3}+)+")
_IN_HAND = re.compile(r"([A-Za-z])(\d{1,3})")
_COUNTER = re.compile(r"\d{1,4}")


class Misread(Enum):
    """The kinds of things in the text of a position that cannot be read."""

    PART = "a part of the text"
    SIZE = "another board"
    POINT = "no such point"
    PIECE = "no such piece"
    BOTH_SIDES = "both sides on a point"
    SIDE = "no such side"


class InvalidPosition(ValueError):
    """A position text cannot be read. ``reason`` and ``detail``, the part of the text, say to its author what is wrong,
    ``misread`` says it to a program.
    """

    def __init__(self, reason: str, detail: str = "", misread: Misread = Misread.PART) -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail
        self.misread = misread


class Flaw(Enum):
    """The ways in which a position is one to which no game comes."""

    TOO_MANY = "too many pieces"
    NO_STACK = "no stack there"
    TOO_HIGH = "too high a stack"
    NOT_FIRST = "the other side begins"
    TOO_FEW = "too few pieces to take off"


class ImpossiblePosition(InvalidPosition):
    """A position can be read, but no game comes to it.

    ``flaw`` says why; ``letter`` and ``point`` are those of the piece, ``number`` is the most or the fewest that there
    may be, where it is about one.
    """

    def __init__(
        self, flaw: Flaw, reason: str, detail: str = "", *, letter: str = "", point: int = -1, number: int = 0
    ) -> None:
        super().__init__(reason, detail)
        self.flaw = flaw
        self.letter = letter
        self.point = point
        self.number = number


@dataclass(frozen=True, slots=True)
class Position:
    """Pieces by point (a letter each, ``.`` for none), the side to act, and what is in hand.

    ``pending`` lists the points of the pieces among which the side to act must choose the forfeited one
    before it moves. ``quiet`` counts plies since the last capture, forfeit or drop; ``number`` is the move number.
    ``stacks`` are the points on which several pieces of a kind stand, with how many. ``opening`` is the number of
    enemy pieces that the side to act has to take off first, 0 once that is done.
    """

    cells: str
    turn: int
    hand: tuple[tuple[str, int], ...] = ()
    pending: tuple[int, ...] = ()
    quiet: int = 0
    number: int = 1
    stacks: tuple[tuple[int, int], ...] = ()
    opening: int = 0

    @property
    def key(self) -> Key:
        """All that must agree for a position to count as repeated: everything but the counters."""
        return self.cells, self.turn, self.hand, self.pending, self.stacks, self.opening

    @property
    def heights(self) -> dict[int, int]:
        """The number of pieces on each point that has any."""
        return {point: 1 for point, cell in enumerate(self.cells) if cell != EMPTY} | dict(self.stacks)

    def in_hand(self, letter: str) -> int:
        """The number of pieces of a kind that are still in hand."""
        return dict(self.hand).get(letter, 0)

    def pieces(self, ruleset: Ruleset, side: int) -> list[int]:
        """The points on which a side has pieces."""
        own = {kind.letter for kind in ruleset.kinds if kind.side == side}
        return [point for point, cell in enumerate(self.cells) if cell in own]

    def letters(self, ruleset: Ruleset, side: int) -> list[str]:
        """The letter of each piece that a side has on the board, those in stacks included."""
        heights = self.heights
        return [self.cells[point] for point in self.pieces(ruleset, side) for _ in range(heights[point])]

    def hand_of(self, ruleset: Ruleset, side: int) -> int:
        """The number of pieces that a side has in hand."""
        return sum(count for letter, count in self.hand if ruleset.side_of(letter) == side)

    def count(self, ruleset: Ruleset, side: int) -> int:
        """The number of pieces of a side, those in hand included."""
        return len(self.letters(ruleset, side)) + self.hand_of(ruleset, side)


@lru_cache(maxsize=128)
def start_position(ruleset: Ruleset) -> Position:
    """The position in which a game of this ruleset begins."""
    return read_position_text(ruleset, ruleset.start)


def most_in_hand(ruleset: Ruleset, letter: str) -> int:
    """The most pieces of a kind with which a game may begin in hand: a point stays free when all are on the board."""
    start = start_position(ruleset)
    room = len(ruleset.board.points) - sum(start.count(ruleset, side) for side in (0, 1)) - 1
    return start.in_hand(letter) + max(0, min(MORE_IN_HAND, room))


def begun_as_usual(ruleset: Ruleset, begun: Position) -> Position:
    """The position from which a game is taken to have begun: ``begun``, if only the number in hand is another than
    usual there; else the start, since nobody knows of a position how it came about.
    """
    start = start_position(ruleset)
    return begun if replace(begun, hand=start.hand) == start else start


def format_position(ruleset: Ruleset, position: Position, counters: bool = True) -> str:
    """The position as text: ranks from the top, side, hand with the opening before it, counters, pending forfeit."""
    stacks = dict(position.stacks)
    ranks = []
    for rank in ruleset.board.ranks:
        row = "".join(position.cells[point] + (f"{{{stacks[point]}}}" if point in stacks else "") for point in rank)
        ranks.append(_FREE.sub(lambda run: str(len(run[0])), row))
    opening = f"~{position.opening}" if position.opening else ""
    hand = "".join(f"{letter}{count}" for letter, count in position.hand) or "-"
    fields = ["/".join(ranks), ruleset.sides[position.turn].letter, opening + hand]
    if counters:
        fields += [str(position.quiet), str(position.number)]
    if position.pending:
        fields.append("f:" + ",".join(ruleset.board.points[point] for point in position.pending))
    return " ".join(fields)


def parse_position(ruleset: Ruleset, text: str) -> Position:
    """Read a position text; the hand, the counters and the pending forfeit may be left out.

    Raises InvalidPosition, which names the part that cannot be read, or that cannot come about in this game.
    """
    found = read_position_text(ruleset, text)
    check_position(ruleset, found)
    return found


def check_position(ruleset: Ruleset, position: Position) -> None:
    """Raises ImpossiblePosition where no game comes to a position."""
    start = start_position(ruleset)
    _check_counts(ruleset, position, start)
    _check_stacks(ruleset, position)
    _check_opening(ruleset, position, start)


def tallest(ruleset: Ruleset, letter: str, point: int) -> int:
    """The most pieces of a kind that may stand on a point, on one another: where they do at the start, or may join."""
    start = start_position(ruleset)
    if point in ruleset.kind[letter].joins_on:
        return TALLEST
    return start.heights.get(point, 1) if start.cells[point] == letter else 1


def read_position_text(ruleset: Ruleset, text: str) -> Position:
    """The position of a text, whether a game can come to it or not. Raises InvalidPosition."""
    fields = text.split()
    if len(fields) < 2:
        raise InvalidPosition("a position needs a board and a side to move", " ".join(fields))
    pending: tuple[int, ...] = ()
    if fields[-1].startswith("f:"):
        pending = _parse_pending(ruleset, fields.pop()[2:])
    if len(fields) not in (2, 3, 5):
        raise InvalidPosition("a position has a board, a side, a hand and two counters", " ".join(fields))
    cells, stacks = _parse_board(ruleset, fields[0])
    turn = _parse_side(ruleset, fields[1])
    opening, in_hand = _parse_opening(ruleset, fields[2] if len(fields) > 2 else "-")
    hand = _parse_hand(ruleset, in_hand)
    quiet, number = (_parse_counter(field) for field in fields[3:5]) if len(fields) == 5 else (0, 1)
    for point in pending:
        if cells[point] == EMPTY or ruleset.side_of(cells[point]) == turn:
            raise InvalidPosition("only a piece of the other side can be forfeited", ruleset.board.points[point])
    return Position(cells, turn, hand, pending, quiet, number, stacks, opening)


def _parse_board(ruleset: Ruleset, text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The letter on each point, and the heights of the stacks."""
    ranks = text.split("/")
    if len(ranks) != len(ruleset.board.ranks):
        raise InvalidPosition(f"the board has {len(ruleset.board.ranks)} ranks, not {len(ranks)}", text, Misread.SIZE)
    known = {*string.digits, *ruleset.kind}
    cells = ""
    stacks = []
    for row, points in zip(ranks, ruleset.board.ranks, strict=True):
        heights = _heights(ruleset, row)
        plain = _HEIGHT.sub("", row)
        if unknown := next((letter for letter in plain if letter not in known), ""):
            raise InvalidPosition("no such piece in this game", unknown, Misread.PIECE)
        filled = _fill(plain, at_most=len(points) + 1)
        if len(filled) != len(points):
            rank = ruleset.board.points[points[0]][1:]
            raise InvalidPosition(f"rank {rank} has {len(points)} points", row, Misread.SIZE)
        standing = [point for point, cell in zip(points, filled, strict=True) if cell != EMPTY]
        stacks += [(point, height) for point, height in zip(standing, heights, strict=True) if height > 1]
        cells += filled
    return cells, tuple(stacks)


def _heights(ruleset: Ruleset, row: str) -> list[int]:
    """The number of pieces that stand on each other, for each letter of a rank."""
    heights = [int(height or 1) for height in _PIECE.findall(row)]
    written = _HEIGHT.findall(row)
    if written and ruleset.stacks is None:
        raise InvalidPosition("pieces do not stand on one another in this game", row)
    for height in written:
        if not 2 <= int(height) <= TALLEST:
            raise InvalidPosition(f"a stack has 2 to {TALLEST} pieces", row)
    return heights


def _fill(row: str, at_most: int) -> str:
    """A rank with its runs of empty points written out; a run of three digits fits no board and becomes ``at_most``."""
    return _DIGITS.sub(lambda run: EMPTY * (int(run[0]) if len(run[0]) < 3 else at_most), row)


def _parse_side(ruleset: Ruleset, text: str) -> int:
    for number, side in enumerate(ruleset.sides):
        if side.letter == text.lower():
            return number
    letters = " or ".join(side.letter for side in ruleset.sides)
    raise InvalidPosition(f"the side to move is {letters}", text, Misread.SIDE)


def _parse_opening(ruleset: Ruleset, text: str) -> tuple[int, str]:
    """The number of pieces that have to be taken off first, and the hand that is written after it."""
    if not text.startswith("~"):
        return 0, text
    removes = ruleset.opening.removes if ruleset.opening else 0
    if not removes:
        raise InvalidPosition("no piece is taken off at the start of this game", text)
    if not text.startswith(f"~{removes}") or text[2:3].isdecimal():
        raise InvalidPosition(f"~{removes} stands before the hand while pieces have to be taken off", text)
    return removes, text[2:]


def _parse_hand(ruleset: Ruleset, text: str) -> tuple[tuple[str, int], ...]:
    if text == "-":
        return ()
    if not _HAND.fullmatch(text):
        raise InvalidPosition("the hand is written as G18, or - for none", text)
    hand = {}
    for letter, count in _IN_HAND.findall(text):
        if letter not in ruleset.placement or letter in hand:
            raise InvalidPosition("no such piece in hand in this game", letter, Misread.PIECE)
        hand[letter] = int(count)
    return tuple((letter, hand[letter]) for letter in ruleset.placement if hand.get(letter))


def _parse_counter(text: str) -> int:
    if not _COUNTER.fullmatch(text):
        raise InvalidPosition("a counter is a whole number", text)
    return int(text)


def _parse_pending(ruleset: Ruleset, text: str) -> tuple[int, ...]:
    if ruleset.obligation is not Obligation.FORFEIT:
        raise InvalidPosition("no piece is forfeited in this game", text)
    names = text.split(",")
    for name in names:
        if name not in ruleset.board.index:
            raise InvalidPosition("no such point on this board", name, Misread.POINT)
    return tuple(sorted({ruleset.board.index[name] for name in names}))


def _check_counts(ruleset: Ruleset, position: Position, start: Position) -> None:
    """Of hunters and of those they hunt there are never more than a game may begin with, on the board and in hand."""
    for kind in ruleset.kinds:
        most, found = (
            each.letters(ruleset, kind.side).count(kind.letter) + each.in_hand(kind.letter)
            for each in (start, position)
        )
        if kind.is_prey and kind.letter in ruleset.placement:
            most += most_in_hand(ruleset, kind.letter) - start.in_hand(kind.letter)
        if (kind.is_hunter or kind.is_prey) and found > most:
            raise ImpossiblePosition(
                Flaw.TOO_MANY, f"there are only {most} such pieces", kind.letter, letter=kind.letter, number=most
            )


def _check_stacks(ruleset: Ruleset, position: Position) -> None:
    """Pieces stand on one another only where they do at the start, or where they may join."""
    for point, height in position.stacks:
        letter, most = position.cells[point], tallest(ruleset, position.cells[point], point)
        if height <= most:
            continue
        flaw = Flaw.TOO_HIGH if most > 1 else Flaw.NO_STACK
        reason = f"at most {most} pieces stand there" if most > 1 else "no such pieces stand on one another there"
        detail = f"{letter}{{{height}}} on {ruleset.board.points[point]}"
        raise ImpossiblePosition(flaw, reason, detail, letter=letter, point=point, number=most)


def _check_opening(ruleset: Ruleset, position: Position, start: Position) -> None:
    """The first turn is of the side that begins, and needs as many enemies as it takes off."""
    if position.opening and position.turn != start.turn:
        detail = ruleset.sides[position.turn].letter
        raise ImpossiblePosition(Flaw.NOT_FIRST, "only the side that begins takes pieces off", detail)
    if position.opening > len(position.pieces(ruleset, 1 - position.turn)):
        reason = f"there are not {position.opening} pieces to take off"
        raise ImpossiblePosition(Flaw.TOO_FEW, reason, number=position.opening)
