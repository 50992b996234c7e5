"""The decisions of the hosts of a server, group or room, and the rights of people there.

It is read from the rows each time: one small query, and every process knows a change at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.foundation.bounded import BoundedMemory
from bot.matches.communities import LOG_LOST, AllowedKind, Community, Grant, Right
from bot.matches.identity import Place
from bot.services.core import Core
from bot.store import (
    boards,
    communities,
    duplicates,
    ladders,
    simuls,
    teams,
    topics,
    tournaments,
    views,
    villages,
    weeklies,
)
from bot.store.connection import Connection
from bot.store.events import key_of

TOPICS_SEEN = 10_000
"""So many topics are remembered to be noted."""


class CommunityService:
    """The communities of all platforms. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._topics = BoundedMemory[tuple[str, str, str], bool](TOPICS_SEEN)
        """Platform, chat and number of topics that were noted; with or without their name."""

    async def of_place(self, place: Place) -> Community:
        """The community of a place; one with nothing chosen where nobody has, and for a private chat."""
        if not place.community:
            return Community(place.platform, "")
        return await self._core.database.read(
            lambda connection: communities.get(connection, place.platform, place.community)
        )

    async def of_match(self, code: str) -> list[Community]:
        """The communities in which a match stands; none where it stands in private chats only."""

        async def work(connection: Connection) -> list[Community]:
            shown = [view.place for view in await views.of_matches(connection, [code]) if not view.frozen]
            keys = sorted({(place.platform, place.community) for place in shown if place.community})
            return [await communities.get(connection, *key) for key in keys]

        return await self._core.database.read(work)

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
            platform, before, after = old.platform, old.community, new.community

            async def work(connection: Connection) -> None:
                await communities.move(connection, platform, before, after)
                await ladders.move(connection, key_of(platform, before), key_of(platform, after), new)
                await villages.move(connection, key_of(platform, before), key_of(platform, after), new)
                await simuls.move(connection, key_of(platform, before), key_of(platform, after), new)
                await tournaments.move(connection, key_of(platform, before), key_of(platform, after), new)
                await duplicates.move(connection, key_of(platform, before), key_of(platform, after), new)
                await boards.move(connection, key_of(platform, before), key_of(platform, after), new)
                await teams.move(connection, before, new)
                await weeklies.move(connection, platform, before, new)
                await topics.forget(connection, platform, [before])  # what becomes a forum has new ones

            await self._core.database.write(work)

    async def topic_seen(self, topic: Place, name: str, *, renamed: bool) -> None:
        """Note a topic of a forum, its name being empty where it is not known."""
        key = (topic.platform, topic.chat, topic.thread)
        if not renamed and self._topics.get(key) in (True, bool(name)):
            return
        await self._core.database.write(lambda connection: topics.note(connection, topic, name, renamed=renamed))
        self._topics.put(key, bool(name))

    async def topics(self, place: Place) -> dict[str, str]:
        """The names of the topics that were seen in a group, by their numbers; empty where a name is not known."""
        return await self._core.database.read(lambda connection: topics.of_chat(connection, place.platform, place.chat))

    async def left(self, platform: str, chats: Sequence[str]) -> None:
        """The bot was taken out of some groups: nothing is known of their topics any more."""
        await self._core.database.write(lambda connection: topics.forget(connection, platform, [*chats]))
        self._topics = BoundedMemory(TOPICS_SEEN)  # should it come back, they are noted anew

    async def gone(self, place: Place, kind: AllowedKind, account: str) -> Grant | None:
        """A channel or role of a community is deleted: it is no longer among those that it keeps playing to.

        Returns it where it was the last, so that playing is kept to none now.
        """

        def is_it(each: Grant) -> bool:
            return (each.kind, each.account, each.may) == (kind, account, Right.PLAY)

        if not any(map(is_it, (await self.of_place(place)).allowed)):
            return None
        lost: Grant | None = None

        def how(found: Community) -> Community:
            nonlocal lost
            lost = next(filter(is_it, found.allowed), None)  # none where the same news has come twice
            return replace(found, allowed=tuple(each for each in found.allowed if not is_it(each)))

        after = await self.change(place, how)
        return None if after.named(kind, Right.PLAY) else lost

    async def lost_log(self, community: Community, log: Place) -> None:
        """Note that nothing can be told in the log channel of a community, unless another was chosen meanwhile."""

        def how(found: Community) -> Community:
            return replace(found, settings={**found.settings, LOG_LOST: "yes"}) if found.log == log else found

        await self.change(Place(community.platform, community.account), how)
