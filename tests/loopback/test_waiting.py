"""Waiting ends when what is waited for is so, and says what was seen instead where it never is."""

import asyncio

import pytest

from loopback import waiting
from loopback.waiting import block_until, eventually, patience, until


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0.05)


async def test_it_ends_with_what_was_waited_for() -> None:
    asked: list[int] = []

    def third() -> int | None:
        asked.append(1)
        return len(asked) if len(asked) == 3 else None

    assert await until(third) == 3
    assert block_until(lambda: "there") == "there"

    async def look() -> int:
        asked.append(1)
        return len(asked)

    assert await eventually(look, lambda count: count > 5) == 6


@pytest.mark.usefixtures("impatient")
async def test_what_never_comes_is_named_with_what_was_seen() -> None:
    with pytest.raises(TimeoutError, match=r"until\(lambda: None.*seen instead: 'the wall'"):
        await until(lambda: None, lambda: "the wall")
    with pytest.raises(TimeoutError, match=r"seen instead: \[7\]"):
        await eventually(lambda: asyncio.sleep(0, 7), lambda found: found == 8)
    with pytest.raises(TimeoutError, match="for a guest; seen instead: 'nothing'"):
        async with patience("a guest"):
            await asyncio.Event().wait()
    with pytest.raises(TimeoutError, match="seen instead: 0"):
        block_until(lambda: 0)


async def test_the_limits_of_others_pass_through() -> None:
    with pytest.raises(TimeoutError, match=r"^$"):
        async with patience("a guest"), asyncio.timeout(0.01):
            await asyncio.Event().wait()
