"""The shields of ladders: whoever stands first when a month ends has it for good, and holds it for the next month."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from bot.matches.communities import OFF, Community
from bot.matches.identity import Place
from bot.matches.shield import MarkState, end_of, month_after, month_at
from bot.services.core import Core
from bot.services.news import Errand
from bot.services.standing.rating import community_of
from bot.store import communities, ladders, people, shields
from bot.store.connection import Connection
from bot.store.ladders import Ladder
from bot.store.shields import Mark, Month, Shield

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

    async def role_chosen(self, place: Place) -> None:
        """The hosts of a place have chosen which role the holders of its shields have, or that they have none."""

        async def work(connection: Connection) -> None:
            for each in await ladders.of_community(connection, community_of(place)):
                await ladders.get(connection, each.id, lock=True)
                worn = await shields.mark_of(connection, each.id)
                if worn and worn.state is MarkState.REFUSED:
                    await shields.set_mark(connection, each.id, None)  # it may be given now
                await ladders.show_again(connection, each.id)

        await self._core.database.write(work, lambda _: self._core.news.errands.publish(Errand.LADDER))

    async def marks(self, ladder: Ladder, tag: str | None) -> tuple[Mark | None, Mark | None]:
        """The mark of the shield that somebody wears in the chat of a ladder, and the one that its holder should have:
        a ``tag``, or without one the role that the hosts have chosen.
        """

        async def work(connection: Connection) -> tuple[Mark | None, Mark | None]:
            here = await communities.get(connection, ladder.place.platform, ladder.account)
            role = here.shield_role
            mark = tag or (role[0] if role else "")
            holder = await shields.holder(connection, ladder.id)
            known = await people.by_id(connection, holder[0], ladder.place.platform) if holder else None
            worn = await shields.mark_of(connection, ladder.id)
            return worn, Mark(known.person.account, mark) if known and mark else None

        return await self._core.database.read(work)

    async def marked(self, ladder: Ladder, mark: Mark | None) -> None:
        """Note who wears the mark of the shield of a ladder."""

        async def work(connection: Connection) -> None:
            if await ladders.get(connection, ladder.id, lock=True):
                await shields.set_mark(connection, ladder.id, mark)

        await self._core.database.write(work)

    async def next_due(self) -> datetime | None:
        """The time when the next month ends on any ladder."""
        return await self._core.database.read(shields.next_due)
