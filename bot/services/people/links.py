"""One person on several accounts and devices: a code on one side, given on the other, and confirmed on the first."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import TypeVar

from bot.matches.identity import UNPROVEN
from bot.matches.refusals import BothInMatch, DataDeleted, TwoOfAPlatform, UnknownLink
from bot.services.core import Core
from bot.store import due_members, links, merging, people, ratings
from bot.store.connection import Connection, Work
from bot.store.links import Joiner, Link
from bot.store.merging import Merge

T = TypeVar("T")

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

    async def refuse(self, player: str) -> bool:
        """Say that the one who has given a player's code is not them; is there one who waits for it?"""
        now = self._core.clock()
        return await self._core.database.write(lambda connection: links.answer(connection, player, now, agrees=False))

    async def accept(self, player: str) -> bool:
        """Say that the one who has given a player's code is them: whoever they were before is the same player now.

        Is there one who waits for it? Raises BothInMatch, TwoOfAPlatform and DataDeleted; they are told no then.
        """
        now = self._core.clock()

        async def work(connection: Connection) -> tuple[bool, list[str]]:
            link = await links.of_player(connection, player, now)
            if link is None or link.joiner is None or link.answer is not None:
                return False, []
            known = await people.by_account(connection, link.joiner.platform, link.joiner.account)
            one, codes = player, list[str]()
            if known is not None and known.id != player:
                one, codes = await self._join(connection, player, known.id)
            await links.answer(connection, one, now, agrees=True)
            return True, codes

        try:
            return await self._published(work)
        except (BothInMatch, TwoOfAPlatform):
            await self.refuse(player)
            raise

    async def can_undo(self, player: str) -> Merge | None:
        """The latest merge of a player that can be undone."""
        since = self._core.clock() - merging.UNDONE_WITHIN
        return await self._core.database.read(lambda connection: merging.latest(connection, player, since))

    async def undo(self, player: str) -> tuple[Sequence[str], Sequence[str]] | None:
        """Undo the latest merge of a player: the platforms on which each of the two is now.

        None where there is none that can be undone. Raises DataDeleted.
        """
        since = self._core.clock() - merging.UNDONE_WITHIN

        async def work(connection: Connection) -> tuple[tuple[Sequence[str], Sequence[str]] | None, list[str]]:
            if player not in await people.lock(connection, player):
                raise DataDeleted
            last = await merging.latest(connection, player, since)
            if last is None:
                return None, []
            await people.lock(connection, last.younger, last.older)
            codes = await self._told(connection, last, partial(merging.undo, connection, last, self._core.clock()))
            platforms = await ratings.platforms_of(connection, (last.older, last.younger))
            one, other = sorted(sorted(found) for found in platforms.values())
            return (one, other), codes

        return await self._published(work)

    async def _join(self, connection: Connection, issuer: str, joiner: str) -> tuple[str, list[str]]:
        """Make one player of two: their id, and the codes of the matches that change."""
        if {issuer, joiner} - await people.lock(connection, issuer, joiner):
            raise DataDeleted
        if codes := await merging.live_between(connection, issuer, joiner):
            raise BothInMatch(codes[0])
        platforms = await ratings.platforms_of(connection, (issuer, joiner))
        if twice := (platforms[issuer] & platforms[joiner]) - set(UNPROVEN):
            raise TwoOfAPlatform(min(twice).capitalize())
        older, younger = await people.by_age(connection, issuer, joiner)
        await links.follow(connection, issuer, older)
        pair = Merge(younger, older, self._core.clock())
        return older, await self._told(connection, pair, partial(merging.merge, connection, pair, issuer))

    async def _told(self, connection: Connection, pair: Merge, change: Callable[[], Awaitable[list[str]]]) -> list[str]:
        """Make two players one or two, and have those told who become due in teams by that; the codes of the matches
        that change.
        """
        both, known = (pair.younger, pair.older), self._core.matches
        due = {match.code: due for match, due in await due_members.of_people(connection, known, both, lock=True)}
        codes = await change()
        return sorted({*codes, *await due_members.tell_next(connection, known, due, self._core.clock(), both)})

    async def _published(self, work: Work[tuple[T, list[str]]]) -> T:
        done, codes = await self._core.database.write(work)
        for code in codes:
            self._core.news.matches.publish(code)
        return done
