"""The contact with a platform, for monitoring."""

import time
from collections.abc import Callable

AWAY_TOO_LONG = 60.0
"""Seconds."""


class Contact:
    """The connections by which a platform is heard, each under a name. One that was never ``made`` counts as well."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lost: dict[str, float] = {}
        self._heard: dict[str, float] = {}
        self._refusal = ""

    def made(self, name: str = "") -> None:
        """The platform was heard."""
        self._lost.pop(name, None)
        self._heard[name] = self._clock()

    def lost(self, name: str = "") -> None:
        """It cannot be reached, perhaps since it was last heard."""
        self._lost.setdefault(name, self._heard.get(name, self._clock()))

    def ended(self, name: str = "") -> None:
        """A connection has ended that was heard until now."""
        self._lost.setdefault(name, self._clock())

    def refused(self, reason: str) -> None:
        """The platform wants no connection, now or later; the reason is a sentence for the operator."""
        self._refusal = reason

    def left(self) -> None:
        """Another process listens; nothing is to be heard here."""
        self._lost.clear()
        self._heard.clear()

    @property
    def away(self) -> float:
        """Seconds for which it has not been heard, 0 while it is."""
        now = self._clock()
        return max((now - since for since in self._lost.values()), default=0.0)

    async def check(self, platform: str) -> str:
        """The fault, for the health page; empty where there is none."""
        if self._refusal:
            return self._refusal
        away = self.away
        return f"{platform} has been away for {away:.0f} seconds" if away >= AWAY_TOO_LONG else ""
