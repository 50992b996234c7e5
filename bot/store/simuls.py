"""The simuls of chats. Whoever changes one has locked it: after people, and after the match that ends on one of its
boards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, case, delete, exists, func, or_, select, update

from bot.matches.identity import Place
from bot.matches.pace import PACE_WORDS, Pace
from bot.matches.simul import SimulSide, SimulState
from bot.matches.state import EventKind
from bot.matches.status import Status
from bot.store.connection import AnyRow, Connection
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.tables import CARD_BEHIND, matches, simul_entrants, simuls
from bot.words import N_


@dataclass(frozen=True)
class Simul:
    """A simul in a community, which is ``account`` on its platform; its card stands in a place, as that of a ladder.

    Without a ``host`` it is closed: their data was deleted.
    """

    id: str
    community: str
    account: str
    place: Place
    language: str
    host: str | None
    ruleset: str
    side: SimulSide
    pace: Pace | None
    seats: int
    state: SimulState
    made: datetime
    message: str | None
    version: int
    shown: int
    edited: datetime


@dataclass(frozen=True)
class SimulEntrant:
    """Somebody who has joined a simul, and their board; ``refused``: they could not be seated."""

    player: str
    joined: datetime
    match: str | None = None
    refused: bool = False


@dataclass(frozen=True)
class SimulScore:
    """The boards of a simul: how many are ``playing``, and how many the host and the others have won, or drawn."""

    playing: int
    won: int
    drawn: int
    lost: int


_PLAIN = (
    *("id", "community", "account", "language", "host", "ruleset", "seats", "made", "message", "version"),
    *("shown", "edited"),
)


async def make(connection: Connection, simul: Simul) -> None:
    """Write a new simul."""
    place = simul.place
    row = {name: getattr(simul, name) for name in _PLAIN}
    row |= {"platform": place.platform, "chat": place.chat, "thread": place.thread}
    row |= {
        "threads": place.can_thread,
        "side": simul.side.value,
        "pace": simul.pace.value if simul.pace else None,
        "state": simul.state.value,
    }
    await connection.execute(simuls.insert().values(row))


async def get(connection: Connection, simul: str, *, lock: bool = False) -> Simul | None:
    """A simul; with ``lock`` no other transaction changes it before this one ends."""
    query = select(simuls).where(simuls.c.id == simul)
    row = (await connection.execute(query.with_for_update(key_share=True) if lock else query)).one_or_none()
    return _simul(row) if row else None


async def lock_community(connection: Connection, community: str) -> int:
    """The number of simuls of a community that wait for people, whose rows are locked."""
    query = select(simuls.c.id).where(simuls.c.community == community, simuls.c.state == SimulState.OPEN.value)
    return len((await connection.execute(query.with_for_update(key_share=True))).all())


async def open_of(connection: Connection, host: str) -> Simul | None:
    """The simul of a host that waits for people."""
    query = select(simuls).where(simuls.c.host == host, simuls.c.state == SimulState.OPEN.value)
    row = (await connection.execute(query.order_by(simuls.c.made).limit(1))).one_or_none()
    return _simul(row) if row else None


async def entrants(connection: Connection, simul: str) -> list[SimulEntrant]:
    """Those who have joined a simul, whoever came first before the others; on a board, whoever plays there now."""
    rows = simul_entrants.c
    guest = case((matches.c.seat_0 == matches.c.host, matches.c.seat_1), else_=matches.c.seat_0)
    query = select(simul_entrants, func.coalesce(guest, rows.player).label("plays"))
    query = query.outerjoin(matches, matches.c.code == rows.match).where(rows.simul == simul)
    found = await connection.execute(query.order_by(rows.joined, rows.player))
    return [SimulEntrant(row.plays, row.joined, row.match, row.refused) for row in found]


async def join(connection: Connection, simul: str, player: str, now: datetime) -> None:
    """Write that somebody has joined a simul, which is locked."""
    row = {"simul": simul, "player": player, "joined": now, "match": None, "refused": False, "note": ""}
    await connection.execute(simul_entrants.insert().values(row))
    await show_again(connection, simul)


async def leave(connection: Connection, simul: str, player: str) -> bool:
    """Write that somebody does not take part in a simul, which is locked; had they joined?"""
    rows = simul_entrants.c
    gone = delete(simul_entrants).where(rows.simul == simul, rows.player == player, rows.match.is_(None))
    left = (await connection.execute(gone.returning(rows.player))).first() is not None
    await show_again(connection, simul)
    return left


async def set_state(connection: Connection, simul: str, state: SimulState) -> None:
    """Write that a simul, which is locked, has begun or was called off."""
    values = {"state": state.value, "version": simuls.c.version + 1}
    await connection.execute(update(simuls).where(simuls.c.id == simul).values(values))


async def seat(connection: Connection, simul: str, player: str, match: str | None) -> None:
    """Write the board of somebody in a simul, which is locked; None where they cannot be seated."""
    rows = simul_entrants.c
    one = update(simul_entrants).where(rows.simul == simul, rows.player == player)
    await connection.execute(one.values(match=match, refused=match is None))
    await show_again(connection, simul)


async def show_again(connection: Connection, simul: str) -> None:
    """Have the card of a simul show what has changed."""
    await connection.execute(update(simuls).where(simuls.c.id == simul).values(version=simuls.c.version + 1))


async def not_seated(connection: Connection, limit: int) -> list[tuple[Simul, SimulEntrant, int]]:
    """Those who are still to be seated in simuls that have begun, each with the number of those who came before."""
    rows = simul_entrants.c
    missing = exists().where(rows.simul == simuls.c.id, rows.match.is_(None), rows.refused == 0)
    query = select(simuls).where(simuls.c.state == SimulState.PLAYING.value, missing).limit(limit)
    found = [_simul(row) for row in (await connection.execute(query.order_by(simuls.c.made))).all()]
    return [
        (simul, entrant, nth)
        for simul in found
        for nth, entrant in enumerate(await entrants(connection, simul.id))
        if entrant.match is None and not entrant.refused
    ]


async def score(connection: Connection, simul: Simul) -> SimulScore:
    """The boards of a simul, as they stand."""
    mine, other = (
        or_(*(and_(matches.c.winner == side, each) for side, each in enumerate(seats)))
        for seats in (
            (matches.c.seat_0 == matches.c.host, matches.c.seat_1 == matches.c.host),
            (matches.c.seat_0 != matches.c.host, matches.c.seat_1 != matches.c.host),
        )
    )
    over = matches.c.status == Status.OVER.value
    counted = [matches.c.status == Status.PLAYING.value, and_(over, mine)]
    counted += [and_(over, matches.c.winner.is_(None)), and_(over, other)]
    query = select(*(func.coalesce(func.sum(case((each, 1), else_=0)), 0) for each in counted)).where(
        matches.c.event_kind == EventKind.SIMUL.value,
        matches.c.code.in_(select(simul_entrants.c.match).where(simul_entrants.c.simul == simul.id)),
    )
    return SimulScore(*map(int, (await connection.execute(query)).one()))


async def note_of(connection: Connection, match: str) -> str:
    """The note of the host under a board; empty where there is none."""
    query = select(simul_entrants.c.note).where(simul_entrants.c.match == match)
    return (await connection.execute(query)).scalar_one_or_none() or ""


async def set_note(connection: Connection, match: str, note: str) -> None:
    """Write the note of the host under a board, in place of the one before."""
    await connection.execute(update(simul_entrants).where(simul_entrants.c.match == match).values(note=note))


async def not_shown(connection: Connection, limit: int) -> list[Simul]:
    """The simuls whose card shows another state of them, or is not there yet."""
    query = select(simuls).where(CARD_BEHIND).order_by(simuls.c.edited).limit(limit)
    return [_simul(row) for row in await connection.execute(query)]


async def shown(connection: Connection, simul: Simul, message: str | None, now: datetime) -> None:
    """Note that the card of a simul shows it as it was read."""
    one = update(simuls).where(simuls.c.id == simul.id)
    await connection.execute(one.values(message=message, shown=simul.version, edited=now))


async def stand(connection: Connection, simul: str, place: Place) -> None:
    """Have the card of a simul be posted in another place of its community."""
    values = {"chat": place.chat, "thread": place.thread, "message": None, "version": simuls.c.version + 1}
    await connection.execute(update(simuls).where(simuls.c.id == simul).values(values))


async def move(connection: Connection, before: str, after: str, place: Place) -> None:
    """A community lives on as another one: its simuls too."""
    values = {"community": after, "account": place.community, "chat": place.chat, "thread": "", "message": None}
    here = update(simuls).where(simuls.c.community == before)
    await connection.execute(here.values(values | {"version": simuls.c.version + 1}))


def not_both_seated(of: str, to: str) -> ColumnElement[bool]:
    """The rows of a player that may become another's: in a simul in which both have a board, either keeps the row of
    theirs.
    """
    theirs = simul_entrants.alias()
    there = and_(theirs.c.simul == simul_entrants.c.simul, theirs.c.player == to, theirs.c.match.is_not(None))
    return and_(simul_entrants.c.player == of, or_(simul_entrants.c.match.is_(None), ~exists().where(there)))


def seated(mine: AnyRow, other: AnyRow) -> Mapping[str, Any]:
    """Of two rows of one person in a simul, what changes in the first: the one with a board says more, and then the
    one that waits for it.
    """
    if mine.match is not None:
        return {}
    if other.match is not None:
        return {name: getattr(other, name) for name in ("match", "refused", "note")}
    return {"refused": mine.refused and other.refused}


async def drop_own(connection: Connection, hosts: tuple[str, str]) -> None:
    """Have nobody wait for a board against themselves, as they would where two have become one."""
    rows = simul_entrants.c
    own = exists().where(simuls.c.id == rows.simul, simuls.c.host == rows.player)
    await connection.execute(delete(simul_entrants).where(rows.player.in_(hosts), rows.match.is_(None), own))


def _simul(row: AnyRow) -> Simul:
    server = row.account if row.account != row.chat else ""
    place = Place(row.platform, row.chat, row.thread, can_thread=row.threads, server=server)
    return Simul(
        place=place,
        side=SimulSide(row.side),
        pace=PACE_WORDS[row.pace] if row.pace else None,
        state=SimulState(row.state),
        **{name: getattr(row, name) for name in _PLAIN},
    )


async def _erase(connection: Connection, leaver: Leaver) -> None:
    me = leaver.player
    theirs = simul_entrants.c.player == me
    joined = select(simul_entrants.c.simul).where(theirs).union(select(simuls.c.id).where(simuls.c.host == me))
    changed = update(simuls).where(simuls.c.id.in_(joined)).values(version=simuls.c.version + 1)
    await connection.execute(changed)
    await connection.execute(delete(simul_entrants).where(theirs, simul_entrants.c.match.is_(None)))
    hosted = simul_entrants.c.simul.in_(select(simuls.c.id).where(simuls.c.host == me))
    await connection.execute(update(simul_entrants).where(hosted).values(note=""))
    state = case((simuls.c.state == SimulState.OPEN.value, SimulState.CLOSED.value), else_=simuls.c.state)
    await connection.execute(update(simuls).where(simuls.c.host == me).values(host=None, state=state))


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    hosted = select(simuls).where(simuls.c.host == player).order_by(simuls.c.made, simuls.c.id)
    found: list[dict[str, object]] = []
    for row in (await connection.execute(hosted)).all():
        notes = select(simul_entrants.c.match, simul_entrants.c.note).where(
            simul_entrants.c.simul == row.id, simul_entrants.c.note != ""
        )
        written = {each.match: each.note for each in await connection.execute(notes.order_by(simul_entrants.c.match))}
        found.append({"game": row.ruleset, "hosted": moment(row.made), "notes": written})
    playing = or_(matches.c.seat_0 == player, matches.c.seat_1 == player)
    boards = select(matches.c.code).where(
        matches.c.event_kind == EventKind.SIMUL.value, matches.c.host != player, playing
    )
    theirs = or_(simul_entrants.c.player == player, simul_entrants.c.match.in_(boards))
    joined = select(simul_entrants).where(theirs)
    for row in await connection.execute(joined.order_by(simul_entrants.c.joined, simul_entrants.c.simul)):
        found.append({"joined": moment(row.joined), "match": row.match})
    return found


PERSONAL = PersonalData(
    N_("The simuls that you have hosted or joined, and what you have written under their boards."),
    forgotten=(simuls.c.host,),
    stays=(simul_entrants.c.player,),
    export={"simuls": _export},
    erase=_erase,
)
