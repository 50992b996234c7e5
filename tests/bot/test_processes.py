"""Four processes of the real program on one server, one of them killed while matches go on."""

import json
from pathlib import Path
from typing import Any

from bench.processes import PROCESSES, play
from loopback.postgresql import PostgreSQL
from tests.suites import deep


@deep("leases are taken over in test_leases, and one process is killed in test_kills")
async def test_what_a_killed_process_did_is_done_by_the_others(postgresql: PostgreSQL, tmp_path: Path) -> None:
    result = await play(postgresql, tmp_path, count=16, moves=3, at_once=16)
    assert result.is_right, result
    assert result.moves == 16 * 3
    assert result.living == PROCESSES - 1
    lines = logged(tmp_path)
    assert len([line for line in lines if line["event"] == "discord_connected"]) >= 2, lines
    assert not [line for line in lines if "voice" in line["event"]], "nobody speaks here"


def logged(folder: Path) -> list[dict[str, Any]]:
    """The lines that all processes have logged, each of them JSON."""
    return [json.loads(line) for file in folder.glob("*.log") for line in file.read_text().splitlines()]
