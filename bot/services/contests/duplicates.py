"""Duplicate: who plays this week's positions in a chat. Its course is made beside (``duplicate_course.py``)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.matches.communities import OFF
from bot.matches.duplicate import (
    MOST_HERE,
    POSITIONS,
    DuplicateEntrant,
    DuplicateGame,
    DuplicateState,
    duplicate_of,
    end_of,
    game_of_week,
    week_of,
)
from bot.matches.duplicate_refusals import (
    DuplicateElsewhere,
    DuplicateFull,
    DuplicateOff,
    DuplicateWeekOver,
    InDuplicateAlready,
    NotInDuplicate,
)
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.refusals import DataDeleted
from bot.services.contests.board_opening import BoardOpener
from bot.services.core import Core
from bot.services.host.bans import check_not_banned
from bot.services.news import Errand
from bot.services.standing.rating import community_of
from bot.store import Player, communities, duplicates, people
from bot.store.connection import Connection
from bot.store.duplicates import Duplicate, DuplicateWeek
from engine.duplicate_positions import even_positions

CARDS = 100
"""The most cards that are looked at in one go."""
AT_A_TIME = 2
"""The matches of a position, which begin together."""


@dataclass(frozen=True)
class DuplicateView:
    """The duplicate of a chat in a week, with the names of its people, by id: those who want to be in no list are not
    among them.

    ``chats`` is the number of those with a place, once the week is over.
    """

    duplicate: Duplicate
    week: DuplicateWeek
    entrants: tuple[DuplicateEntrant, ...]
    games: tuple[DuplicateGame, ...]
    names: Mapping[str, str]
    chats: int

    def holder(self, number: int) -> DuplicateEntrant:
        """The one with a number. Raises StopIteration where nobody has it."""
        return next(each for each in self.entrants if each.number == number)


async def settle_duplicate(connection: Connection, match: Match, now: datetime) -> None:
    """Have the card show that a match of duplicate has just ended."""
    del now
    if event := duplicate_of(match):
        await duplicates.show_again(connection, event.code)


async def duplicate_seen(connection: Connection, duplicate: str) -> DuplicateView | None:
    """The duplicate of a chat in a week, as it stands."""
    found = await duplicates.get(connection, duplicate)
    week = await duplicates.week_named(connection, found.week) if found else None
    if found is None or week is None:
        return None
    joined = await duplicates.entrants(connection, duplicate)
    wanted = {each.player for each in joined}
    names = await people.names(connection, wanted - await people.unlisted(connection, wanted))
    games = await duplicates.games(connection, duplicate)
    chats = await duplicates.chats_with_place(connection, week.week)
    return DuplicateView(found, week, tuple(joined), tuple(games), names, chats)


class DuplicateService:
    """The weeks of chats. Each method is one transaction."""

    def __init__(self, core: Core, opener: BoardOpener) -> None:
        self._core = core
        self._opener = opener

    async def join(self, player: Player, venue: Venue) -> int:
        """Join what a chat plays this week; how many are in now. The first to join anywhere has the positions drawn.

        Raises DuplicateOff, InDuplicateAlready, DuplicateElsewhere, DuplicateFull, DuplicateWeekOver, DataDeleted,
        TooManyMatches, and what ``check_not_banned`` raises.
        """
        place, new_id = venue.place, self._core.new_id()

        async def work(connection: Connection) -> int:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            now = self._core.clock()
            if (await communities.get(connection, place.platform, place.community)).chosen("duplicate") == OFF:
                raise DuplicateOff
            await check_not_banned(connection, player.id, [place], now)
            await self._opener.check_matches(connection, player.id, new=AT_A_TIME)
            week = await self._this_week(connection, now)
            found = await self._here(connection, venue, week, new_id, now)
            elsewhere = await duplicates.plays_in(connection, week.week, player.id)
            if elsewhere and elsewhere.id != found.id:
                raise DuplicateElsewhere
            joined = await duplicates.entrants(connection, found.id)
            there = sum(not each.left for each in joined)
            if mine := next((each for each in joined if each.player == player.id), None):
                if not mine.left:
                    raise InDuplicateAlready
                await duplicates.come_back(connection, found.id, mine.number)
                return there + 1
            if len(joined) >= MOST_HERE:
                raise DuplicateFull(MOST_HERE)
            await duplicates.join(connection, found.id, len(joined) + 1, player.id, now)
            return there + 1

        return await self._core.database.write(work, self._changed)

    async def leave(self, player: str, place: Place) -> None:
        """Begin nothing more this week: what is under way is called off, what is over counts. Raises NotInDuplicate."""

        async def work(connection: Connection) -> None:
            week = week_of(self._core.clock())
            known = await duplicates.of_community(connection, community_of(place), week)
            found = await duplicates.get(connection, known.id, lock=True) if known else None
            if found is None:
                raise NotInDuplicate
            joined = await duplicates.entrants(connection, found.id)
            mine = [each.number for each in joined if each.player == player and not each.left]
            if not mine:
                raise NotInDuplicate
            await duplicates.leave(connection, found.id, mine)

        await self._core.database.write(work, self._changed)

    async def view(self, duplicate: str) -> DuplicateView | None:
        """The duplicate of a chat in a week, for its card."""
        return await self._core.database.read(lambda connection: duplicate_seen(connection, duplicate), several=True)

    async def of_place(self, place: Place) -> DuplicateView | None:
        """The duplicate of a place this week, or its last one."""

        async def work(connection: Connection) -> DuplicateView | None:
            found = await duplicates.latest_of(connection, community_of(place))
            return await duplicate_seen(connection, found.id) if found else None

        return await self._core.database.read(work, several=True)

    async def to_show(self) -> list[Duplicate]:
        """Those whose card shows another state of them, or is not there yet."""
        return await self._core.database.read(lambda connection: duplicates.not_shown(connection, CARDS))

    async def shown(self, duplicate: Duplicate, message: str | None) -> None:
        """Note that the card shows what a chat plays as it was read."""
        now = self._core.clock()
        await self._core.database.write(lambda connection: duplicates.shown(connection, duplicate, message, now))

    async def stand(self, duplicate: Duplicate, place: Place) -> None:
        """Have a card be posted in another place of its community."""
        await self._core.database.write(
            lambda connection: duplicates.stand(connection, duplicate.id, place), self._changed
        )

    def _changed(self, _: object) -> None:
        self._core.news.errands.publish(Errand.DUPLICATE)

    async def _this_week(self, connection: Connection, now: datetime) -> DuplicateWeek:
        """This week, locked, with positions that its game has not had of late. Raises DuplicateWeekOver."""
        week = week_of(now)
        ruleset, until = game_of_week(week), end_of(week)
        known = await duplicates.week_named(connection, week)
        positions = known.positions if known else await self._drawn(connection, ruleset)
        wanted = DuplicateWeek(week, ruleset, positions, until, DuplicateState.PLAYING)
        found = await duplicates.draw(connection, wanted)
        if found.state is DuplicateState.OVER:
            raise DuplicateWeekOver
        return found

    async def _drawn(self, connection: Connection, ruleset: str) -> tuple[str, ...]:
        """Positions for a week: which ones nobody can tell from what is published."""
        pool = even_positions(ruleset)
        before = await duplicates.drawn_before(connection, ruleset, len(pool) // POSITIONS - 1)
        return tuple(self._core.chance.sample([each for each in pool if each not in before], POSITIONS))

    async def _here(
        self, connection: Connection, venue: Venue, week: DuplicateWeek, new_id: str, now: datetime
    ) -> Duplicate:
        """The duplicate of a chat in a week that is locked, locked too; made where there is none."""
        place, community = venue.place, community_of(venue.place)
        if known := await duplicates.of_community(connection, community, week.week):
            found = await duplicates.get(connection, known.id, lock=True)
            assert found, "it is never deleted"
            return found
        made = Duplicate(
            id=new_id,
            week=week.week,
            community=community,
            account=place.community,
            place=place,
            language=venue.language,
            state=DuplicateState.PLAYING,
            rank=None,
            message=None,
            version=1,
            shown=0,
            edited=now,
        )
        await duplicates.make(connection, made)
        return made
