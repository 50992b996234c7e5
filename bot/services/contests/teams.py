"""Teams: up to six people share a side, against the computer or another team. They gather on the card of a match that
has not begun, and choose its turns in turn or by vote, as the villages of ``bot/services/contests/villages.py`` do.
"""

from dataclasses import dataclass
from datetime import datetime

from bot.matches.identity import Person, Place
from bot.matches.match import Match
from bot.matches.refusals import DataDeleted, NotOfTeam, TeamHasBegun, TeamPlays, TeamsEnough
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import Status
from bot.matches.team import AT_ONCE, TEAM, Member, Team, Way, check_may_begin, due_member, team_of
from bot.services.contests.villages import lasts_in
from bot.services.core import CommittedMatch, Core
from bot.services.host.bans import check_not_banned
from bot.services.people.players import PeopleService
from bot.store import Player, due_members, people, teams, views, villages
from bot.store.connection import Connection


class TeamService:
    """The teams and who is in them. Each method is one transaction."""

    def __init__(self, core: Core, people_service: PeopleService) -> None:
        self._core = core
        self._people = people_service

    async def new(self, name: str) -> Player:
        """A player who is to be a team, called so."""
        return await self._people.player(Person(TEAM, self._core.new_id(), name))

    async def of(self, match: Match) -> tuple[Team, ...]:
        """The teams that play in a match, or gather for it, that of the host first."""
        if not match.teams:
            return ()
        return await self._core.database.read(lambda connection: teams.of_match(connection, match))

    async def join(self, player: Player, code: str, side: int = 0) -> None:
        """Have a player join the team that gathers for a match; of two teams the one with this number, also when they
        are in the other one.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, TeamHasBegun, MatchOver, and what ``Team.check_may_join`` and
        ``check_not_banned`` raise.
        """

        async def work(connection: Connection) -> None:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            match, both = await self._locked(connection, code)
            if match.status is not Status.INVITED:
                raise TeamHasBegun
            team = both[min(side, len(both) - 1)]
            await check_not_banned(connection, player.id, [team.place], self._core.clock())
            number = team.check_may_join(player.id)
            if before := team_of(both, player.id):
                await teams.leave(connection, before.player, player.id)
            await teams.join(connection, team.player, Member(number, player.id))
            await views.show_again(connection, code)

        await self._core.database.write(work, lambda _: self._core.news.matches.publish(code))

    async def leave(self, player: str, code: str) -> None:
        """Have a player leave a team. The card from which the last one goes is withdrawn.

        Raises UnknownMatch, UnreadableMatch, NotOfTeam.
        """

        async def work(connection: Connection) -> CommittedMatch:
            match, both = await self._locked(connection, code)
            team, due = team_of(both, player), due_member(both, match)
            if team is None:
                raise NotOfTeam
            await teams.leave(connection, team.player, player)
            if due and due.player == player:
                await due_members.tell(connection, match, self._core.clock())
            await views.show_again(connection, code)
            if match.status is not Status.INVITED or sum(len(each.members) for each in both) > 1:
                return CommittedMatch.unchanged(match)
            after = match.withdraw(match.host, self._core.clock())
            await self._core.write(connection, match, after)
            return CommittedMatch(match, after)

        def done(change: CommittedMatch) -> None:
            self._core.committed(change)
            self._core.news.matches.publish(code)

        await self._core.database.write(work, done)

    async def begin(self, player: str, code: str) -> Match:
        """Begin the match for which a team gathers; the same once it has begun.

        Raises UnknownMatch, UnreadableMatch, MatchOver, and what ``check_may_begin`` raises.
        """

        async def work(connection: Connection) -> CommittedMatch:
            match, both = await self._locked(connection, code)
            if team_of(both, player) is None:
                raise NotOfTeam
            if match.status is Status.PLAYING or match.invited is None:
                return CommittedMatch.unchanged(match)
            check_may_begin(both, player)
            after = match.accept(match.invited, self._core.chance.randrange(2), self._core.clock())
            await self._core.write(connection, match, after)
            await due_members.tell(connection, after, self._core.clock(), by=player)
            return CommittedMatch(match, after)

        return (await self._core.database.write(work, self._core.committed)).after

    async def _locked(self, connection: Connection, code: str) -> tuple[Match, tuple[Team, ...]]:
        match = await self._core.matches.load(connection, code, lock=True)
        both = await teams.of_match(connection, match)
        if not both:
            raise NotOfTeam
        return match, both


@dataclass(frozen=True)
class NewTeam:
    """A match for which a new team gathers in a place, with the one who opens it, and one ``against`` it, where that is
    not the computer: for ``MatchOpener.open``.
    """

    place: Place
    team: str
    way: Way
    first: str
    against: str | None = None

    async def event(self, connection: Connection) -> MatchEvent:
        """The team of the match, or both. Raises VillageOff."""
        await lasts_in(connection, self.place)
        return MatchEvent(EventKind.TEAMS if self.against else EventKind.TEAM, self.team)

    async def made(self, connection: Connection, match: Match, now: datetime) -> None:
        """Note the teams and the first member. Raises VillageOff, TeamsEnough, DataDeleted, and what
        ``check_not_banned`` raises.
        """
        lasts = await lasts_in(connection, self.place)
        if self.first not in await people.lock(connection, self.first):
            raise DataDeleted
        await check_not_banned(connection, self.first, [self.place], now)
        if await teams.count_live(connection, self.place) >= AT_ONCE:
            raise TeamsEnough(AT_ONCE)
        for team in match.teams:
            await teams.put(connection, Team(team, self.way, self.place))
            await villages.begin(connection, match, team, lasts, now)
        await teams.join(connection, self.team, Member(1, self.first))


@dataclass(frozen=True)
class NextOfTeam:
    """A further match of a team, or of the two that have played each other, with whoever is in them: for
    ``MatchOpener.open``, whose host is the first of them.
    """

    teams: tuple[Team, ...]
    player: str

    async def event(self, connection: Connection) -> MatchEvent:
        """The teams of the match. Raises VillageOff, NotOfTeam, TeamPlays, TeamsEnough."""
        place, both = self.teams[0].place, [team.player for team in self.teams]
        await lasts_in(connection, place)
        await people.lock(connection, *both)
        found = [await teams.get(connection, team) for team in both]
        if team_of([team for team in found if team], self.player) is None:
            raise NotOfTeam
        if live := await teams.live_of(connection, both):
            raise TeamPlays(live[0])
        if await teams.count_live(connection, place) >= AT_ONCE:
            raise TeamsEnough(AT_ONCE)
        return MatchEvent(EventKind.TEAMS if len(both) > 1 else EventKind.TEAM, both[0])

    async def made(self, connection: Connection, match: Match, now: datetime) -> None:
        """Note that the teams play in it. Raises VillageOff, and what ``check_not_banned`` raises."""
        place = self.teams[0].place
        await check_not_banned(connection, self.player, [place], now)
        lasts = await lasts_in(connection, place)
        for team in match.teams:
            await villages.begin(connection, match, team, lasts, now)
        await due_members.tell(connection, match, now, by=self.player)
