"""The time when the puzzle of a day comes to a chat, and the days in a row on which a player has tried theirs."""

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta

from bot.matches.quiet_hours import UnknownZone, moment_of, zone_of

LATE = timedelta(hours=6)
"""A puzzle comes so late at most; where no Papan ran for longer there is none that day."""
FORGIVEN = 7
"""One missed day in so many costs nothing."""
LOOKED_BACK = timedelta(days=400)
"""A longer row of days is as long as this."""
_DAY = timedelta(days=1)
_HOUR = 60


def day_at(zone: str, now: datetime) -> date:
    """The day by the clocks of a zone; UTC where there is no such zone any more."""
    return now.astimezone(zone_of(_known(zone))).date()


def due_after(zone: str, hour: int, now: datetime) -> datetime:
    """The first moment after now at which it is so late in a zone, in UTC."""
    return next(at for at, _ in _around(zone, hour, now) if at > now)


def latest_due(zone: str, hour: int, now: datetime) -> tuple[datetime, date]:
    """The last moment, now at the latest, at which it was so late in a zone, and the day there."""
    return next((at, day) for at, day in reversed(_around(zone, hour, now)) if at <= now)


def days_in_a_row(done: Collection[date], offered: Collection[date], today: date) -> int:
    """The number of days in a row with a try, of those that had a puzzle; a missed day in a week is forgiven.

    Today is not missed yet.
    """
    count, missed, wanted = 0, None, set(offered) | set(done)
    for day in sorted((day for day in wanted if day <= today), reverse=True):
        if day in done:
            count += 1
        elif day < today:
            if missed is not None and (missed - day).days < FORGIVEN:
                break
            missed = day
    return count


def _around(zone: str, hour: int, now: datetime) -> list[tuple[datetime, date]]:
    """The moments of the days around now at which it is so late, the earliest first."""
    name = _known(zone)
    days = (day_at(zone, now) + number * _DAY for number in range(-2, 3))
    return [(moment_of(name, day, hour * _HOUR).astimezone(UTC), day) for day in days]


def _known(zone: str) -> str:
    try:
        zone_of(zone)
    except UnknownZone:
        return "UTC"
    return zone
