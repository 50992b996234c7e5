"""The log of requests: their number by person and minute, the number with a wrong code, and the events that have acted
already.
"""

import hmac
from collections.abc import Collection, Mapping
from datetime import timedelta

from bot.matches.identity import Person
from bot.services.core import Core
from bot.store import (
    bans,
    chat_challenges,
    deletions,
    events,
    follows,
    links,
    merging,
    notices,
    reports,
    requests,
    room,
    rulings,
    table_talk,
    tells,
    villages,
)
from bot.store.connection import Connection
from bot.store.secrets import SecretName, secret
from bot.store.types import minute_of

EVENTS_KEPT = timedelta(days=30)
REQUESTS_KEPT = timedelta(hours=1)
ROOM_MESSAGES_KEPT = timedelta(days=365)
TOLD_KEPT = timedelta(days=7)
"""What somebody was told is kept for so long, to see that nobody is told anything twice."""
UNTOLD_KEPT = timedelta(days=3)
"""Nobody is told any more what was due so long ago."""
DELETIONS_KEPT = timedelta(days=2)
"""So long it is known when an account had its data deleted: what a chat gives its page to come in by lasts a day."""
TELLS_KEPT = timedelta(days=30)
"""The time after a match for which it is known how its players wanted to be told of it."""
RULING_WAITS = timedelta(hours=1)
"""A ruling that is not confirmed within this time is dropped."""
REPORTS_KEPT = timedelta(days=90)
"""The time after which what was reported to hosts is dropped, whether they are through with it or not."""
VOTES_KEPT = timedelta(days=90)
"""The time after a match of a village for which its votes are kept."""
TALK_KEPT = timedelta(days=7)
"""The time for which something said stands beside a match in which nothing happens."""
FOLLOWS_KEPT = timedelta(days=2)
"""What could not be told of a match for so long after its end is not told any more."""
_WRONG_CODE = "wrong code"
"""The name in place of a platform for the counts of wrong codes. Who gave them is kept as a digest with a key: a plain
digest of one of so few network addresses would reveal it."""
_ADDED = "added"
"""The same for the times at which the bot was added to a group."""


class RequestLog:
    """Counts requests for all processes together, and drops the notes on requests that are too old to matter."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def minute(self) -> int:
        """The present minute, as ``count`` takes it."""
        return minute_of(self._core.clock())

    async def count(self, person: Person, minute: int, process: str, more: int) -> int:
        """Add requests that a person made of one process in a minute; their number in all processes by now."""
        return await self._core.database.write(
            lambda connection: requests.add(connection, person.platform, person.account, minute, process, more)
        )

    async def count_wrong_code(
        self, who: Collection[str], minute: int, process: str, since: int
    ) -> Mapping[str, Mapping[int, int]]:
        """Add a wrong code of one process in a minute to all of ``who``; for each of them how many wrong codes all
        processes have counted, by the minute, from ``since`` on.

        One process must not call this twice at a time.
        """

        async def work(connection: Connection) -> Mapping[str, Mapping[int, int]]:
            key = await secret(connection, SecretName.WRONG_CODES)
            kept = {each: hmac.digest(key, each.encode(), "sha256").hex() for each in who}
            for name in kept.values():
                await requests.add(connection, _WRONG_CODE, name, minute, process, 1)
            return {each: await requests.by_minute(connection, _WRONG_CODE, name, since) for each, name in kept.items()}

        return await self._core.database.write(work)

    async def wrong_codes(self, who: str, since: int) -> int:
        """The number of wrong codes of somebody from a minute on, in all processes."""

        async def work(connection: Connection) -> int:
            key = await secret(connection, SecretName.WRONG_CODES)
            name = hmac.digest(key, who.encode(), "sha256").hex()
            return sum((await requests.by_minute(connection, _WRONG_CODE, name, since)).values())

        return await self._core.database.write(work)

    async def is_new_adding(self, platform: str, event: str) -> bool:
        """Is this the first news of one adding to a group? It is noted for ``REQUESTS_KEPT``."""
        minute = self.minute

        async def work(connection: Connection) -> bool:
            adding = f"{platform} {event}"
            if await requests.by_minute(connection, _ADDED, adding, 0):
                return False
            await requests.add(connection, _ADDED, adding, minute, "", 1)
            return True

        return await self._core.database.write(work)

    async def forget_old(self) -> None:
        """Drop the notes on events so old that no platform repeats them, the counts of past minutes, what was said in
        the web room long ago, what people were told, or could not be told, and how, in matches that ended long ago.
        """
        now = self._core.clock()

        async def work(connection: Connection) -> None:
            await events.forget(connection, now - EVENTS_KEPT)
            await requests.forget(connection, now - REQUESTS_KEPT)
            await room.forget(connection, now - ROOM_MESSAGES_KEPT)
            await notices.forget(connection, now - TOLD_KEPT, now - UNTOLD_KEPT)
            await tells.forget(connection, now - TELLS_KEPT)
            await rulings.forget_waiting(connection, now - RULING_WAITS)
            await reports.forget(connection, now - REPORTS_KEPT)
            await bans.forget(connection, now)
            await follows.forget(connection, now - FOLLOWS_KEPT)
            await table_talk.forget(connection, now - TALK_KEPT)
            await villages.forget(connection, now - VOTES_KEPT)
            await chat_challenges.forget(connection, now)
            await deletions.forget(connection, now - DELETIONS_KEPT)
            await links.forget(connection, now)
            await merging.forget_images(connection, now - merging.UNDONE_WITHIN)

        await self._core.database.write(work)
