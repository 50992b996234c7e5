"""The client's requests: Discord says when one is too many, not the library beforehand.

Discord allows fifty new threads in a channel in five minutes, and its first response tells how long that window is. The
library compares only the length with the longest wait it was given, and refuses every further request of the window by
itself, though forty-nine are left.
"""

import asyncio
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import aiohttp
import structlog
from discord import RateLimited
from discord.http import HTTPClient, Ratelimit

_log = structlog.get_logger(__name__)

LONGEST_SLEEP = 30.0
"""Seconds that the library waits by itself when told to be slower, the fewest it can be given."""


class AskingHTTPClient(HTTPClient):
    """Asks Discord as long as its window has requests left; who asks one too many is told for how long to wait."""

    def __init__(self, loop: asyncio.AbstractEventLoop, beside_commands: Sequence[Mapping[str, object]] = ()) -> None:
        super().__init__(loop, http_trace=_log_failures(), max_ratelimit_timeout=LONGEST_SLEEP)
        self._beside_commands = beside_commands
        """Commands of a kind that the library does not know; a list without them would delete them."""

    async def bulk_upsert_global_commands(self, application_id: str | int, payload: list[Any]) -> list[Any]:
        """Register all commands; of those that the library knows, what Discord says of them."""
        known = await super().bulk_upsert_global_commands(application_id, [*payload, *map(dict, self._beside_commands)])
        beside = {each["type"] for each in self._beside_commands}
        return [each for each in known if each["type"] not in beside]

    def get_ratelimit(self, key: str) -> Ratelimit:
        """The window of requests with this key."""
        if key not in self._buckets:
            self._buckets[key] = _AskedWindow(self.max_ratelimit_timeout)
            self._try_clear_expired_ratelimits()
        return self._buckets[key]


class _AskedWindow(Ratelimit):
    """A window that refuses nothing while requests are left in it."""

    async def acquire(self) -> None:
        """Take one of the requests. Raises discord.RateLimited where none is left for longer than may be waited."""
        if self.remaining <= 0 or self.is_expired():
            await super().acquire()
            return
        self._last_request = asyncio.get_running_loop().time()
        self.remaining -= 1
        self.outgoing += 1

    def _wake(self, count: int = 1, *, exception: RateLimited | None = None) -> None:
        """Let those go on that have waited for the first response; they ask Discord, however long its window is."""
        del exception
        super()._wake(count)


def _log_failures() -> aiohttp.TraceConfig:
    """Log each failed request with Discord's response; the library repeats it without a log line."""

    async def ended(_: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
        status = end.response.status
        if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            # The rest of an address may hold the secret of an interaction.
            kind, number = [*end.url.path.partition("/v10/")[2].split("/"), ""][:2]
            _log.warning("discord_failure", status=status, method=end.method, kind=kind, id=number)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace
