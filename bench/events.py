"""From a platform's event to the board visible: the real program in a process of its own, on loopback platforms.

The clock runs from the moment the platform hands the event out until its server holds the edited board. The limits of
chats are lifted, for nobody moves as fast as this does: with them a board may have to wait until its chat takes one.
What a program does once, after its start, such as loading the computer player, is over before.
"""

import asyncio
import os
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Protocol

import uvloop

from bench.used import idle
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, OPEN_THREADS
from loopback.discord.world import Message as DiscordMessage
from loopback.telegram import Message, TelegramServer

RULESET = find_ruleset("permainan-tabal")
AT_ONCE = 40
ROUNDS = 10
ALONE = 200
PATIENCE = 60.0
SMALLEST = {"alone": 2, "at_once": 2, "rounds": 1}


def run(alone: int = ALONE, at_once: int = AT_ONCE, rounds: int = ROUNDS) -> None:
    """Print a line for each platform, for one match and for many at once."""
    print(f"{'platform':>10}{'matches':>9}{'moves':>7}{'median ms':>11}{'p95 ms':>9}{'worst ms':>10}")
    for platform, serve in (("Discord", discord), ("Telegram", telegram)):
        for matches, moves in ((1, alone), (at_once, rounds)):
            waits = uvloop.run(_measure(serve(matches), moves))
            cuts = [1000 * cut for cut in quantiles(waits, n=20)]
            worst = 1000 * max(waits)
            print(f"{platform:>10}{matches:>9}{len(waits):>7}{cuts[9]:>11.0f}{cuts[18]:>9.0f}{worst:>10.0f}")


class Table(Protocol):
    """A chat with two people, who play a match in it."""

    chat: str

    async def begin(self) -> None:
        """Invite and accept; the first person has the first side."""

    async def types(self, side: int, move: str) -> None:
        """Make a move by command."""

    async def shows(self, *words: str) -> None:
        """Wait until the newest board says all this."""

    def count_messages(self) -> tuple[int, int]:
        """The number of boards in the chat, and of the other messages (pings)."""


@dataclass(frozen=True)
class Tables:
    """Tables, and the number of the process that serves them."""

    process: int
    tables: list[Table]


Serve = Callable[..., AbstractAsyncContextManager[Tables]]


async def _measure(serving: AbstractAsyncContextManager[Tables], rounds: int) -> list[float]:
    async with serving as served:
        matches = [Match(table, Random(number)) for number, table in enumerate(served.tables)]
        for match in matches:
            await match.begin()
        await asyncio.gather(*(match.move() for match in matches))
        await idle(served.process)
        waits: list[float] = []
        for _ in range(rounds):
            waits += await asyncio.gather(*(match.move() for match in matches))
        return waits


class Match:
    """A match at a table, moves chosen by chance."""

    def __init__(self, table: Table, chance: Random) -> None:
        self._table = table
        self._chance = chance
        self._game = Game.begin(RULESET)

    async def begin(self) -> None:
        """Have the first board shown."""
        self._game = Game.begin(RULESET)
        await self._table.begin()
        await self._table.shows("(White) to move")

    async def move(self) -> float:
        """Make a move; the seconds until the board shows it."""
        if self._game.outcome:
            await self.begin()
        move = self._chance.choice(self._game.legal_moves)
        text = format_move(RULESET, move)
        self._game = self._game.play(move)
        side = self._game.turn
        following = "wins" if self._game.outcome else f"({RULESET.sides[side].key.capitalize()}) to move"
        began = perf_counter()
        await self._table.types(1 - side, text)
        await self._table.shows(f"played {text}", following)
        return perf_counter() - began


PAPAN = ("tests.unhurried", "run")


@asynccontextmanager
async def program(*module: str, **environment: str) -> AsyncIterator[int]:
    """A module run with these settings, from ready to stopped, by default ``papan run``; the number of the process."""
    with tempfile.TemporaryDirectory() as folder:
        known = {name: value for name, value in os.environ.items() if not name.endswith(("_TOKEN", "_URL"))}
        settings = {"DATABASE_URL": f"sqlite:///{Path(folder) / 'papan.db'}", **environment}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", *(module or PAPAN), stdout=PIPE, stderr=DEVNULL, env=known | settings
        )
        assert process.stdout is not None
        try:
            if b"ready" not in await asyncio.wait_for(process.stdout.readline(), PATIENCE):
                raise RuntimeError("the program did not start")
            yield process.pid
        finally:
            process.terminate()
            await process.wait()


@asynccontextmanager
async def discord(matches: int, *module: str, **environment: str) -> AsyncIterator[Tables]:
    """So many tables, each in a Discord channel, served by Papan or another module, with settings beside."""
    server = DiscordServer(checked=False)
    await server.start()
    guild = server.add_guild("Kampung")
    given = {
        "DISCORD_TOKEN": server.token,
        "DISCORD_API_URL": server.api_url,
        "DISCORD_GATEWAY_URL": server.gateway_url,
    }
    async with program(*module, **given, **environment) as process:
        yield Tables(process, [DiscordTable(server, guild, number) for number in range(matches)])
    await server.stop()


class DiscordTable:
    """A channel with two members."""

    def __init__(self, server: DiscordServer, guild: str, number: int) -> None:
        channel = server.add_channel(f"table-{number}", guild, allowed=ALL & ~OPEN_THREADS)
        self.chat = channel.id
        users = [server.add_user(f"{name} {number}") for name in ("Adi", "Siti")]
        self._people = [Member(server, user, channel) for user in users]

    async def begin(self) -> None:
        adi, siti = self._people
        await adi.slash("play", opponent=siti.user, game=RULESET.key, side="first")
        card = await adi.until(lambda each: "invites" in each.content)
        await siti.press(card, "Accept")

    async def types(self, side: int, move: str) -> None:
        await self._people[side].slash("move", move=move)

    async def shows(self, *words: str) -> None:
        def shown(message: DiscordMessage) -> bool:
            return message.only_for is None and bool(message.files) and all(word in message.content for word in words)

        await self._people[0].until(shown)

    def count_messages(self) -> tuple[int, int]:
        messages = [each for each in self._people[0].sees() if each.only_for is None]
        boards = sum(bool(each.files) for each in messages)
        return boards, len(messages) - boards


@asynccontextmanager
async def telegram(matches: int, *module: str, **environment: str) -> AsyncIterator[Tables]:
    """So many tables, each in a Telegram group, served by Papan or another module, with settings beside."""
    async with (
        TelegramServer(checked=False) as server,
        program(*module, TELEGRAM_TOKEN=server.token, TELEGRAM_API_URL=server.api_url, **environment) as process,
    ):
        yield Tables(process, [TelegramTable(server, number) for number in range(matches)])


class TelegramTable:
    """A group of two."""

    def __init__(self, server: TelegramServer, number: int) -> None:
        self._server = server
        self._people = [server.person(name, f"{name.casefold()}_{number}", started=True) for name in ("Adi", "Siti")]
        self._group = server.group(f"Table {number}", *self._people)
        self.chat = str(self._group.id)

    async def begin(self) -> None:
        adi, siti = self._people
        adi.say(self._group, f"/play @{siti.account.username} {RULESET.key} first")
        siti.press(await adi.gets(self._group, key="Accept"), "Accept")

    async def types(self, side: int, move: str) -> None:
        self._people[side].say(self._group, f"/move {move}")

    async def shows(self, *words: str) -> None:
        def shown() -> Message | None:
            boards = [message for message in self._people[0].from_bot(self._group) if message.photo]
            return boards[-1] if boards and all(word in boards[-1].shown for word in words) else None

        await self._server.until(shown)

    def count_messages(self) -> tuple[int, int]:
        messages = self._people[0].from_bot(self._group)
        boards = sum(bool(message.photo) for message in messages)
        return boards, len(messages) - boards
