"""Reports to the hosts of a place: about somebody in a match, by whoever may see it. Nobody else is told of them."""

from datetime import datetime, timedelta

from bot.matches.identity import Place
from bot.matches.limits import REPORT_LENGTH, REPORTS_IN_A_DAY
from bot.matches.match import Match
from bot.matches.names import without_invisible
from bot.matches.refusals import DataDeleted, NobodyToReport, ReportClosed, ReportedAlready, TooManyReports
from bot.matches.rulings import RulingAct
from bot.matches.status import CAME_TO_NOTHING, Status
from bot.services.core import Core
from bot.services.host.bans import check_not_banned, check_not_banned_by
from bot.services.host.rulings import staffed
from bot.services.news import Errand
from bot.store import Player, people, reports, rulings
from bot.store import views as view_rows
from bot.store.connection import Connection
from bot.store.reports import Report
from bot.store.rulings import Ruling

DAY = timedelta(days=1)


class ReportService:
    """The reports in matches. Each method is one transaction; who is a host has to be asked before."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def reportable(self, player: str, match: Match) -> dict[int, str]:
        """The people whom a player may report in a match, by their sides; nobody before it has begun."""
        if match.practice or match.status in (Status.INVITED, *CAME_TO_NOTHING):
            return {}
        nobody = {None, player, *self._core.computers, *match.villages}
        return {side: each for side, each in enumerate(match.seats) if each and each not in nobody}

    async def report(self, player: Player, code: str, side: int, reason: str) -> None:
        """Report who has a side of a match to the hosts of each place where it stands.

        They have one message about it, whoever else reports there until they are through with it. Raises UnknownMatch,
        UnreadableMatch, DataDeleted, NobodyToReport, ReportedAlready, TooManyReports, BannedForGood and BannedUntil.
        """

        async def work(connection: Connection) -> None:
            match = await self._core.matches.load(connection, code)
            there = await people.lock(connection, player.id, *match.seats)
            if player.id not in there:
                raise DataDeleted
            match = await self._core.matches.load(connection, code, lock=True)
            subject = self.reportable(player.id, match).get(side)
            shown = [view.place for view in await view_rows.of_matches(connection, [code]) if view.place.community]
            if subject not in there or not shown:
                raise NobodyToReport
            now = self._core.clock()
            await check_not_banned(connection, player.id, shown, now)
            if await reports.has_reported(connection, code, player.id):
                raise ReportedAlready
            if await reports.count_since(connection, player.id, now - DAY) >= REPORTS_IN_A_DAY:
                raise TooManyReports(REPORTS_IN_A_DAY)
            for community in sorted({staffed(place) for place in shown}):
                is_told = await reports.is_told(connection, community, code, subject)
                await reports.add(connection, Report(community, code, player.id, subject, reason, "", now))
                if not is_told:
                    new = self._core.new_id()
                    told = Ruling(new, community, now, None, RulingAct.REPORTED, code, None, reason, done=True)
                    await rulings.add(connection, told)

        await self._core.database.write(work, lambda _: self._core.news.errands.publish(Errand.RULING))

    async def add_words(self, player: str, code: str, text: str) -> None:
        """Write some words beside the report of a player in a match, in place of earlier ones.

        Raises ReportClosed, BannedForGood and BannedUntil.
        """
        words = without_invisible(text).strip()[:REPORT_LENGTH]

        async def work(connection: Connection) -> None:
            there = await reports.communities_of(connection, code, player)
            await check_not_banned_by(connection, player, there, self._core.clock())
            if not await reports.add_words(connection, code, player, words):
                raise ReportClosed

        await self._core.database.write(work)

    async def of_place(self, place: Place, reader: str) -> list[Report]:
        """The open reports in a place, the latest first, without those about their reader."""
        return await self._core.database.read(
            lambda connection: reports.of_community(connection, staffed(place), reader)
        )

    async def close(self, place: Place, code: str, reader: str, latest: datetime) -> None:
        """Note that the hosts are through with the reports in a match up to the latest that they have read, but for
        those about the reader.
        """
        await self._core.database.write(
            lambda connection: reports.close(connection, staffed(place), code, reader, latest)
        )
