"""The process that pairs a Swiss: what it answers, and what is done where it fails."""

import sys
from datetime import UTC, datetime

import pytest

from bot.computer.swiss_process import pair_apart
from bot.matches.tournament import Entrant, Form
from bot.matches.tournament_course import TournamentCourse
from tests.bot.kit import DAM_8, pair_here

NOW = datetime(2026, 11, 30, tzinfo=UTC)
COURSE = TournamentCourse(
    Form.SWISS, DAM_8, 0, NOW, tuple(Entrant(f"player {number}", NOW, number) for number in range(1, 8)), ()
)


async def test_the_process_pairs_as_anybody_would() -> None:
    assert await pair_apart(COURSE) == await pair_here(COURSE)


@pytest.mark.parametrize(
    "command", [("no-such-program",), (sys.executable, "-c", "print('no pairs')"), (sys.executable, "-c", "")]
)
async def test_where_it_fails_a_round_is_due_all_the_same(command: tuple[str, ...]) -> None:
    paired = await pair_apart(COURSE, command)
    seats = [number for pairing in paired for number in (pairing.first, pairing.second) if number]
    assert sorted(seats) == list(range(1, 8))
    assert paired[-1].second is None
