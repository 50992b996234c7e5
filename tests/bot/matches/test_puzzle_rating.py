"""The rating of a solver wins and loses alike."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.matches.glicko import Rating
from bot.matches.puzzle_rating import after_try

_DAYS = st.none() | st.integers(0, 400).map(lambda days: timedelta(days=days))


@given(st.floats(800, 2400), st.floats(60, 350), st.floats(60, 120), _DAYS)
def test_against_an_equal_as_much_is_lost_as_is_won(
    rating: float, deviation: float, puzzle: float, since: timedelta | None
) -> None:
    solver, equal = Rating(rating, deviation), Rating(rating, puzzle)
    (won, _), (lost, _) = (after_try(solver, equal, solved=solved, since_last=since) for solved in (True, False))
    assert won.rating > rating
    assert abs((won.rating - rating) - (rating - lost.rating)) < 0.5
    assert abs(won.deviation - lost.deviation) < 0.5


@given(st.floats(800, 2400), st.floats(800, 2400), st.floats(60, 350), st.booleans())
def test_no_single_try_throws_a_rating_about(rating: float, puzzle: float, deviation: float, solved: bool) -> None:
    after, _ = after_try(Rating(rating, deviation), Rating(puzzle, 100.0), solved=solved, since_last=None)
    moved = after.rating - rating
    assert 0 <= (moved if solved else -moved) <= 100 + 1e-9
