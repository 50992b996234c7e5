"""The kernel beside the reference, position by position. Run as a program it checks a short game of every ruleset."""

import random
import sys
from typing import Any

from engine.game import Game
from engine.games import rulesets
from engine.moves import Move
from engine.notation import format_move
from engine.position import Position, format_position, start_position
from engine.ruleset import Ruleset
from engine.search.kernel_state import hash_of, load, move_of, new_state
from engine.search.make_move import make, unmake
from engine.search.movegen import generate
from engine.search.ruleset_compiler import compile_ruleset
from engine.turns import legal_moves

TALLEST = 3
FIELDS = (
    "board",
    "below",
    "stacked",
    "opening",
    "side_points",
    "kind_points",
    "kind_count",
    "side_count",
    "hand",
    "turn",
    "hash",
    "pending",
    "no_progress",
    "value",
)


def read(s: Any, names: tuple[str, ...] = FIELDS) -> dict[str, Any]:
    """The values of a state for its position."""
    return {name: s[name].tolist() for name in names}


class Twin:
    """A ruleset's tables and a state, to compare with the reference."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.t: Any = compile_ruleset(ruleset)
        self.t.piece_value[:, : self.t.kinds] = random.Random(5).randrange(1, 1000)
        self.s: Any = new_state()
        self.after: Any = new_state()

    def moves(self, game: Game) -> list[Move]:
        """The kernel's moves in a game's present position."""
        load(self.ruleset, self.t, self.s, game)
        many = generate(self.t, self.s)
        assert not self.s.overflow
        return [move_of(self.ruleset, self.t, self.s, move) for move in range(many)]

    def check(self, game: Game) -> int:
        """Same moves, as a reference that knows nothing of tables; gives how many."""
        ours = self.moves(game)
        theirs = legal_moves(self.ruleset, game.position)
        assert len(ours) == len(theirs), format_position(self.ruleset, game.position)
        assert set(ours) == set(theirs), format_position(self.ruleset, game.position)
        return len(ours)

    def check_play(self, game: Game, number: int) -> Game:
        """Play the kernel's move ``number`` in both; the states must be the same, and the same after taking it back."""
        load(self.ruleset, self.t, self.s, game)
        generate(self.t, self.s)
        before = read(self.s)
        move = move_of(self.ruleset, self.t, self.s, number)
        make(self.t, self.s, number)
        played = game.play(move)
        load(self.ruleset, self.t, self.after, played)
        where = f"{format_position(self.ruleset, game.position)} {format_move(self.ruleset, move)}"
        assert read(self.s) == read(self.after), where
        assert self.s.hash == hash_of(self.ruleset, self.t, played.position)
        unmake(self.t, self.s, number)
        assert read(self.s) == before, where
        return played


def scattered(ruleset: Ruleset, chance: random.Random, free: int = 0) -> Position:
    """A position no game would reach soon: few men, many kings, long chains; the more ``free``, the fewer pieces.

    There are never more hunters than at the start. Where pieces stand on one another some do; where a game has an
    opening or drops, it is sometimes still to be made, and some pieces are in hand.
    """
    letters = [kind.letter for kind in ruleset.kinds]
    free = free or chance.randrange(1, 30)
    start = start_position(ruleset)
    cells: list[str] = []
    for point in range(len(ruleset.board.points)):
        cell = chance.choice([*letters, *"." * free])
        if cell != "." and ruleset.kind[cell].is_hunter:
            most = start.count(ruleset, ruleset.side_of(cell))
            cell = "." if cells.count(cell) >= most else cell
        if cell != "." and point in ruleset.kind[cell].promotes_on:
            cell = "."
        cells.append(cell)
    turn = chance.randrange(2)
    enemies = sum(cell != "." and ruleset.side_of(cell) != turn for cell in cells)
    asked = ruleset.opening.removes if ruleset.opening and enemies < 9 else 0
    stacks = [
        (point, chance.randrange(2, TALLEST + 1))
        for point, cell in enumerate(cells)
        if ruleset.stacks and cell != "." and chance.random() < 0.4
    ]
    opening = asked if asked and enemies >= asked and chance.random() < 0.3 else 0
    hand = tuple(
        (placement.letter, chance.randrange(1, left + 1))
        for placement in ruleset.placements
        if placement.per_turn == 1
        and (left := start.count(ruleset, ruleset.side_of(placement.letter)) - cells.count(placement.letter)) > 0
    )
    some = hand if hand and chance.random() < 0.4 else ()
    return Position("".join(cells), turn, some, stacks=tuple(stacks), opening=opening)


def random_game(ruleset: Ruleset, chance: random.Random, plies: int) -> int:
    """Compare along a random game; gives how many positions it saw."""
    twin = Twin(ruleset)
    game = Game.begin(ruleset)
    seen = 0
    while not game.outcome and seen < plies:
        many = twin.check(game)
        game = twin.check_play(game, chance.randrange(many))
        seen += 1
    return seen


if __name__ == "__main__":
    for each in rulesets():
        played = random_game(each, random.Random(each.key), int(sys.argv[1]))
        print(each.key, played)
