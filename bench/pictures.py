"""Measures a picture's cost: processor time, bytes at 720 pixels, beside plain Pillow and SVG, from a cold start."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from time import process_time

import resvg_py

from bench.rivals import FONT, plain_pillow, svg_of
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.ruleset import Ruleset
from renderer import (
    PersonCard,
    RankedRow,
    RankingCard,
    RatedIn,
    Scene,
    ScoredIn,
    clear_caches,
    draw,
    draw_card,
    draw_ranking,
)

SIZE = 720
POSITIONS = 24
RIVAL_POSITIONS = 3
STARTS = 5
SMALLEST = {
    "keys": ("main-tapal-empat", "bagh-bandi", "malaysian-checkers-8"),
    "positions": 1,
    "rival_positions": 1,
    "starts": 1,
}
NAMES = ("Siti Nurhaliza", "Pak Dollah")
IN_OTHER_LETTERS = ("முருகன் செல்வம்", "رحمن بن علي")

_COLD_START = """
from engine.games import find_ruleset
from engine.position import start_position
from renderer import Scene, draw
ruleset = find_ruleset("malaysian-checkers")
draw(Scene(ruleset, start_position(ruleset)))
from time import process_time
print(process_time())
"""


@dataclass(frozen=True)
class Cost:
    """Median milliseconds of processor time and median thousands of bytes a picture."""

    milliseconds: float
    kilobytes: float

    def __str__(self) -> str:
        return f"{self.milliseconds:9.1f} ms{self.kilobytes:6.1f} KB"


def sample(ruleset: Ruleset, upright: bool, seed: int, positions: int) -> list[Scene]:
    """The same positions on every run, from random games of 1 to 70 plies, each with its last move."""
    chance, scenes = Random(seed), list[Scene]()
    while len(scenes) < positions:
        game = Game.begin(ruleset)
        for _ in range(chance.randint(1, 70)):
            if game.outcome:
                break
            game = game.play(chance.choice(game.legal_moves))
        scenes.append(
            Scene(
                ruleset,
                game.position,
                last=game.moves[-1],
                before=game.positions[-2],
                names=NAMES,
                size=SIZE,
                upright=upright,
            )
        )
    return scenes


def measured(make: Callable[[Scene], bytes], scenes: list[Scene]) -> list[Cost]:
    """The cost of each picture."""
    costs = []
    for scene in scenes:
        began = process_time()
        size = len(make(scene))
        costs.append(Cost((process_time() - began) * 1000, size / 1000))
    return costs


def cards(count: int) -> list[Cost]:
    """The cost of a person's card with all the rows that find room, the first one left out. Promised: 8 ms, 30 KB."""
    costs = []
    for number in range(count + 1):
        ratings = [RatedIn(f"Malaysian checkers {row}", f"{1500 + number}?", 1500, 1400, 1600) for row in range(4)]
        scores = [ScoredIn(f"Tigers and goats {row}", "31 won, 4 drawn, 22 lost", 31, 4, 22) for row in range(4)]
        began = process_time()
        size = len(draw_card(PersonCard(NAMES[0], tuple(ratings), tuple(scores))))
        costs.append(Cost((process_time() - began) * 1000, size / 1000))
    return costs[1:]


def rankings(count: int) -> list[Cost]:
    """The cost of the card of a list with all its rows, the first one left out. Promised: 8 ms, 30 KB."""
    costs = []
    for number in range(count + 1):
        people = [RankedRow(row, f"{NAMES[row % 2]} {row}", f"{1600 - row}?", 1600 - row) for row in range(1, 12)]
        levels = [RankedRow(0, f"{level} · Old tiger", f"{1598 - level}", 1598 - level) for level in range(8)]
        rows = sorted([*people, *levels], key=lambda row: -row.value)
        began = process_time()
        size = len(draw_ranking(RankingCard(f"This chat {number}", "You are number 14 of 31.", tuple(rows))))
        costs.append(Cost((process_time() - began) * 1000, size / 1000))
    return costs[1:]


def in_other_letters(scenes: Sequence[Scene]) -> float:
    """The cost of pictures with names in Tamil and in Jawi letters in shares of those with Latin names, by turns.
    Promised: 1.1 at most.
    """
    ratios = []
    for scene in scenes:
        ours, theirs = measured(draw, [scene, replace(scene, names=IN_OTHER_LETTERS)])
        ratios.append(theirs.milliseconds / ours.milliseconds)
    return median(ratios)


def middle(costs: list[Cost]) -> Cost:
    """The medians of both."""
    return Cost(median(cost.milliseconds for cost in costs), median(cost.kilobytes for cost in costs))


def svg_resvg(scene: Scene) -> bytes:
    """The SVG through resvg."""
    return resvg_py.svg_to_bytes(svg_string=svg_of(scene), skip_system_fonts=True, font_files=[str(FONT)])


def rivals() -> dict[str, Callable[[Scene], bytes]]:
    """The other pipelines by name; cairosvg needs the cairo library of the system."""
    found: dict[str, Callable[[Scene], bytes]] = {"Pillow RGB": plain_pillow, "SVG + resvg": svg_resvg}
    try:
        import cairosvg
    except OSError:
        print("(cairosvg is left out: there is no cairo library here)")
        return found
    return {**found, "SVG + cairosvg": lambda scene: cairosvg.svg2png(bytestring=svg_of(scene).encode())}


def cold_start(starts: int) -> float:
    """Processor milliseconds from the start of Python to the first picture, imports included."""
    command = [sys.executable, "-c", _COLD_START]
    runs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(starts)]
    return median(float(run) for run in runs) * 1000


def run(
    keys: Sequence[str] = (),
    positions: int = POSITIONS,
    rival_positions: int = RIVAL_POSITIONS,
    starts: int = STARTS,
) -> None:
    """Print the medians: a line a ruleset, all of them together, and what the first picture costs."""
    others = rivals()
    print(f"{SIZE} px wide, medians of processor time and size, last move drawn, caches warm\n")
    print(f"{'ruleset':<39}{'Papan':>21}" + "".join(f"{name:>21}" for name in others))
    every: dict[str, list[Cost]] = {name: [] for name in ("Papan", *others)}
    drawn = [find_ruleset(key) for key in keys] or rulesets()
    boards = [(ruleset, False) for ruleset in drawn]
    boards += [(ruleset, True) for ruleset in drawn if ruleset.board.height > ruleset.board.width]
    for ruleset, upright in boards:
        scenes = sample(ruleset, upright, 1, positions)
        measured(draw, sample(ruleset, upright, 2, positions))  # other games warm the caches
        line = {"Papan": measured(draw, scenes)}
        line |= {name: measured(make, scenes[:rival_positions]) for name, make in others.items()}
        for name, costs in line.items():
            every[name] += costs
        cells = "".join(f"{middle(costs)!s:>21}" for costs in line.values())
        print(f"{ruleset.key + (', upright' if upright else ''):<39}{cells}", flush=True)
    print(f"{'all':<39}" + "".join(f"{middle(costs)!s:>21}" for costs in every.values()))
    print(f"a person's card: {middle(cards(max(2, positions)))}")
    print(f"the card of a list: {middle(rankings(max(2, positions)))}")
    shares = in_other_letters(sample(drawn[0], False, 3, max(2, positions)))
    print(f"names in Tamil and Jawi letters: {shares:.2f} of that with Latin ones")
    clear_caches()
    first = middle(measured(draw, sample(drawn[0], False, 1, positions=1)))
    print(f"\nfirst picture of a kind, caches empty: {first.milliseconds:.0f} ms")
    print(f"from the start of Python to the first picture: {cold_start(starts):.0f} ms")
