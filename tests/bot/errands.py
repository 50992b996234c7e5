"""Messages that Papan sends by itself, sent when a test wants it."""

from dataclasses import dataclass
from typing import Any

from bot.workers.errands.courier import Courier
from loopback.waiting import until


@dataclass(frozen=True)
class Looks:
    """A courier that was not started: it looks at the rows only where it is told to."""

    courier: Courier[Any, Any]

    async def look(self) -> None:
        """Do all that is due, also what has failed and would wait for a while."""
        for key in [*self.courier._tasks._timers]:
            self.courier._tasks.cancel_wake(key)
        await self.look_now()

    async def look_now(self) -> None:
        """Do all that is due now."""
        await self.courier.look()
        await until(lambda: not self.is_busy)

    @property
    def is_busy(self) -> bool:
        """Is anything under way?"""
        return bool(self.courier._tasks.running)
