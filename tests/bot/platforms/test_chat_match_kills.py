"""A whole match of a group on Telegram against a server on Discord, whose Papan is killed at statements all along."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random

import pytest
from pydantic import SecretStr
from sqlalchemy import func, select

from bot.bootstrap.settings import Settings
from bot.matches.identity import Person
from bot.matches.match import Match
from bot.matches.status import Status
from bot.matches.village import awaited_village
from bot.services.services import Services
from bot.store import Database, villages
from bot.store.connection import Connection
from bot.store.tables import leases, processes
from bot.workers.leases import LeaseHolder
from engine.notation import format_move
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, OPEN_THREADS
from loopback.telegram import TelegramServer
from loopback.waiting import eventually
from tests.bot.connected import to_telegram
from tests.bot.month_of_people import faults
from tests.bot.mortal import MortalDatabase, Process
from tests.bot.moved_time import MovedTime, moved_time
from tests.conversation.chat_match_story import challenge
from tests.conversation.clients import Client, DiscordClient, TelegramClient
from tests.conversation.village_story import live
from tests.suites import deep, examples

GAME = "alquerque"
"""Matches of it by chance are over after thirty turns."""
LIVES = 120
"""Statements at most until a process is killed."""
DEATHS = 10


class Mortal:
    """A Papan that is started again whenever it was killed; then its database has no fault."""

    def __init__(self, settings: Settings, url: str, time: MovedTime, chance: Random) -> None:
        self._settings, self._url, self._time, self.chance = settings, url, time, chance
        self.process = Process(settings)
        self.deaths = 0

    @property
    def _looker(self) -> Database:
        database = self.process.app.services.database
        assert isinstance(database, MortalDatabase)
        return database.immortal

    @property
    def services(self) -> Services:
        """Those of somebody who looks on and remembers nothing."""
        return Services.over(self._looker, self._time.now, Random(1))

    async def lives(self) -> None:
        """Start it again if it was killed, and let it be killed at some later statement."""
        if self.process.life.is_over:
            self.deaths += 1
            await self.process.stop()
            assert await faults(self._url) == []
            self.process = Process(self._settings)
            await self.process.start()
            # On a server what a killed process held is held until it is taken for dead: nothing is done before.
            await eventually(lambda: self._looker.read(_holds_all), bool)
        if self.process.life.left is None:
            self.process.life.left = self.chance.randrange(1, LIVES)

    async def until(self, does: Callable[[], Awaitable[object]], is_done: Callable[[], Awaitable[bool]]) -> None:
        """Do something until it has come about, whoever dies meanwhile."""
        while True:
            await self.lives()
            if await is_done():
                return
            await self._try(does, is_done)

    async def _try(self, does: Callable[[], Awaitable[object]], is_done: Callable[[], Awaitable[bool]]) -> None:
        doing = asyncio.ensure_future(does())

        async def is_over() -> bool:
            if self.process.life.is_over:  # then nobody hears of it, or answers it
                return True
            if not doing.done():
                return False
            await doing
            return await is_done()

        await eventually(is_over, bool)
        doing.cancel()


async def _holds_all(connection: Connection) -> bool:
    """Does one process live, and has it all that is done by one at a time?"""
    living = select(processes.c.id)
    left = select(func.count()).select_from(leases).where(leases.c.holder.not_in(living))
    alive = len((await connection.execute(living)).all())
    return alive <= 1 and (await connection.execute(left)).scalar_one() == 0


async def _vote(papan: Mortal, client: Client, player: str, match: Match, turn: str) -> None:
    """Somebody votes, again and again until the vote counts, or the turn is played."""

    async def votes() -> None:
        await client.types(f"/guess {match.code} {turn}")

    async def counts() -> bool:
        cast = await papan.services.database.read(
            lambda connection: villages.cast(connection, match.code, match.game.ply)
        )
        now = await papan.services.matches.get(match.code)
        return now.game.ply > match.game.ply or player in {each.player for each in cast}

    await papan.until(votes, counts)


async def _play(papan: Mortal, time: MovedTime, sides: dict[str, list[tuple[Client, str]]], code: str) -> Match:
    """Both sides vote by chance; the match, once it is over."""
    while True:
        match = await papan.services.matches.get(code)
        if match.status is not Status.PLAYING:
            return match
        village = await papan.services.villages.get(awaited_village(match) or "")
        assert village
        turn = format_move(match.game.ruleset, papan.chance.choice(match.game.legal_moves))
        for client, player in sides[village.place.platform]:
            await _vote(papan, client, player, match, turn)

        async def nothing() -> None:
            """Wait for the close."""

        async def is_played(ply: int = match.game.ply) -> bool:
            now = await papan.services.matches.get(code)
            return now.game.ply == ply + 1 or now.status is not Status.PLAYING

        if match.game.ply < len(sides):  # only whoever has voted before ends a vote before its time
            papan.process.life.left = None
            await time.forward(papan.services, 8)
        await papan.until(nothing, is_played)


@deep("a vote dies at each of its statements in tests/bot/services, and the story is told without deaths beside this")
@pytest.mark.long("a whole match, and a start after each death")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(examples(3)))
async def test_a_whole_match_of_two_chats_whose_papan_is_killed(
    discord: DiscordServer, url: str, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr("bot.bootstrap.assembly.Database", MortalDatabase)
    holder = partial(LeaseHolder, lifetime=2.0, renew_every=0.3)
    monkeypatch.setattr("bot.bootstrap.assembly.LeaseHolder", holder)
    with moved_time() as time:
        async with TelegramServer() as server:
            people = [server.person(name, f"{name.casefold()}_k", started=True) for name in ("Adi", "Siti", "Ros")]
            group = server.group("Kampung Baru", *people)
            group.admins.add(people[0].id)
            channel = discord.add_channel("serambi", discord.add_guild("Hutan Batu"), allowed=ALL & ~OPEN_THREADS)
            users = [discord.add_user(name) for name in ("Budi", "Dewi", "Eko")]
            users[0].manager = True
            settings = to_telegram(
                server,
                url,
                discord_token=SecretStr(discord.token),
                discord_api_url=discord.api_url,
                discord_gateway_url=discord.gateway_url,
            )
            papan = Mortal(settings, url, time, Random(seed))
            await papan.process.start()
            here = [TelegramClient(server, each, group) for each in people]
            there = [DiscordClient(Member(discord, each, channel, "en-US")) for each in users]
            await challenge(here, there, papan.services, GAME)
            (code,) = await eventually(lambda: live(papan.services), lambda codes: codes)
            known: dict[str, list[tuple[str, Client]]] = {
                "telegram": [(str(each.id), client) for each, client in zip(people, here, strict=True)],
                "discord": [(each.id, client) for each, client in zip(users, there, strict=True)],
            }
            sides: dict[str, list[tuple[Client, str]]] = {}
            for platform, of in known.items():
                for account, client in of:
                    player = await papan.services.people.known(Person(platform, account, ""))
                    assert player
                    sides.setdefault(platform, []).append((client, player.id))
            match = await _play(papan, time, sides, code)
            papan.process.life.left = None
            await papan.lives()
            papan.process.life.left = None
            assert match.game.outcome
            for client in (here[1], there[1]):
                await client.reads(code, "wins" if match.game.outcome.winner is not None else "drawn")
            print(f"{match.game.ply} turns, {papan.deaths} deaths")
            assert papan.deaths > DEATHS
            await papan.process.stop()
        assert server.violations == []
