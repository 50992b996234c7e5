"""What these tests share: platforms without send limits, and a web room."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

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
