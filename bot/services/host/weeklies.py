"""The card of the week of a chat: when there is a new one, and what was most often overlooked there."""

from collections.abc import Callable
from datetime import datetime

from bot.matches.communities import Community
from bot.matches.identity import Place
from bot.matches.weekly import LATE, due_after
from bot.services.core import Core
from bot.services.news import Errand
from bot.store import communities, weeklies
from bot.store.connection import Connection
from bot.store.events import key_of
from bot.store.weeklies import Overlooked, Weekly

CHATS = 100
"""The most chats that get their card in one go."""


class WeeklyService:
    """The cards of a week. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def chosen(self, place: Place, language: str, *, stays: bool = False) -> None:
        """Have a card come each week to a place, or no more, as the hosts of its community have chosen by now;
        ``stays``: to where it came so far.
        """
        now = self._core.clock()

        async def work(connection: Connection) -> None:
            found = await communities.get(connection, place.platform, place.community)
            before = await weeklies.get(connection, key_of(place.platform, place.community), lock=True)
            following = _following(found, now)
            if before or following:
                there = before.place if before and stays else place
                spoken = found.venue(there, language).language
                wanted = Weekly(place.platform, place.community, there.chat, there.thread, spoken, following)
                await weeklies.save(connection, wanted)

        await self._core.database.write(work, lambda _: self._core.news.errands.publish(Errand.WEEKLY))

    async def advance(self, ours: Callable[[str, str], bool]) -> bool:
        """Have the card of each chat of ``ours`` be sent where it is due, once; none where it is too late.

        At most ``CHATS`` are looked at; True where there may be more.
        """
        now = self._core.clock()
        due = await self._core.database.read(lambda connection: weeklies.due(connection, now, CHATS))
        own = [each for each in due if ours(each.platform, each.chat)]
        for each in own:
            await self._begin(each, now)
        return len(due) == CHATS and bool(own)

    async def _begin(self, seen: Weekly, now: datetime) -> None:
        async def work(connection: Connection) -> None:
            weekly = await weeklies.get(connection, seen.community, lock=True)
            if weekly is None or weekly.due is None or weekly.due > now:
                return  # switched off, or begun by another process
            found = await communities.get(connection, weekly.platform, weekly.account)
            following = _following(found, now)
            at = weekly.due if following and now - weekly.due <= LATE else None
            await weeklies.begin(connection, weekly, following, at)

        await self._core.database.write(work)

    async def next_due(self) -> datetime | None:
        """The time when the next card is due in any chat."""
        return await self._core.database.read(lambda connection: weeklies.next_due(connection, self._core.clock()))

    async def to_send(self) -> list[Weekly]:
        """The cards that are to be sent now."""
        return await self._core.database.read(lambda connection: weeklies.to_send(connection, CHATS))

    async def done(self, weekly: Weekly) -> None:
        """Note that a card was sent, or never will be."""
        await self._core.database.write(lambda connection: weeklies.done(connection, weekly))

    async def refused(self, place: Place, ruleset: str, reason: str) -> None:
        """Count a move that was refused in a place, if its community has a card a week; not whose it was."""
        if not place.community:
            return
        here = key_of(place.platform, place.community)

        async def work(connection: Connection) -> None:
            if weekly := await weeklies.get(connection, here, lock=True):
                await weeklies.refused(connection, weekly, ruleset, reason)

        if await self._core.database.read(lambda connection: weeklies.get(connection, here)):
            await self._core.database.write(work)

    async def most_overlooked(self, weekly: Weekly) -> Overlooked | None:
        """For which reason most moves were refused for a card that is to be sent now."""
        return await self._core.database.read(lambda connection: weeklies.most_overlooked(connection, weekly))


def _following(found: Community, now: datetime) -> datetime | None:
    day = found.week_day
    return None if day is None else due_after(found.zone or "UTC", day, int(found.chosen("weekly_hour")), now)
