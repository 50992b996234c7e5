"""Codes of matches cannot be found by guessing.

Whoever is refused something in a match that is not theirs, and that does not stand before them, is told the same as if
there were no such match. Such wrong codes are counted: for the person, or for the address of who has no account, and
for all people together. After too many of them, codes of such matches are refused for some minutes, right
ones too. What a person plays, and what is shown where they are, goes on as usual.

Nobody can have others refused: who has given no wrong code is always heard, from whatever address.
When all people together give very many, which is what one person with many accounts looks like, each of them has only
fewer tries than otherwise.

Wrong codes are rare, so each of them is counted in the database, which knows the sum of all processes, and survives a
restart. Requests that name a code are many: they only look at what this process was told last, and cost no query. So
each process may let one wrong code more through than the limit says before it learns of the others.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from bot.app.buttons.callback_data import CallbackData
from bot.app.requests.context import Context
from bot.app.requests.visibility import knows
from bot.chat import Request
from bot.foundation.bounded import BoundedMemory
from bot.matches.refusals import (
    ActionRefused,
    DataDeleted,
    HostsDecided,
    OtherPlaysLive,
    PlayingLive,
    RatedAfterFlags,
    RatedNeedsIdentity,
    TooManyLiveHere,
    TooManyMatches,
    TooManyWrongCodes,
    UnknownMatch,
)
from bot.services.requests import RequestLog

T = TypeVar("T")

MINUTES = 10
"""Wrong codes are counted over so many minutes."""


USUAL = 10
"""Wrong codes of one person within ``MINUTES``."""
UNDER_ATTACK = 2
"""So few once all people together have given ``FROM_ALL`` wrong codes."""
FROM_ALL = 500
PEOPLE_AND_ADDRESSES = 10_000
"""The most whose wrong codes are kept in memory; the longest unused are dropped first."""
_ALL = "all"
_SEAT_IS_FREE = (
    HostsDecided,
    TooManyMatches,
    DataDeleted,
    PlayingLive,
    OtherPlaysLive,
    TooManyLiveHere,
    RatedNeedsIdentity,
    RatedAfterFlags,
)
"""Refusals that say nothing about a match but that its seat is free for this person, who has its code."""


class WrongCodes:
    """Judges requests that name a match by its code, and counts the wrong ones."""

    def __init__(self, requests: RequestLog) -> None:
        self._requests = requests
        self._process = secrets.token_hex(4)
        self._known = BoundedMemory[str, Mapping[int, int]](PEOPLE_AND_ADDRESSES)
        """Wrong codes by the minute, as the database last told them."""
        self._under_way: Counter[str] = Counter()
        """Requests that have not been judged yet: each may turn out to be a wrong code."""
        self._counting = asyncio.Lock()

    async def judged(
        self, context: Context, code: str, pressed: CallbackData | None, act: Callable[[], Awaitable[T]]
    ) -> T:
        """The result of ``act``, which a person asks for with the code of a match; ``pressed`` is the data of a button.

        Raises what ``act`` refuses to those who know the match, UnknownMatch to all others, and TooManyWrongCodes.
        """
        who = _counted_for(context.request)
        if (minutes := self._pause(who)) and not await knows(context, code, pressed):
            raise TooManyWrongCodes(minutes)
        self._under_way.update(who)
        try:
            return await act()
        except ActionRefused as refusal:
            if isinstance(refusal, _SEAT_IS_FREE) or await knows(context, code, pressed):
                raise
            await self._count(who)
            raise UnknownMatch(code) from None
        finally:
            self._under_way.subtract(who)
            self._under_way += Counter()  # drops those that are none

    def _pause(self, who: Sequence[str]) -> int:
        """Minutes until wrong codes of a person are taken again, 0 where they are now."""
        everybody = sum(self._recent(_ALL).values()) + self._under_way[_ALL]
        return self._pause_of(who[1], UNDER_ATTACK if everybody >= FROM_ALL else USUAL)

    def _pause_of(self, who: str, limit: int) -> int:
        recent = self._recent(who)
        left = sum(recent.values()) + self._under_way[who]
        if left < limit:
            return 0
        for minute in sorted(recent):
            left -= recent[minute]
            if left < limit:
                return minute + MINUTES - self._requests.minute
        return 1  # so many are under way

    def _recent(self, who: str) -> Mapping[int, int]:
        first = self._requests.minute - MINUTES
        return {minute: count for minute, count in (self._known.get(who) or {}).items() if minute > first}

    async def _count(self, who: Sequence[str]) -> None:
        async with self._counting:
            minute = self._requests.minute
            counted = await self._requests.count_wrong_code(who, minute, self._process, minute - MINUTES + 1)
        for each, by_minute in counted.items():
            self._known.put(each, by_minute)


def _counted_for(request: Request) -> tuple[str, str]:
    """All people together, and this person: people without an account are one for each address."""
    return _ALL, f"person {request.person.platform} {request.person.account or request.address}"
