"""A turn of one's own that turned a match: told of on the day after, at the end of what one has asked for anyway."""

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import Context
from bot.chat import Button, Row


async def better_turn(context: Context) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """A line and a button, at most once a day; empty where there is none. It counts as told once it is asked for."""
    found = await context.services.puzzles.offer_mistake(context.player.id)
    if found is None:
        return (), ()
    line = context.say("There was a better turn for you in {code}: try to find it.", code=found.match)
    button = Button(context.say("Try it"), str(CallbackData(Action.BETTER_TURN, argument=found.puzzle)))
    return (line,), ((button,),)
