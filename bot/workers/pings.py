"""Tells a player what the other one has done, once on each platform, beside the board; takes the former notice away."""

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import replace

import structlog

from bot.chat import OWN_THREAD, SCREENS, Later, MessageGateway, Ping, Unreachable
from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.notices import Notice, keeps_notice, notice_of
from bot.matches.people import Person
from bot.services.matches import View
from bot.services.services import Services
from bot.services.timing import is_reached
from bot.store import MatchSnapshot
from bot.store.records import homes
from bot.workers.gateways import Gateways, LeaseLost
from bot.workers.leftovers import Leftovers
from bot.workers.presence import Presence
from bot.workers.single_flight import SingleFlight
from bot.workers.view_tasks import PingPlayer, ViewTask

_log = structlog.get_logger(__name__)

ComposeNotice = Callable[[MatchSnapshot, View, Person, Notice], Awaitable[Ping]]

PINGS_SPARE = 6
"""So many messages of a chat's limit are left to answers and boards."""
_SEEN_ON_BOARD = (Happening.ACCEPTED, Happening.MOVED)
"""Happenings of which the board alone tells somebody who is looking: that it is their turn."""
OWN = 2
"""A notice and the one before it stand below a board without anybody having said anything."""


class Pings:
    """Brings the notices of a match up to date. ``compose`` makes the message of one."""

    def __init__(
        self,
        services: Services,
        gateways: Gateways,
        tasks: SingleFlight[ViewTask],
        compose: ComposeNotice,
        leftovers: Leftovers,
    ) -> None:
        self._services = services
        self._gateways = gateways
        self._tasks = tasks
        self._compose = compose
        self._leftovers = leftovers
        self._presence = Presence()

    async def update(self, snapshot: MatchSnapshot, views: list[View], key: PingPlayer) -> None:
        """Tell what has happened on a platform; take old notices there away. ``views`` are the match's there, with
        those that cannot be shown only where the platform then tells people in another place."""
        match = snapshot.match
        self._presence.note(match)
        with ExitStack() as stack:
            for view in views:
                stack.enter_context(self._gateways.keep(view))
            pinged = await self._ping(snapshot, views, key)
            if keeps_notice(match):
                return
            for view in filter(self._gateways.serves, views):
                if view.frozen and match.happened is Happening.UNREACHABLE:
                    continue  # they have been called elsewhere, and the call stays true
                if view is not pinged and view.ping_message and view.pinged_version < match.version:
                    self._leftovers.delete(view, view.ping_message)

    async def _ping(self, snapshot: MatchSnapshot, views: list[View], key: PingPlayer) -> View | None:
        """Tell the player whom it concerns; the view beside which that was done, or is still to be."""
        match = snapshot.match
        notice = self._notice_of(match, views)
        if notice is None or any(view.pinged_version >= notice.version for view in views):
            return None
        if notice.what is Happening.UNREACHABLE and is_reached(match, snapshot.views):
            return None  # no longer so: the clock is about to go on
        view = _beside(notice, views)
        if view is None or not self._gateways.serves(view):
            return view
        if not view.frozen and (view.message is None or is_behind(view, match)):
            return view
        if (
            notice.what in _SEEN_ON_BOARD
            and (wait := self._presence.wait(match, notice.player, self._services.clock())) > 0
        ):
            self._tasks.wake(key, wait)
            return None
        if notice.what is Happening.INVITED and view.place.private:
            return view  # the board itself, which has just come, is the invitation
        gateway = self._gateways.of(view)
        if (wait := gateway.wait(view.place, PINGS_SPARE)) > 0:
            self._tasks.wake(key, wait)
            return view
        person = snapshot.person(notice.player, key.platform)
        if person is None:
            return None
        try:
            async with self._gateways.slot(key.platform), self._gateways.deadline():
                ping = await self._compose(snapshot, view, person, notice)
                self._gateways.check(view)
                once = f"{view.key}-{notice.version}"
                beside = "" if view.frozen else view.message or ""
                message = await gateway.ping(view.place, beside, person, ping, once)
        except LeaseLost:
            return view
        except Later as later:
            self._tasks.retry(key, later.seconds)
            _log.warning("ping_waits", reason=later.reason, match=match.code, platform=key.platform)
            return view
        except Exception as error:  # the board itself stands; a ping that fails is not worth a second one
            if not (view.frozen and isinstance(error, Unreachable)):  # that is known, and has been said
                _log.warning("ping_failed", reason=type(error).__name__, match=match.code, platform=key.platform)
            message = ""
        self._tasks.succeeded(key)
        await self._replace(view, notice.version, message)
        if is_left_behind(view, gateway, OWN):
            # The notice has shown how much has been said since the board was posted.
            await self._services.views.bring_down(view)
        return view

    def _notice_of(self, match: Match, views: list[View]) -> Notice | None:
        """The notice of the latest change. Who is called elsewhere is called also when it was noticed at once that
        their board cannot be shown: then the change before was the move.
        """
        notice = notice_of(match, self._services.matches.computers)
        if match.happened is not Happening.UNREACHABLE or not match.game.ply or notice is None:
            return notice
        move = Notice(match.to_act[0], Happening.MOVED, match.version - 1)
        beside = _beside(move, views)
        return move if beside and beside.frozen else notice

    async def _replace(self, view: View, version: int, message: str) -> None:
        """Note the notice that stands beside a view, empty for none, and take the former one away."""
        await self._services.views.pinged(view, version, message)
        if view.ping_message:
            self._leftovers.delete(replace(view, ping_message=message or None), view.ping_message)


def _beside(notice: Notice, views: list[View]) -> View | None:
    """The view beside which a player is told; one that cannot be shown only where there is no other.

    There it is not told that somebody cannot be reached: they are called elsewhere.
    """
    if shown := board_for(notice.player, [view for view in views if not view.frozen]):
        return shown
    if notice.what is Happening.UNREACHABLE:
        return None
    return board_for(notice.player, [view for view in views if view.frozen and not view.place.private])


def is_behind(view: View, match: Match) -> bool:
    """Does the message of a view not show the match as it is, or is there none?"""
    return view.message is None or view.shown_version < match.version


def is_left_behind(view: View, gateway: MessageGateway, more: int = 0) -> bool:
    """Do so many messages stand below the board of a view that it comes down? ``more``: even so many more.

    A copy stays where it was shown.
    """
    if view.message is None or view.copy:
        return False
    enough = SCREENS if view.thread_shows is None else OWN_THREAD
    return view.left_behind or gateway.below(view.place, view.message) >= enough + more


def board_for(player: str, views: list[View]) -> View | None:
    """The view beside which a player is told: their own, else the oldest that is not another person's private one.

    It is a copy only where there is nothing else.
    """
    views = [view for view in views if not view.place.private or view.perspective == player]
    own = [view for view in homes(views) if view.perspective == player]
    shared = homes(views)
    return next(iter(own or shared), None)
