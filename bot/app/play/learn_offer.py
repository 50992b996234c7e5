"""*Learn in two minutes*: the lessons of a game are offered where somebody meets it who has never finished it."""

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import Context
from bot.chat import Button
from bot.matches.history import HistoryFilter
from bot.words import Words
from engine.lessons import lessons_of
from engine.ruleset import Ruleset


def learn_button(ruleset: Ruleset, label: str) -> Button:
    """The button that opens the lessons of a game."""
    return Button(label, str(CallbackData(Action.LEARN, argument=ruleset.short_id)))


async def learn_offer(context: Context, ruleset: Ruleset) -> tuple[Button, ...]:
    """The offer to whoever has never finished a match of this game; none to anybody else."""
    if not lessons_of(ruleset) or await _knows(context, ruleset):
        return ()
    say: Words = context.say
    return (learn_button(ruleset, say("Learn in two minutes")),)


async def _knows(context: Context, ruleset: Ruleset) -> bool:
    """Has this person finished a match of the game, or all of its lessons?"""
    played = await context.services.matches.history(context.player.id, HistoryFilter(ruleset=ruleset.key), 0, 1)
    if played:
        return True
    done = await context.services.learning.done(context.player.id, ruleset.key)
    return len(done) == len(lessons_of(ruleset))
