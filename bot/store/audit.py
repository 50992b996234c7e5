"""Reads every stored match for a check, broken ones included."""

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import Column, Row, select, text

from bot.matches.match import Match
from bot.store.database import Connection, Database
from bot.store.matches import texts_of
from bot.store.records import BrokenRecord, View, read_match, view_of
from bot.store.tables import events, matches, metadata, moves, views

PAGE = 100
Columns: TypeAlias = tuple[Column[Any], ...]


@dataclass(frozen=True)
class Stored:
    """A match as its rows say: ``match`` is None where they are inconsistent, and ``broken`` says why.

    ``said`` is the row, ``movers`` the player of each move.
    """

    code: str
    match: Match | None
    broken: str
    said: Mapping[str, Any]
    movers: tuple[str, ...]
    views: tuple[View, ...]


async def read_matches(database: Database) -> AsyncIterator[Stored]:
    """Every match, in the order of the codes."""
    last = ""
    while page := await database.read(partial(_page, last=last)):
        for one in page:
            yield one
        last = page[-1].code


async def find_damage(database: Database) -> list[tuple[str, str]]:
    """Damage to the file, and references to rows that do not exist: pairs of where and what."""

    async def work(connection: Connection) -> list[tuple[str, str]]:
        found = []
        if database.is_file:
            told = (await connection.execute(text("PRAGMA quick_check"))).scalars()
            found += [("file", line) for line in told if line != "ok"]
        for columns, others in _references():
            found += await _dangling(connection, columns, others)
        return found

    return await database.read(work)


def _references() -> Iterator[tuple[Columns, Columns]]:
    """Columns and the columns they refer to: foreign keys, and references that are no foreign keys."""
    for table in metadata.sorted_tables:
        for constraint in table.foreign_key_constraints:
            yield tuple(constraint.columns), tuple(element.column for element in constraint.elements)
    yield (matches.c.rematch_of,), (matches.c.code,)
    yield (events.c.match,), (matches.c.code,)


async def _dangling(connection: Connection, columns: Columns, others: Columns) -> list[tuple[str, str]]:
    """The rows whose ``columns`` refer to a row that does not exist."""
    table, other = columns[0].table, others[0].table.alias()
    same = [other.c[there.name] == here for here, there in zip(columns, others, strict=True)]
    key = list(table.primary_key)
    nowhere = ~select(*other.c).where(*same).correlate(table).exists()
    query = select(*key, *columns).where(*(column.is_not(None) for column in columns), nowhere)
    return [
        (
            f"row {' '.join(map(str, row[: len(key)]))} of {table.description}",
            f"points at {' '.join(row[len(key) :])} in {others[0].table.description}, which is not there",
        )
        for row in await connection.execute(query.order_by(*key))
    ]


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
        match = read_match(row, texts)
    except BrokenRecord as error:
        broken = error.problem
    return Stored(row.code, match, broken, dict(row._mapping), movers, shown)
