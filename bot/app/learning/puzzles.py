"""``/puzzle``: a position in which one turn is far better than every other, solved with the picker of a match.

Each button holds the puzzle and how far it is solved, so many can solve one at once, also after a restart. What is
kept is the first try of each person: it counts, whatever is pressed after it.
"""

import re
from collections.abc import Iterable, Sequence
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
    DISLIKE = "zd"


HINT, SOLUTION = "h", "s"
"""Behind the step of a button that shows more than the question."""
MINE = "mine"
"""The game of the button for another mistake of one's own."""
FIRST = "main-tapal-empat"
"""The game whose puzzles come first for who has not played any that has some."""
LAST_GAMES = 10
NEAR = 5
"""One of so many puzzles that are nearest to a person's rating is drawn."""
_STEP = re.compile(r"(?:[^/]*:)?([0-9a-f]+?)([0-9])/(.*)")
"""A puzzle, a step of it, and what is picked; the part of a menu before it says only which of two menus it is."""
_GOALS = {
    Goal.WIN: N_("{side} to move and win."),
    Goal.PIECE_UP: N_("{side} to move and win a piece."),
    Goal.DRAW: N_("{side} to move and save the draw."),
    Goal.BETTER: N_("{side} to move: your own match, and there is a better turn than the one you made."),
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


async def puzzle_command(context: Context, game: str, theme: str = "") -> Answer:
    """``/puzzle``: one of a game, or of the last that this person has played; else the games that have some."""
    say, key = context.say, game_key(game)
    wanted = theme_named(theme, say) if theme else None
    if theme and wanted is None:
        text = say("There is no theme called {name}. There are: {themes}.", name=theme[:40], themes=_themes(Theme, say))
        return PrivatePanel(title=say("Puzzles"), text=text, rows=(_menu(say),), replace=True)
    if not game:
        played = await context.services.matches.games_of(context.player.id, LAST_GAMES)
        able = [each for each in (*played, find_ruleset(FIRST), *games()) if _about(each, wanted)]
        return await _new(context, able[0], theme=wanted)
    if key is not None and puzzles_of(find_ruleset(key)):
        ruleset = find_ruleset(key)
        if _about(ruleset, wanted):
            return await _new(context, ruleset, theme=wanted)
        there = [each for each in Theme if _about(ruleset, each)]
        text = say("Puzzles of {game} show: {themes}.", game=game_name(ruleset, say), themes=_themes(there, say))
        return PrivatePanel(title=say("Puzzles"), text=text, rows=(_menu(say),), replace=True)
    if key is None:
        text = say("There is no game called {name}.", name=game[:40])
    else:
        text = say("There are no puzzles of {game} yet.", game=game_name(find_ruleset(key), say))
    return PrivatePanel(title=say("Puzzles"), text=text, rows=(_menu(say),), replace=True)


async def mine_command(context: Context, before: str = "") -> Answer:
    """``/puzzle mine:yes``: a turn of this person that turned a match of theirs, from the day after on."""
    due = await context.services.puzzles.mistakes_due(context.player.id)
    if found := [each for each in due if each.id != before] or due:
        return await ask(context, found[0])
    text = context.say(
        "Nothing of yours is due. When you look at /analyse of a match of yours, up to three of your moves that turned "
        "it come back here the next day, for you alone."
    )
    return PrivatePanel(title=context.say("Puzzles"), text=text, rows=(_menu(context.say),), replace=True)


async def pressed_new(context: Context, data: CallbackData) -> Answer:
    """A game from the menu, or *Another*: ``game`` or ``game:puzzle``, not that one again. Raises BadCallbackData."""
    game, _, before = data.argument.partition(":")
    if game == MINE:
        return await mine_command(context, before)
    ruleset = ruleset_named(game)
    if not puzzles_of(ruleset):
        raise BadCallbackData(str(data))
    return await _new(context, ruleset, before)


async def pressed_show(context: Context, data: CallbackData) -> Answer:
    """A step of a puzzle, with a hint, or its solution. Raises BadCallbackData."""
    puzzle, step, more = await _read(context, data)
    if more not in ("", HINT, SOLUTION):
        raise BadCallbackData(str(data))
    said = await _said_of_try(context, puzzle, solved=False) if more else ""
    if more == SOLUTION:
        return await _solution(context, puzzle, said)
    return await _ask(context, puzzle, step, said=said, hint=more == HINT)


async def pressed_pick(context: Context, data: CallbackData) -> Answer:
    """A piece or point of the turn. Raises BadCallbackData."""
    puzzle, step, argument = await _read(context, data)
    picked = await off_loop_if_long(lambda: read_picks(puzzle.steps[step].game, argument.removeprefix(":")))
    if picked is None:
        raise BadCallbackData(str(data))
    return await _ask(context, puzzle, step, picked)


async def pressed_play(context: Context, data: CallbackData) -> Answer:
    """A whole turn: right or not. Raises BadCallbackData."""
    puzzle, step, argument = await _read(context, data)
    game, say = puzzle.steps[step].game, context.say
    move = await off_loop_if_long(lambda: read_move_argument(game.first_choice, argument.removesuffix("!")))
    if move is None:
        raise BadCallbackData(str(data))
    told = move_text(game.ruleset, move, say)
    if move not in answers(puzzle, step):
        said = say("{move} is not it: another turn is far better.", move=told)
        return await _wrong(context, puzzle, step, (said, await _said_of_try(context, puzzle, solved=False)))
    right = say("Right: {move}.", move=told)
    if step + 1 < len(puzzle.steps):
        said = " ".join(filter(None, (right, _replies(puzzle, puzzle.steps[step], say))))
        return await _ask(context, puzzle, step + 1, said=said)
    return await _solved(context, puzzle, right, await _said_of_try(context, puzzle, solved=True))


async def pressed_dislike(context: Context, data: CallbackData) -> Answer:
    """*A bad puzzle*, of one that this person has tried. Raises BadCallbackData."""
    puzzle, _, _ = await _read(context, data)
    if puzzle.goal is Goal.BETTER or not await context.services.puzzles.dislike(context.player.id, puzzle):
        raise BadCallbackData(str(data))
    text = context.say("Noted. A puzzle that several of the first dislike is given to nobody any more.")
    rows = ((_another(puzzle, context.say, Style.MAIN),), _menu(context.say))
    return PrivatePanel(title=_title(puzzle, context.say), text=text, rows=rows, replace=True)


async def _said_of_try(context: Context, puzzle: Puzzle, *, solved: bool) -> str:
    """Count a try, if it is the first; what it has done, in words."""
    if puzzle.goal is Goal.BETTER:
        if solved:
            await context.services.puzzles.put_right(context.player.id, puzzle)
        return ""
    say, tried = context.say, await context.services.puzzles.tries(context.player.id, puzzle, solved=solved)
    by = say("Solved by {share} %.", share=f"{tried.share * 100:.0f}")
    if not tried.counted:
        return " ".join((say("Only the first try counts."), by))
    change = say("Your puzzle rating: {before} → {after}.", before=f"{tried.before:.0f}", after=f"{tried.after:.0f}")
    days = await context.services.dailies.row_of(context.player.id, puzzle.id)
    if days is None:
        return " ".join((change, by))
    row = say.plural("{count} day.", "{count} days.", days)
    return " ".join((change, by, row, say("A day off a week costs nothing.")))


def theme_named(name: str, say: Words) -> Theme | None:
    """A theme by its name in the language of a person, or as the puzzles have it."""
    wanted = name.strip().casefold()
    return next((each for each in Theme if wanted in (each.value, say(THEMES[each]).casefold())), None)


def _themes(among: Iterable[Theme], say: Words) -> str:
    return ", ".join(say(THEMES[each]) for each in among)


def _about(ruleset: Ruleset, theme: Theme | None) -> list[Puzzle]:
    """The puzzles of a game that show something, or all."""
    return [each for each in puzzles_of(ruleset) if theme is None or theme in each.themes]


async def _read(context: Context, data: CallbackData) -> tuple[Puzzle, int, str]:
    """The puzzle of a button, its step, and the rest of the argument. Raises BadCallbackData."""
    found = _STEP.fullmatch(data.argument)
    puzzle = next((each for ruleset in games() for each in puzzles_of(ruleset) if found and each.id == found[1]), None)
    if found and puzzle is None:
        puzzle = await context.services.puzzles.mistake(context.player.id, found[1])
    if found is None or puzzle is None or int(found[2]) >= len(puzzle.steps):
        raise BadCallbackData(str(data))
    return puzzle, int(found[2]), found[3]


async def _new(context: Context, ruleset: Ruleset, before: str = "", theme: Theme | None = None) -> Answer:
    """A puzzle of a game that this person has not tried, as hard as they are strong; of all once they have tried each.

    It is drawn anew for each request, and is never the one just seen.
    """
    choice = await context.services.puzzles.choice(context.player.id, _about(ruleset, theme), before)
    found = choice.puzzles[: min(choice.untried, NEAR)] or choice.puzzles
    if not found:
        text = context.say("There are no puzzles of {game} yet.", game=game_name(ruleset, context.say))
        return PrivatePanel(title=context.say("Puzzles"), text=text, rows=(_menu(context.say),), replace=True)
    drawn = blake2b(f"{context.player.id} {context.request.event}".encode(), digest_size=8).digest()
    return await _ask(context, found[int.from_bytes(drawn) % len(found)], 0)


async def ask(context: Context, puzzle: Puzzle, said: str = "") -> Answer:
    """The panel of a puzzle from its start."""
    return await _ask(context, puzzle, 0, said=said)


async def _ask(
    context: Context, puzzle: Puzzle, step: int, picked: tuple[int, ...] = (), said: str = "", *, hint: bool = False
) -> Answer:
    """The panel in which the turn of a step is picked."""
    say, game = context.say, puzzle.steps[step].game
    purpose = Picking(PuzzleAction.SHOW, PuzzleAction.PICK, PuzzleAction.PLAY, f"{puzzle.id}{step}/")
    rings = _first_points(puzzle.steps[step]) if hint else ()
    shown = await picking_panel(context, game, purpose, picked, rings)
    text = "\n".join(line for line in (said, goal(puzzle, say), shown.text) if line)
    helps: Row = (
        _button(puzzle, step, say("Hint"), HINT),
        _button(puzzle, step, say("Show"), SOLUTION),
        _another(puzzle, say),
    )
    return replace(shown, title=_title(puzzle, say), text=text, rows=(*shown.rows, helps), confidential=True)


async def _wrong(context: Context, puzzle: Puzzle, step: int, said: tuple[str, str]) -> Answer:
    say = context.say
    again = _button(puzzle, step, say("Once more"), style=Style.MAIN)
    rows = ((again, _button(puzzle, step, say("Show"), SOLUTION), _another(puzzle, say)),)
    return await _panel(context, puzzle, puzzle.steps[step].game, (*said, goal(puzzle, say)), rows)


async def _solved(context: Context, puzzle: Puzzle, right: str, said: str) -> Answer:
    say, themes = context.say, _themes(puzzle.themes, context.say)
    shows = say("Solved: {themes}.", themes=themes) if themes else say("Solved.")
    lines = (right, shows, said, await _rated(context, puzzle))
    again = (_another(puzzle, say, Style.MAIN), _button(puzzle, 0, say("Show"), SOLUTION), *_dislike(puzzle, say))
    return await _panel(context, puzzle, end_of(puzzle), lines, (again, _menu(say)))


async def _solution(context: Context, puzzle: Puzzle, said: str) -> Answer:
    say, game = context.say, puzzle.start
    again = (_another(puzzle, say, Style.MAIN), _button(puzzle, 0, say("Once more")), *_dislike(puzzle, say))
    lines = (goal(puzzle, say), line_text(puzzle, say), said, await _rated(context, puzzle))
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


def line_text(puzzle: Puzzle, say: Words) -> str:
    """The solution in words."""
    ruleset = puzzle.start.ruleset
    told = " ".join(f"{number}. {move_text(ruleset, move, say)}" for number, move in enumerate(puzzle.moves, 1))
    return say("The line: {moves}", moves=told)


def goal(puzzle: Puzzle, say: Words) -> str:
    """What is asked for."""
    return say(_GOALS[puzzle.goal], side=side_name(puzzle.start.ruleset, puzzle.side, say))


async def _rated(context: Context, puzzle: Puzzle) -> str:
    if puzzle.goal is Goal.BETTER:
        return ""
    rating = await context.services.puzzles.rating(puzzle)
    return context.say("This puzzle is rated {rating}.", rating=f"{rating:.0f}")


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


def _dislike(puzzle: Puzzle, say: Words) -> tuple[Button, ...]:
    """The button that votes a puzzle down; of one's own mistakes there is none."""
    if puzzle.goal is Goal.BETTER:
        return ()
    return (Button(say("A bad puzzle"), str(CallbackData(PuzzleAction.DISLIKE, argument=f"{puzzle.id}0/"))),)


def _another(puzzle: Puzzle, say: Words, style: Style = Style.PLAIN) -> Button:
    game = MINE if puzzle.goal is Goal.BETTER else find_ruleset(puzzle.ruleset).short_id
    argument = f"{game}:{puzzle.id}"
    return Button(say("Another"), str(CallbackData(PuzzleAction.NEW, argument=argument)), style)


def _menu(say: Words) -> Menu:
    return Menu(str(CallbackData(PuzzleAction.NEW)), say("Puzzles of which game?"), game_options(games(), say))
