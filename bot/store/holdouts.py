"""The tries of players to hold out in the lost ending of a week: one each that counts, and practice after it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, or_, select, update

from bot.matches.preferences import NOWHERE
from bot.store import people
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import holdouts, players
from bot.words import N_


@dataclass(frozen=True)
class StoredHoldout:
    """A player's try in a week: the turns of the first, for how many they ``held`` out once it is over, and those of a
    later one. ``community`` is the chat for whose record it counts; empty for none.
    """

    week: str
    ending: str
    community: str
    turns: tuple[str, ...]
    held: int | None
    practice: tuple[str, ...]
    begun: datetime
    ended: datetime | None


@dataclass(frozen=True)
class HoldoutRecord:
    """The most turns that somebody in a chat has held out in a week, and who was the first to do so."""

    held: int
    name: str
    player: str


async def of_player(connection: Connection, player: str, week: str) -> StoredHoldout | None:
    """The try of a player in a week."""
    row = (await connection.execute(select(holdouts).where(_is(player, week)))).one_or_none()
    if row is None:
        return None
    turns, practice = tuple(row.turns.split()), tuple(row.practice.split())
    return StoredHoldout(week, row.ending, row.community, turns, row.held, practice, row.begun, row.ended)


async def begin(connection: Connection, player: str, begun: StoredHoldout) -> None:
    """Keep what a player, who is locked and has nothing in that week, has asked for or begun."""
    key = {"week": begun.week, "player": player, "ending": begun.ending, "begun": begun.begun}
    await connection.execute(holdouts.insert().values(key | _course(begun)))


async def save(connection: Connection, player: str, now: StoredHoldout) -> None:
    """Keep how a try of a player, who is locked, has gone on."""
    await connection.execute(update(holdouts).where(_is(player, now.week)).values(_course(now)))


async def record(connection: Connection, community: str, week: str, ending: str) -> HoldoutRecord | None:
    """The best first try of a chat in a week, of those who are in lists; the earliest of equals."""
    here = and_(holdouts.c.week == week, holdouts.c.community == community, holdouts.c.held.is_not(None))
    query = (
        select(holdouts.c.held, holdouts.c.player)
        .join(players, players.c.id == holdouts.c.player)
        .where(here, holdouts.c.ending == ending, or_(players.c.listed.is_(None), players.c.listed != NOWHERE))
        .order_by(holdouts.c.held.desc(), holdouts.c.ended, holdouts.c.player)
        .limit(1)
    )
    row = (await connection.execute(query)).one_or_none()
    names = await people.names(connection, [row.player]) if row else {}
    return HoldoutRecord(row.held, names[row.player], row.player) if row and row.player in names else None


def _course(of: StoredHoldout) -> dict[str, object]:
    turns, practice = " ".join(of.turns), " ".join(of.practice)
    return {
        "community": of.community,
        "turns": turns,
        "held": of.held,
        "practice": practice,
        "ended": of.ended,
    }


def _is(player: str, week: str) -> ColumnElement[bool]:
    return and_(holdouts.c.player == player, holdouts.c.week == week)


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    rows = await connection.execute(select(holdouts).where(holdouts.c.player == player).order_by(holdouts.c.week))
    return [
        {
            "week": row.week,
            "ending": row.ending,
            "turns": row.turns.split(),
            "held": row.held,
            "practice": row.practice.split(),
            "begun": moment(row.begun),
            "ended": moment(row.ended) if row.ended else None,
        }
        for row in rows
    ]


PERSONAL = PersonalData(
    N_("In which weeks you have held out in a lost ending, with your turns, and for which chat it counts."),
    forgotten=(holdouts.c.player,),
    export={"holdouts": _export},
    erase=dropped(holdouts.c.player),
)
