"""Tournaments: who enters them, and what those who organise do about them. Their course is made beside
(``tournament_rounds.py``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.matches.communities import OFF
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.names import harmless
from bot.matches.pace import Pace
from bot.matches.refusals import ActionRefused, DataDeleted
from bot.matches.tournament import (
    AT_ONCE,
    FEWEST,
    GATHERS_FOR,
    MOST,
    NAME_LENGTH,
    ROUND_LASTS,
    Entrant,
    Form,
    Halves,
    TournamentGame,
    TournamentState,
    tournament_of,
)
from bot.matches.tournament_course import TournamentCourse, begins_with, legs_of
from bot.matches.tournament_refusals import (
    EnoughTournaments,
    EnteredAlready,
    GameDecided,
    NotEntered,
    PlayedHereBefore,
    RoundNotOver,
    TooFewEntrants,
    TournamentFull,
    TournamentGone,
    TournamentHasBegun,
    TournamentNotBegun,
    TournamentOver,
    TournamentsOff,
    WithdrawnAlready,
)
from bot.services.contests.board_opening import BoardOpener
from bot.services.core import CommittedMatch, Core
from bot.services.host.bans import check_not_banned
from bot.services.news import Errand
from bot.services.standing.rating import community_of
from bot.store import Player, communities, people, tournaments
from bot.store.connection import Connection
from bot.store.tournaments import Cup, Tournament
from engine.games import find_ruleset

CARDS = 100
"""The most cards that are looked at in one go."""


@dataclass(frozen=True)
class TournamentView:
    """A tournament as it stands, with the names of its people, by id: those who want to be in no list are left out."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    games: tuple[TournamentGame, ...]
    names: Mapping[str, str]

    @property
    def course(self) -> TournamentCourse:
        """The same as the course of a tournament sees it."""
        found = self.tournament
        return TournamentCourse(
            found.form, find_ruleset(found.ruleset), found.round, found.until, self.entrants, self.games
        )

    def holder(self, number: int) -> Entrant:
        """The one who plays under a number. Raises StopIteration where nobody does."""
        return next(each for each in self.entrants if each.number == number)

    def number_of(self, player: str) -> int | None:
        """The number under which somebody plays."""
        return next((each.number for each in self.entrants if each.player == player), None)


@dataclass(frozen=True)
class TournamentWish:
    """The tournament that somebody wants: what it is called, its game, form and pace."""

    name: str
    ruleset: str
    form: Form
    pace: Pace


async def settle_tournament(connection: Connection, match: Match, now: datetime) -> None:
    """Have the card of a tournament show that a match in it has just ended."""
    del now
    if event := tournament_of(match):
        await tournaments.show_again(connection, event.code)


class TournamentService:
    """The tournaments. Each method is one transaction; who may organise has to be asked before."""

    def __init__(self, core: Core, opener: BoardOpener) -> None:
        self._core = core
        self._opener = opener

    async def open(self, player: str, venue: Venue, wish: TournamentWish) -> str:
        """Open a tournament that waits for people in a place; its id.

        Raises TournamentsOff, EnoughTournaments, and what ``check_not_banned`` raises.
        """
        place, now = venue.place, self._core.clock()
        made = Tournament(
            id=self._core.new_id(),
            community=community_of(place),
            account=place.community,
            place=place,
            language=venue.language,
            name=harmless(" ".join(wish.name.split()))[:NAME_LENGTH],
            ruleset=wish.ruleset,
            form=wish.form,
            pace=wish.pace,
            state=TournamentState.OPEN,
            round=0,
            until=now + GATHERS_FOR,
            message=None,
            version=1,
            shown=0,
            edited=now,
        )

        async def work(connection: Connection) -> None:
            await self._check_on(connection, place)
            await communities.lock(connection, place.platform, place.community, now)
            await check_not_banned(connection, player, [place], now)
            if len(await tournaments.of_community(connection, made.community)) >= AT_ONCE:
                raise EnoughTournaments(AT_ONCE)
            await tournaments.make(connection, made)

        await self._core.database.write(work, self._changed)
        return made.id

    async def join(self, player: Player, tournament: str) -> int:
        """Enter a tournament that has not begun, or a Swiss that still takes late-comers; how many are in now.

        Raises TournamentGone, TournamentOver, TournamentHasBegun, TournamentsOff, EnteredAlready, TournamentFull,
        DataDeleted, TooManyMatches, and what ``check_not_banned`` raises.
        """

        async def work(connection: Connection) -> int:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            found = await self._known(connection, tournament)
            view = await seen(connection, tournament)
            begun = found.state is TournamentState.PLAYING
            if view is None or (begun and not view.course.takes_late_comers):
                raise TournamentHasBegun
            await self._check_on(connection, found.place)
            await check_not_banned(connection, player.id, [found.place], self._core.clock())
            if await tournaments.has_entered(connection, tournament, player.id):
                raise EnteredAlready
            count = len(view.entrants)
            if count >= MOST[found.form]:
                raise TournamentFull(MOST[found.form])
            await self._opener.check_matches(connection, player.id)
            number = count + 1 if begun else None
            await tournaments.join(connection, tournament, player.id, self._core.clock(), number)
            return count + 1

        return await self._core.database.write(work, self._changed)

    async def leave(self, player: str, tournament: str) -> bool:
        """Leave a tournament: True where it has begun, and they play no further game in it.

        Raises TournamentGone, TournamentOver, NotEntered, WithdrawnAlready.
        """

        async def work(connection: Connection) -> bool:
            found = await self._known(connection, tournament)
            joined = await tournaments.entrants(connection, tournament)
            mine = next((each for each in joined if each.player == player), None)
            if mine is None:
                raise NotEntered
            if found.state is TournamentState.OPEN:
                await tournaments.leave(connection, tournament, [player])
                return False
            if mine.withdrawn:
                raise WithdrawnAlready
            await tournaments.withdraw(connection, tournament, mine.number)
            return True

        return await self._core.database.write(work, self._changed)

    async def begin(self, tournament: str) -> int:
        """Begin a tournament; how many take part. Numbers are drawn, by lot in a round robin, else by rating; the first
        matches are opened in a moment. Whoever was banned meanwhile does not take part.

        Raises TournamentGone, TournamentOver, TournamentHasBegun, TournamentsOff, TooFewEntrants.
        """

        async def work(connection: Connection) -> int:
            found = await self._open_one(connection, tournament)
            await self._check_on(connection, found.place)
            order = await tournaments.by_rating(connection, found)
            may = [each for each in order if await self._may(connection, each, found.place)]
            if len(may) < FEWEST[found.form]:
                raise TooFewEntrants(FEWEST[found.form])
            await tournaments.leave(connection, tournament, [each for each in order if each not in may])
            if found.form is Form.ROUND_ROBIN:
                self._core.chance.shuffle(may)
            await tournaments.begin(connection, tournament, may)
            now, first = self._core.clock(), begins_with(found.form, len(may))
            until = now + ROUND_LASTS[found.pace] if first else now
            await tournaments.begin_round(connection, tournament, 1 if first else 0, until)
            legs = legs_of(find_ruleset(found.ruleset))
            for pairing in first:
                for leg in range(legs if pairing.second is not None else 1):
                    await tournaments.add_game(connection, tournament, pairing, leg)
            return len(may)

        return await self._core.database.write(work, self._changed)

    async def stop(self, tournament: str) -> None:
        """Call a tournament off: what is under way goes on as matches of two people.

        Raises TournamentGone, TournamentOver.
        """

        async def work(connection: Connection) -> None:
            await self._known(connection, tournament)
            await tournaments.close(connection, tournament)

        await self._core.database.write(work, self._changed)

    async def withdraw(self, tournament: str, number: int) -> None:
        """Have whoever has a number play no further game.

        Raises TournamentGone, TournamentOver, TournamentNotBegun, NotEntered, WithdrawnAlready.
        """

        async def work(connection: Connection) -> None:
            await self._playing(connection, tournament)
            if (await self._holder(connection, tournament, number)).withdrawn:
                raise WithdrawnAlready
            await tournaments.withdraw(connection, tournament, number)

        await self._core.database.write(work, self._changed)

    async def replace(self, tournament: str, number: int, player: Player) -> None:
        """Have somebody go on under a number: results stay, and games that are not over are begun anew.

        Raises TournamentGone, TournamentOver, TournamentNotBegun, NotEntered, PlayedHereBefore, DataDeleted,
        TooManyMatches, and what ``check_not_banned`` raises.
        """

        async def work(connection: Connection) -> list[CommittedMatch] | None:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            seen_before = await tournaments.games(connection, tournament)
            waiting = [game for game in seen_before if game.waits and game.has(number)]
            codes = sorted(game.match for game in waiting if game.match)
            played = {code: await self._core.matches.load(connection, code, lock=True) for code in codes}
            found, now = await self._playing(connection, tournament), self._core.clock()
            if await tournaments.games(connection, tournament) != seen_before:
                return None
            await self._holder(connection, tournament, number)
            if await tournaments.has_entered(connection, tournament, player.id):
                raise PlayedHereBefore
            await check_not_banned(connection, player.id, [found.place], now)
            await self._opener.check_matches(connection, player.id)
            await tournaments.replace(connection, tournament, number, player.id, now)
            changes = list[CommittedMatch]()
            for game in waiting:
                before = played.get(game.match or "")
                if before is None:
                    continue
                after = before.call_off_in_contest(now)
                await self._core.write(connection, before, after)
                await tournaments.drop_game(connection, tournament, game)
                changes.append(CommittedMatch(before, after))
            return changes

        def done(changes: list[CommittedMatch] | None) -> None:
            self._core.all_committed(changes or [])
            self._changed(None)

        while await self._core.database.write(work, done) is None:
            pass  # a game has just ended: its result stays

    async def award(self, tournament: str, game: TournamentGame, worth: Halves, *, judged: bool = False) -> None:
        """Decide what a game is worth that is not over, or that was decided so before; ``judged``: as the computer sees
        it.

        Raises TournamentGone, TournamentOver, TournamentNotBegun, GameDecided.
        """

        async def work(connection: Connection) -> None:
            await self._playing(connection, tournament)
            if game not in await tournaments.games(connection, tournament) or game.played is not None:
                raise GameDecided
            await tournaments.award(connection, tournament, game, worth, judged=judged)

        await self._core.database.write(work, self._changed)

    async def close_round(self, tournament: str) -> None:
        """Have the next round of a round robin begin, beside what is under way.

        Raises TournamentGone, TournamentOver, TournamentNotBegun, RoundNotOver.
        """

        async def work(connection: Connection) -> None:
            found = await self._playing(connection, tournament)
            if found.form.depends:
                raise RoundNotOver
            await tournaments.put_off(connection, tournament, self._core.clock())

        await self._core.database.write(work, self._changed)

    async def view(self, tournament: str) -> TournamentView | None:
        """A tournament as it stands, for its card."""
        return await self._core.database.read(lambda connection: seen(connection, tournament), several=True)

    async def of_place(self, place: Place) -> list[Tournament]:
        """The tournaments of a place that are not over: those that people can join first."""
        community = community_of(place)
        return await self._core.database.read(lambda connection: tournaments.of_community(connection, community))

    async def cups_of(self, player: str) -> list[Cup]:
        """The cups that a player has, the latest first."""
        return await self._core.database.read(lambda connection: tournaments.cups_of(connection, player))

    async def to_show(self) -> list[Tournament]:
        """The tournaments whose card shows another state of them, or is not there yet."""
        return await self._core.database.read(lambda connection: tournaments.not_shown(connection, CARDS))

    async def shown(self, tournament: Tournament, message: str | None) -> None:
        """Note that the card of a tournament shows it as it was read."""
        now = self._core.clock()
        await self._core.database.write(lambda connection: tournaments.shown(connection, tournament, message, now))

    async def stand(self, tournament: Tournament, place: Place) -> None:
        """Have the card of a tournament be posted in another place of its community."""
        await self._core.database.write(
            lambda connection: tournaments.stand(connection, tournament.id, place), self._changed
        )

    def _changed(self, _: object) -> None:
        self._core.news.errands.publish(Errand.TOURNAMENT)

    async def _may(self, connection: Connection, player: str, place: Place) -> bool:
        try:
            await check_not_banned(connection, player, [place], self._core.clock())
        except ActionRefused:
            return False
        return True

    @staticmethod
    async def _holder(connection: Connection, tournament: str, number: int) -> Entrant:
        """The one who plays under a number. Raises NotEntered."""
        for each in await tournaments.entrants(connection, tournament):
            if each.number == number:
                return each
        raise NotEntered

    @staticmethod
    async def _known(connection: Connection, tournament: str) -> Tournament:
        """A tournament that waits or is under way, locked. Raises TournamentGone, TournamentOver."""
        found = await tournaments.get(connection, tournament, lock=True)
        if found is None or found.state is TournamentState.CLOSED:
            raise TournamentGone
        if found.state is TournamentState.OVER:
            raise TournamentOver
        return found

    async def _open_one(self, connection: Connection, tournament: str) -> Tournament:
        """One that has not begun, locked. Raises TournamentGone, TournamentOver, TournamentHasBegun."""
        found = await self._known(connection, tournament)
        if found.state is TournamentState.PLAYING:
            raise TournamentHasBegun
        return found

    async def _playing(self, connection: Connection, tournament: str) -> Tournament:
        """One that has begun, locked. Raises TournamentGone, TournamentOver, TournamentNotBegun."""
        found = await self._known(connection, tournament)
        if found.state is TournamentState.OPEN:
            raise TournamentNotBegun
        return found

    @staticmethod
    async def _check_on(connection: Connection, place: Place) -> None:
        """Raises TournamentsOff where the hosts of a place have no tournaments."""
        if (await communities.get(connection, place.platform, place.community)).chosen("tournament") == OFF:
            raise TournamentsOff


async def seen(connection: Connection, tournament: str) -> TournamentView | None:
    """A tournament as it stands."""
    found = await tournaments.get(connection, tournament)
    if found is None:
        return None
    joined = await tournaments.entrants(connection, tournament)
    wanted = {each.player for each in joined}
    names = await people.names(connection, wanted - await people.unlisted(connection, wanted))
    games = await tournaments.games(connection, tournament)
    return TournamentView(found, tuple(joined), tuple(games), names)
