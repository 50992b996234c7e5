"""How a move is narrowed down: the forfeited piece, the piece to move, every landing of a capture, or what is dropped.

Pure: a step follows from a game and the points picked so far, and a payload names those without keeping any state.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game import Game
from engine.moves import Move

_ON_THE_WAY = re.compile(r"(?P<move>[0-9]{1,5})/(?P<count>[0-9]{1,2})")


@dataclass(frozen=True)
class Step:
    """One step of the entry: what was picked, and the moves that still fit."""

    picked: tuple[int, ...]
    moves: tuple[Move, ...]

    @property
    def has_piece(self) -> bool:
        """Is it known which piece moves?"""
        return bool(self.moves and self.moves[0].path) and len(self.picked) > (self.moves[0].huff is not None)

    @property
    def way(self) -> tuple[int, ...]:
        """The points at which the piece that moves has been so far, its start first."""
        return self.picked[self.moves[0].huff is not None :] if self.has_piece else ()

    @property
    def is_last(self) -> bool:
        """Does the next choice decide the move?"""
        return all(len(choices(move)) <= len(self.picked) + 1 for move in self.moves)

    def groups(self) -> dict[int, list[Move]]:
        """The moves by the point that is picked next."""
        groups: dict[int, list[Move]] = {}
        for move in self.moves:
            groups.setdefault(choices(move)[len(self.picked)], []).append(move)
        return groups


def choices(move: Move) -> tuple[int, ...]:
    """The points a person may pick for a move, one after another."""
    huff = () if move.huff is None else (move.huff,)
    return huff + (move.drops or move.path)


def step_for(game: Game, picked: Sequence[int]) -> Step:
    """The moves that fit what was picked, past every step that leaves no choice."""
    step = Step(tuple(picked), tuple(move for move in game.legal_moves if _begins(move, picked)))
    while not step.is_last and len(step.groups()) == 1:
        step = replace(step, picked=(*step.picked, *step.groups()))
    return step


def step_among(moves: Sequence[Move]) -> Step:
    """The step at which only these moves fit: what they share is picked, and their last points are left to choose."""
    first = choices(moves[0])
    shared = 0
    while all(len(choices(move)) > shared + 1 and choices(move)[shared] == first[shared] for move in moves):
        shared += 1
    return Step(first[:shared], tuple(moves))


def _begins(move: Move, picked: Sequence[int]) -> bool:
    """Two drops may be picked in either order."""
    if len(move.drops) > 1:
        return set(picked) <= set(move.drops) and len(picked) < len(move.drops)
    return choices(move)[: len(picked)] == tuple(picked) and len(picked) < len(choices(move))


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
    elif all(name in index for name in argument.split(":")):
        picked = tuple(index[name] for name in argument.split(":"))
    else:
        return None
    return picked if step_for(game, picked).moves else ()
