"""The time when the card of a week comes to a chat."""

from datetime import UTC, datetime, timedelta

from bot.matches.daily import day_at
from bot.matches.quiet_hours import moment_of

LATE = timedelta(hours=24)
"""A card comes so late at most; where no Papan ran for longer there is none that week."""
_DAYS = 7


def due_after(zone: str, week_day: int, hour: int, now: datetime) -> datetime:
    """The first moment after now at which it is so late on a day of the week in a zone, in UTC; Monday is 0."""
    today = day_at(zone, now)
    days = (today + timedelta(days=number) for number in range(-1, 2 * _DAYS))
    moments = (moment_of(zone, day, hour * 60).astimezone(UTC) for day in days if day.weekday() == week_day)
    return next(at for at in moments if at > now)
