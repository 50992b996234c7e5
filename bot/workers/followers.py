"""Tells those who follow a match of others how it goes: each in their private chat, never in the chat of the match.

Nothing is queued: what is to be told follows from the rows. What happened in somebody's quiet hours is told in one
message after them, and so are moves that come fast.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace

import structlog

from bot.chat import Gone, Later, MessageGateway, Ping, Refused, ThreadClosed, Unreachable
from bot.chat.ports import Leases
from bot.foundation.bounded import BoundedMemory
from bot.matches.match import Match
from bot.matches.quiet_hours import asleep_until
from bot.matches.refusals import UnknownMatch, UnreadableMatch
from bot.matches.status import LIVE
from bot.services.services import Services
from bot.store import Player
from bot.store.follows import Follow
from bot.workers.gateways import Gateways, reason_of

_log = structlog.get_logger(__name__)

LOOK_EVERY = 30.0
"""Seconds until the rows are looked at even if nothing is heard: a change may go unheard."""
LOOK_AGAIN = 1.0
"""Seconds between two looks, however much is played."""
TOLD_AGAIN_AFTER = 30.0
"""Seconds between two messages about the moves of one match to one person; its end does not wait."""
SPARE = 6
"""So many messages of a chat's limit are left to answers and boards."""
TOLD = 10_000
"""The most followers of whom it is known when they were told last. Forgetting one costs an early message."""

ComposeFollowed = Callable[[Match, Player], Awaitable[Ping]]
"""The message to a player who follows a match."""


class Followers:
    """``start`` once, ``stop`` once; ``compose`` makes a message."""

    def __init__(
        self, services: Services, gateways: Mapping[str, MessageGateway], compose: ComposeFollowed, leases: Leases
    ) -> None:
        self._services = services
        self._gateways = Gateways(gateways, leases)
        self._compose = compose
        self._told = BoundedMemory[tuple[str, str], float](TOLD)
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    async def start(self) -> None:
        """Begin."""
        # Not at every change: whoever reads the match for its boards sees whether anybody follows it.
        self._unsubscribe = self._services.follows.gone_on.subscribe(self._changed.set)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End. What was not told yet is told by the next process that starts."""
        self._unsubscribe()
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            try:
                await self.look()
            except Exception:  # the rows will tell what is left to do
                _log.exception("followers_wait")
            await asyncio.sleep(LOOK_AGAIN)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._changed.wait()

    async def look(self) -> None:
        """Tell what is due."""
        for follow in await self._services.follows.due():
            player = await self._services.follows.follower(follow)
            if player is None:
                if follow.platform in self._gateways:  # they have no account there any more
                    await self._services.follows.unfollow(follow.match, follow.player)
            elif self._gateways.is_ours(follow.platform, player.account):
                await self._serve(follow, player)

    async def _serve(self, follow: Follow, player: Player) -> None:
        """Tell a player how their match stands, if they may be told now."""
        try:
            match = await self._services.matches.get(follow.match)
        except (UnknownMatch, UnreadableMatch):
            return
        over = match.status not in LIVE
        if not over and match.game.ply < follow.ply:  # a move was taken back: the next one is news
            await self._services.follows.told(follow, match.game.ply)
            return
        now = self._services.clock()
        rests = (player.rest.away and player.rest.away > now) or asleep_until(now, player.rest.quiet)
        if rests or (not over and self._told_lately(follow)):
            return
        try:
            if not await self._tell(match, player):
                return
        except (Gone, Unreachable, Refused, ThreadClosed) as error:
            _log.info("follower_not_reached", reason=type(error).__name__, platform=follow.platform)
        except Exception as error:
            reason = error.reason if isinstance(error, Later) else reason_of(error)
            _log.warning("follower_waits", reason=reason, platform=follow.platform)
            return
        self._told.put((follow.match, follow.player), asyncio.get_running_loop().time())
        if over:
            await self._services.follows.unfollow(follow.match, follow.player)
        else:
            await self._services.follows.told(follow, match.game.ply)

    async def _tell(self, match: Match, player: Player) -> bool:
        """Write to a player in private; False where their chat takes no more messages at the moment."""
        gateway = self._gateways[player.platform]
        async with self._gateways.slot(player.platform), self._gateways.deadline():
            place = await gateway.private_place(player.account)
            if gateway.wait(place, SPARE) > 0:
                return False
            ping = await self._compose(match, player)
            if not self._gateways.is_ours(player.platform, player.account):
                return False
            await gateway.ping(place, "", replace(player.person, locale=player.spoken), ping, once(match))
        return True

    def _told_lately(self, follow: Follow) -> bool:
        at = self._told.get((follow.match, follow.player))
        return at is not None and asyncio.get_running_loop().time() - at < TOLD_AGAIN_AFTER


def once(match: Match) -> str:
    """Names what is told of a match, so that a platform which can tell says it once: at most 25 characters."""
    return f"follow-{match.code}-{match.version}"[:25]
