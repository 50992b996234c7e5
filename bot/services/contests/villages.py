"""Villages: all in a chat who want to are one player, by their votes. At the close of a vote its turn is played, in the
transaction that counts it: once, whoever closes it and however often a process dies.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.matches.communities import OFF, VOTING_TIMES
from bot.matches.identity import Person, Place
from bot.matches.match import Match
from bot.matches.refusals import DataDeleted, IllegalHere, NoDrawToVoteFor, VillageOff, VillagePlaysEnough, VoteIsOver
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import Status
from bot.matches.table_talk import shown_after
from bot.matches.team import Way
from bot.matches.village import (
    AT_ONCE,
    DRAW,
    RESIGN,
    VILLAGE,
    Poll,
    Vote,
    awaited_village,
    check_may_vote,
    choice_of,
    is_decided,
)
from bot.services.core import CommittedMatch, Core
from bot.services.host.bans import check_not_banned
from bot.services.news import Errand
from bot.services.people.players import PeopleService
from bot.services.standing.rating import community_of
from bot.store import Player, communities, events, people, teams, views, villages
from bot.store.connection import Connection
from bot.store.events import Effect
from bot.store.records import is_reached
from bot.store.villages import Village
from engine.moves import Move
from engine.notation import format_move, read_move


@dataclass(frozen=True)
class ClosedVote:
    """A vote that has been closed: the match after it. ``waits`` is True where nobody has voted, twice: the computer is
    to play for the village.
    """

    match: Match
    waits: bool = False


class VillageService:
    """The villages and their votes. Each method is one transaction."""

    def __init__(self, core: Core, people_service: PeopleService) -> None:
        self._core = core
        self._people = people_service

    async def of_place(self, place: Place, name: str) -> Player:
        """The player who is all in a place, which is called so; where it has no name, the one it had. Raises
        DataDeleted.
        """
        community = community_of(place)
        kept = await self._core.database.read(lambda connection: villages.account_of(connection, community))
        account = kept or community
        known = await self._people.known(Person(VILLAGE, account, ""))
        return await self._people.player(Person(VILLAGE, account, name or (known.name if known else "")))

    async def get(self, player: str) -> Village | None:
        """The village who is this player."""
        return await self._core.database.read(lambda connection: villages.get(connection, player))

    async def live_of(self, village: str) -> list[str]:
        """The codes of the matches of a village under way, the oldest first."""
        return await self._core.database.read(lambda connection: villages.live_of(connection, village))

    async def poll(self, match: Match) -> Poll | None:
        """The vote in a match, with its voices; None where no village plays in it."""
        if not match.villages:
            return None

        async def work(connection: Connection) -> Poll | None:
            found = await villages.of_match(connection, match.code)
            if found is None:
                return None
            voices, agreed, cast = await villages.counts(connection, match)
            return replace(found, voices=voices, agreed=agreed, cast=cast)

        return await self._core.database.read(work)

    async def choice_of(self, match: Match, player: str) -> str | None:
        """The vote of a player in the present turn, as in ``Vote``."""
        return await self._core.database.read(lambda connection: villages.choice_of(connection, match, player))

    async def check(self, player: str, match: Match, ply: int | None = None) -> Village:
        """The village for which a player may vote now. Raises what ``check_may_vote`` and ``check_not_banned`` raise,
        VoteIsOver.
        """
        return await self._core.database.read(lambda connection: self._check(connection, player, match, ply))

    async def vote(self, event: str, player: Player, code: str, choice: Move | str, ply: int | None) -> Match:
        """Note what a player wants their village to do, in place of what they wanted before; the match.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, IllegalHere, NoDrawToVoteFor, and what ``check`` raises.
        """

        async def work(connection: Connection) -> tuple[Match, bool]:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            match = await self._core.matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return match, False
            await self._check(connection, player.id, match, ply)
            now, at = self._core.clock(), match.game.ply
            if isinstance(choice, Move) and not match.game.is_legal(choice):
                raise IllegalHere(choice)
            if choice == DRAW and match.draw_offer is None:
                raise NoDrawToVoteFor
            wanted = choice if isinstance(choice, str) else format_move(match.game.ruleset, choice)
            team = await teams.of_match(connection, match)
            if team:
                team.check_may_choose(player.id, wanted)
            await villages.vote(connection, code, at, Vote(player.id, wanted, now))
            await events.record(connection, player.platform, event, Effect(code, ""), now)
            poll = await villages.of_match(connection, code, lock=True)
            assert poll, "a vote was open a moment ago"
            await villages.show(connection, poll, shown_after(now, poll.shown), now)
            cast = await villages.cast(connection, code, at)
            decided = team.is_decided(cast) if team else is_decided(cast, poll.before)
            if decided:
                await villages.put_off(connection, poll, now, again=poll.again)
            return match, decided

        def done(made: tuple[Match, bool]) -> None:
            self._core.news.matches.publish(code)
            if made[1]:
                self._core.news.errands.publish(Errand.VILLAGE)

        return (await self._core.database.write(work, done))[0]

    async def due(self) -> list[str]:
        """The codes of the matches in which a vote is over."""
        return await self._core.database.read(lambda connection: villages.due(connection, self._core.clock()))

    async def invited(self) -> list[str]:
        """The codes of the invitations to villages."""
        return await self._core.database.read(villages.invited)

    async def next_due(self) -> datetime | None:
        """The next moment at which a vote is over."""
        return await self._core.database.read(lambda connection: villages.next_due(connection, self._core.clock()))

    async def accept(self, code: str) -> None:
        """Have a village accept an invitation; nothing where it was withdrawn meanwhile, or is accepted already."""

        async def work(connection: Connection) -> CommittedMatch:
            before = await self._core.matches.load(connection, code)
            await people.lock(connection, before.host, before.invited)
            before = await self._core.matches.load(connection, code, lock=True)
            now = self._core.clock()
            if before.status is not Status.INVITED or before.invited not in before.villages or _is_past(before, now):
                return CommittedMatch.unchanged(before)
            after = before.accept(before.villages[0], self._core.chance.randrange(2), now)
            await self._core.write(connection, before, after)
            return CommittedMatch(before, after)

        await self._core.database.write(work, self._core.committed)

    async def close(self, code: str, instead: Move | None = None) -> ClosedVote:
        """Close the vote in a match: play what was voted for, or ``instead`` where nobody has voted, twice. Where the
        match is paused or stands nowhere it is put off.

        Nothing where it is closed already. Raises UnknownMatch, UnreadableMatch.
        """

        async def work(connection: Connection) -> tuple[CommittedMatch, bool]:
            before = await self._core.matches.load(connection, code, lock=True)
            poll = await villages.of_match(connection, code, lock=True)
            now, village = self._core.clock(), awaited_village(before)
            if poll is None or poll.closes is None or poll.closes > now or village is None:
                return CommittedMatch.unchanged(before), False
            if await self._stands_still(connection, before):
                await villages.put_off(connection, poll, now + poll.lasts, again=poll.again)
                return CommittedMatch.unchanged(before), False
            cast = await villages.cast(connection, code, before.game.ply)
            team = await teams.of_match(connection, before)
            act = _acting(before, village, team.choice_of(cast) if team else choice_of(cast), instead)
            following = team.played() if team and act else team.passed_on() if team else None
            if following:
                await teams.settle(connection, following)
            in_turn = team is not None and team.way is Way.IN_TURN
            if act is None and (following or not (poll.again or in_turn)):
                await villages.put_off(connection, poll, now + poll.lasts, again=True)
                return CommittedMatch.unchanged(before), False
            if act is None:
                return CommittedMatch.unchanged(before), True
            after = act(now)
            await self._core.write(connection, before, after)
            return CommittedMatch(before, after), False

        def done(made: tuple[CommittedMatch, bool]) -> None:
            self._core.committed(made[0])
            self._core.news.matches.publish(code)

        change, waits = await self._core.database.write(work, done)
        return ClosedVote(change.after, waits)

    @staticmethod
    async def _stands_still(connection: Connection, match: Match) -> bool:
        """Can nobody vote, because the match is paused, or stands nowhere any more?"""
        if match.clock is not None and match.clock.since is None:
            return True
        return not is_reached(match, await views.of_matches(connection, [match.code]))

    async def _check(self, connection: Connection, player: str, match: Match, ply: int | None) -> Village:
        player_of_village = check_may_vote(match, player, ply)
        found = await villages.get(connection, player_of_village)
        if team := await teams.of_match(connection, match):
            team.check_member(player)
            found = Village(team.player, community_of(team.place), team.place.community, team.place)
        poll = await villages.of_match(connection, match.code)
        now = self._core.clock()
        if found is None or poll is None or poll.closes is None or poll.closes <= now:
            raise VoteIsOver
        await check_not_banned(connection, player, [found.place], now)
        return found


def _is_past(match: Match, now: datetime) -> bool:
    return match.expires is not None and match.expires <= now


def _acting(match: Match, village: str, choice: str | None, instead: Move | None) -> Callable[[datetime], Match] | None:
    """The deed of a village at the close; None where nobody has voted and nothing stands ``instead``."""
    if choice == RESIGN:
        return lambda now: match.resign(village, now)
    if choice == DRAW and match.draw_offer is not None:
        return lambda now: match.answer_draw(village, True, now)
    move = read_move(match.game.ruleset, match.game.position, choice) if choice and choice != DRAW else instead
    if move is None or not match.game.is_legal(move):
        move = instead
    if move is None:
        return None
    played = move
    return lambda now: match.move(village, played, None, now)


@dataclass(frozen=True)
class NewVillageMatch:
    """A match that a village begins or is invited to in a place: for ``MatchOpener.open``."""

    place: Place
    village: str

    async def event(self, connection: Connection) -> MatchEvent:
        """The village of the match. Raises VillageOff."""
        await voting_time(connection, self.place)
        return MatchEvent(EventKind.VILLAGE, self.village)

    async def made(self, connection: Connection, match: Match, now: datetime) -> None:
        """Note that the village plays in a match which is being opened. Raises VillageOff, VillagePlaysEnough."""
        lasts = await voting_time(connection, self.place)
        place = self.place
        await villages.put(connection, Village(self.village, community_of(place), place.community, place))
        await people.lock(connection, self.village)
        if len(await villages.live_of(connection, self.village)) >= AT_ONCE:
            raise VillagePlaysEnough(AT_ONCE)
        await villages.begin(connection, match, self.village, lasts, now)


async def voting_time(connection: Connection, place: Place) -> timedelta:
    """The time for which a vote of those in a place is open. Raises VillageOff."""
    chosen = (await communities.get(connection, place.platform, place.community)).chosen("village")
    if chosen == OFF:
        raise VillageOff
    return VOTING_TIMES[chosen]
