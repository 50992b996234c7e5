"""The parts of the command line that need no database: lists, moves, counts, text boards, pictures."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from bot.app.pictures.images import result_labels
from bot.foundation.errors import UserError
from bot.words import words
from engine.endings import perft, playable_moves
from engine.foreign_position import read_position
from engine.game import Game
from engine.games import UnknownRuleset, find_ruleset, rulesets
from engine.moves import Move, play
from engine.notation import format_move
from engine.parser import MoveError, parse_move
from engine.position import InvalidPosition, Position, start_position
from engine.ruleset import Ruleset
from engine.textboard import text_board
from renderer import Scene, draw


class UsageError(UserError):
    """The command line makes no sense; the message is one line for standard error."""

    status = 2


def games(_: Namespace) -> Iterator[str]:
    """``papan games``: one ruleset a line, its key, its name and its aliases."""
    width = max(len(ruleset.key) for ruleset in rulesets())
    for ruleset in rulesets():
        aliases = f" (also: {', '.join(ruleset.aliases)})" if ruleset.aliases else ""
        yield f"{ruleset.key:<{width}}  {ruleset.name}{aliases}"


def moves(given: Namespace) -> Iterator[str]:
    """``papan moves``: one legal move a line, sorted; or a line for each position read from standard input.

    A position without moves, finished or blocked, gives one empty line either way.
    """
    ruleset = ruleset_of(given.ruleset)
    if given.position != "-":
        yield from _move_texts(ruleset, position_of(ruleset, given.position)) or [""]
        return
    for line in sys.stdin:
        if line.strip():
            yield " ".join(_move_texts(ruleset, position_of(ruleset, line)))


def count(given: Namespace) -> Iterator[str]:
    """``papan perft``: the count in the last line; with ``--divide`` a line for each first move before it."""
    ruleset = ruleset_of(given.ruleset)
    position = position_of(ruleset, given.position)
    if given.depth < 0:
        raise UsageError(f"the depth is a number of plies, 0 or more, not {given.depth}")
    if not given.divide or given.depth == 0:
        yield str(perft(ruleset, position, given.depth))
        return
    total = 0
    for text, move in sorted((format_move(ruleset, move), move) for move in playable_moves(ruleset, position)):
        below = perft(ruleset, play(ruleset, position, move), given.depth - 1)
        total += below
        yield f"{text} {below}"
    yield str(total)


def show(given: Namespace) -> Iterator[str]:
    """``papan show``: the board as text."""
    ruleset = ruleset_of(given.ruleset)
    yield text_board(ruleset, position_of(ruleset, given.position))


def render(given: Namespace) -> Iterator[str]:
    """``papan render``: the board as a PNG file; ``--last`` draws a move that leads from the given position."""
    ruleset = ruleset_of(given.ruleset)
    position = position_of(ruleset, given.position)
    before, last = None, None
    if given.last:
        last = _move(ruleset, position, given.last)
        before, position = position, play(ruleset, position, last)
    first, second = (side.name for side in ruleset.sides)
    game = Game.begin(ruleset, position)
    scene = Scene(
        ruleset,
        position,
        side_names=(first, second),
        orientation=_side(ruleset, given.view),
        last=last,
        before=before,
        theme=given.theme,
        size=given.size,
        upright=given.upright,
        to_move_label="" if game.outcome else "TO MOVE",
        result=result_labels(game, words("en")),
    )
    try:
        picture = draw(scene)
    except ValueError as error:
        raise UsageError(str(error)) from None
    try:
        Path(given.output).write_bytes(picture)
    except OSError as error:
        raise UsageError(f"cannot write {given.output}: {error.strerror}") from None
    return iter(())


def _move_texts(ruleset: Ruleset, position: Position) -> list[str]:
    return sorted(format_move(ruleset, move) for move in playable_moves(ruleset, position))


def ruleset_of(name: str) -> Ruleset:
    """The ruleset with this name. Raises UsageError."""
    try:
        return find_ruleset(name)
    except UnknownRuleset as error:
        raise UsageError(str(error)) from None


def position_of(ruleset: Ruleset, text: str | None) -> Position:
    """The position in a text, or the start. Raises UsageError."""
    if text is None:
        return start_position(ruleset)
    try:
        return read_position(ruleset, text)
    except InvalidPosition as error:
        raise UsageError(f"not a position of {ruleset.key}: {error}") from None


def _move(ruleset: Ruleset, position: Position, text: str) -> Move:
    try:
        return parse_move(ruleset, position, text).move
    except MoveError:
        nearby = ", ".join(_move_texts(ruleset, position))
        raise UsageError(f"{text!r} is not a legal move here; there are: {nearby or 'none'}") from None


def _side(ruleset: Ruleset, name: str) -> int:
    names = {"white": 0, "black": 1} | {side.key: number for number, side in enumerate(ruleset.sides)}
    if name not in names:
        raise UsageError(f"the view is one of {', '.join(names)}, not {name!r}")
    return names[name]
