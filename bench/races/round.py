"""One race: two processes on one database, new people, and what is to hold once both have acted."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from sqlalchemy import select

from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused
from bot.matches.terms import UNTIMED, Terms
from bot.services.match.matches import MatchAction, Player
from bot.services.services import Services
from bot.store.connection import Connection
from bot.store.tables import metadata
from engine.games import find_ruleset

APART = 0.004
"""Seconds by which those who race start apart, at most."""
PLATFORM = "telegram"
RULESET = find_ruleset("dam-8")
GROUP = Venue(Place(PLATFORM, "group"), "en")


@dataclass
class Round:
    """One race: two processes, new people, and chance. ``wrong`` are the sentences on what failed."""

    here: Services
    there: Services
    number: int
    chance: Random
    wrong: list[str]
    tally: Counter[str] = field(default_factory=Counter)
    """What became of those who raced, counted over all rounds by a word."""
    events: int = 0

    def event(self) -> str:
        """An event with a new id."""
        self.events += 1
        return f"{self.number}-{self.events}"

    def person(self, name: str) -> Person:
        """A person of this round; name, handle and account are the same text, which nobody else has."""
        return Person(PLATFORM, f"{name}-{self.number:04}", f"{name}-{self.number:04}", f"{name}-{self.number:04}")

    async def people(self, *names: str) -> list[Player]:
        """Players that both processes know."""
        return [await self.here.people.player(self.person(name)) for name in names]

    async def match(self, host: Player, guest: Player, plies: int = 0, terms: Terms = UNTIMED) -> Match:
        """A match under way; the host has the first side."""
        wish = Invitation(RULESET, guest.person, 0, terms=terms)
        match, _ = await self.here.opening.open(self.event(), host, wish, GROUP)
        match = await self.here.matches.join(self.event(), guest, match.code)
        for ply in range(plies):
            match = await self.act(self.here, (host, guest)[ply % 2], match, moved((host, guest)[ply % 2]))
        return match

    async def act(self, services: Services, player: Player, match: Match, action: MatchAction) -> Match:
        """Act in a match, by an event of its own."""
        return await services.matches.act(self.event(), player, match.code, action)

    async def over(self, host: Player, guest: Player) -> Match:
        """A match that the host has given up."""
        match = await self.match(host, guest, 2)
        return await self.act(self.here, host, match, lambda now, at: now.resign(host.id, at))

    async def at_once(self, *works: Awaitable[object]) -> list[bool]:
        """Do all of it at about the same moment; which of it was not refused. Raises any other exception."""

        async def started(work: Awaitable[object]) -> bool:
            await asyncio.sleep(self.chance.uniform(0, APART))
            try:
                await work
            except ActionRefused:
                return False
            return True

        return list(await asyncio.gather(*(started(work) for work in works)))

    async def stored(self, match: Match) -> Match:
        """The match as its rows say."""
        return await self.unmindful().matches.get(match.code)

    def unmindful(self) -> Services:
        """Services with nothing in memory."""
        return Services.over(self.here.database, self.here.clock, Random(1))

    async def live(self, player: Player) -> list[Match]:
        """The live matches of a player, as the rows say."""
        return await self.unmindful().matches.of_player(player.id)

    def expect(self, held: object, what: str) -> None:
        """Note what is wrong unless it holds."""
        if not held:
            self.wrong.append(f"round {self.number}: {what}")

    async def expect_no_trace(self, player: Player) -> None:
        """Nothing in any table may say who a player was, and nobody waits for them."""
        self.expect(not await self.live(player), "a match goes on with a person whose data is deleted")
        rows = await self.here.database.read(all_rows)
        self.expect(player.account not in rows, "a row tells of a person whose data is deleted")


Kind = Callable[[Round], Awaitable[None]]


def moved(player: Player, choice: int = 0, ply: int | None = None) -> MatchAction:
    """The action of making the legal move with number ``choice``, chosen at ``ply``."""

    def action(match: Match, now: datetime) -> Match:
        match.check_turn(player.id, ply)
        return match.move(player.id, match.game.legal_moves[choice], ply, now)

    return action


async def all_rows(connection: Connection) -> str:
    """Every value of every table, as one text."""
    found: list[str] = []
    for table in metadata.tables.values():
        found += [repr(tuple(row)) for row in await connection.execute(select(table))]
    return "\n".join(found)
