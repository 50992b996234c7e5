"""Turns that turned a match of a player, their own and those they chose, kept as puzzles for them alone."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, or_, select, update

from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.personal import PersonalData, dropped
from bot.store.tables import mistakes
from bot.words import N_


@dataclass(frozen=True)
class StoredMistake:
    """A position of a match before a turn that lost much, with the better turn and its like."""

    puzzle: str
    match: str
    ply: int
    ruleset: str
    position: str
    answers: tuple[str, ...]


async def keep(connection: Connection, player: str, mistake: StoredMistake, due: datetime) -> None:
    """Keep a mistake of a player, unless it is kept."""
    row = {"player": player, "puzzle": mistake.puzzle, "match": mistake.match, "ply": mistake.ply}
    row |= {"ruleset": mistake.ruleset, "position": mistake.position, "line": "/".join(mistake.answers)}
    await connection.execute(unless_there(connection.dialect.name, mistakes), row | {"due": due, "done": False})


async def count(connection: Connection, player: str) -> int:
    """The number of mistakes of a player that are kept."""
    query = select(func.count()).select_from(mistakes).where(mistakes.c.player == player)
    return (await connection.execute(query)).scalar_one()


async def due(connection: Connection, player: str, now: datetime) -> list[StoredMistake]:
    """The mistakes of a player that are due and that they have not put right: first those of which they were told
    unasked, the last one before the others, then the earliest.
    """
    query = select(mistakes).where(mistakes.c.player == player, mistakes.c.due <= now)
    told_first = mistakes.c.offered.desc().nulls_last()
    rows = await connection.execute(query.order_by(told_first, mistakes.c.due, mistakes.c.match, mistakes.c.ply))
    return [_mistake(row) for row in rows if not row.done]


@dataclass(frozen=True)
class MistakeOffer:
    """The mistake of which a player was ``told`` lately, unasked, and that they have not put right; and the one of
    which they may be told ``next``. There is no such one while they have been told of any lately.
    """

    told: StoredMistake | None
    next: StoredMistake | None


async def offer(connection: Connection, player: str, since: datetime, now: datetime) -> MistakeOffer:
    """The mistakes told and to be told unasked, where a moment divides what is late from what was long ago: the next is
    the latest due since then that the player has not put right nor been told of.
    """
    query = select(mistakes).where(mistakes.c.player == player, or_(mistakes.c.due > since, mistakes.c.offered > since))
    rows = (await connection.execute(query.order_by(mistakes.c.due.desc(), mistakes.c.match, mistakes.c.ply))).all()
    if told := [row for row in rows if row.offered is not None and row.offered > since]:
        return MistakeOffer(next((_mistake(row) for row in told if not row.done), None), None)
    following = (_mistake(row) for row in rows if row.due <= now and not row.done and row.offered is None)
    return MistakeOffer(None, next(following, None))


async def offered(connection: Connection, player: str, puzzle: str, at: datetime) -> None:
    """Note that a player was told of a mistake unasked."""
    mine = update(mistakes).where(mistakes.c.player == player, mistakes.c.puzzle == puzzle)
    await connection.execute(mine.values(offered=at))


async def back_in(connection: Connection, player: str, match: str, now: datetime) -> list[bool]:
    """Of each mistake of a player in a match that they have not put right: is it due?"""
    query = select(mistakes).where(mistakes.c.player == player, mistakes.c.match == match)
    return [row.due <= now for row in await connection.execute(query) if not row.done]


async def one(connection: Connection, player: str, puzzle: str) -> StoredMistake | None:
    """A mistake of a player by the id of its puzzle."""
    query = select(mistakes).where(mistakes.c.player == player, mistakes.c.puzzle == puzzle)
    row = (await connection.execute(query)).one_or_none()
    return _mistake(row) if row else None


async def put_right(connection: Connection, player: str, puzzle: str) -> None:
    """Note that a player has found the better turn."""
    mine = update(mistakes).where(mistakes.c.player == player, mistakes.c.puzzle == puzzle)
    await connection.execute(mine.values(done=True))


async def all_of(connection: Connection, player: str) -> list[dict[str, object]]:
    """The mistakes of a player, as plain values for JSON."""
    query = select(mistakes).where(mistakes.c.player == player).order_by(mistakes.c.due, mistakes.c.puzzle)
    names = ("match", "ply", "position", "line", "done")
    return [{name: getattr(row, name) for name in names} for row in await connection.execute(query)]


def _mistake(row: AnyRow) -> StoredMistake:
    return StoredMistake(row.puzzle, row.match, row.ply, row.ruleset, row.position, tuple(row.line.split("/")))


PERSONAL = PersonalData(
    N_("Turns that turned matches of yours, as puzzles for you alone."),
    forgotten=(mistakes.c.player,),
    export={"own_mistakes": all_of},
    erase=dropped(mistakes.c.player),
)
