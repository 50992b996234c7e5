"""The ways in which players are told of their turn in a match: as they chose for it, else as in their settings."""

from bot.matches.preferences import DIGEST
from bot.matches.refusals import DataDeleted
from bot.services.core import Core
from bot.store import notices, people, tells
from bot.store.connection import Connection


class TellService:
    """The choices of players for single matches. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def told_in(self, match: str, player: str) -> str:
        """The way in which a player is told of their turn in a match: a value of the setting ``told``."""
        return await self._core.database.read(lambda connection: tells.how(connection, match, player))

    async def chosen(self, match: str, player: str) -> str | None:
        """The choice of a player for one match, None for as in their settings."""
        return await self._core.database.read(lambda connection: tells.chosen_for(connection, match, player))

    async def choose(self, match: str, player: str, told: str | None) -> None:
        """Note what a player chooses for a match of theirs that is under way, None for as in their settings.

        Raises NotInMatch, NotStarted, MatchOver, and DataDeleted where there is no such player any more; UnknownMatch
        and UnreadableMatch.
        """

        async def work(connection: Connection) -> None:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            (await self._core.matches.load(connection, match)).check_playing(player)
            before = await tells.how(connection, match, player)
            await tells.choose(connection, match, player, told)
            if DIGEST in (before, told):
                await notices.no_longer_put_off(connection, player, self._core.clock())

        await self._core.database.write(work)
        self._core.news.matches.publish(match)
