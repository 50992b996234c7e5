"""The limit on the requests of one person in a minute, so that nobody slows the others down.

Requests are counted in memory, and added a few at a time to the database, which knows the sum of all processes. A
person who stays far below the limit costs no query.
"""

import asyncio
import secrets
from dataclasses import dataclass
from enum import Enum

from bot.foundation.bounded import BoundedMemory
from bot.matches.identity import Person
from bot.services.requests import RequestLog

A_MINUTE = 120
"""Requests that one person may make in a minute."""
COMPLETIONS = 300
"""Suggestions that one person may ask each process for in a minute: some for every request they make."""
AT_A_TIME = 20
"""Requests that are counted here before the database is told of them."""
PEOPLE = 10_000
"""People whose requests are kept in memory; the longest silent are dropped first."""


class Allowed(Enum):
    """Is a request within the limit, and if not, has the person been told already?"""

    YES = "yes"
    NO = "no"
    NO_AND_TOLD = "no, and that has been said in this minute"


@dataclass
class _Minute:
    """The counts of one person's requests in one minute."""

    number: int
    elsewhere: int = 0
    """Requests that the database counted, those of this process included, when it was last asked."""
    since: int = 0
    """Requests that this process has counted since then."""
    told: bool = False
    completions: int = 0


class RateLimiter:
    """Counts the requests of each person by the minute, over all processes."""

    def __init__(self, requests: RequestLog) -> None:
        self._requests = requests
        self._process = secrets.token_hex(4)
        self._people = BoundedMemory[tuple[str, str], _Minute](PEOPLE)
        self._counting = asyncio.Lock()

    async def ask(self, person: Person) -> Allowed:
        """Count one request of a person; is it within the limit?"""
        known = self._minute(person)
        if known.elsewhere + known.since >= A_MINUTE:
            told, known.told = known.told, True
            return Allowed.NO_AND_TOLD if told else Allowed.NO
        known.since += 1
        if known.since >= AT_A_TIME:
            async with self._counting:
                more, known.since = known.since, 0
                if more:
                    known.elsewhere = await self._requests.count(person, known.number, self._process, more)
        return Allowed.YES

    def may_complete(self, person: Person) -> bool:
        """Count one request for suggestions; is it within the limit?"""
        known = self._minute(person)
        known.completions += 1
        return known.completions <= COMPLETIONS

    def _minute(self, person: Person) -> _Minute:
        """The counts of a person in the present minute."""
        number = self._requests.minute
        key = (person.platform, person.account)
        known = self._people.get(key)
        if known is None or known.number != number:
            known = _Minute(number)
            self._people.put(key, known)
        return known
