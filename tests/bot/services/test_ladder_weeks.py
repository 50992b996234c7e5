"""A thousand weeks of a ladder, with leavers, bans, deletions, absences and deaths at statements: rungs are 1 to n
without gaps, and nobody changes place but by a row that explains it.
"""

from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import cast

import pytest
from sqlalchemy import select

from bot.matches.ladder import RungCause, RungChange, applied
from bot.matches.refusals import ActionRefused
from bot.services.services import Services
from bot.store import Database, Player
from bot.store.connection import Connection
from bot.store.tables import rung_changes, rungs
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, Clock, check, person
from tests.bot.services.test_ladders import GROUP, HERE, act, challenge, ladder, resigning
from tests.suites import deep

WEEKS = 1_000
PEOPLE = 12


class LadderWeeks:
    """People who come to a ladder, play on it and go; each may die at any statement."""

    def __init__(self, database: Database, clock: Clock, seed: int) -> None:
        self.database, self.clock, self.chance = database, clock, Random(seed)
        self.deadly = DeadlyDatabase(database)
        self.services = Services.over(cast("Database", self.deadly), clock, Random(seed))
        self.names = [f"P{number}" for number in range(PEOPLE)]
        self.boss: Player | None = None

    async def week(self) -> None:
        """Some things happen to some people."""
        for _ in range(4):
            self.clock.forward(hours=self.chance.randrange(1, 40))
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
        del player
        await self.services.ladders.advance(lambda platform, chat: True)
        await self.services.time.tick_due()

    async def is_sound(self) -> bool:
        """Do the rungs follow from the rows, without gaps?"""

        async def read(connection: Connection) -> tuple[list[str], list[int], list[str]]:
            order: list[str] = []
            for row in await connection.execute(select(rung_changes).order_by(rung_changes.c.nth)):
                change = RungChange(RungCause(row.cause), row.player, row.rung_before, row.rung_after, row.other)
                order = applied(order, change)
            found = (await connection.execute(select(rungs).order_by(rungs.c.rung))).all()
            return order, [row.rung for row in found], [row.player for row in found]

        order, numbers, players = await self.database.read(read)
        return players == order and numbers == [*range(1, len(order) + 1)]


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
    assert len(weeks.deadly.deaths) > WEEKS // 4
    assert await check(database) == []
