"""Tells people in their private chats how matches go: those who follow a match of others, and by a digest those for
whom matches wait, at the hours that they chose.

What happened in somebody's quiet hours is told in one message after them, and so are moves that come fast.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.chat import MessageGateway, Ping, PlaceMoved
from bot.foundation.bounded import BoundedMemory
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.quiet_hours import asleep_until
from bot.matches.refusals import UnknownMatch, UnreadableMatch
from bot.matches.status import LIVE
from bot.services.news import Errand
from bot.services.services import Services
from bot.store import Player
from bot.store.digests import KeptForDigest
from bot.store.follows import Follow
from bot.workers.errands.courier import Due, ErrandKind
from bot.workers.gateways import Gateways, Outcome, differing

TOLD_AGAIN_AFTER = 30.0
"""Seconds between two messages about the moves of one match to one person; its end does not wait."""
TOLD = 10_000
"""The most followers of whom it is known when they were told last. Forgetting one costs an early message."""

ComposeFollowed = Callable[[Match, Player], Awaitable[Ping]]
"""The message to a player who follows a match."""
ComposeDigest = Callable[[Sequence[Match], Player], Awaitable[Ping]]
"""The message to a player for whom some matches wait."""


@dataclass(frozen=True)
class NewsOfMatch:
    """A player is to be told of a match that they follow."""

    follow: Follow
    player: Player
    match: Match

    @property
    def over(self) -> bool:
        """Is the match under way no more?"""
        return self.match.status not in LIVE


class FollowedMatches(ErrandKind[NewsOfMatch, Ping]):
    """``compose`` makes a message."""

    errand = Errand.FOLLOWED
    failures = differing({PlaceMoved: Outcome.WAIT})
    """A person's own chat does not move."""

    def __init__(self, services: Services, compose: ComposeFollowed) -> None:
        self._services = services
        self._compose = compose
        self._told = BoundedMemory[tuple[str, str], float](TOLD)

    async def due(self, gateways: Gateways) -> Due[NewsOfMatch]:
        """Those whose match has gone on since they were told, or has ended."""
        found: list[NewsOfMatch] = []
        for follow in await self._services.follows.due():
            player = await self._services.follows.follower(follow)
            if player is None:
                if follow.platform in gateways:  # they have no account there any more
                    await self._services.follows.unfollow(follow.match, follow.player)
            elif gateways.is_ours(follow.platform, player.account) and (news := await self._news(follow, player)):
                found.append(news)
        return Due(found)

    async def _news(self, follow: Follow, player: Player) -> NewsOfMatch | None:
        try:
            news = NewsOfMatch(follow, player, await self._services.matches.get(follow.match))
        except (UnknownMatch, UnreadableMatch):
            return None
        if not news.over and news.match.game.ply < follow.ply:  # a move was taken back: the next one is news
            await self._services.follows.told(follow, news.match.game.ply)
            return None
        return news

    def key(self, task: NewsOfMatch) -> tuple[str, str]:
        """Of each match a player is told by itself."""
        return task.follow.match, task.follow.player

    def served(self, task: NewsOfMatch) -> tuple[str, str]:
        """By whoever serves the account."""
        return task.player.platform, task.player.account

    def wait(self, task: NewsOfMatch) -> float:
        """Nobody is told while they rest, nor of each move where they come fast."""
        told = None if task.over else self._told.get(self.key(task))
        again = told + TOLD_AGAIN_AFTER - asyncio.get_running_loop().time() if told is not None else 0.0
        return max(_rests_for(task.player, self._services.clock()), again)

    async def place(self, task: NewsOfMatch, gateway: MessageGateway) -> Place:
        """Their private chat."""
        return await gateway.private_place(task.player.account)

    async def compose(self, task: NewsOfMatch) -> Ping:
        """The message."""
        return await self._compose(task.match, task.player)

    async def send(self, task: NewsOfMatch, gateway: MessageGateway, place: Place, message: Ping) -> str:
        """Send it."""
        person = replace(task.player.person, locale=task.player.spoken)
        return await gateway.ping(place, "", person, message, once(task.match))

    async def said(self, task: NewsOfMatch, message: str) -> None:
        """They know the match up to now, and of its end all there is to know."""
        await self.given_up(task)

    async def given_up(self, task: NewsOfMatch) -> None:
        """Drop the news, at the end also the follow: who cannot be reached is not told later what was new then."""
        self._told.put(self.key(task), asyncio.get_running_loop().time())
        if task.over:
            await self._services.follows.unfollow(task.follow.match, task.follow.player)
        else:
            await self._services.follows.told(task.follow, task.match.game.ply)


def _rests_for(player: Player, now: datetime) -> float:
    """Seconds for which a player is away or asleep."""
    rest = player.rest
    return (max(filter(None, (rest.away, asleep_until(now, rest.quiet))), default=now) - now).total_seconds()


def once(match: Match) -> str:
    """Names what is told of a match, so that a platform which can tell says it once: at most 25 characters."""
    return f"follow-{match.code}-{match.version}"[:25]


@dataclass(frozen=True)
class DigestToTell:
    """The digest of a moment is to be told to a player."""

    player: Player
    due: datetime


class Digests(ErrandKind[DigestToTell, Ping]):
    """``compose`` makes a message."""

    errand = Errand.DIGEST
    failures = differing({PlaceMoved: Outcome.WAIT})
    """A person's own chat does not move."""

    def __init__(self, services: Services, compose: ComposeDigest) -> None:
        self._services = services
        self._compose = compose

    async def due(self, gateways: Gateways) -> Due[DigestToTell]:
        """Those with news in a match that waits for them, kept for a digest that comes by now."""
        found, following = await self._services.digests.due()
        kept: dict[str, list[KeptForDigest]] = defaultdict(list)
        for each in found:
            kept[each.player].append(each)
        tasks: list[DigestToTell] = []
        for player, theirs in kept.items():
            reader = await self._services.digests.reader(player)
            if reader and gateways.is_ours(reader.platform, reader.account):
                codes = {match.code for match in await self._services.digests.waiting(player)}
                moments = [each.due for each in theirs if each.match in codes and reader.digest.comes_at(each.due)]
                tasks += [DigestToTell(reader, max(moments))] if moments else []
        seconds = (following - self._services.clock()).total_seconds() if following else None
        return Due(tasks, seconds)

    def key(self, task: DigestToTell) -> str:
        """One after the other for each player."""
        return task.player.id

    def served(self, task: DigestToTell) -> tuple[str, str]:
        """By whoever serves the account."""
        return task.player.platform, task.player.account

    def wait(self, task: DigestToTell) -> float:
        """Nobody is told while they rest."""
        return _rests_for(task.player, self._services.clock())

    async def place(self, task: DigestToTell, gateway: MessageGateway) -> Place:
        """Their private chat."""
        return await gateway.private_place(task.player.account)

    async def compose(self, task: DigestToTell) -> Ping | None:
        """The message; None where nothing waits for them any more."""
        waiting = await self._services.digests.waiting(task.player.id)
        return await self._compose(waiting, task.player) if waiting else None

    async def send(self, task: DigestToTell, gateway: MessageGateway, place: Place, message: Ping) -> str:
        """Send it."""
        person = replace(task.player.person, locale=task.player.spoken)
        return await gateway.ping(place, "", person, message, once_each_hour(task))

    async def said(self, task: DigestToTell, message: str) -> None:
        """The matches that go on waiting come with the next one."""
        await self._services.digests.told(task.player, task.due)

    async def given_up(self, task: DigestToTell) -> None:
        """The next one may come."""
        await self._services.digests.told(task.player, task.due)

    async def lost_place(self, task: DigestToTell) -> None:
        """They are told beside the boards, which also says why."""
        await self._services.digests.refused(task.player.id)


def once_each_hour(task: DigestToTell) -> str:
    """Names a digest, so that a platform which can tell posts it once: at most 25 characters."""
    return f"digest-{int(task.due.timestamp()) // 3600}-{task.player.id}"[:25]
