"""Four processes of the real program on one server, one of them killed while matches go on."""

from pathlib import Path

from bench.processes import PROCESSES, play
from tests.loopback.postgresql import PostgreSQL


async def test_what_a_killed_process_did_is_done_by_the_others(postgresql: PostgreSQL, tmp_path: Path) -> None:
    result = await play(postgresql, tmp_path, count=16, moves=3, at_once=16)
    assert result.is_right, result
    assert result.moves == 16 * 3
    assert result.living == PROCESSES - 1
