"""Seasons: the quarters of a year."""

from dataclasses import dataclass
from datetime import UTC, datetime

MONTHS = 3


@dataclass(frozen=True)
class Season:
    """A quarter of a year, the first of which has the number 1. Seasons go by UTC."""

    year: int
    quarter: int

    @property
    def first(self) -> datetime:
        """The moment at which it begins."""
        return datetime(self.year, 1 + MONTHS * (self.quarter - 1), 1, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The moment at which the next one begins."""
        return self.by(1).first

    def by(self, seasons: int) -> "Season":
        """The season so many later, or earlier where they are fewer than none."""
        year, quarter = divmod(4 * self.year + self.quarter - 1 + seasons, 4)
        return Season(year, quarter + 1)


def seasons_between(first: datetime, now: datetime) -> list[Season]:
    """The seasons that have ended since a moment, the latest first, with the one in which it lies."""
    oldest, latest = season_of(first), season_of(now)
    count = 4 * (latest.year - oldest.year) + latest.quarter - oldest.quarter
    return [latest.by(-number) for number in range(1, count + 1)]


def season_of(now: datetime) -> Season:
    """The season in which a moment lies."""
    moment = now.astimezone(UTC)
    return Season(moment.year, 1 + (moment.month - 1) // MONTHS)
