"""Reference, kernel and naive reading on rulesets that nobody plays: every fact drawn by itself.

Run as a program it compares as many rulesets, and positions of each, as it is told.
"""

import random
import re
import sys
from dataclasses import dataclass, replace

import pytest

from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from engine.position import Position, format_position
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Direction,
    Kind,
    Landing,
    Movement,
    Obligation,
    Opening,
    Promotion,
    Reach,
    Removal,
    Row,
    Ruleset,
    Stacks,
    TieBreak,
)
from engine.turns import legal_moves
from tests.engine import naive_relatives
from tests.engine.naive_relatives import Piece, Rules
from tests.engine.search.agreement import Twin, scattered
from tests.suites import quick_first

SEEDS = 12
EACH = 12
HUNTS = {
    "alquerque": "bagh-chal",
    "tabal": "rimau",
    "adugo": "adugo",
    "buga": "buga-shadara",
    "komikan": "komikan",
}
ARMIES = {"alquerque": "dama-comoros", "tabal": "dam-daman", "solomon": "game-of-solomon", "full 6": "omni-draughts-6"}
CHAINS = {"single": Chain.SINGLE, "complete": Chain.COMPLETE, "may stop": Chain.OPTIONAL}
DUTIES = {"may": Obligation.OPTIONAL, "must": Obligation.FORCED, "price": Obligation.FORFEIT}
WAYS = {
    "F": Direction.FORWARD,
    "FD": Direction.FORWARD_DIAGONAL,
    "S": Direction.SIDEWAYS,
    "B": Direction.BACKWARD,
    "BD": Direction.BACKWARD_DIAGONAL,
}


@dataclass(frozen=True)
class Mixed:
    """A ruleset, and the words that say the same."""

    ruleset: Ruleset
    rules: Rules


def movement(reach: str, ways: str) -> Movement:
    """The words of the naive reading as the engine's value."""
    directions = Direction(0)
    for way in ways.split():
        directions |= WAYS[way]
    return Movement(Reach.ANY if reach in ("slide", "long") else Reach.ONE, directions)


def kind_of(kind: Kind, piece: Piece, chain: str, words: str) -> Kind:
    """A kind that goes, takes and chains as the words say."""
    return replace(
        kind,
        move=movement(piece.goes, piece.ways),
        capture=None if piece.takes == "no" else movement(piece.takes, piece.take_ways),
        chain=CHAINS[chain],
        landing=Landing.FREE,
        row=Row.ODD if piece.takes == "odd row" else Row.ONE,
        turns_back="not straight back" not in words,
    )


def ways(chance: random.Random) -> str:
    """Some directions, at least one."""
    return " ".join(sorted(chance.sample(sorted(WAYS), chance.randint(1, 5))))


def hunt(chance: random.Random) -> Mixed:
    """Hunters that step or slide and leap over one, a row or from afar; piles, openings, every duty."""
    board = chance.choice(sorted(HUNTS))
    base = find_ruleset(HUNTS[board])
    duty, chain = chance.choice(sorted(DUTIES)), chance.choice(sorted(CHAINS))
    piles, twice = chance.random() < 0.5, chance.random() < 0.5
    words = ["not straight back"] * (chance.random() < 0.4) + ["put a tiger elsewhere"] * (chance.random() < 0.5)
    words += ["no pile twice"] * (piles and not twice)
    joins = board == "alquerque" and piles and chance.random() < 0.5
    words += ["join again"] * joins
    pieces = {
        "G": Piece(ways=ways(chance)),
        "T": Piece(chance.choice(["step", "slide"]), ways(chance), chance.choice(["short", "long", "odd row"])),
    }
    dead_stay = not piles and chance.random() < 0.3
    rules = Rules(board, pieces, duty, chain=chain, dead_stay=dead_stay, words=", ".join(words))
    kinds = tuple(kind_of(kind, pieces[kind.letter], chain, rules.words) for kind in base.kinds)
    if joins:
        places = base.board.named("b2 b4 d2 d4")
        kinds = tuple(replace(kind, joins_on=frozenset() if kind.is_hunter else places) for kind in kinds)
    return Mixed(
        replace(
            base,
            key="mixed",
            start=re.sub(r"~\d", "", base.start),
            kinds=kinds,
            obligation=DUTIES[duty],
            removal=Removal.END_OF_TURN if dead_stay else Removal.IMMEDIATE,
            stacks=Stacks(leapt_twice=twice) if piles else None,
            opening=Opening(chance.randint(1, 3), "put a tiger elsewhere" in rules.words),
        ),
        rules,
    )


def armies(chance: random.Random) -> Mixed:
    """Men and kings: how they go, chain, rest and turn back, the most taken, the king first, crowned in passing."""
    board = chance.choice(sorted(ARMIES))
    base = find_ruleset(ARMIES[board])
    duty, chain, most = chance.choice(sorted(DUTIES)), chance.choice(sorted(CHAINS)), chance.random() < 0.5
    words = ["not straight back"] * (chance.random() < 0.4) + ["king first"] * (chance.random() < 0.4)
    words += ["rest on the far rank"] * (chance.random() < 0.3)
    passing = board.startswith("full") and chance.random() < 0.5
    words += ["crowned in passing"] * passing
    man = Piece(chance.choice(["step", "slide"]), ways(chance), chance.choice(["short", "odd row"]), ways(chance), "K")
    king = Piece(chance.choice(["step", "slide"]), ways(chance), chance.choice(["short", "long"]), ways(chance))
    pieces = {"M": man, "m": man, "K": king, "k": king}
    far = {
        side: " ".join(base.board.points[point] for point in kind.promotes_on)
        for side, kind in (("w", base.kind["M"]), ("b", base.kind["m"]))
    }
    dead_stay = chance.random() < 0.5
    rules = Rules(board, pieces, duty, most, chain, dead_stay, far, ", ".join(words))
    kinds = tuple(kind_of(kind, pieces[kind.letter], chain, rules.words) for kind in base.kinds)
    if "rest on the far rank" in rules.words:
        rests = {0: base.kind["M"].promotes_on, 1: base.kind["m"].promotes_on}
        kinds = tuple(replace(kind, rests_on=rests[kind.side]) for kind in kinds)
    promotion = Promotion.IN_PASSING if passing else Promotion.ON_STOP
    return Mixed(
        replace(
            base,
            key="mixed",
            kinds=tuple(replace(kind, promotion=promotion) for kind in kinds),
            obligation=DUTIES[duty],
            precedence=CapturePrecedence.LONGEST_OF_ALL if most else CapturePrecedence.FREE,
            tie_break=TieBreak.KING_FIRST if "king first" in rules.words else TieBreak.NONE,
            removal=Removal.END_OF_TURN if dead_stay else Removal.IMMEDIATE,
        ),
        rules,
    )


def compare(seed: int, positions: int) -> int:
    """Compare a mixture on positions by chance; gives how many turns they had."""
    chance = random.Random(seed)
    mixed = chance.choice((hunt, armies))(chance)
    twin, turns = Twin(mixed.ruleset), 0
    for _ in range(positions):
        position: Position = scattered(mixed.ruleset, chance, free=14)
        text = format_position(mixed.ruleset, position, counters=False)
        ours = [format_move(mixed.ruleset, move) for move in legal_moves(mixed.ruleset, position)]
        assert len(ours) == len(set(ours)), (seed, text)
        assert set(ours) == naive_relatives.turns_by(mixed.rules, text), (seed, mixed.rules, text)
        assert twin.check(Game.begin(mixed.ruleset, position)) == len(ours)
        turns += len(ours)
    return turns


@pytest.mark.parametrize("seed", quick_first(range(SEEDS), "each mixture is another game by chance", 5))
def test_three_readings_of_every_mixture_are_one(seed: int) -> None:
    assert sum(compare(seed * EACH + each, positions=3) for each in range(EACH)) > EACH


if __name__ == "__main__":
    rulesets_compared, each_positions = int(sys.argv[1]), int(sys.argv[2])
    found = sum(compare(1_000_000 + seed, each_positions) for seed in range(rulesets_compared))
    print(f"{rulesets_compared} rulesets, {rulesets_compared * each_positions} positions, {found} turns: all the same")
