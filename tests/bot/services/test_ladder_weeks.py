"""A thousand weeks of a ladder that two processes keep, with leavers, bans, deletions, absences, deaths at statements:
rungs are 1 to n without gaps, nobody changes place but by a row that explains it, and each month has one shield.
"""

from asyncio import gather
from contextlib import suppress
from datetime import timedelta
from itertools import pairwise
from random import Random
from typing import cast

import pytest
from sqlalchemy import select

from bot.matches.ladder import RungCause, RungChange, applied
from bot.matches.refusals import ActionRefused
from bot.matches.shield import month_after
from bot.services.services import Services
from bot.store import Database, Player
from bot.store.connection import Connection
from bot.store.tables import rung_changes, rungs, shields
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, Clock, check, person
from tests.bot.services.test_ladders import GROUP, HERE, act, challenge, ladder, resigning
from tests.suites import deep

WEEKS = 1_000
PEOPLE = 12


class LadderWeeks:
    """People who come to a ladder, play on it and go, by either of two processes; each may die at any statement."""

    def __init__(self, database: Database, clock: Clock, seed: int) -> None:
        self.database, self.clock, self.chance = database, clock, Random(seed)
        self.both = [DeadlyDatabase(database) for _ in range(2)]
        self.processes = [
            Services.over(cast("Database", each), clock, Random(seed + number)) for number, each in enumerate(self.both)
        ]
        self.deadly, self.services = self.both[0], self.processes[0]
        self.names = [f"P{number}" for number in range(PEOPLE)]
        self.boss: Player | None = None

    async def week(self) -> None:
        """Some things happen to some people."""
        for _ in range(4):
            self.clock.forward(hours=self.chance.randrange(1, 40))
            at = self.chance.randrange(2)
            self.deadly, self.services = self.both[at], self.processes[at]
            await self.services.time.beat()
            name = self.chance.choice(self.names)
            player = await self.services.people.player(person(name, "telegram"))
            does = self.chance.choice((self.join, self.join, self.challenges, self.challenges, self.go, self.waits))
            self.deadly.arm(self.chance.randrange(1, 60), before=True)
            with suppress(KilledError, ActionRefused):
                await does(player)
            self.deadly.disarm()

    async def join(self, player: Player) -> None:
        await self.services.ladders.join(player, HERE, DAM_8.key)

    async def challenges(self, player: Player) -> None:
        near = await self.services.ladders.within_reach(player.id, GROUP, DAM_8.key)
        if not near:
            return
        other = self.chance.choice(near)
        match = await challenge(self.services, player, other)
        answer = self.chance.choice(("accept", "accept", "decline", "nothing"))
        if answer == "decline":
            await act(self.services, other, match, lambda match, now: match.decline(other.id, now))
        elif answer == "accept":
            match = await self.services.matches.join(f"join {match.code}", other, match.code)
            await act(self.services, loser := self.chance.choice((player, other)), match, resigning(loser))

    async def go(self, player: Player) -> None:
        match self.chance.randrange(6):
            case 0:
                await self.services.ladders.leave(player.id, GROUP, DAM_8.key)
            case 1:
                await self.services.people.erase(player)
            case 2:
                await self.services.standing.left(GROUP, player.id)
            case 3:
                staff = await self.services.people.player(person("Boss", "telegram"))
                ban = await self.services.bans.ask(staff, GROUP, player.id, self.clock.now + timedelta(days=20), "loud")
                await self.services.bans.confirm(staff, GROUP, ban.id, take_down=True)
            case _:
                await self.services.time.go_away(player.id, self.clock.now + timedelta(days=3))

    async def waits(self, player: Player) -> None:
        """Both processes look at once what is due."""
        del player
        await gather(*(self._advance(each) for each in self.processes))

    async def _advance(self, services: Services) -> None:
        with suppress(KilledError):
            await services.shields.advance(lambda platform, chat: True)
            await services.ladders.advance(lambda platform, chat: True)
            await services.time.tick_due()

    async def is_sound(self) -> bool:
        """Do the rungs follow from the rows, without gaps?"""

        async def read(connection: Connection) -> tuple[list[str], list[int], list[str], list[str]]:
            order: list[str] = []
            for row in await connection.execute(select(rung_changes).order_by(rung_changes.c.nth)):
                change = RungChange(RungCause(row.cause), row.player, row.rung_before, row.rung_after, row.other)
                order = applied(order, change)
            found = (await connection.execute(select(rungs).order_by(rungs.c.rung))).all()
            months = list((await connection.execute(select(shields.c.month).order_by(shields.c.month))).scalars())
            return order, [row.rung for row in found], [row.player for row in found], months

        order, numbers, players, months = await self.database.read(read)
        in_a_row = all(after == month_after(month) for month, after in pairwise(months))
        return players == order and numbers == [*range(1, len(order) + 1)] and in_a_row


async def _held(connection: Connection) -> list[str]:
    query = select(shields.c.month).where(shields.c.player.is_not(None))
    return list((await connection.execute(query)).scalars())


@deep("the same things happen once each in test_ladders")
@pytest.mark.long("a thousand weeks")
async def test_a_thousand_weeks(database: Database, clock: Clock) -> None:
    weeks = LadderWeeks(database, clock, 5)
    await ladder(weeks.services, *weeks.names[:3])
    for number in range(WEEKS):
        await weeks.week()
        if number % 20 == 0:
            assert await weeks.is_sound(), number
    assert await weeks.is_sound()
    assert all(len(each.deaths) > WEEKS // 8 for each in weeks.both)
    held = await database.read(_held)
    assert len(held) > WEEKS // 20, "those that nobody has had deleted"
    assert await check(database) == []
