"""Bans from playing in a chat: decided by its staff, checked wherever a player begins a match or shows one there."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from bot.matches.identity import Place
from bot.matches.ladder import RungCause
from bot.matches.match import Match
from bot.matches.refusals import (
    BannedForGood,
    BannedUntil,
    DataDeleted,
    InvitedIsBanned,
    RulingGone,
    ShownNoLonger,
    StaffThemselves,
)
from bot.matches.rulings import RulingAct
from bot.matches.status import Status
from bot.services.core import CommittedMatch, Core
from bot.services.host.rulings import staffed
from bot.services.news import Errand
from bot.store import Player, View, bans, ladders, people, rulings
from bot.store.bans import Ban
from bot.store.connection import Connection
from bot.store.rulings import Ruling


async def check_not_banned(connection: Connection, player: str, places: Iterable[Place], now: datetime) -> None:
    """May a player begin something in these places? Raises BannedForGood or BannedUntil."""
    await check_not_banned_by(connection, player, {staffed(place) for place in places if not place.private}, now)


async def check_not_banned_by(connection: Connection, player: str, communities: Collection[str], now: datetime) -> None:
    """May a player begin something in these communities? Raises BannedForGood or BannedUntil."""
    if not communities:
        return
    held = await bans.holding(connection, communities, player, now)
    if held and held.until:
        raise BannedUntil(held.why, held.until - now)
    if held:
        raise BannedForGood(held.why)


async def check_guest_not_banned(connection: Connection, match: Match, places: Iterable[Place], now: datetime) -> None:
    """May the person whom an invitation is for play in these places? Raises InvitedIsBanned."""
    communities = {staffed(place) for place in places if not place.private}
    if match.invited and communities and await bans.holding(connection, communities, match.invited, now):
        names = await people.names(connection, [match.invited])
        raise InvitedIsBanned(names.get(match.invited, ""))


async def check_not_closed(
    connection: Connection, match: Match, views: Sequence[View], place: Place, now: datetime
) -> None:
    """May a match be shown in a place, as far as bans go? Raises ShownNoLonger while one holds by which it no longer
    is.
    """
    here = {staffed(place)}
    if not any(view.closed and staffed(view.place) in here for view in views):
        return
    for player in match.seats:
        if player and await bans.holding(connection, here, player, now):
            raise ShownNoLonger(match.code)


class BanService:
    """Bans of a community. Who is staff has to be asked before each call that changes one."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def check(self, player: str, place: Place) -> None:
        """May a player show something to all in a place? Raises BannedForGood or BannedUntil."""
        now = self._core.clock()
        await self._core.database.read(lambda connection: check_not_banned(connection, player, [place], now))

    async def ask(self, staff: Player, place: Place, player: str, until: datetime | None, why: str) -> Ruling:
        """Keep a ban until it is confirmed. Raises StaffThemselves, and DataDeleted where there is no such player."""

        async def work(connection: Connection) -> Ruling:
            if player == staff.id:
                raise StaffThemselves
            if player not in await people.lock(connection, player):
                raise DataDeleted
            now, new = self._core.clock(), self._core.new_id()
            asked = Ruling(new, staffed(place), now, staff.id, RulingAct.BAN, None, player, why, until)
            await rulings.add(connection, asked)
            return asked

        return await self._core.database.write(work)

    async def confirm(self, staff: Player, place: Place, ruling: str, *, take_down: bool) -> Ruling:
        """Carry out a ban that this person has asked for here. It ends no match that two people play.

        With ``take_down`` the invitations and practice boards of that player here end, and their boards here are shown
        without names; what they play is shown here once more, and then no longer. Raises RulingGone, and DataDeleted
        where there is no such player any more.
        """

        async def work(connection: Connection) -> tuple[Ruling, list[CommittedMatch], list[str]]:
            asked = await rulings.get(connection, ruling, lock=True)
            theirs = asked and (asked.staff, asked.community) == (staff.id, staffed(place))
            if asked is None or asked.subject is None or asked.done or not theirs:
                raise RulingGone
            if asked.subject not in await people.lock(connection, asked.subject):
                raise DataDeleted
            now = self._core.clock()
            await rulings.done(connection, ruling, now)
            await bans.ban(connection, Ban(asked.community, asked.subject, asked.until, asked.why))
            codes = await bans.live_around(connection, place, asked.subject) if take_down else []
            changes, played = [], []
            for code in codes:
                before = await self._core.matches.load(connection, code, lock=True)
                invites = before.status is Status.INVITED and before.host == asked.subject
                if invites or before.practice:
                    after = before.rule(None, result=False, now=now)
                    await self._core.write(connection, before, after)
                    changes.append(CommittedMatch(before, after))
                elif before.status is Status.PLAYING:
                    played.append(code)
            if codes:
                await bans.hide_names(connection, codes, place)
                await bans.close_boards(connection, played, place)
            await ladders.leave_all(connection, asked.subject, RungCause.BANNED, now, asked.community)
            return asked, changes, codes

        def committed(made: tuple[Ruling, list[CommittedMatch], list[str]]) -> None:
            self._core.news.errands.publish(Errand.RULING)
            self._core.news.errands.publish(Errand.LADDER)
            self._core.all_committed(made[1])
            for code in made[2]:
                self._core.news.matches.publish(code)

        return (await self._core.database.write(work, committed))[0]

    async def unban(self, staff: Player, place: Place, player: str, why: str) -> bool:
        """Let a player play here again; False where no ban keeps them from it."""

        async def work(connection: Connection) -> bool:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            now, here = self._core.clock(), staffed(place)
            if await bans.holding(connection, [here], player, now) is None:
                return False
            await bans.unban(connection, here, player)
            new = self._core.new_id()
            await rulings.add(
                connection, Ruling(new, here, now, staff.id, RulingAct.UNBAN, None, player, why, done=True)
            )
            return True

        return await self._core.database.write(work, lambda _: self._core.news.errands.publish(Errand.RULING))
