"""An analysis in sentences: moves with their numbers, who stands how, and what a move gave away."""

from collections.abc import Sequence
from typing import assert_never

from bot.app.text.moves import line_text, move_text, numbered
from bot.app.text.names import is_many, pieces_name, side_name, side_names
from bot.words import Words
from engine.game import Game
from engine.moves import Move, play
from engine.ruleset import Ruleset
from engine.search.analysis import Evaluation, Loss, TurningPoint

SHOWN = 6
"""Turns of best play that are told."""
NUMBERED = 4
"""Those that are told beside a board, where they are in sight for each position."""


def line(game: Game, moves: Sequence[Move], say: Words) -> str:
    """The first turns of best play."""
    return line_text(game.ruleset, moves[:SHOWN], say) + (" …" if len(moves) > SHOWN else "")


def numbered_line(game: Game, ply: int, moves: Sequence[Move], say: Words) -> str:
    """The first turns of best play after so many turns of a game, with their numbers: ``4... d6-e5 5. f4xd6``."""
    told: list[str] = []
    position, first = game.positions[ply], game.ruleset.first
    for move in moves[:NUMBERED]:
        is_first = position.turn == first
        number = f"{position.number}{'.' if is_first else '...'} " if is_first or not told else ""
        told.append(number + move_text(game.ruleset, move, say))
        position = play(game.ruleset, position, move)
    return " ".join(told)


def way(moves: Sequence[Move]) -> tuple[int, ...]:
    """The points over which the first of these moves goes, or on which it puts pieces; none where there is none."""
    return (moves[0].path or moves[0].drops) if moves else ()


def verdict(ruleset: Ruleset, evaluation: Evaluation, say: Words) -> str:
    """The verdict on a position: a win that was found, or the chances of both sides."""
    first, second = side_names(ruleset, say)
    if evaluation.decided is not None:
        winner = (first, second)[evaluation.decided]
        count = abs(evaluation.wins_in or 0)
        if count == 0:
            many = 1 + is_many(ruleset, evaluation.decided)
            return say.plural("{winner} has won.", "{winner} have won.", many, winner=winner)
        return say.plural("{winner}: a win in {count} move.", "{winner}: a win in {count} moves.", count, winner=winner)
    percent = round(100 * evaluation.chance)
    return say(
        "{first} {percent} %, {second} {rest} %.", first=first, percent=percent, second=second, rest=100 - percent
    )


def sentence(game: Game, point: TurningPoint, say: Words) -> str:
    """One sentence on a move that gave something away, and the better one."""
    facts = {
        "move": numbered(game, point.ply, point.played, say),
        "best": move_text(game.ruleset, point.line[0], say),
        "mover": side_name(game.ruleset, point.side, say),
        "other": side_name(game.ruleset, 1 - point.side, say),
    }
    match point.loss:
        case Loss.ALLOWED_WIN:
            return say("{move} let {other} win; {best} was better.", **facts)
        case Loss.MISSED_WIN:
            return say("{move} missed a win for {mover}: {best}.", **facts)
        case Loss.PIECES:
            pieces = pieces_name(game.ruleset, point.side, point.pieces, say)
            return say(
                "{move} gave away {count} {pieces}; {best} was better.", count=point.pieces, pieces=pieces, **facts
            )
        case Loss.MISSED_DRAW:
            return say("{move} missed a draw: {best}.", **facts)
        case Loss.FREEDOM:
            standing = len(game.positions[point.ply].letters(game.ruleset, point.side))
            pieces = pieces_name(game.ruleset, point.side, standing, say)
            return say("{move} left the {pieces} less room; {best} was better.", pieces=pieces, **facts)
        case Loss.POSITION:
            return say("{move} made things worse for {mover}; {best} was better.", **facts)
        case _:
            assert_never(point.loss)
