"""``/board``, *My view* and *More*: a match as one person looks at it."""

from functools import partial

from bot.app.boards.board_text import seats_line
from bot.app.boards.match_message import (
    SHOWN_HERE,
    button,
    film_button,
    go_on_button,
    guess_button,
    nudge_button,
    plan_button,
)
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.match.browser import browser_button
from bot.app.match.follow import follow_button, may_follow
from bot.app.match.next_board import next_waiting
from bot.app.match.own_note import note_buttons
from bot.app.match.own_thread import THREAD, moved_to_thread, thread_button
from bot.app.match.own_view import own_view
from bot.app.match.report import report_buttons
from bot.app.match.simul_note import simul_note_buttons
from bot.app.match.table_talk import say_buttons
from bot.app.match.told import may_be_told
from bot.app.requests.context import Context
from bot.app.requests.hosts import as_admitted, has_hints
from bot.app.requests.match_resolver import (
    Wanted,
    find_match,
    is_playing,
    is_turn_of,
    may_be_analysed,
    may_guess,
    may_plan,
)
from bot.app.requests.visibility import check_may_see, is_elsewhere_private, stands_openly
from bot.app.text.clock import banks_line, terms_line
from bot.app.text.moves import moves_listed
from bot.app.text.names import game_name
from bot.chat import Answer, Button, PrivatePanel, Row, Style, Toast
from bot.matches.clock import Halt
from bot.matches.match import Match
from bot.matches.status import Status
from bot.matches.team import to_move
from bot.words import Words

_AS_TEXT = "text"
MOVES_LENGTH = 900
"""Characters that fit into a message on every platform, beside a few lines of text."""


async def board_command(context: Context, code: str, public: bool, as_text: bool) -> Answer:
    """``/board``: the board of a match, for this person, or as a new message for all in this place."""
    how = SHOWN_HERE if public else _AS_TEXT if as_text else ""
    then = CallbackData(Action.VIEW, argument=how)
    wanted = Wanted(lambda match: match.side_of(context.player.id) is not None, then, acts=False)
    match = await find_match(context, code, wanted)
    return await _shown(context, match, how, confidential=await is_elsewhere_private(context, match))


async def pressed_view(context: Context, data: CallbackData) -> Answer:
    """*My view*: in this person's orientation, theme and language; or as the argument says. Raises BadCallbackData."""
    if data.argument not in ("", _AS_TEXT, SHOWN_HERE):
        raise BadCallbackData(str(data))
    return await _shown(context, await context.services.matches.get(data.code), data.argument, data)


async def pressed_next(context: Context, data: CallbackData) -> Answer:
    """*Next board*: as *My view* of the match that waits for this person besides that of the button."""
    match = await next_waiting(context, data.code)
    if match is None:
        return Toast(context.say("No other board waits for you."))
    return await own_view(context, match, confidential=await is_elsewhere_private(context, match))


async def _shown(
    context: Context, match: Match, how: str, data: CallbackData | None = None, *, confidential: bool = False
) -> Answer:
    if how == SHOWN_HERE:
        return await as_admitted(context, partial(context.show_again, match))
    await check_may_see(context, match, data)
    return await own_view(context, match, as_text=how == _AS_TEXT, confidential=confidential)


async def pressed_more(context: Context, data: CallbackData) -> Answer:
    """*More*: the moves so far as people read them, and what else can be done."""
    match = await context.services.matches.get(data.code)
    await check_may_see(context, match, data)
    if data.argument == THREAD:
        return await moved_to_thread(context, match)
    say = context.say
    # A live board is gone on from where it stands.
    is_over = match.status is Status.OVER and not context.able.draws_boards
    go_on = go_on_button(match, say) if is_over else ()
    ways = (go_on, await thread_button(context, match), browser_button(context, match))
    rows = tuple(row for row in (*await more_rows(context, match), *ways) if row)
    card = await context.tools.cards.card(match, say)
    terms = "" if card.alone else terms_line(match.terms, say)
    lines = [seats_line(card, say), terms, banks_line(match, card.names, say)]
    if not match.game.moves:
        lines.append(say("No move has been made yet."))
    if not match.practice and await _may_hint(context, match):
        lines.append(say("A hint is counted below the board; a win after one earns no badge."))
    moves = moves_listed(match.game, say, MOVES_LENGTH)
    return PrivatePanel(
        title=_title(match, say), text="\n".join(filter(None, lines)), code=moves, rows=rows, replace=True
    )


async def more_rows(context: Context, match: Match) -> tuple[Row, ...]:
    """The buttons for everything besides moves and answers that a person may do with a match."""
    say = context.say
    mine = match.side_of(context.player.id) is not None
    rows: list[Row] = []
    if is_playing(match) and mine:
        call_off = (button(match, say("Call off"), Action.CALL_OFF),) if match.may_be_called_off else ()
        takeback = () if match.villages else (button(match, say("Take back"), Action.TAKEBACK),)
        rows.append(
            (
                button(match, say("Offer draw"), Action.DRAW),
                *takeback,
                button(match, say("Resign"), Action.RESIGN, Style.DANGER),
                *call_off,
            )
        )
        swap = (button(match, say("Swap sides"), Action.SWAP),) if match.may_swap(context.player.id) else ()
        told = (button(match, say("Told..."), Action.TOLD),) if may_be_told(context, match) else ()
        plan = (plan_button(match, say),) if may_plan(context, match) else ()
        if row := (*plan, *_of_time(context, match), *swap, *told):
            rows.append(row)
    if may_follow(context, match):
        guessed = may_guess(context, match) and await stands_openly(context, match)
        teams = await context.services.teams.of(match)
        team = to_move(teams, match)
        plays = team is None or team.has(context.player.id)
        guess = (guess_button(match, say, teams),) if guessed and plays else ()
        rows.append((*guess, follow_button(match, say)))
    report = await report_buttons(context, match)
    if row := (
        *say_buttons(context, match),
        *note_buttons(context, match),
        *simul_note_buttons(context, match),
        *report,
    ):
        rows.append(row)
    hint = (button(match, say("Hint"), Action.HINT, argument="1"),) if await _may_hint(context, match) else ()
    analysed = (mine or match.status is Status.OVER) and may_be_analysed(match) and match.game.moves
    analyse = (button(match, say("Analyse"), Action.ANALYSE, argument="0"),) if analysed else ()
    export = (button(match, say("Export..."), Action.EXPORT),) if match.game.moves else ()
    # A live board is looked through where it stands.
    looked_through = match.game.moves and not context.able.draws_boards
    replay = (button(match, say("Replay"), Action.REPLAY),) if looked_through else ()
    rows.append((*hint, *analyse, *replay, *export, button(match, say("Rules"), Action.MATCH_RULES)))
    if match.game.moves:
        film = (film_button(match, say),) if match.status is Status.OVER else ()
        rows.append((*film, button(match, say("Copy position"), Action.COPY_POSITION)))
    return tuple(rows)


async def _may_hint(context: Context, match: Match) -> bool:
    """Is this person offered a hint now?"""
    return is_turn_of(context.player)(match) and not match.counts and await has_hints(context, match)


def _of_time(context: Context, match: Match) -> tuple[Button, ...]:
    """A pause, or the end of one; and a nudge for whoever has the other to move long enough."""
    say, clock = context.say, match.clock
    waits = match.may_nudge(context.player.id, context.now())
    nudge = waits and context.services.matches.computers.keys().isdisjoint(match.to_act)
    nudges = (nudge_button(match, say),) if nudge else ()
    if clock is None or clock.pace.live:
        return nudges
    if clock.halt is Halt.PAUSE:
        return (button(match, say("Go on"), Action.END_PAUSE),)
    if match.villages:
        return ()
    return (button(match, say("Pause..."), Action.PAUSE), *nudges)


def _title(match: Match, say: Words) -> str:
    return f"{match.code} · {game_name(match.game.ruleset, say)}"
