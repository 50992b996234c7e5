"""Planned answers: what a player has chosen to play if the opponent moves as they expect. Pure.

A plan belongs to the player who waits. It is a few lines of moves from the present position, each beginning with a move
of the opponent and ending with an answer of the planner, as the forecasts of correspondence chess are. One line may be
a premove: one turn, whatever the opponent plays.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Self, TypeAlias

from bot.matches.limits import LINE_OF_PLAN, LINES_OF_PLAN, PREMOVE_LEAPS
from bot.matches.refusals import (
    IllegalHere,
    NoPlanHere,
    NothingPlanned,
    NotThatManyMoves,
    NoTurnAhead,
    OwnTurnToPlan,
    TooManyLines,
)
from bot.matches.state import MatchState
from engine.game import Game
from engine.moves import Move
from engine.turns import choices
from engine.work import within

Line: TypeAlias = tuple[Move, ...]
"""Moves from the present position on."""
ANY_MOVE = Move()
"""Stands before a premove for whatever the opponent plays. No turn is like it."""


class PlanningMatch(MatchState):
    """A match with the plan of the player who waits."""

    def check_may_plan(self, player: str, ply: int | None = None) -> int:
        """The side of a player who may plan an answer: who waits, in a match that takes days.

        Raises NotStarted, MatchOver, NotInMatch, StaleBoard, NoPlanHere, OwnTurnToPlan.
        """
        self.check_playing(player)
        if self.clock and self.clock.pace.live:
            raise NoPlanHere
        return self.check_may_premove(player, ply)

    def check_may_premove(self, player: str, ply: int | None = None) -> int:
        """The side of a player who may plan one turn, whatever is played before it: who waits, at any pace.

        Raises NotStarted, MatchOver, NotInMatch, NotReady, StaleBoard, NoPlanHere, OwnTurnToPlan.
        """
        side = self.check_playing(player)
        if self.practice:
            raise NoPlanHere
        self._check_ready()
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

    def premove(self, player: str, move: Move, ply: int | None = None) -> Self:
        """The match with a turn that is planned whatever the opponent plays, in the place of an earlier one.

        Raises NotStarted, MatchOver, NotInMatch, NotReady, StaleBoard, NoPlanHere, OwnTurnToPlan, NoTurnAhead,
        IllegalHere for one that could not be played if the player were to move, TooManyLines.
        """
        self.check_may_premove(player, ply)
        if not is_turn_ahead(self.game, move):
            raise IllegalHere(move)
        lines = self._without_premove
        if len(lines) >= LINES_OF_PLAN:
            raise TooManyLines(LINES_OF_PLAN)
        return replace(self, plan=(*lines, (ANY_MOVE, move)))

    def drop_plan(self, player: str) -> Self:
        """The match without the plan of a player. Raises NotStarted, MatchOver, NotInMatch, NothingPlanned."""
        if self.check_playing(player) == self.game.turn or not self.plan:
            raise NothingPlanned
        return replace(self, plan=())

    def drop_premove(self, player: str) -> Self:
        """The match with the rest of a plan. Raises NotStarted, MatchOver, NotInMatch, NothingPlanned."""
        if self.check_playing(player) == self.game.turn or premove_of(self.plan) is None:
            raise NothingPlanned
        return replace(self, plan=self._without_premove)

    @property
    def _without_premove(self) -> tuple[Line, ...]:
        return tuple(line for line in self.plan if line[0] != ANY_MOVE)

    def expected(self, game: Game) -> tuple[Line, ...]:
        """The rest of the plan after the latest move of a game that is one move further than this match.

        Where that was expected by no line, it is the premove, if it can be played and costs nothing.
        """
        move = game.moves[-1]
        if lines := tuple(line[1:] for line in self.plan if line[0] == move and len(line) > 1):
            return lines
        planned = premove_of(self.plan)
        is_played = planned and within(PREMOVE_LEAPS, partial(_is_free, game, planned), otherwise=False)
        return ((planned,),) if planned and is_played else ()


def premove_of(plan: Iterable[Line]) -> Move | None:
    """The turn of a plan that is played whatever the opponent plays, if there is one."""
    return next((line[1] for line in plan if line[0] == ANY_MOVE), None)


def turn_ahead(game: Game) -> Game:
    """A game as if the side that waits were to move. Raises NoTurnAhead where that depends on the opponent's turn."""
    position = game.position
    if game.outcome or position.pending or position.opening:
        raise NoTurnAhead
    ahead = Game.begin(game.ruleset, replace(position, turn=1 - position.turn))
    if ahead.outcome:
        raise NoTurnAhead
    return ahead


def is_turn_ahead(game: Game, move: Move) -> bool:
    """Could the side that waits play this turn if it were to move? What that would cost is left out.

    Raises NoTurnAhead, TooMuchWork.
    """
    step = turn_ahead(game).first_choice.after(choices(move))
    return step is not None and step.stop is not None and replace(step.stop, forfeit=None) == move


def _is_free(game: Game, move: Move) -> bool:
    """Can exactly this turn be played now, and does it cost nothing? Raises TooMuchWork."""
    step = None if game.outcome else game.first_choice.after(choices(move))
    return step is not None and step.stop == move and not step.price


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
