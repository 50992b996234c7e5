"""Planned answers: what a player has chosen to play if the opponent moves as they expect. Pure.

A plan belongs to the player who waits. It is a few lines of moves from the present position, each beginning with a move
of the opponent and ending with an answer of the planner, as the forecasts of correspondence chess are.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Self, TypeAlias

from bot.matches.limits import LINE_OF_PLAN, LINES_OF_PLAN
from bot.matches.refusals import (
    IllegalHere,
    NoPlanHere,
    NothingPlanned,
    NotThatManyMoves,
    OwnTurnToPlan,
    TooManyLines,
)
from bot.matches.state import MatchState
from engine.game import Game
from engine.moves import Move

Line: TypeAlias = tuple[Move, ...]
"""Moves from the present position on."""


class PlanningMatch(MatchState):
    """A match with the plan of the player who waits."""

    def check_may_plan(self, player: str, ply: int | None = None) -> int:
        """The side of a player who may plan an answer: who waits, in a match that takes days.

        Raises NotStarted, MatchOver, NotInMatch, StaleBoard, NoPlanHere, OwnTurnToPlan.
        """
        side = self.check_playing(player)
        if self.practice or (self.clock and self.clock.pace.live):
            raise NoPlanHere
        self._check_ply(ply)
        if side == self.game.turn:
            raise OwnTurnToPlan
        return side

    def plan_answer(self, player: str, line: Line, ply: int | None = None) -> Self:
        """The match with one more line in the plan. One that answers the same moves otherwise is replaced by it.

        Raises NotStarted, MatchOver, NotInMatch, StaleBoard, NoPlanHere, OwnTurnToPlan, IllegalHere,
        NotThatManyMoves for a line without an answer at its end or of more than ``LINE_OF_PLAN`` moves, TooManyLines.
        """
        side = self.check_may_plan(player, ply)
        movers = list(_movers(self.game, line))
        if not movers or movers[-1] != side or len(line) > LINE_OF_PLAN:
            raise NotThatManyMoves(LINE_OF_PLAN // 2)
        if any(line == known[: len(line)] for known in self.plan):
            return self
        kept = [known for known in self.plan if not _gives_way(known, line, movers, side)]
        if len(kept) >= LINES_OF_PLAN:
            raise TooManyLines(LINES_OF_PLAN)
        return replace(self, plan=(*kept, line))

    def drop_plan(self, player: str) -> Self:
        """The match without the plan of a player. Raises NotStarted, MatchOver, NotInMatch, NothingPlanned."""
        if self.check_playing(player) == self.game.turn or not self.plan:
            raise NothingPlanned
        return replace(self, plan=())

    def expected(self, game: Game) -> tuple[Line, ...]:
        """The rest of the plan after the latest move of a game that is one move further than this match."""
        move = game.moves[-1]
        return tuple(line[1:] for line in self.plan if line[0] == move and len(line) > 1)


def _movers(game: Game, line: Line) -> Iterator[int]:
    """The side that makes each move of a line. Raises IllegalHere."""
    for move in line:
        if game.outcome or not game.is_legal(move):
            raise IllegalHere(move)
        yield game.turn
        game = game.play(move)


def _gives_way(known: Line, line: Line, movers: list[int], side: int) -> bool:
    """Is a known line the beginning of a new one, or does it answer the same moves otherwise?"""
    for one, other, mover in zip(known, line, movers, strict=False):
        if one != other:
            return mover == side
    return True
