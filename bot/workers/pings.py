"""Tells whoever is to act, once on each platform, beside the board that is theirs; takes it away when it is done."""

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import replace

import structlog

from bot.chat import Later
from bot.matches.match import Match
from bot.services.matches import Player, View
from bot.services.services import Services
from bot.workers.gateways import Gateways
from bot.workers.leftovers import Leftovers
from bot.workers.single_flight import SingleFlight
from bot.workers.view_tasks import PingPlayer, ViewTask

_log = structlog.get_logger(__name__)

PingText = Callable[[Match, View, Player], Awaitable[str]]

PINGS_SPARE = 6
"""So many messages of a chat's limit are left to answers and boards."""


class Pings:
    """Brings the pings of a match up to date. ``text`` makes the words of one."""

    def __init__(
        self,
        services: Services,
        gateways: Gateways,
        tasks: SingleFlight[ViewTask],
        text: PingText,
        leftovers: Leftovers,
    ) -> None:
        self._services = services
        self._gateways = gateways
        self._tasks = tasks
        self._text = text
        self._leftovers = leftovers

    async def update(self, match: Match, views: list[View], key: PingPlayer) -> None:
        """Tell the player who is to act on a platform; take old pings there away. ``views`` are those there."""
        with ExitStack() as stack:
            for view in views:
                stack.enter_context(self._gateways.keep(view))
            pinged = await self._ping(match, views, key)
            for view in filter(self._gateways.serves, views):
                if view is not pinged and view.ping_message and view.pinged_version < match.version:
                    self._leftovers.delete(view, view.ping_message)

    async def _ping(self, match: Match, views: list[View], key: PingPlayer) -> View | None:
        """Tell the player who is to act; the view beside which that was done, or is still to be."""
        awaited = [player for player in match.to_act if player != match.actor]
        if not awaited or any(view.pinged_version >= match.version for view in views):
            return None
        view = _board_for(awaited[0], views)
        if view is None or not self._gateways.serves(view) or view.message is None or is_behind(view, match):
            return view
        gateway = self._gateways.of(view)
        if (wait := gateway.wait(view.place, PINGS_SPARE)) > 0:
            self._tasks.wake(key, wait)
            return view
        player = await self._services.people.by_id(awaited[0], key.platform)
        if player is None:
            return view
        try:
            async with self._gateways.slot(key.platform), self._gateways.deadline():
                text = await self._text(match, view, player)
                once = f"{view.key}-{match.version}"
                message = await gateway.ping(view.place, view.message, player.person, text, once)
        except Later as later:
            self._tasks.retry(key, later.seconds)
            _log.warning("ping_waits", reason=later.reason, match=match.code, platform=key.platform)
            return view
        except Exception as error:  # the board itself stands; a ping that fails is not worth a second one
            _log.warning("ping_failed", reason=type(error).__name__, match=match.code, platform=key.platform)
            message = ""
        self._tasks.succeeded(key)
        await self._replace(view, match.version, message)
        return view

    async def _replace(self, view: View, version: int, message: str) -> None:
        """Note the ping that stands beside a view, empty for none, and take the former one away."""
        await self._services.views.pinged(view, version, message)
        if view.ping_message:
            self._leftovers.delete(replace(view, ping_message=message or None), view.ping_message)


def is_behind(view: View, match: Match) -> bool:
    """Does the message of a view not show the match as it is, or is there none?"""
    return view.message is None or view.shown_version < match.version


def _board_for(player: str, views: list[View]) -> View | None:
    """The view beside which a player is told: their own, else the oldest that is not another person's private one."""
    own = [view for view in views if view.perspective == player]
    shared = [view for view in views if not view.place.private]
    return next(iter(own or shared), None)
