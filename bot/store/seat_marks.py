"""The marks that members of a team draw on its board for each other, until the turn falls. No row is part of a match's
version.

Whoever changes a row has locked its match.
"""

import re
from collections.abc import Mapping
from typing import TypeAlias

from sqlalchemy import delete, exists, or_, select

from bot.matches.match import Match
from bot.matches.status import Status
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped
from bot.store.tables import matches, seat_marks
from bot.words import N_

Marks: TypeAlias = tuple[tuple[int, int], ...]
"""Arrows from point to point, and rings: from a point to itself."""
_MARK = re.compile(r"(?P<start>[0-9]+)-(?P<end>[0-9]+)")
GONE_BY = exists().where(
    matches.c.code == seat_marks.c.match,
    or_(matches.c.ply != seat_marks.c.ply, matches.c.status != Status.PLAYING.value),
)
"""A mark is on a turn that has fallen."""


async def put(connection: Connection, match: Match, player: str, marks: Marks) -> None:
    """Note what a player, who is locked, has drawn on the present turn, in place of all that they had."""
    mine = (seat_marks.c.match == match.code, seat_marks.c.player == player)
    await connection.execute(delete(seat_marks).where(*mine))
    if marks:
        text = " ".join(f"{start}-{end}" for start, end in marks)
        row = {"match": match.code, "player": player, "ply": match.game.ply, "marks": text}
        await connection.execute(seat_marks.insert().values(row))


async def of_turn(connection: Connection, match: Match) -> Mapping[str, Marks]:
    """The marks on the present turn, by player."""
    query = select(seat_marks).where(seat_marks.c.match == match.code, seat_marks.c.ply == match.game.ply)
    found = await connection.execute(query.order_by(seat_marks.c.player))
    return {row.player: _read(row.marks) for row in found}


async def settle(connection: Connection, code: str, ply: int | None) -> None:
    """Drop what was drawn on other turns of a match than the one after ``ply`` turns, the only one that is awaited."""
    others = (seat_marks.c.ply != ply,) if ply is not None else ()
    await connection.execute(delete(seat_marks).where(seat_marks.c.match == code, *others))


def _read(text: str) -> Marks:
    return tuple((int(found["start"]), int(found["end"])) for found in _MARK.finditer(text))


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(seat_marks).where(seat_marks.c.player == player).order_by(seat_marks.c.match)
    return [{"match": row.match, "after": row.ply, "marks": row.marks} for row in await connection.execute(query)]


PERSONAL = PersonalData(
    N_("What you have drawn on a board for those with whom you share a side, until the turn is played."),
    forgotten=(seat_marks.c.player,),
    export={"marks": _export},
    erase=dropped(seat_marks.c.player),
)
