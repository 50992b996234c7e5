"""``/learn``: a game is learned in up to seven small positions, each with a task, in a panel of one's own.

Each button holds the game and the lesson, so a panel works for ever, also after a restart. Kept is only which lessons
somebody has done.
"""

import re
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.buttons.study import lesson_button, lesson_step
from bot.app.learning.lesson_words import rule_told, task_told, topic_title
from bot.app.learning.positions import closed_here, open_here, picking_panel, position_panel
from bot.app.learning.touched_boards import (
    Touching,
    choice_graph,
    marks_of,
    points_of,
    touched_move,
    why_not,
    why_refused,
    with_board,
)
from bot.app.moves.move_entry import why_button
from bot.app.moves.move_steps import read_move_argument, read_picks, read_touches
from bot.app.moves.picker import Picking
from bot.app.moves.typed_line import is_turn, read_turn
from bot.app.pictures.images import scene_of
from bot.app.play.learn_offer import learn_button
from bot.app.requests.context import Context, side_look
from bot.app.requests.game_chooser import Purpose, families_panel, family_of, family_panel, named_games, versions_menu
from bot.app.requests.study import Study
from bot.app.text.moves import move_text
from bot.app.text.names import game_name
from bot.app.text.reasons import move_sentence
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Row, Style
from bot.chat.games import game_key
from bot.foundation.off_loop import off_loop_if_long
from bot.words import Words
from engine.game import Game
from engine.games import find_ruleset
from engine.lessons import CHOSEN, Lesson, LessonTask, lessons_of
from engine.moves import Move
from engine.parser import AmbiguousMove, IllegalMove, Played, UnsureMove
from engine.refusal import Refusal
from engine.ruleset import Ruleset
from renderer import Route, Scene, Target


class LessonAction(StrEnum):
    """The buttons of lessons."""

    PICK = "lk"
    PLAY = "lj"
    CHOOSE = "lh"


SOLUTION = "s"
"""Behind the lesson of a button that shows what is right."""
LEVEL = "1"
"""The level of the computer against which the last lesson ends."""
_STEP = re.compile(r"(?:[^/]*:)?([a-z]{2,4})([0-9])/(.*)")
"""A game, a lesson of it, and what is picked; the part of a menu before it says only which of two menus it is."""
_POINT = re.compile(r"[a-z][0-9]{1,2}")
_POINTS = re.compile(rf"\s*{_POINT.pattern}(?:[\s,x:>~-]+{_POINT.pattern})*[\s.!]*")
"""Points and nothing else."""


async def learn_command(context: Context, game: str, number: str) -> Answer:
    """``/learn``: a lesson of a game by its number, the lessons of a game, or the games to choose from."""
    key, say = game_key(game), context.say
    if key is None:
        purpose = _purpose(say)
        return named_games(context, purpose, game) if game else await families_panel(context, purpose)
    ruleset = find_ruleset(key)
    lessons = lessons_of(ruleset)
    if not lessons:
        text = say("There are no lessons of {game} yet.", game=game_name(ruleset, say))
        return replace(await families_panel(context, _purpose(say)), text=text)
    if not number:
        return await _list(context, ruleset)
    if number in {str(each) for each in range(1, len(lessons) + 1)}:
        return await _ask(context, lessons[int(number) - 1], int(number) - 1)
    return await _list(context, ruleset, say("Lessons have the numbers 1 to {last}.", last=len(lessons)))


def _purpose(say: Words) -> Purpose:
    prompt = " ".join((say("Seven small tasks teach a game."), say("Which game do you want to learn?")))
    return Purpose(say("Learn"), prompt, "learn", Action.LEARN_FAMILY, Action.LEARN)


async def pressed_family(context: Context, data: CallbackData) -> Answer:
    """A family of games that can be learned. Raises BadCallbackData."""
    return await family_panel(context, _purpose(context.say), family_of(data.argument))


async def pressed_list(context: Context, data: CallbackData) -> Answer:
    """A game from the menu, or *All lessons*. Raises BadCallbackData."""
    ruleset = ruleset_named(data.argument)
    if not lessons_of(ruleset):
        raise BadCallbackData(str(data))
    return await _list(context, ruleset)


async def pressed_open(context: Context, data: CallbackData) -> Answer:
    """A lesson, or what is right in it. Raises BadCallbackData."""
    lesson, number, more = _read(data)
    if more == SOLUTION:
        return await _shown(context, lesson, number)
    if more:
        raise BadCallbackData(str(data))
    return await _ask(context, lesson, number)


async def pressed_pick(context: Context, data: CallbackData) -> Answer:
    """A piece or point of the turn. Raises BadCallbackData."""
    lesson, number, argument = _read(data)
    if lesson.task in CHOSEN:
        raise BadCallbackData(str(data))
    picked = await off_loop_if_long(lambda: read_picks(lesson.start, argument.removeprefix(":")))
    if picked is None:
        raise BadCallbackData(str(data))
    return await _ask(context, lesson, number, picked)


async def pressed_play(context: Context, data: CallbackData) -> Answer:
    """A whole turn: what was asked for, or not. Raises BadCallbackData."""
    lesson, number, argument = _read(data)
    game = lesson.start
    if lesson.task in CHOSEN:
        raise BadCallbackData(str(data))
    touches = read_touches(argument)
    if touches and touches.asks_why:
        said, why = await why_not(context, game, touches)
        return await _ask(context, lesson, number, (), said, *why)
    if touches:
        move = await touched_move(game, touches)
    else:
        move = await off_loop_if_long(lambda: read_move_argument(game.first_choice, argument.removesuffix("!")))
    if move is None:
        raise BadCallbackData(str(data))
    return await _turn(context, lesson, number, move)


async def _turn(context: Context, lesson: Lesson, number: int, move: Move) -> Answer:
    """The answer to a whole turn: what was asked for, or not."""
    game, say = lesson.start, context.say
    told = move_text(game.ruleset, move, say)
    if lesson.accepts(move):
        return await _right(context, lesson, number, (say("Right: {move}.", move=told),), game.play(move))
    said = say("{move} is allowed, but not what is asked for here.", move=told)
    return await _wrong(context, lesson, number, said)


async def pressed_choose(context: Context, data: CallbackData) -> Answer:
    """One of the choices of a lesson: the right one, or not. Raises BadCallbackData."""
    lesson, number, argument = _read(data)
    if touches := read_touches(argument):
        if touches.asks_why:
            return await _ask(context, lesson, number)
        chosen = [each for each in lesson.choices if points_of(lesson, each) == touches.points]
    else:
        chosen = [each for at, each in enumerate(lesson.choices) if argument == str(at)]
    if not chosen:
        raise BadCallbackData(str(data))
    return await _choice(context, lesson, number, chosen[0])


async def _choice(context: Context, lesson: Lesson, number: int, choice: str) -> Answer:
    """The answer to one of the choices: the right one, or not."""
    say = context.say
    refusal = lesson.refusal_of(choice)
    reason = _reason(lesson, refusal, say) if refusal else ""
    if choice == lesson.options[0]:
        right = say("Right: {move}.", move=choice)
        lines = tuple(line for line in (right, reason) if line)
        return await _right(context, lesson, number, lines)
    if refusal:
        why = why_button(lesson.ruleset, IllegalMove(refusal, ()), say)
        return await _wrong(context, lesson, number, reason, why)
    return await _wrong(context, lesson, number, say("{move} is allowed.", move=choice))


async def study(context: Context, data: CallbackData) -> Study | None:
    """The texts that may be typed in answer to a panel that asks for a turn or a choice. Raises BadCallbackData."""
    lesson, number, more = _read(data)
    if more != SOLUTION:
        return None
    game, title = lesson.start, _title(lesson, number, context.say)

    def chosen(text: str) -> str | None:
        if not _POINTS.fullmatch(text.casefold()):
            return None
        names = tuple(_POINT.findall(text.casefold()))
        return next((each for each in lesson.choices if names == tuple(_POINT.findall(each))), None)

    async def reads(text: str) -> bool | None:
        if lesson.task in CHOSEN:
            return True if chosen(text) else None
        return is_turn(await read_turn(game, text))

    async def plays(text: str) -> Answer:
        if choice := chosen(text) if lesson.task in CHOSEN else None:
            return await _choice(context, lesson, number, choice)
        typed = await read_turn(game, text)
        if isinstance(typed, Played):
            return await _turn(context, lesson, number, typed.move)
        if isinstance(typed, AmbiguousMove | UnsureMove):
            return await _ask(context, lesson, number, meant=typed)
        said, why = why_refused(context, game, typed)
        return await _ask(context, lesson, number, (), said, *why)

    return Study(title, reads, plays)


def _read(data: CallbackData) -> tuple[Lesson, int, str]:
    """The lesson of a button, its number, and the rest of the argument. Raises BadCallbackData."""
    found = _STEP.fullmatch(data.argument)
    if found is None:
        raise BadCallbackData(str(data))
    lessons, number = lessons_of(ruleset_named(found[1])), int(found[2])
    if number >= len(lessons):
        raise BadCallbackData(str(data))
    return lessons[number], number, found[3]


def _reason(lesson: Lesson, refusal: Refusal, say: Words) -> str:
    return move_sentence(lesson.start, IllegalMove(refusal, ()), say)


async def _list(context: Context, ruleset: Ruleset, said: str = "") -> Answer:
    """The lessons of a game to choose from, those that are done with a tick."""
    say, lessons = context.say, lessons_of(ruleset)
    done = await context.services.learning.done(context.player.id, ruleset.key)
    options = []
    for number, lesson in enumerate(lessons):
        title = f"{number + 1} · {topic_title(lesson, say)}"
        options.append(Option(f"✓ {title}" if lesson.topic in done else title, lesson_step(ruleset, number)))
    left = [number for number, each in enumerate(lessons) if each.topic not in done]
    if left:
        first = lesson_button(ruleset, left[0], say("Go on") if done else say("Begin"), style=Style.MAIN)
    else:
        first = _level(ruleset, say)
    menu = Menu(str(CallbackData(Action.LESSON)), say("Which lesson?"), tuple(options))
    return PrivatePanel(
        title=f"{say('Learn')} · {game_name(ruleset, say)}",
        text=said or say("Done: {done} of {count}.", done=len(options) - len(left), count=len(options)),
        rows=((first,), menu, *filter(None, (versions_menu(context, ruleset, CallbackData(Action.LEARN)),))),
        replace=True,
        confidential=True,
    )


async def _ask(
    context: Context,
    lesson: Lesson,
    number: int,
    picked: tuple[int, ...] = (),
    said: str = "",
    *also: Button,
    meant: AmbiguousMove | UnsureMove | None = None,
) -> Answer:
    """The panel in which a lesson is done."""
    say = context.say
    open_here(context, lesson_button(lesson.ruleset, number, "", SOLUTION))
    ruleset = lesson.ruleset
    helps: Row = (
        *also,
        lesson_button(ruleset, number, say("Show"), SOLUTION),
        learn_button(ruleset, say("All lessons")),
    )
    told = (said or "\n".join(rule_told(lesson, say)), task_told(lesson, say))
    if lesson.task in CHOSEN:
        panel = await position_panel(
            context, _title(lesson, number, say), told, _scene(context, lesson), (_choices(lesson, number), helps)
        )
        return await with_board(
            context, panel, lesson.start, replace(_chosen(lesson, number, say), text=panel.text, rows=panel.rows)
        )
    purpose = Picking(Action.LESSON, LessonAction.PICK, LessonAction.PLAY, lesson_step(ruleset, number), asks=True)
    shown = await picking_panel(context, lesson.start, purpose, picked, meant=meant)
    text = "\n".join(line for line in (*told, shown.text) if line)
    panel = replace(shown, title=_title(lesson, number, say), text=text, rows=(*shown.rows, helps), confidential=True)
    plays = CallbackData(LessonAction.PLAY, argument=lesson_step(ruleset, number))
    words = "\n".join(line for line in told if line)
    touching = Touching(payload=str(plays), side=lesson.start.turn, text=words, rows=(helps,))
    return await with_board(context, panel, lesson.start, touching)


async def _wrong(context: Context, lesson: Lesson, number: int, said: str, *also: Button) -> Answer:
    """The lesson once more, with why not."""
    return await _ask(context, lesson, number, (), said, *also)


async def _right(
    context: Context, lesson: Lesson, number: int, said: tuple[str, ...], after: Game | None = None
) -> Answer:
    """The panel when the task is done; ``after`` is the game after the turn, where the task was a turn."""
    say, side = context.say, lesson.start.turn
    closed_here(context)
    await context.services.learning.note(context.player.id, lesson.ruleset.key, lesson.topic)
    scene = scene_of(after, ("", ""), side_look(context, side), say) if after else _scene(context, lesson)
    rows = _onward(lesson, number, say)
    panel = await position_panel(context, _title(lesson, number, say), said, scene, rows)
    touching = Touching(side=side, text=panel.text, rows=rows, rests=True)
    return await with_board(context, panel, after or lesson.start, touching)


async def _shown(context: Context, lesson: Lesson, number: int) -> Answer:
    """The panel with the right answer of a lesson."""
    say, ruleset = context.say, lesson.ruleset
    closed_here(context)
    if lesson.task in CHOSEN:
        told, scene = lesson.options[0], _scene(context, lesson)
    else:
        told = move_text(ruleset, lesson.answer, say)
        scene = replace(
            scene_of(lesson.start, ("", ""), side_look(context, lesson.start.turn), say), advice=lesson.answer
        )
    lines = (task_told(lesson, say), say("This is right: {move}.", move=told))
    again: Row = (lesson_button(ruleset, number, say("Once more")),)
    rows = (again, *_onward(lesson, number, say))
    panel = await position_panel(context, _title(lesson, number, say), lines, scene, rows)
    marks = _drawn(points_of(lesson, told)) if lesson.task in CHOSEN else marks_of(lesson.answer)
    touching = Touching(side=lesson.start.turn, text=panel.text, rows=rows, marks=marks, rests=True)
    return await with_board(context, panel, lesson.start, touching)


def _drawn(way: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The points of a choice in arrows; a single one in a ring."""
    return tuple(pairwise(way)) or tuple((point, point) for point in way)


def _chosen(lesson: Lesson, number: int, say: Words) -> Touching:
    """The choices under the hand: one of them is touched, or its button is pressed."""
    ways = [points_of(lesson, each) for each in lesson.choices]
    data = CallbackData(LessonAction.CHOOSE, argument=lesson_step(lesson.ruleset, number))
    return Touching(
        payload=str(data),
        side=lesson.start.turn,
        text="",
        rows=(),
        marks=tuple(mark for way in ways for mark in _drawn(way)),
        steps=choice_graph(ways),
        ask=task_told(lesson, say),
    )


def _onward(lesson: Lesson, number: int, say: Words) -> tuple[Row, ...]:
    """The way on: to the next lesson, and from the last one to a match."""
    ruleset = lesson.ruleset
    whole = learn_button(ruleset, say("All lessons"))
    if number + 1 < len(lessons_of(ruleset)):
        return ((lesson_button(ruleset, number + 1, say("Next"), style=Style.MAIN), whole),)
    return ((_level(ruleset, say), whole),)


def _level(ruleset: Ruleset, say: Words) -> Button:
    """*Play level 1*: a match against the weakest computer."""
    data = CallbackData(Action.LEVEL, argument=f"{ruleset.short_id}::{LEVEL}")
    return Button(say("Play level {level}", level=LEVEL), str(data), Style.GOOD)


def _choices(lesson: Lesson, number: int) -> Row:
    """The choices, numbered as in the picture where they are moves."""
    moves = lesson.task is LessonTask.REFUSE
    return tuple(
        Button(
            f"{index + 1} · {choice}" if moves else choice,
            str(CallbackData(LessonAction.CHOOSE, argument=f"{lesson.ruleset.short_id}{number}/{index}")),
        )
        for index, choice in enumerate(lesson.choices)
    )


def _scene(context: Context, lesson: Lesson) -> Scene:
    """The position with its choices drawn."""
    game = lesson.start
    scene = replace(scene_of(game, ("", ""), side_look(context, game.turn), context.say), last=None)
    index = game.ruleset.board.index
    if lesson.task is LessonTask.FIND:
        return replace(scene, targets=tuple(Target(index[each], each) for each in lesson.choices))
    routes = tuple(
        Route(tuple(index[point] for point in _POINT.findall(choice)), (), str(number))
        for number, choice in enumerate(lesson.choices, 1)
    )
    return replace(scene, routes=routes)


def _title(lesson: Lesson, number: int, say: Words) -> str:
    of = say("Lesson {number} of {count}", number=number + 1, count=len(lessons_of(lesson.ruleset)))
    return f"{of} · {topic_title(lesson, say)}"
