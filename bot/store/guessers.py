"""The sums of the guesses of each player in a chat, so that a list reads one row a player.

Nothing is added to a sum: whoever changes guesses of which the turn has fallen has all of these players counted again,
in the same transaction. The sums are locked before the guesses are read, in one order, and after everything else that
says what is a guess: so of two transactions the second counts what the first has written.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from sqlalchemy import BigInteger, ColumnElement, case, cast, delete, exists, func, select, tuple_, type_coerce, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.connection import AnySelect, Connection
from bot.store.personal import moment
from bot.store.tables import guessers, guesses
from bot.store.types import EPOCH, Number, SmallInt

Key = tuple[str, str]
"""A chat, as its digest, and a player who has guessed there."""

_AT_ONCE = 1000
"""So many sums are counted by one statement."""
SUMMED = ("guessed", "weight", "right_weight", "seen")


def counted() -> AnySelect:
    """The sums of the guesses of which the turn has fallen, one row a chat and player."""
    weight = type_coerce(guesses.c.weight, Number)
    right = case((type_coerce(guesses.c.hit, SmallInt) == 1, weight), else_=0)
    return (
        select(
            guesses.c.community,
            guesses.c.player,
            func.count().label("guessed"),
            _whole(func.sum(weight)).label("weight"),
            _whole(func.sum(right)).label("right_weight"),
            type_coerce(func.max(guesses.c.at), Number).label("seen"),
        )
        .where(guesses.c.hit.is_not(None))
        .group_by(guesses.c.community, guesses.c.player)
    )


async def recount(connection: Connection, keys: Iterable[Key]) -> None:
    """Count again what some players have guessed in some chats."""
    wanted = sorted(set(keys))
    for first in range(0, len(wanted), _AT_ONCE):
        await _recount(connection, wanted[first : first + _AT_ONCE])


async def recount_players(connection: Connection, of: Collection[str]) -> None:
    """Count again what some players have guessed anywhere."""
    found: set[Key] = set()
    for table in (guesses, guessers):
        query = select(table.c.community, table.c.player).where(table.c.player.in_(of)).distinct()
        found |= {(row.community, row.player) for row in await connection.execute(query)}
    await recount(connection, found)


async def left(connection: Connection, community: str, player: str, now: datetime) -> None:
    """Note that a player has left a chat: nobody lists them there, unless they guess there again."""
    one = update(guessers).where(guessers.c.community == community, guessers.c.player == player)
    await connection.execute(one.values(left_at=now))


async def of_player(connection: Connection, player: str) -> list[dict[str, object]]:
    """The sums of a player in each chat, as plain values for JSON."""
    query = select(guessers).where(guessers.c.player == player).order_by(guessers.c.seen, guessers.c.community)
    return [
        {"guessed": row.guessed, "weight": row.weight, "right_weight": row.right_weight, "at": moment(row.seen)}
        for row in await connection.execute(query)
    ]


async def _recount(connection: Connection, keys: list[Key]) -> None:
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(guessers)
    locked = insert.on_conflict_do_update(index_elements=["community", "player"], set_={"guessed": guessers.c.guessed})
    nothing = {"guessed": 0, "weight": 0.0, "right_weight": 0.0, "seen": EPOCH}
    rows = [{"community": community, "player": player} | nothing for community, player in keys]
    await connection.execute(locked, rows)
    sums = counted().where(_among(keys, guesses.c.community, guesses.c.player)).subquery()
    same = (guessers.c.community == sums.c.community, guessers.c.player == sums.c.player)
    await connection.execute(update(guessers).where(*same).values({name: sums.c[name] for name in SUMMED}))
    remains = exists().where(
        guesses.c.community == guessers.c.community, guesses.c.player == guessers.c.player, guesses.c.hit.is_not(None)
    )
    await connection.execute(delete(guessers).where(_among(keys, guessers.c.community, guessers.c.player), ~remains))


def _among(keys: list[Key], community: ColumnElement[str], player: ColumnElement[str]) -> ColumnElement[bool]:
    return tuple_(community, player).in_(keys)


def _whole(of: ColumnElement[int]) -> ColumnElement[int]:
    """A sum as the databases keep whole numbers: PostgreSQL gives it as a fraction."""
    return cast(of, BigInteger)
