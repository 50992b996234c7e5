"""Codes that make two accounts one are not found by trying: after some wrong ones none of the same asker is taken."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.chat import Request
from bot.foundation.bounded import BoundedMemory

TRIES = 5
"""Wrong codes that one person, or one address, may give within ``TRIES_WITHIN``."""
TRIES_WITHIN = timedelta(hours=1)
ASKERS = 10_000


class WrongLinkCodes:
    """The wrong codes of late, by person or address."""

    def __init__(self) -> None:
        self._known = BoundedMemory[str, Sequence[datetime]](ASKERS)

    def are_too_many(self, request: Request, now: datetime) -> bool:
        """Has somebody given so many that no code of theirs is taken?"""
        return len(self._recent(request, now)) >= TRIES

    def note(self, request: Request, now: datetime) -> None:
        """Somebody has given a wrong code."""
        self._known.put(_asker(request), (*self._recent(request, now), now))

    def _recent(self, request: Request, now: datetime) -> Sequence[datetime]:
        return [at for at in self._known.get(_asker(request)) or () if at > now - TRIES_WITHIN]


def _asker(request: Request) -> str:
    return f"{request.person.platform} {request.person.account or request.address}"
