"""The changes of a match besides moves: draw, resign, take back, call off, play again; and those on its
clock: begin a live one, claim, give a day, nudge, pause.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.app.requests.hosts import as_admitted
from bot.app.requests.match_resolver import Wanted, find_match, is_playing
from bot.app.text.names import game_name
from bot.chat import Answer, PrivatePanel, Refusal, Style, Toast
from bot.computer.computer_player import accepts_draw
from bot.computer.search_pool import TooMuchToThink
from bot.matches.match import Match
from bot.matches.refusals import NothingToTakeBack, TooLateToUndo
from engine.ruleset import Agreement


async def resign_command(context: Context, code: str) -> Answer:
    """``/resign``: asks once more before it is done."""
    return await _ask_resign(context, await _mine(context, code, Action.RESIGN))


async def pressed_resign(context: Context, data: CallbackData) -> Answer:
    """*Resign* in a panel: asks once more."""
    return await _ask_resign(context, await context.services.matches.get(data.code))


async def _ask_resign(context: Context, match: Match) -> Answer:
    match.check_playing(context.player.id)
    names = await context.tools.cards.names(match, context.say)
    say = context.say
    sure = button(match, say("Yes, resign"), Action.CONFIRM_RESIGN, Style.DANGER)
    text = say("Give up the match {players} ({code})?", code=match.code, players=" - ".join(names))
    return PrivatePanel(text=text, rows=((sure,),), replace=True)


async def draw_command(context: Context, code: str) -> Answer:
    """``/draw``: offer a draw, or accept the one that is offered."""
    return await _draw(context, (await _mine(context, code, Action.DRAW)).code)


async def pressed_draw(context: Context, data: CallbackData) -> Answer:
    """Offer or accept a draw; the button that all see below a board only accepts."""
    if data.owner:
        return await _draw(context, data.code)
    after = await context.act(data.code, lambda match, now: match.answer_draw(context.player.id, True, now))
    return _draw_agreed(context, after)


async def _draw(context: Context, code: str) -> Answer:
    match = await context.services.matches.get(code)
    computer = next((seat for seat in match.seats if seat in context.services.matches.computers), None)
    if computer is not None:
        return await _draw_with_computer(context, match, computer)
    after = await context.act(code, lambda match, now: match.offer_draw(context.player.id, now))
    say = context.say
    if after.game.outcome is None:
        return Toast(say("Draw offered. It stands until your opponent moves."), closes=True)
    return _draw_agreed(context, after)


async def _draw_with_computer(context: Context, match: Match, computer: str) -> Answer:
    """The computer answers as soon as it is asked: no board shows an offer that is gone at once."""
    say, me, pool = context.say, context.player.id, context.tools.search_pool

    def answered(now: Match, at: datetime) -> Match:
        offered = now.offer_draw(me, at)
        return offered if offered.game.outcome else offered.answer_draw(computer, accept, at)

    match.offer_draw(me, context.now())  # what is refused needs no search
    try:
        accept = await accepts_draw(pool, me, match, computer)
    except TooMuchToThink:
        return Refusal(text=say("Too many people are asking just now. Try again in a minute."), replace=True)
    after = await context.act(match.code, answered)
    if after.game.outcome:
        return _draw_agreed(context, after)
    return Refusal(text=say("The computer plays on in {code}: no draw.", code=match.code), replace=True)


def _draw_agreed(context: Context, after: Match) -> Answer:
    say = context.say
    if after.game.ruleset.agreement is Agreement.COUNT_OFF:
        return Toast(say("Agreed to stop: the pieces were counted."), closes=True)
    return Toast(say("Draw agreed."), closes=True)


async def takeback_command(context: Context, code: str) -> Answer:
    """``/takeback``: undo a move that is under a minute old and unanswered, else ask the opponent."""
    return await _takeback(context, (await _mine(context, code, Action.TAKEBACK)).code)


async def pressed_takeback(context: Context, data: CallbackData) -> Answer:
    """*Take back*: undo, or ask the opponent."""
    return await _takeback(context, data.code)


async def _takeback(context: Context, code: str) -> Answer:
    after = await context.act(code, _undo_or_ask(context.player.id))
    if after.takeback is None:
        return Toast(context.say("Taken back."), closes=True)
    return Toast(context.say("You asked to take back your last move."), closes=True)


def _undo_or_ask(player: str) -> Callable[[Match, datetime], Match]:
    def action(match: Match, now: datetime) -> Match:
        try:
            return match.undo(player, now)
        except (NothingToTakeBack, TooLateToUndo):
            return match.ask_takeback(player, now)

    return action


async def swap_command(context: Context, code: str) -> Answer:
    """``/swap``: ask the opponent to go on with the sides exchanged, or agree to it."""
    return await _swap(context, (await _mine(context, code, Action.SWAP)).code)


async def pressed_swap(context: Context, data: CallbackData) -> Answer:
    """*Swap sides* among what else can be done with a match."""
    return await _swap(context, data.code)


async def _swap(context: Context, code: str) -> Answer:
    """Ask, or agree. The computer always agrees, so no board shows that it is asked."""
    say, me, computers = context.say, context.player.id, context.services.matches.computers

    def asked(match: Match, now: datetime) -> Match:
        after = match.ask_swap(me, now)
        computer = next((seat for seat in match.seats if seat in computers), None)
        return after.answer_swap(computer, True, now) if computer else after

    after = await context.act(code, asked)
    if after.swap is None:
        return Toast(say("Sides are swapped."), closes=True)
    return Toast(say("You asked to swap sides. It lapses with the next move."), closes=True)


async def pressed_rematch(context: Context, data: CallbackData) -> Answer:
    """The first press asks, the other player's press begins the next match with swapped sides."""
    request = context.request
    ask = partial(context.services.matches.rematch, request.event, context.player, data.code, request.place)
    after = await as_admitted(context, ask)
    if after.code == data.code:
        return Toast(context.say("You want a rematch. It begins when your opponent presses too."))
    return _rematch_begun(context, after)


async def pressed_refuse_rematch(context: Context, data: CallbackData) -> Answer:
    """*No rematch*: refused for good, unless the rematch has begun."""
    after = await context.services.matches.refuse_rematch(context.request.event, context.player, data.code)
    if after.code != data.code:
        return _rematch_begun(context, after)
    return Toast(context.say("No rematch, then."))


def _rematch_begun(context: Context, match: Match) -> Answer:
    return Toast(context.say("The rematch is {code}.", code=match.code))


async def _mine(context: Context, code: str, action: Action) -> Match:
    """The match of this person in which a command is to act; if it is not clear, they are asked and ``action`` done."""

    def fits(match: Match) -> bool:
        return is_playing(match) and match.side_of(context.player.id) is not None

    return await find_match(context, code, Wanted(fits, CallbackData(action)))


PAUSES = (1, 3, 7, 14, 30)
"""The days for which the panel offers a pause."""


async def pressed_ready(context: Context, data: CallbackData) -> Answer:
    """*Ready*: this person sits before the board of a live match."""
    after = await context.act(data.code, lambda match, now: match.say_ready(context.player.id, now))
    if after.ready is None:
        mine = context.player.id in after.to_act
        begun = context.say("It has begun: it is your turn.") if mine else context.say("It has begun.")
        return Toast(begun, closes=True)
    return Toast(context.say("You are ready. It begins when your opponent presses Ready too."), closes=True)


async def nudge_command(context: Context, code: str) -> Answer:
    """``/remind``: tell the other that one waits for their move."""
    return await _nudge(context, await _mine(context, code, Action.NUDGE))


async def pressed_nudge(context: Context, data: CallbackData) -> Answer:
    """*Nudge* beside a board on which the other has been to move for long."""
    return await _nudge(context, await context.services.matches.get(data.code))


async def _nudge(context: Context, match: Match) -> Answer:
    say, me = context.say, context.player.id
    side = match.check_playing(me)
    if not context.services.matches.computers.keys().isdisjoint(match.seats):
        return Refusal(text=say("The computer moves by itself: it needs no nudge."))
    await context.act(match.code, lambda now, at: now.nudge(me, at))
    names = await context.tools.cards.names(match, say)
    return Toast(say("You have nudged {name}.", name=names[1 - side]), closes=True, unseen=True)


async def pressed_pause(context: Context, data: CallbackData) -> Answer:
    """*Pause...*: for how many days? With their number the opponent is asked. Raises BadCallbackData."""
    say = context.say
    if not data.argument:
        match = await context.services.matches.get(data.code)
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
