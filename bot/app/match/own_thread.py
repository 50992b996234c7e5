"""*Move to a thread*, under *More*: where hosts leave it to players, a match stays in its channel until one asks."""

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action
from bot.app.requests.context import Context
from bot.app.requests.match_resolver import is_playing
from bot.chat import Answer, Refusal, Row, Toast
from bot.matches.communities import ASKED_THREADS
from bot.matches.match import Match
from bot.store.records import View

THREAD = "thread"
"""What the button carries."""


async def thread_button(context: Context, match: Match) -> Row:
    """The button, for the players of a match that may go into a thread from here."""
    if await _view_to_move(context, match) is None:
        return ()
    return (button(match, context.say("Move to a thread"), Action.MORE, argument=THREAD),)


async def moved_to_thread(context: Context, match: Match) -> Answer:
    """The button was pressed. What it needs can have gone since it was shown."""
    view = await _view_to_move(context, match)
    if view is None:
        return Refusal(text=context.say("{code} cannot move to a thread from here now.", code=match.code))
    await context.services.views.leaves_for_thread(view)
    return Toast(context.say("{code} goes on in a thread below its board.", code=match.code), closes=True)


async def _view_to_move(context: Context, match: Match) -> View | None:
    """The board here, below which a thread may be opened for this person."""
    here = context.request.place
    if not here.can_thread or not is_playing(match) or match.side_of(context.player.id) is None:
        return None
    alone = match.practice or not context.services.matches.computers.keys().isdisjoint(match.seats)
    if alone or (await context.community()).chosen("threads") != ASKED_THREADS:
        return None
    views = await context.services.views.of_match(match.code)
    if any(view.thread_shows is not None for view in views):
        return None
    return next((view for view in views if view.place.is_at(here) and not (view.copy or view.place.can_thread)), None)
