"""Following matches of others: who is told of them in private, and of what."""

from bot.matches.limits import FOLLOWED
from bot.matches.match import Match
from bot.matches.refusals import DataDeleted, FollowsEnough, FollowsOwn, MatchOver, NotStarted
from bot.matches.status import LIVE, Status
from bot.services.core import Core
from bot.services.news import Errand
from bot.store import Player, follows, people
from bot.store.connection import Connection
from bot.store.follows import Follow


def check_may_follow(match: Match, player: str) -> None:
    """Raises FollowsOwn, NotStarted or MatchOver where a player cannot follow a match."""
    if match.concerns(player):
        raise FollowsOwn(match.code)
    if match.status not in LIVE:
        raise MatchOver(match.status)
    if match.status is not Status.PLAYING:
        raise NotStarted


class FollowService:
    """The matches that players follow. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def of(self, code: str, player: str) -> str | None:
        """The way in which a player follows a match: END or MOVES, None for not at all."""
        found = await self._core.database.read(lambda connection: follows.of(connection, code, player))
        return found.what if found else None

    async def follow(self, code: str, player: Player, what: str) -> None:
        """Note that a player wants to be told of a match under way, through the account that they use now.

        Raises FollowsOwn, NotStarted, MatchOver, FollowsEnough, and DataDeleted where there is no such player any more;
        UnknownMatch and UnreadableMatch.
        """

        async def work(connection: Connection) -> None:
            if player.id not in await people.lock(connection, player.id):
                raise DataDeleted
            match = await self._core.matches.load(connection, code)
            check_may_follow(match, player.id)
            known = await follows.of(connection, code, player.id)
            if known is None and await follows.count(connection, player.id) >= FOLLOWED:
                raise FollowsEnough(FOLLOWED)
            await follows.follow(connection, Follow(code, player.id, player.platform, what, match.game.ply))

        # A move may have come in between.
        await self._core.database.write(work, lambda _: self._core.news.errands.publish(Errand.FOLLOWED))

    async def unfollow(self, code: str, player: str) -> None:
        """Note that a player does not want to be told of a match any more."""
        await self._core.database.write(lambda connection: follows.unfollow(connection, code, player))

    async def due(self) -> list[Follow]:
        """Those who are to be told something."""
        return await self._core.database.read(follows.due)

    async def follower(self, follow: Follow) -> Player | None:
        """The player who follows, by their latest account on the platform on which they are told."""
        return await self._core.database.read(
            lambda connection: people.by_id(connection, follow.player, follow.platform)
        )

    async def told(self, follow: Follow, ply: int) -> None:
        """Note up to which turn a player knows a match."""
        await self._core.database.write(lambda connection: follows.told(connection, follow.match, follow.player, ply))
