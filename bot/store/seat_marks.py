"""The marks that members of a team draw on its board for each other, and the line of turns that each of them shows,
until the turn falls. No row is part of a match's
version.

Whoever changes a row has locked its match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
ShownLine: TypeAlias = tuple[tuple[int, ...], ...]
"""Turns from the present position on, by the points touched for each."""
GONE_BY = exists().where(
    matches.c.code == seat_marks.c.match,
    or_(matches.c.ply != seat_marks.c.ply, matches.c.status != Status.PLAYING.value),
)
"""A mark is on a turn that has fallen."""


@dataclass(frozen=True)
class Sketch:
    """Everything that a member shows the others on the present turn: marks, and one line."""

    marks: Marks = ()
    line: ShownLine = ()


async def put(connection: Connection, match: Match, player: str, sketch: Sketch) -> None:
    """Note what a player, who is locked, shows on the present turn, in place of all that they had."""
    mine = (seat_marks.c.match == match.code, seat_marks.c.player == player)
    await connection.execute(delete(seat_marks).where(*mine))
    if sketch.marks or sketch.line:
        row = {"match": match.code, "player": player, "ply": match.game.ply}
        texts = {"marks": _written(sketch.marks), "line": _written(sketch.line)}
        await connection.execute(seat_marks.insert().values(row | texts))


async def of_turn(connection: Connection, match: Match) -> Mapping[str, Sketch]:
    """The sketches on the present turn, by player."""
    query = select(seat_marks).where(seat_marks.c.match == match.code, seat_marks.c.ply == match.game.ply)
    found = await connection.execute(query.order_by(seat_marks.c.player))
    return {
        row.player: Sketch(tuple((start, end) for start, end in _read(row.marks)), _read(row.line)) for row in found
    }


async def settle(connection: Connection, code: str, ply: int | None) -> None:
    """Drop what was drawn on other turns of a match than the one after ``ply`` turns, the only one that is awaited."""
    others = (seat_marks.c.ply != ply,) if ply is not None else ()
    await connection.execute(delete(seat_marks).where(seat_marks.c.match == code, *others))


def _written(ways: Sequence[Sequence[int]]) -> str:
    return " ".join("-".join(map(str, way)) for way in ways)


def _read(text: str) -> ShownLine:
    return tuple(tuple(map(int, way.split("-"))) for way in text.split())


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(seat_marks).where(seat_marks.c.player == player).order_by(seat_marks.c.match)
    found = await connection.execute(query)
    return [{"match": row.match, "after": row.ply, "marks": row.marks, "line": row.line} for row in found]


PERSONAL = PersonalData(
    N_("What you have drawn on a board or tried out for those with whom you share a side, until the turn is played."),
    forgotten=(seat_marks.c.player,),
    export={"marks": _export},
    erase=dropped(seat_marks.c.player),
)
