"""``/puzzle``: a position in which one turn is far better than every other, solved with the picker of a match.

Each button holds the puzzle and how far it is solved, so many can solve one at once, also after a restart. What is
kept is the first try of each person: it counts, whatever is pressed after it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from hashlib import blake2b

from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.buttons.study import puzzle_step
from bot.app.learning import sharing
from bot.app.learning.positions import closed_here, open_here, picking_panel, position_panel
from bot.app.learning.puzzle_pool import games, puzzle_named, puzzles_there
from bot.app.learning.touched_boards import Touching, marks_of, touched_move, why_not, why_refused, with_board
from bot.app.moves.move_steps import read_move_argument, read_picks, read_touches
from bot.app.moves.picker import Picking
from bot.app.moves.typed_line import is_turn, read_turn
from bot.app.pictures.images import scene_of
from bot.app.requests.context import Context, side_look
from bot.app.requests.game_chooser import usual_game
from bot.app.requests.study import Study
from bot.app.requests.visibility import for_all, offer_to_all
from bot.app.text.moves import move_text
from bot.app.text.names import game_name, game_options, side_name
from bot.chat import Answer, Button, Menu, PrivatePanel, Row, Style
from bot.chat.games import game_key
from bot.foundation.off_loop import off_loop_if_long
from bot.words import LANGUAGES, N_, Words, words
from engine.game import Game
from engine.games import find_ruleset
from engine.moves import Move
from engine.parser import AmbiguousMove, Played, UnsureMove
from engine.puzzles import Goal, Puzzle, Step, Theme, answers, end_of
from engine.ruleset import Ruleset


class PuzzleAction(StrEnum):
    """The buttons of puzzles."""

    NEW = "pz"
    PICK = "zk"
    PLAY = "zp"
    DISLIKE = "zd"
    SHARE = "zh"


HINT, SOLUTION = "h", "s"
"""Behind the step of a button that shows more than the question."""
ALL = "all"
"""Behind the puzzle of the button that shows one's line to all."""
MINE = "mine"
"""The game of the button for another mistake of one's own."""
FIRST = "main-tapal-empat"
"""The game whose puzzles come first for who has not played any that has some."""
LAST_GAMES = 10
NEAR = 5
"""One of so many puzzles that are nearest to a person's rating is drawn."""
_MARKS = dict(zip(Theme, "ghijklmno", strict=True))
"""The themes in buttons, one letter that is no digit of a puzzle's name: they have little room."""
OWN = "p"
"""In the place of a theme: a mistake of one's own."""
_THEME_OF = {mark: theme for theme, mark in _MARKS.items()}
_STEP = re.compile(r"(?:[^/]*:)?([0-9a-f]+?)([0-9])([g-p]?)/(.*)")
"""A puzzle, a step of it, the theme that was asked for, and what is picked; the part of a menu before it says only
which of two menus it is.
"""
_BEFORE = re.compile(r"([0-9a-f]*)([g-p]?)")
"""The puzzle just seen, and the theme that was asked for."""
_GOALS = {
    Goal.WIN: N_("{side} to move and win."),
    Goal.PIECE_UP: N_("{side} to move and win a piece."),
    Goal.DRAW: N_("{side} to move and save the draw."),
    Goal.BETTER: N_("{side} to move: your own match, and there is a better turn than the one played."),
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


@dataclass(frozen=True)
class Asked:
    """A puzzle as it is asked for: of a ``theme`` where its person wants those that show it."""

    puzzle: Puzzle
    theme: Theme | None = None

    @property
    def mark(self) -> str:
        """The theme in a button; empty for any. A mistake has a mark of its own, as a puzzle that was found here may be
        of its position.
        """
        if self.puzzle.goal is Goal.BETTER:
            return OWN
        return _MARKS[self.theme] if self.theme else ""

    def at(self, step: int) -> str:
        """A step of it, before what is picked there."""
        return puzzle_step(self.puzzle.id, step, self.mark)


async def puzzle_command(context: Context, game: str, theme: str = "") -> Answer:
    """``/puzzle``: one of a game, or of the last that this person has played; else the games that have some."""
    say, key = context.say, game_key(game)
    wanted = theme_named(theme) if theme else None
    if theme and wanted is None:
        there = ", ".join(map(say, await themes_there(context, game)))
        text = say("There is no theme called {name}. There are: {themes}.", name=theme[:40], themes=there)
        return PrivatePanel(title=say("Puzzles"), text=text, rows=(_menu(context),), replace=True)
    if not game:
        return await _of_last_game(context, wanted)
    if key is not None and (every := await _about(context, find_ruleset(key), None)):
        ruleset = find_ruleset(key)
        if among := [each for each in every if wanted is None or wanted in each.themes]:
            return await _new(context, ruleset, among, theme=wanted)
        there = ", ".join(map(say, await themes_there(context, key)))
        text = say("Puzzles of {game} show: {themes}.", game=game_name(ruleset, say), themes=there)
        return PrivatePanel(title=say("Puzzles"), text=text, rows=(_menu(context),), replace=True)
    if key is None:
        text = say("There is no game called {name}.", name=game[:40])
    else:
        text = say("There are no puzzles of {game} yet.", game=game_name(find_ruleset(key), say))
    return PrivatePanel(title=say("Puzzles"), text=text, rows=(_menu(context),), replace=True)


async def _of_last_game(context: Context, wanted: Theme | None) -> Answer:
    """One of the last game that this person has played and that has some, else of the game that is usual in the place,
    else of the first that has.
    """
    played = await context.services.matches.games_of(context.player.id, LAST_GAMES)
    have = games(await context.services.site_puzzles.games_found())
    usual = usual_game(await context.community())
    before = [each for each in (*played, usual) if each in have]
    for each in (*before, find_ruleset(FIRST), *have):
        if among := await _about(context, each, wanted):
            return await _new(context, each, among, theme=wanted)
    return await _new(context, find_ruleset(FIRST), (), theme=wanted)


async def mine_command(context: Context, before: str = "") -> Answer:
    """``/puzzle mine:yes``: a turn that turned a match of this person, from the day after on."""
    due = await context.services.puzzles.mistakes_due(context.player.id)
    if found := [each for each in due if each.id != before] or due:
        return await ask(context, found[0])
    text = context.say(
        "Nothing of yours is due. When you look at /analyse of a match of yours, up to three of your moves that turned "
        "it come back here the next day, for you alone. Save as puzzle there keeps a move of the other side too."
    )
    return PrivatePanel(title=context.say("Puzzles"), text=text, rows=(_menu(context),), replace=True)


async def pressed_better_turn(context: Context, data: CallbackData) -> Answer:
    """A mistake of this person's own of which they were told. Raises BadCallbackData."""
    found = await context.services.puzzles.mistake(context.player.id, data.argument)
    if found is None:
        raise BadCallbackData(str(data))
    return await ask(context, found)


async def pressed_new(context: Context, data: CallbackData) -> Answer:
    """A game from the menu, or *Another*: ``game`` or ``game:puzzle``, not that one again, but of the theme that was
    asked for. Raises BadCallbackData.
    """
    game, _, rest = data.argument.partition(":")
    found = _BEFORE.fullmatch(rest)
    if found is None:
        raise BadCallbackData(str(data))
    if game == MINE:
        return await mine_command(context, found[1])
    ruleset, theme = ruleset_named(game), _THEME_OF.get(found[2])
    among = await _about(context, ruleset, theme)
    if not among:
        raise BadCallbackData(str(data))
    return await _new(context, ruleset, among, found[1], theme)


async def pressed_show(context: Context, data: CallbackData) -> Answer:
    """A step of a puzzle, with a hint, or its solution. Raises BadCallbackData."""
    asked, step, more = await _read(context, data)
    if more not in ("", HINT, SOLUTION):
        raise BadCallbackData(str(data))
    said = await _said_of_try(context, asked.puzzle, solved=False) if more else ""
    if more == SOLUTION:
        return await _solution(context, asked, said)
    return await _ask(context, asked, step, said=said, hint=more == HINT)


async def pressed_pick(context: Context, data: CallbackData) -> Answer:
    """A piece or point of the turn. Raises BadCallbackData."""
    asked, step, argument = await _read(context, data)
    picked = await off_loop_if_long(lambda: read_picks(asked.puzzle.steps[step].game, argument.removeprefix(":")))
    if picked is None:
        raise BadCallbackData(str(data))
    return await _ask(context, asked, step, picked)


async def pressed_play(context: Context, data: CallbackData) -> Answer:
    """A whole turn: right or not. Raises BadCallbackData."""
    asked, step, argument = await _read(context, data)
    game = asked.puzzle.steps[step].game
    touches = read_touches(argument)
    if touches and touches.asks_why:
        said, why = await why_not(context, game, touches)
        return await _ask(context, asked, step, (), said, *why)
    if touches:
        move = await touched_move(game, touches)
    else:
        move = await off_loop_if_long(lambda: read_move_argument(game.first_choice, argument.removesuffix("!")))
    if move is None:
        raise BadCallbackData(str(data))
    return await _turn(context, asked, step, move)


async def _turn(context: Context, asked: Asked, step: int, move: Move) -> Answer:
    """The answer to a whole turn: right or not."""
    puzzle, say = asked.puzzle, context.say
    told = move_text(puzzle.start.ruleset, move, say)
    if move not in answers(puzzle, step):
        said = say("{move} is not it: another turn is far better.", move=told)
        return await _wrong(context, asked, step, (said, await _said_of_try(context, puzzle, solved=False)))
    right = say("Right: {move}.", move=told)
    if step + 1 < len(puzzle.steps):
        said = " ".join(filter(None, (right, _replies(puzzle, puzzle.steps[step], say))))
        return await _ask(context, asked, step + 1, said=said)
    return await _solved(context, asked, right, await _said_of_try(context, puzzle, solved=True))


async def study(context: Context, data: CallbackData) -> Study | None:
    """The texts that may be typed in answer to a panel that asks for a turn. Raises BadCallbackData."""
    asked, step, more = await _read(context, data)
    if more not in ("", HINT):
        return None
    game, title = asked.puzzle.steps[step].game, _title(asked.puzzle, context.say)

    async def reads(text: str) -> bool | None:
        return is_turn(await read_turn(game, text))

    async def plays(text: str) -> Answer:
        of_day = await context.services.dailies.latest(context.request.place) if context.is_overheard else None
        if of_day and of_day.puzzle == asked.puzzle.id:
            return sharing.in_private(context, of_day)
        typed = await read_turn(game, text)
        if isinstance(typed, Played):
            return await _turn(context, asked, step, typed.move)
        if isinstance(typed, AmbiguousMove | UnsureMove):
            return await _ask(context, asked, step, meant=typed)
        said, why = why_refused(context, game, typed)
        return await _ask(context, asked, step, (), said, *why)

    return Study(title, reads, plays)


async def pressed_dislike(context: Context, data: CallbackData) -> Answer:
    """*A bad puzzle*, of one that this person has tried. Raises BadCallbackData."""
    asked, _, _ = await _read(context, data)
    puzzle = asked.puzzle
    if puzzle.goal is Goal.BETTER or not await context.services.puzzles.dislike(context.player.id, puzzle):
        raise BadCallbackData(str(data))
    text = context.say("Noted. A puzzle that several of the first dislike is given to nobody any more.")
    rows = ((_another(asked, context.say, Style.MAIN),), _menu(context))
    return PrivatePanel(title=_title(puzzle, context.say), text=text, rows=rows, replace=True)


async def pressed_share(context: Context, data: CallbackData) -> Answer:
    """*Share*, and *Show to all* on its panel: a puzzle, with ``ALL`` behind it for all. Raises BadCallbackData."""
    name, _, shown = data.argument.partition(":")
    puzzle = await puzzle_named(context.services, name)
    line = await sharing.line_of(context, puzzle) if puzzle else None
    if puzzle is None or line is None or shown not in ("", ALL):
        raise BadCallbackData(str(data))
    back = _button(Asked(puzzle), 0, context.say("Back"), SOLUTION)
    to_all = await offer_to_all(context, CallbackData(PuzzleAction.SHARE, argument=f"{name}:{ALL}"))
    panel = sharing.panel(context, context.say("Puzzle of the day"), line, to_all, ((back,),))
    return for_all(context, panel) if shown else panel


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
    change = say(
        "Your puzzle rating goes from {before} to {after}.", before=f"{tried.before:.0f}", after=f"{tried.after:.0f}"
    )
    days = await context.services.dailies.row_of(context.player.id, puzzle.id)
    if days is None:
        return " ".join((change, by))
    row = say.plural("{count} day.", "{count} days.", days)
    return " ".join((change, by, row, say("A day off a week costs nothing.")))


@cache
def _theme_names() -> Mapping[str, Theme]:
    """The themes by what they are called in every language, also without the article, and as the puzzles have them."""
    labels = {say(label).casefold(): theme for theme, label in THEMES.items() for say in map(words, LANGUAGES)}
    plain = {name.removeprefix("a "): theme for name, theme in labels.items()}
    return plain | labels | {theme.value: theme for theme in Theme}


def theme_named(name: str) -> Theme | None:
    """A theme by its name in any language, or as the puzzles have it."""
    return _theme_names().get(" ".join(name.casefold().split()))


def theme_in(text: str, given: Mapping[str, str]) -> str | None:
    """Words of a typed line that name a theme; None for others."""
    return text if theme_named(text) else None


async def themes_there(context: Context, game: str) -> list[str]:
    """The themes that puzzles of a game show, or all puzzles where none is named, as messages in English."""
    key = game_key(game)
    every = await _about(context, find_ruleset(key), None) if key else []
    return [label for theme, label in THEMES.items() if key is None or any(theme in each.themes for each in every)]


async def _about(context: Context, ruleset: Ruleset, theme: Theme | None) -> list[Puzzle]:
    """The puzzles of a game that show something, or all."""
    there = await puzzles_there(context.services, ruleset)
    return [each for each in there if theme is None or theme in each.themes]


async def _read(context: Context, data: CallbackData) -> tuple[Asked, int, str]:
    """The puzzle of a button, its step, and the rest of the argument. Raises BadCallbackData."""
    found = _STEP.fullmatch(data.argument)
    if found is None:
        raise BadCallbackData(str(data))
    name, step, mark, rest = found.groups()
    puzzle = None if mark == OWN else await puzzle_named(context.services, name)
    # A mistake of one's own had no mark at first.
    puzzle = puzzle or await context.services.puzzles.mistake(context.player.id, name)
    if puzzle is None or int(step) >= len(puzzle.steps):
        raise BadCallbackData(str(data))
    return Asked(puzzle, _THEME_OF.get(mark)), int(step), rest


async def _new(
    context: Context, ruleset: Ruleset, among: Sequence[Puzzle], before: str = "", theme: Theme | None = None
) -> Answer:
    """A puzzle of a game that this person has not tried, as hard as they are strong; of all once they have tried each.

    It is drawn anew for each request, and is never the one just seen.
    """
    choice = await context.services.puzzles.choice(context.player.id, among, before)
    near = choice.puzzles[: min(choice.untried, NEAR)] or choice.puzzles
    lot = int.from_bytes(blake2b(f"{context.player.id} {context.request.event}".encode(), digest_size=8).digest())
    first = lot % len(near) if near else 0
    found = next((each for each in (*near[first:], *near[:first], *choice.puzzles) if each.is_playable), None)
    if found is None:
        text = context.say("There are no puzzles of {game} yet.", game=game_name(ruleset, context.say))
        return PrivatePanel(title=context.say("Puzzles"), text=text, rows=(_menu(context),), replace=True)
    return await _ask(context, Asked(found, theme), 0)


async def ask(context: Context, puzzle: Puzzle, said: str = "") -> Answer:
    """The panel of a puzzle from its start."""
    return await _ask(context, Asked(puzzle), 0, said=said)


async def _ask(
    context: Context,
    asked: Asked,
    step: int,
    picked: tuple[int, ...] = (),
    said: str = "",
    *also: Button,
    hint: bool = False,
    meant: AmbiguousMove | UnsureMove | None = None,
) -> Answer:
    """The panel in which the turn of a step is picked."""
    say, puzzle = context.say, asked.puzzle
    game = puzzle.steps[step].game
    purpose = Picking(Action.PUZZLE, PuzzleAction.PICK, PuzzleAction.PLAY, asked.at(step), asks=True)
    rings = _first_points(puzzle.steps[step]) if hint else ()
    if rings:
        think = say("Think about {point}.", point=game.ruleset.board.points[rings[0]])
        said = " ".join(filter(None, (think, said)))
    shown = await picking_panel(context, game, purpose, picked, rings, meant)
    open_here(context, _button(asked, step, "", HINT))
    text = "\n".join(line for line in (said, goal(puzzle, say), shown.text) if line)
    helps: Row = (
        *also,
        _button(asked, step, say("Hint"), HINT),
        _button(asked, step, say("Show"), SOLUTION),
        _another(asked, say),
    )
    panel = replace(shown, title=_title(puzzle, say), text=text, rows=(*shown.rows, helps), confidential=True)
    told = "\n".join(line for line in (said, goal(puzzle, say)) if line)
    marks = tuple((point, point) for point in rings)
    touching = Touching(payload=_plays(asked, step), side=puzzle.side, text=told, rows=(helps,), marks=marks)
    return await with_board(context, panel, game, touching)


async def _wrong(context: Context, asked: Asked, step: int, said: tuple[str, str]) -> Answer:
    say, puzzle = context.say, asked.puzzle
    again = _button(asked, step, say("Once more"), style=Style.MAIN)
    rows = ((again, _button(asked, step, say("Show"), SOLUTION), _another(asked, say), *await _share(context, puzzle)),)
    game = puzzle.steps[step].game
    panel = await _panel(context, puzzle, game, (*said, goal(puzzle, say)), rows)
    # On a board the next try is made at once.
    own = ((_button(asked, step, say("Hint"), HINT), *rows[0][1:]),)
    touching = Touching(payload=_plays(asked, step), side=puzzle.side, text=panel.text, rows=own)
    return await with_board(context, panel, game, touching)


async def _solved(context: Context, asked: Asked, right: str, said: str) -> Answer:
    say, puzzle = context.say, asked.puzzle
    closed_here(context)
    themes = ", ".join(say(THEMES[each]) for each in puzzle.themes)
    shows = say("Solved: {themes}.", themes=themes) if themes else say("Solved.")
    lines = (right, shows, said, await _rated(context, puzzle))
    again = (_another(asked, say, Style.MAIN), _button(asked, 0, say("Show"), SOLUTION), *_dislike(asked, say))
    rows = ((*await _share(context, puzzle), *again), _menu(context))
    return await _panel(context, puzzle, end_of(puzzle), lines, rows)


async def _solution(context: Context, asked: Asked, said: str) -> Answer:
    say, puzzle = context.say, asked.puzzle
    closed_here(context)
    again = (_another(asked, say, Style.MAIN), _button(asked, 0, say("Once more")), *_dislike(asked, say))
    lines = (goal(puzzle, say), line_text(puzzle, say), said, await _rated(context, puzzle))
    rows = ((*again, *await _share(context, puzzle)), _menu(context))
    return await _panel(context, puzzle, puzzle.start, lines, rows, puzzle.moves[0])


async def _panel(
    context: Context,
    puzzle: Puzzle,
    game: Game,
    lines: Sequence[str],
    rows: tuple[Row, ...],
    advice: Move | None = None,
) -> PrivatePanel:
    scene = replace(scene_of(game, ("", ""), side_look(context, puzzle.side), context.say), advice=advice)
    panel = await position_panel(context, _title(puzzle, context.say), lines, scene, rows)
    marks = marks_of(advice) if advice else ()
    touching = Touching(side=puzzle.side, text=panel.text, rows=rows, marks=marks, rests=True)
    return await with_board(context, panel, game, touching)


async def _share(context: Context, puzzle: Puzzle) -> tuple[Button, ...]:
    """*Share*, where this is the puzzle of a day that this person has tried."""
    if puzzle.goal is Goal.BETTER or await sharing.line_of(context, puzzle) is None:
        return ()
    return (Button(context.say("Share"), str(CallbackData(PuzzleAction.SHARE, argument=puzzle.id))),)


def _plays(asked: Asked, step: int) -> str:
    """The payload of the board on which a step is touched."""
    return str(CallbackData(PuzzleAction.PLAY, argument=asked.at(step)))


def _title(puzzle: Puzzle, say: Words) -> str:
    named = say("Puzzle")
    return f"{named} · {game_name(find_ruleset(puzzle.ruleset), say)}"


def line_text(puzzle: Puzzle, say: Words) -> str:
    """The solution in words."""
    ruleset = puzzle.start.ruleset
    told = " ".join(f"{number}. {move_text(ruleset, move, say)}" for number, move in enumerate(puzzle.moves, 1))
    return say("The line: {moves}", moves=told)


def goal(puzzle: Puzzle, say: Words) -> str:
    """The goal of a puzzle, in words."""
    return say(_GOALS[puzzle.goal], side=side_name(puzzle.start.ruleset, puzzle.side, say))


async def _rated(context: Context, puzzle: Puzzle) -> str:
    if puzzle.goal is Goal.BETTER:
        return ""
    rating = await context.services.puzzles.rating(puzzle)
    return context.say("This puzzle is rated {rating}.", rating=f"{rating:.0f}")


def _replies(puzzle: Puzzle, step: Step, say: Words) -> str:
    """The moves that are played by themselves after a step, in words."""
    if not step.then:
        return ""
    told = ", ".join(move_text(puzzle.start.ruleset, move, say) for move in step.then)
    return say("Then {moves} is played.", moves=told)


def _first_points(step: Step) -> tuple[int, ...]:
    """The point where the turn begins, or where its first piece is put."""
    move = step.answers[0]
    return (move.origin,) if move.path else move.drops[:1]


def _button(asked: Asked, step: int, label: str, more: str = "", style: Style = Style.PLAIN) -> Button:
    return Button(label, str(CallbackData(Action.PUZZLE, argument=f"{asked.at(step)}{more}")), style)


def _dislike(asked: Asked, say: Words) -> tuple[Button, ...]:
    """The button that votes a puzzle down; of one's own mistakes there is none."""
    if asked.puzzle.goal is Goal.BETTER:
        return ()
    return (Button(say("A bad puzzle"), str(CallbackData(PuzzleAction.DISLIKE, argument=asked.at(0)))),)


def _another(asked: Asked, say: Words, style: Style = Style.PLAIN) -> Button:
    puzzle = asked.puzzle
    game = MINE if puzzle.goal is Goal.BETTER else find_ruleset(puzzle.ruleset).short_id
    argument = f"{game}:{puzzle.id}{asked.mark}"
    return Button(say("Another"), str(CallbackData(PuzzleAction.NEW, argument=argument)), style)


def _menu(context: Context) -> Menu:
    say, there = context.say, games(context.services.site_puzzles.games)
    return Menu(str(CallbackData(PuzzleAction.NEW)), say("Puzzles of which game?"), game_options(there, say))
