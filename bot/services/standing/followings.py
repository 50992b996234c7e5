"""Following people: who is told in private when a match of theirs ends, in a community where both are."""

from collections.abc import Collection

from bot.matches.identity import Place
from bot.matches.limits import FOLLOWED_PEOPLE
from bot.matches.preferences import NOWHERE
from bot.matches.refusals import DataDeleted, FollowedByNobody, FollowsEnoughPeople
from bot.services.core import Core, MatchEnd
from bot.services.standing.rating import community_of
from bot.store import Player, blocks, followings, follows, people, ratings, views
from bot.store.connection import Connection
from bot.store.followings import Following
from bot.store.follows import END, Follow

COMPUTER = {"computer"}
"""The platforms of a player who is the computer."""


async def tell_followers(connection: Connection, end: MatchEnd) -> None:
    """Have those told of a match that has just ended who follow one of its players, in a community that sees it.

    Nobody is told of matches on a board of one's own, or with the computer: somebody may play many of these in a day.
    """
    match = end.match
    if match.practice or not match.terms.watched or not match.game.moves:
        return
    seats = [seat for seat in match.seats if seat]
    shown = [each.place for each in await views.of_matches(connection, [match.code]) if not each.place.private]
    found = await followings.followers(connection, seats, {community_of(place) for place in shown}) if shown else {}
    if not found or COMPUTER in (await ratings.platforms_of(connection, seats)).values():
        return
    for player, platform in sorted(found.items()):
        if await follows.of(connection, match.code, player) is None:
            await follows.follow(connection, Follow(match.code, player, platform, END, match.game.ply))


class FollowingService:
    """The people whom players follow. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def is_followed(self, player: str, other: str, place: Place) -> bool:
        """Does a player follow another where both are?"""
        here = community_of(place)
        return await self._core.database.read(
            lambda connection: followings.is_followed(connection, player, other, here)
        )

    async def followed_among(self, player: str, others: Collection[str]) -> list[str]:
        """Those of some players whom a player follows anywhere."""
        return await self._core.database.read(lambda connection: followings.among(connection, player, others))

    async def follow(self, player: Player, other: Player, place: Place) -> None:
        """Note that a player wants to be told of the ends of another's matches in a community, through the account that
        they use now.

        Raises FollowedByNobody, FollowsEnoughPeople, and DataDeleted where one of them is gone.
        """

        async def work(connection: Connection) -> None:
            if not {player.id, other.id} <= await people.lock(connection, player.id, other.id):
                raise DataDeleted
            if other.listed == NOWHERE or await blocks.is_blocked(connection, other.id, player.id):
                raise FollowedByNobody(other.name)
            wanted = Following(player.id, other.id, community_of(place), player.platform)
            known = await followings.is_followed(connection, player.id, other.id, wanted.community)
            if not known and await followings.count(connection, player.id) >= FOLLOWED_PEOPLE:
                raise FollowsEnoughPeople(FOLLOWED_PEOPLE)
            await followings.follow(connection, wanted, self._core.clock())

        await self._core.database.write(work)

    async def unfollow(self, player: str, other: str) -> None:
        """Note that a player does not want to be told of another any more."""
        await self._core.database.write(lambda connection: followings.unfollow(connection, player, other))
