"""Column types that mean the same on SQLite (whose STRICT tables know few types) and on PostgreSQL."""

from datetime import UTC, datetime, timedelta

import sqlalchemy
from sqlalchemy import BigInteger, Dialect, Integer, LargeBinary, SmallInteger, TypeDecorator
from sqlalchemy.dialects import postgresql

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
BILLION = 10**9

Number = BigInteger().with_variant(Integer(), "sqlite")
SmallInt = SmallInteger().with_variant(Integer(), "sqlite")
Bytes = LargeBinary()
Text = sqlalchemy.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
"""A text that is compared byte by byte on both, whatever library the machine of a server has."""


class ImpossibleMoment(datetime):
    """Stands for a number in the database that is no moment, later than all that are; ``number`` is what stands there.

    A value and no exception: one row that is wrong must not keep others from being read with it.
    """

    number: int

    @classmethod
    def of(cls, number: int) -> "ImpossibleMoment":
        """The value for a number that is too large or too small."""
        moment = cls(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
        moment.number = number
        return moment


def number_of(moment: datetime) -> int:
    """The number that stands for a moment in the database; a moment without a time zone is a mistake (ValueError)."""
    if isinstance(moment, ImpossibleMoment):
        return moment.number
    if moment.tzinfo is None:
        raise ValueError("a moment needs a time zone")
    return (moment - EPOCH) // timedelta(microseconds=1)


def minute_of(now: datetime) -> int:
    """The whole minutes since 1970."""
    return int((now - EPOCH).total_seconds()) // 60


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC, kept as whole microseconds since 1970: it sorts, and both databases give it back unchanged."""

    impl = Number
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """The moment as a number; a moment without a time zone is a mistake (ValueError)."""
        return None if value is None else number_of(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The number as a moment in UTC."""
        if value is None:
            return None
        try:
            return EPOCH + timedelta(microseconds=value)
        except OverflowError:
            return ImpossibleMoment.of(value)


class Span(TypeDecorator[timedelta]):
    """A length of time, kept as whole microseconds."""

    impl = Number
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        """The length as a number."""
        return None if value is None else value // timedelta(microseconds=1)

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:
        """The number as a length; one that is too large is the longest there can be."""
        if value is None:
            return None
        try:
            return timedelta(microseconds=value)
        except OverflowError:
            return timedelta.max


class Flag(TypeDecorator[bool]):
    """Yes or no, kept as 1 or 0."""

    impl = SmallInt
    cache_ok = True

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> int | None:
        """The flag as a number."""
        return None if value is None else int(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> bool | None:
        """The number as a flag."""
        return None if value is None else bool(value)


class Billionths(TypeDecorator[float]):
    """A number with nine places, kept as whole billionths: both databases give it back unchanged."""

    impl = Number
    cache_ok = True

    def process_bind_param(self, value: float | None, dialect: Dialect) -> int | None:
        """The number as whole billionths."""
        return None if value is None else round(value * BILLION)

    def process_result_value(self, value: int | None, dialect: Dialect) -> float | None:
        """Whole billionths as the number."""
        return None if value is None else value / BILLION
