"""Several processes of one bot: Telegram is polled by one of them, a shard of Discord answered by one."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from aiohttp import ClientSession
from pydantic import SecretStr

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings
from bot.foundation.shared_work import LEASES_PER_KIND
from bot.matches.identity import Person, Place
from bot.matches.village import awaited_village
from bot.platforms.telegram import TelegramPlatform, inbox_name
from bot.platforms.web import WebRoom
from bot.store import Database, Inbox
from bot.workers.leases import LeaseHolder
from loopback.discord import DiscordServer, Member
from loopback.telegram import TelegramServer
from loopback.waiting import eventually, until
from loopback.windows import Room
from tests.bot.connected import to_discord, to_telegram
from tests.bot.platforms.telegram_rig import ScriptedHandler
from tests.bot.platforms.test_app_server import PUBLIC, watches
from tests.suites import deep

LIFETIME, RENEW_EVERY = 3600.0, 0.2
"""Seconds. Who lives is not taken for dead because the machine is slow: a test says when a lifetime is over."""


@pytest.fixture(autouse=True)
def long_lived(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole app goes by these too."""
    monkeypatch.setattr(
        "bot.bootstrap.assembly.LeaseHolder", partial(LeaseHolder, lifetime=LIFETIME, renew_every=RENEW_EVERY)
    )


@pytest.fixture(params=["postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """Several processes need a server."""
    return str(request.param)


class Process:
    """Telegram in a process of its own: on its own connections, with its own share of the work."""

    def __init__(self, url: str, server: TelegramServer) -> None:
        self.handler = ScriptedHandler()
        self._url = url
        self._server = server

    async def start(self) -> None:
        """Join the others."""
        self.database = await Database.open(self._url)
        self.leases = LeaseHolder(self.database, LIFETIME, RENEW_EVERY)
        inbox = Inbox(self.database, inbox_name(self._server.token), self.leases.now, lambda: self.leases.id)
        token, api_url = self._server.token, self._server.api_url
        self.telegram = TelegramPlatform(token, inbox, self.handler, api_url=api_url, leases=self.leases)
        await self.leases.start()
        await self.telegram.start()

    async def die(self, sql: Callable[[str], str]) -> None:
        """Stop working without leaving, and let the lifetime pass."""
        receiving = self.telegram._receiving
        assert receiving
        await self.leases._renewing.stop()
        for task in (receiving, *self.telegram._queues._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        sql(f"UPDATE processes SET until = 0 WHERE id = '{self.leases.id}'")

    async def stop(self) -> None:
        """Leave in order, or clean up a dead process."""
        await self.telegram.stop()
        await self.leases.stop()
        await self.database.close()


@deep("leases that go over from the dead are in the quick suite")
@pytest.mark.long("programs are started")
async def test_telegram_is_polled_by_one_process_and_by_the_next_when_it_dies(
    url: str, sql: Callable[[str], str]
) -> None:
    async with TelegramServer() as server:
        processes = [Process(url, server) for _ in range(3)]
        for each in processes:
            await each.start()
        try:
            adi = server.person("Adi")
            adi.start()
            await adi.gets(adi.private)
            assert [len(each.handler.asked) for each in processes] == [1, 0, 0]
            stand_by = [str(each.telegram).endswith(", standing by for another process") for each in processes]
            assert stand_by == [False, True, True]
            assert server.count("getUpdates") < 20, "the others do not even try"

            # It dies over an update that it has acknowledged.
            stuck = asyncio.Event()

            async def never(*_: object) -> None:
                stuck.set()
                await asyncio.get_running_loop().create_future()

            processes[0].handler.command = never  # type: ignore[assignment,method-assign]
            adi.say(adi.private, "/games")
            await stuck.wait()
            await server.until(lambda: server.state.updates.pending == 0)
            await processes[0].die(sql)
            adi.say(adi.private, "/rules")
            await adi.gets(adi.private, text="games")
            await adi.gets(adi.private, text="rules")
            asked = sorted(asked.what for each in processes[1:] for asked in each.handler.asked)
            assert asked == ["games", "rules"]
        finally:
            for each in processes:
                await each.stop()


@deep("leases that go over from the dead are in the quick suite")
async def test_discord_is_answered_by_one_process_and_by_the_next_when_it_ends(
    url: str, discord: DiscordServer
) -> None:
    settings = to_discord(discord, url)

    adi = Member(discord, discord.add_user("Adi"), discord.add_channel("table", discord.add_guild("Kampung")))
    async with AsyncExitStack() as second:
        async with run_app(settings) as one:
            assert "standing by" not in str(one.platforms[0])
            other = await second.enter_async_context(run_app(settings))
            assert str(other.platforms[0]).endswith("standing by for another process")
            assert discord.gateway.identified == 1
            await adi.slash("games")
            await adi.until_told()
        await adi.slash("help")
        await adi.until(lambda each: "/play" in each.content)
        assert "standing by" not in str(other.platforms[0])
        assert discord.gateway.identified == 2


@deep("one process closes the board in test_app_server, and words reach the others in test_leases")
async def test_who_leaves_a_group_watches_its_matches_in_no_process(url: str, sql: Callable[[str], str]) -> None:
    """One of them is told of it by Telegram; an open board is closed in each, at once."""
    async with TelegramServer() as server, AsyncExitStack() as both, ClientSession() as session:
        app = {"papan_app_url": PUBLIC, "papan_app_listen": Address("127.0.0.1", 0)}
        running = [await both.enter_async_context(run_app(to_telegram(server, url, **app))) for _ in range(2)]
        holders = "SELECT count(DISTINCT holder) FROM leases WHERE holder <> ''"
        await until(lambda: sql(holders) == "2", lambda: sql(holders))
        adi, siti, ros = (server.person(name, f"{name.casefold()}_k") for name in ("Adi", "Siti", "Ros"))
        group = server.group("Kampung", adi, siti, ros)
        adi.say(group, "/play @siti_k dam-8 first pace:none")
        siti.press(await siti.gets(group, key="Accept"), "Accept")
        board = await adi.gets(group, text="(White) to move")
        code = board.shown.split()[0]
        windows = []
        for each in running:
            assert each.mini_app
            page = Room(each.mini_app.inner_url, session)
            both.push_async_callback(page.empty)
            client, shown = await watches(page, server, ros, code)
            assert shown["type"] == "board"
            windows.append(client)
        ros.leave(group)
        assert [(await client.hears("no_board"))["code"] for client in windows] == [code, code]


@deep("the work is divided in test_leases")
async def test_a_board_is_kept_by_whoever_has_the_chat_and_shown_at_once(
    url: str, sql: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.views.view_reconciler.SWEEP_EVERY", 3600.0)
    async with TelegramServer() as server, AsyncExitStack() as processes:
        settings = to_telegram(server, url)
        for _ in range(2):
            await processes.enter_async_context(run_app(settings))
        divided = "SELECT count(*) FROM leases WHERE kind = 'telegram' AND holder <> '' GROUP BY holder"
        await until(lambda: sql(divided) == f"{LEASES_PER_KIND // 2}\n{LEASES_PER_KIND // 2}", lambda: sql(divided))

        async def play(number: int) -> None:
            adi, siti = (server.person(name, f"{name.casefold()}_{number}", started=True) for name in ("Adi", "Siti"))
            group = server.group(f"Table {number}", adi, siti)
            adi.say(group, f"/play @siti_{number} dam-8 first")
            siti.press(await adi.gets(group, key="Accept"), "Accept")
            await adi.gets(group, text="(White) to move")
            adi.say(group, "/move g3-f4")
            await adi.gets(group, text="played g3-f4")
            await siti.gets(group, text="turn")
            assert len([message for message in adi.from_bot(group) if message.photo]) == 1

        # One process receives all of it; half of the boards are the other's.
        await asyncio.gather(*map(play, range(8)))
        assert server.violations == []


async def test_who_was_deleted_by_another_process_sits_in_no_window_any_more(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holders: list[LeaseHolder] = []

    def held(database: Database) -> LeaseHolder:
        holders.append(LeaseHolder(database, LIFETIME, RENEW_EVERY))
        return holders[-1]

    monkeypatch.setattr("bot.bootstrap.assembly.LeaseHolder", held)
    settings = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(url), papan_state=tmp_path)
    async with run_app(settings) as one, run_app(settings) as other:
        (platform,) = one.platforms
        assert isinstance(platform, WebRoom)
        async with Room.at(platform.url) as room:
            adi, siti = await room.sits("Adi"), await room.sits("Siti")
            await until(lambda: all(each._notifier.listens and each._process_count == 2 for each in holders))
            player = await other.services.people.find(Person("web", "", "", handle="adi"))
            assert player is not None
            await other.services.people.erase(player)
            await adi.hears("erased")
            await siti.say(type="lobby", open=True)
            await siti.hears("lobby")
        assert await one.services.people.find(Person("web", "", "", handle="adi")) is None


@deep("each of the two processes is a whole app")
@pytest.mark.long("programs are started, and boards are edited once in ten seconds")
async def test_a_vote_at_either_process_is_counted_on_the_board_that_one_of_them_holds(url: str) -> None:
    async with TelegramServer() as server, AsyncExitStack() as stack:
        adi = server.person("Adi", "adi_k")
        group = server.group("Kampung", adi)
        both = [await stack.enter_async_context(run_app(to_telegram(server, url))) for _ in range(2)]
        place = Place("telegram", str(group.id))
        services = both[0].services
        await services.communities.change(place, lambda found: replace(found, settings={"village": "1h"}))
        adi.start()
        adi.say(group, "/village against game:dam-8")
        code = (await eventually(lambda: services.matches.live_rows("", 9), lambda rows: rows))[0].row.code
        match = await services.matches.get(code)
        if not awaited_village(match):
            adi.say(group, f"/move {code} c3-d4")
            match = await eventually(lambda: services.matches.get(code), awaited_village)
        board = await adi.gets(group, text="press Vote.")
        for number, each in enumerate(both):
            voter = await each.services.people.player(Person("telegram", f"9{number}", f"Voter {number}"))
            await each.services.villages.vote(f"v{number}", voter, code, match.game.legal_moves[0], None)
            told = ("1 voice so far.", "2 voices so far.")[number]
            assert await adi.gets(group, text=told) is board
    assert server.violations == []
