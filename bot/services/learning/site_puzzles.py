"""The puzzles of the site's own, made of the matches that ended here: which match is to be looked at next, and what was
found in it. Of whom a puzzle is, or of which match, is kept nowhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.matches.match import Match
from bot.services.core import Core
from bot.store import site_puzzles
from bot.store.connection import Connection
from bot.store.site_puzzles import Looked
from bot.store.types import EPOCH
from engine.game import Game
from engine.puzzles import Goal, Puzzle, identity, puzzles_of
from engine.ruleset import Ruleset

PER_RULESET = 300
"""So many puzzles of a game are kept; once there are, no more are looked for."""
FIRST_PLIES = 8
"""No puzzle begins within so many turns of the start of a match: there matches still being played often stand alike.
Later than that they hardly do, and nobody can ask for the puzzle of a position.
"""
_AT_ONCE = 1_000_000
"""More than ever end in the same microsecond."""
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True)
class FinishedGame:
    """A match that is over, to be looked at: the ``number`` tells where it stands among all, the earliest first."""

    number: int
    game: Game


class SitePuzzleService:
    """The puzzles that were found here. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.games: frozenset[str] = frozenset()
        """The games that had some when this process last read any; there are never fewer."""

    async def next_game(self) -> FinishedGame | None:
        """The next match that has ended and may be looked at; None where all were.

        Passed over are matches against oneself, those of people who have refused it or whose data is deleted, those
        that are too short, cannot be read, or are of a game of which there are puzzles enough.
        """
        found, last = await self._core.database.read(self._next)
        if found is None and last:
            # Those that were passed over are not read again and again.
            await self._core.database.write(lambda connection: _note(connection, last))
        return found

    async def _next(self, connection: Connection) -> tuple[FinishedGame | None, Looked | None]:
        since, last = await site_puzzles.looked(connection), None
        async for each in site_puzzles.ended_since(connection, since.at):
            if each.stands <= since:
                continue
            last = each.stands
            if each.may and await site_puzzles.count(connection, each.row.ruleset) < PER_RULESET:
                (match,) = await self._core.matches.of_rows(connection, [each.row])
                if isinstance(match, Match) and match.game.ply > FIRST_PLIES:
                    return FinishedGame(_number(last), match.game), last
        return None, last

    async def looked(self, number: int, found: Sequence[Puzzle]) -> None:
        """Note that a match was looked at, and keep what was ``found`` in it, as much as there is room for; nothing
        where its players have refused it since.
        """
        stands, now = _stands(number), self._core.clock()

        async def work(connection: Connection) -> None:
            await _note(connection, stands)
            game = await self._game(connection, stands) if found else None
            if game is None:
                return
            ruleset = game.ruleset
            known = {each.id for each in (*puzzles_of(ruleset), *await site_puzzles.of(connection, [ruleset.key]))}
            known |= {identity(ruleset, position) for position in game.positions[:FIRST_PLIES]}
            room = PER_RULESET - await site_puzzles.count(connection, ruleset.key)
            good = [each for each in found if each.ruleset == ruleset.key and each.goal is not Goal.BETTER]
            for each in [each for each in good if each.id not in known][: max(room, 0)]:
                await site_puzzles.keep(connection, each, now)

        await self._core.database.write(work)

    async def _game(self, connection: Connection, stands: Looked) -> Game | None:
        """The game of a match that may still be looked at."""
        async for each in site_puzzles.ended_since(connection, stands.at):
            if each.stands >= stands:
                (match,) = await self._core.matches.of_rows(connection, [each.row])
                return match.game if each.stands == stands and each.may and isinstance(match, Match) else None
        return None

    async def games_found(self) -> frozenset[str]:
        """The games of which some were found here."""
        self.games = frozenset(await self._core.database.read(site_puzzles.games))
        return self.games

    async def of(self, ruleset: Ruleset) -> tuple[Puzzle, ...]:
        """The puzzles of a game that were found here."""

        async def work(connection: Connection) -> tuple[tuple[Puzzle, ...], set[str]]:
            return tuple(await site_puzzles.of(connection, [ruleset.key])), await site_puzzles.games(connection)

        found, games = await self._core.database.read(work)
        self.games = frozenset(games)
        return found

    async def one(self, puzzle: str) -> Puzzle | None:
        """A puzzle that was found here, by its id."""
        return await self._core.database.read(lambda connection: site_puzzles.one(connection, puzzle))


async def _note(connection: Connection, stands: Looked) -> None:
    if stands > await site_puzzles.looked(connection, lock=True):
        await site_puzzles.note(connection, stands)


def _number(stands: Looked) -> int:
    return (stands.at - EPOCH) // _MICROSECOND * _AT_ONCE + stands.nth


def _stands(number: int) -> Looked:
    microseconds, nth = divmod(number, _AT_ONCE)
    return Looked(EPOCH + timedelta(microseconds=microseconds), nth)
