"""What ``kill -9`` in mid-traffic costs: moves lost or made twice, boards that stay behind. It should be nothing.

A child process plays many matches at once and says on its standard output what it is about to do (sent), what is
committed (done) and what a chat shows (shown). It is killed at some moment; then all that it had sent is delivered once
more, as a chat platform does, and everything stored is held against what was said. Children are forked from a process
that has loaded the program already: a kill should fall into its work, not into its imports.
"""

import asyncio
import json
import logging
import multiprocessing
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import partial
from multiprocessing.connection import Connection
from random import Random

import structlog

from bot.chat import Answer, Gone, Successor, Unreachable
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.notices import Notice
from bot.matches.people import Person, Place
from bot.matches.refusals import ActionRefused
from bot.matches.status import Status
from bot.services.integrity import check
from bot.services.matches import MatchAction, Player, View
from bot.services.services import Services
from bot.store import Database, MatchSnapshot
from bot.workers.view_reconciler import ViewReconciler
from engine.games import rulesets
from engine.notation import format_move
from loopback.postgresql import PostgreSQL
from loopback.waiting import eventually

TABLES = 8
PLATFORM = "bench"
SETTLE_WITHIN = 30.0
KILLED_WHILE_STARTING = 0.2
"""The share of kills while the child opens the database; the others fall into its traffic."""
CHECKED_EVERY = 50
"""Kills between two checks of everything; the matches that went on are held against what was said each time."""


def quiet() -> None:
    """Log errors only, and not on the standard output, which is for the measurement."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


@dataclass(frozen=True)
class Said:
    """A line of the child: a move that is ``sent``, a move that is ``done``, or a version that is ``shown``."""

    what: str
    match: str
    number: int
    event: str = ""
    player: str = ""
    choice: int = 0
    text: str = ""

    def tell(self) -> None:
        """Write the line in one go, so that a kill leaves whole lines only."""
        os.write(1, (json.dumps(asdict(self)) + "\n").encode())


@dataclass
class Damage:
    """What a number of kills did."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    unshown: int = 0
    caught_up: int = 0
    behind: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def none(self) -> bool:
        """Did the kills do no damage?"""
        return not (self.lost or self.doubled or self.unshown or self.behind or self.problems)


class FakePlatform:
    """A chat that shows boards; the child writes down what it shows."""

    platform = PLATFORM

    def __init__(self, tell: bool) -> None:
        self._tell = tell

    def wait(self, place: Place, spare: int = 0) -> float:
        """Anything may be posted at any time."""
        return 0.0

    async def private_place(self, account: str) -> Place:
        """Nobody has a private chat."""
        raise Unreachable

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        """There are no threads."""
        raise Unreachable

    async def name_thread(self, place: Place, answer: Answer, *, archive: bool) -> None:
        """There are no threads."""

    def below(self, place: Place, message: str) -> int:
        """Nothing else is said."""
        return 0

    async def post(self, place: Place, answer: Answer, key: str) -> str:
        """Post a board."""
        await self._show(answer)
        return key

    async def edit(self, place: Place, message: str, answer: Answer) -> None:
        """Bring a board up to date."""
        await self._show(answer)

    async def delete(self, place: Place, message: str, successor: Successor | None = None) -> None:
        """Nothing of a message is kept that could be deleted."""
        raise Gone

    async def ping(self, place: Place, message: str, person: Person, answer: Answer, key: str) -> str:
        """Nobody needs to be told."""
        return ""

    async def _show(self, answer: Answer) -> None:
        await asyncio.sleep(0.002)
        if self._tell:
            Said("shown", answer.title, int(answer.text)).tell()


async def _compose(snapshot: MatchSnapshot, view: View) -> Answer:
    return Answer(title=snapshot.match.code, text=str(snapshot.match.version))


async def _compose_thread(snapshot: MatchSnapshot, view: View) -> Answer:
    return Answer()


async def _compose_notice(snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> Answer:
    return Answer()


def _action(player: str, choice: int) -> MatchAction:
    """A move at any ply: one that came through twice would be made twice."""

    def move(match: Match, now: datetime) -> Match:
        legal = match.game.legal_moves
        return match.move(player, legal[choice % len(legal)], None, now) if legal else match.resign(player, now)

    return move


def _services(database: Database, seed: int) -> Services:
    return Services.over(database, lambda: datetime.now(UTC), Random(seed))


async def traffic(url: str, seed: int) -> None:
    """The child: play until killed."""
    quiet()
    database = await Database.open(url)
    services = _services(database, seed)
    reconciler = asyncio.create_task(
        ViewReconciler(services, {PLATFORM: FakePlatform(tell=True)}, _compose, _compose_notice, _compose_thread).run()
    )
    await asyncio.gather(reconciler, *(_sit(services, table, Random(f"{seed}-{table}")) for table in range(TABLES)))


async def _sit(services: Services, table: int, chance: Random) -> None:
    """Two people at one table: they play on where they were, and begin anew when a match is over."""
    host, guest = [await services.people.player(Person(PLATFORM, f"{table}-{name}", name)) for name in ("Adi", "Siti")]
    while True:
        live = [match for match in await services.matches.of_player(host.id) if match.status is Status.PLAYING]
        for match in live or [await _begin(services, host, guest, chance)]:
            while match.status is Status.PLAYING:
                match = await _move(services, match, host, guest, chance)


async def _begin(services: Services, host: Player, guest: Player, chance: Random) -> Match:
    place = Place(PLATFORM, host.account)
    waiting = [match for match in await services.matches.of_player(host.id) if match.status is Status.INVITED]
    if waiting:
        code = waiting[0].code
    else:
        event = f"{chance.getrandbits(64):x}"
        match, view = await services.matches.open(
            event, host, Invitation(chance.choice(rulesets())), Venue(place, "en")
        )
        await services.views.shown(view.key, view.key)
        code = match.code
    return await services.matches.join(f"{chance.getrandbits(64):x}", guest, code)


async def _move(services: Services, match: Match, host: Player, guest: Player, chance: Random) -> Match:
    player = host if match.seats[match.game.turn] == host.id else guest
    event, choice, ply = f"{chance.getrandbits(64):x}", chance.randrange(1000), match.game.ply
    Said("sent", match.code, ply, event, player.id, choice).tell()
    after = await services.matches.act(event, player, match.code, _action(player.id, choice))
    text = format_move(after.game.ruleset, after.game.moves[ply])
    Said("done", match.code, ply, event, text=text).tell()
    return after


class Child:
    """A process that plays until it is killed. Leave it with what it has said."""

    def __init__(self, url: str, seed: int) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["bench.kills"])
        self._said, writing = context.Pipe(duplex=False)
        self._process = context.Process(target=_play, args=(url, seed, writing), daemon=True)
        self._process.start()
        writing.close()

    async def begins(self) -> None:
        """Wait until it says something."""
        await asyncio.to_thread(self._said.poll, SETTLE_WITHIN)

    @property
    def lives(self) -> bool:
        """Is it still there?"""
        return self._process.is_alive()

    async def kill(self) -> list[Said]:
        """``kill -9``; what it had said until then."""
        reading = asyncio.create_task(asyncio.to_thread(self._read))
        self._process.kill()
        lines = await reading
        self._process.join()
        self._process.close()
        return [Said(**json.loads(line)) for line in lines.splitlines()]

    def _read(self) -> bytes:
        with os.fdopen(os.dup(self._said.fileno()), "rb") as file:
            self._said.close()
            return file.read()


def _play(url: str, seed: int, writing: Connection) -> None:
    os.dup2(writing.fileno(), 1)
    asyncio.run(traffic(url, seed))


class Ledger:
    """All that the children said, held against what is stored."""

    def __init__(self, url: str, seed: int) -> None:
        self.damage = Damage()
        self._url = url
        self._seed = seed
        self._sent: dict[str, dict[str, Said]] = defaultdict(dict)

    async def settle(self, said: list[Said], *, checked: bool) -> None:
        """Compare; deliver all of it again; let the boards catch up; ``checked``: replay every match."""
        for one in said:
            if one.what == "sent":
                self._sent[one.match][one.event] = one
        database = await Database.open(self._url)
        services = _services(database, self._seed)
        try:
            for one in said:
                await _compare(services, one, self.damage)
            for one in _again(said):
                await _deliver(services, one)
            for code in {one.match for one in said if one.what == "sent"}:
                match = await services.matches.get(code)
                self.damage.doubled += max(0, match.game.ply - len(self._sent[code]))
                self.damage.lost += max(0, len(self._sent[code]) - match.game.ply)
            await _catch_up(services, self.damage)
            if checked:
                self.damage.problems += [str(problem) for problem in await check(database)]
        finally:
            await database.close()


async def kill(times: int, seed: int, url: str) -> Damage:
    """Kill a child ``times`` times on one database, and say what that did."""
    chance, ledger = Random(seed), Ledger(url, seed)
    for number in range(1, times + 1):
        child = Child(url, seed + number)
        if chance.random() < KILLED_WHILE_STARTING:
            await asyncio.sleep(chance.uniform(0.0, 0.2))
        else:
            await child.begins()
            await asyncio.sleep(chance.uniform(0.05, 0.8))
        said = await child.kill()
        await ledger.settle(said, checked=number % CHECKED_EVERY == 0 or number == times)
        ledger.damage.kills += 1
    return ledger.damage


async def stop(server: PostgreSQL, times: int, seed: int) -> Damage:
    """Stop a server ``times`` times at once, as a crash does, while one child plays on; say what that did."""
    url = server.address(server.create())
    chance, ledger = Random(seed), Ledger(url, seed)
    child = Child(url, seed)
    await child.begins()
    for _ in range(times):
        await asyncio.sleep(chance.uniform(0.5, 1.5))
        server.stop(signal.SIGQUIT)
        await asyncio.sleep(chance.uniform(0.0, 0.5))
        server.start()
        ledger.damage.kills += 1
    await asyncio.sleep(2.0)
    if not child.lives:
        ledger.damage.problems.append("the child did not outlive the stops of the server")
    await ledger.settle(await child.kill(), checked=True)
    return ledger.damage


async def _compare(services: Services, one: Said, damage: Damage) -> None:
    if one.what == "sent":
        return
    match = await services.matches.get(one.match)
    if one.what == "shown":
        damage.unshown += match.version < one.number
        return
    damage.acknowledged += 1
    made = match.game.moves[one.number : one.number + 1]
    damage.lost += [format_move(match.game.ruleset, move) for move in made] != [one.text]


def _again(said: Iterable[Said]) -> Iterator[Said]:
    return (one for one in said if one.what == "sent")


async def _deliver(services: Services, one: Said) -> None:
    player = await services.people.by_id(one.player)
    assert player is not None
    try:
        await services.matches.act(one.event, player, one.match, _action(player.id, one.choice))
    except ActionRefused as refusal:
        raise AssertionError(f"{one} was refused: {refusal!r}") from refusal


async def _catch_up(services: Services, damage: Damage) -> None:
    damage.caught_up += len(await services.views.behind([PLATFORM]))
    reconciler = ViewReconciler(
        services, {PLATFORM: FakePlatform(tell=False)}, _compose, _compose_notice, _compose_thread
    )
    running = asyncio.create_task(reconciler.run())
    behind = partial(services.views.behind, [PLATFORM])
    with suppress(TimeoutError):
        await eventually(behind, lambda found: not found)
    reconciler.stop()
    await running
    damage.behind += len(await behind())
