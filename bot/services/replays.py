"""The rows of live matches, for whoever tries whether they can still be read."""

from collections.abc import Mapping

from bot.services.core import Core
from bot.store.matches import MatchRows

__all__ = ["MatchRows", "ReplayService"]


class ReplayService:
    """Gives rows that nobody has read yet, and takes note of those that make no match."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._matches = core.matches

    async def rows(self, after: str, at_most: int) -> list[MatchRows]:
        """What is stored of live matches, in the order of their codes, beginning behind the code ``after``."""
        return await self._core.database.read(lambda connection: self._matches.live_rows(connection, after, at_most))

    def set_aside(self, problems: Mapping[str, str]) -> Mapping[str, str]:
        """Set matches aside that cannot be read, by their codes; those of them that are not yet."""
        return self._matches.set_aside.note_all(problems)
