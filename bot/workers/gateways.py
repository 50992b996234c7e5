"""The platforms on which this process shows matches: how much may be under way on each, and what a failure means.

The outcomes are one table, from which an errand may differ in single lines.
"""

import asyncio
from collections.abc import Mapping
from contextlib import AbstractContextManager
from enum import Enum, auto
from types import MappingProxyType

from bot.chat import Gone, Later, MessageGateway, PlaceMoved, Refused, ThreadClosed, Unreachable
from bot.foundation.shared_work import Leases
from bot.store import View

AT_ONCE = 8
"""Messages under way at once on one platform."""
SEND_WITHIN = 60.0
"""Seconds for one message."""


class LeaseLost(Exception):
    """Another process may serve the chat by now: what was composed here may be older than what is shown there."""


class Gateways:
    """The message gateways by the names of their platforms."""

    def __init__(self, gateways: Mapping[str, MessageGateway], leases: Leases) -> None:
        self._gateways = gateways
        self._leases = leases
        self._slots = {platform: asyncio.Semaphore(AT_ONCE) for platform in gateways}

    def __contains__(self, platform: str) -> bool:
        return platform in self._gateways

    def __getitem__(self, platform: str) -> MessageGateway:
        return self._gateways[platform]

    def is_ours(self, platform: str, chat: str) -> bool:
        """Does this process show what stands in a chat? The limits of a chat are counted in one process, too."""
        return platform in self._gateways and self._leases.holds(platform, chat)

    def serves(self, view: View) -> bool:
        """Does this process keep a view up to date?"""
        return self.is_ours(view.place.platform, view.place.chat)

    def check(self, view: View) -> None:
        """To be called between composing and sending, for a process may stand still at any point: raises LeaseLost."""
        if not self.serves(view):
            raise LeaseLost

    def of(self, view: View) -> MessageGateway:
        """The gateway of the platform on which a view stands."""
        return self._gateways[view.place.platform]

    def slot(self, platform: str) -> asyncio.Semaphore:
        """To be held while a message is under way."""
        return self._slots[platform]

    def deadline(self) -> asyncio.Timeout:
        """A context for sending one message: ends with TimeoutError after ``SEND_WITHIN``."""
        return asyncio.timeout(SEND_WITHIN)

    def keep(self, view: View) -> AbstractContextManager[None]:
        """Within the context no other living process serves the chat of a view."""
        return self._leases.keep(view.place.platform, view.place.chat)


def reason_of(error: Exception) -> str:
    """A word for the log: why a message could not be sent."""
    return error.reason if isinstance(error, Later | Refused) else type(error).__name__


def asked_to_wait(error: Exception) -> float | None:
    """The seconds after which a platform wants to be asked again, None if it named none."""
    return error.seconds if isinstance(error, Later) else None


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
