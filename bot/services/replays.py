"""The rows of live matches, for the check that they can still be read."""

from collections.abc import Mapping

from bot.services.core import Core
from bot.store.matches import MatchRows

__all__ = ["MatchRows", "ReplayService"]


class ReplayService:
    """Gives the rows of matches unread, and sets aside those that make no match."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._matches = core.matches

    async def rows(self, after: str, at_most: int) -> list[MatchRows]:
        """The rows of live matches, in the order of their codes, from behind the code ``after``."""
        return await self._core.database.read(lambda connection: self._matches.live_rows(connection, after, at_most))

    def set_aside(self, problems: Mapping[str, str]) -> Mapping[str, str]:
        """Set unreadable matches aside, by their codes; gives the codes that were not set aside before."""
        return self._matches.set_aside.note_all(problems)
