"""The reference rules of movement: how pieces step and capture, and what a turn does.

Pure: no input or output. It knows only a ruleset's facts, never a game's name. A move is a whole turn: the choice of
a forfeited piece, every leap of a chain, the piece that declining costs, both pieces of a set-up, an opening. Which
turns are legal is in ``engine.turns``.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.captures import LongestCapture, Pieces, hops, letter_at_end, lifted
from engine.position import EMPTY, Position
from engine.ruleset import CapturePrecedence, Event, Obligation, Reach, Ruleset, TieBreak

COMPARED = 8
"""The captures of so many positions are remembered."""


@dataclass(frozen=True, slots=True)
class Move:
    """One whole turn, by points.

    ``path`` is the start and every landing (empty for drops), ``captured`` the enemies leapt over in order.
    ``huff`` is the opponent's piece forfeited before the turn, ``forfeit`` the own piece lost by declining a
    capture, at the point where it stands when it is removed. ``drops`` are the points of pieces put on the board.
    ``removed`` are the enemies that an opening takes off; a ``path`` after them puts a piece elsewhere.
    """

    path: tuple[int, ...] = ()
    captured: tuple[int, ...] = ()
    drops: tuple[int, ...] = ()
    huff: int | None = None
    forfeit: int | None = None
    removed: tuple[int, ...] = ()

    @property
    def origin(self) -> int:
        """The point where the moving piece starts, the first dropped piece lands, or the first that is taken off."""
        return (self.path or self.drops or self.removed)[0]

    @property
    def target(self) -> int:
        """The point where the moving piece ends, the last dropped piece lands, or the last that is taken off."""
        return (self.path or self.drops or self.removed)[-1]

    @property
    def takes(self) -> bool:
        """Does an enemy leave the board by it?"""
        return bool(self.captured or self.removed or self.huff is not None)


@lru_cache(maxsize=COMPARED)
def capturers(ruleset: Ruleset, position: Position) -> tuple[int, ...]:
    """The points of the pieces of the side to act that have a first leap."""
    pieces, found = Pieces.of(position), []
    for point in position.pieces(ruleset, position.turn):
        letter = position.cells[point]
        pieces.lift(point)
        if hops(ruleset, pieces, ruleset.kind[letter], (point,), ()):
            found.append(point)
        pieces.put(point, letter)
    return tuple(found)


@lru_cache(maxsize=COMPARED)
def compared_captures(ruleset: Ruleset, position: Position) -> dict[int, LongestCapture]:
    """The longest captures of each piece of the side to act that has a capture.

    What was compared last is remembered, so that everything that is asked about a position compares once.
    """
    return {point: LongestCapture(ruleset, position, point) for point in capturers(ruleset, position)}


def longest_captures(ruleset: Ruleset, position: Position) -> dict[int, LongestCapture]:
    """The pieces that may capture where the longest capture is a duty, with theirs. Raises TooMuchWork."""
    longest = compared_captures(ruleset, position)
    if ruleset.precedence is CapturePrecedence.LONGEST_OF_ALL:
        most = max((capture.most for capture in longest.values()), default=0)
        longest = {point: capture for point, capture in longest.items() if capture.most == most}
    if ruleset.tie_break is TieBreak.KING_FIRST:
        longest = {point: longest[point] for point in kings_first(ruleset, position, tuple(longest))}
    return longest


def kings_first(ruleset: Ruleset, position: Position, able: tuple[int, ...]) -> tuple[int, ...]:
    """The kings among pieces, or all of them if there is none."""
    return tuple(point for point in able if ruleset.kind[position.cells[point]].is_king) or able


def quiet_moves_of(ruleset: Ruleset, position: Position, point: int) -> list[Move]:
    """Every step or slide of the piece on a point, before the duty to capture."""
    kind = ruleset.kind[position.cells[point]]
    moves = []
    for ray in ruleset.move_rays[kind.letter][point]:
        for end in ray.points if kind.move.reach is Reach.ANY else ray.points[:1]:
            if position.cells[end] != EMPTY:
                if _joins(ruleset, position, point, end):
                    moves.append(Move((point, end)))
                break
            moves.append(Move((point, end)))
    return moves


def without(position: Position, point: int) -> Position:
    """The position once the forfeited piece on a point is gone."""
    left = lifted(position, point)
    return replace(position, cells="".join(left.cells), stacks=left.stacks(), pending=(), quiet=0)


def play(ruleset: Ruleset, position: Position, move: Move) -> Position:
    """The position after a legal move; the given position is unchanged."""
    pieces = Pieces.of(position)
    hand = position.hand
    pending: tuple[int, ...] = ()
    for point in (*move.removed, *([] if move.huff is None else [move.huff])):
        pieces.lift(point)
    if move.drops:
        letter = drop_letter(ruleset, position)
        for point in move.drops:
            pieces.put(point, letter)
        counts = {held: count - (len(move.drops) if held == letter else 0) for held, count in hand}
        hand = tuple((held, count) for held, count in counts.items() if count)
    elif move.path:
        if _declines(ruleset, move):
            pending = _pending_after(ruleset, position, move)
        pieces.lift(move.path[0])
        for point in move.captured:
            pieces.lift(point)
        letter = position.cells[move.path[0]]
        pieces.put(move.path[-1], letter if move.removed else letter_at_end(ruleset, letter, move.path))
        if move.forfeit is not None:
            pieces.lift(move.forfeit)
    turn = 1 - position.turn
    resets = move.takes or move.drops or move.forfeit is not None
    after = Position(
        "".join(pieces.cells),
        turn,
        hand,
        pending,
        0 if resets else position.quiet + 1,
        position.number + (turn == ruleset.first),
        pieces.stacks(),
    )
    return _crowned(ruleset, after)


def _crowned(ruleset: Ruleset, position: Position) -> Position:
    """The position with kings for the men of a side of few pieces, where the ruleset crowns the last ones."""
    few = [side for side in (0, 1) if ruleset.crowned_when and position.count(ruleset, side) <= ruleset.crowned_when]
    cells = position.cells
    for kind in ruleset.kinds:
        if kind.is_man and kind.promotes_to and kind.side in few:
            cells = cells.replace(kind.letter, kind.promotes_to)
    return replace(position, cells=cells) if cells != position.cells else position


def events_of(ruleset: Ruleset, before: Position, move: Move, after: Position) -> Event:
    """The events of a turn that reset no-progress rules."""
    events = Event(0)
    if move.takes or move.forfeit is not None:
        events |= Event.CAPTURE
    if move.drops:
        events |= Event.DROP
    if _crowned_where_it_stood(ruleset, before, after):
        events |= Event.PROMOTION
    if move.path and not move.removed:
        letter = before.cells[move.path[0]]
        if ruleset.kind[letter].is_man:
            events |= Event.MAN_MOVE
        if letter_at_end(ruleset, letter, move.path) != letter or after.cells[move.path[-1]] not in (letter, EMPTY):
            events |= Event.PROMOTION
    return events


def _crowned_where_it_stood(ruleset: Ruleset, before: Position, after: Position) -> bool:
    """Has a piece that did not move become a king?"""
    return ruleset.crowned_when > 0 and any(
        was not in (now, EMPTY) and ruleset.kind[was].promotes_to == now
        for was, now in zip(before.cells, after.cells, strict=True)
    )


def drop_letter(ruleset: Ruleset, position: Position) -> str:
    """The letter of the pieces that the side to act has in hand, or an empty string if it has none."""
    for letter, _ in position.hand:
        if ruleset.side_of(letter) == position.turn:
            return letter
    return ""


def free_for(ruleset: Ruleset, position: Position, letter: str) -> tuple[list[int], int]:
    """The points on which pieces in hand may be put, in the order of their names, and how many are put in a turn."""
    placement = ruleset.placement[letter]
    free = [
        point
        for point, cell in enumerate(position.cells)
        if cell == EMPTY and (placement.region is None or point in placement.region)
    ]
    free.sort(key=lambda point: ruleset.board.points[point])
    return free, min(placement.per_turn, position.in_hand(letter))


def priced(move: Move, able: tuple[int, ...]) -> Move:
    """A quiet move that declines: a single candidate is lost at once (docs/rules/malaysian-checkers.md#f4)."""
    if len(able) > 1:
        return move
    return replace(move, forfeit=move.path[-1] if able[0] == move.path[0] else able[0])


def _joins(ruleset: Ruleset, position: Position, start: int, end: int) -> bool:
    """May the piece of a point step onto its like on another?"""
    letter = position.cells[start]
    if end not in ruleset.kind[letter].joins_on or position.cells[end] != letter:
        return False
    return letter_at_end(ruleset, letter, (start, end)) == letter


def _declines(ruleset: Ruleset, move: Move) -> bool:
    """May this turn have left a choice among several pieces to the opponent?"""
    quiet = not move.captured and not move.removed
    return ruleset.obligation is Obligation.FORFEIT and quiet and move.forfeit is None


def _pending_after(ruleset: Ruleset, position: Position, move: Move) -> tuple[int, ...]:
    """The pieces that could have captured, the moved one where it now stands."""
    before = without(position, move.huff) if move.huff is not None else position
    able = capturers(ruleset, before)
    return tuple(sorted(move.path[-1] if point == move.path[0] else point for point in able))
