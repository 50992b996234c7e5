"""Glicko-2: the example of the paper, a case in which a library in use is wrong, and laws."""

from dataclasses import astuple
from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.glicko import (
    HIGHEST,
    LOWEST,
    PERIODS_IN_A_DAY,
    SUREST,
    WIDEST,
    WILDEST,
    Rating,
    expected,
    updated,
)

RATINGS = st.builds(Rating, st.floats(LOWEST, 3000), st.floats(SUREST, WIDEST), st.floats(0.01, WILDEST))
SCORES = st.sampled_from((0.0, 0.5, 1.0))
PERIODS = st.floats(0, 1000)


def test_the_example_of_the_paper() -> None:
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = updated(Rating(1500, 200, 0.06), results, tau=0.5)
    assert found.rating == pytest.approx(1464.05, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_favourite_who_loses_three_times_becomes_more_volatile() -> None:
    """The library ``glicko2`` 2.1.0 gives 0.060032: in the example of the paper its fault does not show."""
    found = updated(Rating(2200, 80, 0.06), [(Rating(1500, 60), 0.0)] * 3, tau=0.5)
    assert found.volatility == pytest.approx(0.060110, abs=0.000001)


def test_who_does_not_play_for_a_year_is_less_sure() -> None:
    found = updated(Rating(1600, 60, 0.06), [], periods=365 * PERIODS_IN_A_DAY)
    assert found.rating == 1600
    assert found.deviation == pytest.approx(110, abs=0.05)
    assert found.volatility == 0.06


@given(RATINGS, st.lists(st.tuples(RATINGS, SCORES), max_size=10), PERIODS)
def test_every_rating_stays_within_its_bounds(
    player: Rating, results: list[tuple[Rating, float]], periods: float
) -> None:
    found = updated(player, results, periods)
    assert all(isfinite(value) for value in astuple(found))
    assert LOWEST <= found.rating <= HIGHEST
    assert SUREST <= found.deviation <= WIDEST
    assert 0 < found.volatility <= WILDEST


@given(RATINGS, RATINGS, PERIODS)
def test_a_win_never_lowers_a_rating_a_loss_never_raises_it_and_a_draw_is_between(
    player: Rating, other: Rating, periods: float
) -> None:
    lost, drawn, won = (updated(player, [(other, score)], periods).rating for score in (0.0, 0.5, 1.0))
    assert lost <= player.rating <= won
    assert lost <= drawn <= won


@given(st.floats(LOWEST + 200, 3000), st.floats(SUREST, WIDEST), SCORES)
def test_between_equals_one_gains_what_the_other_loses(rating: float, deviation: float, score: float) -> None:
    """Far enough from the lowest rating that the one who loses does not come to it."""
    both = Rating(rating, deviation)
    one, two = updated(both, [(both, score)], 0.0), updated(both, [(both, 1 - score)], 0.0)
    assert one.rating - rating == pytest.approx(rating - two.rating, abs=1e-6)
    assert one.deviation == two.deviation


@given(RATINGS, RATINGS)
def test_the_expectations_of_two_sum_up_to_one(one: Rating, two: Rating) -> None:
    both = expected(one.rating, two.rating, one.deviation) + expected(two.rating, one.rating, one.deviation)
    assert both == pytest.approx(1)


@given(RATINGS, RATINGS, SCORES)
def test_a_match_makes_surer_and_time_less_sure(player: Rating, other: Rating, score: float) -> None:
    assert updated(player, [(other, score)], 0.0).deviation <= player.deviation
    assert updated(player, [], 10.0).deviation >= player.deviation
