"""The puzzles that were mined from the matches that ended here, and how far these were looked at."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, func, or_, select, update

from bot.matches.state import EventKind
from bot.matches.status import Status
from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.tables import accounts, matches, mining, players, site_puzzles
from bot.store.types import EPOCH
from engine.games import UnknownRuleset, find_ruleset
from engine.puzzles import Puzzle, read_puzzles, write_puzzle

FIELDS = ("id", "position", "goal", "line", "themes", "rating")
"""The columns in the order in which a puzzle that ships stands in its file."""
PAGE = 100
"""So many matches are read at once."""
_ONLY = 0


@dataclass(frozen=True, order=True)
class Looked:
    """A point in the row of matches that are over, up to which they were looked at, or at which one of them stands: it
    changed last ``at`` a moment, and is the ``nth`` of those that did.
    """

    at: datetime = EPOCH
    nth: int = 0


@dataclass(frozen=True)
class EndedMatch:
    """A match that is over, where it stands among all of them, and whether puzzles may be made of it."""

    row: AnyRow
    stands: Looked
    may: bool


def _open_about(seat: int) -> ColumnElement[bool]:
    """Is a side of somebody whose data is kept, and who has not refused that puzzles are made of it?"""
    player = matches.c[f"seat_{seat}"]
    known = exists().where(accounts.c.player == player).correlate(matches)
    refused = exists().where(players.c.id == player, players.c.mined == "no").correlate(matches)
    return and_(known, ~refused)


_OF_DUPLICATE = and_(matches.c.event_kind.is_not(None), matches.c.event_kind == EventKind.DUPLICATE.value)
MAY_BE_MINED = and_(matches.c.seat_0 != matches.c.seat_1, ~_OF_DUPLICATE, _open_about(0), _open_about(1))
"""May puzzles be made of a match? Of none from a position that others are still to play."""
_ENDED = select(matches, MAY_BE_MINED.label("may")).where(matches.c.status == Status.OVER.value)
_IN_ORDER = (matches.c.changed, matches.c.code)


async def ended_since(connection: Connection, at: datetime) -> AsyncIterator[EndedMatch]:
    """The matches that are over and changed last at a moment or later, in that order."""
    since: ColumnElement[bool] = matches.c.changed >= at
    last = Looked()
    while True:
        page = (await connection.execute(_ENDED.where(since).order_by(*_IN_ORDER).limit(PAGE))).all()
        for row in page:
            last = Looked(row.changed, last.nth + 1 if row.changed == last.at else 1)
            yield EndedMatch(row, last, bool(row.may))
        if len(page) < PAGE:
            return
        row = page[-1]
        same = and_(matches.c.changed == row.changed, matches.c.code > row.code)
        since = and_(matches.c.changed >= row.changed, or_(matches.c.changed > row.changed, same))


async def looked(connection: Connection, *, lock: bool = False) -> Looked:
    """The last point looked at; with ``lock`` no other transaction notes more before this one ends."""
    query = select(mining).where(mining.c.id == _ONLY)
    row = (await connection.execute(query.with_for_update() if lock else query)).one_or_none()
    return Looked(row.at, row.nth) if row else Looked()


async def note(connection: Connection, now: Looked) -> None:
    """Note how far the matches were looked at."""
    values = {"at": now.at, "nth": now.nth}
    if not (await connection.execute(update(mining).where(mining.c.id == _ONLY).values(**values))).rowcount:
        await connection.execute(mining.insert().values(id=_ONLY, **values))


async def count(connection: Connection, ruleset: str) -> int:
    """The number of puzzles of a game that were found here."""
    query = select(func.count()).select_from(site_puzzles).where(site_puzzles.c.ruleset == ruleset)
    return (await connection.execute(query)).scalar_one()


async def keep(connection: Connection, puzzle: Puzzle, now: datetime) -> None:
    """Keep a puzzle, unless its position is there."""
    texts = dict(zip(FIELDS, write_puzzle(puzzle).split("\t"), strict=True))
    row = texts | {"ruleset": puzzle.ruleset, "rating": puzzle.rating, "found_at": now}
    await connection.execute(unless_there(connection.dialect.name, site_puzzles), row)


async def games(connection: Connection) -> set[str]:
    """The games of which puzzles were found here."""
    return set((await connection.execute(select(site_puzzles.c.ruleset).distinct())).scalars())


async def of(connection: Connection, rulesets: Sequence[str] | None) -> list[Puzzle]:
    """The puzzles of some games that were found here, of all for None; a row that makes none is passed over.

    None is played through: whoever gives one to somebody asks whether it is playable.
    """
    query = select(site_puzzles).order_by(site_puzzles.c.ruleset, site_puzzles.c.id)
    if rulesets is not None:
        query = query.where(site_puzzles.c.ruleset.in_(rulesets))
    return _readable(await connection.execute(query))


async def one(connection: Connection, puzzle: str) -> Puzzle | None:
    """A puzzle that was found here, by its id; None too where it does not play by the rules."""
    rows = await connection.execute(select(site_puzzles).where(site_puzzles.c.id == puzzle))
    return next((each for each in _readable(rows) if each.is_playable), None)


def _readable(rows: Iterable[AnyRow]) -> list[Puzzle]:
    """The puzzles of those rows that make one: ``papan check`` names the others."""
    found: list[Puzzle] = []
    for row in rows:
        try:
            found.append(read(row._asdict()))
        except ValueError:
            continue
    return found


def read(row: Mapping[str, Any]) -> Puzzle:
    """The puzzle of a row. Raises ValueError where it makes none."""
    try:
        ruleset = find_ruleset(row["ruleset"])
    except UnknownRuleset as error:
        raise ValueError(str(error)) from None
    (puzzle,) = read_puzzles(ruleset, ["\t".join(str(row[name]) for name in FIELDS)])
    return puzzle
