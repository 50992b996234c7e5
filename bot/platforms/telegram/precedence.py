"""Precedence of the many over a crowd: where very many updates wait in one chat, people elsewhere are served first."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CROWD = 16
"""So many updates that wait in one queue are a crowd."""
AFTERWARDS = 3.0
"""Seconds after an update of people elsewhere in which a crowd goes on slowly: their board has to be sent, and they
soon move again.
"""
LONGEST = 0.75
"""Seconds that a crowd waits for others at most, before each of its updates: it goes on also while there are always
some.
"""


class Precedence:
    """``served`` is done around each update that is worked off; a crowd waits before each of its own."""

    def __init__(self) -> None:
        self._others = 0
        self._passed = asyncio.Event()
        self._ended = 0.0

    async def wait(self) -> None:
        """Wait while people elsewhere are served."""
        clock = asyncio.get_running_loop().time
        until = clock() + LONGEST
        while (left := until - clock()) > 0:
            if self._others:
                self._passed.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._passed.wait(), left)
            elif (rest := self._ended + AFTERWARDS - clock()) > 0:
                await asyncio.sleep(min(rest, left))
            else:
                return

    @contextmanager
    def served(self, *, of_crowd: bool) -> Iterator[None]:
        """Within the context an update is worked off: one of a crowd, or one that goes before those."""
        if of_crowd:
            yield
            return
        self._others += 1
        try:
            yield
        finally:
            self._others -= 1
            self._ended = asyncio.get_running_loop().time()
            if not self._others:
                self._passed.set()
