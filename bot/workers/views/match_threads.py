"""The threads of matches: opened once the board is shown, told how the match stands, archived at last."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from bot.chat import Gone, PlaceMoved, ThreadClosed, ThreadTitle
from bot.foundation.single_flight import SingleFlight
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.status import LIVE, Status
from bot.services.services import Services
from bot.services.views import ARCHIVE_AFTER
from bot.store import MatchSnapshot, View
from bot.store.rules import ARCHIVED
from bot.workers.gateways import Gateways, Outcome, differing
from bot.workers.views.pings import is_behind
from bot.workers.views.view_tasks import NameThread, OpenThread, ViewTask, attempt

ComposeThread = Callable[[MatchSnapshot, View], Awaitable[ThreadTitle]]

TITLES = differing(dict.fromkeys((PlaceMoved, ThreadClosed), Outcome.WAIT))
"""A title that cannot be changed is left as it is."""
THREADS = differing(dict.fromkeys((Gone, PlaceMoved, ThreadClosed), Outcome.WAIT))
"""Where no thread can be opened the match stays in its channel; a board that is gone is posted again."""
OPEN_WITHIN = 10.0
"""Seconds for opening a thread, for which a call of the players waits; after that it is tried again later."""


class MatchThreads:
    """Brings the threads of matches up to date, each in a task of its own. ``compose`` makes title and line.

    No board waits for a thread: it is shown in the channel first, and goes on in the thread once that is open.
    """

    def __init__(
        self, services: Services, gateways: Gateways, tasks: SingleFlight[ViewTask], compose: ComposeThread
    ) -> None:
        self._services = services
        self._gateways = gateways
        self._tasks = tasks
        self._compose = compose
        self._opened: dict[OpenThread, tuple[str, Place]] = {}
        """Threads that are open, each with the board below which it hangs, until the match has gone there."""

    def update(self, snapshot: MatchSnapshot, view: View) -> None:
        """Begin to do what is left to do for the thread of a view, unless that is to be tried later."""
        if self._wants_thread(snapshot, view):
            key = OpenThread(view.match, view.id)
            if self.opened(view) is None and not self._tasks.is_waiting(key):
                self._tasks.start(key, partial(self._open, key, snapshot, view))
        else:
            self._update_title(snapshot, view)

    def hide_names(self, snapshot: MatchSnapshot, view: View) -> None:
        """Begin to take the names out of the title of a thread in which nothing is shown any more, once."""
        if view.thread_shows == "":
            self._update_title(snapshot, view)

    def opened(self, view: View) -> Place | None:
        """The thread in which the match of a view is to go on now."""
        board, thread = self._opened.get(OpenThread(view.match, view.id), (None, None))
        return thread if board == view.message else None

    def entered(self, view: View) -> None:
        """The match of a view has gone into its thread."""
        self._opened.pop(OpenThread(view.match, view.id), None)

    def _wants_thread(self, snapshot: MatchSnapshot, view: View) -> bool:
        """Is a thread to be opened below the board of a view? A match has one at most, and one person alone none."""
        match = snapshot.match
        if view.copy or not view.place.can_thread or match.status is not Status.PLAYING or is_behind(view, match):
            return False
        alone = match.practice or any(seat in self._services.matches.computers for seat in match.seats)
        return not alone and all(each.thread_shows is None for each in snapshot.views)

    async def _open(self, key: OpenThread, snapshot: MatchSnapshot, view: View) -> None:
        failed = await attempt(self._tasks, key, view.place.platform, self._open_now(key, snapshot, view), THREADS)
        if failed and failed.outcome is Outcome.WAIT:
            return
        if failed:
            await self._services.views.stays(view)
        self._tasks.wake(key, 0.0)

    async def _open_now(self, key: OpenThread, snapshot: MatchSnapshot, view: View) -> None:
        board = str(view.message)
        async with asyncio.timeout(OPEN_WITHIN):
            title = (await self._compose(snapshot, view)).title
            self._opened[key] = board, await self._gateways.of(view).open_thread(view.place, board, title)

    def _update_title(self, snapshot: MatchSnapshot, view: View) -> None:
        """Begin to write what the thread of a view has to tell, unless it tells it."""
        key = NameThread(view.match, view.id)
        if view.thread_shows in (None, ARCHIVED) or self._tasks.is_waiting(key):
            return
        archive = self._is_archived(snapshot.match)
        if archive or view.thread_shows != snapshot.match.status.value:
            self._tasks.start(key, partial(self._name, key, snapshot, view, archive))

    def _is_archived(self, match: Match) -> bool:
        return match.status not in LIVE and match.changed + ARCHIVE_AFTER <= self._services.clock()

    async def _name(self, key: NameThread, snapshot: MatchSnapshot, view: View, archive: bool) -> None:
        work = self._name_now(snapshot, view, archive)
        failed = await attempt(self._tasks, key, view.place.platform, work, TITLES)
        if failed and failed.outcome is Outcome.WAIT:
            return
        # Else it stays as it is: the thread or the right to change it is gone, or the title may not be.
        await self._services.views.thread_named(view, ARCHIVED if archive else snapshot.match.status.value)

    async def _name_now(self, snapshot: MatchSnapshot, view: View, archive: bool) -> None:
        async with self._gateways.slot(view.place.platform), self._gateways.deadline():
            named = await self._compose(snapshot, view)
            await self._gateways.of(view).name_thread(view.place, named, archive=archive)
