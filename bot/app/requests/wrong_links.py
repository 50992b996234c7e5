"""Codes that make two accounts one are not found by trying: after some wrong ones none of the same asker is taken.

They are counted in the database, for all processes together and beyond a restart. In a process nobody's codes are
judged two at a time, so only what other processes judge in the same moment is not counted yet.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.chat import Request
from bot.matches.refusals import UnknownLink
from bot.services.requests import RequestLog

T = TypeVar("T")

TRIES = 5
"""Wrong codes that one person, or one address, may give within ``MINUTES``."""
MINUTES = 60


class WrongLinkCodes:
    """Judges the codes that people give, and counts the wrong ones."""

    def __init__(self, requests: RequestLog) -> None:
        self._requests = requests
        self._process = secrets.token_hex(4)
        self._one_at_a_time = asyncio.Lock()

    async def judged(self, request: Request, take: Callable[[], Awaitable[T]]) -> T | None:
        """The effect of a code that somebody gives; None, whatever the code, once they have given too many wrong ones.

        Raises UnknownLink as ``take`` does.
        """
        who = f"link {request.person.platform} {request.person.account or request.address}"
        async with self._one_at_a_time:
            since = self._requests.minute - MINUTES + 1
            if await self._requests.wrong_codes(who, since) >= TRIES:
                return None
            try:
                return await take()
            except UnknownLink:
                await self._requests.count_wrong_code((who,), self._requests.minute, self._process, since)
                raise
