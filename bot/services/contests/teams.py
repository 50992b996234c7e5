"""Teams: two to six people share a side against the computer. They gather on the card of a match that has not begun,
and choose its turns in turn or by vote, as the villages of ``bot/services/contests/villages.py`` do.
"""

from dataclasses import dataclass
from datetime import datetime

from bot.matches.identity import Person, Place
from bot.matches.match import Match
from bot.matches.refusals import DataDeleted, NotOfTeam, TeamHasBegun, TeamPlays, TeamsEnough
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import Status
from bot.matches.team import AT_ONCE, TEAM, Member, Team, Way
from bot.services.contests.villages import lasts_in
from bot.services.core import CommittedMatch, Core
from bot.services.host.bans import check_not_banned
from bot.services.people.players import PeopleService
from bot.store import Player, people, teams, views, villages
from bot.store.connection import Connection


class TeamService:
    """The teams and who is in them. Each method is one transaction."""

    def __init__(self, core: Core, people_service: PeopleService) -> None:
        self._core = core
        self._people = people_service

    async def new(self, name: str) -> Player:
        """A player who is to be a team, called so."""
        return await self._people.player(Person(TEAM, self._core.new_id(), name))

    async def of(self, match: Match) -> Team | None:
        """The team that plays in a match, or gathers for it; None in a match without one."""
        if match.team is None:
            return None
        return await self._core.database.read(lambda connection: teams.of_match(connection, match))

    async def join(self, player: Player, code: str) -> None:
        """Have a player join the team that gathers for a match.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, TeamHasBegun, MatchOver, and what ``Team.check_may_join`` and
        ``check_not_banned`` raise.
        """

        async def work(connection: Connection) -> None:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            match, team = await self._locked(connection, code)
            if match.status is not Status.INVITED:
                raise TeamHasBegun
            await check_not_banned(connection, player.id, [team.place], self._core.clock())
            await teams.join(connection, team.player, Member(team.check_may_join(player.id), player.id))
            await views.show_again(connection, code)

        await self._core.database.write(work, lambda _: self._core.news.matches.publish(code))

    async def leave(self, player: str, code: str) -> None:
        """Have a player leave a team. The card from which the last one goes is withdrawn.

        Raises UnknownMatch, UnreadableMatch, NotOfTeam.
        """

        async def work(connection: Connection) -> CommittedMatch:
            match, team = await self._locked(connection, code)
            team.check_member(player)
            await teams.leave(connection, team.player, player)
            await views.show_again(connection, code)
            if match.status is not Status.INVITED or len(team.members) > 1:
                return CommittedMatch.unchanged(match)
            after = match.withdraw(team.player, self._core.clock())
            await self._core.write(connection, match, after)
            return CommittedMatch(match, after)

        def done(change: CommittedMatch) -> None:
            self._core.committed(change)
            self._core.news.matches.publish(code)

        await self._core.database.write(work, done)

    async def begin(self, player: str, code: str) -> Match:
        """Begin the match for which a team gathers; the same once it has begun.

        Raises UnknownMatch, UnreadableMatch, MatchOver, and what ``Team.check_may_begin`` raises.
        """

        async def work(connection: Connection) -> CommittedMatch:
            match, team = await self._locked(connection, code)
            team.check_member(player)
            if match.status is Status.PLAYING or match.invited is None:
                return CommittedMatch.unchanged(match)
            team.check_may_begin(player)
            after = match.accept(match.invited, self._core.chance.randrange(2), self._core.clock())
            await self._core.write(connection, match, after)
            return CommittedMatch(match, after)

        return (await self._core.database.write(work, self._core.committed)).after

    async def _locked(self, connection: Connection, code: str) -> tuple[Match, Team]:
        match = await self._core.matches.load(connection, code, lock=True)
        team = await teams.of_match(connection, match)
        if team is None:
            raise NotOfTeam
        return match, team


@dataclass(frozen=True)
class NewTeam:
    """A match for which a new team gathers in a place, with the one who opens it: for ``MatchOpener.open``."""

    place: Place
    team: str
    way: Way
    first: str

    async def event(self, connection: Connection) -> MatchEvent:
        """The team of the match. Raises VillageOff."""
        await lasts_in(connection, self.place)
        return MatchEvent(EventKind.TEAM, self.team)

    async def made(self, connection: Connection, match: Match, now: datetime) -> None:
        """Note the team and its first member. Raises VillageOff, TeamsEnough, DataDeleted, and what
        ``check_not_banned`` raises.
        """
        lasts = await lasts_in(connection, self.place)
        if self.first not in await people.lock(connection, self.first):
            raise DataDeleted
        await check_not_banned(connection, self.first, [self.place], now)
        if await teams.count_live(connection, self.place) >= AT_ONCE:
            raise TeamsEnough(AT_ONCE)
        await teams.put(connection, Team(self.team, self.way, self.place))
        await teams.join(connection, self.team, Member(1, self.first))
        await villages.begin(connection, match, self.team, lasts, now)


@dataclass(frozen=True)
class NextOfTeam:
    """A further match of a team, with whoever is in it: for ``MatchOpener.open``."""

    team: Team
    player: str

    async def event(self, connection: Connection) -> MatchEvent:
        """The team of the match. Raises VillageOff, NotOfTeam, TeamPlays, TeamsEnough, and what ``check_not_banned``
        raises.
        """
        await lasts_in(connection, self.team.place)
        await people.lock(connection, self.team.player)
        found = await teams.get(connection, self.team.player)
        if found is None:
            raise NotOfTeam
        found.check_member(self.player)
        if live := await teams.live_of(connection, [found.player]):
            raise TeamPlays(live[0])
        if await teams.count_live(connection, found.place) >= AT_ONCE:
            raise TeamsEnough(AT_ONCE)
        return MatchEvent(EventKind.TEAM, found.player)

    async def made(self, connection: Connection, match: Match, now: datetime) -> None:
        """Note that the team plays in it. Raises VillageOff, and what ``check_not_banned`` raises."""
        await check_not_banned(connection, self.player, [self.team.place], now)
        lasts = await lasts_in(connection, self.team.place)
        await villages.begin(connection, match, self.team.player, lasts, now)
