"""Challenges of villages to whatever other chat has their code."""

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete, select

from bot.store.connection import Connection
from bot.store.tables import chat_challenges


@dataclass(frozen=True)
class ChatChallenge:
    """The challenge of a village to a game, by the key of its ruleset, open ``until`` a moment; its board is shown in
    the ``language`` of whoever made it where hosts have chosen none.
    """

    village: str
    code: str
    ruleset: str
    language: str
    until: datetime


async def put(connection: Connection, challenge: ChatChallenge) -> None:
    """Note the challenge of a village, in place of one that nobody has accepted in time."""
    await drop(connection, challenge.village)
    await connection.execute(chat_challenges.insert().values(asdict(challenge)))


async def of_village(connection: Connection, village: str, now: datetime) -> ChatChallenge | None:
    """The open challenge of a village."""
    return await _one(connection, chat_challenges.c.village == village, now)


async def by_code(connection: Connection, code: str, now: datetime) -> ChatChallenge | None:
    """The open challenge with this code."""
    return await _one(connection, chat_challenges.c.code == code, now)


async def _one(connection: Connection, which: ColumnElement[bool], now: datetime) -> ChatChallenge | None:
    row = (await connection.execute(select(chat_challenges).where(which, chat_challenges.c.until > now))).one_or_none()
    return ChatChallenge(row.village, row.code, row.ruleset, row.language, row.until) if row else None


async def drop(connection: Connection, village: str) -> None:
    """Forget the challenge of a village."""
    await connection.execute(delete(chat_challenges).where(chat_challenges.c.village == village))


async def forget(connection: Connection, now: datetime) -> None:
    """Forget the challenges that nobody has accepted in time."""
    await connection.execute(delete(chat_challenges).where(chat_challenges.c.until <= now))
