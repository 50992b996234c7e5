"""Villages: all in a chat who want to are one player, by their votes. At the close of a vote its turn is played, in the
transaction that counts it: once, whoever closes it and however often a process dies.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.matches.communities import OFF, VOTING_TIMES
from bot.matches.identity import Person, Place
from bot.matches.limits import UNREACHABLE_FOR
from bot.matches.match import Match
from bot.matches.refusals import (
    DataDeleted,
    IllegalHere,
    NoDrawToVoteFor,
    NotSeenBefore,
    VillageOff,
    VillagePlaysEnough,
    VotedForOther,
    VoteIsOver,
)
from bot.matches.state import EventKind, MatchEvent
from bot.matches.table_talk import shown_after
from bot.matches.team import Team, Way, check_may_choose_now, to_move
from bot.matches.village import (
    AT_ONCE,
    DRAW,
    ENDINGS,
    OFFER,
    RESIGN,
    VILLAGE,
    Poll,
    Vote,
    awaited_village,
    check_may_vote,
    choice_of,
    is_decided,
    may_accept,
    may_offer,
)
from bot.services.core import CommittedMatch, Core
from bot.services.host.bans import check_not_banned
from bot.services.host.rulings import staffed
from bot.services.news import Errand
from bot.services.people.players import PeopleService
from bot.services.standing.rating import community_of
from bot.store import Player, bans, communities, due_members, events, people, teams, views, villages
from bot.store.connection import Connection
from bot.store.events import Effect
from bot.store.records import is_reached
from bot.store.villages import Village
from engine.moves import Move
from engine.notation import format_move, read_move

NEAR = timedelta(seconds=1)
"""A vote so shortly before the board is edited may be too late for that edit: the board may be read before the vote is
written, and by a process whose clock is ahead.
"""


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
        account = await self._account_of(place) or community_of(place)
        known = await self._people.known(Person(VILLAGE, account, ""))
        return await self._people.player(Person(VILLAGE, account, name or (known.name if known else "")))

    async def known(self, place: Place) -> Player | None:
        """The player who is all in a place; None where they have begun nothing yet. Raises DataDeleted."""
        account = await self._account_of(place)
        return await self._people.known(Person(VILLAGE, account, "")) if account else None

    async def _account_of(self, place: Place) -> str | None:
        """The account of the village of a place that has played."""
        community = community_of(place)
        return await self._core.database.read(lambda connection: villages.account_of(connection, community))

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
            village = awaited_village(match) or match.villages[0]
            found = await villages.of_village(connection, match.code, village)
            if found is None:
                return None
            voices, agreed, cast = await villages.counts(connection, match)
            homes = await villages.homes(connection, match.villages) if len(match.villages) > 1 else {}
            return replace(found, voices=voices, agreed=agreed, cast=cast, homes=homes)

        return await self._core.database.read(work)

    async def choice_of(self, match: Match, player: str) -> str | None:
        """The vote of a player in the present turn, as in ``Vote``."""
        return await self._core.database.read(lambda connection: villages.choice_of(connection, match, player))

    async def check(self, player: str, match: Match, ply: int | None = None) -> Village:
        """The village for which a player may vote now. Raises what ``check_may_vote`` and ``check_not_banned`` raise,
        VoteIsOver.
        """
        return await self._core.database.read(lambda connection: self.check_within(connection, player, match, ply))

    async def vote(
        self, event: str, player: Player, code: str, choice: Move | str, ply: int | None, *, agrees: bool = False
    ) -> Match:
        """Note what a player wants their village to do, in place of what they wanted before; the match. ``agrees``: as
        somebody in their team proposes.

        Raises UnknownMatch, UnreadableMatch, DataDeleted, IllegalHere, NoDrawToVoteFor, NotProposed, and what ``check``
        raises.
        """

        async def work(connection: Connection) -> tuple[Match, bool, bool]:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            match = await self._core.matches.load(connection, code, lock=True)
            if await events.effect_of(connection, player.platform, event):
                return match, False, False
            village = (await self.check_within(connection, player.id, match, ply)).player
            now, at = self._core.clock(), match.game.ply
            if isinstance(choice, Move) and not match.game.is_legal(choice):
                raise IllegalHere(choice)
            if (choice == DRAW and not may_accept(match)) or (choice == OFFER and not may_offer(match)):
                raise NoDrawToVoteFor
            wanted = choice if isinstance(choice, str) else format_move(match.game.ruleset, choice)
            team = await choosing(connection, match, now)
            if team:
                team.check_may_choose(player.id, wanted)
            if team and agrees:
                team.check_proposed(wanted, await villages.cast(connection, code, at))
            await villages.vote(connection, code, at, Vote(player.id, wanted, now))
            await villages.count_in(connection, village, player.id, now)
            await events.record(connection, player.platform, event, Effect(code, ""), now)
            poll = await villages.of_village(connection, code, village, lock=True)
            assert poll, "a vote was open a moment ago"
            shown = shown_after(now, poll.shown)
            # Of many who vote at once one has the board shown: it counts all of them.
            shows = shown != poll.shown or shown - now < NEAR or team is not None
            if shows:
                await villages.show(connection, poll, shown, now)
            if team:
                decided = team.is_decided(await villages.cast(connection, code, at))
            else:
                decided = is_decided(await villages.voices(connection, code, at), poll.before)
            if decided:
                await villages.put_off(connection, poll, now, again=poll.again)
            return match, decided, shows or decided

        def done(made: tuple[Match, bool, bool]) -> None:
            if made[2]:
                self._core.news.matches.publish(code)
            if made[1]:
                self._core.news.errands.publish(Errand.VILLAGE)

        return (await self._core.database.write(work, done))[0]

    async def due(self) -> list[str]:
        """The codes of the matches in which a vote is over."""
        return await self._core.database.read(lambda connection: villages.due(connection, self._core.clock()))

    async def next_due(self) -> datetime | None:
        """The next moment at which a vote is over."""
        return await self._core.database.read(lambda connection: villages.next_due(connection, self._core.clock()))

    async def close(self, code: str, instead: Move | None = None) -> ClosedVote:
        """Close the vote in a match: play what was voted for, or ``instead`` where nobody has voted, twice. Where the
        match is paused or stands nowhere it is put off; a village that another one waits for loses once no board of it
        could be reached for ``UNREACHABLE_FOR``.

        Nothing where it is closed already. Raises UnknownMatch, UnreadableMatch.
        """

        async def work(connection: Connection) -> tuple[CommittedMatch, bool]:
            before = await self._core.matches.load(connection, code, lock=True)
            now, village = self._core.clock(), awaited_village(before)
            poll = await villages.of_village(connection, code, village, lock=True) if village else None
            if poll is None or poll.closes is None or poll.closes > now or village is None:
                return CommittedMatch.unchanged(before), False
            if await self._stands_still(connection, before, village):
                return await self._frozen(connection, before, poll, now), False
            cast = await villages.cast(connection, code, before.game.ply)
            team = await choosing(connection, before, now)
            choice = team.choice_of(cast) if team else choice_of(cast)
            if choice == OFFER and may_offer(before):
                after = before.offer_draw(village, now)
                await villages.put_off(connection, poll, now + poll.lasts, again=False)
                await villages.drop_offers(connection, code, before.game.ply)
                await self._core.write(connection, before, after)
                return CommittedMatch(before, after), False
            act = _acting(before, village, choice, instead)
            following = team.played() if team and act else team.passed_on() if team else None
            if following:
                await teams.settle(connection, following)
            in_turn = team is not None and team.way is Way.IN_TURN
            if act is None and (following or not (poll.again or in_turn)):
                await villages.put_off(connection, poll, now + poll.lasts, again=True)
                if following:
                    await due_members.tell(connection, before, now)
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
    async def _stands_still(connection: Connection, match: Match, village: str) -> bool:
        """Can nobody vote, because the match is paused, or stands nowhere any more where the village is?"""
        if match.clock is not None and match.clock.since is None:
            return True
        shown = await views.of_matches(connection, [match.code])
        if len(match.villages) > 1 and not match.teams:
            homes = await villages.homes(connection, [village])
            shown = [view for view in shown if community_of(view.place) == homes[village]]
        return not is_reached(match, shown)

    async def _frozen(self, connection: Connection, before: Match, poll: Poll, now: datetime) -> CommittedMatch:
        """Put a vote off in which nobody can vote; a village that another one waits for has lost after a while."""
        if len(before.villages) < len(before.seats) or before.teams:
            await villages.put_off(connection, poll, now + poll.lasts, again=poll.again)
            return CommittedMatch.unchanged(before)
        frozen = poll.frozen or now
        lost = frozen + UNREACHABLE_FOR
        if now < lost:
            await villages.put_off(connection, poll, min(now + poll.lasts, lost), again=poll.again, frozen=frozen)
            return CommittedMatch.unchanged(before)
        after = before.lose_unreached(now)
        await self._core.write(connection, before, after)
        return CommittedMatch(before, after)

    async def check_within(self, connection: Connection, player: str, match: Match, ply: int | None) -> Village:
        """The same as ``check``, in a transaction that is under way."""
        player_of_village = check_may_vote(match, player, ply)
        found = await villages.get(connection, player_of_village)
        both = await teams.of_match(connection, match)
        if team := to_move(both, match):
            check_may_choose_now(both, team, player)
            found = Village(team.player, community_of(team.place), team.place.community, team.place)
        poll = await villages.of_village(connection, match.code, player_of_village)
        now = self._core.clock()
        if found is None or poll is None or poll.closes is None or poll.closes <= now:
            raise VoteIsOver
        await check_not_banned(connection, player, [found.place], now)
        if len(match.villages) > 1 and not match.teams:
            await self._check_side(connection, player, match, player_of_village)
        return found

    @staticmethod
    async def _check_side(connection: Connection, player: str, match: Match, village: str) -> None:
        """May somebody vote for this one of two villages? Raises VotedForOther, NotSeenBefore."""
        names = await people.names(connection, match.villages)
        for ply in await villages.voted_on(connection, match.code, player):
            if (other := match.mover(ply)) not in (None, village):
                raise VotedForOther(names.get(other or "", ""))
        since = await villages.counted_in_since(connection, village, player)
        if since is None or since > match.created:
            raise NotSeenBefore(names.get(village, ""))


def _acting(match: Match, village: str, choice: str | None, instead: Move | None) -> Callable[[datetime], Match] | None:
    """The deed of a village at the close; None where nobody has voted and nothing stands ``instead``."""
    if choice == RESIGN:
        return lambda now: match.resign(village, now)
    if choice == DRAW and may_accept(match):
        return lambda now: match.answer_draw(village, True, now)
    move = instead
    if choice and choice not in ENDINGS:
        move = read_move(match.game.ruleset, match.game.position, choice)
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
        await lasts_in(connection, self.place)
        return MatchEvent(EventKind.VILLAGE, self.village)

    async def made(self, connection: Connection, match: Match, now: datetime) -> None:
        """Note that the village plays in a match which is being opened. Raises VillageOff, VillagePlaysEnough."""
        lasts = await lasts_in(connection, self.place)
        await known(connection, self.village, self.place)
        await plays(connection, match, self.village, lasts, now)


async def choosing(connection: Connection, match: Match, now: datetime) -> Team | None:
    """The team that plays in a match; one that consults without those who are banned from its place, for whom nobody
    waits.
    """
    team = to_move(await teams.of_match(connection, match), match)
    if team is None or team.way is not Way.IN_CONSULTATION:
        return team
    here = {staffed(team.place)}
    banned = {each for each in team.members if await bans.holding(connection, here, each.player, now)}
    return replace(team, members=tuple(each for each in team.members if each not in banned))


async def known(connection: Connection, player: str, place: Place) -> None:
    """Note that a player is the village of a place."""
    await villages.put(connection, Village(player, community_of(place), place.community, place))


async def plays(connection: Connection, match: Match, village: str, lasts: timedelta, now: datetime) -> None:
    """Note that a village, which is known, plays in a new match. Raises VillagePlaysEnough."""
    await people.lock(connection, village)
    if len(await villages.live_of(connection, village)) >= AT_ONCE:
        raise VillagePlaysEnough(AT_ONCE)
    await villages.begin(connection, match, village, lasts, now)


async def lasts_in(connection: Connection, place: Place) -> timedelta:
    """The time for which a vote is open in a place. Raises VillageOff."""
    chosen = (await communities.get(connection, place.platform, place.community)).chosen("village")
    if chosen == OFF:
        raise VillageOff
    return VOTING_TIMES[chosen]
