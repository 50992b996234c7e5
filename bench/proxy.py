"""Measures how long many people at one address behind a named proxy wait: to come in, and to move.

The real program runs in a process of its own and names 127.0.0.1 as a proxy; what asks it says, as a proxy would, that
all of them are at one address. Each of them has a practice board and plays as fast as they are answered.

Promised: another comes in within 0.3 s while they play, and the room makes 50 moves a second.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from aiohttp import ClientSession, TCPConnector

from bench.live import new_event, practice, walk, watch
from bench.stops import serving
from bot.foundation.proxies import FORWARDED_FOR
from loopback.windows import JSON, Client, Room

GAME = "malaysian-checkers-8"
THERE, ELSEWHERE = "192.0.2.7", "192.0.2.8"
CLIENTS, SECONDS, NEWCOMERS = 300, 10.0, 9
AT_ONCE = 20
"""Clients that come in at once before anything is measured."""
SMALLEST = {"clients": 3, "seconds": 0.5, "newcomers": 1}


@asynccontextmanager
async def _behind(url: str, client: str) -> AsyncIterator[Room]:
    """The room for people who are, as the proxy says, at an address."""
    connector = TCPConnector(limit=0)
    async with ClientSession(connector=connector, headers={FORWARDED_FOR: client}) as session:
        room = Room(url, session)
        yield room
        await room.empty()


async def _plays(client: Client, table: JSON, until: float, chance: Random) -> list[float]:
    """Turn after turn on a practice board; the seconds until each stood there."""
    waits: list[float] = []
    while table["steps"] and perf_counter() < until:
        began, ply = perf_counter(), table["ply"]
        picks = walk(table["steps"], chance)
        await client.say(type="turn", event=new_event(), code=table["code"], ply=ply, picks=picks, price=True)
        while (table := await client.hears("board"))["ply"] == ply:
            pass
        waits.append(perf_counter() - began)
    return waits


async def _comes_in(room: Room, number: int) -> float:
    """Seconds until somebody new has the page and the lobby."""
    began = perf_counter()
    for path in ("", "static/main.js", "texts/en", "games/en"):
        async with room.session.get(f"{room.url}{path}") as response:
            await response.read()
    client = await room.sits(f"Late {number}")
    await client.say(type="lobby", open=True)
    await client.hears("lobby")
    return perf_counter() - began


async def _measure(clients: int, seconds: float, newcomers: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            serving(Path(folder), PAPAN_PROXIES="127.0.0.1") as (_, served),
            _behind(served.url, THERE) as there,
            _behind(served.url, ELSEWHERE) as elsewhere,
        ):
            turns = asyncio.Semaphore(AT_ONCE)

            async def comes(number: int) -> tuple[Client, JSON]:
                async with turns:
                    client = await there.sits(f"Ali {number}")
                    return client, await watch(client, await practice(client, GAME))

            crowd = await asyncio.gather(*map(comes, range(clients)))
            began = perf_counter()
            until = began + seconds
            playing = asyncio.gather(
                *(_plays(client, table, until, Random(number)) for number, (client, table) in enumerate(crowd))
            )
            here, apart = [], []
            for number in range(newcomers):
                await asyncio.sleep(seconds / newcomers / 2)
                here.append(await _comes_in(there, 2 * number))
                apart.append(await _comes_in(elsewhere, 2 * number + 1))
            waits = [each for one in await playing for each in one]
            took = perf_counter() - began
    for where, waited in (("at the same address", here), ("at another address", apart)):
        print(f"another comes in {where:<20} {median(waited):6.2f} s median {max(waited):6.2f} s worst", flush=True)
    print(f"{clients} people: {len(waits) / took:.0f} moves a second, {median(waits):.2f} s median each", flush=True)


def run(clients: int = CLIENTS, seconds: float = SECONDS, newcomers: int = NEWCOMERS) -> None:
    """Print how long another waits to come in, and how many moves are made a second."""
    asyncio.run(_measure(clients, seconds, newcomers))
