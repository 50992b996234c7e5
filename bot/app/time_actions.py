"""The actions of players on the clock of their match: begin a live one, claim, call off, give a day, pause."""

from datetime import timedelta

from bot.app.callback_data import Action, BadCallbackData, CallbackData
from bot.app.context import Context
from bot.app.match_message import button
from bot.app.text.names import game_name
from bot.chat import Answer, PrivatePanel, Toast

PAUSES = (1, 3, 7, 14, 30)
"""The days for which the panel offers a pause."""


async def pressed_ready(context: Context, data: CallbackData) -> Answer:
    """*Ready*: this person sits before the board of a live match."""
    after = await context.act(data.code, lambda match, now: match.say_ready(context.player.id, now))
    if after.ready is None:
        return Toast(context.say("It has begun."), closes=True)
    return Toast(context.say("You are ready. It begins when your opponent presses Ready too."), closes=True)


async def pressed_claim(context: Context, data: CallbackData) -> Answer:
    """*Claim the win* over a player whose time is over."""
    await context.act(data.code, lambda match, now: match.claim(context.player.id, now))
    return Toast(context.say("You have claimed the win."), closes=True)


async def pressed_call_off_late(context: Context, data: CallbackData) -> Answer:
    """*Call it off* instead of claiming the win: no result."""
    await context.act(data.code, lambda match, now: match.call_off_late(context.player.id, now))
    return Toast(context.say("Called off: no result."), closes=True)


async def pressed_give_day(context: Context, data: CallbackData) -> Answer:
    """*Give a day* to the player whose time is over."""
    await context.act(data.code, lambda match, now: match.give_day(context.player.id, now))
    return Toast(context.say("Your opponent has a day more."), closes=True)


async def pressed_pause(context: Context, data: CallbackData) -> Answer:
    """*Pause...*: for how many days? With their number the opponent is asked. Raises BadCallbackData."""
    say = context.say
    if not data.argument:
        match = await context.matches.get(data.code)
        match.check_slow(context.player.id)
        days = tuple(button(match, say.span(timedelta(days=each)), Action.PAUSE, argument=f"{each}") for each in PAUSES)
        text = say("For how long? Your opponent has to agree, and either of you may go on earlier.")
        back = button(match, say("Back"), Action.MORE)
        title = f"{match.code} · {game_name(match.game.ruleset, say)}"
        return PrivatePanel(title=title, text=text, rows=(days, (back,)), replace=True)
    if data.argument not in map(str, PAUSES):
        raise BadCallbackData(str(data))
    time = timedelta(days=int(data.argument))
    after = await context.act(data.code, lambda match, now: match.ask_pause(context.player.id, now + time, now))
    if after.pause_asked is None:
        return Toast(say("Paused."), closes=True)
    return Toast(say("You asked for a pause of {time}.", time=say.span(time)), closes=True)


async def pressed_allow_pause(context: Context, data: CallbackData) -> Answer:
    """Agree to the pause that the opponent asks for."""
    await context.act(data.code, lambda match, now: match.answer_pause(context.player.id, True, now))
    return Toast(context.say("Paused."), closes=True)


async def pressed_refuse_pause(context: Context, data: CallbackData) -> Answer:
    """Refuse the pause that the opponent asks for."""
    await context.act(data.code, lambda match, now: match.answer_pause(context.player.id, False, now))
    return Toast(context.say("No pause, then."), closes=True)


async def pressed_end_pause(context: Context, data: CallbackData) -> Answer:
    """*Go on* before the pause is over."""
    await context.act(data.code, lambda match, now: match.end_pause(context.player.id, now))
    return Toast(context.say("You go on."), closes=True)
