"""Crashes: 500 times ``kill -9`` in mid-traffic on each kind of database, and 20 immediate stops of PostgreSQL."""

import asyncio
import tempfile

from bench.kills import Damage, kill, stop
from bench.traffic import quiet
from loopback.postgresql import PostgreSQL

KILLS = 500
STOPS = 20
SMALLEST = {"kills": 3, "stops": 1}


def run(kills: int = KILLS, stops: int = STOPS) -> None:
    """Print what the crashes did."""
    quiet()
    with tempfile.TemporaryDirectory() as folder:
        _tell("SQLite, kill -9", asyncio.run(kill(kills, 1, f"sqlite:///{folder}/papan.sqlite")))
    with PostgreSQL() as server:
        _tell("PostgreSQL, kill -9", asyncio.run(kill(kills, 1, server.address(server.create()))))
        _tell("PostgreSQL, the server stopped at once", asyncio.run(stop(server, stops, 1)))


def _tell(title: str, damage: Damage) -> None:
    print(f"{title}: {damage.kills} times, {damage.acknowledged} moves acknowledged")
    print(f"  {damage.lost} lost, {damage.doubled} doubled, {damage.unshown} boards showed what is not stored")
    print(f"  {damage.caught_up} views were behind afterwards and caught up, {damage.behind} did not")
    print("  " + ("\n  ".join(damage.problems) or "papan check finds nothing wrong"), flush=True)
