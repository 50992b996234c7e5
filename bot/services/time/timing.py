"""The clocks of matches: what is due, eras in which no Papan ran, and days away, in which a player's clocks stand."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from bot.matches.clock import Halt
from bot.matches.limits import UNREACHABLE_FOR
from bot.matches.match import Match
from bot.matches.refusals import DataDeleted, NoDaysLeft, UnreadableMatch
from bot.services.core import CommittedMatch, Core
from bot.services.time.leaving import HasLeft, nobody_asked
from bot.store import away, match_codes, notices, people, pulse
from bot.store import views as view_rows
from bot.store.connection import Connection
from bot.store.pulse import Pulse
from bot.store.records import is_reached

UNSEEN_FOR = timedelta(seconds=60)
"""The longest time between two pulses; after a longer one, no Papan ran in it."""
PAGE = 500
"""Matches that are read at once to be brought into an era."""
AWAY_IN_A_YEAR = timedelta(days=21)
YEAR = timedelta(days=365)
BY_ITSELF = timedelta(days=3)
AT_LEAST = timedelta(days=1)
"""The least that must be left of the days of a year for days away to begin automatically."""


@dataclass(frozen=True)
class Absence:
    """A player is away until a moment. ``matches`` are the codes of those whose clocks are stopped now; ``left`` is
    the rest of the days of a year after it.
    """

    until: datetime
    matches: tuple[str, ...]
    left: timedelta


class TimeService:
    """Each method is one transaction; ``settle`` and ``tick_due`` make one for each match."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._matches = core.matches

    async def beat(self, align: Callable[[], datetime | None] = lambda: None) -> Pulse:
        """Note that a Papan runs.

        ``align`` sets the clock of this process by the machine's, and gives the time before that if it has jumped; it
        is called in the transaction, so that nobody acts in between. As long as some clocks are not in the present
        era, nothing is noted, and the time that passes does not count.
        """

        async def work(connection: Connection) -> Pulse:
            before = await pulse.load(connection, lock=True)
            if before and before.behind and await self._of_older_eras(connection, before.era, 1):
                return before
            jumped_from = align()
            after = _next(before, self._core.clock(), jumped_from)
            await pulse.save(connection, after)
            return after

        return await self._core.database.write(work)

    async def settle(self, found: Pulse) -> None:
        """Bring every clock that runs into the present era; a match that cannot be read keeps its own."""
        while codes := await self._core.database.read(
            lambda connection: self._of_older_eras(connection, found.era, PAGE)
        ):
            for code in codes:
                await self._change(code, lambda match: match)

    async def _of_older_eras(self, connection: Connection, era: int, at_most: int) -> list[str]:
        """The codes of matches whose clock runs and has to be brought into an era; not of those that cannot be read."""
        set_aside = self._matches.set_aside
        found = await pulse.of_older_eras(connection, era, at_most + len(set_aside))
        return set_aside.others(found)[:at_most]

    async def tick_due(
        self,
        ours: Callable[[str], bool] = lambda code: True,
        has_left: HasLeft = nobody_asked,
        *,
        spares_live: bool = False,
    ) -> datetime | None:
        """Apply the events that have fallen due in matches, and begin days away that were planned; gives the moment of
        the next event in a match, None for none.

        ``ours`` tells by the code which matches are for this process; with ``spares_live`` nobody loses a live match.
        ``has_left`` is asked before somebody is told, or loses, by time; the other matches do not wait for it.
        At a time that is far from that of the pulse nothing is done, because that time may not count.
        """
        now = self._core.clock()

        async def look(connection: Connection) -> tuple[Pulse | None, list[str], datetime | None, datetime | None]:
            due = await match_codes.due(connection, self._matches.set_aside, now, spares_live=spares_live)
            seen, following, planned = await match_codes.pulse_and_next_due(connection, now)
            return seen, due, following, planned

        seen, due, following, planned = await self._core.database.read(look, several=True)
        if seen and abs(now - seen.at) > UNSEEN_FOR:
            return None
        if planned and planned <= now:
            await self._begin_planned()
        asked: list[Match] = []
        for code in filter(ours, due):
            match = await self._readable(code)
            if match and match.asks_for_mover(now):
                asked.append(match)
            elif match:
                await self._apply(match, now)
        answers = await asyncio.gather(*(has_left(match.code) for match in asked))
        for match, left in zip(asked, answers, strict=True):
            await self._apply_beside(match, left, now)
        if not due:
            return following
        return await self._core.database.read(lambda connection: match_codes.next_due(connection, now))

    async def _readable(self, code: str) -> Match | None:
        """A match, if it can be read."""
        with suppress(UnreadableMatch):
            return await self._core.database.read(lambda connection: self._matches.load(connection, code))
        return None

    async def _apply_beside(self, seen: Match, left: bool | None, now: datetime) -> None:
        """Apply what is due in a match, whose player to move has left its chats or not."""

        def leave(match: Match) -> Match:
            return match.leave_chat(now) if match.version == seen.version else match

        if left:
            await self._change(seen.code, leave)
        elif left is False and seen.clock and seen.clock.halt is Halt.LEFT_CHAT:
            await self._change(seen.code, lambda match: match.go_on(now, Halt.LEFT_CHAT))
        else:
            await self._apply(seen, now)

    async def _apply(self, seen: Match, now: datetime) -> None:
        """Apply what is due in a match, or begin days away."""
        if not await self._excuse(seen, now):
            await self._change(seen.code, lambda match: match.tick(now))

    async def _excuse(self, seen: Match, now: datetime) -> bool:
        """Begin days away for the player whose time is over, if they have any left; did they begin?"""

        async def work(connection: Connection) -> list[CommittedMatch]:
            match = await self._matches.load(connection, seen.code)
            late = match.seats[match.game.turn]
            return await self.excuse(connection, match.code, late) if late and match.may_excuse(now) else []

        if not seen.may_excuse(now):
            return False
        with suppress(UnreadableMatch):
            return seen.code in _codes(await self._core.database.write(work, self._core.all_committed))
        return False

    async def _change(self, code: str, change: Callable[[Match], Match]) -> None:
        """Change a match because of the time, with its clock in the present era; its boards are shown again."""

        async def work(connection: Connection) -> CommittedMatch:
            stored = await self._matches.load(connection, code)
            before = await self._matches.load(connection, code, lock=True)
            after = change(before)
            if after == stored:
                return CommittedMatch.unchanged(stored)
            await self._core.write(connection, before, after)
            if after.version == before.version:
                await view_rows.show_again(connection, code)
            return CommittedMatch(stored, after)

        with suppress(UnreadableMatch):
            await self._core.database.write(work, self._core.committed)

    async def go_away(self, player: str, until: datetime) -> Absence:
        """Be away from now on. Raises NoDaysLeft, DataDeleted."""

        async def work(connection: Connection) -> tuple[Absence, list[CommittedMatch]]:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            return await self._begin(connection, player, self._core.clock(), until)

        absence, _ = await self._core.database.write(work, lambda done: self._core.all_committed(done[1]))
        return absence

    async def _begin(
        self, connection: Connection, player: str, now: datetime, until: datetime
    ) -> tuple[Absence, list[CommittedMatch]]:
        """Begin days away of a player, who is locked. Raises NoDaysLeft."""
        left = AWAY_IN_A_YEAR - await away.used(connection, player, now - YEAR, now)
        if not now < until <= now + left:
            raise NoDaysLeft(left.days)
        await away.end(connection, player, now)
        await away.begin(connection, player, now, until, by_itself=False)
        changed = await self._change_live(connection, player, lambda match: _stands(match, player, now, until))
        return Absence(until, _codes(changed), left - (until - now)), changed

    async def plan_away(self, player: str, begin: datetime, until: datetime) -> None:
        """Be away from a later moment on, in place of what was planned before. Raises NoDaysLeft, DataDeleted."""

        async def work(connection: Connection) -> None:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            now = self._core.clock()
            left = AWAY_IN_A_YEAR - await away.used(connection, player, now - YEAR, now + AWAY_IN_A_YEAR)
            if until - begin > left:
                raise NoDaysLeft(left.days)
            await away.plan(connection, player, begin, until)

        await self._core.database.write(work)

    async def drop_plan(self, player: str) -> None:
        """Be away at no later time."""
        await self._core.database.write(lambda connection: away.plan(connection, player, None, None))

    async def _begin_planned(self) -> None:
        """Begin the days away that were planned to begin by now; not those for which too few days are left."""
        now = self._core.clock()

        async def work(connection: Connection, player: str) -> list[CommittedMatch]:
            await people.lock(connection, player)
            plan = await away.planned(connection, player)
            if plan is None or plan[0] > now:
                return []  # another process has begun them, or they were put off
            await away.plan(connection, player, None, None)
            rest = (await people.rests(connection, (player,))).get(player)
            with suppress(NoDaysLeft):
                until = max(plan[1], rest.away) if rest and rest.away else plan[1]
                return (await self._begin(connection, player, now, until))[1]
            return []

        for player in await self._core.database.read(lambda connection: away.to_begin(connection, now)):
            await self._core.database.write(partial(work, player=player), self._core.all_committed)

    async def come_back(self, player: str) -> tuple[str, ...]:
        """Come back, perhaps early; gives the codes of the matches whose clocks run again."""

        async def work(connection: Connection) -> list[CommittedMatch]:
            await people.lock(connection, player)
            now = self._core.clock()
            if not await away.end(connection, player, now):
                return []
            await notices.no_longer_put_off(connection, player, now)
            return await self._change_live(connection, player, lambda match: _goes_on(match, player, now))

        return _codes(await self._core.database.write(work, self._core.all_committed))

    async def left(self, player: str) -> timedelta:
        """The rest of the days of a year, after those that have begun."""
        now = self._core.clock()
        used = await self._core.database.read(
            lambda connection: away.used(connection, player, now - YEAR, now + AWAY_IN_A_YEAR)
        )
        return AWAY_IN_A_YEAR - used

    async def by_itself(self, player: str) -> timedelta:
        """The length of the days away that would begin by themselves if the player's time were over now; 0 for none."""
        now = self._core.clock()
        return await self._core.database.read(lambda connection: _by_itself(connection, player, now))

    async def excuse(self, connection: Connection, code: str, player: str) -> list[CommittedMatch]:
        """Begin days away because a player's time in a match is over; gives the changed matches.

        Does nothing, and gives none, if the player does not want that, has no days left, or has not moved since the
        last time. To be called before any match is locked.
        """
        if player not in await people.lock(connection, player):
            return []
        now = self._core.clock()
        if not (days := await _by_itself(connection, player, now)):
            return []
        until = now + days

        def change(match: Match) -> Match:
            return match.excuse(now, until) if match.code == code else _stands(match, player, now, until)

        changed = await self._change_live(connection, player, change)
        if code in _codes(changed):
            await away.begin(connection, player, now, until, by_itself=True)
        return changed

    async def look_whether_reached(self, code: str) -> None:
        """Stop the clock of a match while the player to move can be shown no board, and start it again after that."""

        async def work(connection: Connection) -> CommittedMatch:
            before = await self._core.matches.load(connection, code, lock=True)
            shown = await view_rows.of_matches(connection, [code])
            now = self._core.clock()
            reached, until = is_reached(before, shown), now + UNREACHABLE_FOR
            after = before.go_on(now, Halt.FROZEN) if reached else before.stand(now, Halt.FROZEN, until)
            if after is not before:
                await self._core.write(connection, before, after)
            return CommittedMatch(before, after)

        with suppress(UnreadableMatch):
            await self._core.database.write(work, self._core.committed)

    async def _change_live(
        self, connection: Connection, player: str, change: Callable[[Match], Match]
    ) -> list[CommittedMatch]:
        """Change the live matches of a player, in the order of their codes, in which every transaction locks them."""
        matches = self._core.matches
        live = await matches.of_player(connection, player, live=True)
        changed: list[CommittedMatch] = []
        for code in sorted(listed.code for listed in live if isinstance(listed, Match)):
            before = await matches.load(connection, code, lock=True)
            after = change(before)
            if after is not before:
                await self._core.write(connection, before, after)
                changed.append(CommittedMatch(before, after))
        return changed


async def _by_itself(connection: Connection, player: str, now: datetime) -> timedelta:
    """The length of the days away that may begin by themselves for a player; 0 for none."""
    left = AWAY_IN_A_YEAR - await away.used(connection, player, now - YEAR, now)
    if left < AT_LEAST or not await away.may_begin_by_itself(connection, player, now):
        return timedelta()
    return min(BY_ITSELF, left)


def _next(before: Pulse | None, now: datetime, jumped_from: datetime | None) -> Pulse:
    """The pulse at ``now``, in a new era if no Papan ran since it was seen last."""
    if before is None:
        return Pulse(0, now)
    begin = before.at if jumped_from is None else jumped_from
    if jumped_from is None and abs(now - begin) <= UNSEEN_FOR:
        return replace(before, at=now)
    return Pulse(before.era + 1, now, begin, now, behind=True)


def _codes(changes: Iterable[CommittedMatch]) -> tuple[str, ...]:
    return tuple(change.after.code for change in changes)


def _stands(match: Match, player: str, now: datetime, until: datetime) -> Match:
    clock = match.clock
    if clock is None or match.seats[clock.turn] != player or not match.terms.away or clock.pace.live:
        return match
    return match.stand(now, Halt.AWAY, until)


def _goes_on(match: Match, player: str, now: datetime) -> Match:
    return match.go_on(now, Halt.AWAY) if match.clock and match.seats[match.clock.turn] == player else match
