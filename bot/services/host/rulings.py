"""Rulings of the staff of a chat: asked for, confirmed by the same person, and carried out in one transaction."""

from bot.matches.communities import Community
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.rating import NotCounted
from bot.matches.refusals import MatchOver, NotShownHere, RulingGone, StaffPlays
from bot.matches.rulings import RulingAct, ruled
from bot.matches.status import Status
from bot.services.core import CommittedMatch, Core
from bot.services.news import Errand
from bot.store import Player, bans, communities, events, rulings
from bot.store import views as view_rows
from bot.store.connection import Connection
from bot.store.events import key_of
from bot.store.rulings import Ruling

TOLD_AT_ONCE = 50
"""The most rulings that are told in one go."""


def staffed(place: Place) -> str:
    """The server, group or room whose staff decides in a place, as it is kept: a digest."""
    return key_of(place.platform, place.community)


class RulingService:
    """The rulings of the staff in matches. Who is staff has to be asked before each call."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def ask(self, staff: Player, place: Place, code: str, act: RulingAct, why: str) -> Ruling:
        """Keep a ruling in a match of this place until it is confirmed.

        Raises UnknownMatch, UnreadableMatch, NotShownHere for a match of elsewhere, StaffPlays, and what refuses the
        ruling itself.
        """

        async def work(connection: Connection) -> Ruling:
            match = await self._core.matches.load(connection, code)
            await self._check(connection, match, staff, place)
            now = self._core.clock()
            if act is not RulingAct.NAMES:  # that one is about the boards alone
                ruled(match, act, now)
            asked = Ruling(self._core.new_id(), staffed(place), now, staff.id, act, code, None, why)
            await rulings.add(connection, asked)
            return asked

        return await self._core.database.write(work)

    async def asked(self, ruling: str) -> Match | None:
        """The match of a ruling that waits to be confirmed; None where there is none, or it is about a person."""

        async def work(connection: Connection) -> Match | None:
            asked = await rulings.get(connection, ruling)
            return await self._core.matches.load(connection, asked.match) if asked and asked.match else None

        return await self._core.database.read(work)

    async def confirm(
        self, event: str, staff: Player, place: Place, ruling: str, *, among_themselves: bool = False
    ) -> tuple[Match, RulingAct]:
        """Carry out a ruling that this person has asked for here; its row is written with the change of the match, or
        of its boards where their names are hidden. ``among_themselves``: a player of the match is of the staff too, so
        that it counts for nobody's rating.

        Raises RulingGone, and what ``ask`` raises.
        """

        async def work(connection: Connection) -> tuple[CommittedMatch, RulingAct]:
            asked = await rulings.get(connection, ruling, lock=True)
            is_theirs = asked and (asked.staff, asked.community) == (staff.id, staffed(place))
            if asked is None or asked.match is None or not is_theirs:
                raise RulingGone
            before = await self._core.matches.load(connection, asked.match, lock=True)
            if await events.effect_of(connection, staff.platform, event):
                return CommittedMatch.unchanged(before), asked.act
            if asked.done:
                raise RulingGone
            await self._check(connection, before, staff, place)
            now = self._core.clock()
            await rulings.done(connection, ruling, now)
            if asked.act is RulingAct.NAMES:
                await bans.hide_names(connection, [before.code], place)
                return CommittedMatch.unchanged(before), asked.act
            after = ruled(before, asked.act, now)
            why = NotCounted.RULED if among_themselves else None
            return await self._core.save(connection, staff, event, before, after, now, why), asked.act

        def committed(done: tuple[CommittedMatch, RulingAct]) -> None:
            change, act = done
            self._core.news.errands.publish(Errand.RULING)
            self._core.committed(change)
            if act is RulingAct.NAMES:
                self._core.news.matches.publish(change.after.code)

        change, act = await self._core.database.write(work, committed)
        return change.after, act

    async def take_down(self, event: str, staff: Player, place: Place, code: str) -> Match:
        """Withdraw an invitation of another person that stands in this place; who organises needs no reason for it.

        Raises UnknownMatch, UnreadableMatch, NotShownHere, StaffPlays, and MatchOver where it has ended.
        """

        async def work(connection: Connection) -> CommittedMatch:
            before = await self._core.matches.load(connection, code, lock=True)
            if await events.effect_of(connection, staff.platform, event):
                return CommittedMatch.unchanged(before)
            await self._check(connection, before, staff, place)
            now = self._core.clock()
            if before.status is not Status.INVITED:
                raise MatchOver(before.status)
            after = before.rule(None, result=False, now=now)
            return await self._core.save(connection, staff, event, before, after, now)

        return (await self._core.database.write(work, self._core.committed)).after

    async def around(self, staff: Player, place: Place, code: str) -> Match:
        """A match in which this person may rule here. Raises what ``ask`` raises of the match."""

        async def work(connection: Connection) -> Match:
            match = await self._core.matches.load(connection, code)
            await self._check(connection, match, staff, place)
            return match

        return await self._core.database.read(work)

    async def reason(self, code: str) -> str:
        """The reason of the latest ruling in a match, empty where there was none."""
        return await self._core.database.read(lambda connection: rulings.reason(connection, code))

    async def latest(self, place: Place, limit: int) -> list[Ruling]:
        """The latest rulings in the community of a place."""
        return await self._core.database.read(lambda connection: rulings.latest(connection, staffed(place), limit))

    async def untold(self) -> list[tuple[Ruling, Community | None]]:
        """The oldest rulings that are not told yet, each with its community if its hosts have chosen anything."""

        async def work(connection: Connection) -> list[tuple[Ruling, Community | None]]:
            rows = await rulings.untold(connection, TOLD_AT_ONCE)
            return [
                (ruling, await communities.get(connection, platform, account) if platform else None)
                for ruling, platform, account in rows
            ]

        return await self._core.database.read(work)

    async def told(self, ruling: Ruling) -> None:
        """Note that a ruling is told, or never will be."""
        await self._core.database.write(lambda connection: rulings.told(connection, ruling.id))

    @staticmethod
    async def _check(connection: Connection, match: Match, staff: Player, place: Place) -> None:
        views = await view_rows.of_matches(connection, [match.code])
        here = staffed(place)
        shared = [view.place for view in views if not view.place.private]
        if not any(staffed(each) == here or each.is_around(place) for each in shared):
            raise NotShownHere(match.code)
        if match.names(staff.id):
            raise StaffPlays(match.code)
