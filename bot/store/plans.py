"""Planned answers: the plan of the player who waits in a match. Its row is no part of the match's version, so that
nobody sees by a board that something was planned.
"""

from sqlalchemy import bindparam, delete, select

from bot.matches.match import Match
from bot.matches.planning import ANY_MOVE, Line, is_turn_ahead, turn_ahead
from bot.matches.refusals import NoTurnAhead
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped
from bot.store.tables import matches, plans
from bot.words import N_
from engine.game import Game
from engine.moves import Move
from engine.notation import format_move, read_move
from engine.ruleset import Ruleset

_BETWEEN_LINES, _BETWEEN_MOVES = "\n", "|"
_ANY = "*"
"""Stands for any move, before a premove."""

PLANNED = (
    select(plans.c.lines)
    .where(plans.c.match == matches.c.code, plans.c.ply == matches.c.ply)
    .correlate(matches)
    .scalar_subquery()
    .label("planned")
)
"""The lines of the plan for a match as it stands, beside its row."""
_ONE = select(plans.c.lines).where(
    plans.c.match == bindparam("code"), plans.c.player == bindparam("planner"), plans.c.ply == bindparam("at")
)


async def of_player(connection: Connection, match: Match, player: str) -> tuple[Line, ...]:
    """The plan of a player for a match as it stands."""
    facts = {"code": match.code, "planner": player, "at": match.game.ply}
    text = (await connection.execute(_ONE, facts)).scalar_one_or_none()
    return read(match.game, text) if text else ()


async def save(connection: Connection, before: Match, after: Match) -> None:
    """Write the plan of a match, if it is another than before."""
    if after.plan == before.plan and after.game.ply == before.game.ply:
        return
    await connection.execute(delete(plans).where(plans.c.match == after.code))
    if after.plan:
        row = {
            "match": after.code,
            "player": after.seats[1 - after.game.turn],
            "ply": after.game.ply,
            "lines": _BETWEEN_LINES.join(_text(after.game.ruleset, line) for line in after.plan),
        }
        await connection.execute(plans.insert(), row)


async def all_of(connection: Connection, player: str) -> list[dict[str, object]]:
    """All that a player has planned: the match, the ply, and the lines, each of its moves in their order."""
    query = select(plans.c.match, plans.c.ply, plans.c.lines).where(plans.c.player == player).order_by(plans.c.match)
    return [
        {"match": code, "ply": ply, "lines": [line.split(_BETWEEN_MOVES) for line in text.split(_BETWEEN_LINES)]}
        for code, ply, text in await connection.execute(query)
    ]


def read(game: Game, text: str) -> tuple[Line, ...]:
    """The lines of a plan; those that are not legal from the present position, as after a change by hand, are none."""
    found = (_line(game, line.split(_BETWEEN_MOVES)) for line in text.split(_BETWEEN_LINES))
    return tuple(line for line in found if line)


def _premove(game: Game, text: str) -> Line:
    try:
        move = read_move(game.ruleset, turn_ahead(game).position, text)
        return (ANY_MOVE, move) if move and is_turn_ahead(game, move) else ()
    except NoTurnAhead:
        return ()


def _line(game: Game, texts: list[str]) -> Line:
    line: list[Move] = []
    if texts[0] == _ANY:
        return _premove(game, texts[-1])
    for text in texts:
        move = None if game.outcome else read_move(game.ruleset, game.position, text)
        if move is None or not game.is_legal(move):
            return ()
        line.append(move)
        game = game.play(move)
    return tuple(line)


def _text(ruleset: Ruleset, line: Line) -> str:
    return _BETWEEN_MOVES.join(_ANY if move == ANY_MOVE else format_move(ruleset, move) for move in line)


PERSONAL = PersonalData(
    N_("The answers that you have planned, until the next move."),
    forgotten=(plans.c.player,),
    export={"planned_answers": all_of},
    erase=dropped(plans.c.player),
)
