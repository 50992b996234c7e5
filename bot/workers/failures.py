"""The outcomes where a message could not be sent: the one table, from which an errand may differ in single lines."""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

from bot.chat import Gone, PlaceMoved, Refused, ThreadClosed, Unreachable
from bot.workers.gateways import LeaseLost


class Outcome(Enum):
    """The outcome of an errand that has failed."""

    WAIT = auto()
    """It is tried again."""
    LEAVE = auto()
    """Another process does it."""
    GIVE_UP = auto()
    """It will never be said, and the place is as good as before."""
    LOST_PLACE = auto()
    """It will never be said there, nor anything else."""
    FOLLOW = auto()
    """It is to be said where the place has gone."""


Failures = Mapping[type[Exception], Outcome]

FAILURES: Failures = MappingProxyType(
    {
        LeaseLost: Outcome.LEAVE,
        Gone: Outcome.LOST_PLACE,
        Unreachable: Outcome.LOST_PLACE,
        ThreadClosed: Outcome.LOST_PLACE,
        PlaceMoved: Outcome.FOLLOW,
        Refused: Outcome.GIVE_UP,
        Exception: Outcome.WAIT,
    }
)
"""Whatever else a platform or the database raises is tried again: ``Later``, a time-out, a fault of ours."""


def differing(lines: Failures) -> Failures:
    """The table of an errand that differs in some lines."""
    return MappingProxyType({**FAILURES, **lines})


def outcome_of(error: Exception, failures: Failures = FAILURES) -> Outcome:
    """The outcome of a failure, by the nearest of its classes that stands in the table."""
    return next(failures[each] for each in type(error).__mro__ if each in failures)
