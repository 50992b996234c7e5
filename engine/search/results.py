"""The question to a search and its answer: limits, scores, lines. Importing this module compiles nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.moves import Move


@dataclass(frozen=True)
class Limit:
    """The limits of a search, ended by the first reached: milliseconds, depth in plies, nodes. No limit: until stopped.

    Whatever the limit, there is an answer with a score (``engine.search.root.SCORED_AT_LEAST``).
    """

    movetime_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, order=True)
class Score:
    """The value of a position or a move for the side to act.

    ``cp`` is in hundredths of a man. ``wins_in`` is the number of the winner's turns to a win found, negative if
    it is the other side's, and None if none was found.
    """

    cp: int
    wins_in: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Line:
    """A legal move with its score and the best play that follows (``pv`` begins with the move)."""

    move: Move
    score: Score
    pv: tuple[Move, ...]


@dataclass(frozen=True)
class Result:
    """The result of a search. ``lines`` holds the best move, or after ``rank_moves`` every move scored, best first.

    ``depth`` is 0 where not all of very many moves could be scored.
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Move:
        """The move to play."""
        return self.lines[0].move

    @property
    def score(self) -> Score:
        """Its score."""
        return self.lines[0].score

    @property
    def pv(self) -> tuple[Move, ...]:
        """The best play found, from the best move on."""
        return self.lines[0].pv


OnInfo = Callable[[Result], None]
