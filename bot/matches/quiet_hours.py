"""Quiet hours: the part of each day in which a player's clock stands and nobody calls them.

They are hours of the wall clock in the player's own zone. Where daylight saving time skips the hour of an edge, the
edge is at the first moment that exists; where an hour comes twice, it is at the first of the two.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import count
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = 24 * 60
LONGEST = 10 * 60
"""Minutes: no clock stands for more than this a day."""
_SECOND = timedelta(seconds=1)


class InvalidQuietHours(ValueError):
    """No quiet hours: an unknown zone, or a length that is not allowed."""


class TooLong(InvalidQuietHours):
    """More than ``LONGEST`` minutes were asked for; ``minutes`` says how many."""

    def __init__(self, minutes: int) -> None:
        super().__init__(f"{minutes} minutes are more than {LONGEST}")
        self.minutes = minutes


class UnknownZone(InvalidQuietHours):
    """There is no time zone of this name."""


@dataclass(frozen=True)
class QuietHours:
    """From ``begin`` to ``end`` each day, in minutes after midnight of the wall clock of ``zone`` (an IANA name)."""

    zone: str
    begin: int
    end: int

    def __post_init__(self) -> None:
        """Raises UnknownZone, TooLong, InvalidQuietHours."""
        zone_of(self.zone)
        if not (0 <= self.begin < DAY and 0 <= self.end < DAY):
            raise InvalidQuietHours(f"{self.begin} and {self.end} are not both minutes of a day")
        length = (self.end - self.begin) % DAY or DAY
        if length > LONGEST:
            raise TooLong(length)

    def __str__(self) -> str:
        return f"{self.zone} {self.begin} {self.end}"

    @classmethod
    def read(cls, text: str) -> "QuietHours":
        """The quiet hours that ``str`` wrote. Raises InvalidQuietHours."""
        zone, *minutes = text.split(" ")
        if len(minutes) != 2 or not all(each.isascii() and each.isdigit() for each in minutes):
            raise InvalidQuietHours(f"{text!r} is not a zone and two numbers of minutes")
        return cls(zone, int(minutes[0]), int(minutes[1]))

    @classmethod
    def of(cls, zone: str | None, minutes: str | None) -> "QuietHours | None":
        """The quiet hours that a person has set, as a zone and two numbers of minutes; None where they are unset or
        cannot be read.
        """
        try:
            return cls.read(f"{zone} {minutes}") if zone and minutes else None
        except InvalidQuietHours:
            return None

    def nights(self, since: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Begin and end, in UTC, of all quiet hours that are not over at a moment; in order, an infinite iterator."""
        before = datetime.min.replace(tzinfo=UTC)
        first = since.astimezone(zone_of(self.zone)).date() - timedelta(days=2)
        for number in count():
            day = first + timedelta(days=number)
            begin = max(before, moment_of(self.zone, day, self.begin))
            end = moment_of(self.zone, day + timedelta(days=self.end < self.begin), self.end)
            if end > max(begin, since):
                yield begin, end
                before = end


def zone_of(name: str) -> ZoneInfo:
    """The time zone of an IANA name. Raises UnknownZone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UnknownZone(f"{name!r} is not a time zone") from None


def awake_between(begin: datetime, end: datetime, quiet: QuietHours | None) -> timedelta:
    """The part of the time from ``begin`` to ``end`` outside the quiet hours; none where ``end`` is before."""
    begin, end = begin.astimezone(UTC), end.astimezone(UTC)  # two moments of one zone subtract as wall clocks
    if end <= begin:
        return timedelta()
    awake = end - begin
    if quiet:
        for asleep, up in quiet.nights(begin):
            if asleep >= end:
                break
            awake -= min(up, end) - max(asleep, begin)
    return awake


def after(begin: datetime, budget: timedelta, quiet: QuietHours | None) -> datetime:
    """The first moment outside the quiet hours by which so much time outside them has passed since ``begin``."""
    at = begin.astimezone(UTC)
    if quiet:
        for asleep, up in quiet.nights(begin):
            if at + budget < asleep:
                break
            budget -= max(asleep - at, timedelta())
            at = up
    return at + budget


def asleep_until(moment: datetime, quiet: QuietHours | None) -> datetime | None:
    """The end of the quiet hours in which a moment falls; None outside them."""
    up = after(moment, timedelta(), quiet)
    return up if up > moment else None


def next_edge(moment: datetime, quiet: QuietHours) -> datetime:
    """The first moment after this one at which quiet hours begin or end."""
    begin, end = next(quiet.nights(moment))
    return begin if begin > moment else end


@lru_cache(maxsize=4096)
def moment_of(zone: str, day: date, minute: int) -> datetime:
    """The moment a zone's wall clock first shows a time of a day; where it never does, the first moment after it."""
    wall = datetime.combine(day, time(minute // 60, minute % 60))
    here = ZoneInfo(zone)
    moment = wall.replace(tzinfo=here).astimezone(UTC)
    if moment.astimezone(here).replace(tzinfo=None) == wall:
        return moment
    # The time is skipped: the clock is put forward between these two moments, at a whole second.
    earlier, later = wall.replace(tzinfo=here, fold=1).astimezone(UTC), moment
    offset = later.astimezone(here).utcoffset()
    while later - earlier > _SECOND:
        middle = earlier + (later - earlier) // (2 * _SECOND) * _SECOND
        if middle.astimezone(here).utcoffset() == offset:
            later = middle
        else:
            earlier = middle
    return later
