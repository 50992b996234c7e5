"""*My view*: a match as one person looks at it, which follows the match for as long as the platform lets it change."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import inf

from bot.app.boards.board_text import as_shown
from bot.app.boards.match_message import guess_button, plan_button, public_board
from bot.app.match.better_turn import better_turn
from bot.app.match.follow import follow_button, may_follow
from bot.app.match.next_board import next_buttons
from bot.app.match.own_note import note_buttons
from bot.app.match.table_talk import say_buttons
from bot.app.requests.context import AppServices, Context, match_look
from bot.app.requests.match_resolver import may_guess, may_plan
from bot.app.requests.memory import FollowingView
from bot.app.text.moves import move_text, planned_text
from bot.chat import PrivatePanel, Row, lettered
from bot.matches.match import Match
from bot.matches.status import LIVE
from bot.matches.table_talk import SaidSentence

FOLLOWED_FOR = timedelta(hours=24)
"""The time for which a view follows its match until it is asked for again. It is shorter where the platform lets an
answer to one person change for less.
"""
STOP_WITHIN = 2.0


async def own_view(
    context: Context, match: Match, *, as_text: bool = False, confidential: bool = False
) -> PrivatePanel:
    """The board of a match for this person alone, in their orientation, theme and language.

    It changes as the match goes on, until a newer one of the same match is shown to this person in the same place, or
    others than there may be follow (``bot.app.requests.memory``). Who is not to move may be told of a better turn of
    theirs below it, which stays there.
    """
    told, rows = ((), ()) if context.player.id in match.to_act else await better_turn(context)
    shown = _KeptBelow(as_text, confidential or bool(told), told, rows)
    now = await _now(context, match, shown)
    panel = now.panel
    if match.status not in LIVE:
        return panel
    updates = _following(context, match, now, shown)
    return replace(panel, updates=updates)


@dataclass(frozen=True)
class _KeptBelow:
    """The part of a view that is the same in all its states: what kind it is, and what stands below it."""

    as_text: bool
    confidential: bool
    lines: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class _State:
    """A state of the view: the moment at which it lapses, and what it shows of what was said beside the board."""

    panel: PrivatePanel
    lapses: datetime | None
    talk: tuple[SaidSentence, ...]


async def _now(context: Context, match: Match, shown: _KeptBelow) -> _State:
    """The present state of the view."""
    look = match_look(context, match)
    card, said = as_shown(await context.tools.cards.card(match, context.say), context.now())
    card = replace(card, reader=context.player.id)
    board = await public_board(card, look, context.say, context.tools.images, context.able.picture_right)
    panel = board.as_panel(confidential=shown.confidential)
    if may_plan(context, match):
        planned = await context.services.plans.of(match, context.player.id)
        told = [
            context.say("You have planned: {line}.", line=planned_text(match.game, line, context.say))
            for line in planned
        ]
        main, *others = panel.rows
        assert isinstance(main, tuple), "a board under way has buttons, no menu"
        rows = ((*main, plan_button(match, context.say)), *others)
        panel = replace(panel, text="\n".join([panel.text, *told]), rows=rows)
    elif may_follow(context, match):
        main, *others = panel.rows
        assert isinstance(main, tuple), "a board under way has buttons, no menu"
        # The board of a village has its button already.
        guess = (guess_button(match, context.say),) if may_guess(context, match) and not match.villages else ()
        panel = replace(panel, rows=((*main, *guess, follow_button(match, context.say)), *others))
        if guess and (guessed := await context.services.guesses.of(match, context.player.id)):
            guesses = context.say("You guess: {move}.", move=move_text(match.game.ruleset, guessed, context.say))
            panel = replace(panel, text=f"{panel.text}\n{guesses}")
    row = (*say_buttons(context, match), *note_buttons(context, match), *await next_buttons(context, match))
    if row:
        panel = replace(panel, rows=(*panel.rows, row))
    panel = replace(panel, text="\n".join((panel.text, *shown.lines)), rows=(*panel.rows, *shown.rows))
    if shown.as_text:
        panel = lettered(panel)
    return _State(panel, min((each for each in (said, board.lapses) if each), default=None), card.talk)


async def _following(context: Context, match: Match, state: _State, shown: _KeptBelow) -> AsyncIterator[PrivatePanel]:
    """The further states of a view, as its match goes on when something is said beside it, and when what
    ``state`` shows lapses. The last one
    says that the view follows the match no more.
    """
    place, views = context.request.place, context.tools.following_views
    followed = context.able.answers_change_for or FOLLOWED_FOR
    until = asyncio.get_running_loop().time() + followed.total_seconds()
    me, lapses = context.player.id, state.lapses
    this = FollowingView(me, match.code, (place.chat, place.thread), match.names(me))
    views.begin(this)

    def note(code: str) -> None:
        if code == match.code:
            this.changed.set()

    unsubscribe = context.services.news.matches.subscribe(note)
    try:
        this.changed.set()  # it may have changed since the view was made
        loop = asyncio.get_running_loop()
        while match.status in LIVE:
            wait = (lapses - context.now()).total_seconds() if lapses else inf
            if not await _set_in_time(this.changed, min(until, loop.time() + wait)) and loop.time() >= until:
                break
            if not views.follows(this):
                break
            this.changed.clear()
            now = await context.services.matches.get(match.code)
            if now.version == match.version:
                talk = await context.services.table_talk.of(now)
                due = [each.shown for each in talk if each not in state.talk]
                lapses = min((each for each in (lapses, *due) if each), default=None)
            if now.version != match.version or (lapses and lapses <= context.now()):
                match = now
                state = await _now(context, match, shown)
                lapses = state.lapses
                yield state.panel
        if match.status in LIVE:
            last = (await _now(context, match, shown)).panel
            still = context.say("This view does not change any more: press My view again.")
            yield replace(last, text=f"{last.text}\n{still}")
    finally:
        unsubscribe()
        views.end(this)


async def stop_following(tools: AppServices) -> None:
    """End all views that follow a match because Papan stops: as many as can within two seconds say so."""
    lapsed = tools.following_views.lapse_all()
    with suppress(TimeoutError):
        async with asyncio.timeout(STOP_WITHIN):
            for each in lapsed:
                await each.ended.wait()


async def _set_in_time(changed: asyncio.Event, until: float) -> bool:
    """Wait until an event is set; False if it is not set in time."""
    try:
        async with asyncio.timeout_at(until):
            return await changed.wait()
    except TimeoutError:
        return False
