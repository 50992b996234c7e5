"""Four processes of the real program on one PostgreSQL, matches going on everywhere, and one of them is killed.

Telegram's webhook goes to all four by turns. Discord has two shards: two processes are connected, two stand by. What
Discord hands to a process that is just being killed is lost; the person types it again, as people do.
"""

import asyncio
import os
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

import aiohttp
from aiohttp import web

from bench.events import DiscordTable, Table, TelegramTable
from bot.services.integrity import check
from bot.services.services import Services
from bot.store import Database, audit
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.discord import DiscordServer
from loopback.ports import hand_out
from loopback.postgresql import PostgreSQL
from loopback.telegram import TelegramServer

RULESET = find_ruleset("permainan-tabal")
PROCESSES = 4
SHARDS = 2
PATIENCE = 90.0
SETTLE_WITHIN = 20.0
TYPED_AGAIN_AFTER = 6.0
SECRET = "s3cret-of-the-webhook"
SMALLEST = {"count": 4}


@dataclass
class Result:
    """The outcome of the matches; times in seconds."""

    matches: int = 0
    moves: int = 0
    again: int = 0
    wrong: int = 0
    behind: int = 0
    boards_too_many: int = 0
    pings_too_many: int = 0
    living: int = 0
    left: int = 0
    waits: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def is_right(self) -> bool:
        """Is nothing lost, doubled or left behind?"""
        return not (self.wrong or self.behind or self.boards_too_many or self.left or self.problems)


class Match:
    """A match at a table, moves chosen by chance; whoever sees nothing happen types again."""

    def __init__(self, table: Table, chance: Random, result: Result) -> None:
        self.table = table
        self.game = Game.begin(RULESET)
        self._chance = chance
        self._result = result

    async def begin(self) -> None:
        """Have the first board shown."""
        await self.table.begin()
        await self.table.shows("(White) to move")

    async def move(self) -> None:
        """Make a move, and wait until the board shows it."""
        move = self._chance.choice(self.game.legal_moves)
        text, side = format_move(RULESET, move), self.game.turn
        self.game = self.game.play(move)
        following = "wins" if self.game.outcome else f"({RULESET.sides[1 - side].key.capitalize()}) to move"
        began = perf_counter()
        for attempt in range(round(PATIENCE / TYPED_AGAIN_AFTER)):
            self._result.again += attempt > 0
            try:
                async with asyncio.timeout(TYPED_AGAIN_AFTER):
                    await self.table.types(side, text)
                    await self.table.shows(f"played {text}", following)
            except TimeoutError:
                continue
            self._result.waits.append(perf_counter() - began)
            return
        raise TimeoutError(f"{self.table.chat} never showed {text}")


class Deployment:
    """The platforms, the database, the proxy and the processes."""

    def __init__(self, url: str, logs: Path) -> None:
        self.url = url
        self._logs = logs
        self.discord = DiscordServer(checked=False)
        self.telegram = TelegramServer(checked=False)
        self.children: list[Process] = []
        self._guilds = [self.discord.add_guild(f"Kampung {number}") for number in range(2 * SHARDS)]
        self._listening: list[int] = []
        self._turns = cycle(range(PROCESSES))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Everything runs, from ready to stopped."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.telegram)
            await self.discord.start()
            stack.push_async_callback(self.discord.stop)
            hook = await self._proxy(stack)
            self._listening = [hand_out() for _ in range(PROCESSES)]
            stack.push_async_callback(self._end)
            for number in range(PROCESSES):
                await self._start(number, hook)
            await asyncio.gather(*map(_ready, self.children))
            yield

    def table(self, number: int) -> Table:
        """Half of them are in groups of Telegram, half in channels of Discord, in guilds of all shards."""
        if number % 2:
            return TelegramTable(self.telegram, number)
        return DiscordTable(self.discord, self._guilds[number // 2 % len(self._guilds)], number)

    async def kill(self, number: int) -> None:
        """Kill the process (SIGKILL)."""
        child = self.children[number]
        child.send_signal(signal.SIGKILL)
        await child.wait()

    async def _start(self, number: int, hook: str) -> None:
        known = {name: value for name, value in os.environ.items() if not name.endswith(("_TOKEN", "_URL"))}
        settings = {
            "DATABASE_URL": self.url,
            "DISCORD_TOKEN": self.discord.token,
            "DISCORD_API_URL": self.discord.api_url,
            "DISCORD_GATEWAY_URL": self.discord.gateway_url,
            "DISCORD_SHARD_COUNT": f"{SHARDS}",
            "DISCORD_SHARD_IDS": f"{number % SHARDS}",
            "TELEGRAM_TOKEN": self.telegram.token,
            "TELEGRAM_API_URL": self.telegram.api_url,
            "TELEGRAM_WEBHOOK_URL": hook,
            "TELEGRAM_WEBHOOK_SECRET": SECRET,
            "TELEGRAM_WEBHOOK_LISTEN": f"127.0.0.1:{self._listening[number]}",
        }
        with self._logs.joinpath(f"{number}.log").open("wb") as errors:
            child = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "run", stdout=PIPE, stderr=errors, env=known | settings
            )
        self.children.append(child)

    async def _end(self) -> None:
        for child in self.children:
            if child.returncode is None:
                child.terminate()
        await asyncio.gather(*(child.wait() for child in self.children))

    async def _proxy(self, stack: AsyncExitStack) -> str:
        """Hands each call to the next process that takes it; the address that Telegram is to call."""
        client = await stack.enter_async_context(aiohttp.ClientSession())

        async def forward(request: web.Request) -> web.Response:
            body = await request.read()
            for _ in range(PROCESSES):
                to = f"http://127.0.0.1:{self._listening[next(self._turns)]}/hook"
                try:
                    async with client.post(to, data=body, headers=request.headers) as response:
                        return web.Response(status=response.status)
                except aiohttp.ClientError:
                    continue
            return web.Response(status=502)

        app = web.Application()
        app.router.add_post("/hook", forward)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return f"http://127.0.0.1:{runner.addresses[0][1]}/hook"


async def _ready(child: Process) -> None:
    """Wait until both platforms are served."""
    assert child.stdout is not None
    for _ in ("Discord", "Telegram"):
        if b"ready" not in await asyncio.wait_for(child.stdout.readline(), PATIENCE):
            raise RuntimeError("a process did not start")


async def play(server: PostgreSQL, logs: Path, count: int, moves: int, at_once: int) -> Result:
    """So many matches with so many moves each; half-way one process is killed. Each process leaves its log."""
    name = server.create()
    deployment, result = Deployment(server.address(name), logs), Result(matches=count)
    async with deployment.running():
        matches = [Match(deployment.table(number), Random(number), result) for number in range(count)]
        slots = asyncio.Semaphore(at_once)

        async def begin(match: Match) -> None:
            async with slots:
                await match.begin()

        async def go_on(match: Match) -> None:
            for _ in range(moves):
                async with slots:
                    if not match.game.outcome:
                        await match.move()

        await asyncio.gather(*map(begin, matches))
        playing = asyncio.gather(*map(go_on, matches))
        await _until(lambda: len(result.waits) >= count * moves // 2 or playing.done())
        await deployment.kill(0)
        await playing
        await _compare(server, name, matches, result)
    return result


async def _compare(server: PostgreSQL, name: str, matches: list[Match], result: Result) -> None:
    """Hold what is stored against what was played, once the dead one's work has been taken over."""
    dead = "SELECT count(*) FROM leases WHERE holder NOT IN (SELECT id FROM processes)"
    database = await Database.look(server.address(name))
    try:
        services = Services.over(database, lambda: datetime.now(UTC), Random(1))
        until = perf_counter() + SETTLE_WITHIN
        while perf_counter() < until:
            result.behind = len(await services.views.behind(["discord", "telegram"]))
            result.left = int(server.execute(dead, name))
            counts = [match.table.count_messages() for match in matches]
            result.boards_too_many = sum(boards - 1 for boards, _ in counts)
            result.pings_too_many = sum(max(0, pings - 1) for _, pings in counts)
            result.living = int(server.execute("SELECT count(*) FROM processes", name))
            too_many = result.boards_too_many or result.pings_too_many
            if result.living < PROCESSES and not (result.behind or result.left or too_many):
                break
            await asyncio.sleep(0.5)
        played = {match.table.chat: match.game.moves for match in matches}
        async for stored in audit.read_matches(database):
            if stored.match is None or played.pop(stored.views[0]["chat"]) != stored.match.game.moves:
                result.wrong += 1
        result.wrong += len(played)
        result.problems = [str(problem) for problem in await check(database)]
    finally:
        await database.close()
    result.moves = sum(match.game.ply for match in matches)


async def _until(ready: Callable[[], bool]) -> None:
    while not ready():  # noqa: ASYNC110 - it is counted in many tasks
        await asyncio.sleep(0.01)


def run(count: int = 1000) -> None:
    """Print what becomes of so many matches."""
    with PostgreSQL() as server, tempfile.TemporaryDirectory() as logs:
        result = asyncio.run(play(server, Path(logs), count, moves=4, at_once=32))
    cuts = [1000 * cut for cut in quantiles(result.waits, n=100)]
    print(f"{PROCESSES} processes, {result.matches} matches on two platforms, {result.moves} moves, one process killed")
    print(f"{result.wrong} matches lost or doubled a move, {result.behind} views behind")
    print(f"{result.boards_too_many} boards and {result.pings_too_many} pings too many")
    print(f"{result.living} processes live, {result.left} leases are left with the dead")
    print(f"typed again {result.again} times; from typing to the board: median {cuts[49]:.0f} ms, "
          f"p99 {cuts[98]:.0f} ms, worst {1000 * max(result.waits):.0f} ms")  # fmt: skip
    print("\n".join(result.problems) or "papan check finds nothing wrong")
