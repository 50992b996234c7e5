"""The lessons that players have done, and when first."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import select

from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import lessons
from bot.words import N_


async def done(connection: Connection, player: str, ruleset: str) -> Collection[str]:
    """The lessons of a game that a player has done."""
    query = select(lessons.c.lesson).where(lessons.c.player == player, lessons.c.ruleset == ruleset)
    return set((await connection.execute(query)).scalars())


async def note(connection: Connection, player: str, ruleset: str, lesson: str, now: datetime) -> None:
    """Note that a player, who is locked, has done a lesson; nothing changes where they had."""
    if lesson not in await done(connection, player, ruleset):
        await connection.execute(lessons.insert().values(player=player, ruleset=ruleset, lesson=lesson, at=now))


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    mine = select(lessons).where(lessons.c.player == player)
    ordered = mine.order_by(lessons.c.at, lessons.c.ruleset, lessons.c.lesson)
    return [
        {"game": row.ruleset, "lesson": row.lesson, "at": moment(row.at)} for row in await connection.execute(ordered)
    ]


PERSONAL = PersonalData(
    N_("Which lessons you have done, and when."),
    forgotten=(lessons.c.player,),
    export={"lessons_done": _export},
    erase=dropped(lessons.c.player),
)
