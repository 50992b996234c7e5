"""The week of a lost ending: it is the same everywhere, so it begins on Monday by the clocks of UTC. Pure values."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TypeVar

_DAYS = 7
_Of = TypeVar("_Of")


def week_of(now: datetime) -> str:
    """The week of a moment, as ``2026-W49``."""
    year, week, _ = now.isocalendar()
    return f"{year}-W{week:02}"


def of_week(week: str, among: Sequence[_Of]) -> _Of:
    """The one of several things that a week brings: they come one after the other, and then again from the first."""
    return among[date.fromisoformat(f"{week}-1").toordinal() // _DAYS % len(among)]
