"""The rows of views: which message shows which match, and what has to be done about it."""

from collections.abc import Collection
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, func, or_, select, update

from bot.store.database import Connection
from bot.store.records import View, view_of
from bot.store.tables import leftovers, matches, views
from bot.talk import Place


async def add(connection: Connection, view: View) -> None:
    """Write a new view."""
    await connection.execute(views.insert().values(**_columns(view)))


async def save(connection: Connection, view: View) -> None:
    """Write a view as it is now."""
    await connection.execute(update(views).where(views.c.id == view.id).values(**_columns(view)))


async def get(connection: Connection, view: str, *, lock: bool = False) -> View | None:
    """The view with this id; with ``lock`` nobody else changes it before this transaction ends."""
    query = select(views).where(views.c.id == view)
    row = (await connection.execute(query.with_for_update() if lock else query)).one_or_none()
    return view_of(row) if row else None


async def of_match(connection: Connection, code: str) -> list[View]:
    """The views of a match, the oldest first."""
    query = select(views).where(views.c.match == code).order_by(views.c.created, views.c.id)
    return [view_of(row) for row in await connection.execute(query)]


async def in_place(connection: Connection, code: str, place: Place) -> View | None:
    """The view of a match in a place."""
    query = select(views).where(views.c.match == code, *_at(place))
    row = (await connection.execute(query.limit(1).with_for_update())).one_or_none()
    return view_of(row) if row else None


async def by_message(connection: Connection, place: Place, message: str) -> View | None:
    """The view that this message is, or was before it was posted anew, in a chat (in whichever thread)."""
    chat = and_(views.c.platform == place.platform, views.c.chat == place.chat)
    former = select(leftovers.c.view).where(leftovers.c.message == message)
    query = select(views).where(chat, or_(views.c.message == message, views.c.id.in_(former)))
    row = (await connection.execute(query.limit(1))).one_or_none()
    return view_of(row) if row else None


async def change(connection: Connection, view: str, **values: object) -> None:
    """Write some columns of a view."""
    await connection.execute(update(views).where(views.c.id == view).values(**values))


async def leave(connection: Connection, view: str, message: str | None) -> None:
    """Note that a message of a view is to be taken away."""
    if message is None:
        return
    known = select(leftovers).where(leftovers.c.view == view, leftovers.c.message == message)
    if (await connection.execute(known)).first() is None:
        await connection.execute(leftovers.insert().values(view=view, message=message))


async def left(connection: Connection, platforms: Collection[str], limit: int) -> list[tuple[View, str]]:
    """Messages to be taken away, each with the view it belonged to."""
    query = (
        select(views, leftovers.c.message.label("leftover"))
        .join(leftovers, leftovers.c.view == views.c.id)
        .where(views.c.platform.in_(platforms))
        .limit(limit)
    )
    return [(view_of(row), row.leftover) for row in await connection.execute(query)]


async def cleared(connection: Connection, view: str, message: str) -> None:
    """Note that a message has been taken away."""
    await connection.execute(delete(leftovers).where(leftovers.c.view == view, leftovers.c.message == message))


async def behind(
    connection: Connection, now: datetime, platforms: Collection[str], codes: Collection[str] | None = None
) -> list[View]:
    """Views that do not show their match as it is, and may be shown now: of some matches, or of all."""
    query = _behind(select(views), platforms).where(or_(views.c.retry_at.is_(None), views.c.retry_at <= now))
    if codes is not None:
        query = query.where(views.c.match.in_(codes))
    return [view_of(row) for row in await connection.execute(query)]


async def due(connection: Connection, now: datetime, platforms: Collection[str]) -> tuple[list[str], datetime | None]:
    """The matches with views behind whose wait is over, and when the next such wait ends."""
    over = _behind(select(views.c.match).distinct(), platforms).where(views.c.retry_at <= now)
    codes = list((await connection.execute(over)).scalars())
    following = _behind(select(func.min(views.c.retry_at)), platforms).where(views.c.retry_at > now)
    return codes, (await connection.execute(following)).scalar_one()


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


def _behind(query: Select[Any], platforms: Collection[str]) -> Select[Any]:
    return query.join(matches, matches.c.code == views.c.match).where(
        views.c.platform.in_(platforms),
        views.c.frozen == False,  # noqa: E712 - a comparison in SQL
        or_(views.c.message.is_(None), views.c.shown_version < matches.c.version),
    )


def _at(place: Place) -> list[ColumnElement[bool]]:
    return [
        views.c.platform == place.platform,
        views.c.chat == place.chat,
        views.c.thread == place.thread,
    ]
