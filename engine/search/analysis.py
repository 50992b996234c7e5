"""The analysis of a game: how good each position was, and the few moves that turned it.

An ``Examination`` judges one position a call, so that a caller with little time can do other things in between.
Importing this module compiles nothing; judging does.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from engine.game import Game
from engine.moves import Move
from engine.ruleset import Ruleset
from engine.search.odds import AHEAD, chance_of, counts_pieces, settle
from engine.search.scores import MAX_EVALUATION, WIN

if TYPE_CHECKING:
    from engine.search.results import Limit
    from engine.search.searcher import Searcher

TURNING_POINTS = 3
"""How many are given at most."""
LEAST_LOSS = 0.09
"""Loss of winning chance from which a move turned the game. A man given away loses about 0.18 on the smallest boards,
and 0.1 where there are many."""
SUSPECT_LOSS = 0.05
"""Loss in the first pass from which a move is searched once more."""
SUSPECTS = 6
FIRST_PASS = 0.7
"""The share of the time that goes to the first pass over all positions."""
LONGEST = 600
"""Plies: longer games are not examined."""


class TooLong(ValueError):
    """The game has more than ``LONGEST`` plies."""


@dataclass(frozen=True)
class Evaluation:
    """The value of a position for the first side.

    ``cp`` is the score in hundredths of a man; ``chance`` the chance of winning, 0 to 1, a draw counting half.
    ``wins_in`` is the number of the winner's turns to a win found, negative if the second side wins, None if none was
    found; it is 0 where the game is won already.
    """

    cp: int
    chance: float
    wins_in: int | None = None

    @property
    def decided(self) -> int | None:
        """The side for which a win was found, None if none was."""
        return None if abs(self.cp) < MAX_EVALUATION else int(self.cp < 0)


@dataclass(frozen=True)
class Judgement:
    """A position: its evaluation, the best play from it (none once the game has ended), and the depth of the search."""

    evaluation: Evaluation
    line: tuple[Move, ...] = ()
    depth: int = 0

    @property
    def best(self) -> Move | None:
        """The best move, None once the game has ended."""
        return self.line[0] if self.line else None


class Loss(Enum):
    """The kinds of harm that a move can do to its own side, the gravest first."""

    ALLOWED_WIN = "allowed a win"
    MISSED_WIN = "missed a win"
    PIECES = "lost pieces"
    MISSED_DRAW = "missed a draw"
    FREEDOM = "gave up freedom"
    POSITION = "made the position worse"


@dataclass(frozen=True)
class TurningPoint:
    """The move after ``ply`` turns, by ``side``, that lost much of its chance to win.

    ``before`` is what the best move would have kept, ``after`` what the move that was played left, both seen by the
    first side; ``lost`` is the mover's loss of winning chance, 0 to 1. ``line`` is the best play instead, ``reply``
    the best play after it. ``pieces`` is by how many pieces the mover ends up worse, where that is what it lost.
    """

    ply: int
    side: int
    played: Move
    before: Evaluation
    after: Evaluation
    line: tuple[Move, ...]
    reply: tuple[Move, ...]
    lost: float
    loss: Loss = Loss.POSITION
    pieces: int = 0


@dataclass(frozen=True)
class Analysis:
    """A game with a judgement of each of its positions (one more than turns), and its turning points in order."""

    game: Game
    judgements: tuple[Judgement, ...]
    turning_points: tuple[TurningPoint, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """The first side's chance of winning in each position."""
        return tuple(judgement.evaluation.chance for judgement in self.judgements)


@dataclass(frozen=True)
class Effort:
    """The effort of an analysis: milliseconds for a whole game, shared by its positions, or nodes for each position.

    A position gets ``most_ms`` at most, and twice that where its move seems to have turned the game. With ``nodes`` the
    same game gives the same analysis, given a searcher that knows nothing yet.
    """

    total_ms: int = 7000
    most_ms: int = 120
    least_ms: int = 5
    nodes: int | None = None

    def limit(self, left_ms: float, positions: int, closer: bool) -> "Limit":
        """The limit of the search of the next of so many positions."""
        from engine.search.results import Limit

        if self.nodes is not None:
            return Limit(nodes=self.nodes * (2 if closer else 1))
        most = self.most_ms * (2 if closer else 1)
        return Limit(movetime_ms=round(max(self.least_ms, min(most, left_ms / positions))))


class Examination:
    """A game being analysed. Call ``step`` until it gives False, then take ``result``.

    Raises TooLong.
    """

    def __init__(self, game: Game, effort: Effort) -> None:
        if game.ply > LONGEST:
            raise TooLong
        self.game = game
        self._effort = effort
        self._stages: list[Game] = []
        self._found: dict[int, Judgement] = {}
        self._suspects: tuple[int, ...] = ()
        self._steps = self._plan()
        self._spent_ms = 0.0
        self.done = 0
        self.all = game.ply + 1
        """Positions judged in the first pass, and how many there are."""

    def step(self, searcher: "Searcher", stop: threading.Event | None = None) -> bool:
        """Judge one more position; False once everything has been judged. A set ``stop`` ends it early and badly."""
        began = time.perf_counter()
        if not self._stages:
            self._stages = list(stages(self.game))
        ply, closer = next(self._steps, (None, False))
        if ply is None:
            return False
        share, left = (1.0, len(self._suspects) * 2) if closer else (FIRST_PASS, self.all - self.done)
        limit = self._effort.limit(self._effort.total_ms * share - self._spent_ms, left, closer)
        self._found[ply] = judge(searcher, self._stages[ply], limit, stop)
        self.done += not closer
        self._spent_ms += 1000 * (time.perf_counter() - began)
        return True

    def result(self) -> Analysis:
        """The finished analysis, once ``step`` has given False."""
        judgements = tuple(self._found[ply] for ply in range(self.all))
        points = [turning_point(self._stages, judgements, ply) for ply in self._suspects]
        grave = sorted((point for point in points if point), key=lambda point: -point.lost)[:TURNING_POINTS]
        return Analysis(self.game, judgements, tuple(sorted(grave, key=lambda point: point.ply)))

    def _plan(self) -> Iterator[tuple[int, bool]]:
        """From the end to the start: what is known of later positions then helps with the earlier ones."""
        for ply in reversed(range(self.all)):
            yield ply, False
        losses = {ply: self._lost(ply) for ply in range(self.game.ply)}
        grave = sorted(losses, key=lambda ply: (-losses[ply], ply))[:SUSPECTS]
        self._suspects = tuple(ply for ply in grave if losses[ply] >= SUSPECT_LOSS)
        again = {ply for suspect in self._suspects for ply in (suspect, suspect + 1)}
        for ply in sorted(again, reverse=True):
            if self._found[ply].line:
                yield ply, True

    def _lost(self, ply: int) -> float:
        """The mover's loss of winning chance; none where there was nothing to choose, or nothing better was seen."""
        stage, judgement = self._stages[ply], self._found[ply]
        if judgement.best == self.game.moves[ply] or len(stage.first_choice.some(2)) == 1:
            return 0.0
        return _drop(stage, judgement, self._found[ply + 1])


def analyse(searcher: "Searcher", game: Game, effort: Effort, stop: threading.Event | None = None) -> Analysis:
    """The analysis of a whole game, finished or not, in one go. Raises TooLong."""
    examination = Examination(game, effort)
    while examination.step(searcher, stop):
        pass
    return examination.result()


def stages(game: Game) -> Iterator[Game]:
    """The game as it stood after each turn, from its start on; what was agreed at the end is left out."""
    stage = Game.begin(game.ruleset, game.positions[0])
    for move in game.moves:
        stage = stage.play_on()
        yield stage
        stage = stage.play(move)
    yield stage


def judge(searcher: "Searcher", game: Game, limit: "Limit", stop: threading.Event | None = None) -> Judgement:
    """The present position of a game: the outcome if it has ended, else what a search finds."""
    if game.outcome:
        winner = game.outcome.winner
        if winner is None:
            return Judgement(Evaluation(0, 0.5))
        return Judgement(Evaluation(-WIN if winner else WIN, 1.0 - winner, 0))
    result = searcher.search(game, limit, stop=stop)
    if result.depth == 0:  # so little time that the score says nothing yet
        result = searcher.search(game, replace(limit, movetime_ms=None, nodes=None, depth=1), stop=stop)
    sign = -1 if game.turn else 1
    cp, wins_in = sign * result.score.cp, result.score.wins_in
    line = result.pv or (result.best,)
    if counts_pieces(game.ruleset):
        line = _continued(searcher, game, line, limit, stop)
    return Judgement(Evaluation(cp, chance_of(game, line, cp), wins_in and sign * wins_in), line, result.depth)


def _continued(
    searcher: "Searcher", game: Game, line: tuple[Move, ...], limit: "Limit", stop: threading.Event | None
) -> tuple[Move, ...]:
    """The line as far as pieces are counted, if half the time again is enough; a search cuts it short where the
    transposition table had the rest.
    """
    began = time.perf_counter()
    less = replace(
        limit,
        movetime_ms=limit.movetime_ms and max(1, limit.movetime_ms // 8),
        nodes=limit.nodes and max(1, limit.nodes // 8),
    )
    while len(line) < AHEAD:
        if limit.movetime_ms and 2000 * (time.perf_counter() - began) > limit.movetime_ms:
            break
        end = game
        for move in line:
            end = end.play(move)
        if end.outcome:
            break
        result = searcher.search(end, less, stop=stop)
        line += result.pv or (result.best,)
    return line


def turning_point(games: Sequence[Game], judgements: Sequence[Judgement], ply: int) -> TurningPoint | None:
    """The turning point at the move after ``ply`` turns; None if it cost too little, or nothing better was found."""
    game, played = games[ply], games[ply + 1].moves[-1]
    before, after = judgements[ply], judgements[ply + 1]
    if before.best is None or before.best == played:
        return None
    lost = _drop(game, before, after)
    if lost < LEAST_LOSS:
        return None
    point = TurningPoint(ply, game.turn, played, before.evaluation, after.evaluation, before.line, after.line, lost)
    loss, pieces = _loss(game, point)
    return replace(point, loss=loss, pieces=pieces)


def _drop(game: Game, before: Judgement, after: Judgement) -> float:
    """The loss of winning chance of the side to act, from one judgement to the next."""
    drop = before.evaluation.chance - after.evaluation.chance
    return drop if game.turn == 0 else -drop


def _loss(game: Game, point: TurningPoint) -> tuple[Loss, int]:
    side = point.side
    had, has = point.before.decided, point.after.decided
    if has == 1 - side:
        return Loss.ALLOWED_WIN, 0
    if had == side:
        return Loss.MISSED_WIN, 0
    instead = (point.played, *point.reply)
    ahead = min(AHEAD, len(point.line), len(instead))  # lines are cut short where the table had the rest
    better, worse = settle(game, point.line, ahead), settle(game, instead, ahead)
    pieces = _lead(better, side) - _lead(worse, side)
    if pieces > 0:
        return Loss.PIECES, pieces
    if better.outcome and better.outcome.winner is None:
        return Loss.MISSED_DRAW, 0
    return (Loss.FREEDOM if side == game.ruleset.hunters else Loss.POSITION), 0


def _lead(game: Game, side: int) -> int:
    ruleset: Ruleset = game.ruleset
    return game.position.count(ruleset, side) - game.position.count(ruleset, 1 - side)
