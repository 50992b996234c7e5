"""The rows of servers, groups and rooms: what their hosts have chosen."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, func, or_, select, update

from bot.matches.communities import AllowedKind, Community, Grant, Right
from bot.matches.status import Status
from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.events import key_of
from bot.store.tables import allowed, communities, matches, views

_ONE = (
    select(
        communities.c.settings, communities.c.version, *(allowed.c[name] for name in ("kind", "account", "may", "name"))
    )
    .outerjoin(allowed, allowed.c.community == communities.c.id)
    .where(communities.c.account == bindparam("account_"), communities.c.platform == bindparam("platform_"))
    .order_by(allowed.c.name, allowed.c.account)
)
"""A community with all that is allowed in it, a row for each; one row where nothing is."""


def id_of(platform: str, account: str) -> str:
    """The id of a community: 32 hexadecimal digits."""
    return key_of(platform, account)


async def get(connection: Connection, platform: str, account: str) -> Community:
    """A community; with nothing chosen where nobody has."""
    rows = (await connection.execute(_ONE, {"platform_": platform, "account_": account})).all()
    if not rows:
        return Community(platform, account)
    return Community(platform, account, settings_of(rows[0].settings), _allowed(rows), rows[0].version)


async def lock(connection: Connection, platform: str, account: str, now: datetime) -> None:
    """Have others who change the community wait for this transaction; its row is made where there is none."""
    here = id_of(platform, account)
    row = {"id": here, "platform": platform, "account": account, "settings": "{}", "version": 1, "changed": now}
    await connection.execute(unless_there(connection.dialect.name, communities), row)
    await connection.execute(select(communities.c.id).where(communities.c.id == here).with_for_update())


async def save(connection: Connection, wanted: Community, now: datetime) -> Community:
    """Write what is chosen for a community, which is locked; the same with its next version."""
    here, version = id_of(wanted.platform, wanted.account), wanted.version + 1
    values = {"settings": json.dumps(dict(wanted.settings), sort_keys=True), "version": version, "changed": now}
    await connection.execute(update(communities).where(communities.c.id == here).values(values))
    await connection.execute(delete(allowed).where(allowed.c.community == here))
    for each in wanted.allowed:
        row = {"kind": each.kind.value, "account": each.account, "may": each.may.value, "name": each.name}
        await connection.execute(allowed.insert().values(community=here, **row))
    return replace(wanted, version=version)


async def move(connection: Connection, platform: str, old: str, new: str) -> None:
    """Move the choices of a community to its new account, unless something is chosen there."""
    row = (await connection.execute(select(communities).where(communities.c.id == id_of(platform, old)))).one_or_none()
    if row is None:
        return
    here, there = {"id": id_of(platform, new), "account": new, "platform": platform}, row.id
    values = {"settings": row.settings, "version": row.version, "changed": row.changed}
    made = await connection.execute(unless_there(connection.dialect.name, communities), here | values)
    if made.rowcount:
        await connection.execute(update(allowed).where(allowed.c.community == there).values(community=here["id"]))
    await connection.execute(delete(allowed).where(allowed.c.community == there))
    await connection.execute(delete(communities).where(communities.c.id == there))


async def count(connection: Connection, community: Community, status: Status, player: str | None) -> int:
    """The number of matches of a status that are shown in a community; of one player where one is named."""
    account = community.account
    here = and_(
        views.c.platform == community.platform,
        views.c.frozen == 0,
        or_(views.c.server == account, views.c.parent == account, views.c.chat == account),
    )
    query = select(func.count(matches.c.code.distinct())).select_from(views.join(matches))
    query = query.where(here, matches.c.status == status.value)
    if player and status is Status.INVITED:
        query = query.where(matches.c.host == player)
    elif player:
        query = query.where(or_(matches.c.seat_0 == player, matches.c.seat_1 == player))
    return int((await connection.execute(query)).scalar_one())


def settings_of(text: str) -> dict[str, str]:
    """The choices, by name; nothing where the row cannot be read, which ``papan check`` names."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return (
        {str(name): value for name, value in found.items() if isinstance(value, str)} if isinstance(found, dict) else {}
    )


def _allowed(rows: Sequence[AnyRow]) -> tuple[Grant, ...]:
    return tuple(Grant(AllowedKind(row.kind), row.account, Right(row.may), row.name) for row in rows if row.kind)
