"""What the hosts of a server, group or room have decided, and who may do what there.

It is read from the rows each time: two small queries, and every process knows a change at once.
"""

from collections.abc import Callable

from bot.matches.communities import Community
from bot.matches.people import Place
from bot.services.core import Core
from bot.store import communities
from bot.store.database import Connection


class CommunityService:
    """The communities of all platforms. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def of_place(self, place: Place) -> Community:
        """The community of a place; one with nothing chosen where nobody has, and for a private chat."""
        if not place.community:
            return Community(place.platform, "")
        return await self._core.database.read(
            lambda connection: communities.get(connection, place.platform, place.community)
        )

    async def change(self, place: Place, how: Callable[[Community], Community]) -> Community:
        """Change what is chosen for the community of a place, from what stands there now."""
        now = self._core.clock()

        async def work(connection: Connection) -> Community:
            await communities.lock(connection, place.platform, place.community, now)
            before = await communities.get(connection, place.platform, place.community)
            after = how(before)
            return before if after == before else await communities.save(connection, after, now)

        return await self._core.database.write(work)
