"""The standing of players against each other. Nothing of it is stored: it is counted from their matches. It tells of
games alone that this version knows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol, TypeVar, assert_never

from bot.matches.evening import EvenOffer, evening, may_be_evened
from bot.matches.identity import Place
from bot.matches.ladder import RungCause
from bot.matches.match import Match
from bot.matches.our_number import OurNumber
from bot.matches.rating import PlayerRating, Results, best_first, by_sides, pool_side
from bot.matches.refusals import UnknownMatch, UnreadableMatch
from bot.matches.score import BidScore, Score, SideScore, summed
from bot.matches.season import Season, season_of, seasons_between
from bot.matches.status import Status
from bot.matches.village import VILLAGE
from bot.services.core import Core, MatchEnd
from bot.services.news import Errand
from bot.services.standing.rating import community_of
from bot.store import Player, blocks, ladders, our_numbers, pair_numbers, people, ratings, scores, top
from bot.store.connection import Connection
from bot.store.top import Balance, Ranked
from engine.games import find_ruleset, is_known
from engine.ruleset import Ruleset


@dataclass(frozen=True)
class HeadToHead:
    """The score of a player against another, by games and sides, that of the matches by bids among them by game, the
    numbers at which the two are even by game, and their latest matches that are over, the last one first.
    """

    scores: tuple[SideScore, ...]
    by_bids: Mapping[str, BidScore]
    numbers: Mapping[str, OurNumber]
    latest: tuple[Match, ...]


@dataclass(frozen=True)
class PlayerProfile:
    """A player's ratings, what they have won, lost and drawn against people and against the computer, by games and
    sides, and their latest matches with people that the viewer may look at, the last one first. ``course`` has their
    best rating after each of the last matches that counted for it, the latest last.
    """

    ratings: tuple[PlayerRating, ...]
    people: tuple[SideScore, ...]
    computer: Score
    latest: tuple[Match, ...]
    course: tuple[float, ...] = ()


@dataclass(frozen=True)
class Badge:
    """A player's first win against a level of the computer in a game, on a side where its sides are not alike."""

    ruleset: str
    side: int
    level: int
    won: datetime


COURSE = 30
"""Matches that the course of a rating shows."""
MEMBER_FOR = timedelta(days=90)
"""Whoever has not played rated in a chat for so long, or not guessed a turn, is not listed there."""


class TopScope(StrEnum):
    """Whom a list of the strongest players is of."""

    HERE = "here"
    MONTH = "month"
    SEASON = "season"
    BEFORE = "before"
    """The season before this one."""
    ALL = "all"


@dataclass(frozen=True)
class ListedPlayer:
    """A player in a list, by name."""

    name: str
    ranked: Ranked


@dataclass(frozen=True, order=True)
class NumberOfTwo:
    """The number of two people, by their names, and what it is sorted by."""

    half_pieces: int
    name: str
    other: str
    number: OurNumber = field(compare=False)


@dataclass(frozen=True)
class NumbersOfGame:
    """The count of pairs of people who have played for their number in a game, and the ``best`` of them."""

    count: int
    best: tuple[NumberOfTwo, ...]


class _OfGame(Protocol):
    @property
    def ruleset(self) -> str: ...


_Row = TypeVar("_Row", bound=_OfGame)


def _still_known(rows: Iterable[_Row]) -> tuple[_Row, ...]:
    """Those of the rows that are of a game which this version knows: of others nothing can be told, not even a name."""
    return tuple(each for each in rows if is_known(each.ruleset))


async def left_chat(core: Core, place: Place, player: str) -> None:
    """Take a player out of the lists of a chat, which they have left, and off its ladders; they follow nobody there."""
    here, now = community_of(place), core.clock()

    async def work(connection: Connection) -> bool:
        await top.left(connection, here, player, now)
        return await ladders.leave_all(connection, player, RungCause.GONE, now, here)

    def committed(moved: bool) -> None:
        if moved:
            core.news.errands.publish(Errand.LADDER)

    await core.database.write(work, committed)


async def count_number(connection: Connection, end: MatchEnd) -> None:
    """Count the number of two again whose match for it has ended."""
    await pair_numbers.note(connection, end.match)


class StandingService:
    """Reads the scores of players. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def series(self, match: Match) -> Score:
        """The score of the first side's player against the other in this game, up to this match."""
        first, second = match.seats
        if not first or not second:
            return Score()

        async def work(connection: Connection) -> Score:
            return summed(await scores.between(connection, first, second, match.game.ruleset.key, match.created))

        return await self._core.database.read(work)

    async def our_number(self, match: Match) -> OurNumber | None:
        """The number of the two of an invitation; None where it names nobody who is known, or is not for it."""
        if not (match.terms.our_number and match.invited):
            return None
        ruleset = match.game.ruleset
        return await self._core.database.read(
            lambda connection: our_numbers.of(connection, match.host, match.invited, ruleset)
        )

    async def evening(self, match: Match) -> EvenOffer | None:
        """The even start that the ratings of the two of an invitation suggest; None where their ratings are told to
        nobody else, by the wish of one of them, or where it has another start already.
        """
        if not may_be_evened(match) or match.invited is None:
            return None
        host, guest = match.host, match.invited

        async def work(connection: Connection) -> EvenOffer | None:
            if await people.unlisted(connection, (host, guest)):
                return None
            theirs = [await ratings.of_player(connection, each) for each in (host, guest)]
            return evening(match, *theirs)

        return await self._core.database.read(work)

    async def pair(self, code: str) -> Match | None:
        """The other half of a mirror match, by its code; None where it cannot be read."""
        try:
            return await self._core.database.read(lambda connection: self._core.matches.load(connection, code))
        except (UnknownMatch, UnreadableMatch):
            return None

    async def head_to_head(self, player: str, other: str, latest: int) -> HeadToHead:
        """The score of a player against another, with at most so many of their ``latest`` matches."""

        async def work(connection: Connection) -> HeadToHead:
            found = _still_known(await scores.between(connection, player, other))
            by_bids = await scores.by_bids(connection, player, other)
            numbers = await our_numbers.between(connection, player, other)
            rows = await scores.latest_between(connection, player, other, latest)
            read = await self._core.matches.of_rows(connection, rows)
            return HeadToHead(found, by_bids, numbers, tuple(match for match in read if isinstance(match, Match)))

        return await self._core.database.read(work)

    async def results(self, match: Match) -> Results:
        """The effects of a rated match that is over on the ratings of its players, by player."""
        if match.status is not Status.OVER:
            return {}
        return await self._core.database.read(lambda connection: ratings.of_match(connection, match.code))

    async def profile(self, player: str, viewer: str, place: Place, latest: int) -> PlayerProfile | None:
        """The profile of a player for a viewer in a place, with at most so many of their ``latest`` matches; None where
        the player keeps it from them.
        """

        async def work(connection: Connection) -> PlayerProfile | None:
            if await blocks.is_blocked(connection, player, viewer):
                return None
            computers = self._core.computers
            people_scores = _still_known(await scores.of_player(connection, player, computers, against=False))
            computer = _still_known(await scores.of_player(connection, player, computers, against=True))
            rows = await scores.latest_of(connection, player, viewer, place, computers, latest)
            read = await self._core.matches.of_rows(connection, rows)
            matches = tuple(match for match in read if isinstance(match, Match))
            total = summed(computer)
            known = _still_known(await ratings.of_player(connection, player))
            best = best_first(known)[:1]
            course = await ratings.course(connection, best[0], player, COURSE) if best else ()
            return PlayerProfile(known, people_scores, total, matches, tuple(course))

        return await self._core.database.read(work)

    async def courses(self, player: str, of: Sequence[PlayerRating]) -> list[tuple[float, ...]]:
        """Each of these ratings of a player after each of the last matches that counted for it, the latest last."""

        async def work(connection: Connection) -> list[tuple[float, ...]]:
            return [tuple(await ratings.course(connection, each, player, COURSE)) for each in of]

        return await self._core.database.read(work)

    async def badges(self, player: str, viewer: str) -> list[Badge] | None:
        """A player's badges, the latest first; None where the player keeps them from the viewer."""
        levels = self._core.computers

        async def work(connection: Connection) -> list[Badge] | None:
            if await blocks.is_blocked(connection, player, viewer):
                return None
            first: dict[tuple[str, int, int], datetime] = {}
            for ruleset, side, computer, won in await scores.first_wins(connection, player, levels):
                if not is_known(ruleset):
                    continue
                key = ruleset, pool_side(find_ruleset(ruleset), side), levels[computer]
                first[key] = min(won, first.get(key, won))
            found = [Badge(*key, won) for key, won in first.items()]
            return sorted(found, key=lambda each: (each.won, each.level), reverse=True)

        return await self._core.database.read(work)

    async def is_met(self, player: str, viewer: str, platform: str) -> bool:
        """Has a player a seat in a match of the viewer, or in one that stands on a platform for others to watch?"""
        return await self._core.database.read(lambda connection: scores.is_met(connection, player, viewer, platform))

    async def top(
        self, scope: TopScope, place: Place, game: Ruleset, me: str, limit: int, season: Season | None = None
    ) -> list[ListedPlayer]:
        """The strongest players in a game, the best first, each with a name: at most ``limit``, and ``me``. A list of a
        season is that of the ``season``, if one is given.
        """
        now, here = self._core.clock(), community_of(place)
        ruleset, both_sides = game.key, by_sides(game)
        month = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)

        async def work(connection: Connection) -> list[ListedPlayer]:
            match scope:
                case TopScope.HERE:
                    since = now - MEMBER_FOR
                    found = await top.in_chat(connection, here, ruleset, since, me, limit, both_sides=both_sides)
                case TopScope.MONTH:
                    found = await top.of_month(connection, place, here, ruleset, month, me, limit)
                case TopScope.SEASON | TopScope.BEFORE:
                    wanted = season or season_of(now).by(0 if scope is TopScope.SEASON else -1)
                    times = wanted.first, wanted.end
                    found = await top.of_season(connection, place, here, ruleset, times, me, limit)
                case TopScope.ALL:
                    found = await top.of_all(connection, ruleset, me, limit, both_sides=both_sides)
                case _:
                    assert_never(scope)
            names = await people.names(connection, [each.player for each in found])
            return [ListedPlayer(names[each.player], each) for each in found if each.player in names]

        return await self._core.database.read(work)

    async def past_seasons(self, place: Place, game: Ruleset) -> list[Season]:
        """The seasons that have ended since somebody in a chat first played a game rated, the latest first."""
        community = community_of(place)
        first = await self._core.database.read(lambda connection: top.first_of(connection, community, game.key))
        return seasons_between(first, self._core.clock()) if first else []

    async def balance(self, place: Place, ruleset: str) -> Balance:
        """The matches of people in a chat in a game, and how much its first side got in them."""
        computers = tuple(self._core.computers)
        return await self._core.database.read(lambda connection: top.balance(connection, place, ruleset, computers))

    async def our_numbers(self, place: Place, limit: int) -> dict[str, NumbersOfGame]:
        """The numbers of those who have played for it in a chat, by game: of at most ``limit``, who needs the fewest
        pieces in hand first. Nobody is among them who wants to be listed nowhere.
        """

        async def work(connection: Connection) -> dict[str, NumbersOfGame]:
            found = await pair_numbers.in_chat(connection, place, limit)
            best = {game: here.best for game, here in found.items()}
            names = await people.names(connection, {player for of in best.values() for *two, _ in of for player in two})
            listed = {
                game: sorted(NumberOfTwo(number.half_pieces, names[one], names[two], number) for one, two, number in of)
                for game, of in best.items()
            }
            return {game: NumbersOfGame(here.count, tuple(listed[game])) for game, here in found.items()}

        return await self._core.database.read(work)

    async def guessers(self, place: Place, me: str, limit: int) -> list[ListedPlayer]:
        """Those who have guessed best in a chat, the best first, each with a name: at most ``limit``, and ``me``."""
        here, since = community_of(place), self._core.clock() - MEMBER_FOR

        async def work(connection: Connection) -> list[ListedPlayer]:
            found = await top.of_guesses(connection, here, since, me, limit)
            names = await people.names(connection, [each.player for each in found])
            return [ListedPlayer(names[each.player], each) for each in found if each.player in names]

        return await self._core.database.read(work)

    async def left(self, place: Place, player: str) -> None:
        """List a player in a chat no more, which they have left, and take them off its ladders."""
        await left_chat(self._core, place, player)

    async def rated_games(self, scope: TopScope, place: Place, limit: int) -> list[str]:
        """The games in which most players of a list have a rating: at most ``limit``, by their keys."""
        here = None if scope is TopScope.ALL else community_of(place)
        return await self._core.database.read(lambda connection: top.rated_games(connection, here, limit))

    async def opponents(self, player: str, limit: int) -> list[tuple[Player, int]]:
        """The people with whom a player has finished matches, and how many: whom they have played last comes first."""

        async def work(connection: Connection) -> list[tuple[Player, int]]:
            met = await scores.opponents(connection, player, limit)
            known = [(await people.by_id(connection, other), count) for other, count in met]
            people_met = [(other, count) for other, count in known if other and other.platform != VILLAGE]
            return [(other, count) for other, count in people_met if other.id not in self._core.computers]

        return await self._core.database.read(work)
