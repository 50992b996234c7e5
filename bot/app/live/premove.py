"""A premove on a live board: one turn of who waits, planned by touch, whatever the opponent plays."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.app.buttons.callback_data import BadCallbackData
from bot.app.live.live_board import question
from bot.app.requests.context import Context
from bot.app.requests.memory import graph_of
from bot.app.text.moves import move_text, planned_text
from bot.chat import Answer, PremovePosition, Refusal
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.match import Match
from bot.matches.planning import ANY_MOVE, premove_of, turn_ahead
from bot.matches.refusals import ActionRefused, NoPlanHere, NothingPlanned
from engine.game import Game
from engine.moves import Move
from engine.turn_graph import TurnGraph


async def premoved(
    context: Context, code: str, ply: int, turns: Sequence[Sequence[int]], *, drop: bool
) -> PremovePosition | Answer:
    """The turns that one who waits could play if they were to move; the last of ``turns``, by its points, is planned.

    ``drop``: what was planned so is given up, if it is not yet. Raises BadCallbackData for points that make no turn,
    and what the match refuses.
    """
    match = await context.services.matches.get(code)
    match.check_may_premove(context.player.id, ply)
    _check_opponent(context, match)
    event, player, plans = context.request.event, context.player, context.services.plans
    if drop:
        with suppress(NothingPlanned):  # another window of theirs has given it up
            match = await plans.drop_premove(event, player, code)
    elif turns:
        ahead = turn_ahead(match.game)
        move = await off_loop_if_long(lambda: _turn(ahead, turns[-1]))
        if move is None:
            raise BadCallbackData(f"{code} {ply} {turns}")
        match = await plans.premove(event, player, code, move, ply)
    return await _shown(context, match, await _planned(context, match))


async def premove_now(context: Context, code: str) -> PremovePosition | Answer | None:
    """The turn that this person has planned in a match whatever is played; None where there is none.

    Raises UnknownMatch.
    """
    match = await context.services.matches.get(code)
    try:
        match.check_may_premove(context.player.id)
    except ActionRefused:
        return None
    planned = await _planned(context, match)
    return await _shown(context, match, planned) if planned else None


def _check_opponent(context: Context, match: Match) -> None:
    """Raises NoPlanHere against the computer, which answers at once."""
    if not context.services.matches.computers.keys().isdisjoint(match.seats):
        raise NoPlanHere


async def _planned(context: Context, match: Match) -> Move | None:
    return premove_of(await context.services.plans.of(match, context.player.id))


def _turn(ahead: Game, picks: Sequence[int]) -> Move | None:
    """The turn of these points, without what it would cost: it is played only where it costs nothing."""
    step = ahead.first_choice.after(picks)
    return None if step is None or step.stop is None else replace(step.stop, forfeit=None)


async def _shown(context: Context, match: Match, planned: Move | None) -> PremovePosition | Answer:
    say, game, ahead = context.say, match.game, turn_ahead(match.game)
    steps = await graph_of(ahead)
    if steps is None:
        return Refusal(text=say("So many moves are possible here that they cannot be shown on the board."))
    names = await context.tools.cards.names(match, say)
    ask, puts = question(context, replace(match, game=ahead), names)
    told = lapsed = ""
    if planned:
        told = say("You have planned: {line}.", line=planned_text(game, (ANY_MOVE, planned), say))
        move = move_text(game.ruleset, planned, say)
        lapsed = say("Your plan did not fit any more: {move}.", move=move)
    position = game.position
    return PremovePosition(
        code=match.code,
        ply=game.ply,
        cells=position.cells,
        stacks=position.stacks,
        hands=position.hand,
        last=game.moves[-1] if game.moves else None,
        turn=game.turn,
        steps=unpriced(steps),
        ask=ask,
        puts=puts,
        points=planned.path or planned.drops if planned else (),
        planned=told,
        give_up=say("Give the plan up"),
        lapsed=lapsed,
    )


def unpriced(graph: TurnGraph) -> TurnGraph:
    """The graph without what turns cost: nothing is paid for a turn that is only planned or guessed."""
    return TurnGraph(
        tuple(replace(node, steps=tuple(replace(step, price=()) for step in node.steps)) for node in graph.nodes)
    )
