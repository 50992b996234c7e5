"""One person on several accounts and devices: a code on one side, given on the other, and confirmed on the first."""

import secrets
from datetime import timedelta

from bot.matches.refusals import DataDeleted, UnknownLink
from bot.services.core import Core
from bot.store import links, people
from bot.store.connection import Connection
from bot.store.links import Joiner, Link

CODE_LASTS = timedelta(minutes=10)


class LinkService:
    """Codes, who has given them, and what was said to it. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def begin(self, player: str, platform: str) -> str:
        """A new code of a player, asked for on a platform, in place of the one before. It holds for ``CODE_LASTS``.

        Raises DataDeleted where there is no such player any more.
        """
        code, until = links.new_code(), self._core.clock() + CODE_LASTS

        async def work(connection: Connection) -> None:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            await links.begin(connection, player, platform, code, until)

        await self._core.database.write(work)
        return code

    async def of_player(self, player: str) -> Link | None:
        """The code of a player that still holds, and who has given it."""
        return await self._core.database.read(
            lambda connection: links.of_player(connection, player, self._core.clock())
        )

    async def by_code(self, code: str) -> Link | None:
        """The link of a code that still holds."""
        return await self._core.database.read(lambda connection: links.by_code(connection, code, self._core.clock()))

    async def give(self, code: str, joiner: Joiner) -> str:
        """Give a code; the ticket by which one hears what is said to that. Raises UnknownLink.

        A code is for one: whoever gives it after another is told as if there were none.
        """
        ticket, now = secrets.token_urlsafe(24), self._core.clock()

        async def work(connection: Connection) -> None:
            if not await links.give(connection, code, joiner, ticket, now):
                raise UnknownLink

        await self._core.database.write(work)
        return ticket

    async def by_ticket(self, ticket: str) -> Link | None:
        """The link whose code has given somebody this ticket; None once the code does not hold any more."""
        return await self._core.database.read(
            lambda connection: links.by_ticket(connection, ticket, self._core.clock())
        )

    async def answer(self, player: str, *, agrees: bool) -> bool:
        """Say whether the one who has given a player's code is them; is there one who waits for it?"""
        now = self._core.clock()
        return await self._core.database.write(lambda connection: links.answer(connection, player, now, agrees=agrees))
