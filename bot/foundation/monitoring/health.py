"""Two pages for monitoring: is Papan well (``/healthz``), and its metrics (``/metrics``)."""

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.foundation import metrics
from bot.foundation.errors import CannotStart, UserError
from bot.foundation.http_server import HttpServer
from bot.foundation.monitoring.probe import ANSWER_WITHIN, WELL

Check = Callable[[], Awaitable[str]]
"""Looks at one part of Papan: what is wrong with it, in a few words, empty where it is well. May raise that, too."""


class HealthPage:
    """Serves ``/healthz`` and ``/metrics`` on ``host`` and ``port``. ``start`` once, ``stop`` once.

    ``checks`` look at the parts of Papan, by their names; ``views_behind`` counts the views on this process's platforms
    that do not show their match as it is.
    """

    def __init__(
        self, checks: Mapping[str, Check], views_behind: Callable[[], Awaitable[int]], host: str, port: int
    ) -> None:
        self._checks = checks
        self._looking: asyncio.Task[list[str]] | None = None
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
        if wrong := await self._wrong():
            return web.json_response({"status": "; ".join(wrong)}, status=HTTPStatus.SERVICE_UNAVAILABLE)
        return web.json_response({"status": WELL})

    async def _wrong(self) -> list[str]:
        """The present faults. Those who ask at the same time get the same answer: a check may write something."""
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
            self._looking.add_done_callback(self._looked)
        return await asyncio.shield(self._looking)

    def _looked(self, _: "asyncio.Task[list[str]]") -> None:
        self._looking = None

    async def _look(self) -> list[str]:
        found = await asyncio.gather(*(_asked(part, check) for part, check in self._checks.items()))
        for part, wrong in zip(self._checks, found, strict=True):
            metrics.UNHEALTHY.labels(part).set(bool(wrong))
        return [wrong for wrong in found if wrong]

    async def _metrics(self, _: web.Request) -> web.Response:
        await self._wrong()
        metrics.BEHIND.set(math.nan)  # while nobody can tell
        with contextlib.suppress(Exception):
            async with asyncio.timeout(ANSWER_WITHIN):
                metrics.BEHIND.set(await self._views_behind())
        return web.Response(body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})


async def _asked(part: str, check: Check) -> str:
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            return await check()
    except TimeoutError:
        return f"the {part} does not answer"
    except UserError as error:
        return str(error)
    except Exception as error:  # whatever it is, the part is not well
        return f"the {part} does not answer ({type(error).__name__})"
