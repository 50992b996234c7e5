"""The common fixtures of these tests: one browser and the loop it lives in, and platforms without send limits."""

from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bench.live import unhurried_room
from bot.app.pictures import board_pictures
from loopback.windows import Room
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.shared_browser import SharedBrowser
from tests.unhurried import hurry

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """These tests have one loop, since a browser can be used in no other than the one in which it was started."""
    for item in items:
        if item.path.is_relative_to(HERE) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the send limits of chats, unless a test sets its own."""
    hurry(monkeypatch)


@pytest.fixture(scope="session", autouse=True)
def drawn_once() -> Iterator[None]:
    """Draw each picture of a board once for all these tests: every app that they start remembers its own alone."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("draw_ground", "draw_piece", "draw_small"):
            patch.setattr(board_pictures, name, cache(getattr(board_pictures, name)))
        yield


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_browser() -> AsyncIterator[SharedBrowser]:
    """The browser of all these tests, each of which has profiles of its own in it."""
    async with SharedBrowser() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def platforms(tmp_path: Path, shared_browser: SharedBrowser) -> AsyncIterator[ChatPlatforms]:
    """A Discord, a Telegram and an address for a web room; a test starts Papan on them itself."""
    async with ChatPlatforms(tmp_path, shared_browser) as platforms:
        yield platforms


@pytest_asyncio.fixture(loop_scope="session")
async def chats(platforms: ChatPlatforms) -> AsyncIterator[ChatPlatforms]:
    """The platforms, and Papan running on them."""
    async with platforms.running_app():
        yield platforms


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A web room alone, for people who move as fast as they can."""
    async with unhurried_room(tmp_path) as room:
        yield room


@pytest_asyncio.fixture(loop_scope="session")
async def browser(shared_browser: SharedBrowser) -> AsyncIterator[Browser]:
    """The browser itself; the profiles made in it are closed after the test."""
    browser = await shared_browser.started()
    yield browser
    for context in browser.contexts:
        await context.close()
