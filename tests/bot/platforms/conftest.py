"""What these tests share: platforms that are written to as fast as a test can."""

import pytest

from tests.unhurried import hurry


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits for the limits of a chat, unless it brings its own."""
    hurry(monkeypatch)
