"""The rows of views: which message shows which match, and what is left to do for it."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    FromClause,
    and_,
    bindparam,
    case,
    delete,
    exists,
    literal,
    literal_column,
    or_,
    select,
    type_coerce,
    union,
    update,
)

from bot.matches.identity import Place
from bot.matches.status import LIVE
from bot.store.connection import Connection
from bot.store.records import View, view_of
from bot.store.tables import AT_BOTTOM, BEHIND, IN_THREAD, LAPSING, NOT_TOLD, leftovers, matches, notices, views
from bot.store.types import EPOCH, Flag, Number, Text, UtcDateTime

# What every move needs is put together once.
_ONE = select(views).where(views.c.id == bindparam("wanted"))
_ONE_LOCKED = _ONE.with_for_update()
_CHANGE = update(views).where(views.c.id == bindparam("wanted"))
_OF_MATCHES = (
    select(views).where(views.c.match.in_(bindparam("codes", expanding=True))).order_by(views.c.created, views.c.id)
)
_VERSION, _BEFORE = bindparam("version_", type_=Number), bindparam("before_", type_=Number)
_MESSAGE, _OLD = bindparam("message_", type_=Text), bindparam("old_", type_=Text)
_LAPSED = bindparam("lapsed_", type_=UtcDateTime)
_CAN_LAPSE = views.c.lapses.between(EPOCH, datetime.max.replace(tzinfo=UTC))
"""It lapses at a moment that there is."""
_REPLACED = and_(views.c.message.is_not(None), views.c.message != _MESSAGE)
_SET_MESSAGE = (
    update(views)
    .where(
        views.c.id == bindparam("wanted"),
        views.c.posts == bindparam("posts_"),
        or_(views.c.message.is_(None), views.c.message == _MESSAGE, views.c.message == _OLD),
        views.c.frozen == 0,
    )
    .values(
        message=_MESSAGE,
        posts=views.c.posts + case((_REPLACED, 1), else_=0),
        left_behind=case((views.c.message == _MESSAGE, views.c.left_behind), else_=literal(False, Flag)),
        lapses=case(
            (and_(_CAN_LAPSE, views.c.lapses.is_distinct_from(_LAPSED)), views.c.lapses),
            else_=bindparam("lapses_", type_=UtcDateTime),
        ),
        shown_version=case(
            (or_(views.c.shown_version < _BEFORE, views.c.shown_version > _VERSION), views.c.shown_version),
            else_=_VERSION,
        ),
        tries=0,
        retry_at=None,
    )
    .returning(views)
)
_ADD_LEFTOVER = leftovers.insert().from_select(
    ["match", "view", "message"],
    select(views.c.match, views.c.id, _MESSAGE).where(
        views.c.id == bindparam("wanted"),
        ~exists().where(leftovers.c.view == views.c.id, leftovers.c.message == _MESSAGE),
    ),
)
_REMOVE_LEFTOVER = delete(leftovers).where(
    leftovers.c.view == bindparam("wanted"), leftovers.c.message == bindparam("message_")
)
_SET_MATCH_VERSION = update(views).where(views.c.match == bindparam("code")).values(match_version=bindparam("version"))


def _beside(of: FromClause) -> ColumnElement[bool]:
    """The notices that were told beside a view."""
    return and_(notices.c.match == of.c.match, notices.c.view == of.c.id)


def tells(of: FromClause, message: str | BindParameter[str]) -> ColumnElement[bool]:
    """Is this message one that told somebody something beside a view?"""
    return exists().where(_beside(of), notices.c.message == message)


async def add(connection: Connection, view: View) -> None:
    """Write a new view."""
    await connection.execute(views.insert().values(**_columns(view)))


async def save(connection: Connection, view: View) -> None:
    """Write a view as it is now."""
    await connection.execute(_CHANGE, _columns(view) | {"wanted": view.id})


async def get(connection: Connection, view: str, *, lock: bool = False) -> View | None:
    """The view with this id; with ``lock`` no other transaction changes it before this one ends."""
    row = (await connection.execute(_ONE_LOCKED if lock else _ONE, {"wanted": view})).one_or_none()
    return view_of(row) if row else None


async def of_matches(connection: Connection, codes: Collection[str]) -> list[View]:
    """The views of some matches, the oldest first."""
    return [view_of(row) for row in await connection.execute(_OF_MATCHES, {"codes": list(codes)})]


async def set_match_version(connection: Connection, code: str, version: int) -> None:
    """Write the version that a match has now to its views, which may be behind it."""
    await connection.execute(_SET_MATCH_VERSION, {"code": code, "version": version})


async def show_from(connection: Connection, code: str, moment: datetime, now: datetime) -> None:
    """Have the views of a match show from a moment on what has changed beside it without a new version ``now``."""
    # A board that is being sent just now tells by this that it does not show that yet (``set_message``). What lapsed
    # before may be on its way: left as it is, it would have the board sent again at once, for as long as this goes on.
    earlier = type_coerce(type_coerce(views.c.lapses, Number) - literal_column("1"), UtcDateTime)
    sooner = and_(views.c.lapses > now, views.c.lapses <= moment)
    due = case((sooner, earlier), else_=literal(moment, UtcDateTime))
    await connection.execute(update(views).where(views.c.match == code, views.c.frozen == 0).values(lapses=due))


async def in_place(connection: Connection, code: str, place: Place) -> View | None:
    """The view of a match in a place."""
    query = select(views).where(views.c.match == code, *_at(place))
    row = (await connection.execute(query.limit(1).with_for_update())).one_or_none()
    return view_of(row) if row else None


@dataclass(frozen=True)
class Shown:
    """The state that a message shows: a version of its match, and the moment at which it ``lapses``. The view showed
    ``before``, which was to lapse at ``lapsed``."""

    message: str
    version: int
    before: int
    lapses: datetime | None = None
    lapsed: datetime | None = None


async def set_message(connection: Connection, view: str, posts: int, old: str | None, shown: Shown) -> View | None:
    """Note that a message of a view shows a version, in one statement; the view after that.

    ``posts`` and ``old`` are the view's count and message when this one was made; it may take the place of ``old``. A
    view that has been asked to be shown again since then (its version is below ``before``) keeps its version, and so
    does one that shows a newer one. One that was given another moment
    to lapse at since then keeps that. None, and nothing is written, where the view is frozen, is not there, has a third
    message, or has been posted again.
    """
    values = {
        "wanted": view,
        "posts_": posts,
        "message_": shown.message,
        "old_": old or shown.message,
        "version_": shown.version,
        "before_": shown.before,
        "lapses_": shown.lapses,
        "lapsed_": shown.lapsed,
    }
    row = (await connection.execute(_SET_MESSAGE, values)).one_or_none()
    return view_of(row) if row else None


async def change(connection: Connection, view: str, **values: object) -> None:
    """Write some columns of a view."""
    await connection.execute(_CHANGE, values | {"wanted": view})


async def show_again(connection: Connection, match: str, except_view: str = "") -> None:
    """Let the views of a match, all but one, count as behind: further each time, so that no two demands look alike."""
    others = and_(views.c.match == match, views.c.id != except_view)
    lower = case((views.c.shown_version < 0, views.c.shown_version), else_=0) - 1
    await connection.execute(update(views).where(others).values(shown_version=lower))


async def add_leftover(connection: Connection, view: str, message: str | None) -> None:
    """Note that a message of a view is to be deleted; None is no message."""
    if message is not None:
        await connection.execute(_ADD_LEFTOVER, {"wanted": view, "message_": message})


async def remove_leftover(connection: Connection, view: str, message: str) -> None:
    """Note that a message has been deleted."""
    await connection.execute(_REMOVE_LEFTOVER, {"wanted": view, "message_": message})


async def has_message(connection: Connection, place: Place, message: str) -> bool:
    """Is a message in a place that of a view, or does it tell a player something?"""
    found = or_(views.c.message == message, tells(views, message))
    return (await connection.execute(select(views.c.id).where(*_at(place), found).limit(1))).first() is not None


async def any_left_behind(connection: Connection, place: Place, newest: Collection[str]) -> bool:
    """Does a board of a chat count as standing where people look that is not among its newest messages?"""
    return (await connection.execute(select(views.c.id).where(*_passed(place, newest)).limit(1))).first() is not None


async def leave_behind(connection: Connection, place: Place, newest: Collection[str]) -> None:
    """Note that the boards of a chat that are not among its newest messages are out of sight."""
    await connection.execute(update(views).where(*_passed(place, newest)).values(left_behind=True))


async def frozen_chats(connection: Connection) -> set[tuple[str, str]]:
    """Platform and chat of each view in whose place nothing can be shown, but may be again."""
    query = select(views.c.platform, views.c.chat).where(views.c.frozen == 1, views.c.closed == 0).distinct()
    return {(row.platform, row.chat) for row in await connection.execute(query)}


async def remove(connection: Connection, view: str) -> bool:
    """Delete a view; False, and nothing is done, while a message of it is still to be deleted."""
    left = exists().where(leftovers.c.view == views.c.id)
    stands = exists().where(_beside(views), notices.c.message.is_not(None))
    gone = delete(views).where(views.c.id == view, ~stands, ~left).returning(views.c.id)
    return (await connection.execute(gone)).first() is not None


_STIFF = and_(views.c.frozen == 1, views.c.closed == 0)


async def frozen_in(connection: Connection, place: Place) -> list[str]:
    """The codes of the matches that may be shown again in a chat, but cannot be now."""
    here = and_(views.c.platform == place.platform, views.c.chat == place.chat)
    return list((await connection.execute(select(views.c.match).distinct().where(here, _STIFF))).scalars())


async def thaw(connection: Connection, place: Place, server: str = "", except_of: Collection[str] = ()) -> list[str]:
    """Let the frozen views in a chat be shown again, or in all chats of a server, and the others of their matches too;
    the codes of these. Those of some matches stay as they are.
    """
    around = or_(views.c.chat == place.chat, views.c.server == server) if server else views.c.chat == place.chat
    here = and_(views.c.platform == place.platform, around, views.c.match.not_in(except_of))
    query = update(views).where(here, _STIFF).values(frozen=0, tries=0, retry_at=None).returning(views.c.match)
    codes = sorted(set((await connection.execute(query)).scalars()))
    for code in codes:
        await show_again(connection, code)
    return codes


async def doubt(connection: Connection, platform: str, chats: Collection[str]) -> list[str]:
    """Have the boards of matches in some chats shown again, where something can be shown; the codes of these."""
    under_way = select(matches.c.code).where(matches.c.status.in_([status.value for status in LIVE]))
    here = and_(views.c.platform == platform, views.c.chat.in_(chats), views.c.frozen == 0)
    query = update(views).where(here, views.c.match.in_(under_way)).values(shown_version=-1).returning(views.c.match)
    return sorted(set((await connection.execute(query)).scalars()))


async def behind(connection: Connection, platforms: Collection[str]) -> list[View]:
    """The views that do not show their match as it is."""
    query = select(views).where(views.c.platform.in_(platforms), BEHIND)
    return [view_of(row) for row in await connection.execute(query)]


async def leave_thread(connection: Connection, match: str, place: Place) -> None:
    """The thread in a place is another match's from now on."""
    one = and_(views.c.match == match, *_at(place))
    await connection.execute(update(views).where(one).values(thread_shows=None))


async def unfinished(
    connection: Connection, since: datetime, now: datetime, archived: datetime
) -> list[tuple[str, str, str]]:
    """Views of which something may be to be done, each as its match, platform and chat.

    They are behind, or show what has lapsed by ``now``, or a message of theirs is to be deleted, or a notice of their
    match is due, or their match has changed ``since`` and a notice of before still stands, or their thread does not
    tell the status of their match, or is to be archived because that has not changed since ``archived``.
    """
    where = select(views.c.match, views.c.platform, views.c.chat)
    left = leftovers, and_(leftovers.c.match == views.c.match, leftovers.c.view == views.c.id)
    due = notices, and_(notices.c.match == views.c.match, NOT_TOLD, notices.c.due <= now)
    stands = exists().where(_beside(views), notices.c.message.is_not(None), notices.c.version < matches.c.version)
    outdated = and_(matches.c.changed >= since, stands)
    closed = matches.c.status.not_in([status.value for status in LIVE])
    untitled = and_(
        IN_THREAD,
        or_(views.c.frozen == 0, and_(views.c.closed == 1, views.c.thread_shows == "")),
        or_(views.c.thread_shows != matches.c.status, and_(closed, matches.c.changed <= archived)),
    )
    lapsed = and_(LAPSING, views.c.lapses <= now, views.c.frozen == 0)
    found = union(
        where.where(BEHIND),
        where.where(lapsed),
        where.join(*left),
        where.join(*due),
        where.join(matches).where(outdated),
        where.join(matches).where(untitled),
    )
    return [(row.match, row.platform, row.chat) for row in await connection.execute(found)]


async def move_place(connection: Connection, old: Place, new: Place, view: str | None) -> None:
    """Rewrite the place of one view, or of all in a chat (a thread, if ``old`` names one)."""
    if view:
        await connection.execute(update(views).where(views.c.id == view).values(**asdict(new)))
        return
    one = and_(*(_at(old) if old.thread else _at(old)[:2]))
    values: dict[str, object] = {"platform": new.platform, "chat": new.chat}
    if old.thread or new.thread:
        values["thread"] = new.thread
    await connection.execute(update(views).where(one).values(**values))


def _columns(view: View) -> dict[str, object]:
    columns = {field.name: getattr(view, field.name) for field in fields(view) if field.name != "place"}
    return columns | asdict(view.place)


def _passed(place: Place, newest: Collection[str]) -> list[ColumnElement[bool]]:
    here = and_(views.c.chat == place.chat, views.c.platform == place.platform, AT_BOTTOM)
    return [here, views.c.message.not_in(list(newest))]


def _at(place: Place) -> list[ColumnElement[bool]]:
    return [
        views.c.platform == place.platform,
        views.c.chat == place.chat,
        views.c.thread == place.thread,
    ]
