"""The week of a chat: the matches that all there could read, and who played there for the first time."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, or_, select

from bot.matches.identity import Place
from bot.matches.rating import SHORTEST
from bot.matches.status import Status
from bot.store import top
from bot.store.connection import AnyRow, AnySelect, Connection
from bot.store.site_puzzles import MAY_BE_MINED
from bot.store.tables import matches, moves, views

_SEATS = (matches.c.seat_0, matches.c.seat_1)


@dataclass(frozen=True)
class MatchOfWeek:
    """The row of a match that is over, and whether puzzles may be made of it."""

    row: AnyRow
    may_be_mined: bool


def _two_people(computers: Collection[str]) -> ColumnElement[bool]:
    """Is a match one of two people, for others to watch?"""
    people = (seat.not_in(computers) for seat in _SEATS)
    return and_(matches.c.seat_0 != matches.c.seat_1, matches.c.watched == 1, *people)


async def finished(
    connection: Connection, place: Place, since: datetime, until: datetime, computers: Collection[str], limit: int
) -> list[MatchOfWeek]:
    """The longest matches of two people that ended after a moment and no later than another, and stood where all in a
    channel read them, in it or in a thread of it: at most ``limit``. Those that are too short to be rated are left out.
    """
    chat = place.channel
    around = exists().where(
        views.c.match == matches.c.code,
        views.c.platform == place.platform,
        views.c.private == 0,
        or_(views.c.chat == chat, views.c.parent == chat),
    )
    query = select(matches, MAY_BE_MINED.label("may")).where(
        matches.c.changed > since,
        matches.c.changed <= until,
        matches.c.status == Status.OVER.value,
        matches.c.ply >= 2 * SHORTEST,
        _two_people(computers),
        around,
    )
    rows = await connection.execute(query.order_by(matches.c.ply.desc(), matches.c.code).limit(limit))
    return [MatchOfWeek(row, bool(row.may)) for row in rows]


async def newcomers(
    connection: Connection, place: Place, since: datetime, until: datetime, computers: Collection[str]
) -> list[str]:
    """Those whose first match in a server, group or room, with another person and for all to watch, began after a
    moment and no later than another: when its first move was made. In the order of these moves.
    """
    given = top.where(place)
    began = select(matches, moves.c.at.label("began")).join(moves, and_(moves.c.match == matches.c.code, _FIRST))
    of_week = began.where(
        matches.c.changed > since, moves.c.at > since, moves.c.at <= until, _two_people(computers), _STOOD
    )
    rows = (await connection.execute(of_week.order_by(moves.c.at, matches.c.code), given)).all()
    met = list(dict.fromkeys(player for row in rows for player in (row.seat_0, row.seat_1)))
    known: set[str] = set()
    for seat in _SEATS:
        before = _before(seat, met, since, computers)
        known.update((await connection.execute(before, given)).scalars())
    return [player for player in met if player not in known]


_FIRST = moves.c.ply == 1
_STOOD = top.stood(matches.c.code)


def _before(seat: ColumnElement[str], of: Sequence[str], since: datetime, computers: Collection[str]) -> AnySelect:
    """Those of some players who sat there in such a match that had begun by a moment."""
    query = select(seat).join(moves, and_(moves.c.match == matches.c.code, _FIRST)).distinct()
    return query.where(seat.in_(of), moves.c.at <= since, _two_people(computers), _STOOD)
