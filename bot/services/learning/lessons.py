"""The lessons that people have done."""

from collections.abc import Collection

from bot.services.core import Core
from bot.store import lessons, people
from bot.store.connection import Connection
from engine.lessons import LessonTopic


class LearningService:
    """The lessons that players have done. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def done(self, player: str, ruleset: str) -> Collection[LessonTopic]:
        """The lessons of a game that a player has done."""
        found = await self._core.database.read(lambda connection: lessons.done(connection, player, ruleset))
        return {LessonTopic(each) for each in found}

    async def note(self, player: str, ruleset: str, topic: LessonTopic) -> None:
        """Note that a player has done a lesson; nothing is noted of somebody whose data is deleted."""

        async def work(connection: Connection) -> None:
            if player in await people.lock(connection, player):
                await lessons.note(connection, player, ruleset, topic.value, self._core.clock())

        await self._core.database.write(work)
