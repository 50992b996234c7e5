"""Narrowing down a move pick by pick, and naming the picks in a payload, so that no state is kept.

Pure: a step follows from a game and the points picked so far.
"""

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.game import Game
from engine.moves import Move
from engine.turns import PartialMove, choices

_SECOND = "+:"
"""Stands before the points in a second menu, because two menus of one message must differ."""
_WAY = "."
"""Stands before choices that are written as a number."""
_ON_THE_WAY = re.compile(r"\.(?P<count>[0-9]{1,2})\.(?P<number>[0-9A-Za-z_-]*)")
_TOUCHES = re.compile(r":(?P<why>\??)(?P<points>[0-9]{1,3}(?:-[0-9]{1,3}){0,99})")
_DIGITS = string.digits + string.ascii_letters + "-_"
NAMED = 3
"""At most so many points are named in a payload; more are written as a number."""
MOST_CHOICES = 100
"""No move has so many choices."""


def step_for(first: PartialMove, picked: Sequence[int]) -> PartialMove:
    """The step after what was picked, past every one that leaves no choice."""
    step = first.along(picked)
    while not step.is_last and not step.stop and len(step.following) == 1:
        step = step.then(step.following[0])
    return step


def shared_by(moves: Sequence[Move]) -> tuple[int, ...]:
    """The points with which some moves begin alike; the last point of each is left to choose."""
    first = choices(moves[0])
    shared = 0
    while all(len(choices(move)) > shared + 1 and choices(move)[shared] == first[shared] for move in moves):
        shared += 1
    return first[:shared]


def ways_on(step: PartialMove, room: int) -> list[PartialMove | Move]:
    """The ways on from a step: whole moves, or as many points of each as leave no more of them than there is ``room``.

    The shortest are gone further first.
    """
    ways: list[PartialMove | Move] = [_decided(step.then(point)) for point in step.following]
    length, at = len(step.picked) + 1, 0
    while any(isinstance(way, PartialMove) and len(way.picked) == length for way in ways):
        way = ways[at]
        if isinstance(way, PartialMove) and len(way.picked) == length:
            onward = [*([way.stop] if way.stop else ()), *(_decided(way.then(point)) for point in way.following)]
            if len(ways) - 1 + len(onward) > room:
                return ways
            ways[at : at + 1] = onward
            at += len(onward)
        else:
            at += 1
        if at >= len(ways):
            length, at = length + 1, 0
    return ways


def _decided(step: PartialMove) -> PartialMove | Move:
    """The move that is left, where there is only one."""
    return step if step.count(2) > 1 else step.some(1)[0]


def _options(step: PartialMove) -> list[int | None]:
    """The choices at a step: to go on to a point, or to stop (None)."""
    return [*step.following, None] if step.stop else [*step.following]


def _choices_made(first: PartialMove, points: Sequence[int], *, whole: bool) -> Iterator[tuple[int, int]]:
    """Each choice on the way to these points: which of the options was taken, and how many there were.

    ``whole``: the move ends there.
    """
    step = first
    for point in (*points, None) if whole else points:
        options = _options(step)
        if len(options) > 1:
            yield options.index(point), len(options)
        if point is not None:
            step = step.then(point)


def _in_one(made: Sequence[tuple[int, int]]) -> str:
    """The choices as one number, the first of them least significant, in few characters."""
    number, text = 0, ""
    for choice, options in reversed(made):
        number = number * options + choice
    while number:
        number, digit = divmod(number, len(_DIGITS))
        text = _DIGITS[digit] + text
    return text


@dataclass(frozen=True)
class Touches:
    """The points touched on the board of a panel: a whole turn, or a way of which it is asked why it is not legal."""

    points: tuple[int, ...]
    asks_why: bool


def read_touches(argument: str) -> Touches | None:
    """The touches in what was chosen from the menu that stands for a board; None where it is something else."""
    found = _TOUCHES.fullmatch(argument)
    return Touches(tuple(map(int, found["points"].split("-"))), bool(found["why"])) if found else None


def _number(text: str) -> int | None:
    number = 0
    for digit in text:
        if digit not in _DIGITS:
            return None
        number = number * len(_DIGITS) + _DIGITS.index(digit)
    return number


def _follow(first: PartialMove, text: str, count: int) -> tuple[PartialMove, bool] | None:
    """The step to which ``count`` choices lead, and whether the move ends there; None where they lead nowhere."""
    step, number = first, _number(text)
    if number is None:
        return None
    while True:
        options = _options(step)
        if len(options) > 1 and count == 0:
            return None if number else (step, False)
        count -= len(options) > 1
        number, taken = divmod(number, len(options))
        choice = options[taken]
        if choice is None:
            return None if number else (step, True)
        step = step.then(choice)


def move_argument(first: PartialMove, move: Move) -> str:
    """A legal move, for a payload."""
    return _WAY + _in_one([*_choices_made(first, choices(move), whole=True)])


def read_move_argument(first: PartialMove, argument: str) -> Move | None:
    """The move that such an argument names; None where it names none."""
    if not argument.startswith(_WAY):
        return None
    found = _follow(first, argument.removeprefix(_WAY), MOST_CHOICES)
    return found[0].stop if found and found[1] else None


def second_argument(argument: str) -> str:
    """An argument that means the same, for the second of two menus."""
    return _SECOND.removesuffix("" if argument else ":") + argument


def pick_argument(first: PartialMove, picked: Sequence[int], names: Sequence[str]) -> str:
    """The picks as part of a payload: points by their ``names``, or the choices, which stay short however many."""
    if len(picked) <= NAMED:
        return ":".join(names[point] for point in picked)
    made = [*_choices_made(first, picked, whole=False)]
    return f"{_WAY}{len(made)}{_WAY}{_in_one(made)}"


def read_picks(game: Game, argument: str) -> tuple[int, ...] | None:
    """The points in such an argument; none of them where they lead to no move, None where it is no such argument."""
    index = game.ruleset.board.index
    if along := _ON_THE_WAY.fullmatch(argument):
        found = _follow(game.first_choice, along["number"], int(along["count"]))
        return found[0].picked if found else ()
    names = argument.removeprefix(_SECOND).split(":")
    if not all(name in index for name in names):
        return None
    picked = tuple(index[name] for name in names)
    step = game.first_choice.after(picked)
    return picked if step and (step.following or step.stop) else ()
