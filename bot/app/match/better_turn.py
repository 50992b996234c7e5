"""A turn of one's own that turned a match: told of on the day after, at the end of what one has asked for anyway."""

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import Context
from bot.chat import Button, MistakeToTry, Row
from bot.store.mistakes import StoredMistake
from bot.words import Words


async def better_turn(context: Context) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """A line and a button, at most once a day; empty where there is none. It counts as told once it is asked for."""
    found = await context.services.puzzles.offer_mistake(context.player.id)
    if found is None:
        return (), ()
    button = Button(_label(context.say), str(CallbackData(Action.BETTER_TURN, argument=found.puzzle)))
    return (_line(found, context.say),), ((button,),)


async def better_turn_at_home(context: Context) -> MistakeToTry | None:
    """The same where it stands for a day, until the better turn is found; None where there is none."""
    found = await context.services.puzzles.offer_mistake(context.player.id, stands=True) if context.player.id else None
    return MistakeToTry(_line(found, context.say), _label(context.say)) if found else None


def _line(found: StoredMistake, say: Words) -> str:
    return say("There was a better turn in {code}: try to find it.", code=found.match)


def _label(say: Words) -> str:
    return say("Try it")
