"""Many matches at once in a child process, which says what it does: for measurements that kill or freeze it.

The child says on its standard output what it is about to do (sent), what is committed (done) or refused, and what a
chat shows (shown). Children are forked from a process that has loaded the program already: what is done to them should
fall into their work, not into their imports.
"""

import asyncio
import json
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from random import Random
from threading import Thread
from time import perf_counter

import structlog

from bot.chat import BoardMessage, Capabilities, Gone, Ping, Successor, ThreadTitle, Unreachable
from bot.foundation.errors import DatabaseBusy
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.notices import Notice
from bot.matches.refusals import ActionRefused
from bot.matches.status import Status
from bot.services.match.matches import MatchAction, Player, View
from bot.services.services import Services
from bot.store import Database, MatchSnapshot
from bot.workers.views.view_reconciler import ViewReconciler
from engine.games import rulesets
from engine.notation import format_move
from loopback.waiting import until

TABLES = 8
PLATFORM = "telegram"


def quiet() -> None:
    """Log errors only, and not on the standard output, which is for the measurement."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


@dataclass(frozen=True)
class Said:
    """A line of the child: a move that is ``sent``, ``done``, ``refused`` or ``put off``, which may be done all the
    same, or a version that is ``shown``. ``bench/clock_kills.py`` and ``bench/notice_kills.py`` have their own.

    ``waited`` are the seconds from sent to done.
    """

    what: str
    match: str
    number: int
    event: str = ""
    player: str = ""
    choice: int = 0
    text: str = ""
    waited: float = 0.0

    def tell(self) -> None:
        """Write the line in one go, so that a kill leaves whole lines only."""
        os.write(1, (json.dumps(asdict(self)) + "\n").encode())


class FakePlatform:
    """A chat that shows boards; the child writes down what it shows."""

    platform = PLATFORM
    capabilities = Capabilities()

    def __init__(self, tell: bool) -> None:
        self._tell = tell

    def wait(self, place: Place, spare: int = 0, turn: str = "") -> float:
        """Anything may be posted at any time."""
        return 0.0

    async def private_place(self, account: str) -> Place:
        """Nobody has a private chat."""
        raise Unreachable

    async def may_manage(self, place: Place, account: str) -> bool:
        """Nobody decides for a chat here."""
        del place, account
        return False

    async def mark(self, place: Place, account: str, mark: str, *, on: bool) -> None:
        """Nobody has marks here. Raises Gone."""
        del place, account, mark, on
        raise Gone

    async def roles(self, place: Place, account: str) -> Collection[str]:
        """None: there are no roles here."""
        del place, account
        return ()

    async def is_member(self, place: Place, account: str) -> bool | None:
        """Nobody leaves."""
        return None

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        """There are no threads."""
        raise Unreachable

    async def name_thread(self, place: Place, named: ThreadTitle, *, archive: bool) -> None:
        """There are no threads."""

    def below(self, place: Place, message: str) -> int:
        """Nothing else is said."""
        return 0

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        """Post a board."""
        await self._show(board)
        return key

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        """Bring a board up to date."""
        await self._show(board)

    async def delete(self, place: Place, message: str, successor: Successor | None = None) -> None:
        """Nothing of a message is kept that could be deleted."""
        raise Gone

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        """Nobody needs to be told."""
        return ""

    async def _show(self, board: BoardMessage) -> None:
        await asyncio.sleep(0.002)
        if self._tell:
            Said("shown", board.title, int(board.text)).tell()


async def compose(snapshot: MatchSnapshot, view: View) -> BoardMessage:
    return BoardMessage(title=snapshot.match.code, text=str(snapshot.match.version))


async def compose_thread(snapshot: MatchSnapshot, view: View) -> ThreadTitle:
    return ThreadTitle("", "")


async def compose_notice(snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> Ping:
    return Ping()


def action(player: str, choice: int) -> MatchAction:
    """A move at any ply: one that came through twice would be made twice."""

    def move(match: Match, now: datetime) -> Match:
        legal = match.game.legal_moves
        return match.move(player, legal[choice % len(legal)], None, now) if legal else match.resign(player, now)

    return move


def services_over(database: Database, seed: int) -> Services:
    """The services on a database, by the clock of the machine."""
    return Services.over(database, lambda: datetime.now(UTC), Random(seed))


async def traffic(url: str, seed: int) -> None:
    """The child: play until killed, perhaps beside another that sits at the same tables."""
    quiet()
    database = await Database.open(url)
    services = services_over(database, seed)
    reconciler = asyncio.create_task(
        ViewReconciler(services, {PLATFORM: FakePlatform(tell=True)}, compose, compose_notice, compose_thread).run()
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
        match, view = await services.opening.open(
            event, host, Invitation(chance.choice(rulesets())), Venue(place, "en")
        )
        await services.views.shown(view.key, view.key)
        code = match.code
    try:
        return await services.matches.join(f"{chance.getrandbits(64):x}", guest, code)
    except ActionRefused:  # the other child has accepted it
        return await services.matches.get(code)


async def _move(services: Services, match: Match, host: Player, guest: Player, chance: Random) -> Match:
    player = host if match.seats[match.game.turn] == host.id else guest
    event, choice, ply = f"{chance.getrandbits(64):x}", chance.randrange(1000), match.game.ply
    Said("sent", match.code, ply, event, player.id, choice).tell()
    began = perf_counter()
    try:
        after = await services.matches.act(event, player, match.code, action(player.id, choice))
    except ActionRefused:  # the other child has moved
        Said("refused", match.code, ply, event).tell()
        return await services.matches.get(match.code)
    except DatabaseBusy:
        Said("put off", match.code, ply, event).tell()
        return match
    made = after.game.ply - 1
    text = format_move(after.game.ruleset, after.game.moves[made])
    Said("done", match.code, made, event, text=text, waited=perf_counter() - began).tell()
    return after


Play = Callable[[str, int, Connection], None]
"""What a child does: it is given the address of the database, a seed, and the pipe for what it says."""


class Child:
    """A process that plays until it is killed. ``said`` is what it has said until now."""

    def __init__(self, url: str, seed: int, play: Play | None = None) -> None:
        play = play or _play
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([play.__module__])
        reading, writing = context.Pipe(duplex=False)
        self._process = context.Process(target=play, args=(url, seed, writing), daemon=True)
        self._process.start()
        writing.close()
        self.said: list[Said] = []
        self._reader = Thread(target=self._read, args=(reading,), daemon=True)
        self._reader.start()

    async def begins(self) -> None:
        """Wait until a move of it is done: how long the first takes depends on what else the machine does."""
        await until(lambda: any(one.what == "done" for one in tuple(self.said)) or not self.lives)

    @property
    def lives(self) -> bool:
        """Is it still there?"""
        return self._process.is_alive()

    def freeze(self) -> None:
        """Have it stand still."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    async def kill(self) -> list[Said]:
        """``kill -9``; what it had said until then."""
        self._process.kill()
        await asyncio.to_thread(self._reader.join)
        self._process.join()
        self._process.close()
        return self.said

    def _signal(self, number: signal.Signals) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def _read(self, reading: Connection) -> None:
        with os.fdopen(os.dup(reading.fileno()), "rb") as file:
            reading.close()
            for line in file:
                self.said.append(Said(**json.loads(line)))


def _play(url: str, seed: int, writing: Connection) -> None:
    os.dup2(writing.fileno(), 1)
    asyncio.run(traffic(url, seed))
