"""Arrows and rings that a member of a team which consults draws on the board for the others."""

from collections.abc import Sequence

from bot.app.buttons.callback_data import BadCallbackData
from bot.app.moves.voting import check_may_vote
from bot.app.requests.context import Context
from bot.chat import SharedSeat
from bot.services.contests.consultations import Consultation


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


def shared_seat(consulted: Consultation, player: str, proposed: tuple[str, ...]) -> SharedSeat:
    """The part of a board that those who consult share with a player, besides what is ``proposed``."""
    others = [mark for each, marks in consulted.marks.items() if each != player for mark in marks]
    return SharedSeat(proposed=proposed, mine=consulted.marks.get(player, ()), others=tuple(dict.fromkeys(others)))
