"""The rows of notices: what players are still to be told, and the messages that have told them something."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Insert, Select, and_, bindparam, delete, exists, or_, select, update

from bot.matches.happening import Happening
from bot.matches.notices import News, Notice, Reminder, TeamTurn
from bot.matches.status import LIVE
from bot.store.connection import AnyRow, Connection
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.tables import leftovers, matches, notices
from bot.store.types import Flag, Text, UtcDateTime
from bot.words import N_

LATELY, HOUR = timedelta(minutes=10), timedelta(hours=1)
"""The spans in which it is counted what a player was told."""
KINDS: Mapping[str, News] = {news.value: news for kind in (Happening, Reminder, TeamTurn) for news in kind}
"""What a notice may tell, by the name it is kept under."""

_LIVE = frozenset(status.value for status in LIVE)
_STANDS = notices.c.message.is_not(None)
OPEN = or_(notices.c.told.is_(None), _STANDS)
"""A notice is still to be told, or the message that told it stands."""
_TOLD = (
    update(notices)
    .where(
        notices.c.match == bindparam("match_"),
        notices.c.player == bindparam("player_"),
        notices.c.kind == bindparam("kind_"),
        notices.c.version == bindparam("version_"),
        notices.c.told.is_(None),
    )
    .values(
        told=bindparam("told_", type_=UtcDateTime),
        sent=bindparam("sent_", type_=Flag),
        view=bindparam("view_", type_=Text),
        message=bindparam("message_", type_=Text),
    )
)
_DUE = and_(notices.c.told.is_(None), notices.c.due <= bindparam("now", type_=UtcDateTime))
_LOAD = (
    select(notices.c.match, notices.c.kind, notices.c.told, matches.c.status)
    .join(matches, matches.c.code == notices.c.match)
    .where(
        notices.c.player == bindparam("player"),
        or_(and_(notices.c.told > bindparam("hour_ago", type_=UtcDateTime), notices.c.sent == 1), _DUE),
    )
    .order_by(notices.c.match)
)
_BESIDE = and_(notices.c.match == bindparam("match_"), notices.c.view == bindparam("view_"), _STANDS)
_KNOWN = exists().where(leftovers.c.view == notices.c.view, leftovers.c.message == notices.c.message)

_COLUMNS = ("player", "kind", "version", "due", "told", "view", "message")


def _to_leftovers(which: ColumnElement[bool]) -> Insert:
    """A statement that has the messages of some notices deleted."""
    messages = select(notices.c.match, notices.c.view, notices.c.message).distinct().where(which, _STANDS, ~_KNOWN)
    return leftovers.insert().from_select(["match", "view", "message"], messages)


_TO_LEFTOVERS = _to_leftovers(_BESIDE)
_WITHOUT_MESSAGE = update(notices).where(_BESIDE).values(message=None)
_WITHOUT_THIS_MESSAGE = _WITHOUT_MESSAGE.where(notices.c.message == bindparam("gone_"))


@dataclass(frozen=True)
class StoredNotice:
    """A notice that is to be told from ``due`` on, or has been told by ``message``, which stands beside ``view``."""

    notice: Notice
    due: datetime
    told: datetime | None
    view: str | None
    message: str | None


def notice_of(row: AnyRow, prefix: str) -> StoredNotice | None:
    """The notice in a row whose columns are named with a prefix; None where there is none that is known."""
    player, kind, version, *state = (getattr(row, f"{prefix}{name}") for name in _COLUMNS)
    return StoredNotice(Notice(player, KINDS[kind], version), *state) if kind in KINDS else None


async def add(connection: Connection, match: str, due: Mapping[Notice, datetime]) -> None:
    """Write notices of a match, each with the moment from which on it is to be told."""
    rows = [_key(match, notice) | {"due": moment} for notice, moment in due.items()]
    await connection.execute(notices.insert(), rows)


async def add_anew(connection: Connection, match: str, notice: Notice, due: datetime) -> None:
    """Write a notice of a match that is true again, in the place of what was told of it when it was before."""
    await _withdraw(connection, and_(*(notices.c[name] == value for name, value in _key(match, notice).items())))
    await add(connection, match, {notice: due})


async def withdraw(connection: Connection, player: str, codes: Select[tuple[str]]) -> None:
    """Forget what a player is told of some matches: messages that stand are to go."""
    await _withdraw(connection, and_(notices.c.player == player, notices.c.match.in_(codes)))


async def become_one(connection: Connection, younger: str, older: str) -> None:
    """Have the messages go that told somebody what they were told as another player too, who becomes ``older``."""
    theirs = notices.alias()
    same = and_(*(theirs.c[name] == notices.c[name] for name in ("match", "kind", "version")))
    twice = exists().where(theirs.c.player == older, same)
    await connection.execute(_to_leftovers(and_(notices.c.player == younger, twice)))


async def _withdraw(connection: Connection, which: ColumnElement[bool]) -> None:
    await connection.execute(_to_leftovers(which))
    await connection.execute(delete(notices).where(which))


async def told(
    connection: Connection,
    match: str,
    done: Iterable[Notice],
    at: datetime,
    view: str | None = None,
    message: str | None = None,
    *,
    sent: bool = False,
) -> None:
    """Note that notices were told, perhaps by a message beside a view; if none was ``sent``, that none will be.

    Of one that was told meanwhile nothing is changed: the message that stands is known by its row.
    """
    values: list[dict[str, Any]] = [
        {
            "match_": match,
            "player_": notice.player,
            "kind_": notice.what.value,
            "version_": notice.version,
            "told_": at,
            "sent_": sent,
            "view_": view,
            "message_": message,
        }
        for notice in done
    ]
    await connection.execute(_TOLD, values)


@dataclass(frozen=True)
class Load:
    """The numbers of notices to a player of all their matches in ten minutes and in an hour, and the codes of the
    matches of which something is due that they were not told yet; ``waiting`` are those of them that one message
    may tell of.
    """

    lately: int
    in_an_hour: int
    due: tuple[str, ...]
    waiting: tuple[str, ...]


async def load_of(connection: Connection, player: str, now: datetime) -> Load:
    """The load of notices to a player."""
    rows = (await connection.execute(_LOAD, {"player": player, "now": now, "hour_ago": now - HOUR})).all()
    moments = [row.told for row in rows if row.told is not None]
    due = [row for row in rows if row.told is None]
    waiting = (row.match for row in due if row.kind != Happening.TIME_OVER.value and row.status in _LIVE)
    return Load(
        sum(moment > now - LATELY for moment in moments),
        len(moments),
        tuple(dict.fromkeys(row.match for row in due)),
        tuple(dict.fromkeys(waiting)),
    )


async def told_together(connection: Connection, player: str, codes: Collection[str], at: datetime) -> None:
    """Note that one message has told a player of all that was due in some matches, except that they may claim a win."""
    waited = and_(notices.c.told.is_(None), notices.c.due <= at, notices.c.kind != Happening.TIME_OVER.value)
    one = and_(notices.c.player == player, notices.c.match.in_(codes), waited)
    await connection.execute(update(notices).where(one).values(told=at))


async def drop(connection: Connection, codes: Collection[str], at: datetime, player: str | None = None) -> None:
    """Have nobody, or not this player, told what was due in some matches by now and could not be told."""
    late = and_(notices.c.match.in_(codes), notices.c.told.is_(None), notices.c.due <= at)
    theirs = late if player is None else and_(late, notices.c.player == player)
    await connection.execute(update(notices).where(theirs).values(told=at))


async def put_off(connection: Connection, match: str, player: str, until: datetime) -> None:
    """Have all that a player was not told yet of a match told from a later moment on."""
    theirs = and_(notices.c.match == match, notices.c.player == player)
    await connection.execute(
        update(notices).where(theirs, notices.c.told.is_(None), notices.c.due < until).values(due=until)
    )


async def no_longer_put_off(connection: Connection, player: str, now: datetime) -> None:
    """Have all that a player was not told yet told from now on: they are back earlier than was expected."""
    waiting = and_(notices.c.player == player, notices.c.told.is_(None), notices.c.due > now)
    await connection.execute(update(notices).where(waiting).values(due=now))


async def remove_message(connection: Connection, match: str, view: str, message: str) -> bool:
    """Note that the message of a notice has been deleted; False if it was not that of a notice."""
    this = {"match_": match, "view_": view, "gone_": message}
    return bool((await connection.execute(_WITHOUT_THIS_MESSAGE, this)).rowcount)


async def to_leftovers(connection: Connection, match: str, view: str) -> None:
    """The messages beside a view are to be deleted."""
    beside = {"match_": match, "view_": view}
    await connection.execute(_TO_LEFTOVERS, beside)
    await connection.execute(_WITHOUT_MESSAGE, beside)


async def without_messages(connection: Connection, match: str, view: str) -> None:
    """Note that nothing stands beside a view any more."""
    await connection.execute(_WITHOUT_MESSAGE, {"match_": match, "view_": view})


async def tell_again(connection: Connection, match: str, view: str) -> None:
    """Have the notices that stand beside a view told again, where the view is going to stand."""
    await connection.execute(
        _WITHOUT_MESSAGE.values(told=None, view=None, sent=False), {"match_": match, "view_": view}
    )


async def forget(connection: Connection, told_before: datetime, due_before: datetime) -> None:
    """Drop notices that were told before a moment, and those nobody could be told of since another."""
    old = or_(
        and_(notices.c.told < told_before, ~_STANDS),
        and_(notices.c.told.is_(None), notices.c.due < due_before),
    )
    await connection.execute(delete(notices).where(old))


def _key(match: str, notice: Notice) -> dict[str, object]:
    return {"match": match, "player": notice.player, "kind": notice.what.value, "version": notice.version}


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    mine = select(notices).where(notices.c.player == player).order_by(notices.c.due, notices.c.match, notices.c.version)
    return [
        {"match": row.match, "news": row.kind, "due": moment(row.due), "told": moment(row.told) if row.told else None}
        for row in await connection.execute(mine)
    ]


async def _erase(connection: Connection, leaver: Leaver) -> None:
    """Messages that stand are to go."""
    await _withdraw(connection, notices.c.player == leaver.player)


PERSONAL = PersonalData(
    N_("What I have told you of your matches in the last week, or am about to tell you."),
    forgotten=(notices.c.player,),
    export={"told": _export},
    erase=_erase,
)
