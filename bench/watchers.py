"""Measures what people who only look on cost the server, and how long they wait: windows without a name at one match.

The real program runs in a process of its own, the windows in this one. Measured from the moment at which the player is
told of the move until the last of the windows is.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from bench.live import match_of, new_event, walk, watch
from bench.stops import serving
from bench.traffic import quiet
from bench.used import kilobytes, processor_seconds
from loopback.windows import JSON, Client, Room

WATCHERS = (0, 50, 200)
MOVES = 40
GAME = "malaysian-checkers-8"
SETTLED_FOR = 10.0
SAME = 500.0
"""Kilobytes that come and go in a process that does nothing."""
PER_ADDRESS = 5
"""Windows that are opened from one address: each may open so many at a time."""
SMALLEST = {"watchers": (0, 2), "moves": 2}


async def _settled(process: int) -> float:
    """The kilobytes of a process once they stay the same: after its start it loads the computer player."""
    before = 0.0
    while abs((now := kilobytes(process)) - before) > SAME:
        before = now
        await asyncio.sleep(SETTLED_FOR)
    return now


@asynccontextmanager
async def _windows(url: str, code: str, count: int) -> AsyncIterator[list[Client]]:
    """So many windows in which nobody has given a name, and which show a match."""
    async with AsyncExitStack() as stack:
        numbers = range(-(-count // PER_ADDRESS))
        rooms = [await stack.enter_async_context(Room.at(url, f"127.0.1.{number + 1}")) for number in numbers]
        yield await asyncio.gather(*(_window(rooms[number // PER_ADDRESS], code) for number in range(count)))


async def _window(room: Room, code: str) -> Client:
    client = await room.stranger()
    await client.say(type="visit", language="en", room="", since=0, quiet=True)
    await watch(client, code)
    return client


async def _told(client: Client, ply: int) -> JSON:
    """The table after so many moves, once a window is told of it."""
    while (table := await client.hears("board"))["ply"] < ply:
        pass
    return table


async def _moves(players: tuple[Client, Client], code: str, watchers: list[Client], moves: int) -> list[float]:
    """Moves by chance; the milliseconds from each, when its player is told of it, until the last window is."""
    chance = Random(1)
    tables = [await watch(player, code) for player in players]
    waits: list[float] = []
    while len(waits) < moves and tables[0]["status"] == "playing":
        mover = 0 if tables[0]["steps"] else 1
        picks = walk(tables[mover]["steps"], chance)
        ply = tables[mover]["ply"]
        wish = {"type": "turn", "event": new_event(), "code": code, "ply": ply}
        await players[mover].say(**wish, picks=picks, price=True)
        tables[mover] = await _told(players[mover], ply + 1)
        start = perf_counter()
        for client in watchers:
            await _told(client, ply + 1)
        waits.append(1000 * (perf_counter() - start))
        tables[1 - mover] = await _told(players[1 - mover], ply + 1)
    return waits


async def _measure(watchers: int, moves: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as (process, room):
            before_all = await _settled(process.pid)
            players = await room.sits("Adi"), await room.sits("Siti")
            code = await match_of(*players, GAME)
            async with _windows(room.url, code, watchers) as windows:
                before = processor_seconds(process.pid)
                waits = await _moves(players, code, windows, moves)
                spent = 1000 * (processor_seconds(process.pid) - before) / len(waits)
                each = (kilobytes(process.pid) - before_all) / watchers if watchers else 0.0
    print(f"{watchers:>8}{len(waits):>8}{spent:>17.1f}{median(waits):>17.1f}{each:>18.0f}", flush=True)


def run(watchers: tuple[int, ...] = WATCHERS, moves: int = MOVES) -> None:
    """Print a line for each number of windows."""
    quiet()
    print(f"{'windows':>8}{'moves':>8}{'CPU ms a move':>17}{'ms to the last':>17}{'kB each':>18}")
    for count in watchers:
        asyncio.run(_measure(count, moves))
