"""The app over a real database, and three people who use it."""

from collections.abc import AsyncIterator

import pytest

from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.bootstrap.assembly import capabilities
from bot.computer.search_pool import SearchPool
from bot.services.services import Services
from tests.bot.app.visitors import Visitor
from tests.suites import either_database
from tests.unhurried import hurry


@pytest.fixture(params=either_database())
def backend(request: pytest.FixtureRequest) -> str:
    """The kind of database."""
    return str(request.param)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the limits on requests, unless a test sets its own."""
    hurry(monkeypatch)


@pytest.fixture
async def app_services(services: Services) -> AsyncIterator[AppServices]:
    images = ImageRenderer()
    yield AppServices(services, images, SearchPool(), capabilities=capabilities())
    images.close()


@pytest.fixture
def papan(app_services: AppServices) -> App:
    return App(app_services)


@pytest.fixture
def live(papan: App, app_services: AppServices) -> LiveBoards:
    return LiveBoards(papan, app_services)


@pytest.fixture
def adi(papan: App) -> Visitor:
    return Visitor(papan, "Adi")


@pytest.fixture
def siti(papan: App) -> Visitor:
    return Visitor(papan, "Siti")


@pytest.fixture
def ros(papan: App) -> Visitor:
    return Visitor(papan, "Ros")
