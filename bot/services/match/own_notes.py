"""Notes that people write to themselves on matches: nobody is told, and nothing is shown anew."""

from bot.matches.limits import NOTE_LENGTH
from bot.matches.match import Match
from bot.matches.names import harmless
from bot.matches.refusals import DataDeleted, NoteTooLong
from bot.services.core import Core
from bot.store import own_notes, people
from bot.store.connection import Connection


class OwnNoteService:
    """The notes of people on matches. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def of(self, match: Match, player: str) -> str:
        """The note of a player on a match; empty where there is none."""
        return await self._core.database.read(lambda connection: own_notes.of_player(connection, match.code, player))

    async def write(self, match: Match, player: str, text: str) -> str:
        """Write the note of a player on a match in place of their earlier one, none for an empty text; as it is kept.

        Raises NoteTooLong, and DataDeleted where there is no such player any more.
        """
        kept = harmless(text).strip()
        if len(kept) > NOTE_LENGTH:
            raise NoteTooLong(NOTE_LENGTH, len(kept))

        async def work(connection: Connection) -> None:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            await own_notes.write(connection, match.code, player, kept, self._core.clock())

        await self._core.database.write(work)
        return kept
