"""Has the threads of matches tell how their match stands: title, the line in the channel, and the archive at last."""

from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from bot.chat import Answer, Gone, Unreachable
from bot.matches.match import Match
from bot.matches.status import LIVE
from bot.services.services import Services
from bot.services.views import ARCHIVE_AFTER
from bot.store import MatchSnapshot, View
from bot.store.tables import ARCHIVED
from bot.workers.gateways import Gateways, asked_to_wait, reason_of
from bot.workers.single_flight import SingleFlight
from bot.workers.view_tasks import NameThread, ViewTask

_log = structlog.get_logger(__name__)

ComposeThread = Callable[[MatchSnapshot, View], Awaitable[Answer]]

TRIES = 5
"""Failures after which a title is left as it is."""


class Threads:
    """Brings the threads of matches up to date, each in a task of its own. ``compose`` makes title and line."""

    def __init__(
        self, services: Services, gateways: Gateways, tasks: SingleFlight[ViewTask], compose: ComposeThread
    ) -> None:
        self._services = services
        self._gateways = gateways
        self._tasks = tasks
        self._compose = compose

    def update(self, snapshot: MatchSnapshot, view: View) -> None:
        """Begin to write what the thread of a view has to tell, unless it tells it, or that is to be tried later."""
        key = NameThread(view.match, view.id)
        if view.thread_shows in (None, ARCHIVED) or self._tasks.is_waiting(key):
            return
        archive = self._is_archived(snapshot.match)
        if archive or view.thread_shows != snapshot.match.status.value:
            self._tasks.start(key, partial(self._name, key, snapshot, view, archive))

    def _is_archived(self, match: Match) -> bool:
        return match.status not in LIVE and match.changed + ARCHIVE_AFTER <= self._services.clock()

    async def _name(self, key: NameThread, snapshot: MatchSnapshot, view: View, archive: bool) -> None:
        try:
            async with self._gateways.slot(view.place.platform), self._gateways.deadline():
                answer = await self._compose(snapshot, view)
                await self._gateways.of(view).name_thread(view.place, answer, archive=archive)
        except (Gone, Unreachable):
            pass  # it stays as it is: the thread or the right to change it is gone
        except Exception as error:
            facts = {"reason": reason_of(error), "match": view.match, "platform": view.place.platform}
            if self._tasks.retry(key, asked_to_wait(error)) < TRIES:
                _log.warning("thread_waits", **facts)
                return
            _log.warning("thread_left", **facts)
        self._tasks.succeeded(key)
        await self._services.views.thread_named(view, ARCHIVED if archive else snapshot.match.status.value)
