"""*Agree* and *Play* in a team that consults: a member agrees with a proposal, and plays one that is agreed on."""

from bot.app.buttons.callback_data import BadCallbackData, CallbackData
from bot.app.moves.guessing import check_may_guess, picker
from bot.app.moves.move_steps import read_move_argument
from bot.app.moves.voting import told, vote
from bot.app.requests.context import Context
from bot.chat import Answer, Toast
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.match import Match
from engine.moves import Move


async def pressed_agree(context: Context, data: CallbackData) -> Answer:
    """*Agree*: this person is for a turn that another of their team proposes, and for no other any more. Raises
    NotProposed, and what ``check_may_guess`` raises.
    """
    match, move = await _proposed(context, data)
    await vote(context, match, move, agrees=True)
    if context.able.draws_boards:
        return Toast(await told(context, match), unseen=True)
    return await picker(context, match)


async def pressed_play(context: Context, data: CallbackData) -> Answer:
    """*Play*: the team plays a turn on which two thirds agree. Raises what ``check_may_guess`` and
    ``ConsultationService.play`` raise.
    """
    match, move = await _proposed(context, data)
    await context.services.consultations.play(context.request.event, context.player, match.code, move, match.game.ply)
    return Toast(context.say("It is played in a moment."), closes=True, unseen=True)


async def _proposed(context: Context, data: CallbackData) -> tuple[Match, Move]:
    """The match and the turn that a button names. Raises BadCallbackData, and what ``check_may_guess`` raises."""
    match = await context.services.matches.get(data.code)
    await check_may_guess(context, match, data, at=data.ply)
    move = await off_loop_if_long(lambda: read_move_argument(match.game.first_choice, data.argument))
    if move is None:
        raise BadCallbackData(str(data))
    return match, move
