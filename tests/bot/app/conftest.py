"""The door with a real database behind it, and three people before it."""

from collections.abc import AsyncIterator

import pytest

from bot.app.context import Desk
from bot.app.door import Papan
from bot.app.pictures import Studio
from bot.service import MatchService
from bot.thinking import Thinking
from tests.bot.app.visitors import Visitor
from tests.unhurried import hurry


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test is slowed by the limits, unless it brings its own."""
    hurry(monkeypatch)


@pytest.fixture
async def papan(service: MatchService) -> AsyncIterator[Papan]:
    studio = Studio()
    yield Papan(Desk(service, studio, Thinking()))
    studio.close()


@pytest.fixture
def adi(papan: Papan) -> Visitor:
    return Visitor(papan, "Adi")


@pytest.fixture
def siti(papan: Papan) -> Visitor:
    return Visitor(papan, "Siti")


@pytest.fixture
def ros(papan: Papan) -> Visitor:
    return Visitor(papan, "Ros")
