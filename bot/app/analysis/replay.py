"""*Replay*: a match, or a game that was read, turn by turn, for one person alone. Each button names the turn it leads
to, and nothing is kept: several people look through one match at a time, and a restart takes nothing from them.
"""

import asyncio
import re
from dataclasses import replace
from datetime import timedelta

from bot.app.analysis import analysis_text
from bot.app.buttons.callback_data import MENU_OF_PAYLOADS, Action, BadCallbackData, CallbackData
from bot.app.buttons.starts import continue_button
from bot.app.match.shown_game import ShownGame, named_by, of_match
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context
from bot.app.requests.match_resolver import find_played
from bot.app.requests.visibility import check_may_see, is_elsewhere_private
from bot.app.text.moves import turn_told
from bot.app.text.names import ending_sentence
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, cut_at_word
from bot.matches.refusals import NotStarted

LISTED = 25
"""A menu holds at most this many lines on any platform."""
OPTION_LENGTH = 100
_STEP = re.compile(r"([0-9]{1,4})[abz]?")
_CHOOSE = re.compile(r"to([0-9]{1,4})")
SHORTEST = timedelta(minutes=1)
"""The time that a turn took is told from this on."""


async def replay_command(context: Context, code: str) -> Answer:
    """``/replay``: a match by its code, the one answered to, or the latest of this person, from its end.

    Raises UnknownMatch, UnreadableMatch, NoMatchMeant, NotShownHere, NobodyWatches, NotStarted.
    """
    match = await find_played(context, code)
    await check_may_see(context, match)
    confidential = await is_elsewhere_private(context, match)
    return await _turn(context, await of_match(context, match), match.game.ply, confidential=confidential)


async def pressed_replay(context: Context, data: CallbackData) -> Answer:
    """A turn of the replay, or the choice of one: the argument has the number of turns that are made before it.

    Raises BadCallbackData, PasteForgotten, UnknownMatch, UnreadableMatch, NotShownHere, NobodyWatches, NotStarted.
    """
    subject, argument = await named_by(context, data)
    step, choice = _STEP.fullmatch(argument), _CHOOSE.fullmatch(argument)
    if argument and not (step or choice):
        raise BadCallbackData(str(data))
    if choice:
        return await _choice(context, subject, int(choice[1]))
    return await _turn(context, subject, int(step[1]) if step else subject.game.ply)


async def _turn(context: Context, subject: ShownGame, ply: int, *, confidential: bool = False) -> PrivatePanel:
    """The game after so many turns, or after all it has where some were taken back since."""
    say, game = context.say, subject.game
    if not game.moves:
        raise NotStarted
    ply = min(ply, game.ply)
    shown = game if ply == game.ply else await asyncio.to_thread(game.back_to, ply)  # replays them
    lines = [await _told(context, subject, ply)]
    if shown.outcome:
        lines.append(ending_sentence(shown, shown.outcome, subject.names, say))
    return PrivatePanel(
        title=subject.title(say),
        text="\n".join(lines),
        picture=await context.tools.images.picture(scene_of(shown, subject.names, subject.look(context), say), say),
        rows=(_steps(context, subject, ply), _beside(context, subject, ply)),
        replace=True,
        confidential=confidential,
    )


async def _told(context: Context, subject: ShownGame, ply: int) -> str:
    """The turn that led here: its number, what it did, who made it and, in a match, how long that took."""
    say, game, names = context.say, subject.game, subject.names
    if not ply:
        return say.plural("Before the first of {count} turn.", "Before the first of {count} turns.", game.ply)
    mover = game.positions[ply - 1].turn
    told = [] if names[0] == names[1] or not names[mover] else [names[mover]]
    times = await context.services.matches.move_times(subject.code) if subject.match else ()
    if 1 < ply <= len(times) and (took := times[ply - 1] - times[ply - 2]) >= SHORTEST:
        told.append(say.duration(took))
    line = turn_told(game, ply - 1, say)
    return f"{line} ({', '.join(told)})" if told else line


def _steps(context: Context, subject: ShownGame, ply: int) -> tuple[Button, ...]:
    """To the beginning, a turn back, a turn on, to the end; always four, so that each stays under the finger."""
    say, last = context.say, subject.game.ply
    # A message may hold each payload once, and two of them can lead to the same turn.
    steps = (
        ("⏮", say("Beginning"), 0, "a"),
        ("◀", say("A turn back"), max(ply - 1, 0), "b"),
        ("▶", say("A turn on"), min(ply + 1, last), ""),
        ("⏭", say("End"), last, "z"),
    )
    return tuple(
        replace(subject.button(sign, Action.REPLAY, argument=f"{to}{mark}"), name=name, disabled=to == ply)
        for sign, name, to, mark in steps
    )


def _beside(context: Context, subject: ShownGame, ply: int) -> tuple[Button, ...]:
    """The buttons for all else that can be done with a game that is looked through."""
    say, open_to_all = context.say, subject.may_be_analysed
    choose = (subject.button(say("Go to..."), Action.REPLAY, argument=f"to{ply}"),) if subject.game.ply > 1 else ()
    analyse = (subject.button(say("Analyse"), Action.ANALYSE, argument="0"),) if open_to_all else ()
    may_go_on = open_to_all and subject.game.may_go_on_from(ply)
    go_on = (continue_button(subject.start(ply), say),) if may_go_on else ()
    return (*choose, *analyse, *go_on, subject.button(say("Export..."), Action.EXPORT), *subject.keep(say))


async def _choice(context: Context, subject: ShownGame, ply: int) -> PrivatePanel:
    """The page that asks for a turn: where the game turned, if that is known, and turns all along it.

    The board stays: not every platform can change a picture into a text.
    """
    if not subject.game.moves:
        raise NotStarted
    say, game = context.say, subject.game
    found = context.tools.analysis_queue.found(game) if subject.may_be_analysed else None
    options = [
        _option(subject, point.ply + 1, analysis_text.sentence(game, point, say))
        for point in (found.turning_points if found else ())
    ]
    known = {option.value for option in options}
    free = LISTED - len(options)
    spread = sorted({1 + round(at * (game.ply - 1) / (free - 1)) for at in range(free)})
    others = (_option(subject, to, turn_told(game, to - 1, say)) for to in spread)
    options += [option for option in others if option.value not in known]
    back = subject.button(say("Back"), Action.REPLAY, argument=f"{ply}")
    panel = await _turn(context, subject, ply)
    menu = Menu(MENU_OF_PAYLOADS, say("Go to..."), tuple(options))
    return replace(panel, text=say("Which turn?"), rows=(menu, (back,)))


def _option(subject: ShownGame, ply: int, label: str) -> Option:
    return Option(cut_at_word(label, OPTION_LENGTH), str(subject.data(Action.REPLAY, f"{ply}")))
