"""Endgames solved in plain Python from the reference's moves alone, on boards small enough for it.

Run as a program it prints the tables of such a board as the kernel builds them.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from engine.board import Board, dark_squares, lines_board
from engine.endings import few_left
from engine.games import find_ruleset
from engine.moves import play
from engine.position import EMPTY, Position
from engine.ruleset import FewLeft, Ruleset
from engine.search.tablebase.building import build
from engine.turns import legal_moves

Value = tuple[int, int]  # 1 won, 0 drawn, -1 lost for the side to act; and the plies to it
DRAW = (0, 0)

CROSSES = lines_board("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1")
SQUARES = dark_squares(4)


def tiny(key: str, squares: Board = SQUARES, **changes: object) -> Ruleset:
    """A ruleset on a board of few points, with no end but by winning."""
    base = find_ruleset(key)
    board = squares if base.board.surface is SQUARES.surface else CROSSES
    kinds = tuple(
        replace(kind, promotes_on=board.rank_points(board.height if base.sides[kind.side].up > 0 else 1))
        if kind.promotes_to
        else kind
        for kind in base.kinds
    )
    few = base.few_left and FewLeft(base.few_left.side, 1)
    whole: dict[str, object] = {
        "key": f"tiny-{key}",
        "board": board,
        "kinds": kinds,
        "placements": (),
        "few_left": few,
        "no_progress_rules": (),
        "repetition": None,
        **changes,
    }
    return replace(base, **whole)  # type: ignore[arg-type]


def positions(ruleset: Ruleset, pieces: int) -> Iterator[Position]:
    """Every position of at most so many pieces in which both sides have some, and no man stands where it promotes."""
    letters = [kind.letter for kind in ruleset.kinds]
    points = range(len(ruleset.board.points))
    for many in range(2, pieces + 1):
        for place in combinations(points, many):
            for chosen in product(letters, repeat=many):
                if any(point in ruleset.kind[one].promotes_on for point, one in zip(place, chosen, strict=True)):
                    continue
                if len({ruleset.side_of(letter) for letter in chosen}) == 2:
                    cells = [EMPTY] * len(points)
                    for point, letter in zip(place, chosen, strict=True):
                        cells[point] = letter
                    yield from (Position("".join(cells), turn) for turn in (0, 1))


def ended(ruleset: Ruleset, position: Position) -> Value | None:
    """The value of a position in which a side has lost, whatever the moves; None if none has."""
    few = few_left(ruleset, position)
    if few is not None:
        return (-1 if few == position.turn else 1), 0
    for side in (position.turn, 1 - position.turn):
        if position.count(ruleset, side) == 0:
            return (-1 if side == position.turn else 1), 0
    return None


def solve(ruleset: Ruleset, pieces: int) -> dict[Position, Value]:
    """The value of every position if no counter ends a game, and the plies of the quickest win against any defence."""
    after: dict[Position, list[Position]] = {}
    values: dict[Position, Value] = {}
    waiting = [*positions(ruleset, pieces)]
    while waiting:
        position = waiting.pop()
        if position in after:
            continue
        value = ended(ruleset, position)
        moves = [] if value else legal_moves(ruleset, position)
        after[position] = [_plain(play(ruleset, position, move)) for move in moves]
        waiting += after[position]
        if not moves:
            values[position] = value or (-1, 0)
    plies, changed = 1, True
    while changed or plies < max(plies for _, plies in values.values()) + 2:
        changed = False
        for position, next_ones in after.items():
            if position in values:
                continue
            theirs = [values.get(one, DRAW) for one in next_ones]
            if any(value == (-1, plies - 1) for value in theirs):
                values[position] = (1, plies)
            elif all(outcome == 1 for outcome, _ in theirs) and max(far for _, far in theirs) == plies - 1:
                values[position] = (-1, plies)
            changed |= position in values
        plies += 1
    return {position: values.get(position, DRAW) for position in after}


def _plain(position: Position) -> Position:
    return replace(position, quiet=0, number=1)


if __name__ == "__main__":
    print(build(tiny("dam-8"), 2).entries.tolist())
