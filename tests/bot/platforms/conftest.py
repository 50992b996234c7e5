"""The fixtures of these tests: platforms without send limits, a web room, and two people in a chat of each platform."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.bootstrap.assembly import run_app
from loopback.discord import DiscordServer
from loopback.telegram import TelegramServer
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in
from tests.bot.platforms.notices_harness import Kampung
from tests.bot.platforms.village import Village, village_in
from tests.bot.platforms.web_rig import OpenRoom, open_room
from tests.unhurried import hurry


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the send limits of chats, unless a test sets its own."""
    hurry(monkeypatch)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[OpenRoom]:
    """A running web room."""
    async with open_room(tmp_path) as here:
        yield here


@pytest.fixture
async def village(tmp_path: Path) -> AsyncIterator[Village]:
    """A Telegram group with two players and a spectator, and the whole app; nobody has a private chat with it yet."""
    async with village_in(tmp_path) as here:
        yield here


@pytest.fixture
async def kampung(tmp_path: Path) -> AsyncIterator[Kampung]:
    async with TelegramServer() as server:
        settings = to_telegram(server, file_in(tmp_path))
        async with run_app(settings) as running:
            yield Kampung(server, running)
        assert server.violations == []


@pytest.fixture
async def discord() -> AsyncIterator[DiscordServer]:
    """A loopback Discord; no request may have been malformed at the end."""
    server = DiscordServer()
    await server.start()
    yield server
    await server.stop()
    assert server.violations == []
