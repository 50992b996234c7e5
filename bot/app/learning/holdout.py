"""``/holdout``: the lost ending of the week, the same for everybody, in which one holds out as long as one can.

What has been played is kept, so a try goes on where it was left, on every platform; each button holds the week and the
ply at which it was offered.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.learning import sharing
from bot.app.learning.positions import closed_here, open_here, picking_panel, position_panel
from bot.app.learning.touched_boards import Touching, touched_move, why_not, why_refused, with_board
from bot.app.moves.move_steps import read_move_argument, read_picks, read_touches
from bot.app.moves.picker import Picking
from bot.app.moves.typed_line import is_turn, read_turn
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context, side_look
from bot.app.requests.study import Study
from bot.app.requests.visibility import for_all, offer_to_all
from bot.app.text.moves import move_text
from bot.app.text.names import game_name, side_name
from bot.chat import Answer, Button, Refusal, Row, Style
from bot.foundation.off_loop import off_loop_if_long
from bot.services.learning.holdouts import Holdout
from bot.words import Words
from engine.game import Game
from engine.moves import Move
from engine.parser import AmbiguousMove, Played, UnsureMove


class HoldoutAction(StrEnum):
    """The buttons of the lost ending of a week."""

    OPEN = "yo"
    PICK = "yk"
    PLAY = "yp"
    PRACTISE = "yn"
    SHARE = "yh"


RESULT = "r"
"""Behind the week of a button that shows the ending as it stands, also where it is over."""
ALL = "all"
"""Behind the week of the button that shows one's line to all."""
_STEP = re.compile(r"(?:[^/]*:)?([0-9]{4}-W[0-9]{2})/(.*)")
"""A week, and what is picked or shown; the part of a menu before it says only which of two menus it is."""


async def holdout_command(context: Context) -> Answer:
    """``/holdout``: the ending of this week as it stands for this person."""
    return await _standing(context, await _of_now(context))


async def pressed_open(context: Context, data: CallbackData) -> Answer:
    """The turn that is to be made, or with ``RESULT`` how a try has ended. Raises BadCallbackData."""
    found, game, more = await _position(context, data)
    if more not in ("", RESULT):
        raise BadCallbackData(str(data))
    if game is None or more == RESULT:
        return await _past(context, found, data)
    return await _ask(context, found, game)


async def pressed_practise(context: Context, data: CallbackData) -> Answer:
    """The ending once more from its start, where a try is over. Raises BadCallbackData."""
    _read(data)
    found = await _of_now(context)
    if found.game.outcome is None:
        return await _standing(context, found)
    return await _ask(context, found, found.ending.start)


async def pressed_pick(context: Context, data: CallbackData) -> Answer:
    """A piece or point of the turn. Raises BadCallbackData."""
    found, game, argument = await _position(context, data)
    if game is None:
        return await _past(context, found, data)
    picked = await off_loop_if_long(lambda: read_picks(game, argument.removeprefix(":")))
    if picked is None:
        raise BadCallbackData(str(data))
    return await _ask(context, found, game, picked)


async def pressed_play(context: Context, data: CallbackData) -> Answer:
    """A whole turn. Raises BadCallbackData."""
    found, game, argument = await _position(context, data)
    if game is None:
        return await _past(context, found, data)
    touches = read_touches(argument)
    if touches and touches.asks_why:
        said, why = await why_not(context, game, touches)
        return await _ask(context, found, game, (), said, *why)
    if touches:
        move = await touched_move(game, touches)
    else:
        move = await off_loop_if_long(lambda: read_move_argument(game.first_choice, argument.removesuffix("!")))
    if move is None:
        raise BadCallbackData(str(data))
    return await _turn(context, found, move)


async def pressed_share(context: Context, data: CallbackData) -> Answer:
    """*Share*, and *Show to all* on its panel: how many turns the first try has held. Raises BadCallbackData."""
    week, shown = _read(data)
    found, say = await _of_now(context), context.say
    if found.week != week or found.held is None or shown not in ("", ALL):
        raise BadCallbackData(str(data))
    line = say(
        "Hold out, week {week}: I held {held} of {longest}",
        week=int(week.partition("W")[2]),
        held=found.held,
        longest=found.ending.longest,
    )
    to_all = await offer_to_all(context, CallbackData(HoldoutAction.SHARE, argument=f"{week}/{ALL}"))
    back = _button(found, HoldoutAction.OPEN, say("Back"), RESULT)
    panel = sharing.panel(context, say("Hold out"), line, to_all, ((back,),))
    return for_all(context, panel) if shown else panel


async def study(context: Context, data: CallbackData) -> Study | None:
    """The texts that may be typed in answer to a panel that asks for a turn. Raises BadCallbackData."""
    found, game, more = await _position(context, data)
    if game is None or more == RESULT:
        return None

    async def reads(text: str) -> bool | None:
        return is_turn(await read_turn(game, text))

    async def plays(text: str) -> Answer:
        if context.is_overheard:
            refused = context.say(
                "This ending is played out of sight of the others: open it, and choose your turn there."
            )
            opens = _button(found, HoldoutAction.OPEN, context.say("Hold out"), RESULT, Style.MAIN)
            return Refusal(text=refused, rows=((opens,),))
        typed = await read_turn(game, text)
        if isinstance(typed, Played):
            return await _turn(context, found, typed.move)
        if isinstance(typed, AmbiguousMove | UnsureMove):
            return await _ask(context, found, game, meant=typed)
        said, why = why_refused(context, game, typed)
        return await _ask(context, found, game, (), said, *why)

    return Study(_title(found, context.say), reads, plays)


async def _of_now(context: Context) -> Holdout:
    return await context.services.holdouts.of_now(context.player.id, context.request.place)


def _read(data: CallbackData) -> tuple[str, str]:
    """The week of a button, and the rest of the argument. Raises BadCallbackData."""
    found = _STEP.fullmatch(data.argument)
    if found is None:
        raise BadCallbackData(str(data))
    return found[1], found[2]


async def _position(context: Context, data: CallbackData) -> tuple[Holdout, Game | None, str]:
    """The ending as it stands, the position of a button, and the rest of its argument; None where the position is past.

    At the start of an ending that is over, practice begins. Raises BadCallbackData.
    """
    week, argument = _read(data)
    found = await _of_now(context)
    game = found.game if found.game.outcome is None else found.ending.start
    return found, game if (week, data.ply) == (found.week, game.ply) else None, argument


async def _past(context: Context, found: Holdout, data: CallbackData) -> Answer:
    """The ending as it stands, after the press of a button of an earlier turn or week."""
    if _read(data)[0] != found.week:
        return await _standing(context, found, context.say("Another week has begun, with another ending."))
    return await _standing(context, found)


async def _turn(context: Context, before: Holdout, move: Move) -> Answer:
    """The answer to a whole turn: what is played against it, or how long it was held."""
    after = await context.services.holdouts.plays(context.player.id, context.request.place, before, move)
    return await _standing(context, after)


async def _standing(context: Context, found: Holdout, said: str = "") -> Answer:
    """The panel of an ending as it stands."""
    if found.game.outcome is None:
        return await _ask(context, found, found.game, said=said)
    return await _over(context, found, said)


async def _ask(
    context: Context,
    found: Holdout,
    game: Game,
    picked: tuple[int, ...] = (),
    said: str = "",
    *also: Button,
    meant: AmbiguousMove | UnsureMove | None = None,
) -> Answer:
    """The panel in which a turn is picked."""
    say = context.say
    purpose = Picking(HoldoutAction.OPEN, HoldoutAction.PICK, HoldoutAction.PLAY, f"{found.week}/", asks=True)
    shown = await picking_panel(context, game, purpose, picked, meant=meant)
    # A turn that is typed in answer to the panel finds its position by this button, or by *Back*, which does the same.
    looks = Button(say("Look again"), str(CallbackData(HoldoutAction.OPEN, ply=game.ply, argument=f"{found.week}/")))
    open_here(context, looks)
    told = "\n".join(filter(None, (said, *await _told(context, found, game))))
    rules = CallbackData(Action.RULES, argument=game.ruleset.short_id)
    others: tuple[Button, ...] = (*also, Button(say("Rules"), str(rules)))
    helps: Row = (looks, *others)
    buttons = [each for row in shown.rows if isinstance(row, tuple) for each in row if isinstance(each, Button)]
    goes_back = any(each.payload == looks.payload for each in buttons)
    text = "\n".join(filter(None, (told, shown.text)))
    panel = replace(
        shown,
        title=_title(found, say),
        text=text,
        rows=(*shown.rows, others if goes_back else helps),
        confidential=True,
    )
    plays = CallbackData(HoldoutAction.PLAY, ply=game.ply, argument=f"{found.week}/")
    return await with_board(
        context, panel, game, Touching(payload=str(plays), side=game.turn, text=told, rows=(helps,))
    )


async def _told(context: Context, found: Holdout, game: Game) -> Sequence[str]:
    """The words above the question: the task at first, then what was played and how many turns are held."""
    say, longest = context.say, found.ending.longest
    practice = say("This is practice: it does not count.") if found.held is not None else ""
    if not game.moves:
        side = side_name(game.ruleset, game.turn, say)
        goal = say(
            "{side} to move, and lost. Hold out as long as you can: {longest} turns are possible.",
            side=side,
            longest=longest,
        )
        counts = practice or say("It is the same for everybody this week, and only the first try counts.")
        return goal, counts, await _record(context, found)
    held = say("You have held {held} of {longest} so far.", held=found.turns, longest=longest)
    return _played(game, say), held, practice


def _played(game: Game, say: Words) -> str:
    """The latest own turn and what was played against it, in words."""
    own = next(ply for ply in reversed(range(game.ply)) if game.positions[ply].turn == game.positions[0].turn)
    turns = [move_text(game.ruleset, move, say) for move in game.moves[own:]]
    if len(turns) == 1:
        return say("You played {move}.", move=turns[0])
    return say("You played {move}, and the answer was {answer}.", move=turns[0], answer=", ".join(turns[1:]))


async def _over(context: Context, found: Holdout, said: str) -> Answer:
    """The panel once no turn is left: how long it was held, and the record of the chat."""
    say, game, longest = context.say, found.game, found.ending.longest
    closed_here(context)
    if found.is_practice:
        held = say("In practice you held {held} of {longest}.", held=found.turns, longest=longest)
        counts = say("Your first try counts: {held} of {longest}.", held=found.held, longest=longest)
    else:
        held, counts = say("You held {held} of {longest}.", held=found.turns, longest=longest), ""
    lines = (said, _played(game, say), held, counts, await _record(context, found))
    again = _button(found, HoldoutAction.PRACTISE, say("Practise"), style=Style.MAIN)
    rows: tuple[Row, ...] = ((again, _button(found, HoldoutAction.SHARE, say("Share"))),)
    scene = scene_of(game, ("", ""), side_look(context, found.ending.side), say)
    panel = await position_panel(context, _title(found, say), [each for each in lines if each], scene, rows)
    touching = Touching(side=found.ending.side, text=panel.text, rows=rows, rests=True)
    return await with_board(context, panel, game, touching)


async def _record(context: Context, found: Holdout) -> str:
    """The record of the chat in a sentence; empty where there is none."""
    record, say = await context.services.holdouts.record(context.request.place, found), context.say
    if record is None:
        return ""
    here = not context.request.place.private
    if record.player == context.player.id:
        return say("That is the record here.") if here else say("That is the record of your chat.")
    if here:
        return say("The record here is {held} ({name}).", held=record.held, name=record.name)
    return say("The record of your chat is {held} ({name}).", held=record.held, name=record.name)


def _button(found: Holdout, action: HoldoutAction, label: str, more: str = "", style: Style = Style.PLAIN) -> Button:
    return Button(label, str(CallbackData(action, argument=f"{found.week}/{more}")), style)


def _title(found: Holdout, say: Words) -> str:
    return f"{say('Hold out')} · {game_name(found.ending.start.ruleset, say)}"
