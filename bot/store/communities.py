"""The rows of servers, groups and rooms: what their hosts have chosen."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import and_, delete, select, update

from bot.matches.communities import AllowedKind, Community, Grant, Right
from bot.store.connection import AnyRow
from bot.store.database import Connection
from bot.store.events import key_of
from bot.store.ratings import unless_there
from bot.store.tables import allowed, communities


def id_of(platform: str, account: str) -> str:
    """The id of a community: 32 hexadecimal digits."""
    return key_of(platform, account)


async def get(connection: Connection, platform: str, account: str) -> Community:
    """A community; with nothing chosen where nobody has."""
    here = and_(communities.c.account == account, communities.c.platform == platform)
    row = (await connection.execute(select(communities).where(here))).one_or_none()
    if row is None:
        return Community(platform, account)
    named = select(allowed).where(allowed.c.community == row.id).order_by(allowed.c.name, allowed.c.account)
    rows = (await connection.execute(named)).all()
    return Community(platform, account, _settings(row.settings), _allowed(rows), row.version)


async def lock(connection: Connection, platform: str, account: str, now: datetime) -> None:
    """Have others who change the community wait for this transaction; its row is made where there is none."""
    here = id_of(platform, account)
    row = {"id": here, "platform": platform, "account": account, "settings": "{}", "version": 1, "changed": now}
    await connection.execute(unless_there(connection, communities, row))
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


def _settings(text: str) -> dict[str, str]:
    """What is chosen, by name; nothing where the row cannot be read, which ``papan check`` names."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return (
        {str(name): value for name, value in found.items() if isinstance(value, str)} if isinstance(found, dict) else {}
    )


def _allowed(rows: Sequence[AnyRow]) -> tuple[Grant, ...]:
    return tuple(Grant(AllowedKind(row.kind), row.account, Right(row.may), row.name) for row in rows)
