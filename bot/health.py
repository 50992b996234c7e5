"""A small page for whoever watches over Papan: is it alive, and does its database answer?"""

import asyncio
import json
from urllib.error import URLError
from urllib.request import urlopen

from aiohttp import web

from bot.store import Database
from bot.talk import CannotStart

ANSWER_WITHIN = 5.0
"""Seconds."""


class HealthPage:
    """Serves ``/healthz`` on a loopback address."""

    def __init__(self, database: Database, host: str, port: int) -> None:
        self._database = database
        self._host, self._port = host, port
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Begin to listen. Raises CannotStart where the address is taken."""
        app = web.Application()
        app.router.add_get("/healthz", self._healthz)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise CannotStart(
                f"PAPAN_HEALTH: cannot serve on {self._host}:{self._port} ({error.strerror or error})."
            ) from None

    async def stop(self) -> None:
        """Stop listening."""
        if self._runner:
            await self._runner.cleanup()

    async def _healthz(self, _: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                await self._database.ping()
        except Exception:  # whatever keeps the database from answering, the watcher must learn of it
            return web.json_response({"status": "the database does not answer"}, status=503)
        return web.json_response({"status": "ok"})


def ask(host: str, port: int) -> str:
    """What the page of a running Papan says: ``ok``, or the trouble in a few words."""
    try:
        with urlopen(f"http://{host}:{port}/healthz", timeout=ANSWER_WITHIN) as response:
            return str(json.load(response)["status"])
    except (URLError, OSError, ValueError, KeyError) as error:
        return f"no answer: {error}"
