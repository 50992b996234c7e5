"""Table talk, said beside boards. No row is part of a match's version: no plan and no touch is out of date by a word.

A person has one row in a match, of what they have said last. It counts in the turn in which it was said; a turn that is
taken back takes along all that was said in the match.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    and_,
    case,
    delete,
    exists,
    literal_column,
    or_,
    select,
)

from bot.matches.match import Match
from bot.matches.preferences import NOWHERE, OFF
from bot.matches.status import Status
from bot.matches.table_talk import SHOWN, SaidSentence, turn_of_talk
from bot.store import people
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import blocks, matches, players, table_talk
from bot.store.views import show_from
from bot.words import N_

_ONE: ColumnElement[int] = literal_column("1")
_PRESENT = case(
    (matches.c.status == Status.PLAYING.value, matches.c.ply),
    (matches.c.status == Status.OVER.value, matches.c.ply + _ONE),
)
"""The turn of a match as ``turn_of_talk`` counts them; NULL where nothing is said."""
SPOKEN = (
    exists()
    .where(table_talk.c.match == matches.c.code, table_talk.c.turn == _PRESENT)
    .correlate(matches)
    .label("spoken")
)
"""Has anybody said something beside a match as it stands?"""
TO_COME = exists().where(matches.c.code == table_talk.c.match, table_talk.c.turn > matches.c.ply + _ONE)
"""Something was said in a turn that its match has not reached."""


@dataclass(frozen=True)
class Utterance:
    """A sentence, by its key, that a player says in a turn of a match; boards show it from ``shown`` on."""

    match: str
    player: str
    turn: int
    sentence: str
    at: datetime
    shown: datetime


async def say(connection: Connection, said: Utterance) -> None:
    """Note what a player, who is locked, says, in place of what they have said before, and have boards show it then."""
    await connection.execute(delete(table_talk).where(*_of(said.match, said.player)))
    names = ("match", "player", "turn", "sentence", "at", "shown")
    await connection.execute(table_talk.insert().values({name: getattr(said, name) for name in names}))
    await show_from(connection, said.match, said.shown, said.at)


async def has_spoken(connection: Connection, match: Match, player: str) -> bool:
    """Has a player said something in this turn of a match?"""
    query = select(table_talk.c.turn).where(*_of(match.code, player), table_talk.c.turn == turn_of_talk(match))
    return (await connection.execute(query)).first() is not None


async def latest(connection: Connection, code: str) -> datetime | None:
    """The latest moment at which boards of a match are edited for what was said; None where nothing was."""
    query = select(table_talk.c.shown).where(table_talk.c.match == code).order_by(table_talk.c.shown.desc()).limit(1)
    return (await connection.execute(query)).scalar_one_or_none()


async def is_wanted(connection: Connection, match: Match, player: str) -> bool:
    """Do those who play a match want table talk beside it, and by this player, whom none of them has blocked?"""
    seats = [seat for seat in match.seats if seat]
    none = exists().where(players.c.id.in_(seats), players.c.table_talk == OFF)
    not_theirs = exists().where(blocks.c.player.in_(seats), blocks.c.other == player)
    return not (await connection.execute(select(or_(none, not_theirs)))).scalar_one()


async def of_match(connection: Connection, match: Match) -> tuple[SaidSentence, ...]:
    """The newest sentences that were said beside a match in this turn, the oldest of them first; nothing where one of
    those who play it wants none.
    """
    wants_none = exists().where(players.c.id.in_([seat for seat in match.seats if seat]), players.c.table_talk == OFF)
    query = (
        select(table_talk.c.player, table_talk.c.sentence, table_talk.c.shown, players.c.listed)
        .join(players, players.c.id == table_talk.c.player)
        .where(table_talk.c.match == match.code, table_talk.c.turn == turn_of_talk(match), ~wants_none)
        .order_by(table_talk.c.at.desc(), table_talk.c.player)
        .limit(SHOWN)
    )
    rows = (await connection.execute(query)).all()[::-1]
    # Those who play are named on the board anyway.
    named = [row.player for row in rows if row.listed != NOWHERE or row.player in match.seats]
    known = await people.names(connection, named) if named else {}
    return tuple(SaidSentence(row.player, known.get(row.player, ""), row.sentence, row.shown) for row in rows)


async def settle(connection: Connection, before: Match, after: Match) -> None:
    """Forget what was said beside a match of which a turn was taken back: it stood beside another position."""
    if after.game.ply < before.game.ply:
        await connection.execute(delete(table_talk).where(table_talk.c.match == after.code))


async def drop_untrue(connection: Connection, of: Collection[str]) -> None:
    """Drop what some players have said in turns that have been taken back, as may be there after rows were put back."""
    await connection.execute(delete(table_talk).where(table_talk.c.player.in_(of), TO_COME))


async def forget(connection: Connection, before: datetime) -> None:
    """Drop what stands on no board any more, and what was shown before a moment."""
    stands = exists().where(matches.c.code == table_talk.c.match, table_talk.c.turn == _PRESENT)
    await connection.execute(delete(table_talk).where(or_(table_talk.c.shown < before, ~stands)))


async def named_in(connection: Connection, player: str) -> list[str]:
    """The codes of the matches on whose boards something stands that a player has said."""
    present = and_(matches.c.code == table_talk.c.match, table_talk.c.turn == _PRESENT)
    query = select(table_talk.c.match).join(matches, present).where(table_talk.c.player == player)
    return list((await connection.execute(query.order_by(table_talk.c.match))).scalars())


def _of(code: str, player: str) -> tuple[ColumnElement[bool], ...]:
    return table_talk.c.match == code, table_talk.c.player == player


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(table_talk).where(table_talk.c.player == player).order_by(table_talk.c.at, table_talk.c.match)
    return [
        {"match": row.match, "turn": row.turn, "sentence": row.sentence, "at": moment(row.at)}
        for row in await connection.execute(query)
    ]


PERSONAL = PersonalData(
    N_("What you have said beside boards, until the next moves."),
    forgotten=(table_talk.c.player,),
    export={"table_talk": _export},
    erase=dropped(table_talk.c.player),
)
