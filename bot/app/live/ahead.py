"""Turns that are expected, on a live board: of the player who waits and plans an answer, the match some moves ahead;
of whoever looks on and guesses, the present one.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.buttons.callback_data import BadCallbackData
from bot.app.live.live_board import question
from bot.app.live.premove import unpriced
from bot.app.moves import guessing
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
from bot.matches.refusals import NoPlanHere, NotDueInTeam
from bot.matches.team import to_move
from engine.game import Game
from engine.turn_graph import TurnGraph


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
    shown = _position(match, game, steps, puts)
    return replace(
        shown,
        answers=answers,
        ask=ask,
        planned=" ".join(told),
        confirm=say("Plan it"),
        give_up=say("Give the plan up"),
    )


async def guessed_ahead(
    context: Context, code: str, ply: int, turns: Sequence[Sequence[int]]
) -> AheadPosition | Answer:
    """A match for somebody who looks on and guesses its next turn; the first of ``turns``, by its points, is what they
    guess from now on.

    Where too many turns are possible for a live board, it is the panel of the chats. Raises BadCallbackData for points
    that make no turn, NotDueInTeam, and what ``check_may_guess`` and a guess raise.
    """
    match = await context.services.matches.get(code)
    await guessing.check_may_guess(context, match, at=ply)
    line = await off_loop_if_long(lambda: _line(match.game, turns[:1]))
    if line is None:
        raise BadCallbackData(f"{code} {ply} {turns}")
    team = to_move(await context.services.teams.of(match), match)
    if team and team.due and team.due.player != context.player.id:
        raise NotDueInTeam(team.due.name)
    if line:
        await guessing.note(context, match, line[0])
    steps = await context.tools.turn_graphs.of(match)
    if steps is None:
        return await guessing.picker(context, match)
    names = await context.tools.cards.names(match, context.say)
    asked, puts = question(context, match, names)
    return replace(
        _position(match, match.game, unpriced(steps), puts),
        ask=f"{guessing.asked(match, names, context.say)} {asked}",
        planned=await guessing.told(context, match),
    )


def _position(match: Match, game: Game, steps: TurnGraph | None, puts: tuple[str, ...]) -> AheadPosition:
    """The position of a ``game`` that goes on from a match, without the words about it."""
    position = game.position
    return AheadPosition(
        code=match.code,
        ply=match.game.ply,
        cells=position.cells,
        stacks=position.stacks,
        hands=position.hand,
        last=game.moves[-1] if game.moves else None,
        turn=game.turn,
        answers=False,
        steps=steps,
        ask="",
        puts=puts,
        planned="",
        confirm="",
        give_up="",
    )
