"""The moves of matches as they are stored: the record, of which a game is what replaying gives."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, func, select

from bot.matches.match import Match
from bot.store.connection import Connection
from bot.store.records import MadeMove
from bot.store.tables import moves
from engine.notation import format_move


async def moves_of(connection: Connection, codes: Collection[str]) -> dict[str, list[MadeMove]]:
    """The stored moves of some matches, in order."""
    query = select(moves.c.match, moves.c.ply, moves.c.text, moves.c.bank).where(moves.c.match.in_(codes))
    found: dict[str, list[MadeMove]] = {code: [] for code in codes}
    for code, *made in await connection.execute(query.order_by(moves.c.match, moves.c.ply)):
        found[code].append(MadeMove(*made))
    return found


async def times_of(connection: Connection, code: str) -> tuple[datetime, ...]:
    """The times of the moves of a match, in order."""
    query = select(moves.c.at).where(moves.c.match == code).order_by(moves.c.ply)
    return tuple((await connection.execute(query)).scalars())


async def moved_last(connection: Connection, player: str, codes: Collection[str]) -> dict[str, datetime]:
    """The time of a player's latest move in each of some matches; those in which they made none are left out."""
    query = (
        select(moves.c.match, func.max(moves.c.at))
        .where(moves.c.match.in_(codes), moves.c.player == player)
        .group_by(moves.c.match)
    )
    return {row.match: row[1] for row in await connection.execute(query)}


async def save_moves(connection: Connection, before: Match, after: Match) -> None:
    """Write the moves that were made, and drop those that were taken back."""
    same = turns_in_common(before, after)
    if same < before.game.ply:
        await connection.execute(delete(moves).where(moves.c.match == after.code, moves.c.ply > same))
    made = [_row(after, ply) for ply in range(same, after.game.ply)]
    if made:
        await connection.execute(moves.insert(), made)


def _row(match: Match, ply: int) -> dict[str, object]:
    game, mover = match.game, match.game.positions[ply].turn
    return {
        "match": match.code,
        "ply": ply + 1,
        "text": format_move(game.ruleset, game.moves[ply]),
        "player": match.seats[mover],
        "at": match.moved_at or match.changed,
        "bank": match.banks[ply + 1][mover] if match.banks else None,
    }


def turns_in_common(before: Match, after: Match) -> int:
    """The number of moves that a match begins with before a change and after it."""
    count = 0
    for one, other in zip(before.game.moves, after.game.moves, strict=False):
        if one != other:
            break
        count += 1
    return count
