"""Pairs a round of a Swiss in a process of its own: with many people that takes seconds, in which boards go on.

Where that process fails, the round is paired without the library, which is done in a moment.
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE
from collections.abc import Sequence

import structlog

from bot.computer.search_pool import NICENESS
from bot.matches.swiss import swiss_round
from bot.matches.swiss_own import Pair
from bot.matches.swiss_record import SwissRecord
from bot.matches.tournament import Pairing
from bot.matches.tournament_course import TournamentCourse, legs_of

_log = structlog.get_logger(__name__)

COMMAND = (sys.executable, "-m", "bot.computer.swiss_process")
PATIENCE = 120.0
"""Seconds after which a process counts as hung: 64 people take three on a machine with nothing else to do."""


async def pair_apart(course: TournamentCourse, command: Sequence[str] = COMMAND) -> tuple[Pairing, ...]:
    """The next round of a Swiss; empty where nobody can meet anybody whom they have not met."""
    asked = (course.entrants, course.games, course.round + 1, course.rounds, legs_of(course.ruleset))
    try:
        return await _answered(command, pickle.dumps(asked))
    except (OSError, TimeoutError, EOFError, pickle.UnpicklingError) as error:
        _log.warning("swiss_paired_without_library", reason=type(error).__name__)
        return swiss_round(*asked, propose=_nobody)


async def _answered(command: Sequence[str], asked: bytes) -> tuple[Pairing, ...]:
    """The answer of the process. Raises OSError where there is no room for it, TimeoutError, EOFError or
    UnpicklingError where it fails.
    """
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    try:
        async with asyncio.timeout(PATIENCE):
            answer, _ = await process.communicate(asked)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    paired: tuple[Pairing, ...] = pickle.loads(answer)
    return paired


def _nobody(records: Sequence[SwissRecord], round_: int, rounds: int) -> tuple[Pair, ...]:
    """Propose no pair at all."""
    del records, round_, rounds
    return ()


def _main() -> None:
    os.nice(NICENESS)
    asked = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(pickle.dumps(swiss_round(*asked)))


if __name__ == "__main__":
    _main()
