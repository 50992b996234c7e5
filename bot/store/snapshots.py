"""Matches with all that is needed to show them, read in one statement."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import and_, bindparam, select

from bot.matches.match import Match
from bot.store.connection import Connection
from bot.store.matches import Matches
from bot.store.records import View, view_of
from bot.store.tables import leftovers, matches, views

_PREFIX = "view_"
_STANDING = (
    select(
        matches,
        *(column.label(f"{_PREFIX}{column.name}") for column in views.columns),
        leftovers.c.message.label("leftover"),
    )
    .outerjoin(views, views.c.match == matches.c.code)
    .outerjoin(leftovers, and_(leftovers.c.match == views.c.match, leftovers.c.view == views.c.id))
    .where(matches.c.code.in_(bindparam("codes", expanding=True)))
    .order_by(matches.c.code, views.c.created, views.c.id)
)


@dataclass(frozen=True)
class MatchSnapshot:
    """A match, where it is shown (the oldest view first), and the messages that others have replaced."""

    match: Match
    views: tuple[View, ...]
    leftovers: tuple[tuple[View, str], ...]


async def snapshot(connection: Connection, known: Matches, codes: Collection[str]) -> list[MatchSnapshot]:
    """The snapshots of some matches; codes that do not exist are left out."""
    rows = (await connection.execute(_STANDING, {"codes": list(codes)})).all()
    of_match = [list(same) for _, same in groupby(rows, key=lambda row: row.code)]
    found = []
    for match, same in zip(await known.of_rows(connection, [same[0] for same in of_match]), of_match, strict=True):
        shown = {row.view_id: view_of(row, _PREFIX) for row in same if row.view_id is not None}
        superseded = ((shown[row.view_id], row.leftover) for row in same if row.leftover is not None)
        found.append(MatchSnapshot(match, tuple(shown.values()), tuple(superseded)))
    return found
