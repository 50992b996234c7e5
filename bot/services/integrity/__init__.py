"""Reads every row there is, replays every match, and names each row that contradicts itself or another."""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass

from bot.services.integrity.communities import problems_of_community
from bot.services.integrity.duplicates import problems_of_duplicates
from bot.services.integrity.kept_games import problems_of_kept_game
from bot.services.integrity.ladders import problems_of_ladders, problems_of_shields
from bot.services.integrity.learning import problems_of_holdout, problems_of_mistake, problems_of_site_puzzle
from bot.services.integrity.ledger import problems_of_ledger
from bot.services.integrity.matches import problems_of_match
from bot.services.integrity.numbers import problems_of_numbers
from bot.services.integrity.players import problems_of_account, problems_of_player
from bot.services.integrity.room import problems_of_member, problems_of_message, problems_of_picture
from bot.services.integrity.tournaments import problems_of_tournaments
from bot.services.integrity.updates import problems_of_update
from bot.services.integrity.values import problems_of_values
from bot.services.integrity.views import problems_of_view
from bot.store import Database
from bot.store.audit import (
    TABLES,
    CannotRead,
    NotUtf8,
    Raw,
    Remark,
    Stored,
    read_ledger,
    read_matches,
    read_rows,
    where,
)
from bot.store.contradictions import find_contradictions
from bot.store.damage import find_damage

__all__ = ["Finding", "check"]


@dataclass(frozen=True)
class Finding:
    """A fault of the database, or a remark about it: ``where`` names the row, ``what`` describes the fault."""

    where: str
    what: str

    @property
    def is_fault(self) -> bool:
        """Is something wrong? A remark is for the operator to know, and the database is sound."""
        return not isinstance(self.what, Remark)

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


_OF_ROWS: Mapping[str, Callable[[Raw], Iterator[str]]] = {
    "communities": problems_of_community,
    "accounts": problems_of_account,
    "players": problems_of_player,
    "inbox": problems_of_update,
    "mistakes": problems_of_mistake,
    "holdouts": problems_of_holdout,
    "kept_games": problems_of_kept_game,
    "site_puzzles": problems_of_site_puzzle,
    "room_people": problems_of_member,
    "room_messages": problems_of_message,
    "room_pictures": problems_of_picture,
}


async def check(database: Database) -> list[Finding]:
    """Every fault of the database, and remarks; none where all is well. No row keeps it from looking at the others."""
    found = [problem async for problem in _found(database)]
    return list(dict.fromkeys(found))


async def _found(database: Database) -> AsyncIterator[Finding]:
    async for place, what in find_damage(database):
        yield Finding(place, what)
    async for place, what in find_contradictions(database):
        yield Finding(place, what)
    for table in TABLES:
        async for finding in _as_far_as_readable(table, _of_rows(database, table)):
            yield finding
    for table, found in (
        ("matches", _of_matches(database)),
        ("results", _of_ledger(database)),
        ("rung_changes", _of_ladders(database)),
        ("pair_numbers", _of_numbers(database)),
        ("shields", _of_shields(database)),
        ("tournaments", _of_tournaments(database)),
        ("duplicate_weeks", _of_duplicates(database)),
    ):
        async for finding in _as_far_as_readable(table, found):
            yield finding


async def _as_far_as_readable(table: str, found: AsyncIterator[Finding]) -> AsyncIterator[Finding]:
    """The findings in a table, until its rows cannot be read: that is a fault too."""
    try:
        async for finding in found:
            yield finding
    except CannotRead as error:
        yield Finding(f"table {table}", str(error))


async def _of_rows(database: Database, table: str) -> AsyncIterator[Finding]:
    async for row in read_rows(database, table):
        for what in _problems(_of_row, table, row):
            yield Finding(where(table, row), what)


async def _of_matches(database: Database) -> AsyncIterator[Finding]:
    async for one in read_matches(database):
        for finding in _of_match(one):
            yield finding


async def _of_ledger(database: Database) -> AsyncIterator[Finding]:
    async for row, what in problems_of_ledger(read_ledger(database)):
        yield Finding(where("results", row), what)


async def _of_ladders(database: Database) -> AsyncIterator[Finding]:
    changes, rungs = read_rows(database, "rung_changes"), read_rows(database, "rungs")
    async for table, row, what in problems_of_ladders(changes, rungs):
        yield Finding(where(table, row), what)


async def _of_numbers(database: Database) -> AsyncIterator[Finding]:
    tables = (read_rows(database, table) for table in ("matches", "accounts", "pair_numbers"))
    async for table, row, what in problems_of_numbers(*tables):
        yield Finding(where(table, row), what)


async def _of_shields(database: Database) -> AsyncIterator[Finding]:
    became = {row["younger"]: row["older"] async for row in read_rows(database, "merges")}
    changes, months = read_rows(database, "rung_changes"), read_rows(database, "shields")
    async for row, what in problems_of_shields(changes, months, became):
        yield Finding(where("shields", row), what)


async def _of_tournaments(database: Database) -> AsyncIterator[Finding]:
    async for table, row, what in problems_of_tournaments(database):
        yield Finding(where(table, row), what)


async def _of_duplicates(database: Database) -> AsyncIterator[Finding]:
    async for table, row, what in problems_of_duplicates(database):
        yield Finding(where(table, row), what)


def _of_row(table: str, row: Raw) -> Iterator[str]:
    for name, value in row.items():
        if isinstance(value, NotUtf8):
            yield f"{name} is not a text: its bytes are not UTF-8"
    yield from problems_of_values(table, row)
    if table in _OF_ROWS:
        yield from _OF_ROWS[table](row)


def _of_match(one: Stored) -> Iterator[Finding]:
    for what in _problems(problems_of_match, one):
        yield Finding(where("matches", one.row), what)
    for view in one.views:
        for what in _problems(problems_of_view, one.row, view, one.shown.get(view["message"])):
            yield Finding(where("views", view), what)


def _problems(look: Callable[..., Iterator[str]], *rows: object) -> list[str]:
    """The problems in some rows; a row that cannot be looked at is a problem too, and does not hide the others."""
    found: list[str] = []
    try:
        for what in look(*rows):
            found.append(what)
    except Exception as error:
        found.append(f"cannot be checked: {type(error).__name__} ({error})")
    return found
