"""Keeps every board message at the present state of its match: the newest state wins, and what fails is tried again.

Nothing is queued: what has to be shown follows from the rows alone, so a crash at any moment loses nothing.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import ExitStack
from datetime import timedelta
from itertools import islice
from typing import Any

import structlog

from bot.chat import Answer, Gone, Later, MessageGateway, PlaceMoved, ThreadOpened, Unreachable
from bot.chat.ports import Leases
from bot.matches.match import Match
from bot.services.matches import Player, View
from bot.services.services import Services
from bot.store import MatchSnapshot
from bot.telemetry import metrics
from bot.workers.leases import MATCHES, SingleProcess

_log = structlog.get_logger(__name__)

Compose = Callable[[MatchSnapshot, View], Awaitable[Answer]]
PingText = Callable[[Match, View, Player], Awaitable[str]]

AT_ONCE = 8
"""Messages under way at once on one platform."""
LOOKED_AT = 100
"""Matches that are looked at together: few enough that nobody has to wait meanwhile."""
SEND_WITHIN = 60.0
SWEEP_EVERY = 30.0
"""Seconds until all views are looked at, and invitations expire, even if nothing has happened."""
SWEEP_OFTEN = 2.0
"""The same where other processes do things too, and cannot be heard."""
FORGET_EVERY = 24 * 3600.0
LONGEST_WAIT = timedelta(minutes=5)
BOARDS_SPARE, PINGS_SPARE = 3, 6
"""So many messages of a chat's limit are left to answers by the boards, and to answers and boards by the pings."""
CATCH_UP = timedelta(minutes=15)
"""Whoever is awaited in a match that has changed since then is told, should that have been missed."""
STOP_WITHIN = 3.0
CLEAR_TRIES = 5


class ViewReconciler:
    """The loop that brings every view up to date. One per process: ``await run()``, and ``stop()`` from elsewhere.

    ``compose`` makes the message of a view, ``ping_text`` the words that tell somebody it is their turn. Of several
    processes each keeps the chats whose leases it holds.
    """

    def __init__(
        self,
        services: Services,
        screens: Mapping[str, MessageGateway],
        compose: Compose,
        ping_text: PingText,
        leases: Leases | None = None,
    ) -> None:
        self._services = services
        self._leases = leases or SingleProcess()
        self._screens = screens
        self._compose = compose
        self._ping_text = ping_text
        self._slots = {platform: asyncio.Semaphore(AT_ONCE) for platform in screens}
        self._heard: dict[str, None] = {}  # in the order in which they were heard of
        self._wake = asyncio.Event()
        self._stopping = False
        self._next_sweep = 0.0
        self._gains = 0
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._missed: set[str] = set()
        self._ended: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._clear_tries: Counter[str] = Counter()
        self._ping_tries: Counter[str] = Counter()

    async def run(self) -> None:
        """Keep views up to date until ``stop`` is called; then finish what is under way."""
        loop = asyncio.get_running_loop()
        subscriptions = ExitStack()
        subscriptions.callback(self._services.changes.subscribe(self._hear))
        subscriptions.callback(self._leases.gained.subscribe(self._sweep_soon))
        next_forget = loop.time()
        try:
            while not self._stopping:
                self._wake.clear()
                try:
                    if loop.time() >= next_forget:
                        await self._services.requests.forget_old()
                        next_forget = loop.time() + FORGET_EVERY
                    if loop.time() >= self._next_sweep:
                        self._next_sweep = loop.time() + (SWEEP_EVERY if self._leases.is_listening else SWEEP_OFTEN)
                        await self._services.matches.expire_due(lambda code: self._leases.holds(MATCHES, code))
                        left = await self._services.views.unfinished(self._services.clock() - CATCH_UP, self._is_ours)
                        self._heard |= dict.fromkeys(left)
                    await self._look()
                    wait = self._next_sweep - loop.time()
                except Exception:  # the database may be away for a while; the rows will tell what is left to do
                    _log.exception("views_waiting")
                    self._next_sweep, wait = loop.time(), 1.0
                await self._sleep(wait)
        finally:
            subscriptions.close()
            await self._finish()

    def stop(self) -> None:
        """End ``run``."""
        self._stopping = True
        self._wake.set()

    def _hear(self, code: str) -> None:
        self._heard[code] = None
        self._wake.set()

    def _sweep_soon(self) -> None:
        self._gains += 1
        self._next_sweep = 0.0
        self._wake.set()

    def _is_ours(self, platform: str, chat: str) -> bool:
        """Does this process keep what is shown there? Its limits are counted in one place then, too."""
        return platform in self._screens and self._leases.holds(platform, chat)

    def _keeps(self, view: View) -> bool:
        return self._is_ours(view.place.platform, view.place.chat)

    async def _look(self) -> None:
        """Start whatever is to be done for the matches that were heard of."""
        heard = list(islice(self._heard, LOOKED_AT))
        for code in heard:
            del self._heard[code]
        if self._heard:
            self._wake.set()
        self._ended.clear()
        gains = self._gains
        try:
            found = await self._services.views.snapshots(heard) if heard else []
        except Exception:
            self._heard |= dict.fromkeys(heard)
            raise
        if gains != self._gains:
            # What has become ours meanwhile may be older here than what its former keeper has done last.
            self._heard |= dict.fromkeys(heard)
            return
        for snapshot in found:
            self._tend(snapshot)

    def _tend(self, snapshot: MatchSnapshot) -> None:
        """Bring the views of a match up to date; once they are, tell whoever is awaited."""
        match, code = snapshot.match, snapshot.match.code
        views = [view for view in snapshot.views if view.place.platform in self._screens and not view.frozen]
        for view in filter(self._keeps, views):
            if _is_behind(view, match) and not self._has_to_wait(view) and not self._may_leave_a_call(view):
                self._begin(f"show {code} {view.id}", self._show(view, snapshot), code)
        for view, message in snapshot.leftovers:
            name = f"clear {view.id} {message}"
            if self._keeps(view) and name not in self._timers:
                self._begin(name, self._take_away(name, view, message), code)
        if any(map(self._keeps, views)) and not any(name.startswith(f"show {code} ") for name in self._busy):
            self._begin(f"ping {code}", self._ping(match, views), code)

    def _has_to_wait(self, view: View) -> bool:
        """Is it too early to show a view? Then the match is heard of again when it is not, and shown as it is then."""
        wait = (view.retry_at - self._services.clock()).total_seconds() if view.retry_at else 0.0
        wait = max(wait, self._screens[view.place.platform].wait(view.place, BOARDS_SPARE))
        if wait > 0:
            self._later(f"show {view.match} {view.id}", wait, view.match)
        return wait > 0

    def _may_leave_a_call(self, view: View) -> bool:
        """Could a view go into a thread while somebody is called where it was? Then it is shown after that."""
        return view.place.can_thread and self._is_under_way(f"ping {view.match}", view.match)

    def _is_under_way(self, name: str, code: str) -> bool:
        """Is there a task of this name, or has it ended while the rows were read that ask for one?

        Then the match is heard of again.
        """
        if name in self._busy:
            self._missed.add(name)
        elif name in self._ended:
            self._hear(code)
        else:
            return False
        return True

    def _later(self, name: str, seconds: float, code: str) -> None:
        """Hear of a match after some time."""

        def now() -> None:
            del self._timers[name]
            self._hear(code)

        if waiting := self._timers.pop(name, None):
            waiting.cancel()
        self._timers[name] = asyncio.get_running_loop().call_later(seconds, now)

    def _begin(self, name: str, work: Coroutine[Any, Any, None], code: str) -> None:
        """Start a task, unless one of this name is under way."""
        if self._is_under_way(name, code):
            work.close()
            return

        def ended(task: asyncio.Task[None]) -> None:
            del self._busy[name]
            self._ended.add(name)
            if not task.cancelled() and (error := task.exception()):
                # Only the database raises here; the sweep takes up what is left to do.
                _log.error("views_waiting", exc_info=error)
            elif name in self._missed:
                self._hear(code)
            self._missed.discard(name)

        self._busy[name] = task = asyncio.create_task(work, name=name)
        task.add_done_callback(ended)

    async def _sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(max(seconds, 0.01)):
                await self._wake.wait()
        except TimeoutError:
            return

    async def _finish(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        if self._busy:
            _, late = await asyncio.wait(self._busy.values(), timeout=STOP_WITHIN)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _show(self, view: View, snapshot: MatchSnapshot) -> None:
        with self._leases.keep(view.place.platform, view.place.chat):
            async with self._slots[view.place.platform]:
                if self._keeps(view):
                    await self._show_now(view, snapshot)

    async def _show_now(self, view: View, snapshot: MatchSnapshot) -> None:
        code = snapshot.match.code
        if code in self._heard or f"show {code} {view.id}" in self._missed:
            # It had to wait for its turn, and there is something newer to show.
            newer = await self._newest(view, code)
            if newer is None:
                return
            view, snapshot = newer
        if self._has_to_wait(view):
            return
        try:
            with metrics.SENDING.labels(view.place.platform).time():
                async with asyncio.timeout(SEND_WITHIN):
                    message = await self._send(view, snapshot)
        except Exception as error:  # whatever a platform raises, the view stays behind and is tried again
            await self._failed(view, error)
            self._hear(code)
        else:
            await self._services.views.shown(view.key, message, snapshot.match.version, view.shown_version)

    async def _newest(self, view: View, code: str) -> tuple[View, MatchSnapshot] | None:
        for snapshot in await self._services.views.snapshots([code]):
            for now in snapshot.views:
                if now.id == view.id and _is_behind(now, snapshot.match):
                    return now, snapshot
        return None

    async def _send(self, view: View, snapshot: MatchSnapshot) -> str:
        screen = self._screens[view.place.platform]
        answer = await self._compose(snapshot, view)
        if view.message is None:
            return await screen.post(view.place, answer, view.key)
        try:
            await screen.edit(view.place, view.message, answer)
        except ThreadOpened:
            # What else is to go would be out of reach from there.
            for other in [view.ping_message, *(message for of, message in snapshot.leftovers if of.id == view.id)]:
                if other:
                    await screen.delete(view.place, other)
            raise
        return view.message

    async def _failed(self, view: View, error: Exception) -> None:
        facts = {"view": view.id, "match": view.match, "platform": view.place.platform}
        metrics.SEND_FAILURES.labels(view.place.platform).inc()
        match error:
            case Gone() if view.message is not None:
                _log.info("view_gone", **facts)
                await self._services.views.gone(view)
            case Unreachable():
                _log.info("view_frozen", **facts)
                await self._services.views.freeze(view)
            case ThreadOpened():
                _log.info("thread_opened", **facts)
                await self._services.views.place_moved(view.place, error.place, view.id)
                await self._services.views.gone(view)
            case PlaceMoved() if error.place != view.place:
                _log.info("place_moved", **facts)
                await self._services.views.place_moved(view.place, error.place)
            case _:
                wait, reason = _wait_after(error, view.tries)
                _log.warning("view_waits", reason=reason, seconds=round(wait, 1), tries=view.tries + 1, **facts)
                await self._services.views.retry(view, timedelta(seconds=wait))

    async def _ping(self, match: Match, views: list[View]) -> None:
        """Tell whoever is awaited, once on each platform, beside the board that is theirs; take old calls away."""
        with ExitStack() as stack:
            for view in views:
                stack.enter_context(self._leases.keep(view.place.platform, view.place.chat))
            for platform, screen in self._screens.items():
                here = [view for view in views if view.place.platform == platform]
                called = await self._call(screen, match, here) if here else None
                for view in filter(self._keeps, here):
                    if view is not called and view.ping_message and view.pinged_version < match.version:
                        await self._pinged(view, view.pinged_version, "")

    async def _call(self, screen: MessageGateway, match: Match, here: list[View]) -> View | None:
        """Tell the one who is awaited on a platform; the view beside which that was done, or is still to be."""
        awaited = [player for player in match.to_act if player != match.actor]
        if not awaited or any(view.pinged_version >= match.version for view in here):
            return None
        view = _board_for(awaited[0], here)
        if view is None or not self._keeps(view) or view.message is None or _is_behind(view, match):
            return view
        name = f"ping {match.code}"
        if (wait := screen.wait(view.place, PINGS_SPARE)) > 0:
            self._later(name, wait, match.code)
            return view
        player = await self._services.people.by_id(awaited[0], screen.platform)
        if player is None:
            return view
        try:
            async with self._slots[screen.platform], asyncio.timeout(SEND_WITHIN):
                text = await self._ping_text(match, view, player)
                message = await screen.ping(
                    view.place, view.message, player.person, text, f"{view.key}-{match.version}"
                )
        except Later as later:
            self._ping_tries[match.code] += 1
            wait, reason = _wait_after(later, self._ping_tries[match.code])
            _log.warning("ping_waits", reason=reason, match=match.code, platform=screen.platform)
            self._later(name, wait, match.code)
            return view
        except Exception as error:  # the board itself stands; a call that fails is not worth a second one
            _log.warning("ping_failed", reason=type(error).__name__, match=match.code, platform=screen.platform)
            message = ""
        self._ping_tries.pop(match.code, None)
        await self._pinged(view, match.version, message)
        return view

    async def _pinged(self, view: View, version: int, message: str) -> None:
        """Note that a call stands, or none; the former one goes."""
        await self._services.views.pinged(view, version, message)
        if view.ping_message:
            name = f"clear {view.id} {view.ping_message}"
            self._begin(name, self._take_away(name, view, view.ping_message), view.match)

    async def _take_away(self, name: str, view: View, message: str) -> None:
        """Take away a message that another has replaced."""
        try:
            async with self._slots[view.place.platform], asyncio.timeout(SEND_WITHIN):
                await self._screens[view.place.platform].delete(view.place, message)
        except (Gone, Unreachable):
            pass
        except PlaceMoved as moved:
            await self._services.views.place_moved(view.place, moved.place)
            self._hear(view.match)
            return
        except Exception as error:  # tried a few times, then left where it is: its buttons still work
            self._clear_tries[name] += 1
            wait, reason = _wait_after(error, self._clear_tries[name])
            facts = {"reason": reason, "match": view.match, "platform": view.place.platform}
            if self._clear_tries[name] < CLEAR_TRIES:
                _log.warning("clear_waits", **facts)
                self._later(name, wait, view.match)
                return
            _log.warning("message_left", **facts)
        del self._clear_tries[name]
        await self._services.views.cleared(view, message)


def _is_behind(view: View, match: Match) -> bool:
    """Does the message of a view not show the match as it is, or is there none?"""
    return view.message is None or view.shown_version < match.version


def _wait_after(error: Exception, tries: int) -> tuple[float, str]:
    """How many seconds to wait before the next attempt, and a word for why."""
    wait = min(LONGEST_WAIT.total_seconds(), 2.0 ** min(tries, 16)) * random.uniform(0.5, 1)
    if not isinstance(error, Later):
        return wait, type(error).__name__
    return (wait if error.seconds is None else error.seconds), error.reason


def _board_for(player: str, views: list[View]) -> View | None:
    """The view beside which a player is told: the own one, else the oldest that others do not read in private."""
    own = [view for view in views if view.perspective == player]
    shared = [view for view in views if not view.place.private]
    return next(iter(own or shared), None)
