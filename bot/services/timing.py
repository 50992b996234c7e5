"""Events of matches that fall due by time, and the times in which no Papan ran, which no clock counts."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from bot.matches.match import Match
from bot.matches.refusals import UnreadableMatch
from bot.services.absence import AbsenceService
from bot.services.core import CommittedMatch, Core
from bot.store import match_codes, pulse
from bot.store import views as view_rows
from bot.store.database import Connection
from bot.store.pulse import Pulse

UNSEEN_FOR = timedelta(seconds=60)
"""The longest time between two pulses; after a longer one, no Papan ran in it."""
PAGE = 500
"""Matches that are read at once to be brought into an era."""


class TimeService:
    """``beat`` is one transaction; ``settle`` and ``tick_due`` make one for each match."""

    def __init__(self, core: Core, absence: AbsenceService) -> None:
        self._core = core
        self._absence = absence
        self._matches = core.matches

    async def beat(self, align: Callable[[], datetime | None] = lambda: None) -> Pulse:
        """Note that a Papan runs.

        ``align`` sets the clock of this process by the machine's, and gives the time before that if it has jumped; it
        is called in the transaction, so that nobody acts in between. As long as some clocks are not in the present
        era, nothing is noted, and the time that passes does not count.
        """

        async def work(connection: Connection) -> Pulse:
            before = await pulse.load(connection, lock=True)
            if before and await self._of_older_eras(connection, before.era, 1):
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
        self, ours: Callable[[str], bool] = lambda code: True, *, spares_live: bool = False
    ) -> datetime | None:
        """Apply the events that have fallen due in matches; gives the moment of the next one, None for none.

        ``ours`` tells by the code which matches are for this process; with ``spares_live`` nobody loses a live match.
        At a time that is far from that of the pulse nothing is done, because that time may not count.
        """
        now = self._core.clock()

        async def look(connection: Connection) -> tuple[Pulse | None, list[str], datetime | None]:
            due = await match_codes.due(connection, self._matches.set_aside, now, spares_live=spares_live)
            following = await match_codes.next_due(connection, now)
            return await pulse.load(connection), due, following

        seen, due, following = await self._core.database.read(look)
        if seen and abs(now - seen.at) > UNSEEN_FOR:
            return None
        for code in filter(ours, due):
            if not await self._excuse(code, now):
                await self._change(code, lambda match: match.tick(now))
        if not due:
            return following
        return await self._core.database.read(lambda connection: match_codes.next_due(connection, now))

    async def _excuse(self, code: str, now: datetime) -> bool:
        """Begin days away for the player whose time is over, if they have any left; did they begin?"""

        async def work(connection: Connection) -> list[CommittedMatch]:
            match = await self._matches.load(connection, code)
            late = match.seats[match.game.turn]
            return await self._absence.excuse(connection, code, late) if late and match.may_excuse(now) else []

        try:
            seen = await self._core.database.read(lambda connection: self._matches.load(connection, code))
            if not seen.may_excuse(now):
                return False
            changes = await self._core.database.write(work, self._core.all_committed)
            return code in [change.after.code for change in changes]
        except UnreadableMatch:
            return False

    async def _change(self, code: str, change: Callable[[Match], Match]) -> None:
        """Change a match because of the time, with its clock in the present era; its boards are shown again."""

        async def work(connection: Connection) -> CommittedMatch:
            stored = await self._matches.load(connection, code)
            before = await self._matches.load(connection, code, lock=True)
            after = change(before)
            if after == stored:
                return CommittedMatch.unchanged(stored)
            await self._matches.save(connection, before, after)
            if after.version == before.version:
                await view_rows.show_again(connection, code)
            return CommittedMatch(stored, after)

        with suppress(UnreadableMatch):
            await self._core.database.write(work, self._core.committed)


def _next(before: Pulse | None, now: datetime, jumped_from: datetime | None) -> Pulse:
    """The pulse at ``now``, in a new era if no Papan ran since it was seen last."""
    if before is None:
        return Pulse(0, now)
    begin = before.at if jumped_from is None else jumped_from
    if jumped_from is None and abs(now - begin) <= UNSEEN_FOR:
        return replace(before, at=now)
    return Pulse(before.era + 1, now, begin, now)
