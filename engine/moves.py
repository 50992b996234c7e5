"""The reference move generator: which turns are legal in a position, and what a turn does.

Pure: no input or output. It knows only a ruleset's facts, never a game's name. A move is a whole turn: the choice of
a forfeited piece, every leap of a chain, the piece that declining costs, both pieces of a set-up.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from engine.board import Ray
from engine.position import EMPTY, Position
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Ending,
    Event,
    Kind,
    Landing,
    Obligation,
    Promotion,
    Reach,
    Removal,
    Ruleset,
)


@dataclass(frozen=True, slots=True)
class Move:
    """One whole turn, by points.

    ``path`` is the start and every landing (empty for drops), ``captured`` the enemies leapt over in order.
    ``huff`` is the opponent's piece forfeited before the turn, ``forfeit`` the own piece lost by declining a
    capture, at the point where it stands when it is removed. ``drops`` are the points of pieces put on the board.
    """

    path: tuple[int, ...] = ()
    captured: tuple[int, ...] = ()
    drops: tuple[int, ...] = ()
    huff: int | None = None
    forfeit: int | None = None

    @property
    def origin(self) -> int:
        """Where the moving piece starts, or where the first dropped piece lands."""
        return self.path[0] if self.path else self.drops[0]

    @property
    def target(self) -> int:
        """Where the moving piece ends, or where the last dropped piece lands."""
        return self.path[-1] if self.path else self.drops[-1]


@dataclass(frozen=True, slots=True)
class Hop:
    """One leap of a chain: the enemy leapt over and the landing point behind it."""

    victim: int
    landing: int


def legal_moves(ruleset: Ruleset, position: Position) -> list[Move]:
    """All turns that the rules of movement allow the side to act, also where the game is over by the pieces left.

    ``playable_moves`` gives none there.
    """
    if not position.pending:
        return _turns(ruleset, position)
    return [
        replace(move, huff=point) for point in position.pending for move in _turns(ruleset, without(position, point))
    ]


def few_left(ruleset: Ruleset, position: Position) -> int | None:
    """The side that has too few pieces left to go on, if there is one."""
    limit = ruleset.few_left
    if limit and position.count(ruleset, limit.side) <= limit.count:
        return limit.side
    return None


def material_loss(ruleset: Ruleset, position: Position) -> tuple[Ending, int] | None:
    """Why the game is over by the pieces left, and for which side it is lost; None while it goes on.

    First a side with too few pieces, then one without any, the side to act before the other.
    """
    side = few_left(ruleset, position)
    if side is not None:
        return Ending.FEW_LEFT, side
    for side in (position.turn, 1 - position.turn):
        if position.count(ruleset, side) == 0:
            return Ending.NO_PIECES, side
    return None


def playable_moves(ruleset: Ruleset, position: Position) -> list[Move]:
    """The legal turns of the side to act; none in a position in which the game is over."""
    return [] if material_loss(ruleset, position) else legal_moves(ruleset, position)


def capturers(ruleset: Ruleset, position: Position) -> list[int]:
    """The points of the pieces of the side to act that have a first leap."""
    return [
        point
        for point in position.pieces(ruleset, position.turn)
        if _hops(ruleset, _lifted(position, point), ruleset.kind[position.cells[point]], point, ())
    ]


def chains_of(ruleset: Ruleset, position: Position, point: int) -> list[Move]:
    """Every complete capture of the piece on a point, before the ruleset's choice among them."""
    kind = ruleset.kind[position.cells[point]]
    chains = _chains(ruleset, _lifted(position, point), kind, (point,), ())
    return [Move(path, captured) for path, captured in chains]


def quiet_moves_of(ruleset: Ruleset, position: Position, point: int) -> list[Move]:
    """Every step or slide of the piece on a point, before the duty to capture."""
    kind = ruleset.kind[position.cells[point]]
    moves = []
    for ray in ruleset.move_rays[kind.letter][point]:
        for end in ray.points if kind.move.reach is Reach.ANY else ray.points[:1]:
            if position.cells[end] != EMPTY:
                break
            moves.append(Move((point, end)))
    return moves


def kind_at(ruleset: Ruleset, kind: Kind, landing: int) -> Kind:
    """The letter of the capturing piece when it goes on from a landing: a king's where men promote in passing."""
    if kind.promotes_to and kind.promotion is Promotion.IN_PASSING and landing in kind.promotes_on:
        return ruleset.kind[kind.promotes_to]
    return kind


def without(position: Position, point: int) -> Position:
    """The position once the forfeited piece on a point is gone."""
    cells = position.cells[:point] + EMPTY + position.cells[point + 1 :]
    return replace(position, cells=cells, pending=(), quiet=0)


def play(ruleset: Ruleset, position: Position, move: Move) -> Position:
    """The position after a legal move; the given position is unchanged."""
    cells = list(position.cells)
    hand = position.hand
    pending: tuple[int, ...] = ()
    if move.huff is not None:
        cells[move.huff] = EMPTY
    if move.drops:
        letter = drop_letter(ruleset, position)
        for point in move.drops:
            cells[point] = letter
        counts = {held: count - (len(move.drops) if held == letter else 0) for held, count in hand}
        hand = tuple((held, count) for held, count in counts.items() if count)
    else:
        if _declines(ruleset, move):
            pending = _pending_after(ruleset, position, move)
        cells[move.path[0]] = EMPTY
        for point in move.captured:
            cells[point] = EMPTY
        cells[move.path[-1]] = _letter_at_end(ruleset, position.cells[move.path[0]], move.path)
        if move.forfeit is not None:
            cells[move.forfeit] = EMPTY
    turn = 1 - position.turn
    resets = move.captured or move.drops or move.huff is not None or move.forfeit is not None
    return Position(
        "".join(cells),
        turn,
        hand,
        pending,
        0 if resets else position.quiet + 1,
        position.number + (turn == ruleset.first),
    )


def events_of(ruleset: Ruleset, before: Position, move: Move, after: Position) -> Event:
    """The events of a turn that reset no-progress rules."""
    events = Event(0)
    if move.captured or move.huff is not None or move.forfeit is not None:
        events |= Event.CAPTURE
    if move.drops:
        return events | Event.DROP
    letter = before.cells[move.path[0]]
    if ruleset.kind[letter].is_man:
        events |= Event.MAN_MOVE
    if _letter_at_end(ruleset, letter, move.path) != letter:
        events |= Event.PROMOTION
    return events


def drop_letter(ruleset: Ruleset, position: Position) -> str:
    """The letter of the pieces that the side to act has in hand, or an empty string if it has none."""
    for letter, _ in position.hand:
        if ruleset.side_of(letter) == position.turn:
            return letter
    return ""


def perft(ruleset: Ruleset, position: Position, depth: int) -> int:
    """How many sequences of ``depth`` turns begin here (a turn counts once: same start, landings and captures).

    A finished position has no turns.
    """
    if depth == 0:
        return 1
    moves = playable_moves(ruleset, position)
    if depth == 1:
        return len(moves)
    return sum(perft(ruleset, play(ruleset, position, move), depth - 1) for move in moves)


def _turns(ruleset: Ruleset, position: Position) -> list[Move]:
    if letter := drop_letter(ruleset, position):
        return _drops(ruleset, position, letter)
    captures: list[Move] = []
    able: list[int] = []
    pieces = position.pieces(ruleset, position.turn)
    for point in pieces:
        chains = chains_of(ruleset, position, point)
        if chains:
            able.append(point)
            captures += _longest(chains) if ruleset.precedence is not CapturePrecedence.FREE else chains
    if ruleset.precedence is CapturePrecedence.LONGEST_OF_ALL:
        captures = _longest(captures)
    if captures and ruleset.obligation is Obligation.FORCED:
        return captures
    quiet = [move for point in pieces for move in quiet_moves_of(ruleset, position, point)]
    if able and ruleset.obligation is Obligation.FORFEIT:
        quiet = [_priced(move, able) for move in quiet]
    return captures + quiet


def _drops(ruleset: Ruleset, position: Position, letter: str) -> list[Move]:
    placement = ruleset.placement[letter]
    free = [
        point
        for point, cell in enumerate(position.cells)
        if cell == EMPTY and (placement.region is None or point in placement.region)
    ]
    free.sort(key=lambda point: ruleset.board.points[point])
    return [Move(drops=points) for points in combinations(free, min(placement.per_turn, position.in_hand(letter)))]


def _longest(moves: list[Move]) -> list[Move]:
    most = max((len(move.captured) for move in moves), default=0)
    return [move for move in moves if len(move.captured) == most]


def _priced(move: Move, able: list[int]) -> Move:
    """A quiet move that declines: a single candidate is lost at once (docs/rules/malaysian-checkers.md#f4)."""
    if len(able) > 1:
        return move
    return replace(move, forfeit=move.path[-1] if able[0] == move.path[0] else able[0])


def _declines(ruleset: Ruleset, move: Move) -> bool:
    """May this turn have left a choice among several pieces to the opponent?"""
    return ruleset.obligation is Obligation.FORFEIT and not move.captured and move.forfeit is None


def _pending_after(ruleset: Ruleset, position: Position, move: Move) -> tuple[int, ...]:
    """The pieces that could have captured, the moved one where it now stands."""
    before = without(position, move.huff) if move.huff is not None else position
    able = capturers(ruleset, before)
    return tuple(sorted(move.path[-1] if point == move.path[0] else point for point in able))


def _lifted(position: Position, point: int) -> list[str]:
    """The board while the piece of a point is on its way: its own start is empty (docs/rules/permainan-tabal.md#t2)."""
    cells = list(position.cells)
    cells[point] = EMPTY
    return cells


def _letter_at_end(ruleset: Ruleset, letter: str, path: tuple[int, ...]) -> str:
    kind = ruleset.kind[letter]
    passed = path[1:] if kind.promotion is Promotion.IN_PASSING else path[-1:]
    if kind.promotes_to and any(point in kind.promotes_on for point in passed):
        return kind.promotes_to
    return letter


def _chains(
    ruleset: Ruleset, cells: list[str], kind: Kind, path: tuple[int, ...], taken: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Complete captures from the last point of ``path``: every landing, and the enemies in order."""
    hops = () if taken and kind.chain is Chain.SINGLE else _hops(ruleset, cells, kind, path[-1], taken)
    if not hops and taken:
        yield path, taken
    for hop in hops:
        left = _take(ruleset, cells, hop.victim)
        yield from _chains(
            ruleset, left, kind_at(ruleset, kind, hop.landing), (*path, hop.landing), (*taken, hop.victim)
        )


def _take(ruleset: Ruleset, cells: list[str], victim: int) -> list[str]:
    """The board after one leap: with removal at the end of the turn the dead piece stays and blocks."""
    if ruleset.removal is Removal.END_OF_TURN:
        return cells
    left = cells.copy()
    left[victim] = EMPTY
    return left


def _hops(ruleset: Ruleset, cells: list[str], kind: Kind, point: int, taken: tuple[int, ...]) -> list[Hop]:
    """The leaps open to a piece of a kind on a point; pieces in ``taken`` may not be leapt over again."""
    if kind.capture is None:
        return []
    hops = []
    for ray in ruleset.capture_rays[kind.letter][point]:
        behind = _hops_along(ruleset, cells, kind, ray, taken)
        if len(behind) > 1 and kind.landing is Landing.MUST_CONTINUE:
            behind = _that_go_on(ruleset, cells, kind, behind, taken)
        hops += behind
    return hops


def _hops_along(ruleset: Ruleset, cells: list[str], kind: Kind, ray: Ray, taken: tuple[int, ...]) -> list[Hop]:
    far = kind.capture is not None and kind.capture.reach is Reach.ANY
    for place, victim in enumerate(ray.points):
        cell = cells[victim]
        if cell == EMPTY:
            if far:
                continue
            return []
        if ruleset.kind[cell].side == kind.side or victim in taken:
            return []
        hops = []
        for landing in ray.points[place + 1 :] if far else ray.points[place + 1 : place + 2]:
            if cells[landing] != EMPTY:
                break
            hops.append(Hop(victim, landing))
        return hops
    return []


def _that_go_on(ruleset: Ruleset, cells: list[str], kind: Kind, hops: list[Hop], taken: tuple[int, ...]) -> list[Hop]:
    """Of the landings behind one enemy, those from which the chain goes on; all of them if none does."""
    going_on = [
        hop
        for hop in hops
        if _hops(ruleset, _take(ruleset, cells, hop.victim), kind, hop.landing, (*taken, hop.victim))
    ]
    return going_on or hops
