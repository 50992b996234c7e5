"""Measures how long the program takes to end after SIGTERM, in twelve situations. Promised: 5 seconds, at its start 3.

A stop in one of these situations is a test too (``tests/bot/test_stops.py``), which asks only that it ends in order.
"""

import asyncio
import os
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

from aiohttp import ClientSession

from loopback.discord import DiscordServer
from loopback.telegram import TelegramServer
from loopback.trouble import Trouble, TroubledServer
from loopback.waiting import until
from loopback.windows import Client, Room, deaf, shout
from tests.engine.positions import FULL_OF_CAPTURES

RUNNING, STARTING = 5.0, 3.0
"""Seconds that are promised for the end of a program that runs, and of one that is still starting."""
WATCHDOG = 60.0
READY_WITHIN = 90.0
WINDOWS, DEAF = 20, 5
LINE = "x" * 1000
TELEGRAM_TOKEN = "700000001:AAloopback-secret"


@dataclass(frozen=True)
class Stop:
    """The end of a program: its exit status, and the seconds it took."""

    status: int
    seconds: float


@dataclass(frozen=True)
class Situation:
    """A situation to end the program in, and the seconds that are promised for that."""

    name: str
    within: float
    stop: Callable[[Path], Coroutine[None, None, Stop]]


@asynccontextmanager
async def _program(folder: Path, **settings: str) -> AsyncIterator[Process]:
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            env={**os.environ, "DATABASE_URL": f"sqlite:///{folder}/papan.db", **settings},
            stdout=PIPE,
            stderr=log,
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _ready(process: Process) -> str:
    """Wait until the program is ready; the line that says so."""
    assert process.stdout
    async with asyncio.timeout(READY_WITHIN):
        return (await process.stdout.readline()).decode()


async def _end(process: Process) -> Stop:
    began = perf_counter()
    process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(WATCHDOG):
        status = await process.wait()
    return Stop(status, perf_counter() - began)


@asynccontextmanager
async def serving(folder: Path, listen: str = "127.0.0.1:0", **settings: str) -> AsyncIterator[tuple[Process, Room]]:
    """The program with a web room at an address, and with settings of its environment."""
    async with _program(folder, PAPAN_WEB=listen, **settings) as process, ClientSession() as session:
        url = next(word for word in (await _ready(process)).split() if word.startswith("http"))
        room = Room(url, session)
        yield process, room
        await room.empty()


async def _idle(folder: Path) -> Stop:
    async with serving(folder) as (process, _):
        return await _end(process)


async def _with_windows(folder: Path) -> Stop:
    async with serving(folder) as (process, room):
        for number in range(WINDOWS):
            await room.sits(f"Guest {number}")
        return await _end(process)


async def _talk(guest: Client) -> None:
    """Say something again and again, and read nothing; until the program has gone."""
    try:
        while True:
            await guest.say(type="say", text="/help", reply="")
            await asyncio.sleep(0.2)
    except ConnectionError:
        return


async def _loaded(folder: Path) -> Stop:
    async with serving(folder) as (process, room):
        guests = [await room.sits(f"Guest {number}") for number in range(WINDOWS)]
        talking = [asyncio.create_task(_talk(guest)) for guest in guests]
        for guest in guests:
            await guest.card("/play")
        stop = await _end(process)
        for task in talking:
            task.cancel()
        return stop


async def _compiling(folder: Path) -> Stop:
    """The computer player is being compiled, where no folder for the result can be written, and people wait for it."""
    beneath_a_file = str(folder / "log" / "kernel")
    async with serving(folder, NUMBA_CACHE_DIR=beneath_a_file) as (process, room):
        guests = [await room.sits(f"Guest {number}") for number in range(WINDOWS)]
        for guest in guests:
            await guest.say(type="say", text="/analyse russian-draughts 4/1m2/M3/3m/4/4/4/4 w", reply="")
        await guests[0].card("getting ready")
        await until(lambda: "kernel_compiles" in (folder / "log").read_text())
        await asyncio.sleep(10.0)  # until the large functions are being compiled
        return await _end(process)


async def _pasted(folder: Path) -> Stop:
    """Positions that nobody could go through are being gone through."""
    async with serving(folder) as (process, room):
        guests = [await room.sits(f"Guest {number}") for number in range(WINDOWS)]
        for guest in guests:
            await guest.say(type="say", text=f"/analyse omnidirectional-draughts-10 {FULL_OF_CAPTURES}", reply="")
        await guests[0].card("too many captures")
        return await _end(process)


async def _deaf(folder: Path, *, loaded: bool) -> Stop:
    """Windows that read nothing, while there is much to be sent to them."""
    async with serving(folder) as (process, room), AsyncExitStack() as stack:
        guests = [await room.sits(f"Guest {number}") for number in range(DEAF)]
        for guest in guests:
            for _ in range(25):
                await guest.say(type="say", text=LINE, reply="")
        for number, guest in enumerate(guests):
            hello = {"type": "hello", "secret": guest.secret, "room": "", "since": 0}
            _, writer = await deaf(room.url, **hello)
            stack.callback(writer.close)
            for _ in range(30 + number):
                shout(writer, **hello)
        if loaded:
            for guest in guests:
                task = asyncio.create_task(_talk(guest))
                stack.callback(task.cancel)
        await asyncio.sleep(2.0)  # until the connections are full
        return await _end(process)


async def _half_sent(folder: Path) -> Stop:
    """Connections with half a request, and with pages that are not read."""
    async with serving(folder) as (process, room), AsyncExitStack() as stack:
        at = urlsplit(room.url)
        for number in range(WINDOWS):
            _, writer = await asyncio.open_connection(at.hostname, at.port, limit=1024)
            stack.callback(writer.close)
            whole = f"GET /static/room.js HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n"
            writer.write((whole * 40 if number % 2 else whole[:30]).encode())
        await asyncio.sleep(1.0)  # until they are read
        return await _end(process)


async def _starting(folder: Path, trouble: Trouble, platform: str) -> Stop:
    """A platform is in trouble when the program starts."""
    async with TroubledServer(trouble) as server:
        settings = {
            "discord": {"DISCORD_TOKEN": "bot-token", "DISCORD_API_URL": server.url},
            "telegram": {"TELEGRAM_TOKEN": TELEGRAM_TOKEN, "TELEGRAM_API_URL": server.url},
        }[platform]
        async with _program(folder, **settings) as process:
            async with asyncio.timeout(READY_WITHIN):
                await server.asked.wait()
            return await _end(process)


async def _away(folder: Path) -> Stop:
    """Both platforms have gone while the program runs, and there is something to send."""
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(TelegramServer(checked=False))
        discord = DiscordServer(checked=False)
        await discord.start()
        settings = {
            "TELEGRAM_TOKEN": telegram.token, "TELEGRAM_API_URL": telegram.api_url,
            "DISCORD_TOKEN": discord.token, "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
        }  # fmt: skip
        process = await stack.enter_async_context(_program(folder, **settings))
        await _ready(process)
        adi = telegram.person("Adi", started=True)
        adi.say(adi.private, "/play dam-8")
        adi.press(await adi.gets(adi.private, key="Practice board"), "Practice board")
        await adi.gets(adi.private, key="Your move")
        adi.say(adi.private, "/move c3-d4")
        await discord.stop()
        await telegram.__aexit__(None, None, None)
        await asyncio.sleep(1.0)  # until sending has failed
        return await _end(process)


SITUATIONS = (
    Situation("idle", RUNNING, _idle),
    Situation("windows", RUNNING, _with_windows),
    Situation("loaded", RUNNING, _loaded),
    Situation("positions full of captures pasted", RUNNING, _pasted),
    Situation("the computer player being compiled", RUNNING, _compiling),
    Situation("deaf windows", RUNNING, lambda folder: _deaf(folder, loaded=False)),
    Situation("deaf windows, loaded", RUNNING, lambda folder: _deaf(folder, loaded=True)),
    Situation("requests half sent and answers not read", RUNNING, _half_sent),
    Situation("starting, Discord answers 500", STARTING, lambda folder: _starting(folder, Trouble.ERROR, "discord")),
    Situation("starting, Telegram answers 500", STARTING, lambda folder: _starting(folder, Trouble.ERROR, "telegram")),
    Situation("starting, Discord is silent", STARTING, lambda folder: _starting(folder, Trouble.SILENCE, "discord")),
    Situation("both platforms gone", RUNNING, _away),
)


SMALLEST = {"situations": SITUATIONS[:2]}


def run(situations: Sequence[Situation] = SITUATIONS) -> None:
    """Print a line for each situation."""
    for situation in situations:
        with tempfile.TemporaryDirectory() as folder:
            stop = asyncio.run(situation.stop(Path(folder)))
        within = "within" if stop.seconds <= situation.within else "NOT WITHIN"
        print(f"{situation.name:<42} {stop.seconds:5.2f} s, {within} {situation.within:.0f} s, exit {stop.status}")
