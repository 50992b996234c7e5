"""The effects of platform events, so that none acts twice."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, select

from bot.foundation.digest import digest_of
from bot.store.connection import Connection, unless_there
from bot.store.tables import events, inbox


@dataclass(frozen=True)
class Effect:
    """The effect of an event: the match, and the id of the thing it made, if any."""

    match: str
    outcome: str


_EFFECT = select(events.c.match, events.c.outcome).where(events.c.event == bindparam("event_"))


def key_of(platform: str, event: str) -> str:
    """The key of an event in the database: 32 hexadecimal digits."""
    return digest_of(platform, event)


async def effect_of(connection: Connection, platform: str, event: str) -> Effect | None:
    """The effect of an event, None while it has none."""
    row = (await connection.execute(_EFFECT, {"event_": key_of(platform, event)})).one_or_none()
    return Effect(row.match, row.outcome) if row else None


async def record(connection: Connection, platform: str, event: str, effect: Effect, now: datetime) -> None:
    """Note what an event caused."""
    await connection.execute(events.insert(), _row(platform, event, effect, now))


async def claim(connection: Connection, platform: str, event: str, effect: Effect, now: datetime) -> bool:
    """Note what an event is about to cause in this transaction; False where it has had an effect before.

    Asked and noted in one statement, for every move needs both.
    """
    made = await connection.execute(unless_there(connection.dialect.name, events), _row(platform, event, effect, now))
    return bool(made.rowcount)


def _row(platform: str, event: str, effect: Effect, now: datetime) -> dict[str, object]:
    return {"event": key_of(platform, event), "match": effect.match, "outcome": effect.outcome, "at": now}


async def forget(connection: Connection, before: datetime) -> None:
    """Drop events that are too old for a platform to repeat, and updates that came so long ago, read or not."""
    await connection.execute(delete(events).where(events.c.at < before))
    await connection.execute(delete(inbox).where(inbox.c.received < before))
