"""A platform that is out of reach, and boards that stay behind, are told by the health page."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address
from bot.foundation.monitoring.contact import AWAY_TOO_LONG, Contact
from bot.services.services import Services
from bot.store import View
from bot.workers.late_boards import LATE, LOOK_EVERY, LateBoards
from loopback.discord import DiscordServer
from loopback.ports import hand_out
from loopback.telegram import Mishap, TelegramServer
from loopback.waiting import eventually
from tests.bot.connected import to_discord, to_telegram
from tests.bot.database_files import file_in
from tests.bot.kit import begun, play
from tests.controlled_time import controlled_time
from tests.suites import deep, either_database
from tests.ticks import Ticks

Health = Callable[[], Awaitable[str]]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute is over at once."""
    monkeypatch.setattr("bot.foundation.monitoring.contact.AWAY_TOO_LONG", 0.001)


@pytest.fixture
async def session() -> AsyncIterator[ClientSession]:
    async with ClientSession() as opened:
        yield opened


def page(session: ClientSession, port: int, platform: str) -> Health:
    """The words of the page on all, and the metric of one platform."""

    async def said() -> str:
        async with session.get(f"http://127.0.0.1:{port}/healthz") as response:
            status = (await response.json())["status"]
        async with session.get(f"http://127.0.0.1:{port}/metrics") as response:
            unhealthy = f'papan_unhealthy{{part="{platform}"}} 1.0' in await response.text()
        return f"{status} {unhealthy}"

    return said


@pytest.mark.usefixtures("impatient")
@deep("it waits for real time-outs")
async def test_a_telegram_that_gives_no_updates_is_told_until_it_does(tmp_path: Path, session: ClientSession) -> None:
    port = hand_out()
    async with TelegramServer() as server:
        settings = to_telegram(server, file_in(tmp_path), papan_health=Address("127.0.0.1", port))
        async with run_app(settings):
            health = page(session, port, "telegram")
            adi = server.person("Adi", "adi", started=True)
            await eventually(health, lambda said: said == "ok False")
            server.fail_next("getUpdates", Mishap.UNAVAILABLE, times=4)
            adi.say(adi.private, "/help")
            await eventually(health, lambda said: said.startswith("Telegram has been away") and said.endswith("True"))
            adi.say(adi.private, "/help")
            await eventually(health, lambda said: said == "ok False")


@pytest.mark.usefixtures("impatient")
@deep("it waits for real time-outs")
async def test_a_gateway_that_is_away_is_told_until_it_is_back(tmp_path: Path, session: ClientSession) -> None:
    port, server = hand_out(), DiscordServer()
    server.port = hand_out()  # it comes back there
    await server.start()
    settings = to_discord(server, file_in(tmp_path), papan_health=Address("127.0.0.1", port))
    try:
        async with run_app(settings):
            health = page(session, port, "discord")
            await eventually(health, lambda said: said == "ok False")
            await server.stop()
            await eventually(health, lambda said: said.startswith("Discord has been away") and said.endswith("True"))
            await server.start()
            await eventually(health, lambda said: said == "ok False")
    finally:
        await server.stop()


async def test_what_is_away_is_told_after_a_minute_from_when_it_was_last_heard() -> None:
    ticks = Ticks()
    contact = Contact(ticks)
    contact.made("0")
    ticks.now += 2 * AWAY_TOO_LONG
    assert await contact.check("Telegram") == "", "silence is no failure"
    contact.made("0")
    ticks.now += 30
    contact.lost("0")
    contact.made("1")
    ticks.now += AWAY_TOO_LONG - 31
    contact.lost("0")
    assert await contact.check("Telegram") == ""
    ticks.now += 1
    assert await contact.check("Telegram") == "Telegram has been away for 60 seconds"
    contact.left()
    assert await contact.check("Telegram") == "", "it stands by"
    contact.lost()
    ticks.now += AWAY_TOO_LONG
    assert await contact.check("Telegram") == "Telegram has been away for 60 seconds", "never heard is away as well"


async def test_a_connection_that_has_ended_was_heard_until_then() -> None:
    ticks = Ticks()
    contact = Contact(ticks)
    contact.made("0")
    ticks.now += 10 * AWAY_TOO_LONG
    contact.ended("0")
    assert await contact.check("Discord") == ""
    ticks.now += AWAY_TOO_LONG - 1
    contact.ended("0")
    ticks.now += 1
    assert await contact.check("Discord") == "Discord has been away for 60 seconds"


@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_boards_that_stay_behind_for_a_minute_are_told(services: Services) -> None:
    ticks = Ticks()

    async def behind() -> list[View]:
        return await services.views.behind(["web"])

    late = LateBoards(behind, services.news.matches, ticks)
    match, adi, siti, view = await begun(services)
    await late.look()
    ticks.now += LATE - 1
    assert await late.check() == ""
    await play(services, match, adi, siti)
    ticks.now += 1
    assert await late.check() == "1 board has been behind for a minute", "it shows nothing, whatever has happened since"
    now = await services.views.updated(view, "m1", 1)
    assert now
    assert await late.check() == "", "it has shown something meanwhile, though it is behind again"
    ticks.now += LATE
    assert await late.check() == "1 board has been behind for a minute"
    await services.views.updated(now, "m1", 99)
    assert await late.check() == ""


@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_boards_are_looked_at_after_a_change_and_else_now_and_then(services: Services) -> None:
    looked: list[float] = []

    async def behind() -> list[View]:
        looked.append(round(asyncio.get_running_loop().time() - began))
        return []

    late = LateBoards(behind, services.news.matches)
    with controlled_time():
        began = asyncio.get_running_loop().time()
        await late.start()
        await asyncio.sleep(65)
        for _ in range(3):
            services.news.matches.publish("a match")
        await asyncio.sleep(55)
        await late.stop()
    assert looked == [0, 60, 60 + LOOK_EVERY]
