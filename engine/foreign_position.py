"""Positions as other programs write them, told apart by their form (docs/rules/notation.md#positions).

Pure: no input or output.
"""

import re
from collections.abc import Iterator

from engine.board import Surface
from engine.captures import Pieces
from engine.letters import LOOK_ALIKE
from engine.position import EMPTY, InvalidPosition, Misread, Position, parse_position
from engine.ruleset import Ruleset
from engine.wrapping import unwrapped

_LISTS = re.compile(r"\s*+[A-Za-z]\s*+:\s*+[A-Za-z]")
_FEN = re.compile(r'\s*+\[\s*+FEN\s++"([^"]*+)"\s*+\]\s*+', re.IGNORECASE)
_AROUND_MARKS = re.compile(r"(?<!\s)\s++(?=[,:-])|(?<=[,:-])\s++")
_COUNTER = re.compile(r"[HFhf]\d{1,4}")
_BY_NUMBER = re.compile(r"K?\d{1,3}(?:-\d{1,3})?")
_HUB = re.compile(r"(?:pos=)?([WB])([wbWBe]{20,144})")
"""The protocol Hub: the side to move, and a letter for each square in the order of the numbers."""
_HUB_LETTERS = {"w": "M", "W": "K", "b": "m", "B": "k", "e": EMPTY}
_OF_TIGERS = re.compile(r"((?:[BG1-5]{1,5}+/){4}[BG1-5]{1,5}+) ([GB])(?: (\d{1,4}))?")
"""A position of the library baghchal: B is a tiger (bagh), and the number how many turns the goats have had."""
GOATS = 20


def read_position(ruleset: Ruleset, text: str) -> Position:
    """A position in any form: ranks as ``parse_position`` reads them, lists of points as PDN has them, a letter for
    each square as the protocol Hub has them, or that of the library baghchal; within a tag FEN too.

    Raises InvalidPosition.
    """
    plain = unwrapped(text).strip()
    tagged = _FEN.fullmatch(plain)
    given = tagged[1] if tagged else plain
    if hub := _HUB.fullmatch(given):
        return _hub_position(ruleset, hub[1], hub[2])
    if (tigers := _OF_TIGERS.fullmatch(given)) and "T" in ruleset.kind and ruleset.placement.keys() == {"G"}:
        return _of_tigers(ruleset, tigers[1], tigers[2], min(int(tigers[3] or 0), GOATS))
    given = given.translate(LOOK_ALIKE)
    return parse_pdn_position(ruleset, given) if _LISTS.match(given) else parse_position(ruleset, given)


def _hub_position(ruleset: Ruleset, turn: str, squares: str) -> Position:
    board = ruleset.board
    if board.surface is not Surface.SQUARES or not set(_HUB_LETTERS.values()) - {EMPTY} <= ruleset.kind.keys():
        raise InvalidPosition("a letter for each square stands only for a board of squares with kings", squares)
    if len(squares) != len(board.points):
        raise InvalidPosition(f"this board has {len(board.points)} squares, not {len(squares)}", squares, Misread.SIZE)
    return Position("".join(_HUB_LETTERS[letter] for letter in squares), "WB".index(turn))


def _of_tigers(ruleset: Ruleset, ranks: str, turn: str, placed: int) -> Position:
    """The goats in hand are those of twenty that have not been placed."""
    side, hand = ("g", GOATS - placed) if turn == "G" else ("t", GOATS - placed)
    text = f"{ranks.replace('B', 'T')} {side} {f'G{hand}' if hand else '-'} 0 {placed + (turn == 'G')}"
    return parse_position(ruleset, text)


def parse_pdn_position(ruleset: Ruleset, text: str) -> Position:
    """Read ``W:W21,22,K30:B1,2`` or the same with names of points, ranges as ``21-32`` included.

    The side to move may stand there twice. Behind the lists may stand the plies since the last capture and the
    number of the move: ``:H0:F1``.
    Raises InvalidPosition.
    """
    turn, *lists = _AROUND_MARKS.sub("", text).strip().rstrip(".").split(":")
    counters = {field[0].upper(): int(field[1:]) for field in lists[2:] if _COUNTER.fullmatch(field)}
    letters = [side.letter.upper() for side in ruleset.sides]
    if len(lists) - len(counters) == 3 and lists[0].upper() in letters:
        turn, *lists = lists  # some programs name the side to move twice; the lists that follow show which is which
    if len(lists) - len(counters) != 2 or turn.upper() not in letters:
        raise InvalidPosition("a PDN position looks like W:W21,22,K30:B1,2", text.strip())
    by_number = any(_BY_NUMBER.fullmatch(item) for pieces_of in lists[:2] for item in pieces_of[1:].strip().split(","))
    pieces = Pieces([EMPTY] * len(ruleset.board.points), {})
    for pieces_of in lists[:2]:
        if pieces_of[:1].upper() not in letters:
            raise InvalidPosition(f"a list of pieces begins with {' or '.join(letters)}", pieces_of)
        side = letters.index(pieces_of[0].upper())
        for point, crown in _listed(ruleset, pieces_of[1:].strip(), by_number=by_number):
            if pieces.cells[point] != EMPTY and ruleset.side_of(pieces.cells[point]) != side:
                name = str(ruleset.board.number(point)) if by_number else ruleset.board.points[point]
                raise InvalidPosition("both sides cannot be on one point", name, Misread.BOTH_SIDES)
            if ruleset.stacks is None and pieces.cells[point] != EMPTY:
                pieces.lift(point)
            pieces.put(point, _letter(ruleset, side, crown))
    quiet, number = counters.get("H", 0), counters.get("F", 1)
    cells = "".join(pieces.cells)
    if lists[0][0].upper() == lists[1][0].upper():
        raise InvalidPosition("there are two lists for one side", lists[1])
    return Position(cells, letters.index(turn.upper()), quiet=quiet, number=number, stacks=pieces.stacks())


def _crown(ruleset: Ruleset, letter: str) -> str:
    """The mark of a promoted piece, K as PDN has it, or the letter of one that is promoted twice."""
    return letter.upper() if ruleset.kind[letter].is_king else ""


def _listed(ruleset: Ruleset, text: str, *, by_number: bool) -> Iterator[tuple[int, str]]:
    """The points of a list, each with the mark of its piece. A small k is a king, but of a large board a file."""
    crowns = {_crown(ruleset, kind.letter) for kind in ruleset.kinds} | {"K"}
    for item in filter(None, text.split(",")):
        crown = item[0] if item[0] in crowns else ""
        if item[0] == "k" and (by_number or item not in ruleset.board.index):
            crown = "K"
        name = item[len(crown) :]
        first, dash, last = name.partition("-")
        numbers = range(_number(ruleset, first), _number(ruleset, last if dash else first) + 1)
        if not numbers:
            raise InvalidPosition("a range begins with its lower number", name)
        yield from ((number, crown) for number in numbers)


def _number(ruleset: Ruleset, name: str) -> int:
    if name.casefold() in ruleset.board.index:
        return ruleset.board.index[name.casefold()]
    if name.isascii() and name.isdecimal() and len(name) < 4 and 1 <= int(name) <= len(ruleset.board.points):
        return int(name) - 1
    raise InvalidPosition("no such point on this board", name, Misread.POINT)


def _letter(ruleset: Ruleset, side: int, crown: str) -> str:
    for kind in ruleset.kinds:
        if kind.side == side and _crown(ruleset, kind.letter) == crown:
            return kind.letter
    raise InvalidPosition("this game has no kings", crown, Misread.PIECE)
