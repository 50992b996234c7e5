"""Planning an answer while the opponent thinks: what they may play, and what is played then. Nobody else sees it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.app.boards.match_message import button, plan_button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.moves.move_entry import why_button
from bot.app.moves.move_steps import move_argument, read_move_argument, read_picks
from bot.app.moves.picker import Panel, Picking
from bot.app.moves.typed_line import split_code
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context, match_look
from bot.app.requests.match_resolver import NoMatchMeant, Wanted, find_match, is_turn_of, may_plan
from bot.app.text.moves import move_text, planned_text, price_of
from bot.app.text.names import game_name
from bot.app.text.reasons import move_sentence
from bot.chat import Answer, PrivatePanel, Refusal, Style
from bot.foundation.off_loop import off_loop_if_long
from bot.matches.limits import LINE_OF_PLAN
from bot.matches.match import Match
from bot.matches.planning import Line
from bot.matches.refusals import ActionRefused, OwnTurnToPlan
from bot.words import N_, Words
from engine.game import Game
from engine.moves import Move
from engine.parser import IllegalMove, MoveError, parse_move

_AFTER_EACH = "/"
"""Ends each expected move in a payload."""
FURTHER = 12
"""A payload has room for another answer after expected moves of at most so many characters."""


class DeclinesUnsaid(ActionRefused):
    """A planned move declines a capture and does not say so."""

    sentence = N_("{move} declines a capture and costs a piece. Write {move}! if you mean it.")

    move: str


async def if_command(context: Context, text: str, code: str) -> Answer:
    """``/if d6-e5 f4xd6``: plan an answer; without moves the panel in which it is chosen."""
    code, text = await split_code(context, code, text.strip())
    wanted = Wanted(lambda match: may_plan(context, match), CallbackData(Action.PLAN), acts=False)
    try:
        match = await find_match(context, code, wanted)
    except NoMatchMeant:
        if any(map(is_turn_of(context.player), (await context.listed()).matches)):
            raise OwnTurnToPlan from None
        raise
    match.check_may_plan(context.player.id)
    if not text:
        return await planned_or_picker(context, match)
    game, line = match.game, []
    for typed in text.split():
        try:
            played = await off_loop_if_long(partial(parse_move, game.ruleset, game.position, typed, (), game.barred))
        except MoveError as error:
            say = context.say
            why = ((why_button(game.ruleset, error, say),),) if isinstance(error, IllegalMove) else ()
            return Refusal(title=say("Not planned"), text=move_sentence(game, error, say), rows=why, replace=True)
        if price_of(game, played.move) and not played.consent:
            raise DeclinesUnsaid(move_text(game.ruleset, played.move, context.say))
        line.append(played.move)
        game = game.play(played.move)
    return await _planned(context, match, tuple(line))


async def pressed_plan(context: Context, data: CallbackData) -> Answer:
    """*Plan an answer*: what is planned, or the panel in which the next move of a line is picked."""
    match, expected = await _expected(context, data, data.argument)
    return await picker(context, match, expected) if data.argument else await planned_or_picker(context, match)


async def pressed_pick(context: Context, data: CallbackData) -> Answer:
    """A piece or point of a planned move."""
    before, _, argument = data.argument.rpartition(_AFTER_EACH)
    match, expected = await _expected(context, data, before)
    game = after(match.game, expected)
    picked = await off_loop_if_long(lambda: read_picks(game, argument.removeprefix(":")))
    if picked is None:
        raise BadCallbackData(str(data))
    return await picker(context, match, expected, picked)


async def pressed_play(context: Context, data: CallbackData) -> Answer:
    """A whole move of a line: one of the opponent asks for its answer, with the answer the line is planned."""
    match, line = await _expected(context, data, data.argument)
    if not line:
        raise BadCallbackData(str(data))
    answers = after(match.game, line[:-1]).turn != match.game.turn
    return await _planned(context, match, line) if answers else await picker(context, match, line)


async def pressed_drop(context: Context, data: CallbackData) -> Answer:
    """*Give the plan up*."""
    match = await context.services.plans.drop(context.request.event, context.player, data.code)
    say = context.say
    return PrivatePanel(
        title=_title(match, say),
        text=say("Nothing is planned any more."),
        rows=((plan_button(match, say),),),
        replace=True,
    )


async def planned_or_picker(context: Context, match: Match) -> Answer:
    """The plan of this person in a match, or the panel to plan something."""
    match.check_may_plan(context.player.id)
    lines = await context.services.plans.of(match, context.player.id)
    return await _plan_panel(context, match, lines) if lines else await picker(context, match, ())


async def _planned(context: Context, match: Match, line: Line) -> Answer:
    planned = await context.services.plans.add(context.request.event, context.player, match.code, line, match.game.ply)
    return await _plan_panel(context, planned, planned.plan, line)


async def _plan_panel(context: Context, match: Match, lines: Sequence[Line], newest: Line = ()) -> Answer:
    """The plan, with the board as it would stand after its newest line."""
    say = context.say
    shown = replace(match, game=after(match.game, newest))
    names = await context.tools.cards.names(match, say)
    text = [
        say("This is played at once if it comes so. Nobody else sees it; any other move ends it."),
        *(planned_text(match.game, line, say) for line in lines),
    ]
    buttons = [button(match, say("Plan another"), Action.PLAN, argument=_AFTER_EACH)]
    before = _argument(match.game, newest)
    if newest and len(newest) + 2 <= LINE_OF_PLAN and len(before) <= FURTHER and not shown.game.outcome:
        buttons.append(button(match, say("And after that?"), Action.PLAN, argument=before))
    buttons.append(button(match, say("Give the plan up"), Action.DROP_PLAN, Style.DANGER))
    return PrivatePanel(
        title=_title(match, say),
        text="\n".join(text),
        picture=await context.tools.images.picture(scene_of(shown.game, names, match_look(context, match), say), say),
        rows=(tuple(buttons),),
        replace=True,
    )


async def picker(context: Context, match: Match, expected: Line, picked: tuple[int, ...] = ()) -> Answer:
    """The panel in which the next move of a line is picked, on the position after the moves before it."""
    say = context.say
    ahead = replace(match, game=after(match.game, expected))
    before = _argument(match.game, expected)
    purpose = Picking(Action.PLAN, Action.PICK_PLANNED, Action.PLAY_PLANNED, before or _AFTER_EACH, len(expected))
    names = await context.tools.cards.names(match, say)
    panel = Panel(ahead.code, ahead.game, names, match_look(context, match), say, purpose)
    page = await off_loop_if_long(lambda: panel.page(picked))
    shown = await panel.answer(context.tools.images, page)
    if ahead.game.turn == match.game.turn:
        asked = say("What do you expect {name} to play?", name=names[match.game.turn])
    else:
        last = move_text(match.game.ruleset, expected[-1], say)
        asked = say("What do you answer to {move}?", move=last)
    return replace(shown, text=f"{asked}\n{shown.text}")


async def _expected(context: Context, data: CallbackData, argument: str) -> tuple[Match, Line]:
    """The match of a button, and the moves that stand in its argument. Raises BadCallbackData."""
    match = await context.services.matches.get(data.code)
    match.check_may_plan(context.player.id, data.ply)
    game, line = match.game, []
    for part in filter(None, argument.split(_AFTER_EACH)):
        named = part.rpartition(":")[2].removesuffix("!")
        move = None
        if not game.outcome:
            move = await off_loop_if_long(partial(_named_move, game, named))
        if move is None:
            raise BadCallbackData(str(data))
        line.append(move)
        game = game.play(move)
    return match, tuple(line)


def _named_move(game: Game, named: str) -> Move | None:
    return read_move_argument(game.first_choice, named)


def after(game: Game, line: Line) -> Game:
    """The game after the moves of a line."""
    for move in line:
        game = game.play(move)
    return game


def _argument(game: Game, line: Line) -> str:
    """The moves of a line for a payload, each with its end."""
    parts = []
    for move in line:
        parts.append(f"{move_argument(game.first_choice, move)}{_AFTER_EACH}")
        game = game.play(move)
    return "".join(parts)


def _title(match: Match, say: Words) -> str:
    return f"{match.code} · {game_name(match.game.ruleset, say)}"
