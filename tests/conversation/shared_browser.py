"""The browser that the tests of pages share: to start one takes longer than many of these tests."""

from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from playwright.async_api import Browser

from bench.live import chromium


class SharedBrowser:
    """Started when it is first asked for, ended with ``async with``; each name in ``.test`` is this machine for it."""

    def __init__(self) -> None:
        self._stack = AsyncExitStack()
        self._browser: Browser | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def started(self) -> Browser:
        """The browser. Raises MissingProgram."""
        if self._browser is None:
            self._browser = await self._stack.enter_async_context(
                chromium("--host-resolver-rules=MAP *.test 127.0.0.1")
            )
        return self._browser
