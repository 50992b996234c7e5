"""Keeps every board message at the present state of its match: the newest state wins, and what fails is tried again.

Nothing is queued: what has to be shown follows from the rows alone, so a crash at any moment loses nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import islice

import structlog

from bot.chat import BoardMessage, Gone, MessageGateway, PlaceMoved, Refused, ThreadClosed, Unreachable
from bot.foundation import metrics
from bot.foundation.backoff import backoff
from bot.foundation.bounded import BoundedMemory
from bot.foundation.shared_work import Leases, SingleProcess
from bot.foundation.single_flight import SingleFlight
from bot.matches.clock import Halt
from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.match.matches import View
from bot.services.news import Errand
from bot.services.services import Services
from bot.store import MatchSnapshot
from bot.workers.gateways import AT_ONCE, Gateways, Outcome, asked_to_wait, outcome_of, reason_of
from bot.workers.views.invitations import Invitations
from bot.workers.views.leftovers import Leftovers
from bot.workers.views.match_threads import ComposeThread, MatchThreads
from bot.workers.views.notice_sender import ComposeNotice
from bot.workers.views.pings import Pings, is_behind, is_left_behind
from bot.workers.views.reachability import ReachabilityNotices
from bot.workers.views.view_tasks import OpenThread, PingPlayer, ShowView, ViewTask

_log = structlog.get_logger(__name__)

Compose = Callable[[MatchSnapshot, View], Awaitable[BoardMessage]]

READ_TOGETHER = 100
"""Matches that are read together: few enough that nobody has to wait meanwhile."""
SWEEP_EVERY = 30.0
"""Seconds until all views are looked at, even if nothing has happened."""
SWEEP_OFTEN = 2.0
"""The same where changes made by other processes are not received."""
FORGET_EVERY = 3600.0
CATCH_UP = timedelta(minutes=15)
"""A sweep looks at matches that have changed since then, for pings that were missed."""
STOP_WITHIN = 2.0
BOARDS_FIRST = 1.0
"""Seconds for which calls wait at most while more boards are to be sent than can be at once."""
PUT_OFF = 10_000
"""The most calls of which it is known that they wait for boards."""


class _ThreadOpened(PlaceMoved):
    """A match goes on in the thread that was opened for it."""


class ViewReconciler:
    """The loop that brings every view up to date. One per process: ``await run()``, and ``stop()`` from elsewhere.

    ``compose`` makes the message of a view, ``compose_notice`` the one that tells a player what has happened,
    ``compose_thread`` the title and line of a thread. Of several processes each serves the chats whose leases it holds.
    """

    def __init__(
        self,
        services: Services,
        gateways: Mapping[str, MessageGateway],
        compose: Compose,
        compose_notice: ComposeNotice,
        compose_thread: ComposeThread,
        leases: Leases | None = None,
    ) -> None:
        self._services = services
        self._leases = leases or SingleProcess()
        self._gateways = Gateways(gateways, self._leases)
        self._compose = compose
        self._tasks: SingleFlight[ViewTask] = SingleFlight(lambda key: self._request(key.match), "view_task_failed")
        self._leftovers = Leftovers(services, self._gateways, self._tasks)
        self._threads = MatchThreads(services, self._gateways, self._tasks, compose_thread)
        self._reach = ReachabilityNotices(services, self._gateways, self._tasks, compose_notice)
        self._pings = Pings(
            services, self._gateways, self._tasks, compose_notice, self._leftovers, self, self._reach.once
        )
        self._invitations = Invitations(services, self._gateways, self._tasks)
        self._requested: dict[str, None] = {}  # codes of matches, in the order of the requests
        self._put_off = BoundedMemory[tuple[PingPlayer, int], float](PUT_OFF)
        """The calls that wait for boards, each of a version of its match, and since when."""
        self._wake = asyncio.Event()
        self._stopping = False
        self._next_sweep = 0.0
        self._gains = 0
        self._sending: dict[str, tuple[int, MatchSnapshot]] = {}
        """By the codes of matches whose views are being sent: ``_gains`` when they were read, and what is known of
        them, each view as it was last written."""
        self._noted: set[str] | None = None
        """The matches of which something was told while others are read; None while nothing is read."""
        self._sent: dict[ShowView, View | None] = {}
        """The view after the task that has just ended; None where the match has to be read again."""

    async def run(self) -> None:
        """Keep views up to date until ``stop`` is called; then finish what is under way."""
        subscriptions = ExitStack()
        subscriptions.callback(self._services.news.matches.subscribe(self._request))
        subscriptions.callback(self._leases.gained.subscribe(self._sweep_soon))
        loop = asyncio.get_running_loop()
        next_forget = loop.time()
        try:
            while not self._stopping:
                self._wake.clear()
                try:
                    if loop.time() >= next_forget:
                        await self._services.requests.forget_old()
                        await self._services.people.overwrite_erased()
                        next_forget = loop.time() + FORGET_EVERY
                    if loop.time() >= self._next_sweep:
                        await self._sweep()
                    await self._reconcile_requested()
                    wait = self._next_sweep - loop.time()
                except Exception:  # the database may be away for a while; the rows will tell what is left to do
                    _log.exception("views_waiting")
                    self._next_sweep, wait = loop.time(), 1.0
                await self._sleep(wait)
        finally:
            subscriptions.close()
            await self._tasks.stop(STOP_WITHIN)

    def stop(self) -> None:
        """End ``run``."""
        self._stopping = True
        self._wake.set()

    def _request(self, code: str) -> None:
        """Look at a match soon."""
        self._requested[code] = None
        self._wake.set()

    def noted(self, code: str) -> None:
        """Something was told of a match, so what was read of it before does not say so: it is read again once its
        boards are shown.
        """
        self._sending.pop(code, None)
        if self._noted is not None:
            self._noted.add(code)

    async def give_up(self, view: View) -> None:
        """Nothing can be shown, or nobody called, in the place of a view any more."""
        await self._services.views.freeze(view)
        self._reach.lost(view)

    def _sweep_soon(self) -> None:
        self._gains += 1
        self._next_sweep = 0.0
        self._wake.set()

    async def _sweep(self) -> None:
        """Find what is left to do by itself: after a restart, a failure, or a change that was not received."""
        now = asyncio.get_running_loop().time()
        self._next_sweep = now + (SWEEP_EVERY if self._leases.is_listening else SWEEP_OFTEN)
        left = await self._services.views.unfinished(self._services.clock() - CATCH_UP, self._gateways.is_ours)
        self._requested |= dict.fromkeys(left)

    async def _sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(max(seconds, 0.01)):
                await self._wake.wait()
        except TimeoutError:
            return

    async def _reconcile_requested(self) -> None:
        """Start whatever is to be done for the matches that were asked for."""
        codes = list(islice(self._requested, READ_TOGETHER))
        for code in codes:
            del self._requested[code]
        if self._requested:
            self._wake.set()
        gains, self._noted = self._gains, set()
        with self._tasks.reading():
            try:
                found = await self._services.views.snapshots(codes) if codes else []
            except Exception:
                self._requested |= dict.fromkeys(codes)
                raise
            finally:
                noted, self._noted = self._noted, None
            if gains != self._gains:
                # A chat gained meanwhile may have been read before the last thing that its former process has done.
                self._requested |= dict.fromkeys(codes)
                return
            for snapshot in found:
                if snapshot.match.code in noted:
                    self._request(snapshot.match.code)
                    continue
                try:
                    self._reconcile(snapshot)
                except Exception:  # whatever is wrong with one match, the others go on
                    _log.exception("match_not_reconciled", match=snapshot.match.code)

    def _reconcile(self, snapshot: MatchSnapshot) -> None:
        """Bring the views of a match up to date; once they are, ping whoever is to act."""
        match = snapshot.match
        if snapshot.followed:
            self._services.news.errands.note(Errand.FOLLOWED)
        self._sending.pop(match.code, None)
        self._reach.note(snapshot)
        self._pings.note(snapshot)
        self._start_last_words(snapshot)
        for view in filter(self._gateways.serves, self._visible(snapshot)):
            if self._is_due(view, match) and not self._must_wait(view) and not self._must_wait_for_ping(view):
                key = ShowView(match.code, view.id)
                self._tasks.start(key, partial(self._show, key, view, snapshot), partial(self._go_on, key))
        for view, message in snapshot.leftovers:
            if self._gateways.serves(view):
                self._leftovers.delete(view, message)
        if self._is_sending(match.code):
            self._sending[match.code] = self._gains, snapshot
        else:
            self._follow_boards(snapshot)

    def _is_due(self, view: View, match: Match) -> bool:
        """Has a view to be shown? One of which something lapses later is looked at then."""
        if is_behind(view, match) or self._threads.opened(view):
            return True
        if view.lapses is None:
            return False
        wait = (view.lapses - self._services.clock()).total_seconds()
        if wait > 0:
            self._tasks.wake(ShowView(view.match, view.id), wait)
        return wait <= 0

    def _visible(self, snapshot: MatchSnapshot) -> list[View]:
        return [view for view in snapshot.views if view.place.platform in self._gateways and not view.frozen]

    def _is_sending(self, code: str) -> bool:
        return any(isinstance(key, ShowView) and key.match == code for key in self._tasks.running)

    def _start_last_words(self, snapshot: MatchSnapshot) -> None:
        """A board beside which nobody can be called may still be edited: it says that the clock stands, once.

        One that could not be edited shows an older version than the last before that.
        """
        match = snapshot.match
        if match.happened is not Happening.UNREACHABLE or match.clock is None or match.clock.halt is not Halt.FROZEN:
            return
        for view in filter(self._gateways.serves, snapshot.views):
            if view.frozen and not view.closed and view.message and view.shown_version == match.version - 1:
                show = partial(self._show_last, view, view.message, snapshot)
                self._tasks.start(ShowView(match.code, view.id), show, partial(self._request, match.code))

    async def _show_last(self, view: View, message: str, snapshot: MatchSnapshot) -> None:
        try:
            with self._gateways.keep(view):
                async with self._gateways.slot(view.place.platform), self._gateways.deadline():
                    board = replace(await self._compose(snapshot, view), view=view.key)
                    self._gateways.check(view)
                    await self._gateways.of(view).edit(view.place, message, board)
        except Exception as error:  # it is tried once: the place is given up
            _log.info("last_words_failed", reason=reason_of(error), match=view.match, platform=view.place.platform)
        await self._services.views.shown_last(view, snapshot.match.version)

    def _follow_boards(self, snapshot: MatchSnapshot) -> None:
        """The boards of a match are shown: do what follows them."""
        for view in filter(self._gateways.serves, self._visible(snapshot)):
            self._threads.update(snapshot, view)
        for view in snapshot.views:
            if view.closed and view.frozen and view.place.platform in self._gateways and self._gateways.serves(view):
                self._threads.hide_names(snapshot, view)
        if snapshot.match.status is Status.INVITED:
            self._invitations.update(snapshot)
        self._start_pings(snapshot)

    def _start_pings(self, snapshot: MatchSnapshot) -> None:
        match, views = snapshot.match, [view for view in snapshot.views if view.place.platform in self._gateways]
        for platform in dict.fromkeys(view.place.platform for view in views if self._gateways.serves(view)):
            key = PingPlayer(match.code, platform)
            there = [view for view in views if view.place.platform == platform]
            if any(self._tasks.defer(OpenThread(view.match, view.id)) for view in there):
                continue  # whoever is called is called in the thread
            if self._boards_come_first(key, match.version):
                continue
            self._tasks.start(key, partial(self._pings.update, snapshot, views, key))

    def _boards_come_first(self, key: PingPlayer, version: int) -> bool:
        """Are more boards to be sent than can be at once? Then a call waits a little: many are moving, and what is not
        true any more by then is not told.
        """
        now = asyncio.get_running_loop().time()
        if sum(isinstance(each, ShowView) for each in self._tasks.running) <= AT_ONCE:
            self._put_off.pop((key, version))
            return False
        until = self._put_off.get_or_put((key, version), lambda: now) + BOARDS_FIRST
        if until > now:
            self._tasks.wake(key, until - now)
        else:
            self._put_off.pop((key, version))
        return until > now

    def _must_wait(self, view: View) -> bool:
        """Is it too early to show a view? Then it is shown, as the match stands then, when it is not."""
        wait = view.wait(self._services.clock())
        if wait <= 0:
            wait = self._gateways.of(view).wait(view.place, turn=view.key)
        if wait > 0:
            self._tasks.wake(ShowView(view.match, view.id), wait)
        return wait > 0

    def _must_wait_for_ping(self, view: View) -> bool:
        """Could a view go into a thread while a player is pinged where it was? Then it is shown after that."""
        return view.place.can_thread and self._tasks.defer(PingPlayer(view.match, view.place.platform))

    async def _show(self, key: ShowView, view: View, snapshot: MatchSnapshot) -> None:
        now = None
        with self._gateways.keep(view):
            async with self._gateways.slot(view.place.platform):
                if self._gateways.serves(view):
                    now = await self._show_now(view, snapshot)
        self._sent[key] = now

    async def _show_now(self, view: View, snapshot: MatchSnapshot) -> View | None:
        """Send a view; the view after that, or None where it has not been sent as it should be."""
        code = snapshot.match.code
        if code in self._requested or self._tasks.is_deferred(ShowView(code, view.id)):
            # It had to wait for its slot, and there is something newer to show.
            newer = await self._newest(view, code)
            if newer is None:
                return None
            view, snapshot = newer
        if self._must_wait(view):
            return None
        if view.closed and view.message is None:
            await self.give_up(view)  # there is no message that could have a last picture
            return None
        try:
            with metrics.SENDING.labels(view.place.platform).time():
                async with self._gateways.deadline():
                    message, lapses = await self._send(view, snapshot)
        except Exception as error:  # whatever a platform raises, the view stays behind and is tried again
            if outcome_of(error) is not Outcome.LEAVE:
                await self._failed(view, error)
            return None
        now = await self._services.views.updated(view, message, snapshot.match.version, lapses)
        if now and view.message not in (None, message):
            self._leftovers.delete(now, str(view.message))
        if view.closed:
            self._reach.lost(view)
        elif now:
            self._reach.shown(now)
        if now and now.lapses:
            self._is_due(now, snapshot.match)
        return now

    def _go_on(self, key: ShowView) -> None:
        """A view has been sent, or not: after the last one of its match, ping whoever is to act.

        What is known of the match is used for that without reading it again, unless something else has to be done
        for it, or something has changed since: the match (as the row of the view tells), a demand to show the view
        again, or the chats that this process serves. A task that has failed is left to the sweep.
        """
        if key not in self._sent:
            return
        now, sending = self._sent.pop(key), self._sending.get(key.match)
        if now is None or sending is None or not self._is_current(now, *sending):
            self._request(key.match)
        elif key.match not in self._requested:
            gains, known = sending
            known = replace(known, views=tuple(now if view.id == now.id else view for view in known.views))
            self._sending[key.match] = gains, known
            if not self._is_sending(key.match):
                del self._sending[key.match]
                self._follow_boards(known)

    def _is_current(self, now: View, gains: int, known: MatchSnapshot) -> bool:
        same_match = now.match_version == known.match.version and not is_behind(now, known.match)
        return same_match and gains == self._gains

    async def _newest(self, view: View, code: str) -> tuple[View, MatchSnapshot] | None:
        for snapshot in await self._services.views.snapshots([code]):
            for now in snapshot.views:
                if now.id == view.id and (is_behind(now, snapshot.match) or self._threads.opened(now)):
                    return now, snapshot
        return None

    async def _send(self, view: View, snapshot: MatchSnapshot) -> tuple[str, datetime | None]:
        """Show a view: by its message, or by a new one. The message, and when something that it shows lapses.

        Raises LeaseLost, and what the gateway raises.
        """
        gateway = self._gateways.of(view)
        if thread := self._threads.opened(view):
            # The other messages that have to go could not be reached from the thread.
            told = [each.message for each in snapshot.notices if each.message and each.view == view.id]
            for other in [*told, *(message for of, message in snapshot.leftovers if of.id == view.id)]:
                await gateway.delete(view.place, other)
            raise _ThreadOpened(thread)
        board = replace(await self._compose(snapshot, view), view=view.key)
        self._gateways.check(view)
        if view.message is None:
            return await gateway.post(view.place, board, view.key), board.lapses
        comes_down = not view.closed and is_left_behind(view, snapshot.match, gateway)
        if comes_down and is_behind(view, snapshot.match):
            # Where nothing new may be posted, the old message can still be edited.
            with suppress(Unreachable, ThreadClosed):
                return await gateway.post(view.place, board, f"{view.key}-down"), board.lapses
        await gateway.edit(view.place, view.message, board)
        return view.message, board.lapses

    async def _failed(self, view: View, error: Exception) -> None:
        facts = {"view": view.id, "match": view.match, "platform": view.place.platform}
        metrics.SEND_FAILURES.labels(view.place.platform).inc()
        match error:
            case Gone() if view.message is not None and view.closed:
                _log.info("view_closed", **facts)
                await self.give_up(view)
            case Gone() if view.message is not None:
                _log.info("view_gone", **facts)
                await self._services.views.gone(view)
            case Unreachable():
                _log.info("view_frozen", **facts)
                await self.give_up(view)
            case Refused():
                _log.error("view_given_up", reason=error.reason, **facts)
                await self.give_up(view)
            case _ThreadOpened():
                _log.info("thread_opened", **facts)
                await self._services.views.went_into_thread(view, error.place)
                self._threads.entered(view)
            case ThreadClosed():
                _log.info("thread_closed", **facts)
                await self._services.views.left_thread(view, error.place)
            case PlaceMoved() if error.place != view.place:
                _log.info("place_moved", **facts)
                await self._services.views.place_moved(view.place, error.place)
            case _:
                asked = asked_to_wait(error)
                wait, tries = (backoff(view.tries) if asked is None else asked), view.tries + 1
                _log.warning("view_waits", reason=reason_of(error), seconds=round(wait, 1), tries=tries, **facts)
                await self._services.views.retry(view, timedelta(seconds=wait))
