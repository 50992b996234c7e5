"""What these tests share: platforms without send limits."""

import pytest

from tests.unhurried import hurry


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the send limits of chats, unless a test sets its own."""
    hurry(monkeypatch)
