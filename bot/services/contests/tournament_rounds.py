"""The course of tournaments: whoever is late or has withdrawn loses, rounds begin, the last one ends; and their matches
are opened. Each step is a transaction of its own, made once, whoever makes it and however often a process dies.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from bot.matches.boards_match import late_at
from bot.matches.communities import RATED
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused, RatedAfterFlags, RatedNeedsIdentity, UnreadableMatch
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.matches.tournament import DECIDED_WITHIN, ROUND_LASTS, Pairing, TournamentGame, TournamentState
from bot.matches.tournament_course import (
    NOTHING,
    Step,
    TournamentCourse,
    legs_of,
    next_step,
    pace_of_leg,
    places_of,
)
from bot.services.contests.board_opening import BoardOpener, opened_board
from bot.services.contests.tournaments import TournamentView, seen
from bot.services.core import CommittedMatch, Core
from bot.services.host.bans import check_not_banned
from bot.services.news import Errand
from bot.services.views import new_view
from bot.store import communities, people, tournaments, views
from bot.store.connection import Connection
from bot.store.tournaments import Tournament
from engine.games import find_ruleset

OPENING = 10
"""The most tournaments whose matches are opened in one go."""
FIRST_TURNS = 4
"""In a match with fewer turns than this somebody may still have made none."""

Late = frozenset[tuple[Pairing, int]]
"""Those who have not come to a pairing, by their numbers."""
PairSwiss = Callable[[TournamentCourse], Awaitable[tuple[Pairing, ...]]]
"""Gives the pairings of the next round of a Swiss, none where nobody can meet anybody whom they have not met."""


@dataclass(frozen=True)
class _Paired:
    """The step that follows on a course of a Swiss."""

    course: TournamentCourse
    step: Step


class TournamentRounds:
    """Makes what is due in tournaments."""

    def __init__(self, core: Core, opener: BoardOpener) -> None:
        self._core = core
        self._opener = opener

    async def any_goes_on(self) -> bool:
        """Does any tournament wait or go on, or has its card something to show?"""
        return await self._core.database.read(tournaments.any_goes_on)

    async def advance(self, ours: Callable[[str, str], bool], pair: PairSwiss) -> datetime | None:
        """Make the steps that are due in the tournaments of ``ours``; the next moment at which one is."""
        due, following = await self._core.database.read(self._due, several=True)
        for each in due:
            if ours(each.place.platform, each.place.chat):
                with suppress(UnreadableMatch):  # others do not wait for it
                    await self._advance_one(each.id, pair)
        return following

    async def _advance_one(self, tournament: str, pair: PairSwiss) -> None:
        steps = True
        while steps:
            paired = await self._paired(tournament, pair)
            step = partial(self._step, tournament=tournament, paired=paired)
            steps = await self._core.database.write(step, self._stepped) is not None

    async def _paired(self, tournament: str, pair: PairSwiss) -> _Paired | None:
        """The next round of a Swiss, where that is the next step. It is made outside of the transaction that writes it,
        in which nobody else could write for as long as it takes.
        """
        view = await self._core.database.read(partial(seen, tournament=tournament), several=True)
        if view is None or not self._next(view, frozenset()).swiss:
            return None
        pairings = await pair(view.course)
        step = Step(pairings=pairings) if pairings else Step(places=places_of(view.course))
        return _Paired(view.course, step)

    async def _due(self, connection: Connection) -> tuple[list[Tournament], datetime | None]:
        now = self._core.clock()
        found = {each.id: each for each in await tournaments.to_advance(connection, now)}
        moments = [await tournaments.next_due(connection, now)]
        for each in await tournaments.young(connection, FIRST_TURNS):
            late, following = await self._late(connection, await tournaments.games(connection, each.id))
            moments.append(following)
            if late:
                found[each.id] = each
        return list(found.values()), min(filter(None, moments), default=None)

    async def _late(self, connection: Connection, games: Sequence[TournamentGame]) -> tuple[Late, datetime | None]:
        """Those who are late for the first turn of a pairing, and the next moment at which somebody is."""
        young = {game.pairing for game in games if game.status is Status.PLAYING and game.awarded is None}
        pairings: dict[Pairing, list[Match]] = {}
        for game in games:
            if game.match and game.pairing in young:
                with suppress(UnreadableMatch):
                    # Those that are over too: whoever has played in one of them is there.
                    pairings.setdefault(game.pairing, []).append(await self._core.matches.load(connection, game.match))
        now, late, moments = self._core.clock(), set[tuple[Pairing, int]](), list[datetime]()
        for pairing, played in pairings.items():
            first = played[0].host
            for player, number in ((first, pairing.first), (played[0].other_of(first), pairing.second)):
                moment = late_at(played, player) if player and number else None
                if moment and number and moment <= now:
                    late.add((pairing, number))
                elif moment:
                    moments.append(moment)
        return frozenset(late), min(moments, default=None)

    async def _step(
        self, connection: Connection, tournament: str, paired: _Paired | None
    ) -> list[CommittedMatch] | None:
        """Make the next step of a tournament: the matches that it ends; None where none is due."""
        before = await seen(connection, tournament)
        if before is None:
            return None
        late, _ = await self._late(connection, before.games)
        step = self._next(before, late)
        if step.swiss:
            if paired is None or paired.course != before.course:
                return []  # it has changed since, and is paired as it stands now
            step = paired.step
        ends = sorted(game.match for game in step.ends if game.match)
        played = [await self._core.matches.load(connection, code, lock=True) for code in ends]
        found = await tournaments.get(connection, tournament, lock=True)
        after = await seen(connection, tournament)
        if found is None or after != before or any(each.status is not Status.PLAYING for each in played):
            return []
        now, changes = self._core.clock(), list[CommittedMatch]()
        if found.state is TournamentState.OPEN:
            if found.until > now:
                return None
            await tournaments.close(connection, tournament)
            return []
        if found.state is not TournamentState.PLAYING or step.is_none:
            return None
        for match in played:
            ended = match.call_off_in_contest(now)
            await self._core.write(connection, match, ended)
            changes.append(CommittedMatch(match, ended))
        await self._make(connection, found, step, now)
        return changes

    def _next(self, view: TournamentView, late: Late) -> Step:
        if view.tournament.state is not TournamentState.PLAYING:
            return Step()
        return next_step(view.course, late, self._core.clock())

    async def _make(self, connection: Connection, found: Tournament, step: Step, now: datetime) -> None:
        for game, worth in step.awards:
            await tournaments.award(connection, found.id, game, worth)
        for game in step.anew:
            await tournaments.drop_game(connection, found.id, game)
        ruleset = find_ruleset(found.ruleset)
        for pairing, leg in step.added:
            await tournaments.add_game(connection, found.id, pairing, leg)
        if step.added:
            lasts = ROUND_LASTS[pace_of_leg(found.pace, step.added[0][1], ruleset)]
            await tournaments.put_off(connection, found.id, now + lasts)
        for pairing in step.pairings:
            for leg in range(legs_of(ruleset) if pairing.second is not None else 1):
                await tournaments.add_game(connection, found.id, pairing, leg)
        if step.pairings:
            until = now + ROUND_LASTS[found.pace]
            await tournaments.begin_round(connection, found.id, found.round + 1, until)
        if step.places is not None:
            await tournaments.end(connection, found.id, step.places, now)

    def _stepped(self, changes: list[CommittedMatch] | None) -> None:
        if changes is not None:
            self._core.all_committed(changes)
            self._core.news.errands.publish(Errand.TOURNAMENT)

    async def to_judge(self) -> list[tuple[TournamentView, TournamentGame]]:
        """The games under way on which a next round depends, and which nobody has decided in time."""
        since = self._core.clock() - DECIDED_WITHIN
        found = await self._core.database.read(lambda connection: tournaments.to_judge(connection, since))
        views = [await self._core.database.read(partial(seen, tournament=each.id), several=True) for each in found]
        return [
            (view, game)
            for view in views
            if view
            for game in view.games
            if game.status is Status.PLAYING and game.awarded is None
        ]

    async def to_open(self) -> list[tuple[TournamentView, TournamentGame]]:
        """The games whose matches are to be opened."""
        found = await self._core.database.read(lambda connection: tournaments.to_open(connection, OPENING))
        known: dict[str, TournamentView | None] = {}
        for each, _ in found:
            if each.id not in known:
                known[each.id] = await self._core.database.read(partial(seen, tournament=each.id), several=True)
        return [(view, game) for each, game in found if (view := known[each.id])]

    async def open(self, view: TournamentView, game: TournamentGame, private: Mapping[str, Place]) -> None:
        """Open the match of a game, unless it is open; where that cannot be, whoever may not play loses it.

        It stands in the ``private`` chats of its two, by their ids, or else where the tournament was opened.
        """
        second = game.pairing.second
        if second is None:
            return
        first, other = (view.holder(number).player for number in (game.pairing.first, second))

        async def ready(connection: Connection) -> tuple[Tournament, set[str]] | None:
            known = await people.lock(connection, first, other)
            found = await tournaments.get(connection, view.tournament.id, lock=True)
            if found is None or found.state is not TournamentState.PLAYING:
                return None
            there = {each.player for each in await tournaments.entrants(connection, found.id) if not each.withdrawn}
            if game not in await tournaments.games(connection, found.id) or not {first, other} <= there:
                return None
            return found, {
                each for each in (first, other) if each in known and await self._may(connection, each, found)
            }

        async def work(connection: Connection) -> CommittedMatch | None:
            standing = await ready(connection)
            if standing is None:
                return None
            found, able = standing
            if able != {first, other}:
                await tournaments.award(connection, found.id, game, (2 * (first in able), 2 * (other in able)))
                return None
            here = await communities.get(connection, found.place.platform, found.account)
            rated = here.chosen("tournament") == RATED
            opened = await self._opened(connection, found, (first, other), game, rated=rated)
            await tournaments.opened(connection, found.id, game, opened.code)
            await self._show(connection, opened, found, private)
            return CommittedMatch(None, opened)

        async def refused(connection: Connection) -> None:
            if standing := await ready(connection):
                await tournaments.award(connection, standing[0].id, game, NOTHING)

        def done(change: CommittedMatch | None) -> None:
            if change:
                self._core.committed(change)
            self._core.news.errands.publish(Errand.TOURNAMENT)

        try:
            await self._core.database.write(work, done)
        except ActionRefused:
            await self._core.database.write(refused, done)

    async def _may(self, connection: Connection, player: str, found: Tournament) -> bool:
        """May somebody have one more match there?"""
        try:
            await check_not_banned(connection, player, [found.place], self._core.clock())
            await self._opener.check_matches(connection, player)
        except ActionRefused:
            return False
        return True

    async def _opened(
        self, connection: Connection, found: Tournament, players: tuple[str, str], game: TournamentGame, *, rated: bool
    ) -> Match:
        """The match of a game, written: rated where these two may play such a one."""
        ruleset, event = find_ruleset(found.ruleset), MatchEvent(EventKind.TOURNAMENT, found.id)
        terms = Terms(pace_of_leg(found.pace, game.leg, ruleset), rated=rated)
        wanted = Invitation(ruleset, host_side=game.leg % 2, player=players[1], terms=terms)
        venue = Venue(found.place, found.language)
        try:
            return await opened_board(self._opener, connection, players, wanted, venue, event)
        except (RatedNeedsIdentity, RatedAfterFlags):
            return await self._opened(connection, found, players, game, rated=False)

    async def _show(
        self, connection: Connection, match: Match, found: Tournament, private: Mapping[str, Place]
    ) -> None:
        now = self._core.clock()
        for player, place in private.items():
            if known := await people.by_id(connection, player, place.platform):
                made = new_view(self._core.new_id(), match, Venue(place, found.language), now, known)
                await views.add(connection, replace(made, retry_at=None))
        if not private:
            here = await communities.get(connection, found.place.platform, found.account)
            made = new_view(self._core.new_id(), match, here.venue(found.place, found.language), now, None)
            await views.add(connection, replace(made, retry_at=None))
