"""The store and the service as the program builds them, on a real file, with a clock that tests set."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.service import MatchService
from bot.store import Database
from tests.bot.kit import Clock
from tests.bot.wall import Wall


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a database file that is not there yet."""
    return f"sqlite:///{tmp_path}/papan.sqlite"


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """An open database with nothing in it."""
    opened = await Database.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> Clock:
    """A clock that stands until it is moved on."""
    return Clock()


@pytest.fixture
def service(database: Database, clock: Clock) -> MatchService:
    """The service on that database."""
    return MatchService(database, clock, Random(7))


@pytest.fixture
def wall() -> Wall:
    """A chat platform."""
    return Wall()
