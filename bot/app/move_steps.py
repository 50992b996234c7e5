"""How a move is narrowed down: what is taken off first, the piece to move, every landing of a capture, what is dropped.

Pure: a step follows from a game and the points picked so far, and a payload names those without keeping any state.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game import Game
from engine.moves import Move

_SECOND = "+:"
"""Stands before the points in a second menu, because two menus of one message must differ."""
_ON_THE_WAY = re.compile(r"(?P<move>[0-9]{1,5})/(?P<count>[0-9]{1,2})")


@dataclass(frozen=True)
class Step:
    """One step of the entry: what was picked, and the moves that still fit."""

    picked: tuple[int, ...]
    moves: tuple[Move, ...]

    @property
    def stop(self) -> Move | None:
        """The move that is made if nothing more is picked, where it is one: a capture may end here, or go on."""
        return next((move for move in self.moves if len(choices(move)) == len(self.picked)), None)

    @property
    def has_piece(self) -> bool:
        """Is it known which piece moves?"""
        return bool(self.moves) and all(move.path and len(self.picked) > _before(move) for move in self.moves)

    @property
    def way(self) -> tuple[int, ...]:
        """The points at which the piece that moves has been so far, its start first."""
        return self.picked[_before(self.moves[0]) :] if self.has_piece else ()

    @property
    def taken_off(self) -> tuple[int, ...]:
        """The pieces picked so far that leave the board before a piece moves."""
        return self.picked[: _before(self.moves[0])] if self.moves else ()

    @property
    def is_last(self) -> bool:
        """Does the next choice decide the move?"""
        return all(len(choices(move)) <= len(self.picked) + 1 for move in self.moves)

    def following(self, move: Move) -> tuple[int, ...]:
        """The points of one of the moves that may be picked next; none where it ends here."""
        return _following(move, self.picked)

    def groups(self) -> dict[int, list[Move]]:
        """The moves by the point that is picked next."""
        groups: dict[int, list[Move]] = {}
        for move in self.moves:
            for point in _following(move, self.picked):
                groups.setdefault(point, []).append(move)
        return dict(sorted(groups.items())) if self.moves and _in_any_order(self.moves[0]) else groups


def choices(move: Move) -> tuple[int, ...]:
    """The points a person may pick for a move, one after another."""
    huff = () if move.huff is None else (move.huff,)
    return (*huff, *move.removed, *(move.drops or move.path))


def step_for(game: Game, picked: Sequence[int]) -> Step:
    """The moves that fit what was picked, past every step that leaves no choice."""
    step = Step(tuple(picked), tuple(move for move in game.legal_moves if _begins(move, picked)))
    while not step.is_last and not step.stop and len(step.groups()) == 1:
        step = replace(step, picked=(*step.picked, *step.groups()))
    return step


def step_among(moves: Sequence[Move]) -> Step:
    """The step at which only these moves fit: what they share is picked, and their last points are left to choose."""
    first = choices(moves[0])
    shared = 0
    while all(len(choices(move)) > shared + 1 and choices(move)[shared] == first[shared] for move in moves):
        shared += 1
    return Step(first[:shared], tuple(moves))


def _before(move: Move) -> int:
    """How many pieces leave the board before a piece moves."""
    return len(move.removed) + (move.huff is not None)


def _in_any_order(move: Move) -> tuple[int, ...]:
    """The first points of a move that may be picked in any order."""
    return move.removed or move.drops


def _begins(move: Move, picked: Sequence[int]) -> bool:
    free = _in_any_order(move)
    if not free:
        return choices(move)[: len(picked)] == tuple(picked)
    rest = tuple(picked[len(free) :])
    return len(set(picked[: len(free)])) == len(picked[: len(free)]) and (
        set(picked[: len(free)]) <= set(free) and choices(move)[len(free) : len(picked)] == rest
    )


def _following(move: Move, picked: Sequence[int]) -> tuple[int, ...]:
    """The points of a move that may be picked next."""
    free = _in_any_order(move)
    if len(picked) < len(free):
        return tuple(point for point in free if point not in picked)
    return choices(move)[len(picked) : len(picked) + 1]


def second_argument(argument: str) -> str:
    """An argument that means the same, for the second of two menus."""
    return _SECOND.removesuffix("" if argument else ":") + argument


def pick_argument(game: Game, picked: Sequence[int], example: Move | None = None) -> str:
    """What was picked, for a payload: points by name; or how far along a move, which stays short on any way."""
    if example:
        return f"{game.legal_moves.index(example)}/{len(picked)}"
    return ":".join(game.ruleset.board.points[point] for point in picked)


def read_picks(game: Game, argument: str) -> tuple[int, ...] | None:
    """The points in such an argument; none of them where they lead to no move, None where it is no such argument."""
    index = game.ruleset.board.index
    if along := _ON_THE_WAY.fullmatch(argument):
        number = int(along["move"])
        picked = choices(game.legal_moves[number])[: int(along["count"])] if number < len(game.legal_moves) else ()
    else:
        names = argument.removeprefix(_SECOND).split(":")
        if not all(name in index for name in names):
            return None
        picked = tuple(index[name] for name in names)
    step = step_for(game, picked)
    return picked if step.moves and (step.groups() or step.stop) else ()
