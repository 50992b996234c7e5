"""Two hundred groups on Telegram, each playing as one person, beside ordinary matches in groups of their own.

The real program runs in a process of its own, and each village has a match under way against one of its people, written
into the database before. Three of each vote for the same turn, which is played with the third vote; then the one they
play against moves. By turns nobody votes, and all do; meanwhile there are moves in the ordinary matches, whose clock
runs from the move until the board shows it. Promised: an ordinary board takes no longer beside the villages. At the
end all villages vote at the same moment.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

import uvloop
from sqlalchemy import update

from bench.events import Match, TelegramTable, program
from bench.traffic import quiet
from bench.used import idle
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.services.contests.villages import NewVillageMatch
from bot.services.services import Services
from bot.store import Database
from bot.store.connection import Connection
from bot.store.tables import polls, views
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.telegram import Chat, TelegramServer
from loopback.telegram import Person as Reader

VILLAGES, TABLES = 200, 4
ROUNDS, MOVES = 5, 60
"""Turns of each kind, and moves in each of the ordinary matches in one of them."""
EVERY = 300.0
"""Seconds between two votes of a village, on the average: a turn in a quarter of an hour, where the shortest vote that
hosts can choose lasts an hour.
"""
PAUSE = 0.3
"""Seconds between two moves of an ordinary match."""
VOTERS = 3
RULESET = find_ruleset("malaysian-checkers-8")
PLATFORM = "telegram"
LOOK_EVERY = 0.05
VOTES, CLOSES = "votes", "closes"
PATIENCE = 300.0
"""Seconds until a board is said to be missing: where all vote at once, they wait for one another."""
SMALLEST = {"villages": 2, "tables": 1, "rounds": 1, "moves": 2, "every": 0.2}


@dataclass
class Village:
    """A group whose ``voters`` are one player against ``alone``, and the match as it stands."""

    group: Chat
    alone: Reader
    voters: list[Reader]
    code: str = ""
    last: str = ""
    """The turn that was made last, or is being voted for."""
    voted: int = VOTERS
    """So many have voted for it."""
    game: Game = field(default_factory=lambda: Game.begin(RULESET))

    def vote(self) -> None:
        """The next of the voters wants a turn, which is chosen where nobody has voted on this one."""
        if self.voted == VOTERS:
            self.last, self.voted = self._play(), 0
        self.voters[self.voted].say(self.group, f"/guess {self.code} {self.last}")
        self.voted += 1

    async def close(self) -> None:
        """Wait until the board shows the turn that all have voted for."""
        await self._shows(self.last)

    async def answer(self) -> None:
        """Have the one whom they play against move, until the board shows it."""
        self.last = self._play()
        self.alone.say(self.group, f"/move {self.code} {self.last}")
        await self._shows(self.last)

    async def stands(self) -> None:
        """Wait until there is a board."""
        await self._shows("")

    def edits(self) -> int:
        """The number of times that the board was edited."""
        return sum(each.edits for each in self.alone.from_bot(self.group) if each.photo)

    def _play(self) -> str:
        """A turn of the match as this program follows it, one that ends nothing if there is any; its text."""
        moves = self.game.legal_moves
        move = next((each for each in moves if not self.game.play(each).outcome), moves[0])
        self.game = self.game.play(move)
        return format_move(RULESET, move)

    async def _shows(self, move: str) -> None:
        """Wait until the board shows that a turn was played."""
        ends = perf_counter() + PATIENCE
        while True:
            boards = [each for each in self.alone.from_bot(self.group) if each.photo]
            if boards and (f"played {move}" if move else self.code) in boards[-1].shown:
                return
            if perf_counter() > ends:
                raise TimeoutError(f"{move} is not shown in {self.code}: {boards[-1].shown if boards else 'no board'}")
            await asyncio.sleep(LOOK_EVERY)


@dataclass
class Seen:
    """The waits for ordinary boards in seconds, of each turn; votes and closes while all voted; and at the end."""

    calm: list[list[float]] = field(default_factory=list)
    beside: list[list[float]] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    at_once: list[float] = field(default_factory=list)


def run(
    villages: int = VILLAGES, tables: int = TABLES, rounds: int = ROUNDS, moves: int = MOVES, every: float = EVERY
) -> None:
    """Print what ordinary boards took, calm and beside the villages, and how many votes were closed."""
    quiet()
    seen = uvloop.run(_measure(villages, tables, rounds, moves, every))
    print(f"{'ordinary boards':<22}{'moves':>7}{'median ms':>11}{'p95 ms':>9}{'worst ms':>10}")
    for name, turns in (("calm", seen.calm), ("beside villages", seen.beside)):
        waits = [1000 * wait for turn in turns for wait in turn]
        cuts = quantiles(waits, n=20)
        print(f"{name:<22}{len(waits):>7}{cuts[9]:>11.0f}{cuts[18]:>9.0f}{max(waits):>10.0f}")
    ratio = median(median(beside) / median(calm) for calm, beside in zip(seen.calm, seen.beside, strict=True))
    print(f"beside the villages an ordinary board takes {ratio:.2f} times as long, the median of {rounds} turns")
    votes, closes = seen.counted[VOTES], seen.counted[CLOSES]
    rate = f"{closes / seen.seconds:.1f} a second"
    print(f"{villages} villages, {votes} votes in {seen.seconds:.0f} s: {closes} turns of theirs were shown, {rate}")
    slowest = max(seen.at_once)
    print(f"all at once: {villages} votes closed and shown in {slowest:.1f} s, {villages / slowest:.1f} a second")


async def _measure(villages: int, tables: int, rounds: int, moves: int, every: float) -> Seen:
    seen, chance = Seen(), Random(1)
    async with serving(villages) as (process, server, there):
        matches = [Match(TelegramTable(server, number), Random(number)) for number in range(tables)]
        for match in matches:
            await match.begin()
        for village in there:
            for _ in range(chance.randrange(VOTERS)):  # each has got so far with its turn
                village.vote()
        for number in range(rounds):
            for voting in (number % 2 == 0, number % 2 == 1):
                await idle(process)
                if voting:
                    seen.beside.append(await _beside(matches, moves, there, every, chance, seen))
                else:
                    seen.calm.append(await moves_of(matches, moves))
        await idle(process)
        seen.at_once = await _at_once(there)
    return seen


async def _beside(
    matches: list[Match], moves: int, villages: list[Village], every: float, chance: Random, seen: Seen
) -> list[float]:
    """The waits for ordinary boards while the villages vote."""
    ends = asyncio.Event()
    votes = asyncio.create_task(_all_vote(villages, every, chance, seen.counted, ends))
    began = perf_counter()
    waits = await moves_of(matches, moves)
    seen.seconds += perf_counter() - began
    ends.set()
    await votes
    return waits


async def moves_of(matches: list[Match], moves: int, pause: float = PAUSE) -> list[float]:
    """Moves in each of some matches, with a pause of about so many seconds between two; the waits for their boards."""

    async def play(match: Match, chance: Random) -> list[float]:
        waits = []
        for _ in range(moves):
            await asyncio.sleep(pause * chance.uniform(0.5, 1.5))  # so that matches do not move in step
            waits.append(await match.move())
        return waits

    played = await asyncio.gather(*(play(match, Random(number)) for number, match in enumerate(matches)))
    return [wait for waits in played for wait in waits]


async def _all_vote(
    villages: list[Village], every: float, chance: Random, counted: Counter[str], ends: asyncio.Event
) -> None:
    """Votes come at moments by chance, each in any of the villages; whoever plays against one answers its turn."""
    busy = dict[int, asyncio.Task[None]]()

    async def votes(village: Village) -> None:
        village.vote()
        counted[VOTES] += 1
        if village.voted == VOTERS:
            await village.close()
            counted[CLOSES] += 1
            await village.answer()

    while not ends.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(ends.wait(), chance.expovariate(len(villages) / every))
        free = [each for each in range(len(villages)) if each not in busy or busy[each].done()]
        if free and not ends.is_set():
            chosen = chance.choice(free)
            busy[chosen] = asyncio.create_task(votes(villages[chosen]))
    await asyncio.gather(*busy.values())


async def _at_once(villages: list[Village]) -> list[float]:
    """All vote; the seconds from their first vote until each board shows the turn."""
    began = perf_counter()
    for village in villages:
        village.vote()
        while village.voted < VOTERS:
            village.vote()

    async def shown(village: Village) -> float:
        await village.close()
        return perf_counter() - began

    return list(await asyncio.gather(*map(shown, villages)))


@asynccontextmanager
async def serving(count: int, voters: int = VOTERS) -> AsyncIterator[tuple[int, TelegramServer, list[Village]]]:
    """The program with so many villages of so many voters, whose boards stand; the number of its process first."""
    with tempfile.TemporaryDirectory() as folder:
        async with TelegramServer(checked=False) as server:
            url = f"sqlite:///{Path(folder) / 'papan.db'}"
            villages = await _begin(server, url, count, voters)
            given = {"TELEGRAM_TOKEN": server.token, "TELEGRAM_API_URL": server.api_url, "DATABASE_URL": url}
            async with program(**given) as process:
                await asyncio.gather(*(each.stands() for each in villages))
                yield process, server, villages


async def _begin(server: TelegramServer, url: str, count: int, voters: int) -> list[Village]:
    """So many villages, each to move in its match, in which so many had a voice in the vote before."""
    database, found = await Database.open(url), []
    services = Services.over(database, lambda: datetime.now(UTC), Random(1))
    for number in range(count):
        alone, *others = (
            server.person(f"{name} {number}", f"{name.casefold()}_v{number}", started=True)
            for name in ("Ros", *(f"Voter{voter}" for voter in range(voters)))
        )
        group = server.group(f"Village {number}", alone, *others)
        village = Village(group, alone, others)
        place = Place(PLATFORM, str(group.id))
        await services.communities.change(place, lambda found: replace(found, settings={"village": "8h"}))
        host = await services.people.player(Person(PLATFORM, str(alone.id), alone.account.name))
        player = await services.villages.of_place(place, group.title)
        wish = Invitation(RULESET, player=player.id, accepted=True, host_side=1)
        contest = NewVillageMatch(place, player.id)
        match, _ = await services.opening.open(str(number), host, wish, Venue(place, "en"), contest=contest)
        village.code = match.code
        found.append(village)

    async def work(connection: Connection) -> None:
        await connection.execute(update(polls).values(before=voters))
        await connection.execute(update(views).values(retry_at=datetime.now(UTC)))

    await database.write(work)
    await database.close()
    return found
