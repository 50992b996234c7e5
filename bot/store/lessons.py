"""Which lessons players have done, and when first."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, select

from bot.store.database import Connection
from bot.store.tables import lessons


async def done(connection: Connection, player: str, ruleset: str) -> Collection[str]:
    """The lessons of a game that a player has done."""
    query = select(lessons.c.lesson).where(lessons.c.player == player, lessons.c.ruleset == ruleset)
    return set((await connection.execute(query)).scalars())


async def note(connection: Connection, player: str, ruleset: str, lesson: str, now: datetime) -> None:
    """Note that a player, who is locked, has done a lesson; nothing changes where they had."""
    if lesson not in await done(connection, player, ruleset):
        await connection.execute(lessons.insert().values(player=player, ruleset=ruleset, lesson=lesson, at=now))


async def all_of(connection: Connection, player: str) -> list[tuple[str, str, datetime]]:
    """All lessons that a player has done: the game, the lesson and when."""
    query = select(lessons.c.ruleset, lessons.c.lesson, lessons.c.at).where(lessons.c.player == player)
    ordered = query.order_by(lessons.c.at, lessons.c.ruleset, lessons.c.lesson)
    return [(row.ruleset, row.lesson, row.at) for row in await connection.execute(ordered)]


async def forget_player(connection: Connection, player: str) -> None:
    """Drop which lessons a player has done."""
    await connection.execute(delete(lessons).where(lessons.c.player == player))
