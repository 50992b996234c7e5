"""Quiet hours: the part of each day in which a player's clock stands and nobody calls them, and whole days of the week.

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
"""Minutes: no clock stands for more than this a day, but on days off."""
MOST_OFF = 2
"""The most days of a week that may be off."""
WEEK = 7
DAYS_OFF = (
    *(str(day) for day in range(WEEK)),
    *(f"{first} {second}" for first in range(WEEK) for second in range(first + 1, WEEK)),
)
"""The days of a week that may be off as they are kept; 0 is Monday."""
_SECOND, _HALF_A_DAY = timedelta(seconds=1), timedelta(hours=12)


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
    """From ``begin`` to ``end`` each day, in minutes after midnight of the wall clock of ``zone`` (an IANA name), and
    all day on the days ``off``, of which 0 is Monday. Where only days are off, both minutes are the same.
    """

    zone: str
    begin: int
    end: int
    off: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Raises UnknownZone, TooLong, InvalidQuietHours."""
        zone_of(self.zone)
        if not (0 <= self.begin < DAY and 0 <= self.end < DAY):
            raise InvalidQuietHours(f"{self.begin} and {self.end} are not both minutes of a day")
        if self.off and " ".join(map(str, self.off)) not in DAYS_OFF:
            raise InvalidQuietHours(f"{self.off} are not days of a week that may be off")
        length = (self.end - self.begin) % DAY or (0 if self.off else DAY)
        if length > LONGEST:
            raise TooLong(length)

    def __str__(self) -> str:
        return " ".join(map(str, (self.zone, self.begin, self.end, *self.off)))

    @classmethod
    def read(cls, text: str) -> "QuietHours":
        """The quiet hours that ``str`` wrote. Raises InvalidQuietHours."""
        zone, *numbers = text.split(" ")
        known = all(each.isascii() and each.isdigit() for each in numbers)
        if not known or not 2 <= len(numbers) <= 2 + MOST_OFF:
            raise InvalidQuietHours(f"{text!r} is not a zone, two numbers of minutes, and days")
        begin, end, *off = map(int, numbers)
        return cls(zone, begin, end, tuple(off))

    @classmethod
    def of(cls, zone: str | None, minutes: str | None, off: str | None = None) -> "QuietHours | None":
        """The quiet hours that a person has set, as a zone, two numbers of minutes, and days; None where they are unset
        or cannot be read.
        """
        try:
            return (
                cls.read(" ".join(filter(None, (zone, minutes or "0 0", off)))) if zone and (minutes or off) else None
            )
        except InvalidQuietHours:
            return None

    def nights(self, since: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Begin and end, in UTC, of all quiet hours that are not over at a moment; in order, an infinite iterator.

        A night beside a day off is one with it.
        """
        spans = self._spans(since.astimezone(zone_of(self.zone)).date() - timedelta(days=2 + MOST_OFF))
        begin, end = next(spans)
        for following, up in spans:
            if following <= end:
                end = max(end, up)
                continue
            if end > since:
                yield begin, end
            begin, end = following, up

    def is_off(self, moment: datetime) -> bool:
        """Is it a day off at a moment?"""
        return moment.astimezone(zone_of(self.zone)).weekday() in self.off

    def _spans(self, first: date) -> Iterator[tuple[datetime, datetime]]:
        """Begin and end of each day off and each night from a day on, in the order in which they begin."""
        for number in count():
            day, after_it = first + timedelta(days=number), first + timedelta(days=number + 1)
            if day.weekday() in self.off:
                yield moment_of(self.zone, day, 0), moment_of(self.zone, after_it, 0)
            begin = moment_of(self.zone, day, self.begin)
            end = moment_of(self.zone, after_it if self.end < self.begin else day, self.end)
            if begin < end:
                yield begin, end


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


def is_over_day_off(begin: datetime, end: datetime, quiet: QuietHours | None) -> bool:
    """Is there a day off between two moments?"""
    if quiet is None:
        return False
    moments = (begin + number * _HALF_A_DAY for number in range(2 * WEEK))
    return any(quiet.is_off(moment) for moment in moments if moment < end)


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
