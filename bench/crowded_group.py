"""Fifteen matches with clocks in one Telegram group, where Telegram takes twenty messages and edits a minute.

The server enforces that limit, and all is sent in real time. Ten people play. For some minutes there is a move in
each of nine matches as often as nearly fills the group with boards alone. Meanwhile the same person, who is not
looking, comes to be the one to move in five matches, and one match is given up. Measured is what is waited for: the
board from a move, the result from the end of its match, and the call to whoever is to move in a match that stands. Then
nobody does anything until all that is due is told, but for what waits because its player has been told much.
"""

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from sqlalchemy import select, update

from bench.traffic import quiet
from bot.bootstrap.assembly import RunningApp, run_app
from bot.matches.match import Match
from bot.store.connection import Connection
from bot.store.notices import HOUR, load_of
from bot.store.tables import notices
from bot.workers.views.pings import MOST_IN_AN_HOUR, MOST_LATELY
from engine.notation import format_move
from loopback.telegram import Message, Person, TelegramServer
from tests.bot.connected import to_telegram

GAME = "dam-8"
NAMES = ("Adi", "Siti", "Ros", "Man", "Ayu", "Tom", "Mei", "Ravi", "Budi", "Dewi")
MATCHES = 15
STANDING = 5
"""The matches in which nobody answers the first move."""
EVERY = 30.0
"""Seconds between two moves of a match: nine matches make eighteen boards a minute."""
SECONDS = 300.0
INVITED_EVERY = 7.0
"""Seconds between two invitations, which are a card, a board and a call each."""
QUIET_FOR = 300.0
LOOK_EVERY = 0.1
LOOKS = 100
SMALLEST = {"matches": 7, "seconds": 20.0, "every": 8.0}


@dataclass
class Pair:
    """Two people with a match in the group."""

    host: Person
    guest: Person
    code: str = ""


@dataclass
class Crowded:
    """The waits, in seconds: for the boards of moves; for the board of a result, and news of it; for calls in matches
    that stand. ``untold`` was due at the end though its player had not been told much.
    """

    boards: list[float] = field(default_factory=list)
    result: float = 0.0
    told: float = 0.0
    calls: list[float] = field(default_factory=list)
    joined: int = 0
    untold: int = 0
    busiest: int = 0
    refused: int = 0


def run(matches: int = MATCHES, seconds: float = SECONDS, every: float = EVERY) -> None:
    """Print what was waited for."""
    quiet()
    seen = asyncio.run(measure(matches, seconds, every))
    print(f"{matches} matches, {len(seen.boards)} moves in {seconds:.0f} s")
    print(f"messages and edits in the busiest minute: {seen.busiest}; refused by Telegram: {seen.refused}")
    print(f"from a move to its board: median {median(seen.boards):.1f} s, worst {max(seen.boards):.1f} s")
    print(f"from the end of a match to its board: {seen.result:.1f} s, until the other is told: {seen.told:.1f} s")
    calls = ", ".join(f"{each:.0f} s" for each in seen.calls)
    print(f"until somebody is called to a match that stands: {calls}; told of several at once: {seen.joined}")
    print(f"due and never told: {seen.untold}", flush=True)


async def measure(matches: int, seconds: float, every: float) -> Crowded:
    """Play so many matches for some time, with a move in each every so many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        async with TelegramServer(checked=False) as server:
            server.state.enforce_group_limit = True
            settings = to_telegram(server, f"sqlite:///{Path(folder) / 'papan.db'}")
            async with run_app(settings) as running:
                return await _Crowd(server, running, every).play(matches, seconds)


class _Crowd:
    """Ten people in a group, each with matches against several others."""

    def __init__(self, server: TelegramServer, running: RunningApp, every: float) -> None:
        self._server = server
        self._services = running.services
        self._people = [server.person(name, f"{name.casefold()}_k", started=True) for name in NAMES]
        self._group = server.group("Kampung", *self._people)
        self._every = every
        self._chance = Random(1)
        self._seen = Crowded()

    async def play(self, matches: int, seconds: float) -> Crowded:
        """Begin so many matches and play for some time."""
        pairs = [self._pair(number) for number in range(matches)]
        for pair in pairs:
            await self._begin(pair)
        await self._services.database.write(partial(_an_hour_ago, now=self._services.clock()))
        standing, ending, moving = pairs[:STANDING], pairs[STANDING], pairs[STANDING + 1 :]
        ends = perf_counter() + seconds
        await asyncio.gather(
            *(self._keep_moving(pair, ends) for pair in moving),
            *(self._wait_for_call(pair, seconds / 5) for pair in standing),
            self._give_up(ending, seconds / 4),
        )
        self._seen.untold = await self._left()
        self._seen.busiest = self._server.state.busiest_minute(self._group)
        self._seen.refused = sum("Too Many" in each for each in self._server.refusals)
        said = [call.parameters.get("text", "") for call in self._server.calls if call.method == "sendMessage"]
        self._seen.joined = sum("matches wait" in text for text in said)
        return self._seen

    def _pair(self, number: int) -> Pair:
        """In the matches that stand Siti is the guest; in the others everybody plays the next one, in a circle."""
        _, siti, *others = self._people
        host = others[number % len(others)]
        return Pair(host, siti if number < STANDING else others[(number + 1 + number // len(others)) % len(others)])

    async def _begin(self, pair: Pair) -> None:
        begun = perf_counter()
        pair.host.say(self._group, f"/play @{pair.guest.account.username} {GAME} first")
        invites = f"{pair.host.account.name} invites"
        await self._sees(lambda: self._board(invites))
        card = self._board(invites)
        assert card
        pair.code = card.shown.split()[0]
        pair.guest.press(card, "Accept")
        await self._sees(lambda: (board := self._board(pair.code)) and "Your move" in [key.label for key in board.keys])
        await asyncio.sleep(max(0.0, begun + INVITED_EVERY - perf_counter()))

    async def _keep_moving(self, pair: Pair, ends: float) -> None:
        waiting = []
        await asyncio.sleep(self._chance.uniform(0.0, self._every))
        while perf_counter() < ends:
            next_move = perf_counter() + self._every * self._chance.uniform(0.8, 1.2)
            if match := await self._move(pair):
                waiting.append(asyncio.create_task(self._board_of(match)))
            await asyncio.sleep(next_move - perf_counter())
        self._seen.boards += await asyncio.gather(*waiting)

    async def _move(self, pair: Pair) -> Match | None:
        """Type a move and wait until it is made; None where the match is over, or Papan asks which move is meant."""
        match = await self._services.matches.get(pair.code)
        if not match.game.legal_moves:
            return None
        move = format_move(match.game.ruleset, self._chance.choice(match.game.legal_moves))
        (pair.host, pair.guest)[match.game.turn].say(self._group, f"/move {pair.code} {move}")
        for _ in range(LOOKS):
            if (now := await self._services.matches.get(pair.code)).version > match.version:
                return now
            await asyncio.sleep(LOOK_EVERY)
        return None

    async def _wait_for_call(self, pair: Pair, after: float) -> None:
        """A move that the guest does not look at."""
        await asyncio.sleep(after)
        await self._move(pair)
        self._seen.calls.append(await self._sees(partial(self._calls, pair)))

    async def _give_up(self, pair: Pair, after: float) -> None:
        await asyncio.sleep(after)
        host = (await self._services.matches.get(pair.code)).host
        player = await self._services.people.by_id(host)
        assert player
        await self._services.matches.act("given up", player, pair.code, lambda match, now: match.resign(host, now))
        board = self._sees(lambda: (board := self._board(pair.code)) and "resign" in board.shown)
        told = self._sees(lambda: any(f"{pair.code} is over" in each.shown for each in self._notices()))
        self._seen.result, self._seen.told = await asyncio.gather(board, told)

    async def _left(self) -> int:
        """Wait until all is told that may be; the number of what is still due."""
        ends = perf_counter() + QUIET_FOR
        while (left := await self._services.database.read(partial(_due, now=self._services.clock()))) > 0:
            if perf_counter() > ends:
                break
            await asyncio.sleep(1.0)
        return left

    def _boards(self) -> list[Message]:
        return [each for each in self._group.from_bot() if each.photo]

    def _board(self, words: str) -> Message | None:
        """The newest board with these words."""
        return next((each for each in reversed(self._boards()) if words in each.shown), None)

    def _notices(self) -> list[Message]:
        return [each for each in self._group.from_bot() if not each.photo]

    async def _board_of(self, match: Match) -> float:
        """Wait until the board of a match shows it as it is, or as it is later; the seconds."""
        begun = perf_counter()
        while await self._is_behind(match):  # noqa: ASYNC110 - what is shown is looked at
            await asyncio.sleep(LOOK_EVERY)
        return perf_counter() - begun

    async def _is_behind(self, match: Match) -> bool:
        return any(view.shown_version < match.version for view in await self._services.views.of_match(match.code))

    def _calls(self, pair: Pair) -> bool:
        """Is the guest called to a match, perhaps together with others?"""
        theirs = [each.shown for each in self._notices() if each.shown.startswith(pair.guest.account.name)]
        return any(pair.code in words or "matches wait" in words for words in theirs)

    @staticmethod
    async def _sees(what: Callable[[], object]) -> float:
        """Wait until something is seen, however long that takes; the seconds."""
        begun = perf_counter()
        while not what():  # noqa: ASYNC110 - what somebody sees is looked at
            await asyncio.sleep(LOOK_EVERY)
        return perf_counter() - begun


async def _an_hour_ago(connection: Connection, now: datetime) -> None:
    """Date all that has been told until now an hour back, so that it keeps nobody from being told more."""
    await connection.execute(update(notices).where(notices.c.told.is_not(None)).values(told=now - HOUR))


async def _due(connection: Connection, now: datetime) -> int:
    """The number of matches of which something is due to a player who may be told more."""
    waiting = select(notices.c.player).distinct().where(notices.c.told.is_(None), notices.c.due <= now)
    loads = [await load_of(connection, row.player, now) for row in (await connection.execute(waiting)).all()]
    return sum(len(load.due) for load in loads if load.lately < MOST_LATELY and load.in_an_hour < MOST_IN_AN_HOUR)
