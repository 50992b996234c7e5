"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022), one match or one period at a time.

A rating is a number with its deviation, which says how sure it is, and its volatility, which says how steadily its
player plays. Names and step numbers are those of the paper. The constants are those of lidraughts: a rating period is
as long as makes a deviation of 60 grow to 110 in a year without a match.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
START, WIDEST, STEADY = 1500.0, 350.0, 0.06
LOWEST, HIGHEST, SUREST, WILDEST = 600.0, 4000.0, 50.0, 0.1
TAU = 0.75
"""How much the volatility may change."""
PERIODS_IN_A_DAY = 0.21436
_CLOSE = 1e-6
_MOST_STEPS = 1000
"""A bound of each search for the volatility, which ends after a dozen steps."""


@dataclass(frozen=True)
class Rating:
    """The strength of a player in a game, on the scale on which a beginner's rating is 1500."""

    rating: float = START
    deviation: float = WIDEST
    volatility: float = STEADY


def expected(rating: float, other: float, other_deviation: float) -> float:
    """The share of the points that a player of a rating is expected to get against another."""
    return 1 / (1 + exp(-_weight(other_deviation / SCALE) * (rating - other) / SCALE))


def updated(
    player: Rating,
    results: Sequence[tuple[Rating, float]],
    periods: float = 1.0,
    tau: float = TAU,
    *,
    share: float = 1.0,
) -> Rating:
    """The rating of a player after results, each an opponent's rating before and a score of 0, 1/2 or 1, at the end of
    so many rating periods since the results before. Each counts as this ``share`` of a result.
    """
    phi, sigma = player.deviation / SCALE, player.volatility
    information = gained = 0.0
    for other, score in results:  # steps 3 and 4
        weight = _weight(other.deviation / SCALE)
        chance = expected(player.rating, other.rating, other.deviation)
        information += share * weight**2 * chance * (1 - chance)
        gained += share * weight * (score - chance)
    if information:
        sigma = min(_volatility(phi, sigma, 1 / information, gained / information, tau), WILDEST)
    widened = sqrt(phi**2 + periods * sigma**2)  # step 6
    phi = 1 / sqrt(1 / widened**2 + information)  # step 7
    rating = player.rating + SCALE * phi**2 * gained
    deviation = min(max(phi * SCALE, SUREST), WIDEST)
    return Rating(min(max(rating, LOWEST), HIGHEST), deviation, sigma)


def _weight(phi: float) -> float:
    """The weight of a result against an opponent whose deviation is ``phi``: g in the paper."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the root of f by the Illinois algorithm. It has phi squared where a library in use has mu squared."""
    start = log(sigma**2)

    def f(x: float) -> float:
        power = exp(x)
        spread = phi**2 + variance + power
        return power * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = next(k for k in range(1, _MOST_STEPS) if f(start - k * tau) >= 0)
        high = start - steps * tau
    f_low, f_high = f(low), f(high)
    for _ in range(_MOST_STEPS):
        if abs(high - low) <= _CLOSE:
            break
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)
