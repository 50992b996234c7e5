"""The card of the week of a chat: when there is a new one, and what it tells."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.matches.communities import Community
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.weekly import LATE, WEEK, due_after, suspense
from bot.services.core import Core
from bot.services.news import Errand
from bot.store import communities, people, puzzles, site_puzzles, week, weeklies
from bot.store.connection import Connection
from bot.store.events import key_of
from bot.store.weeklies import Overlooked, Weekly
from engine.game import Game
from engine.position import format_position
from engine.puzzles import Puzzle

CHATS = 100
"""The most chats that get their card in one go."""
MATCHES = 25
"""So many matches of a week are looked through, the longest ones."""


@dataclass(frozen=True)
class WeekOfChat:
    """A week of a chat: its most eventful match, those who are new there, in their order, the names of those of them
    who want to be in a list, by id, and a puzzle from one of its matches.
    """

    best: Match | None
    new: tuple[str, ...]
    names: Mapping[str, str]
    puzzle: Puzzle | None


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

    async def is_wanted(self, weekly: Weekly) -> bool:
        """Is a card still to be sent, of the same moment, and not switched off?"""
        now = await self._core.database.read(lambda connection: weeklies.get(connection, weekly.community))
        return now is not None and now.due is not None and now.at == weekly.at

    async def overlooked(self, weekly: Weekly) -> list[Overlooked]:
        """For which reasons moves of which games were refused for a card that is to be sent now, the most first."""
        return await self._core.database.read(lambda connection: weeklies.overlooked(connection, weekly))

    async def week(self, weekly: Weekly) -> WeekOfChat:
        """The week for a card that is to be sent now, as far as its chat may read of it."""
        until = weekly.at or self._core.clock()
        since, place, computers = until - WEEK, weekly.place, tuple(self._core.computers)

        async def work(connection: Connection) -> WeekOfChat:
            rows = await week.finished(connection, place, since, until, computers, MATCHES)
            read = await self._core.matches.of_rows(connection, [each.row for each in rows])
            found = [match for match in read if isinstance(match, Match)]
            mined = {each.row.code for each in rows if each.may_be_mined}
            best = max(found, key=lambda match: (*suspense(match.game), match.code), default=None)
            new = await week.newcomers(connection, place, since, until, computers)
            named = {*new, *(seat for seat in best.seats if seat)} if best else {*new}
            names = await people.names(connection, named - await people.unlisted(connection, named))
            puzzle = await _puzzle(connection, [match.game for match in found if match.code in mined])
            return WeekOfChat(best, tuple(new), names, puzzle)

        return await self._core.database.read(work)


async def _puzzle(connection: Connection, games: Sequence[Game]) -> Puzzle | None:
    """The hardest puzzle that was found here and begins at a position of some games. It is looked for by the position,
    as it is kept nowhere from which match a puzzle is.
    """
    rulesets = {game.ruleset.key: game.ruleset for game in games}
    known = await site_puzzles.of(connection, list(rulesets)) if games else []
    if not known:
        return None
    stood = {
        (game.ruleset.key, format_position(game.ruleset, position, counters=False))
        for game in games
        for position in game.positions
    }
    disliked = await puzzles.voted_down(connection)
    fitting = [each for each in known if (each.ruleset, each.position) in stood and each.id not in disliked]
    fitting.sort(key=lambda each: (-each.rating, each.id))
    return next((each for each in fitting if each.is_playable), None)


def _following(found: Community, now: datetime) -> datetime | None:
    day = found.week_day
    return None if day is None else due_after(found.zone or "UTC", day, int(found.chosen("weekly_hour")), now)
