"""The shields of ladders: a row for each month. Whoever changes one has locked its ladder, and before it the player.

Who stood first when a month ended follows from the changes of the ladder up to then: ``papan check`` reckons it again.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update

from bot.matches.ladder import applied
from bot.matches.shield import MarkState, held_since
from bot.store import ladders as ladder_rows
from bot.store.connection import Connection, unless_there
from bot.store.ladders import Ladder
from bot.store.personal import Leaver, PersonalData
from bot.store.tables import UNDER_WAY, ladders, merges, rung_changes, shield_marks, shields
from bot.words import N_


@dataclass(frozen=True)
class Month:
    """A month of a ladder that is under way."""

    ladder: str
    month: str
    ends: datetime


@dataclass(frozen=True)
class Shield:
    """A shield that somebody has for good: on the ladder of a game, for a month that ended at a moment."""

    ruleset: str
    month: str
    ends: datetime


@dataclass(frozen=True)
class Mark:
    """A mark of the shield, a role by its id or the text of a tag, and the account that wears it."""

    account: str
    mark: str
    state: MarkState = MarkState.GIVING


async def begin(connection: Connection, wanted: Month) -> None:
    """Write a month that is under way, unless it is there."""
    row = {"ladder": wanted.ladder, "month": wanted.month, "ends": wanted.ends, "changes": None, "player": None}
    await connection.execute(unless_there(connection.dialect.name, shields), row)


async def due(connection: Connection, now: datetime, limit: int) -> list[Month]:
    """The months that have ended, and of which nobody has the shield yet; those that ended first before the others."""
    query = select(shields).where(UNDER_WAY, shields.c.ends <= now).order_by(shields.c.ends).limit(limit)
    return [Month(row.ladder, row.month, row.ends) for row in await connection.execute(query)]


async def next_due(connection: Connection) -> datetime | None:
    """The time when the next month of any ladder ends."""
    query = select(shields.c.ends).where(UNDER_WAY).order_by(shields.c.ends).limit(1)
    return (await connection.execute(query)).scalar_one_or_none()


async def is_under_way(connection: Connection, month: Month) -> bool:
    """Is it not written yet who has the shield of a month?"""
    query = select(shields.c.month).where(UNDER_WAY, shields.c.ladder == month.ladder, shields.c.month == month.month)
    return (await connection.execute(query)).first() is not None


async def first_at(connection: Connection, ladder: Ladder, moment: datetime) -> tuple[int, str | None]:
    """The number of changes that a ladder had had by a moment, and who stood first then, as whoever they are now."""
    ours = rung_changes.c.ladder == ladder.id
    later = select(func.min(rung_changes.c.nth)).where(ours, rung_changes.c.at >= moment)
    nth = (await connection.execute(later)).scalar_one()
    if nth is None:
        top = await ladder_rows.at(connection, ladder.id, 1)
        return ladder.changes, top.player if top else None
    found = await _first_after(connection, ladder.id, nth - 1)
    while found and (older := await _older(connection, found)):
        found = older
    return nth - 1, found


async def _first_after(connection: Connection, ladder: str, changes: int) -> str | None:
    query = select(rung_changes).where(rung_changes.c.ladder == ladder, rung_changes.c.nth <= changes)
    order: list[str] = []
    for row in await connection.execute(query.order_by(rung_changes.c.nth)):
        order = applied(order, ladder_rows.change_of(row))
    return order[0] if order else None


async def _older(connection: Connection, player: str) -> str | None:
    return (await connection.execute(select(merges.c.older).where(merges.c.younger == player))).scalar_one_or_none()


async def give(connection: Connection, month: Month, changes: int, player: str | None) -> None:
    """Write who has the shield of a month, and have the card of the ladder show it."""
    one = update(shields).where(shields.c.ladder == month.ladder, shields.c.month == month.month)
    await connection.execute(one.values(changes=changes, player=player))
    await ladder_rows.show_again(connection, month.ladder)


async def holder(connection: Connection, ladder: str) -> tuple[str, str] | None:
    """The holder of the shield of a ladder, and the first of the months in a row for which they have it."""
    query = select(shields.c.month, shields.c.player).where(shields.c.ladder == ladder, shields.c.changes.is_not(None))
    rows = (await connection.execute(query.order_by(shields.c.month.desc()))).all()
    return held_since((row.month, row.player) for row in rows)


async def of_player(connection: Connection, player: str) -> list[Shield]:
    """The shields that a player has, the latest first."""
    query = select(ladders.c.ruleset, shields.c.month, shields.c.ends).join(ladders, ladders.c.id == shields.c.ladder)
    rows = await connection.execute(query.where(shields.c.player == player).order_by(shields.c.ends.desc()))
    return [Shield(row.ruleset, row.month, row.ends) for row in rows]


async def mark_of(connection: Connection, ladder: str) -> Mark | None:
    """The mark of the shield of a ladder that somebody wears, or is to be given."""
    row = (await connection.execute(select(shield_marks).where(shield_marks.c.ladder == ladder))).one_or_none()
    return Mark(row.account, row.mark, MarkState(row.state)) if row else None


async def set_mark(connection: Connection, ladder: str, mark: Mark | None) -> None:
    """Write who wears the mark of the shield of a ladder, which is locked."""
    await connection.execute(delete(shield_marks).where(shield_marks.c.ladder == ladder))
    if mark:
        row = {"ladder": ladder, "account": mark.account, "mark": mark.mark, "state": mark.state.value}
        await connection.execute(shield_marks.insert().values(row))


async def part(connection: Connection, older: str, younger: str) -> None:
    """Two players who were one are two again: a shield that was given meanwhile for the rung of the younger one is
    theirs.
    """
    query = select(shields.c.ladder, shields.c.month, shields.c.changes).where(shields.c.player == older)
    for row in (await connection.execute(query.order_by(shields.c.ladder, shields.c.month))).all():
        if await _first_after(connection, row.ladder, row.changes) == younger:
            one = update(shields).where(shields.c.ladder == row.ladder, shields.c.month == row.month)
            await connection.execute(one.values(player=younger))


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    return [{"game": each.ruleset, "month": each.month} for each in await of_player(connection, player)]


async def _erase(connection: Connection, leaver: Leaver) -> None:
    theirs = update(shields).where(shields.c.player == leaver.player)
    for ladder in (await connection.execute(theirs.values(player=None).returning(shields.c.ladder))).scalars().all():
        await ladder_rows.show_again(connection, ladder)
    for each in leaver.accounts:
        there = select(ladders.c.id).where(ladders.c.platform == each.platform).scalar_subquery()
        worn = shield_marks.c.account == each.account, shield_marks.c.ladder.in_(there)
        await connection.execute(delete(shield_marks).where(*worn))


PERSONAL = PersonalData(
    N_("For which months you have the shield of a ladder."),
    forgotten=(shields.c.player, shield_marks.c.account),
    export={"shields": _export},
    erase=_erase,
)
