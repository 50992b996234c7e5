"""Strategies of games and positions for property tests."""

import random
from collections import Counter
from collections.abc import Sequence

from hypothesis import strategies as st

from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.parser import parse_move
from engine.position import EMPTY, Position, parse_position, start_position
from engine.ruleset import Ruleset

KEYS = [ruleset.key for ruleset in rulesets()]
FULL_OF_CAPTURES = (
    "W:WKb1:Bc10,a7,d7,i5,i4,f2,h10,e3,j8,a5,d5,h2,j7,i1,c1,e2,b4,i3,i10,b2,f8,f3,g6,i8,f10,b6,h3,f9,b5,c6,c8,"
    "g7,i7,h7,d4,g1,b8"
)
"""A position of omnidirectional draughts of 10 ranks, with more captures than anybody could go through."""
FULL_OF_TURNS = "2T/3/5/GG{7}GG{6}1/5/1G{8}GG{7}1/2TG1/3/3 t - 9 5"
"""A position of Bagh bandi of Basirhat that ten turns by chance lead to: 40,601 turns are legal in it."""
MAY_STOP = "mmm/mmm/mmmmm/mmmMm/2M1M/M1MM1/MMMM1/MMM/MMM b - 2 11"
"""A position of Sholo guti: the capture d7xd5 may go on to b5."""
HARD_TO_COMPARE = "3k1k1S2/k5m3/1m3m1m2/4m5/3m5m/6m3/9M/6M3/1K3M1M1M/4K1K1K1 w - 1 22"
"""A position of Dutch queens of 1805 from a game by chance: its longest captures are found after 3,806 leaps."""


def played(game: str, position: str, *moves: str) -> Game:
    """A game from a position, after these moves as they are typed."""
    ruleset = find_ruleset(game)
    so_far = Game.begin(ruleset, parse_position(ruleset, position))
    for move in moves:
        so_far = so_far.play(parse_move(ruleset, so_far.position, move).move)
    return so_far


@st.composite
def games(draw: st.DrawFn, longest: int = 80) -> Game:
    """A game of any ruleset after some number of turns by chance, captures preferred where there is a choice."""
    game = Game.begin(find_ruleset(draw(st.sampled_from(KEYS))))
    chance = random.Random(draw(st.integers(0, 9999)))
    for _ in range(draw(st.integers(0, longest))):
        if not game.legal_moves:
            break
        captures = [move for move in game.legal_moves if move.captured]
        game = game.play(chance.choice(captures if captures and chance.random() < 0.6 else game.legal_moves))
    return game


def no_more_than_there_are(ruleset: Ruleset, cells: list[str]) -> str:
    """The cells without the hunters and the hunted that there are too many of."""
    start, seen = start_position(ruleset), Counter[str]()
    for point, letter in enumerate(cells):
        seen[letter] += 1
        hunt = letter != EMPTY and ruleset.hunters is not None
        if hunt and seen[letter] > start.count(ruleset, ruleset.side_of(letter)):
            cells[point] = EMPTY
    return "".join(cells)


@st.composite
def endings(draw: st.DrawFn, keys: Sequence[str] = KEYS) -> Game:
    """A game that begins with two to five pieces and goes on for some random turns."""
    ruleset = find_ruleset(draw(st.sampled_from(keys)))
    chance = random.Random(draw(st.integers(0, 9999)))
    letters = [kind.letter for kind in ruleset.kinds]
    cells = [EMPTY] * len(ruleset.board.points)
    for point in chance.sample(range(len(cells)), draw(st.integers(2, 5))):
        cells[point] = chance.choice(letters)
    start = Position(
        no_more_than_there_are(ruleset, cells), draw(st.sampled_from([0, 1])), quiet=draw(st.integers(0, 9))
    )
    game = Game.begin(ruleset, start)
    for _ in range(draw(st.integers(0, 30))):
        if game.legal_moves:
            game = game.play(chance.choice(game.legal_moves))
    return game


@st.composite
def scattered(draw: st.DrawFn, keys: list[str] = KEYS) -> tuple[Ruleset, Position]:
    """Pieces anywhere: kings early, long chains, positions that no game reaches."""
    ruleset = find_ruleset(draw(st.sampled_from(keys)))
    letters = [kind.letter for kind in ruleset.kinds]
    empty = draw(st.integers(3, 12))
    chance = random.Random(draw(st.integers(0, 9999)))
    cells = [chance.choice([*letters, *EMPTY * empty]) for _ in ruleset.board.points]
    return ruleset, Position(no_more_than_there_are(ruleset, cells), draw(st.sampled_from([0, 1])))


def anywhere() -> st.SearchStrategy[tuple[Ruleset, Position]]:
    """A position along a game, or pieces scattered over the board."""
    return st.one_of(games().map(lambda game: (game.ruleset, game.position)), scattered())


def as_pdn(ruleset: Ruleset, position: Position) -> str:
    """A position in the PDN way, ``W:Wa5,Kc3:Bb8``: the side to move, then each side's pieces by point."""
    heights = position.heights
    lists = [ruleset.sides[position.turn].letter.upper()]
    for number, side in enumerate(ruleset.sides):
        names = []
        for point in position.pieces(ruleset, number):
            letter = position.cells[point]
            crown = letter.upper() if ruleset.kind[letter].is_king else ""
            names += [crown + ruleset.board.points[point]] * heights[point]
        lists.append(side.letter.upper() + ",".join(names))
    return ":".join(lists)
