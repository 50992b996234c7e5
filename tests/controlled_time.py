"""Loops whose time passes otherwise: only when there is nothing else to do, or faster."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from selectors import SelectorKey

import pytest


@contextmanager
def controlled_time() -> Iterator[None]:
    """Until the context ends, the running loop jumps to its next timer. For work that waits for nothing but timers."""
    loop = asyncio.get_running_loop()
    selector, now = vars(loop)["_selector"], loop.time()
    select = selector.select

    def jump(timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        nonlocal now
        found: list[tuple[SelectorKey, int]] = select(None if timeout is None else 0)
        if timeout and not found:
            now += timeout
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selector, "select", jump)
        patch.setattr(loop, "time", lambda: now)
        yield


@contextmanager
def faster_time(times: int) -> Iterator[None]:
    """Until the context ends, the time of the running loop passes so many times as fast: for whatever waits much, and
    works little.
    """
    loop = asyncio.get_running_loop()
    selector, began, time = vars(loop)["_selector"], loop.time(), loop.time
    select = selector.select

    def wait(timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        found: list[tuple[SelectorKey, int]] = select(timeout / times if timeout else timeout)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selector, "select", wait)
        patch.setattr(loop, "time", lambda: began + times * (time() - began))
        yield
