"""The ladders of chats: who comes and goes, who challenges whom, who sinks; and what a match that ends moves.

The transaction that ends the match of a challenge moves the rungs, whatever ends it: a move, the time, the staff.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from bot.matches.communities import OFF
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.ladder import (
    IDLE,
    OPEN_CHALLENGES,
    REACH,
    SINKS_EVERY,
    ChallengeOutcome,
    RungCause,
    decided,
    outcome_of,
    reachable,
    sunk,
)
from bot.matches.match import Match
from bot.matches.refusals import (
    ChallengedAlready,
    ChallengesOpen,
    DataDeleted,
    LadderOff,
    NotOnLadder,
    OthersChallengesOpen,
    OthersNotOnLadder,
    RungOutOfReach,
)
from bot.matches.state import EventKind, MatchEvent
from bot.services.contests.shields import begin_month
from bot.services.core import Core
from bot.services.host.bans import check_not_banned
from bot.services.news import Errand
from bot.services.standing.rating import community_of
from bot.store import Player, communities, ladders, people, shields
from bot.store.connection import Connection
from bot.store.ladders import Challenge, Ladder, Rung

SINKING = 500
"""The most rungs that are looked at in one go to find who sinks."""
CARDS = 100
"""The most cards that are looked at in one go."""


@dataclass(frozen=True)
class LadderView:
    """A ladder as it stands: how many are on it, those of its ``rungs`` that are shown, the challenges under way, and
    the names of those who want to be in a list, by id. ``mine`` is the rung of whoever looks; ``shield`` whoever holds
    the shield, and the month at whose end they got it.
    """

    ladder: Ladder
    count: int
    rungs: tuple[Rung, ...]
    challenges: tuple[Challenge, ...]
    names: Mapping[str, str]
    mine: Rung | None = None
    shield: tuple[str, str] | None = None


async def settle_challenge(connection: Connection, match: Match, now: datetime) -> None:
    """Move the rungs as a match that has just ended decides, where it is one of a challenge.

    The row of the match is locked, so that this is done once.
    """
    if match.event is None or match.event.kind is not EventKind.LADDER:
        return
    found = await ladders.get(connection, match.event.code, lock=True)
    made = await ladders.challenge_of(connection, match.code)
    if found is None or made is None or made.outcome is not None:
        return
    outcome = outcome_of(match, made.challenger)
    if outcome is ChallengeOutcome.UNANSWERED and await _is_away(connection, made.challenged, now):
        outcome = ChallengeOutcome.VOID
    await ladders.decide(connection, match.code, outcome)
    rungs = [
        (player, rung.rung if (rung := await ladders.rung_of(connection, found.id, player)) else None)
        for player in (made.challenger, made.challenged)
    ]
    if change := decided(outcome, *rungs):
        await ladders.apply(connection, found.id, change, now, match.code)
    else:
        await ladders.show_again(connection, found.id)
    played = {made.challenger, made.challenged} if outcome in (ChallengeOutcome.WON, ChallengeOutcome.HELD) else ()
    await ladders.put_off(connection, found.id, played, now + IDLE)


async def _is_away(connection: Connection, player: str, now: datetime) -> bool:
    rest = (await people.rests(connection, (player,))).get(player)
    return rest is not None and rest.away is not None and rest.away > now


class LadderService:
    """The ladders. Each method is one transaction; ``advance`` makes one for each ladder."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def join(self, player: Player, venue: Venue, ruleset: str) -> None:
        """Come to the ladder of a game in a place, at the bottom; nothing for who stands on it. The first one makes it,
        and has its card stand there.

        Raises LadderOff, DataDeleted, and the exceptions of ``check_not_banned``.
        """
        place, now = venue.place, self._core.clock()
        wanted = Ladder(
            id=self._core.new_id(),
            community=community_of(place),
            ruleset=ruleset,
            account=place.community,
            place=place,
            language=venue.language,
            message=None,
            changes=0,
            version=0,
            shown=0,
            edited=now,
        )

        async def work(connection: Connection) -> None:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            await self._check(connection, place)
            await check_not_banned(connection, player.id, [place], now)
            await ladders.make(connection, wanted)
            if found := await ladders.find(connection, wanted.community, ruleset, lock=True):
                if not found.changes:
                    here = await communities.get(connection, place.platform, place.community)
                    await begin_month(connection, found.id, here, now)
                await ladders.join(connection, found.id, player.id, now)

        await self._core.database.write(work, self._changed)

    async def leave(self, player: str, place: Place, ruleset: str) -> None:
        """Leave the ladder of a game in a place: matches under way go on, and move nobody. Raises NotOnLadder."""

        async def work(connection: Connection) -> None:
            await people.lock(connection, player)
            found = await ladders.find(connection, community_of(place), ruleset, lock=True)
            if not found or not await ladders.leave(connection, found.id, player, RungCause.LEFT, self._core.clock()):
                raise NotOnLadder

        await self._core.database.write(work, self._changed)

    async def games(self, place: Place) -> list[str]:
        """The games that have a ladder in a place, by their keys."""
        found = await self._core.database.read(lambda connection: ladders.of_community(connection, community_of(place)))
        return [each.ruleset for each in found]

    async def view(self, place: Place, ruleset: str, me: str, limit: int) -> LadderView | None:
        """The ladder of a game in a place: its ``limit`` first rungs, and those around ``me``; None where none is."""

        async def work(connection: Connection) -> LadderView | None:
            found = await ladders.find(connection, community_of(place), ruleset)
            return await _seen(connection, found, me, limit) if found else None

        return await self._core.database.read(work)

    async def card(self, ladder: str, limit: int) -> LadderView | None:
        """A ladder as its card shows it: its ``limit`` first rungs."""

        async def work(connection: Connection) -> LadderView | None:
            found = await ladders.get(connection, ladder)
            return await _seen(connection, found, None, limit) if found else None

        return await self._core.database.read(work)

    async def within_reach(self, player: str, place: Place, ruleset: str) -> list[Player]:
        """Those whom a player may challenge, the nearest first. Raises LadderOff, NotOnLadder."""

        async def work(connection: Connection) -> list[Player]:
            await self._check(connection, place)
            found = await ladders.find(connection, community_of(place), ruleset)
            mine = await ladders.rung_of(connection, found.id, player) if found else None
            if found is None or mine is None:
                raise NotOnLadder
            nearest = reachable(await ladders.above(connection, found.id, mine.rung, self._core.clock()))
            known = [await people.by_id(connection, each, place.platform) for each in nearest]
            return [each for each in known if each]

        return await self._core.database.read(work)

    async def advance(self, ours: Callable[[str, str], bool]) -> bool:
        """Have all those sink who have not played for too long, on the ladders of ``ours``; may there be more?"""
        now = self._core.clock()
        found = await self._core.database.read(lambda connection: ladders.due(connection, now, SINKING))
        done = False
        for ladder in found:
            done |= await self._core.database.write(partial(self._sink, ladder=ladder, ours=ours))
        return done

    async def _sink(self, connection: Connection, ladder: str, ours: Callable[[str, str], bool]) -> bool:
        now = self._core.clock()
        found = await ladders.get(connection, ladder, lock=True)
        if found is None or not ours(found.place.platform, found.place.chat):
            return False
        here = await communities.get(connection, found.place.platform, found.account)
        last, idle = await ladders.count(connection, ladder), set[str]()
        for each in await ladders.due_on(connection, ladder, now):
            again = max(each.due, now - SINKS_EVERY) + SINKS_EVERY
            rest = (await people.rests(connection, (each.player,))).get(each.player)
            busy = await ladders.open_challenges(connection, ladder, each.player)
            if rest and rest.away and rest.away > now:
                again = rest.away + SINKS_EVERY
            else:
                below = await ladders.at(connection, ladder, each.rung + 1) if each.rung < last else None
                # Nobody rises by not playing either.
                sinks = below is not None and below.player not in idle and not busy
                if below and sinks and here.chosen("ladder") != OFF:
                    await ladders.apply(connection, ladder, sunk(each.player, each.rung, below.player), now)
                idle.add(each.player)
            await ladders.put_off(connection, ladder, [each.player], max(again, now + SINKS_EVERY / 7))
        return True

    async def next_due(self) -> datetime | None:
        """The time when somebody sinks next."""
        return await self._core.database.read(lambda connection: ladders.next_due(connection, self._core.clock()))

    async def look_at_card(self, place: Place, ruleset: str) -> None:
        """Have the card of a ladder that somebody looks at edited: so it comes back where it was deleted, and where
        nothing can be shown in its place any more, in that where they look.
        """

        async def work(connection: Connection) -> None:
            found = await ladders.find(connection, community_of(place), ruleset, lock=True)
            if found and found.message is not None:
                await ladders.show_again(connection, found.id)
            elif found and found.shown == found.version:
                await ladders.stand(connection, found.id, place)

        await self._core.database.write(work, self._changed)

    async def to_show(self) -> list[Ladder]:
        """The ladders whose card shows another version, or is not there yet."""
        return await self._core.database.read(lambda connection: ladders.not_shown(connection, CARDS))

    async def shown(self, ladder: Ladder, message: str | None) -> None:
        """Note that the card of a ladder shows it as it was read."""
        now = self._core.clock()
        await self._core.database.write(lambda connection: ladders.shown(connection, ladder, message, now))

    async def stand(self, ladder: Ladder, place: Place) -> None:
        """Have the card of a ladder be posted in another place of its community."""
        await self._core.database.write(lambda connection: ladders.stand(connection, ladder.id, place), self._changed)

    def _changed(self, _: object) -> None:
        self._core.news.errands.publish(Errand.LADDER)

    async def _check(self, connection: Connection, place: Place) -> None:
        """Raises LadderOff where the hosts of a place have no ladder."""
        if (await communities.get(connection, place.platform, place.community)).chosen("ladder") == OFF:
            raise LadderOff


@dataclass(frozen=True)
class NewChallenge:
    """A challenge that is being made on the ladder of a game in a place: for ``MatchOpener.open``."""

    place: Place
    ruleset: str

    async def event(self, connection: Connection) -> MatchEvent:
        """The contest to which the match belongs. Raises LadderOff, NotOnLadder."""
        if (await communities.get(connection, self.place.platform, self.place.community)).chosen("ladder") == OFF:
            raise LadderOff
        found = await ladders.find(connection, community_of(self.place), self.ruleset)
        if found is None:
            raise NotOnLadder
        return MatchEvent(EventKind.LADDER, found.id)

    async def made(self, connection: Connection, match: Match, now: datetime) -> None:
        """Note that a match which is being opened decides who has a rung.

        Raises NotOnLadder, OthersNotOnLadder, RungOutOfReach, ChallengedAlready, ChallengesOpen, OthersChallengesOpen.
        """
        ladder, me, other = match.event.code if match.event else "", match.host, match.invited or ""
        await ladders.get(connection, ladder, lock=True)
        mine, theirs = [await ladders.rung_of(connection, ladder, each) for each in (me, other)]
        if mine is None:
            raise NotOnLadder
        if theirs is None:
            raise OthersNotOnLadder
        if other not in reachable(await ladders.above(connection, ladder, mine.rung, now)):
            raise RungOutOfReach(REACH)
        own = await ladders.open_challenges(connection, ladder, me)
        if between := [each.match for each in own if other in (each.challenger, each.challenged)]:
            raise ChallengedAlready(between[0])
        if len(own) >= OPEN_CHALLENGES:
            raise ChallengesOpen(OPEN_CHALLENGES)
        if len(await ladders.open_challenges(connection, ladder, other)) >= OPEN_CHALLENGES:
            raise OthersChallengesOpen(OPEN_CHALLENGES)
        await ladders.challenge(connection, Challenge(match.code, ladder, me, other, None), now)


async def _seen(connection: Connection, found: Ladder, me: str | None, limit: int) -> LadderView:
    count = await ladders.count(connection, found.id)
    shown = await ladders.between(connection, found.id, 1, limit)
    mine = await ladders.rung_of(connection, found.id, me) if me else None
    if mine and mine.rung > limit:
        first = max(limit + 1, mine.rung - REACH)
        shown += await ladders.between(connection, found.id, first, mine.rung + 1)
    made = await ladders.open_challenges(connection, found.id)
    shield = await shields.holder(connection, found.id)
    wanted = {each.player for each in shown} | {shield[0] if shield else ""}
    wanted |= {who for each in made for who in (each.challenger, each.challenged)}
    hidden = await people.unlisted(connection, wanted) - {me or ""}
    names = await people.names(connection, wanted - hidden)
    return LadderView(found, count, tuple(shown), tuple(made), names, mine, shield)
