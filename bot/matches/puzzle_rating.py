"""The effect of the first try at a puzzle on the rating of its solver and on that of the puzzle.

A person has one rating for the puzzles of all games: there are too few of one game for a rating of its own to settle.
"""

from dataclasses import replace
from datetime import timedelta

from bot.matches.glicko import PERIODS_IN_A_DAY, Rating, updated

PUZZLE_BEGINS, PUZZLE_SUREST = 120.0, 60.0
"""The deviation of a puzzle that only the levels have rated, and the least that any comes down to."""
MOST_MOVED = 100.0
"""A try moves the rating of its solver at most so much, up or down: the first ones would move it by hundreds."""
VOTERS, VOTED_DOWN = 20, 5
"""A puzzle that so many of the first so many dislike is given to nobody any more."""
_DAY = timedelta(days=1)


def shipped(rating: int) -> Rating:
    """The rating of a puzzle that nobody has tried."""
    return Rating(float(rating), PUZZLE_BEGINS)


def after_try(solver: Rating, puzzle: Rating, *, solved: bool, since_last: timedelta | None) -> tuple[Rating, Rating]:
    """The ratings of both after a first try, so long after the solver's last; None for their first of all."""
    days = max(since_last / _DAY, 0.0) if since_last is not None else 0.0
    after = updated(solver, [(puzzle, float(solved))], days * PERIODS_IN_A_DAY)
    against = updated(puzzle, [(solver, 1.0 - solved)], 0.0)
    bounded = min(max(after.rating, solver.rating - MOST_MOVED), solver.rating + MOST_MOVED)
    after = replace(after, rating=bounded)
    return after, replace(against, deviation=max(against.deviation, PUZZLE_SUREST))
