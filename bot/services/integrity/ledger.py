"""The ledger of rated matches: each number is computed again from those before it."""

from collections.abc import AsyncIterator
from datetime import timedelta

from bot.matches.glicko import Rating
from bot.matches.rating import after_result
from bot.store.audit import RATED, RATING_NUMBERS, Raw
from bot.store.types import BILLION

TOLERATED = 10
"""Billionths by which the arithmetic of two machines may differ."""
_FIRST = Rating()


async def problems_of_ledger(rows: AsyncIterator[Raw]) -> AsyncIterator[tuple[Raw, str]]:
    """Results that do not follow from those before them, and ratings that do not from the last; with their rows."""
    last: Raw | None = None
    async for row in rows:
        before = last if last and all(last[name] == row[name] for name in RATED) else None
        if last and before is None and (what := _as_it_is(last)):
            yield last, what
        for what in _problems(row, before):
            yield row, what
        last = row
    if last and (what := _as_it_is(last)):
        yield last, what


def _problems(row: Raw, before: Raw | None) -> list[str]:
    found = []
    number = before["number"] + 1 if before else 1
    if row["number"] != number:
        found.append(f"is number {row['number']} of its rating, it is to be {number}")
    begun = [before[name] for name in RATING_NUMBERS] if before else _billionths(_FIRST)
    if [row[f"{name}_before"] for name in RATING_NUMBERS] != begun:
        found.append("begins with another rating than the result before it has led to")
    old = Rating(*(row[f"{name}_before"] / BILLION for name in RATING_NUMBERS))
    against = Rating(row["against"] / BILLION, row["against_deviation"] / BILLION)
    since = timedelta(microseconds=row["at"] - before["at"]) if before else None
    try:
        wanted = _billionths(after_result(old, against, row["points"], since, untested=bool(row["untested"])))
    except (ArithmeticError, ValueError):
        return [*found, "has numbers from which no rating follows"]
    given = [row[name] for name in RATING_NUMBERS]
    if any(abs(one - other) > TOLERATED for one, other in zip(given, wanted, strict=True)):
        found.append(f"has led to rating {given[0] / BILLION:.3f}, it gives {wanted[0] / BILLION:.3f}")
    return found


def _as_it_is(row: Raw) -> str:
    """The fault of a rating that is not the one its last result has led to; empty if it is."""
    given = [row[f"now_{name}"] for name in (*RATING_NUMBERS, "played")]
    return (
        "" if given == [row[name] for name in (*RATING_NUMBERS, "number")] else "has led to another rating than is kept"
    )


def _billionths(rating: Rating) -> list[int]:
    return [round(value * BILLION) for value in (rating.rating, rating.deviation, rating.volatility)]
