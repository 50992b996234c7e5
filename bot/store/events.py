"""What the events of the platforms have caused, so that none acts twice."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, select

from bot.store.database import Connection
from bot.store.tables import events, inbox


@dataclass(frozen=True)
class Effect:
    """What an event caused: in which match, and the id of what it made, if anything."""

    match: str
    outcome: str


_EFFECT = select(events.c.match, events.c.outcome).where(
    events.c.platform == bindparam("platform_"), events.c.event == bindparam("event_")
)


async def effect_of(connection: Connection, platform: str, event: str) -> Effect | None:
    """What an event has caused, None while it has caused nothing."""
    row = (await connection.execute(_EFFECT, {"platform_": platform, "event_": event})).one_or_none()
    return Effect(row.match, row.outcome) if row else None


async def record(connection: Connection, platform: str, event: str, effect: Effect, now: datetime) -> None:
    """Note what an event caused."""
    row = {"platform": platform, "event": event, "match": effect.match, "outcome": effect.outcome, "at": now}
    await connection.execute(events.insert(), row)


async def forget(connection: Connection, before: datetime) -> None:
    """Drop what was worked off so long ago that no platform repeats it."""
    await connection.execute(delete(events).where(events.c.at < before))
    await connection.execute(delete(inbox).where(inbox.c.done < before))
