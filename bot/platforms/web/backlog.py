"""The frames of a page that are not acted on yet: a few are kept, of more the oldest are dropped."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine

from aiohttp import WSMessage, web

KEPT = 40
"""Frames of one page that wait at once."""
FLOOD = 200
"""The frames dropped in a row at which a page is disconnected: no page of ours sends so many."""

PING = '{"type":"ping"}'
"""The frame by which a page asks whether it is heard."""
ANSWERED_EVERY = 0.5
"""Seconds between two answers to it."""


class Backlog:
    """The frames of one page in their order. They are received also while none may be acted on, so that a
    page that is gone is noticed at once.
    """

    def __init__(self) -> None:
        self._frames: deque[WSMessage] = deque(maxlen=KEPT)
        self._came = asyncio.Event()
        self._gone = asyncio.Event()
        self._dropped = 0
        self._answers_from = 0.0

    @property
    def is_flood(self) -> bool:
        """Did the page send so much that it is to be disconnected?"""
        return self._dropped >= FLOOD

    async def read(
        self, socket: web.WebSocketResponse, too_fast: Callable[[], None], answer: Callable[[], None]
    ) -> None:
        """Receive the frames of a page until it is gone or floods; ``too_fast`` is called for each frame that is
        dropped, ``answer`` for each by which the page asks whether it is heard: it stands behind no other frame.
        """
        try:
            async for frame in socket:
                if frame.data == PING and self._may_answer():
                    answer()
                    continue
                if len(self._frames) == KEPT:
                    self._dropped += 1
                    too_fast()
                    if self.is_flood:
                        return
                self._frames.append(frame)
                self._came.set()
                await asyncio.sleep(0)  # frames that are here already are given without a pause for others
        finally:
            self._gone.set()
            self._came.set()

    def _may_answer(self) -> bool:
        """Is it long enough since a page asked whether it is heard? If not, its question is a frame like others."""
        now = asyncio.get_running_loop().time()
        if now < self._answers_from:
            return False
        self._answers_from = now + ANSWERED_EVERY
        return True

    async def get(self) -> WSMessage | None:
        """The next frame; None where the page is gone and nothing is left."""
        while not self._frames:
            if self._gone.is_set():
                return None
            self._dropped = 0
            self._came.clear()
            await self._came.wait()
        return self._frames.popleft()

    async def unless_gone(self, waiting: Coroutine[None, None, None]) -> bool:
        """Wait for something as long as the page is there; has it come?"""
        task, gone = asyncio.ensure_future(waiting), asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
            return task.done()
        finally:
            task.cancel()
            gone.cancel()
