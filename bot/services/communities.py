"""What the hosts of a server, group or room have decided, and who may do what there.

It is read from the rows each time: two small queries, and every process knows a change at once.
"""

from collections.abc import Callable
from dataclasses import replace

from bot.matches.communities import LOG_LOST, Community
from bot.matches.people import Place
from bot.matches.status import Status
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

    async def moved(self, old: Place, new: Place) -> None:
        """A group lives on under another id, with what its hosts have chosen."""
        if old.community and new.community and old.community != new.community:
            await self._core.database.write(
                lambda connection: communities.move(connection, old.platform, old.community, new.community)
            )

    async def lost_log(self, community: Community, log: Place) -> None:
        """Note that nothing can be told in the log channel of a community, unless another was chosen meanwhile."""

        def how(found: Community) -> Community:
            return replace(found, settings={**found.settings, LOG_LOST: "yes"}) if found.log == log else found

        await self.change(Place(community.platform, community.account), how)

    async def invitations(self, community: Community, player: str) -> int:
        """How many open invitations of a player stand in a community."""
        return await self._core.database.read(
            lambda connection: communities.count(connection, community, Status.INVITED, player)
        )

    async def playing(self, community: Community, player: str | None = None) -> int:
        """How many matches are in progress in a community; of a player, or of all."""
        return await self._core.database.read(
            lambda connection: communities.count(connection, community, Status.PLAYING, player)
        )
