"""Planning an answer on a live board: the match some moves ahead, under the hand of the player who waits."""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.buttons.callback_data import BadCallbackData
from bot.app.live.live_board import question
from bot.app.moves.planning import after, picker
from bot.app.requests.context import Context
from bot.app.requests.match_resolver import may_plan
from bot.app.requests.memory import graph_of
from bot.app.text.moves import move_text, planned_text
from bot.app.text.names import ending_sentence
from bot.chat import AheadPosition, Answer
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.match import Match
from bot.matches.planning import Line
from bot.matches.refusals import NoPlanHere
from engine.game import Game


async def planned_ahead(
    context: Context, code: str, ply: int, turns: Sequence[Sequence[int]], *, drop: bool
) -> AheadPosition | Answer:
    """A match after the turns that are expected, by the points touched; planned if they end with an own answer.

    Where too many turns are possible for a live board, it is the panel of the chats. ``drop``: the plan is given up.
    Raises BadCallbackData for points that make no turn, and what the match refuses.
    """
    match = await context.services.matches.get(code)
    match.check_may_plan(context.player.id, ply)
    if not may_plan(context, match):
        raise NoPlanHere
    event, player = context.request.event, context.player
    if drop:
        match = await context.services.plans.drop(event, player, code)
        return await _ahead(context, match, ())
    line = await off_loop_if_long(lambda: _line(match.game, turns))
    if line is None:
        raise BadCallbackData(f"{code} {ply} {turns}")
    if line and after(match.game, line[:-1]).turn != match.game.turn:
        match = await context.services.plans.add(event, player, code, line, ply)
        line = ()
    return await _ahead(context, match, line)


def _line(game: Game, turns: Sequence[Sequence[int]]) -> Line | None:
    """The moves of these points, one after the other; None where they are none."""
    line = []
    for picks in turns:
        step = None if game.outcome else game.first_choice.after(picks)
        if step is None or step.stop is None:
            return None
        line.append(step.stop)
        game = game.play(step.stop)
    return tuple(line)


async def _ahead(context: Context, match: Match, line: Line) -> AheadPosition | Answer:
    say, game = context.say, after(match.game, line)
    names = await context.tools.cards.names(match, say)
    ahead = replace(match, game=game)
    steps = None if game.outcome else await graph_of(game)
    if steps is None and not game.outcome:
        return await picker(context, match, line)
    answers = game.turn != match.game.turn
    asked, puts = question(context, ahead, names)
    if game.outcome:
        ask = ending_sentence(game, game.outcome, names, say)
    elif answers:
        ask = f"{say('What do you answer to {move}?', move=move_text(game.ruleset, line[-1], say))} {asked}"
    else:
        ask = f"{say('What do you expect {name} to play?', name=names[game.turn])} {asked}"
    planned = await context.services.plans.of(match, context.player.id)
    told = [say("You have planned: {line}.", line=planned_text(match.game, each, say)) for each in planned]
    position = game.position
    return AheadPosition(
        code=match.code,
        ply=match.game.ply,
        cells=position.cells,
        stacks=position.stacks,
        hands=position.hand,
        last=game.moves[-1] if game.moves else None,
        turn=game.turn,
        answers=answers,
        steps=steps,
        ask=ask,
        puts=puts,
        planned=" ".join(told),
        confirm=say("Plan it"),
        give_up=say("Give the plan up"),
    )
