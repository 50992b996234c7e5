"""*Next board*: whoever has moved goes on to the match that has waited for them longest, with one press."""

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import Context
from bot.chat import Button
from bot.matches.match import Match
from bot.matches.simul import next_of_simul, simul_of
from bot.matches.status import Status


async def next_waiting(context: Context, code: str) -> Match | None:
    """The most urgent match in which an opponent waits for this person, besides one that they have before them."""
    me = context.player.id
    for match in await context.services.matches.of_player(me):
        is_due = match.status is Status.PLAYING and me in match.to_act and not match.practice
        if is_due and match.code != code:
            return match
    return None


async def next_of_host(context: Context, match: Match) -> Match | None:
    """The board that comes up by itself for the host of a simul who has just moved on another one."""
    if not simul_of(match) or match.host != context.player.id:
        return None
    me = context.player.id
    return next_of_simul(await context.services.matches.of_player(me), me, match)


async def next_buttons(context: Context, match: Match) -> tuple[Button, ...]:
    """The button, below a match in which nobody waits for this person while somebody does in another."""
    if context.able.draws_boards or context.player.id in match.to_act or not await next_waiting(context, match.code):
        return ()  # where boards are drawn, the page leads on
    return (Button(context.say("Next board"), str(CallbackData(Action.NEXT_BOARD, match.code, match.game.ply))),)
