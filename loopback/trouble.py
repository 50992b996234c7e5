"""A server that answers every request alike: with an error, with a page in HTML, or not at all."""

import asyncio
from enum import Enum
from types import TracebackType
from typing import Self

from aiohttp import web

PAGE = "<!DOCTYPE html><html><head><title>Log in</title></head><body>Please log in to this network.</body></html>"


class Trouble(Enum):
    """The wrong answers that a request may get."""

    ERROR = "500"
    HTML = "a page in HTML, as of a proxy"
    SILENCE = "nothing"


class TroubledServer:
    """The server, in the place of Discord or Telegram; an asynchronous context manager. Port 0 is any free one."""

    def __init__(self, trouble: Trouble, port: int = 0) -> None:
        self._trouble = trouble
        self._port = port
        self._runner: web.AppRunner | None = None
        self.asked = asyncio.Event()
        """Set once a request has come."""
        self.url = ""

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_route("*", "/{rest:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._runner:
            await self._runner.cleanup()

    async def _serve(self, _: web.Request) -> web.Response:
        self.asked.set()
        if self._trouble is Trouble.SILENCE:
            await asyncio.Event().wait()
        if self._trouble is Trouble.HTML:
            return web.Response(text=PAGE, content_type="text/html")
        return web.json_response({"message": "500: Internal Server Error", "code": 0, "ok": False}, status=500)
