"""Takes away messages that others have replaced: boards that were posted again, and pings no longer true."""

from functools import partial

from bot.chat import PlaceMoved, Successor, ThreadClosed
from bot.foundation.bounded import BoundedMemory
from bot.foundation.single_flight import SingleFlight
from bot.services.match.matches import View
from bot.services.services import Services
from bot.workers.gateways import Gateways, Outcome, differing
from bot.workers.views.view_tasks import DeleteLeftover, ViewTask, attempt

LEFTOVERS = differing({ThreadClosed: Outcome.FOLLOW})
"""A message that cannot be taken away is left where it is: its buttons still work."""
GONE = 10_000
"""The most messages of which it is known that they have been taken away. Forgetting one costs a request in vain."""


class Leftovers:
    """Takes messages away, each in a task of its own."""

    def __init__(self, services: Services, gateways: Gateways, tasks: SingleFlight[ViewTask]) -> None:
        self._services = services
        self._gateways = gateways
        self._tasks = tasks
        self._gone = BoundedMemory[DeleteLeftover, bool](GONE)

    def delete(self, view: View, message: str) -> None:
        """Begin to take a message away, unless that has failed and is to be tried again later.

        Whoever asks may have read of a message before it was taken away: then nothing is done.
        """
        key = DeleteLeftover(view.match, view.id, message)
        if not self._tasks.is_waiting(key) and key not in self._gone:
            self._tasks.start(key, partial(self._delete, key, view))

    async def _delete(self, key: DeleteLeftover, view: View) -> None:
        failed = await attempt(self._tasks, key, view.place.platform, self._delete_now(key, view), LEFTOVERS)
        if failed and failed.outcome is Outcome.WAIT:
            return
        if failed and isinstance(failed.error, PlaceMoved):
            await self._services.views.place_moved(view.place, failed.error.place)
            self._tasks.wake(key, 0.0)
            return
        await self._services.views.cleared(view, key.message)
        self._gone.put(key, True)

    async def _delete_now(self, key: DeleteLeftover, view: View) -> None:
        async with self._gateways.slot(view.place.platform), self._gateways.deadline():
            await self._gateways.of(view).delete(view.place, key.message, _successor(view))


def _successor(view: View) -> Successor | None:
    return Successor(view.message, view.language) if view.message else None
