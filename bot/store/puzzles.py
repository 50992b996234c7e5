"""The first tries of players at puzzles, and what these have done to the ratings of both."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select, update

from bot.matches.glicko import Rating
from bot.matches.puzzle_rating import VOTED_DOWN
from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.personal import PersonalData, dropped
from bot.store.tables import attempts, puzzles
from bot.words import N_


@dataclass(frozen=True)
class TriedPuzzle:
    """A puzzle that somebody has tried: its rating, how many have tried, solved and disliked it."""

    id: str
    rating: Rating
    tried: int
    solved: int
    disliked: int

    @property
    def off(self) -> bool:
        """Is it given to nobody any more?"""
        return self.disliked >= VOTED_DOWN


@dataclass(frozen=True)
class Attempt:
    """A player's first try at a puzzle, and their rating before and after it."""

    puzzle: str
    number: int
    nth: int
    at: datetime
    solved: bool
    disliked: bool
    before: float
    after: Rating


async def lock(connection: Connection, puzzle: str, start: Rating) -> TriedPuzzle:
    """A puzzle, which no other transaction changes before this one ends; it begins with ``start``."""
    begun = {"id": puzzle, "tried": 0, "solved": 0, "disliked": 0}
    numbers = {"rating": start.rating, "deviation": start.deviation, "volatility": start.volatility}
    await connection.execute(unless_there(connection.dialect.name, puzzles), begun | numbers)
    query = select(puzzles).where(puzzles.c.id == puzzle).with_for_update(key_share=True)
    return _puzzle((await connection.execute(query)).one())


async def known(connection: Connection, ids: Collection[str]) -> dict[str, TriedPuzzle]:
    """Those of some puzzles that somebody has tried, by id."""
    rows = await connection.execute(select(puzzles).where(puzzles.c.id.in_(ids)))
    return {row.id: _puzzle(row) for row in rows}


async def voted_down(connection: Connection) -> set[str]:
    """The puzzles that are given to nobody any more."""
    return set((await connection.execute(select(puzzles.c.id).where(puzzles.c.disliked >= VOTED_DOWN))).scalars())


async def attempt(connection: Connection, player: str, puzzle: str) -> Attempt | None:
    """A player's first try at a puzzle."""
    query = select(attempts).where(attempts.c.player == player, attempts.c.puzzle == puzzle)
    row = (await connection.execute(query)).one_or_none()
    return _attempt(row) if row else None


async def latest(connection: Connection, player: str) -> Attempt | None:
    """A player's latest first try: it holds their rating."""
    query = select(attempts).where(attempts.c.player == player).order_by(attempts.c.number.desc()).limit(1)
    row = (await connection.execute(query)).one_or_none()
    return _attempt(row) if row else None


async def solved(connection: Connection, player: str) -> int:
    """The number of puzzles that a player has solved at the first try."""
    query = select(func.count()).where(attempts.c.player == player, attempts.c.solved == 1)
    return (await connection.execute(query)).scalar_one()


async def tried(connection: Connection, player: str, ids: Collection[str]) -> set[str]:
    """Those of some puzzles that a player has tried."""
    query = select(attempts.c.puzzle).where(attempts.c.player == player, attempts.c.puzzle.in_(ids))
    return set((await connection.execute(query)).scalars())


async def count(connection: Connection, player: str, made: Attempt, puzzle: Rating) -> None:
    """Write a first try of a player who is locked, at a puzzle that is, with the rating of the puzzle after it."""
    after = made.after
    row = {"player": player, "puzzle": made.puzzle, "number": made.number, "nth": made.nth, "at": made.at}
    numbers = {"rating": after.rating, "deviation": after.deviation, "volatility": after.volatility}
    said = {"solved": made.solved, "disliked": made.disliked, "rating_before": made.before}
    await connection.execute(attempts.insert().values(**row, **said, **numbers))
    one = update(puzzles).where(puzzles.c.id == made.puzzle)
    numbers = {"rating": puzzle.rating, "deviation": puzzle.deviation, "volatility": puzzle.volatility}
    await connection.execute(one.values(tried=made.nth, solved=puzzles.c.solved + int(made.solved), **numbers))


async def dislike(connection: Connection, player: str, puzzle: str, *, counts: bool) -> None:
    """Note that a player dislikes a puzzle they have tried; ``counts`` where they are among the first."""
    mine = update(attempts).where(attempts.c.player == player, attempts.c.puzzle == puzzle)
    await connection.execute(mine.values(disliked=True))
    if counts:
        one = update(puzzles).where(puzzles.c.id == puzzle)
        await connection.execute(one.values(disliked=puzzles.c.disliked + 1))


async def all_of(connection: Connection, player: str) -> list[dict[str, object]]:
    """The first tries of a player, as plain values for JSON."""
    query = select(attempts).where(attempts.c.player == player).order_by(attempts.c.number)
    names = ("puzzle", "solved", "disliked", "rating_before", "rating")
    return [
        {**{name: getattr(row, name) for name in names}, "at": row.at.isoformat(timespec="seconds")}
        for row in await connection.execute(query)
    ]


def _puzzle(row: AnyRow) -> TriedPuzzle:
    return TriedPuzzle(row.id, Rating(row.rating, row.deviation, row.volatility), row.tried, row.solved, row.disliked)


def _attempt(row: AnyRow) -> Attempt:
    after = Rating(row.rating, row.deviation, row.volatility)
    return Attempt(row.puzzle, row.number, row.nth, row.at, row.solved, row.disliked, row.rating_before, after)


PERSONAL = PersonalData(
    N_("Which puzzles you have tried, whether you solved them, and your rating in them."),
    forgotten=(attempts.c.player,),
    export={"puzzles": all_of},
    # What the tries have done to the puzzles' ratings and counts names nobody.
    erase=dropped(attempts.c.player),
)
