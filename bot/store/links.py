"""The codes by which another account or device becomes one with a player, from when they are asked for until answered.

Of codes and tickets only digests are kept.
"""

import hashlib
import secrets as chance
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, or_, select, update

from bot.store.connection import AnyRow, Connection
from bot.store.personal import Leaver, PersonalData
from bot.store.tables import links
from bot.words import N_

_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""None of them looks like another."""
_GROUP = 4


@dataclass(frozen=True)
class Joiner:
    """Somebody who has given a code: an account with its name, or a device that is nobody's, by what it is."""

    platform: str
    account: str
    name: str


@dataclass(frozen=True)
class Link:
    """A code of a player that holds ``until`` a moment, who has given it, and what the player says to that."""

    player: str
    platform: str
    until: datetime
    joiner: Joiner | None
    answer: bool | None


def new_code() -> str:
    """A code that nobody guesses within the minutes for which it holds, in two groups of four."""
    return "-".join("".join(chance.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(2))


def digest(code: str) -> str:
    """The digest that is kept of a code or a ticket. Small letters, blanks and hyphens do not matter."""
    plain = "".join(code.upper().replace("-", "").split())
    return hashlib.sha256(plain.encode()).hexdigest()


async def begin(connection: Connection, player: str, platform: str, code: str, until: datetime) -> None:
    """Note a code of a player, who is locked, in place of the one before."""
    await connection.execute(delete(links).where(links.c.player == player))
    row = {"player": player, "platform": platform, "code_hash": digest(code), "until": until}
    await connection.execute(links.insert().values(row))


async def of_player(connection: Connection, player: str, now: datetime) -> Link | None:
    """The code of a player that still holds."""
    return await _one(connection, and_(links.c.player == player, links.c.until > now))


async def by_ticket(connection: Connection, ticket: str, now: datetime) -> Link | None:
    """The code for which somebody has this ticket, as long as it holds."""
    return await _one(connection, and_(links.c.ticket_hash == digest(ticket), links.c.until > now))


async def by_code(connection: Connection, code: str, now: datetime) -> Link | None:
    """The link of a code that still holds."""
    return await _one(connection, and_(links.c.code_hash == digest(code), links.c.until > now))


async def give(connection: Connection, code: str, joiner: Joiner, ticket: str, now: datetime) -> bool:
    """Note who has given a code, which nobody else has given before; has nobody?"""
    free = and_(links.c.code_hash == digest(code), links.c.until > now, links.c.ticket_hash.is_(None))
    named = {f"joiner_{name}": getattr(joiner, name) for name in ("platform", "account", "name")}
    given = await connection.execute(update(links).where(free).values(ticket_hash=digest(ticket), **named))
    return bool(given.rowcount)


async def answer(connection: Connection, player: str, now: datetime, *, agrees: bool) -> bool:
    """Note what a player says to the one who has given their code; is there one who waits for it?"""
    waits = and_(
        links.c.player == player, links.c.until > now, links.c.ticket_hash.is_not(None), links.c.answer.is_(None)
    )
    return bool((await connection.execute(update(links).where(waits).values(answer=agrees))).rowcount)


async def follow(connection: Connection, player: str, to: str) -> None:
    """Have the code of a player be that of another, with whom they become one."""
    if player != to:
        await connection.execute(delete(links).where(links.c.player == to))
        await connection.execute(update(links).where(links.c.player == player).values(player=to))


async def forget(connection: Connection, before: datetime) -> None:
    """Drop the codes that held until an earlier moment."""
    await connection.execute(delete(links).where(links.c.until < before))


async def _one(connection: Connection, which: ColumnElement[bool]) -> Link | None:
    row = (await connection.execute(select(links).where(which))).one_or_none()
    return _link(row) if row else None


def _link(row: AnyRow) -> Link:
    joiner = None
    if row.joiner_platform is not None:
        joiner = Joiner(row.joiner_platform, row.joiner_account, row.joiner_name)
    return Link(row.player, row.platform, row.until, joiner, row.answer)


async def _erase(connection: Connection, leaver: Leaver) -> None:
    given = [
        and_(links.c.joiner_platform == row.platform, links.c.joiner_account == row.account) for row in leaver.accounts
    ]
    await connection.execute(delete(links).where(or_(links.c.player == leaver.player, *given)))


async def _export(connection: Connection, player: str) -> list[str]:
    query = select(links.c.until).where(links.c.player == player)
    return [at.isoformat(timespec="seconds") for at in (await connection.execute(query)).scalars()]


PERSONAL = PersonalData(
    N_("A code of yours by which another account or device becomes yours too, and who has given it: for ten minutes."),
    forgotten=(links.c.player, links.c.joiner_account, links.c.joiner_name),
    export={"codes_for_another_device_until": _export},
    erase=_erase,
)
