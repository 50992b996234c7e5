"""``/puzzle``: a position in which one turn is far better than every other, solved with the picker of a match.

Nothing is kept: each button holds the puzzle and how far it is solved, so many can solve one at once, also after a
restart.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from hashlib import blake2b

from bot.app.buttons.callback_data import BadCallbackData, CallbackData, ruleset_named
from bot.app.learning.positions import picking_panel, position_panel
from bot.app.moves.move_steps import read_move_argument, read_picks
from bot.app.moves.picker import Picking
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context, side_look
from bot.app.text.moves import move_text
from bot.app.text.names import game_name, game_options, side_name
from bot.chat import Answer, Button, Menu, PrivatePanel, Row, Style
from bot.chat.games import game_key
from bot.services.off_loop import off_loop_if_long
from bot.words import N_, Words
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.moves import Move
from engine.puzzles import Goal, Puzzle, Step, Theme, answers, end_of, puzzles_of
from engine.ruleset import Ruleset


class PuzzleAction(StrEnum):
    """The buttons of puzzles."""

    NEW = "pz"
    SHOW = "zs"
    PICK = "zk"
    PLAY = "zp"


HINT, SOLUTION = "h", "s"
"""Behind the step of a button that shows more than the question."""
FIRST = "main-tapal-empat"
"""The game whose puzzles come first for who has not played any that has some."""
LAST_GAMES = 10
_STEP = re.compile(r"(?:[^/]*:)?([0-9a-f]+?)([0-9])/(.*)")
"""A puzzle, a step of it, and what is picked; the part of a menu before it says only which of two menus it is."""
_GOALS = {
    Goal.WIN: N_("{side} to move and win."),
    Goal.PIECE_UP: N_("{side} to move and win a piece."),
    Goal.DRAW: N_("{side} to move and save the draw."),
}
THEMES = {
    Theme.TAKES_2: N_("takes two"),
    Theme.TAKES_3: N_("takes three"),
    Theme.TAKES_4: N_("takes four or more"),
    Theme.SACRIFICE: N_("a sacrifice"),
    Theme.PROMOTION: N_("a promotion"),
    Theme.BLOCKS: N_("shuts a piece in"),
    Theme.TRAP: N_("a trap"),
    Theme.DRAW: N_("saves the draw"),
    Theme.NO_CAPTURE: N_("must not capture"),
}
"""What a line shows; it is told once the puzzle is solved."""


def games() -> list[Ruleset]:
    """The games that have puzzles."""
    return [ruleset for ruleset in rulesets() if puzzles_of(ruleset)]


async def puzzle_command(context: Context, game: str) -> Answer:
    """``/puzzle``: one of a game, or of the last that this person has played; else the games that have some."""
    say, key = context.say, game_key(game)
    if not game:
        played = await context.services.matches.games_of(context.player.id, LAST_GAMES)
        return await _new(context, next((each for each in played if puzzles_of(each)), find_ruleset(FIRST)))
    if key is not None and puzzles_of(find_ruleset(key)):
        return await _new(context, find_ruleset(key))
    if key is None:
        text = say("There is no game called {name}.", name=game[:40])
    else:
        text = say("There are no puzzles of {game} yet.", game=game_name(find_ruleset(key), say))
    return PrivatePanel(title=say("Puzzles"), text=text, rows=(_menu(say),), replace=True)


async def pressed_new(context: Context, data: CallbackData) -> Answer:
    """A game from the menu, or *Another*: ``game`` or ``game:puzzle``, not that one again. Raises BadCallbackData."""
    game, _, before = data.argument.partition(":")
    ruleset = ruleset_named(game)
    if not puzzles_of(ruleset):
        raise BadCallbackData(str(data))
    return await _new(context, ruleset, before)


async def pressed_show(context: Context, data: CallbackData) -> Answer:
    """A step of a puzzle, with a hint, or its solution. Raises BadCallbackData."""
    puzzle, step, more = _read(data)
    if more == SOLUTION:
        return await _solution(context, puzzle)
    if more not in ("", HINT):
        raise BadCallbackData(str(data))
    return await _ask(context, puzzle, step, hint=more == HINT)


async def pressed_pick(context: Context, data: CallbackData) -> Answer:
    """A piece or point of the turn. Raises BadCallbackData."""
    puzzle, step, argument = _read(data)
    picked = await off_loop_if_long(lambda: read_picks(puzzle.steps[step].game, argument.removeprefix(":")))
    if picked is None:
        raise BadCallbackData(str(data))
    return await _ask(context, puzzle, step, picked)


async def pressed_play(context: Context, data: CallbackData) -> Answer:
    """A whole turn: right or not. Raises BadCallbackData."""
    puzzle, step, argument = _read(data)
    game, say = puzzle.steps[step].game, context.say
    move = await off_loop_if_long(lambda: read_move_argument(game.first_choice, argument.removesuffix("!")))
    if move is None:
        raise BadCallbackData(str(data))
    told = move_text(game.ruleset, move, say)
    if move not in answers(puzzle, step):
        return await _wrong(context, puzzle, step, say("{move} is not it: another turn is far better.", move=told))
    right = say("Right: {move}.", move=told)
    if step + 1 < len(puzzle.steps):
        said = " ".join(filter(None, (right, _replies(puzzle, puzzle.steps[step], say))))
        return await _ask(context, puzzle, step + 1, said=said)
    return await _solved(context, puzzle, right)


def _read(data: CallbackData) -> tuple[Puzzle, int, str]:
    """The puzzle of a button, its step, and the rest of the argument. Raises BadCallbackData."""
    found = _STEP.fullmatch(data.argument)
    puzzle = next((each for ruleset in games() for each in puzzles_of(ruleset) if found and each.id == found[1]), None)
    if found is None or puzzle is None or int(found[2]) >= len(puzzle.steps):
        raise BadCallbackData(str(data))
    return puzzle, int(found[2]), found[3]


async def _new(context: Context, ruleset: Ruleset, before: str = "") -> Answer:
    """A puzzle of a game by chance: another for each request, and never the one just seen."""
    found = [each for each in puzzles_of(ruleset) if each.id != before] or list(puzzles_of(ruleset))
    drawn = blake2b(f"{context.player.id} {context.request.event}".encode(), digest_size=8).digest()
    return await _ask(context, found[int.from_bytes(drawn) % len(found)], 0)


async def _ask(
    context: Context, puzzle: Puzzle, step: int, picked: tuple[int, ...] = (), said: str = "", *, hint: bool = False
) -> Answer:
    """The panel in which the turn of a step is picked."""
    say, game = context.say, puzzle.steps[step].game
    purpose = Picking(PuzzleAction.SHOW, PuzzleAction.PICK, PuzzleAction.PLAY, f"{puzzle.id}{step}/")
    rings = _first_points(puzzle.steps[step]) if hint else ()
    shown = await picking_panel(context, game, purpose, picked, rings)
    text = "\n".join(line for line in (said, _goal(puzzle, say), shown.text) if line)
    helps: Row = (
        _button(puzzle, step, say("Hint"), HINT),
        _button(puzzle, step, say("Show"), SOLUTION),
        _another(puzzle, say),
    )
    return replace(shown, title=_title(puzzle, say), text=text, rows=(*shown.rows, helps), confidential=True)


async def _wrong(context: Context, puzzle: Puzzle, step: int, said: str) -> Answer:
    say = context.say
    again = _button(puzzle, step, say("Once more"), style=Style.MAIN)
    rows = ((again, _button(puzzle, step, say("Show"), SOLUTION), _another(puzzle, say)),)
    return await _panel(context, puzzle, puzzle.steps[step].game, (said, _goal(puzzle, say)), rows)


async def _solved(context: Context, puzzle: Puzzle, right: str) -> Answer:
    say = context.say
    themes = ", ".join(say(THEMES[each]) for each in puzzle.themes)
    lines = (right, say("Solved: {themes}.", themes=themes) if themes else say("Solved."), _rated(puzzle, say))
    again = (_another(puzzle, say, Style.MAIN), _button(puzzle, 0, say("Show"), SOLUTION))
    return await _panel(context, puzzle, end_of(puzzle), lines, (again, _menu(say)))


async def _solution(context: Context, puzzle: Puzzle) -> Answer:
    say, game = context.say, puzzle.start
    told = " ".join(f"{number}. {move_text(game.ruleset, move, say)}" for number, move in enumerate(puzzle.moves, 1))
    again = (_another(puzzle, say, Style.MAIN), _button(puzzle, 0, say("Once more")))
    lines = (_goal(puzzle, say), say("The line: {moves}", moves=told), _rated(puzzle, say))
    return await _panel(context, puzzle, game, lines, (again, _menu(say)), puzzle.moves[0])


async def _panel(
    context: Context,
    puzzle: Puzzle,
    game: Game,
    lines: Sequence[str],
    rows: tuple[Row, ...],
    advice: Move | None = None,
) -> Answer:
    scene = replace(scene_of(game, ("", ""), side_look(context, puzzle.side), context.say), advice=advice)
    return await position_panel(context, _title(puzzle, context.say), lines, scene, rows)


def _title(puzzle: Puzzle, say: Words) -> str:
    named = say("Puzzle")
    return f"{named} · {game_name(find_ruleset(puzzle.ruleset), say)}"


def _goal(puzzle: Puzzle, say: Words) -> str:
    return say(_GOALS[puzzle.goal], side=side_name(puzzle.start.ruleset, puzzle.side, say))


def _rated(puzzle: Puzzle, say: Words) -> str:
    return say("This puzzle is rated {rating}.", rating=puzzle.rating)


def _replies(puzzle: Puzzle, step: Step, say: Words) -> str:
    """What is played by itself after a step."""
    if not step.then:
        return ""
    told = ", ".join(move_text(puzzle.start.ruleset, move, say) for move in step.then)
    return say("Then {moves} is played.", moves=told)


def _first_points(step: Step) -> tuple[int, ...]:
    """Where the turn begins, or where its pieces are put."""
    move = step.answers[0]
    return (move.origin,) if move.path else move.drops[:1]


def _button(puzzle: Puzzle, step: int, label: str, more: str = "", style: Style = Style.PLAIN) -> Button:
    return Button(label, str(CallbackData(PuzzleAction.SHOW, argument=f"{puzzle.id}{step}/{more}")), style)


def _another(puzzle: Puzzle, say: Words, style: Style = Style.PLAIN) -> Button:
    argument = f"{find_ruleset(puzzle.ruleset).short_id}:{puzzle.id}"
    return Button(say("Another"), str(CallbackData(PuzzleAction.NEW, argument=argument)), style)


def _menu(say: Words) -> Menu:
    return Menu(str(CallbackData(PuzzleAction.NEW)), say("Puzzles of which game?"), game_options(games(), say))
