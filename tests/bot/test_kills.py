"""``kill -9`` in mid-traffic: nothing acknowledged is lost, nothing acts twice, every board catches up."""

import os
from pathlib import Path

import pytest

from bench import board_kills
from bench.kills import kill, stop
from loopback.postgresql import PostgreSQL
from tests.suites import deep, examples, quick_first

TIMES = int(os.environ.get("PAPAN_KILLS", examples(5)))


@pytest.mark.parametrize(
    "backend", quick_first(("sqlite", "postgresql"), "a server's connection is cut at the commit in the quick suite")
)
@pytest.mark.timeout(60 + 10 * TIMES)
async def test_killed_in_mid_traffic(url: str) -> None:
    damage = await kill(TIMES, seed=11, url=url)
    assert damage.kills == TIMES
    assert damage.acknowledged > 0
    assert damage.none, damage


@deep("the program is killed on a file, and connections to a server are cut, in the quick suite")
async def test_the_server_stops_in_mid_traffic() -> None:
    with PostgreSQL() as server:
        damage = await stop(server, 2, seed=11)
    assert damage.kills == 2
    assert damage.acknowledged > 0
    assert damage.none, damage


@deep("a match is killed in mid-traffic in the quick suite")
async def test_killed_while_people_touch_their_boards(tmp_path: Path) -> None:
    costs = await board_kills.kill(5, seed=11, folder=tmp_path)
    assert costs.kills == 5
    assert costs.under_way > 0
    assert costs.none, costs
