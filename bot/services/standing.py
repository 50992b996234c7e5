"""How players stand against each other. Nothing of it is stored: it is counted from their matches."""

from dataclasses import dataclass

from bot.matches.match import Match
from bot.matches.people import Place
from bot.matches.rating import PlayerRating, Results
from bot.matches.score import Score, SideScore, summed
from bot.matches.status import Status
from bot.services.core import Core
from bot.store import Player, blocks, people, ratings, scores
from bot.store.database import Connection


@dataclass(frozen=True)
class HeadToHead:
    """What a player has won, lost and drawn against another, by games and sides, and their latest matches that are
    over, the last one first.
    """

    scores: tuple[SideScore, ...]
    latest: tuple[Match, ...]


@dataclass(frozen=True)
class PlayerProfile:
    """A player's ratings, what they have won, lost and drawn against people and against the computer, by games and
    sides, and their latest matches with people that the viewer may look at, the last one first.
    """

    ratings: tuple[PlayerRating, ...]
    people: tuple[SideScore, ...]
    computer: Score
    latest: tuple[Match, ...]


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

    async def head_to_head(self, player: str, other: str, latest: int) -> HeadToHead:
        """How a player stands against another, with at most so many of their ``latest`` matches."""

        async def work(connection: Connection) -> HeadToHead:
            found = await scores.between(connection, player, other)
            rows = await scores.latest_between(connection, player, other, latest)
            read = await self._core.matches.of_rows(connection, rows)
            return HeadToHead(tuple(found), tuple(match for match in read if isinstance(match, Match)))

        return await self._core.database.read(work)

    async def results(self, match: Match) -> Results:
        """What a rated match that is over has done to the ratings of its players, by player."""
        if match.status is not Status.OVER:
            return {}
        return await self._core.database.read(lambda connection: ratings.of_match(connection, match.code))

    async def profile(self, player: str, viewer: str, place: Place, latest: int) -> PlayerProfile | None:
        """What a viewer is told of a player in a place, with at most so many of their ``latest`` matches; None where
        the player keeps that from them.
        """

        async def work(connection: Connection) -> PlayerProfile | None:
            if await blocks.is_blocked(connection, player, viewer):
                return None
            computers = self._core.computers
            people_scores = await scores.of_player(connection, player, computers, against=False)
            computer = await scores.of_player(connection, player, computers, against=True)
            rows = await scores.latest_of(connection, player, viewer, place, computers, latest)
            read = await self._core.matches.of_rows(connection, rows)
            matches = tuple(match for match in read if isinstance(match, Match))
            total = summed(computer)
            known = tuple(await ratings.of_player(connection, player))
            return PlayerProfile(known, tuple(people_scores), total, matches)

        return await self._core.database.read(work)

    async def opponents(self, player: str, limit: int) -> list[tuple[Player, int]]:
        """The people with whom a player has finished matches, and how many: whom they have played last comes first."""

        async def work(connection: Connection) -> list[tuple[Player, int]]:
            met = await scores.opponents(connection, player, limit)
            known = [(await people.by_id(connection, other), count) for other, count in met]
            return [(other, count) for other, count in known if other and other.id not in self._core.computers]

        return await self._core.database.read(work)
