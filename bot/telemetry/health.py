"""Two pages for monitoring: is Papan well (``/healthz``), and its metrics (``/metrics``)."""

import asyncio
import contextlib
import json
import math
from collections.abc import Awaitable, Callable
from urllib.error import URLError
from urllib.request import urlopen

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.errors import CannotStart
from bot.http_server import HttpServer
from bot.telemetry import metrics

ANSWER_WITHIN = 5.0
"""Seconds."""


class HealthPage:
    """Serves ``/healthz`` and ``/metrics`` on ``host`` and ``port``. ``start`` once, ``stop`` once.

    ``ping`` raises if the database does not answer; ``views_behind`` counts the views on this process's platforms that
    do not show their match as it is.
    """

    def __init__(
        self,
        ping: Callable[[], Awaitable[None]],
        views_behind: Callable[[], Awaitable[int]],
        host: str,
        port: int,
    ) -> None:
        self._ping = ping
        self._views_behind = views_behind
        routes = [web.get("/healthz", self._healthz), web.get("/metrics", self._metrics)]
        self._server = HttpServer(routes, host, port)

    async def start(self) -> None:
        """Begin to listen. Raises CannotStart where the address is taken."""
        try:
            await self._server.start()
        except OSError as error:
            raise CannotStart(
                f"PAPAN_HEALTH: cannot serve on {self._server.host}:{self._server.port} ({error.strerror or error})."
            ) from None

    async def stop(self) -> None:
        """Stop listening."""
        await self._server.stop()

    async def _healthz(self, _: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                await self._ping()
        except Exception:  # any failure of the database must be reported
            return web.json_response({"status": "the database does not answer"}, status=503)
        return web.json_response({"status": "ok"})

    async def _metrics(self, _: web.Request) -> web.Response:
        metrics.BEHIND.set(math.nan)  # while nobody can tell
        with contextlib.suppress(Exception):
            async with asyncio.timeout(ANSWER_WITHIN):
                metrics.BEHIND.set(await self._views_behind())
        return web.Response(body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})


def ask(host: str, port: int) -> str:
    """The answer of a running Papan's page: ``ok``, or what is wrong in a few words."""
    try:
        with urlopen(f"http://{host}:{port}/healthz", timeout=ANSWER_WITHIN) as response:
            return str(json.load(response)["status"])
    except (URLError, OSError, ValueError, KeyError) as error:
        return f"no answer: {error}"
