"""Digests: one message at hours that a player chooses, about all matches that wait for them."""

from datetime import datetime

from bot.matches.digest import is_listed, time_left
from bot.matches.identity import UNPROVEN
from bot.matches.match import Match
from bot.matches.preferences import DIGEST
from bot.services.core import Core
from bot.services.news import Errand
from bot.store import Player, digests, due_members, notices, people
from bot.store.connection import Connection
from bot.store.digests import KeptForDigest


class DigestService:
    """The digests of players. Each method is one transaction."""

    def __init__(self, core: Core) -> None:
        self._core = core

    async def keep(self, code: str, player: Player) -> None:
        """Have all that a player was not told yet of a match come with their next digest."""

        async def work(connection: Connection) -> None:
            # Without the lock it could be kept for a digest that has just been told.
            await people.lock(connection, player.id)
            await notices.put_off(connection, code, player.id, player.digest.next(self._core.clock()))

        await self._core.database.write(work, may_wait=True)
        self._core.news.errands.publish(Errand.DIGEST)

    async def due(self) -> tuple[list[KeptForDigest], datetime | None]:
        """The news due by now for players with a digest, and the first moment at which more will be."""
        now = self._core.clock()

        async def work(connection: Connection) -> tuple[list[KeptForDigest], datetime | None]:
            return await digests.due(connection, now), await digests.following(connection, now)

        return await self._core.database.read(work, several=True)

    async def reader(self, player: str) -> Player | None:
        """The player by the latest account that can be written to in private; None where there is none."""

        async def work(connection: Connection) -> Player | None:
            accounts = [each for each in await people.accounts_of(connection, player) if each.platform not in UNPROVEN]
            latest = max(accounts, key=lambda each: each.updated, default=None)
            return await people.by_id(connection, player, latest.platform if latest else None)

        return await self._core.database.read(work, several=True)

    async def waiting(self, player: str) -> list[Match]:
        """The matches that wait for a player who is told of them by a digest, the most urgent first."""

        async def work(connection: Connection) -> list[Match]:
            usual, single = await digests.ways(connection, player)
            found = [
                match
                for match in await self._core.matches.of_player(connection, player, live=True)
                if isinstance(match, Match)
                and is_listed(match, player)
                and self._core.computers.keys().isdisjoint(filter(None, match.seats))
            ]
            of_teams = await due_members.of_people(connection, self._core.matches, [player])
            found += [match for match, due in of_teams if due == player and is_listed(match, player, due)]
            return [match for match in found if single.get(match.code, usual) == DIGEST]

        now = self._core.clock()
        return sorted(await self._core.database.read(work, several=True), key=lambda match: time_left(match, now))

    async def told(self, player: Player, due: datetime) -> None:
        """Note that the digest of a moment was told to a player: what waits on comes once more with their next one."""
        codes = [match.code for match in await self.waiting(player.id)]

        async def work(connection: Connection) -> None:
            await people.lock(connection, player.id)
            await digests.keep_on(connection, player.id, codes, due, player.digest.next(self._core.clock()))

        await self._core.database.write(work)

    async def refused(self, player: str) -> None:
        """Note that a player takes no private messages: they are told of each match by itself, beside its board."""

        codes = [match.code for match in await self.waiting(player)]

        async def work(connection: Connection) -> None:
            await people.lock(connection, player)
            await digests.give_up(connection, player, self._core.clock())

        await self._core.database.write(work)
        for code in codes:
            self._core.news.matches.publish(code)
