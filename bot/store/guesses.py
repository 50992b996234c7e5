"""The turns that those who look on expect next. No row is part of the match's version, so that nobody sees a guess.

Once the turn has fallen, in the transaction that plays it, each row says whether it was right. So a guess is scored
once, and what a list counts (``bot/store/guessers.py``) follows from the rows alone. A turn that is taken back takes
the guesses of it along.
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
    func,
    literal_column,
    or_,
    select,
    type_coerce,
    update,
)

from bot.matches.guessing import GuessedTurn, can_be_guessed
from bot.matches.match import Match
from bot.matches.preferences import NOWHERE
from bot.matches.status import Status
from bot.store import guessers, people
from bot.store.connection import Connection
from bot.store.moves import turns_in_common
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.tables import guessers as sums
from bot.store.tables import guesses, matches, moves, players
from bot.store.types import SmallInt
from bot.words import N_
from engine.notation import format_move

NAMED = 8
"""At most so many of those who have guessed a turn are named."""

_IS_HIT = type_coerce(guesses.c.hit, SmallInt)
_OPEN = guesses.c.hit.is_(None)
UNDECIDED = and_(
    _OPEN,
    ~exists().where(
        matches.c.code == guesses.c.match,
        matches.c.status == Status.PLAYING.value,
        matches.c.ply == guesses.c.ply - 1,
    ),
)
"""Nothing says yet whether a guess is right, though its turn is not the next one of a match under way."""
MISTAKEN = and_(
    _IS_HIT.is_not(None),
    ~exists().where(
        moves.c.match == guesses.c.match,
        moves.c.ply == guesses.c.ply,
        case((moves.c.text == guesses.c.turn, literal_column("1")), else_=literal_column("0")) == _IS_HIT,
    ),
)
"""A guess is said to be right or wrong, and the record of the match says otherwise."""
OF_OWN = exists().where(
    matches.c.code == guesses.c.match, or_(matches.c.seat_0 == guesses.c.player, matches.c.seat_1 == guesses.c.player)
)
"""Somebody guesses in a match in which they play."""


@dataclass(frozen=True)
class TurnGuess:
    """A turn that a player expects as turn ``ply`` of a match, as text; ``weight`` in bits."""

    match: str
    ply: int
    player: str
    turn: str
    at: datetime
    community: str
    weight: float


async def put(connection: Connection, guess: TurnGuess) -> None:
    """Note a guess of a player, who is locked, in place of their earlier one."""
    await connection.execute(delete(guesses).where(*_one(guess.match, guess.ply, guess.player)))
    names = ("match", "ply", "player", "turn", "at", "community", "weight")
    await connection.execute(guesses.insert().values({name: getattr(guess, name) for name in names}))


async def of_player(connection: Connection, match: Match, player: str) -> str | None:
    """The turn that a player expects next in a match, as text."""
    query = select(guesses.c.turn).where(*_one(match.code, match.game.ply + 1, player))
    return (await connection.execute(query)).scalar_one_or_none()


async def settle(connection: Connection, before: Match, after: Match) -> None:
    """Say of the guesses of a match whether they were right, once their turn has fallen; drop those of turns that were
    taken back, or will not come.
    """
    if not can_be_guessed(after):
        return
    here, kept = guesses.c.match == after.code, turns_in_common(before, after)
    if kept < before.game.ply:
        gone = and_(here, guesses.c.ply > kept)
        keys = await _keys(connection, gone)
        await connection.execute(delete(guesses).where(gone))
        await guessers.recount(connection, keys)
    elif after.game.ply > kept:
        played = format_move(after.game.ruleset, after.game.moves[kept])
        hit = case((guesses.c.turn == played, 1), else_=0)
        of_turn = and_(here, guesses.c.ply == kept + 1)
        scored = await connection.execute(update(guesses).where(of_turn, _OPEN).values(hit=hit))
        if scored.rowcount:
            await guessers.recount(connection, await _keys(connection, of_turn))
    elif after.status is not Status.PLAYING:
        await drop_open(connection, after.code)


async def drop_open(connection: Connection, code: str) -> None:
    """Drop the guesses of a turn that will not come, as its match has ended."""
    await connection.execute(delete(guesses).where(guesses.c.match == code, _OPEN))


async def of_turn(connection: Connection, code: str, ply: int) -> GuessedTurn | None:
    """The guesses of turn ``ply`` of a match, which has fallen; None where nobody has guessed it."""
    here = (guesses.c.match == code, guesses.c.ply == ply, guesses.c.hit.is_not(None))
    query = select(func.count(), func.sum(_IS_HIT)).select_from(guesses).where(*here)
    count, right = (await connection.execute(query)).one()
    if not count:
        return None
    theirs = (
        select(guesses.c.player)
        .join(players, players.c.id == guesses.c.player)
        .where(*here, _IS_HIT == 1, players.c.listed.is_distinct_from(NOWHERE))
        .order_by(guesses.c.at, guesses.c.player)
        .limit(NAMED)
    )
    agree = list((await connection.execute(theirs)).scalars()) if right else []
    known = await people.names(connection, agree) if agree else {}
    return GuessedTurn(count, int(right), tuple(known[player] for player in agree if player in known))


async def named_in(connection: Connection, player: str) -> list[str]:
    """The codes of the matches whose boards may name a player among those who have guessed the latest turn."""
    latest = and_(matches.c.code == guesses.c.match, matches.c.ply == guesses.c.ply)
    query = select(guesses.c.match).join(matches, latest).where(guesses.c.player == player, _IS_HIT == 1)
    return list((await connection.execute(query.order_by(guesses.c.match))).scalars())


async def settle_players(connection: Connection, of: Collection[str]) -> None:
    """Drop the guesses of some players that the matches do not bear out, as they may be once two were one or are two
    again; and count what remains of them.
    """
    wrong = or_(UNDECIDED, MISTAKEN, OF_OWN)
    await connection.execute(delete(guesses).where(guesses.c.player.in_(of), wrong))
    await guessers.recount_players(connection, of)


async def _keys(connection: Connection, which: ColumnElement[bool]) -> list[guessers.Key]:
    """The sums in which some guesses count. Until the end nobody else makes two of the people one, or deletes them."""
    theirs = select(guesses.c.community, guesses.c.player).where(which).with_for_update()
    return [(row.community, row.player) for row in await connection.execute(theirs)]


def _one(code: str, ply: int, player: str) -> tuple[ColumnElement[bool], ...]:
    return guesses.c.match == code, guesses.c.ply == ply, guesses.c.player == player


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(guesses).where(guesses.c.player == player).order_by(guesses.c.at, guesses.c.match, guesses.c.ply)
    return [
        {"match": row.match, "ply": row.ply, "turn": row.turn, "at": moment(row.at), "right": row.hit}
        for row in await connection.execute(query)
    ]


async def _erase(connection: Connection, leaver: Leaver) -> None:
    await connection.execute(delete(guesses).where(guesses.c.player == leaver.player))
    await guessers.recount_players(connection, [leaver.player])


PERSONAL = PersonalData(
    N_("Which turns you have guessed in matches of others, and when."),
    forgotten=(guesses.c.player, sums.c.player),
    export={"guesses": _export, "guesses_in_chats": guessers.of_player},
    erase=_erase,
)
