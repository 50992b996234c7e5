"""Reads every stored row for a check, broken ones included: values as they are kept, whatever they say."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Table, and_, select, tuple_, type_coerce
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.exc import SQLAlchemyError

from bot.matches.match import Match
from bot.store.connection import AnyColumn, AnyElement, AnySelect, Connection, Work
from bot.store.database import Database
from bot.store.records import BrokenRecord, MadeMove, read_match
from bot.store.tables import leftovers, matches, metadata, moves, ratings, results, room_messages, views
from bot.store.types import Billionths, Flag, Number, SmallInt, Span, UtcDateTime

Result = TypeVar("Result")

PAGE = 100
Raw: TypeAlias = Mapping[str, Any]
"""A row by its columns: moments in microseconds since 1970, lengths of time in microseconds, flags as numbers."""

Found: TypeAlias = tuple[str, str]
"""The place of a fault, and the fault; or a Remark about it."""

PLAIN = {UtcDateTime: Number, Span: Number, Billionths: Number, Flag: SmallInt}
"""The types in which values are stored that Python has in others."""
_ANY = DefaultDialect()

RATED = ("player", "ruleset", "side")
"""Whose rating, in which game, on which side."""
RATING_NUMBERS = ("rating", "deviation", "volatility")
COUNTED_BY = ("number", "against", "against_deviation", *RATING_NUMBERS, *(f"{name}_before" for name in RATING_NUMBERS))
"""What a result says where it counts."""
TABLES = tuple(table.name for table in metadata.sorted_tables)


class CannotRead(Exception):
    """The database does not give all rows of a table; the text says why, in one line."""

    def __init__(self, error: SQLAlchemyError) -> None:
        super().__init__(f"cannot be read to its end: {sentence_of(error)}")


class Remark(str):
    """A sentence about the database that is worth knowing, but no fault."""


class NotUtf8(str):
    """A text that is stored in other bytes than UTF-8; what is not is escaped."""


@dataclass(frozen=True)
class Stored:
    """A match as its rows say: ``match`` is None where they are inconsistent, and ``broken`` says why.

    ``previous`` is the match of which it is a rematch, None where there is none; ``shown`` has what the messages of its
    views in the web room say, by their ids.
    """

    row: Raw
    match: Match | None
    broken: str
    moves: tuple[Raw, ...]
    views: tuple[Raw, ...]
    leftovers: tuple[Raw, ...]
    previous: Raw | None
    shown: Mapping[str, str]


async def read_matches(database: Database) -> AsyncIterator[Stored]:
    """Every match, in the order of the codes. Raises CannotRead."""
    after: Raw | None = None
    while page := await _read(database, partial(_page, after=after)):
        for one in page:
            yield one
        if (after := _last(matches, [one.row for one in page])) is None:
            return


async def read_rows(database: Database, table: str) -> AsyncIterator[Raw]:
    """Every row of a table, in the order of its key. Raises CannotRead."""
    after: Raw | None = None
    while page := await _read(database, partial(_rows, table=metadata.tables[table], after=after)):
        for row in page:
            yield row
        if (after := _last(metadata.tables[table], page)) is None:
            return


async def read_ledger(database: Database) -> AsyncIterator[Raw]:
    """Every result that counts, in the order in which they have made each rating, beside that rating as it is (its
    columns begin with ``now_``). Raises CannotRead.
    """
    after: Raw | None = None
    while page := await _read(database, partial(_ledger, after=after)):
        for row in page:
            yield row
        after = page[-1]


async def _ledger(connection: Connection, after: Raw | None) -> list[Raw]:
    order = [results.c[name] for name in (*RATED, "number", "match")]
    same = and_(*(ratings.c[name] == results.c[name] for name in RATED))
    now = [type_coerce(ratings.c[name], Number).label(f"now_{name}") for name in (*RATING_NUMBERS, "played")]
    query = select(*raw(*results.columns), *now).outerjoin(ratings, same)
    query = query.where(*(results.c[name].is_not(None) for name in COUNTED_BY))
    if after is not None:
        query = query.where(tuple_(*order) > tuple_(*(after[column.name] for column in order)))
    return await fetch(connection, query.order_by(*order).limit(PAGE))


def where(table: str, row: Raw) -> str:
    """A row by name, for people."""
    if table == matches.name:
        return f"match {row['code']}"
    if table == views.name:
        return f"view {row['id']} of match {row['match']}"
    return f"row {' '.join(str(row[key.name]) for key in metadata.tables[table].primary_key)} of {table}"


def sentence_of(error: SQLAlchemyError) -> str:
    """The message of the database, in one line and without the statement."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]


def raw(*columns: AnyElement) -> list[AnyElement]:
    """Columns to select, whose values come as they are stored."""
    return [
        type_coerce(column, PLAIN.get(type(column.type), column.type)).label(getattr(column, "name", None))
        for column in columns
    ]


async def fetch(connection: Connection, query: AnySelect) -> list[Raw]:
    """The rows of a query, also where a file keeps as a text what is not UTF-8."""
    if connection.dialect.name != "sqlite":
        return [dict(row._mapping) for row in await connection.execute(query)]
    # SQLite keeps any bytes as a text, and reading them is an error unless it is told what to make of them.
    driver = await connection.run_sync(lambda inner: inner.connection.dbapi_connection)
    before, driver.text_factory = driver.text_factory, _text
    try:
        return [dict(row._mapping) for row in (await connection.execute(query)).all()]
    finally:
        driver.text_factory = before


def _text(stored: bytes) -> str:
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return NotUtf8(stored.decode(errors="backslashreplace"))


async def _read(database: Database, work: Work[Result]) -> Result:
    try:
        return await database.read(work)
    except SQLAlchemyError as error:
        raise CannotRead(error) from error


async def _rows(connection: Connection, table: Table, after: Raw | None) -> list[Raw]:
    """The next rows of a table."""
    key = list(table.primary_key)
    query = select(*raw(*table.columns)).order_by(*key).limit(PAGE)
    if after is not None:
        query = query.where(tuple_(*key) > tuple_(*(after[column.name] for column in key)))
    return await fetch(connection, query)


def _last(table: Table, page: Sequence[Raw]) -> Raw | None:
    """The last row of a page from which one can go on: its key is a text that the database would find again."""
    whole = (row for row in reversed(page) if not any(isinstance(row[key.name], NotUtf8) for key in table.primary_key))
    return next(whole, None)


async def _page(connection: Connection, after: Raw | None) -> list[Stored]:
    rows = await _rows(connection, matches, after)
    codes = [row["code"] for row in rows]
    earlier = {row["rematch_of"] for row in rows if row["rematch_of"] is not None}
    previous = await fetch(connection, select(*raw(*matches.columns)).where(matches.c.code.in_(earlier)))
    by_code = {row["code"]: row for row in previous}
    made, shown, left = [await _of(connection, table, codes) for table in (moves, views, leftovers)]
    said = await _said(connection, [view["message"] for code in codes for view in shown[code]])
    return [
        Stored(
            row, *_match_of(row, made[code]), made[code], shown[code], left[code], by_code.get(row["rematch_of"]), said
        )
        for code, row in zip(codes, rows, strict=True)
    ]


async def _of(connection: Connection, table: Table, codes: Sequence[str]) -> Mapping[str, tuple[Raw, ...]]:
    """The rows of a table that belong to matches, in the order of their key."""
    query = select(*raw(*table.columns)).where(table.c.match.in_(codes)).order_by(*table.primary_key)
    found: dict[str, list[Raw]] = {code: [] for code in codes}
    for row in await fetch(connection, query):
        found[row["match"]].append(row)
    return {code: tuple(rows) for code, rows in found.items()}


async def _said(connection: Connection, messages: Sequence[str | None]) -> Mapping[str, str]:
    """The contents of messages of the web room, by their ids."""
    query = select(*raw(room_messages.c.id, room_messages.c.body)).where(room_messages.c.id.in_(messages))
    return {row["id"]: row["body"] for row in await fetch(connection, query)}


def _match_of(row: Raw, made: Sequence[Raw]) -> tuple[Match | None, str]:
    """The match of a row, or what is wrong with it."""
    values: Any = SimpleNamespace(**{column.name: _value(column, row[column.name]) for column in matches.columns})
    try:
        return read_match(values, [_made(move) for move in made]), ""
    except BrokenRecord as error:
        return None, error.problem


def _made(move: Raw) -> MadeMove:
    return MadeMove(move["ply"], move["text"], _value(moves.c.bank, move["bank"]))


def _value(column: AnyColumn, stored: Any) -> Any:
    """The value that the program reads from a stored one."""
    return column.type.process_result_value(stored, _ANY) if isinstance(column.type, (UtcDateTime, Span)) else stored
