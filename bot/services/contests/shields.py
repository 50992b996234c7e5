"""The shields of ladders: whoever stands first when a month ends has it for good, and holds it for the next month."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from bot.matches.communities import OFF, Community
from bot.matches.shield import end_of, month_after, month_at
from bot.services.core import Core
from bot.store import communities, ladders, people, shields
from bot.store.connection import Connection
from bot.store.shields import Month, Shield

MONTHS = 500
"""The most months that are looked at in one go."""


async def begin_month(connection: Connection, ladder: str, found: Community, now: datetime) -> None:
    """Begin the first month of a ladder in a community."""
    zone = found.zone or "UTC"
    month = month_at(zone, now)
    await shields.begin(connection, Month(ladder, month, end_of(zone, month)))


class ShieldService:
    """The shields. ``advance`` makes a transaction for each month that has ended."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def advance(self, ours: Callable[[str, str], bool]) -> bool:
        """Give the shield of each month that has ended, on the ladders of ``ours``; may there be more?"""
        now = self._core.clock()
        found = await self._core.database.read(lambda connection: shields.due(connection, now, MONTHS))
        done = False
        for month in found:
            done |= await self._core.database.write(partial(self._give, month=month, ours=ours))
        return done

    async def _give(self, connection: Connection, month: Month, ours: Callable[[str, str], bool]) -> bool:
        ladder = await ladders.get(connection, month.ladder)
        if ladder is None or not ours(ladder.place.platform, ladder.place.chat):
            return False
        seen = await shields.first_at(connection, ladder, month.ends)
        known = await people.lock(connection, seen[1])
        ladder = await ladders.get(connection, month.ladder, lock=True)
        if ladder is None or not await shields.is_under_way(connection, month):
            return False  # another process has given it
        changes, player = await shields.first_at(connection, ladder, month.ends)
        if player != seen[1]:
            return True  # they have become another in between: once more
        here = await communities.get(connection, ladder.place.platform, ladder.account)
        holds = player in known and here.chosen("ladder") != OFF
        await shields.give(connection, month, changes, player if holds else None)
        following = month_after(month.month)
        await shields.begin(connection, Month(month.ladder, following, end_of(here.zone or "UTC", following)))
        return True

    async def of_player(self, player: str) -> list[Shield]:
        """The shields that a player has, the latest first."""
        return await self._core.database.read(lambda connection: shields.of_player(connection, player))

    async def next_due(self) -> datetime | None:
        """The time when the next month ends on any ladder."""
        return await self._core.database.read(shields.next_due)
