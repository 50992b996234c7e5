"""Keeps every board message at the present state of its match: the newest state wins, and what fails is tried again.

Nothing is queued: what has to be shown follows from the rows alone, so a crash at any moment loses nothing.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from datetime import timedelta
from typing import Any

import structlog

from bot.match import Match
from bot.service import MatchService, Player, View
from bot.talk import Answer, Gone, Later, PlaceMoved, Screen, ThreadOpened, Unreachable

_log = structlog.get_logger(__name__)

Compose = Callable[[Match, View], Awaitable[Answer]]
PingText = Callable[[Match, View, Player], Awaitable[str]]

AT_ONCE = 8
"""Messages under way at once on one platform."""
SEND_WITHIN = 60.0
SWEEP_EVERY = 30.0
"""Seconds until all views are looked at, and invitations expire, even if nothing has happened."""
FORGET_EVERY = 24 * 3600.0
LONGEST_WAIT = timedelta(minutes=5)
CATCH_UP = timedelta(minutes=15)
"""Whoever is awaited in a match that has changed since then is told, should that have been missed."""
STOP_WITHIN = 3.0
CLEARED_AT_ONCE = 50
CLEAR_TRIES = 5


class ViewKeeper:
    """The loop that brings every view up to date. One per process: ``await run()``, and ``stop()`` from elsewhere.

    ``compose`` makes the message of a view, ``ping_text`` the words that tell somebody it is their turn.
    """

    def __init__(
        self, service: MatchService, screens: Mapping[str, Screen], compose: Compose, ping_text: PingText
    ) -> None:
        self._service = service
        self._screens = screens
        self._compose = compose
        self._ping_text = ping_text
        self._slots = {platform: asyncio.Semaphore(AT_ONCE) for platform in screens}
        self._heard: set[str] = set()
        self._wake = asyncio.Event()
        self._stopping = False
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._missed: set[str] = set()
        self._clear_later: dict[tuple[str, str], tuple[float, int]] = {}

    async def run(self) -> None:
        """Keep views up to date until ``stop`` is called; then finish what is under way."""
        loop = asyncio.get_running_loop()
        self._service.listeners.append(self._hear)
        next_sweep = next_forget = loop.time()
        try:
            while not self._stopping:
                self._wake.clear()
                try:
                    if loop.time() >= next_forget:
                        await self._service.forget_events()
                        next_forget = loop.time() + FORGET_EVERY
                    if loop.time() >= next_sweep:
                        await self._service.expire_due()
                        self._start(await self._service.behind(self._screens))
                        self._heard.update(await self._service.changed_since(self._service.now - CATCH_UP))
                        next_sweep = loop.time() + SWEEP_EVERY
                    wait = await self._once()
                except Exception:  # the database may be away for a while; the rows will tell what is left to do
                    _log.exception("views_waiting")
                    wait = 1.0
                await self._sleep(min(wait, next_sweep - loop.time()))
        finally:
            self._service.listeners.remove(self._hear)
            await self._finish()

    def stop(self) -> None:
        """End ``run``."""
        self._stopping = True
        self._wake.set()

    def _hear(self, code: str) -> None:
        self._heard.add(code)
        self._wake.set()

    async def _once(self) -> float:
        """Start whatever is to be done now; the seconds until something may be, if nothing is heard before."""
        heard, self._heard = self._heard, set()
        try:
            views = await self._service.behind(self._screens, heard) if heard else []
        except Exception:
            self._heard |= heard
            raise
        self._start(views)
        for code in heard - {view.match for view in views} - self._showing():
            self._begin(f"ping {code}", self._ping(code), code)
        await self._clear()
        codes, following = await self._service.due(self._screens)
        for code in set(codes) - self._showing():
            self._hear(code)
        return (following - self._service.now).total_seconds() if following else SWEEP_EVERY

    def _start(self, views: Iterable[View]) -> None:
        for view in views:
            self._begin(
                f"show {view.match} {view.id}", self._show(view.id, view.place.platform), view.match, again=True
            )

    def _showing(self) -> set[str]:
        """The matches of which a view is being shown: whoever is awaited is told after that."""
        return {name.split()[1] for name in self._busy if name.startswith("show ")}

    def _begin(self, name: str, work: Coroutine[Any, Any, None], code: str, again: bool = False) -> None:
        """Start a task, if none of this name is under way; ``code`` is heard at its end if so, or with ``again``."""
        if name in self._busy:
            work.close()
            self._missed.add(name)
            return

        def ended(task: asyncio.Task[None]) -> None:
            del self._busy[name]
            if not task.cancelled() and (error := task.exception()):
                # Only the database raises here; the sweep takes up what is left to do.
                _log.error("views_waiting", exc_info=error)
            elif again or name in self._missed:
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
        if self._busy:
            _, late = await asyncio.wait(self._busy.values(), timeout=STOP_WITHIN)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _show(self, view_id: str, platform: str) -> None:
        async with self._slots[platform]:
            pair = await self._service.view_with_match(view_id)
            if pair is None:
                return
            view, match = pair
            if view.message is not None and view.shown_version >= match.version:
                return
            try:
                async with asyncio.timeout(SEND_WITHIN):
                    message = await self._send(view, match)
            except Exception as error:  # whatever a platform raises, the view stays behind and is tried again
                await self._failed(view, error)
            else:
                await self._service.shown(view.key, message, match.version)

    async def _send(self, view: View, match: Match) -> str:
        screen = self._screens[view.place.platform]
        answer = await self._compose(match, view)
        if view.message is None:
            return await screen.post(view.place, answer, view.key)
        await screen.edit(view.place, view.message, answer)
        return view.message

    async def _failed(self, view: View, error: Exception) -> None:
        facts = {"view": view.id, "match": view.match, "platform": view.place.platform}
        match error:
            case Gone() if view.message is not None:
                _log.info("view_gone", **facts)
                await self._service.gone(view)
            case Unreachable():
                _log.info("view_frozen", **facts)
                await self._service.freeze(view)
            case ThreadOpened():
                _log.info("thread_opened", **facts)
                await self._service.place_moved(view.place, error.place, view.id)
                await self._service.gone(view)
            case PlaceMoved() if error.place != view.place:
                _log.info("place_moved", **facts)
                await self._service.place_moved(view.place, error.place)
            case Later():
                await self._service.retry(view, timedelta(seconds=error.seconds))
            case _:
                wait = min(LONGEST_WAIT, timedelta(seconds=2 ** min(view.tries, 16))) * random.uniform(0.5, 1)
                _log.warning("view_failed", error=type(error).__name__, tries=view.tries + 1, **facts)
                await self._service.retry(view, wait)

    async def _ping(self, code: str) -> None:
        """Tell whoever is awaited, once on each platform, beside the board that is theirs; take old calls away."""
        match = await self._service.match(code)
        views = await self._service.views_of(code)
        for platform, screen in self._screens.items():
            here = [view for view in views if view.place.platform == platform and not view.frozen]
            called = await self._call(screen, match, here)
            for view in here:
                if view is not called and view.ping_message and view.pinged_version < match.version:
                    await self._service.pinged(view, match.version, "")

    async def _call(self, screen: Screen, match: Match, here: list[View]) -> View | None:
        """Tell the one who is awaited on a platform; the view beside which that was done, or is still to be."""
        awaited = [player for player in match.to_act if player != match.actor]
        if not awaited or any(view.pinged_version >= match.version for view in here):
            return None
        player = await self._service.player_by_id(awaited[0], screen.platform)
        view = _board_for(awaited[0], here)
        if player is None or view is None or view.message is None or view.shown_version < match.version:
            return view
        try:
            async with self._slots[screen.platform], asyncio.timeout(SEND_WITHIN):
                text = await self._ping_text(match, view, player)
                message = await screen.ping(view.place, view.message, player.person, text)
        except Later as later:
            asyncio.get_running_loop().call_later(later.seconds, self._hear, match.code)
            return view
        except Exception as error:  # the board itself stands; a call that fails is not worth a second one
            _log.info("ping_failed", error=type(error).__name__, match=match.code, platform=screen.platform)
            message = ""
        await self._service.pinged(view, match.version, message)
        return view

    async def _clear(self) -> None:
        """Take away messages that another has replaced."""
        now = asyncio.get_running_loop().time()
        for view, message in await self._service.left_over(self._screens, CLEARED_AT_ONCE):
            if self._clear_later.get((view.id, message), (now, 0))[0] <= now:
                self._begin(f"clear {view.id} {message}", self._take_away(view, message), view.match, again=True)

    async def _take_away(self, view: View, message: str) -> None:
        key = (view.id, message)
        try:
            async with self._slots[view.place.platform], asyncio.timeout(SEND_WITHIN):
                await self._screens[view.place.platform].delete(view.place, message)
        except (Gone, Unreachable):
            pass
        except PlaceMoved as moved:
            await self._service.place_moved(view.place, moved.place)
            return
        except Exception as error:  # tried a few times, then left where it is: its buttons still work
            tries = self._clear_later.get(key, (0.0, 0))[1] + 1
            if tries < CLEAR_TRIES:
                seconds = error.seconds if isinstance(error, Later) else 2.0**tries
                self._clear_later[key] = (asyncio.get_running_loop().time() + seconds, tries)
                return
            _log.info("message_left", error=type(error).__name__, match=view.match, platform=view.place.platform)
        self._clear_later.pop(key, None)
        await self._service.cleared(view, message)


def _board_for(player: str, views: list[View]) -> View | None:
    """The view beside which a player is told: the own one, else the oldest that others do not read in private."""
    own = [view for view in views if view.perspective == player]
    shared = [view for view in views if not view.place.private]
    return next(iter(own or shared), None)
