"""Measures how fast the kernel counts and searches, beside the reference and beside the same steps compiled from C."""

import ctypes
import random
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from engine.endings import perft as reference_perft
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.ruleset import Ruleset
from engine.search import layout, make_move, move_code
from engine.search.kernel_state import load, new_state
from engine.search.results import Limit
from engine.search.ruleset_compiler import compile_ruleset
from engine.search.searcher import Searcher

SOURCE = Path(__file__).parent / "kernel_c" / "perft.c"
NODES = 3_000_000  # the kernel counts as deep as it takes to see so many
REFERENCE_NODES = 3_000
RUNS = 5
MIDDLE = 24  # plies at random to the middle position
SEARCH_MS = 1000
SMALLEST = {"keys": ("permainan-tabal",), "nodes": 1_000, "reference_nodes": 10, "search_ms": 20}


def run(
    keys: Sequence[str] = (), nodes: int = NODES, reference_nodes: int = REFERENCE_NODES, search_ms: int = SEARCH_MS
) -> None:
    """Print nodes a second of processor time by ruleset (medians), then depth and nodes of a second's search."""
    measured = [find_ruleset(key) for key in keys] or rulesets()
    twin = c_twin()
    if twin is None:
        print("No C compiler (cc) here: the columns of C stay empty.\n")
    print("Millions of nodes a second, leaves counted / leaves played; times the reference; share of C.\n")
    print(f"{'ruleset':<30}{'depth':>6}{'nodes':>11}{'kernel':>16}{'reference':>11}{'times':>7}{'C':>16}{'share':>13}")
    for ruleset in measured:
        count(ruleset, twin, nodes, reference_nodes)
    print(f"\n{search_ms} ms, one thread, from the start and from a middle position (after {MIDDLE} plies).")
    print("Late: how long after that, by the clock, the search stopped.\n")
    print(f"{'ruleset':<30}{'depth':>6}{'Mnodes/s':>10}{'late ms':>9}{'depth':>8}{'Mnodes/s':>10}{'late ms':>9}")
    for ruleset in measured:
        halves = (search(ruleset, game, search_ms) for game in (Game.begin(ruleset), middle(ruleset)))
        print(f"{ruleset.key:<30}" + "  ".join(halves))


def c_twin() -> Any:
    """The C program as a loaded library, or None without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "layout.h").write_text(header(), encoding="ascii")
        library = Path(folder, "perft.so")
        subprocess.run(
            [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-I", folder, "-o", library, SOURCE], check=True
        )
        perft = ctypes.CDLL(str(library)).perft
    perft.restype = ctypes.c_int64
    perft.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64]
    return perft


def header() -> str:
    """Both records as C structures, with their sizes and codes and the bits of a move."""
    constants = {
        name: value for module in (layout, move_code) for name, value in vars(module).items() if type(value) is int
    }
    lines = [
        "#include <stdint.h>",
        "enum { " + ", ".join(f"{name} = {value}" for name, value in constants.items()) + " };",
    ]
    for name, record in (("tables", layout.TABLES), ("state", layout.STATE)):
        lines.append("typedef struct {")
        for field in record.names or ():
            base, shape = record[field].subdtype or (record[field], ())
            lines.append(f"    {base.name}_t {field}" + "".join(f"[{size}]" for size in shape) + ";")
        lines.append(f"}} {name};")
    return "\n".join(lines) + "\n"


def count(ruleset: Ruleset, twin: Any, wanted: int, reference_wanted: int) -> None:
    """One line of the first table, counted as deep as it takes to see so many nodes."""
    t: Any = compile_ruleset(ruleset)
    s: Any = new_state()
    game = Game.begin(ruleset)
    load(ruleset, t, s, game)
    addresses = t.bit.ctypes.data - t.dtype.fields["bit"][1], s.board.ctypes.data
    depth = 1
    while make_move.perft(t, s, depth, 1) < wanted:
        depth += 1
    ours, theirs = [], []
    nodes = 0
    for bulk in (1, 0):
        speeds: list[list[float]] = [[], []]
        for _ in range(RUNS):
            nodes, speed = timed(partial(make_move.perft, t, s, depth, bulk))
            speeds[0].append(speed)
            if twin is not None:
                same, speed = timed(partial(twin, *addresses, depth, bulk))
                if same != nodes:
                    raise RuntimeError(f"{ruleset.key}: C counts {same}, the kernel {nodes}")
                speeds[1].append(speed)
        ours.append(median(speeds[0]))
        theirs.append(median(speeds[1]) if twin is not None else 0.0)
    shallow = 1
    while make_move.perft(t, s, shallow, 1) < reference_wanted:
        shallow += 1
    slow = median(timed(lambda: reference_perft(ruleset, game.position, shallow))[1] for _ in range(3))
    shares = [f"{one / other:.2f}" if other else "-" for one, other in zip(ours, theirs, strict=True)]
    print(
        f"{ruleset.key:<30}{depth:>6}{nodes:>11}{pair(ours):>16}{slow:>11.4f}{ours[0] / slow:>7.0f}"
        f"{pair(theirs) if twin is not None else '-':>16}{' / '.join(shares):>13}"
    )


def pair(speeds: list[float]) -> str:
    """Two speeds, counted and played."""
    return f"{speeds[0]:.1f} / {speeds[1]:.1f}"


def timed(work: Any) -> tuple[int, float]:
    """The count that ``work`` gives, and millions a second."""
    began = process_time()
    nodes = work()
    return nodes, nodes / max(process_time() - began, 1e-9) / 1e6


def middle(ruleset: Ruleset) -> Game:
    """A position some way into a game played at random, always the same."""
    chance = random.Random(ruleset.key)
    while True:
        game = Game.begin(ruleset)
        while game.ply < MIDDLE and not game.outcome:
            game = game.play(chance.choice(game.legal_moves))
        if not game.outcome and len(game.legal_moves) > 1:
            return game


def search(ruleset: Ruleset, game: Game, search_ms: int) -> str:
    """Half a line of the second table. A busy machine gives a search less of its time; it is made up in nodes."""
    searcher = Searcher(ruleset, hash_mb=64)
    began = process_time()
    result = searcher.search(game, Limit(movetime_ms=search_ms))
    speed = result.nodes / max(process_time() - began, 1e-9)
    late = result.seconds * 1000 - search_ms
    searcher.clear()
    result = searcher.search(game, Limit(nodes=int(speed * search_ms / 1000)))
    return f"{result.depth:>6}{speed / 1e6:>10.2f}{late:>9.1f}"
