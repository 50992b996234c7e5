"""Pairs a round of a Swiss in a process of its own: with many people that takes seconds, in which boards go on."""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE

from bot.computer.search_pool import NICENESS
from bot.foundation.errors import UserError
from bot.matches.swiss import swiss_round
from bot.matches.tournament import Pairing
from bot.matches.tournament_course import TournamentCourse, legs_of

COMMAND = (sys.executable, "-m", "bot.computer.swiss_process")
_ERRORS = 2000
"""So many bytes are told of what it says when it fails."""


class PairingFailed(UserError):
    """The process has died; the text says in one line what it said last."""


async def pair_apart(course: TournamentCourse) -> tuple[Pairing, ...]:
    """The next round of a Swiss; empty where nobody can meet anybody whom they have not met. Raises PairingFailed."""
    asked = (course.entrants, course.games, course.round + 1, course.rounds, legs_of(course.ruleset))
    try:
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    except OSError:  # this machine has no room for another process
        return await asyncio.to_thread(swiss_round, *asked)
    try:
        answer, said = await process.communicate(pickle.dumps(asked))
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode:
        raise PairingFailed(said[-_ERRORS:].decode(errors="replace").strip().rpartition("\n")[2])
    paired: tuple[Pairing, ...] = pickle.loads(answer)
    return paired


def _main() -> None:
    os.nice(NICENESS)
    asked = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(pickle.dumps(swiss_round(*asked)))


if __name__ == "__main__":
    _main()
