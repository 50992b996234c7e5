"""Measures what ``kill -9`` costs players with clocks: two processes on PostgreSQL, one on SQLite, killed repeatedly.

Nobody may lose on time for a gap in which no process lived, and time may end a turn only once. The clocks run a
thousand times faster than people's (``HURRY``), and so does everything that watches over them. Children play, stop in
the middle of a turn, and say what fell due.
"""

import asyncio
import os
import secrets
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from random import Random
from time import monotonic
from unittest.mock import patch

from bench.traffic import PLATFORM, Child, FakePlatform, Play, Said, compose, compose_notice, compose_thread, quiet
from bot.foundation.shared_work import MATCHES, Leases, SingleProcess
from bot.foundation.steady_clock import SteadyClock
from bot.matches.clock import Halt, Stage
from bot.matches.happening import Happening
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace, Times
from bot.matches.refusals import ActionRefused
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.integrity import check
from bot.services.match.matches import MatchAction, Player
from bot.services.services import Services
from bot.store import Database, audit
from bot.workers.leases import LeaseHolder
from bot.workers.timekeeper import PULSE, TimeKeeper
from bot.workers.views.notice_sender import ComposeNotice
from bot.workers.views.view_reconciler import ViewReconciler
from engine.games import find_ruleset
from loopback.postgresql import PostgreSQL

KILLS = 200
SMALLEST = {"kills": 3}
TABLES = 4
"""For each process."""
LOOKS = 40
"""How often a table looks whether its match is over before it plays on."""
RULESET = find_ruleset("dam-8")
HURRY = {
    "bot.matches.pace.Pace.BLITZ.times": Times(timedelta(seconds=0.4), timedelta(seconds=0.4), live=True),
    "bot.matches.pace.Pace.COFFEE.times": Times(timedelta(seconds=0.4), timedelta(seconds=0.4)),
    "bot.matches.clock.LAG": timedelta(seconds=0.05),
    "bot.matches.clock.LAST_CALL_BEFORE": timedelta(seconds=0.1),
    "bot.matches.clock.RATED_GRACE": timedelta(seconds=0.3),
    "bot.services.match.opening.OPENED_IN_AN_HOUR": 3600,
    "bot.matches.rating.SHORTEST": 1,
    "bot.services.standing.rating.AGAINST_ONE_IN_A_WEEK": 3600,
    "bot.services.standing.rating.FLAGS": 3600,
    "bot.services.time.timing.UNSEEN_FOR": timedelta(seconds=0.6),
    "bot.workers.timekeeper.BEAT_EVERY": 0.15,
    "bot.workers.timekeeper.LIVE_SPARED": timedelta(seconds=0.3),
}
"""What runs faster than for people: a second here is about a minute there."""
LIVES = 1.0, 4.0
"""Seconds between two kills."""
LEASES = 0.6, 0.15
"""Seconds after which a process counts as dead, and between two signs of life."""
DOWN = 0.7, 1.1
"""Seconds for which no process lives: more than may go by unseen."""
TERMS = (Terms(Pace.BLITZ), Terms(Pace.COFFEE, rated=True, away=False), Terms(Pace.COFFEE, away=False))
FLAGS = (Happening.TIME_OVER, Happening.LOST_ON_TIME)
Span = tuple[datetime, datetime]
Note = Callable[[list[Said], datetime], None]
"""Is given what a child had said when it was killed at a moment."""


@dataclass
class Damage:
    """The effects of a number of kills."""

    kills: int = 0
    lost: int = 0
    """Matches lost on time."""
    lost_unlived: int = 0
    """Those of them that were lost before their player had had all the time of the pace while a process lived."""
    flags: int = 0
    flags_again: int = 0
    problems: list[str] = field(default_factory=list)


def run(kills: int = KILLS) -> None:
    """Print what the kills did."""
    quiet()
    with PostgreSQL() as server:
        _tell("PostgreSQL, two processes", asyncio.run(kill(server.address(server.create()), kills, 2)))
    with tempfile.TemporaryDirectory() as folder:
        _tell("SQLite, one process", asyncio.run(kill(f"sqlite:///{folder}/papan.sqlite", kills, 1)))


def _tell(title: str, damage: Damage) -> None:
    print(f"{title}: {damage.kills} kills")
    print(f"  {damage.lost} matches lost on time, {damage.lost_unlived} of them for what passed while none lived")
    print(f"  {damage.flags} times a turn was over, {damage.flags_again} of them again")
    print("  " + ("\n  ".join(damage.problems) or "papan check finds nothing wrong"), flush=True)


async def kill(url: str, times: int, processes: int) -> Damage:
    """Kill processes that share a database, one or all of them, and say what that did."""
    ledger = _Ledger()
    with hurried():
        ledger.damage.kills = await kill_by_turns(url, times, processes, _play, ledger.note)
        await ledger.settle(url)
    return ledger.damage


async def kill_by_turns(
    url: str, times: int, processes: int, play: Play, note: Note, lives: tuple[float, float] = LIVES
) -> int:
    """Have processes that share a database play, and kill one or all of them so many times; gives how often one was.

    ``lives`` are the seconds between two kills. In the end none of them lives.
    """
    chance, kills = Random(times), 0
    await (await Database.open(url)).close()
    children = [Child(url, number, play) for number in range(processes)]
    for number in range(times):
        await asyncio.sleep(chance.uniform(*lives))
        dying = range(processes) if chance.random() < 1 / 3 else [chance.randrange(processes)]
        for each in dying:
            note(await children[each].kill(), datetime.now(UTC))
            kills += 1
        if len(dying) == processes:
            await asyncio.sleep(chance.uniform(*DOWN))
        for each in dying:
            children[each] = Child(url, (number + 1) * processes + each, play)
        if kills >= times:
            break
    await asyncio.sleep(1.0)
    for child in children:
        note(await child.kill(), datetime.now(UTC))
    return kills


class _Ledger:
    """The reports of the children, held against what is stored."""

    def __init__(self) -> None:
        self.damage = Damage()
        self._lived: list[Span] = []
        self._flags: dict[tuple[str, str], set[int]] = defaultdict(set)

    def note(self, said: list[Said], end: datetime) -> None:
        """Note the reports of a child up to its kill at ``end``."""
        for one in said:
            if one.what == "lives":
                self._lived.append((datetime.fromisoformat(one.text), end))
            elif one.what == "flag":
                self._flags[one.match, one.text].add(one.number)

    async def settle(self, url: str) -> None:
        """Let a last process do what is left, and compare."""
        began = datetime.now(UTC)
        async with process(url, FakePlatform(tell=False)) as services:
            await asyncio.sleep(1.0)
            self._lived.append((began, datetime.now(UTC)))
            async for stored in audit.read_matches(services.database):
                if stored.match and stored.match.happened is Happening.LOST_ON_TIME and stored.match.actor is None:
                    self._lost(stored.match)
            self.damage.problems = [str(problem) for problem in await check(services.database)]
        self.damage.flags = len(self._flags)
        self.damage.flags_again = sum(len(versions) - 1 for versions in self._flags.values())

    def _lost(self, match: Match) -> None:
        """Count a match lost on time: had the late player had all the time of the pace while a process lived?"""
        assert match.terms.pace
        if match.moved_at is None:
            return
        lived = sum((end - begin for begin, end in _within(self._lived, (match.moved_at, match.changed))), timedelta())
        self.damage.lost += 1
        self.damage.lost_unlived += lived < match.terms.pace.times.move + match.banks[-1][match.game.turn]


def _within(spans: list[Span], whole: Span) -> Iterator[Span]:
    """The parts of ``whole`` that lie in some of the spans, each moment once."""
    at = whole[0]
    for begin, end in sorted(spans):
        begin, end = max(begin, at), min(end, whole[1])
        if begin < end:
            yield begin, end
            at = end


@contextmanager
def hurried() -> Iterator[None]:
    """Within the context all runs as ``HURRY`` says."""
    with ExitStack() as stack:
        for name, value in HURRY.items():
            stack.enter_context(patch(name, value))
        yield


def _play(url: str, seed: int, writing: Connection) -> None:
    """The child."""
    os.dup2(writing.fileno(), 1)
    quiet()
    with hurried():
        asyncio.run(_traffic(url, seed))


async def _traffic(url: str, seed: int) -> None:
    lives = datetime.now(UTC).isoformat()
    async with process(url, FakePlatform(tell=True)) as services:
        Said("lives", "", 0, text=lives).tell()
        services.news.matches.subscribe_local(lambda code: _say_flag(services, code))
        await asyncio.gather(
            *(sit(services, Random(f"{seed}-{table}"), f"{seed % 2}-{table}") for table in range(TABLES))
        )


def _say_flag(services: Services, code: str) -> None:
    match = services.matches.cached(code)
    if match and match.happened in FLAGS and match.actor is None:
        Said("flag", code, match.version, text=f"{match.happened.value} {match.game.ply}").tell()


@asynccontextmanager
async def process(url: str, *platforms: FakePlatform, tell: ComposeNotice = compose_notice) -> AsyncIterator[Services]:
    """The part of Papan that watches over time and boards, under leases; ``tell`` composes what people are told."""
    database = await Database.open(url)
    leases: Leases = SingleProcess() if database.is_file else LeaseHolder(database, *LEASES)
    clock = SteadyClock(leases.now, monotonic)
    services = Services.over(database, clock.now, Random())
    services.news.subscribe_words(leases.publish)
    leases.received.subscribe(services.news.receive)
    leases.register(MATCHES)
    gateways = {platform.platform: platform for platform in platforms}
    for name in gateways:
        leases.register(name)
    leases.register(PULSE, 1)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(database.close)
        await leases.start()
        stack.push_async_callback(leases.stop)
        keeper = TimeKeeper(services, clock, leases)
        await keeper.start()
        stack.push_async_callback(keeper.stop)
        reconciler = ViewReconciler(services, gateways, compose, tell, compose_thread, leases)
        running = asyncio.create_task(reconciler.run())
        try:
            yield services
        finally:
            reconciler.stop()
            await running


async def sit(services: Services, chance: Random, table: str, platform: str = PLATFORM) -> None:
    """Two people who play some moves, and then leave their turn to the clock; a casual win is claimed."""
    adi, siti = [await services.people.player(Person(platform, f"{table}-{name}", name)) for name in ("Adi", "Siti")]
    for player in (adi, siti):
        await services.people.change_settings(player.id, auto_away="no")
    while True:
        live = [each for each in await services.matches.of_player(adi.id) if each.status is Status.PLAYING]
        code = live[0].code if live else await _begin(services, adi, siti, chance)
        for _ in range(chance.randint(1, 4)):
            await asyncio.sleep(chance.uniform(0.0, 0.2))
            await _move(services, (adi, siti), code, chance)
        for _ in range(LOOKS):
            await asyncio.sleep(0.05)
            match = await services.matches.get(code)
            if match.status is not Status.PLAYING:
                break
            if match.clock and match.clock.stage is Stage.OVER:  # only then the board has a button for it
                for player in (adi, siti):
                    await _try(services, player, code, _claim(player))


def _claim(player: Player) -> MatchAction:
    return lambda match, now: match.claim(player.id, now)


def _ready(player: Player) -> MatchAction:
    return lambda match, now: match.say_ready(player.id, now)


async def _move(services: Services, players: tuple[Player, Player], code: str, chance: Random) -> None:
    """Let the player to move do so; before the first move of a live match both say that they are ready."""
    match = await services.matches.get(code)
    if match.clock and match.clock.halt is Halt.READY:
        for player in players:
            await _try(services, player, code, _ready(player))
    mover = next(player for player in players if player.id == match.seats[match.game.turn])

    def move(match: Match, now: datetime) -> Match:
        legal = match.game.legal_moves
        return match.move(mover.id, chance.choice(legal), None, now) if legal else match.resign(mover.id, now)

    await _try(services, mover, code, move)


async def _try(services: Services, player: Player, code: str, action: MatchAction) -> None:
    with suppress(ActionRefused):
        await services.matches.act(f"{secrets.randbits(64):x}", player, code, action)


async def _begin(services: Services, adi: Player, siti: Player, chance: Random) -> str:
    invitation = Invitation(RULESET, siti.person, 0, terms=chance.choice(TERMS))
    event = f"{chance.getrandbits(64):x}"
    waiting = [each for each in await services.matches.of_player(adi.id) if each.status is Status.INVITED]
    if not waiting:
        match, view = await services.opening.open(event, adi, invitation, Venue(Place(adi.platform, adi.account), "en"))
        await services.views.shown(view.key, view.key)
        waiting = [match]
    code = waiting[0].code
    await services.matches.join(f"{chance.getrandbits(64):x}", siti, code)
    return code
