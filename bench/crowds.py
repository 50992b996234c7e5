"""Measures how long a move and a picture take while many others only have the lobby open, or fetch files without end.

The real program runs in a process of its own, the crowd in another one of low priority and at other addresses. Pairs
of people play in the common room, a move a second, and somebody asks for a card with a picture: first calmly, then
beside each crowd, and again once it is gone. At the end the program is told to stop while the first crowd is there.
Promised: a move takes at the median at most twice as long as in the calm, a picture too, and the program ends within
five seconds.
"""

import asyncio
import multiprocessing
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import product
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from aiohttp import ClientError, ClientSession, TCPConnector

from bench.live import match_of, new_event, walk, watch
from bench.stops import serving
from bench.traffic import quiet
from engine.games import rulesets
from loopback.windows import JSON, Client, Room
from renderer import THEMES

PAIRS = 6
SECONDS = 8.0
MOVE_EVERY, PICTURE_EVERY = 0.8, 1.2
GAME = "malaysian-checkers-8"
STACKED = "permainan-tabal"
PER_ADDRESS = 5
"""Windows that are opened from one address: each may open so many at a time."""
ADDRESSES = 8
"""From how many addresses files are fetched."""
AT_ONCE = 8
"""Requests that each of these has under way."""
OPENED_WITHIN = 120.0
BEGUN = 4.0
"""Seconds until what may be asked for at once is used up."""
SMALLEST: dict[str, object] = {"crowds": ("2 onlookers", "/games"), "pairs": 1, "seconds": 1.5, "begun": 0.1}

Crowd = Callable[[str, Event], Awaitable[None]]


async def _lobbies(count: int, name: str, url: str, ready: Event) -> None:
    """So many windows that have the lobby open and read what comes; named ones if they are given a name."""

    async def window(room: Room, number: int) -> Client:
        client = await (room.sits(f"{name} {number}") if name else room.stranger())
        if not name:
            await client.say(type="visit", language="en", room="", since=0, quiet=True)
        await client.say(type="lobby", open=True)
        await client.hears("lobby")
        return client

    async def read(client: Client) -> None:
        async for _ in client.socket:
            pass

    async def address(first: int) -> None:
        local = f"127.0.{1 + 2 * bool(name)}.{first // PER_ADDRESS + 1}"
        room = Room(url, ClientSession(connector=TCPConnector(limit=0, local_addr=(local, 0))))
        rooms.append(room)
        for number in range(first, min(first + PER_ADDRESS, count)):
            reading.append(asyncio.create_task(read(await window(room, number))))

    rooms: list[Room] = []
    reading: list[asyncio.Task[None]] = []
    await asyncio.gather(*(address(first) for first in range(0, count, PER_ADDRESS)))
    ready.set()
    await asyncio.Event().wait()


async def _files(paths: Callable[[str], Iterable[str]], url: str, ready: Event) -> None:
    """Files that are fetched from a few addresses without end, each from all of them."""

    async def ask(session: ClientSession, some: Iterable[str]) -> None:
        for path in some:
            with suppress(ClientError, OSError):
                async with session.get(f"{url}{path}") as response:
                    await response.read()

    async def address(number: int) -> None:
        local = f"127.0.0.{number + 2}"
        async with ClientSession(connector=TCPConnector(limit=0, local_addr=(local, 0))) as session:
            async with session.get(f"{url}games/en") as response:
                build = (await response.json())["build"]
            ready.set()
            while True:
                asked = list(paths(build))
                Random(number).shuffle(asked)
                await asyncio.gather(*(ask(session, asked[at::AT_ONCE]) for at in range(AT_ONCE)))

    await asyncio.gather(*map(address, range(ADDRESSES)))


def _pieces(build: str) -> Iterable[str]:
    """All piles of pieces, of each game and in each theme."""
    for ruleset, theme, height in product(rulesets(), THEMES, range(1, 100)):
        for kind in ruleset.kinds:
            yield f"piece/{build}/{theme}/{ruleset.key}-lying-{kind.letter}-{height}@2.webp"


CROWDS: dict[str, Crowd] = {
    "2 onlookers": partial(_lobbies, 2, ""),
    "200 onlookers": partial(_lobbies, 200, ""),
    "280 onlookers": partial(_lobbies, 280, ""),
    "200 named": partial(_lobbies, 200, "Crowd"),
    "/games": partial(_files, lambda build: ["games/en"] * 400),
    "/game": partial(_files, lambda build: ["game/en/dam-8"] * 400),
    "pieces": partial(_files, _pieces),
}
MEASURED = tuple(CROWDS)[1:]


def _run_crowd(name: str, url: str, ready: Event) -> None:
    os.nice(19)
    asyncio.run(CROWDS[name](url, ready))  # type: ignore[arg-type]


@asynccontextmanager
async def _crowd(name: str, url: str, begun: float) -> AsyncIterator[None]:
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    process = context.Process(target=_run_crowd, args=(name, url, ready), daemon=True)
    process.start()
    try:
        assert await asyncio.to_thread(ready.wait, OPENED_WITHIN)
        await asyncio.sleep(begun)
        yield
    finally:
        process.kill()
        await asyncio.to_thread(process.join)


class _Pair:
    """Two who play one match after the other."""

    def __init__(self, players: tuple[Client, Client]) -> None:
        self._players = players
        self._tables: list[JSON] = []
        self._chance = Random(1)

    async def moves(self, seconds: float) -> list[float]:
        """Milliseconds from each move until its player is told that it has been made."""
        waits: list[float] = []
        end = perf_counter() + seconds
        while perf_counter() < end:
            await asyncio.sleep(MOVE_EVERY * self._chance.uniform(0.5, 1.5))
            if not self._tables or self._tables[0]["status"] != "playing":
                code = await match_of(*self._players, GAME)
                self._tables = [await watch(player, code) for player in self._players]
            waits.append(await self._move())
        return waits

    async def _move(self) -> float:
        mover = 0 if self._tables[0]["steps"] else 1
        table = self._tables[mover]
        turn = {"type": "turn", "event": new_event(), "code": table["code"], "ply": table["ply"], "price": True}
        began = perf_counter()
        await self._players[mover].say(**turn, picks=walk(table["steps"], self._chance))
        waited = 0.0
        for number in (mover, 1 - mover):
            while (told := await self._players[number].hears("board"))["ply"] <= table["ply"]:
                pass
            self._tables[number] = told
            if number == mover:
                waited = 1000 * (perf_counter() - began)
        return waited


async def _pictures(person: Client, seconds: float) -> list[float]:
    """Milliseconds from each wish for a card until it is there with its picture."""
    waits: list[float] = []
    end = perf_counter() + seconds
    while perf_counter() < end:
        await asyncio.sleep(PICTURE_EVERY)
        began = perf_counter()
        await person.say(type="say", text=f"/rules game:{STACKED}", reply="")
        while not any(each.get("picture") for each in (await person.hears("messages"))["messages"]):
            pass
        waits.append(1000 * (perf_counter() - began))
    return waits


async def _measure(name: str, pairs: list[_Pair], asker: Client, seconds: float) -> None:
    """Print the line of a measurement."""
    *moves, pictures = await asyncio.gather(*(pair.moves(seconds) for pair in pairs), _pictures(asker, seconds))
    waits = [wait for each in moves for wait in each]
    figures = (median(waits), max(waits), median(pictures), max(pictures))
    print(f"{name:<24}" + "".join(f"{each:>12.1f}" for each in figures), flush=True)


async def _measure_all(crowds: Iterable[str], pairs: int, seconds: float, begun: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as (process, room):
            people = [await room.sits(f"Person {number}") for number in range(2 * pairs)]
            playing = [_Pair((people[number], people[number + pairs])) for number in range(pairs)]
            async with Room.at(room.url, "127.0.0.20") as elsewhere:
                asker = await elsewhere.sits("Asker")
                await _measure("calm", playing, asker, seconds)
                for name in crowds:
                    async with _crowd(name, room.url, begun):
                        await _measure(name, playing, asker, seconds)
                    await _measure("  once they are gone", playing, asker, seconds)
                async with _crowd(next(iter(crowds)), room.url, begun):
                    began = perf_counter()
                    process.send_signal(signal.SIGTERM)
                    status = await process.wait()
                    print(f"stopped beside the first crowd: {perf_counter() - began:.2f} s, exit {status}", flush=True)


def run(crowds: Iterable[str] = MEASURED, pairs: int = PAIRS, seconds: float = SECONDS, begun: float = BEGUN) -> None:
    """Print a line for the calm, and two for each crowd: milliseconds, the median and the worst."""
    quiet()
    heads = ("move", "worst", "picture", "worst")
    print(" " * 24 + "".join(f"{head:>12}" for head in heads), flush=True)
    asyncio.run(_measure_all(crowds, pairs, seconds, begun))
