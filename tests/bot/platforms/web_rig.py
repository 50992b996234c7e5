"""A running web room for tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import ClientSession
from pydantic import SecretStr

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings
from bot.chat.ports import RoomArchive
from bot.platforms.web import WebRoom
from bot.services.services import Services
from loopback.windows import Room
from tests.bot.database_files import file_in


class OpenRoom(Room):
    """A room that runs in the test's own process."""

    def __init__(self, platform: WebRoom, session: ClientSession, services: Services, key: str = "") -> None:
        super().__init__(platform.url, session)
        self.key = key
        self.services = services
        self.platform = platform
        self.archive: RoomArchive = platform.hub.archive


@asynccontextmanager
async def open_room(folder: Path) -> AsyncIterator[OpenRoom]:
    """A room in a folder of its own."""
    async with open_room_on(file_in(folder)) as here:
        yield here


@asynccontextmanager
async def open_room_on(url: str) -> AsyncIterator[OpenRoom]:
    """A room with the database at ``url``, which on a server it may share with others."""
    wanted = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(url))
    async with run_app(wanted) as running, ClientSession() as session:
        (platform,) = running.platforms
        assert isinstance(platform, WebRoom)
        here = OpenRoom(platform, session, running.services, running.new_room_key)
        yield here
        await here.empty()
