"""The arrows and rings that a member of a team which consults draws on the board for the others, and the line of turns
that they show.
"""

from collections.abc import Sequence

from bot.app.buttons.callback_data import BadCallbackData
from bot.app.moves.consulting import ToldLine
from bot.app.moves.own_line import gone_on
from bot.app.moves.voting import check_may_vote
from bot.app.requests.context import Context
from bot.chat import ActionKind, ActionPlace, BoardAction, SharedSeat
from bot.foundation.off_loop import off_loop_if_long
from bot.services.contests.consultations import Consultation
from bot.store.seat_marks import ShownLine, Sketch
from bot.words import Words


async def draw(context: Context, code: str, ply: int, marks: Sequence[tuple[int, int]]) -> None:
    """Note what this person has drawn, in place of all that they had drawn. Raises BadCallbackData for what is no point
    of the board, and what ``check_may_vote`` and ``ConsultationService.draw`` raise.
    """
    match = await context.services.matches.get(code)
    await check_may_vote(context, match, ply)
    points = len(match.game.ruleset.board.points)
    if any(point >= points for mark in marks for point in mark):
        raise BadCallbackData(f"{code} {ply} {marks}")
    await context.services.consultations.draw(context.player, code, ply, tuple(dict.fromkeys(marks)))


async def show_line(context: Context, code: str, ply: int, turns: Sequence[Sequence[int]]) -> None:
    """Note the line that this person shows from the present position on, by the points touched for each turn, in place
    of the one that they had shown. Raises BadCallbackData for points that make no turn, and what ``check_may_vote`` and
    ``ConsultationService.show_line`` raise.
    """
    match = await context.services.matches.get(code)
    await check_may_vote(context, match, ply)
    line = tuple(map(tuple, turns))
    if await off_loop_if_long(lambda: gone_on(match.game, ply, line)) is None:
        raise BadCallbackData(f"{code} {ply} {line}")
    await context.services.consultations.show_line(context.player, code, ply, line)


def line_actions(lines: Sequence[ToldLine], player: str, say: Words) -> tuple[BoardAction, ...]:
    """The buttons that show a player each line on the board; the choice of each is its turns."""
    return tuple(
        BoardAction(
            ActionKind.SHOW_LINE,
            ActionPlace.ROW,
            say("Your line") if each.player == player else say("Line of {name}", name=each.name),
            explained=each.told,
            choice=_written(each.line),
        )
        for each in lines
    )


def _written(line: ShownLine) -> str:
    return " ".join("-".join(map(str, picks)) for picks in line)


def shared_seat(consulted: Consultation, player: str, proposed: tuple[str, ...]) -> SharedSeat:
    """The part of a board that those who consult share with a player, besides what is ``proposed``."""
    others = [mark for each, sketch in consulted.sketches.items() if each != player for mark in sketch.marks]
    mine = consulted.sketches.get(player, Sketch())
    return SharedSeat(proposed=proposed, mine=mine.marks, others=tuple(dict.fromkeys(others)), line=_written(mine.line))
