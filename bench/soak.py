"""Twenty minutes of people who come, play, ask for rematches and leave, beside windows that only keep the lobby open.

Printed each minute: scenes played, seconds that a scene takes, memory, the share of a processor. At the end everybody
leaves: what the server then takes in a minute, and how long it takes to end.
"""

import asyncio
import signal
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.idle import SCENES, idle_share, lobby_window, play
from bench.stops import serving
from bench.traffic import quiet
from bench.used import kilobytes, processor_seconds
from bench.watchers import PER_ADDRESS
from loopback.windows import Room

MINUTES = 20
LOBBIES = 40
EVERY = 4.0
"""Seconds from the beginning of a scene to that of the next: nobody is told that they are too fast."""
SMALLEST = {"minutes": 1, "minute": 3.0, "lobbies": 2, "measured": 0.5}


async def _minute(room: Room, process: int, scenes: Iterator[tuple[int, str]], seconds: float) -> None:
    """Play for a minute, and print what it took."""
    before, began, took = processor_seconds(process), perf_counter(), list[float]()
    while (now := perf_counter()) < began + seconds:
        number, scene = next(scenes)
        # From one address only so many matches can be begun in an hour.
        async with Room.at(room.url, f"127.0.2.{number % 250 + 1}") as elsewhere:
            await play(elsewhere, scene, number)
        took.append(perf_counter() - now)
        await asyncio.sleep(max(0.0, EVERY - took[-1]))
    share = 100 * (processor_seconds(process) - before) / (perf_counter() - began)
    print(f"{len(took):>8}{median(took):>12.2f}{kilobytes(process) / 1000:>10.0f}{share:>8.1f} %", flush=True)


async def _soak(minutes: int, minute: float, lobbies: int, measured: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as (process, room), AsyncExitStack() as stack:
            addresses = range(-(-lobbies // PER_ADDRESS))
            rooms = [
                await stack.enter_async_context(Room.at(room.url, f"127.0.1.{number + 1}")) for number in addresses
            ]
            for number in range(lobbies):
                await lobby_window(rooms[number // PER_ADDRESS])
            scenes = enumerate(cycle(SCENES))
            for _ in range(minutes):
                await _minute(room, process.pid, scenes, minute)
            await stack.aclose()
            print(f"after all have left: {await idle_share(process.pid, measured):.2f} %", flush=True)
            began = perf_counter()
            process.send_signal(signal.SIGTERM)
            status = await process.wait()
            print(f"SIGTERM: status {status} after {perf_counter() - began:.2f} s", flush=True)


def run(minutes: int = MINUTES, minute: float = 60.0, lobbies: int = LOBBIES, measured: float = 60.0) -> None:
    """Print a line a minute, and how it ends."""
    quiet()
    print(f"{'scenes':>8}{'s a scene':>12}{'MB':>10}{'CPU':>10}")
    asyncio.run(_soak(minutes, minute, lobbies, measured))
