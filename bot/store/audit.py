"""Reads everything for a check, without trusting it."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Row, select, text

from bot.match import Match
from bot.store.database import Connection, Database
from bot.store.matches import texts_of
from bot.store.records import BrokenRecord, View, match_of, replay, view_of
from bot.store.tables import matches, moves, views

PAGE = 100


@dataclass(frozen=True)
class Stored:
    """A match as its rows say: ``match`` is None where they make none, ``broken`` says why.

    ``said`` is the row, ``movers`` the player of each move.
    """

    code: str
    match: Match | None
    broken: str
    said: Mapping[str, Any]
    movers: tuple[str, ...]
    views: tuple[View, ...]


async def stored(database: Database) -> AsyncIterator[Stored]:
    """Every match there is, in the order of their codes."""
    last = ""
    while page := await database.read(partial(_page, last=last)):
        for one in page:
            yield one
        last = page[-1].code


async def foreign_keys(database: Database) -> list[tuple[str, str]]:
    """Rows that point at rows that are not there, and damage to the file; a database server sees to that itself."""
    if not database.is_file:
        return []

    async def work(connection: Connection) -> list[tuple[str, str]]:
        damage = [row[0] for row in await connection.execute(text("PRAGMA quick_check"))]
        astray = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
        return [
            *(("file", line) for line in damage if line != "ok"),
            *((f"row {row[1]} of {row[0]}", f"points at a row of {row[2]} that is not there") for row in astray),
        ]

    return await database.read(work)


async def _page(connection: Connection, last: str) -> list[Stored]:
    query = select(matches).where(matches.c.code > last).order_by(matches.c.code).limit(PAGE)
    rows = (await connection.execute(query)).all()
    codes = [row.code for row in rows]
    texts = await texts_of(connection, codes)
    movers: dict[str, list[str]] = {code: [] for code in codes}
    of_these = select(moves.c.match, moves.c.player).where(moves.c.match.in_(codes))
    for code, player in await connection.execute(of_these.order_by(moves.c.match, moves.c.ply)):
        movers[code].append(player)
    shown: dict[str, list[View]] = {code: [] for code in codes}
    for row in await connection.execute(select(views).where(views.c.match.in_(codes)).order_by(views.c.id)):
        shown[row.match].append(view_of(row))
    return [_stored(row, texts[row.code], tuple(movers[row.code]), tuple(shown[row.code])) for row in rows]


def _stored(row: Row[Any], texts: list[tuple[int, str]], movers: tuple[str, ...], shown: tuple[View, ...]) -> Stored:
    match, broken = None, ""
    try:
        match = match_of(row, replay(row, texts))
    except BrokenRecord as error:
        broken = error.problem
    except (LookupError, ValueError) as error:
        broken = f"cannot be read: {error}"
    return Stored(row.code, match, broken, dict(row._mapping), movers, shown)
