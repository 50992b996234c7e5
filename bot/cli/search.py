"""The parts of the command line that think: warm, tables, engine, analyse, match, and perft of the compiled kernel.

What compiles or loads the kernel is imported by the command that needs it, so that the others start quickly.
"""

import os
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from io import TextIOWrapper

from bot.cli.games import UsageError, count, position_of, ruleset_of
from bot.foundation.errors import UserError
from bot.foundation.version import this_version
from engine import search
from engine.game import Game
from engine.games import rulesets
from engine.notation import format_move


def perft(given: Namespace) -> Iterator[str]:
    """``papan perft``: counted by the reference, or with ``--kernel`` by the compiled generator."""
    return _kernel_count(given) if given.kernel else count(given)


def warm(_: Namespace) -> Iterator[str]:
    """``papan warm``: compile the computer player ahead, at a low priority."""
    with suppress(OSError, AttributeError):
        os.nice(10)
    search.warm(lambda: print(search.COMPILING, flush=True))
    yield "the computer player is ready"


def tables(given: Namespace) -> Iterator[str]:
    """``papan tables``: solve the endgames of the rulesets named, or of all; a line for each, when it is done."""
    wanted = [ruleset_of(name) for name in given.rulesets] or rulesets()
    with suppress(OSError, AttributeError):
        os.nice(10)
    from engine.search.tablebase.building import Solved, build
    from engine.search.tablebase.files import file_of

    for ruleset in wanted:
        began = time.process_time()
        parts: list[Solved] = []
        file = file_of(ruleset)
        if file is None:
            raise UserError("there is no folder to keep tables in; set NUMBA_CACHE_DIR to one that can be written")
        tablebase = build(ruleset, on_part=parts.append)
        if not parts:
            yield f"{ruleset.key}: too many pieces are left to the end"
            continue
        try:
            size = tablebase.save(file)
        except OSError as error:
            raise UserError(f"cannot write {file}: {error.strerror}") from None
        won, drawn, lost, unknown = (
            sum(getattr(part, each) for part in parts) for each in ("won", "drawn", "lost", "unknown")
        )
        yield (
            f"{ruleset.key}: {tablebase.plan.pieces} pieces, {len({part.part.counts for part in parts})} materials, "
            f"{won + drawn + lost + unknown:,} positions ({won:,} won, {drawn:,} drawn, {lost:,} lost, "
            f"{unknown:,} not known), longest win {(max(part.longest for part in parts) + 1) // 2} moves, "
            f"{size / 1e6:.1f} MB, {time.process_time() - began:.0f} s"
        )


def engine(given: Namespace) -> Iterator[str]:
    """``papan engine``: a line protocol, until ``quit`` or the end of the input: that after UCI
    (``engine.search.protocol``), or with ``--hub`` that of draughts programs (``engine.search.hub``).
    """
    from engine.search.hub import HubProtocol
    from engine.search.protocol import Protocol

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # what is no text is a bad line like any other, and is told of

    def write(line: str) -> None:
        print(line, flush=True)

    conversation = HubProtocol(write, this_version().number) if given.hub else Protocol(write)
    conversation.converse(sys.stdin)
    return iter(())


def analyse(given: Namespace) -> Iterator[str]:
    """``papan analyse``: a line for each depth as soon as it has been searched; the last line is the best move."""
    ruleset = ruleset_of(given.ruleset)
    game = Game.begin(ruleset, position_of(ruleset, given.position))
    if game.outcome:
        raise UsageError(f"the game is over: {game.outcome.ending.value}")
    if not 0 < given.seconds <= 3600:
        raise UsageError(f"the seconds are more than 0 and at most 3600, not {given.seconds:g}")
    from engine.search.results import Limit, Result
    from engine.search.searcher import Searcher
    from engine.search.tablebase.files import UnusableTablebase, tablebase_of

    try:
        tablebase = tablebase_of(ruleset)
    except UnusableTablebase as fault:
        print(f"papan: {fault}; make it again with: papan tables {ruleset.key}", file=sys.stderr)
        tablebase = None

    def report(result: Result) -> None:
        wins_in = result.score.wins_in
        score = f"{result.score.cp / 100:+.2f}" if wins_in is None else f"wins in {wins_in}"
        line = " ".join(format_move(ruleset, move) for move in result.pv)
        print(f"depth {result.depth:>2}  {score:>9}  {result.nodes:>11,} nodes  {line}", flush=True)

    limit = Limit(movetime_ms=int(1000 * given.seconds))
    result = Searcher(ruleset, tablebase=tablebase).search(game, limit, on_info=report, threads=os.cpu_count() or 1)
    yield format_move(ruleset, result.best)


def match(given: Namespace) -> Iterator[str]:
    """``papan match``: two settings against each other; a line a game, then the score with Elo and its error."""
    ruleset = ruleset_of(given.ruleset)
    if given.games < 2:
        raise UsageError(f"the games are 2 or more, so that both have each side, not {given.games}")
    from bot.cli.match_setting import player_of
    from engine.search.arena import Tally, match

    def report(tally: Tally, game: Game) -> None:
        ending = game.outcome.ending.value if game.outcome else "too long"
        print(f"{tally.games:>4}  {game.ply:>3} plies, {ending:<18}  {tally}", flush=True)

    first, second = (player_of(ruleset, text, given.seed) for text in (given.first, given.second))
    yield str(match(ruleset, first, second, given.games, given.seed, report))


def _kernel_count(given: Namespace) -> Iterator[str]:
    ruleset = ruleset_of(given.ruleset)
    position = position_of(ruleset, given.position)
    if given.depth < 0 or given.divide:
        raise UsageError("with --kernel the depth is 0 or more, and there is no --divide")
    from engine.search.kernel_state import load, new_state
    from engine.search.make_move import perft
    from engine.search.ruleset_compiler import compile_ruleset

    tables, state = compile_ruleset(ruleset), new_state()
    load(ruleset, tables, state, Game.begin(ruleset, position))
    yield str(perft(tables, state, given.depth, 1))
