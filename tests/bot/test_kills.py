"""``kill -9`` in mid-traffic: nothing acknowledged is lost, nothing acts twice, every board catches up."""

import os
from pathlib import Path

import pytest

from bench.kills import kill

TIMES = int(os.environ.get("PAPAN_KILLS", "5"))


@pytest.mark.timeout(60 + 10 * TIMES)
async def test_killed_in_mid_traffic(tmp_path: Path) -> None:
    damage = await kill(TIMES, seed=11, folder=tmp_path)
    assert damage.kills == TIMES
    assert damage.acknowledged > 0
    assert damage.none, damage
