"""What ``kill -9`` in mid-traffic costs: moves lost or made twice, boards that stay behind. It should be nothing.

A child process plays many matches at once and says on its standard output what it is about to do (sent), what is
committed (done) and what a chat shows (shown). It is killed at some moment; then all that it had sent is delivered once
more, as a chat platform does, and everything stored is held against what was said.
"""

import asyncio
import json
import logging
import os
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import structlog

from bot.check import check
from bot.match import Match
from bot.refusal import Refusal, Status
from bot.service import Deed, MatchService, Player, View
from bot.store import Database
from bot.talk import Answer, Gone, Person, Place
from bot.views import ViewKeeper
from engine.games import RULESETS
from engine.notation import format_move

TABLES = 8
PLATFORM = "bench"
SETTLE_WITHIN = 30.0
KILLED_WHILE_STARTING = 0.2
"""The share of kills in the first second, while the child opens the database; the others fall into its traffic."""


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


class Wall:
    """A chat in which boards stand; what it shows is told in the child, and forgotten with it."""

    platform = PLATFORM

    def __init__(self, tell: bool) -> None:
        self._tell = tell

    def wait(self, place: Place, spare: int = 0) -> float:
        """Anything may be posted at any time."""
        return 0.0

    async def post(self, place: Place, answer: Answer, key: str) -> str:
        """Post a board."""
        await self._show(answer)
        return key

    async def edit(self, place: Place, message: str, answer: Answer) -> None:
        """Bring a board up to date."""
        await self._show(answer)

    async def delete(self, place: Place, message: str) -> None:
        """Nothing of a message is kept that could be deleted."""
        raise Gone

    async def ping(self, place: Place, message: str, person: Person, text: str, key: str) -> str:
        """Nobody needs to be told."""
        return ""

    async def _show(self, answer: Answer) -> None:
        await asyncio.sleep(0.002)
        if self._tell:
            Said("shown", answer.title, int(answer.text)).tell()


async def _compose(match: Match, view: View) -> Answer:
    return Answer(title=match.code, text=str(match.version))


async def _ping_text(match: Match, view: View, player: Player) -> str:
    return ""


def _deed(player: str, choice: int) -> Deed:
    """Whatever the position then is: a move that came through twice would be made twice."""

    def move(match: Match, now: datetime) -> Match:
        legal = match.game.legal_moves
        return match.move(player, legal[choice % len(legal)], None, now) if legal else match.resign(player, now)

    return move


def _service(database: Database, seed: int) -> MatchService:
    return MatchService(database, lambda: datetime.now(UTC), Random(seed))


async def traffic(url: str, seed: int) -> None:
    """The child: play until killed."""
    quiet()
    database = await Database.open(url)
    service = _service(database, seed)
    keeper = asyncio.create_task(ViewKeeper(service, {PLATFORM: Wall(tell=True)}, _compose, _ping_text).run())
    await asyncio.gather(keeper, *(_sit(service, table, Random(f"{seed}-{table}")) for table in range(TABLES)))


async def _sit(service: MatchService, table: int, chance: Random) -> None:
    """Two people at one table: they play on where they were, and begin anew when a match is over."""
    host, guest = [await service.player(Person(PLATFORM, f"{table}-{name}", name)) for name in ("Adi", "Siti")]
    while True:
        live = [match for match in await service.matches_of(host.id) if match.status is Status.PLAYING]
        for match in live or [await _begin(service, host, guest, chance)]:
            while match.status is Status.PLAYING:
                match = await _move(service, match, host, guest, chance)


async def _begin(service: MatchService, host: Player, guest: Player, chance: Random) -> Match:
    place = Place(PLATFORM, host.account)
    waiting = [match for match in await service.matches_of(host.id) if match.status is Status.INVITED]
    if waiting:
        code = waiting[0].code
    else:
        event = f"{chance.getrandbits(64):x}"
        match, view = await service.open(event, host, chance.choice(RULESETS), None, None, place, "en")
        await service.shown(view.key, view.key)
        code = match.code
    return await service.join(f"{chance.getrandbits(64):x}", guest, code)


async def _move(service: MatchService, match: Match, host: Player, guest: Player, chance: Random) -> Match:
    player = host if match.seats[match.game.turn] == host.id else guest
    event, choice, ply = f"{chance.getrandbits(64):x}", chance.randrange(1000), match.game.ply
    Said("sent", match.code, ply, event, player.id, choice).tell()
    after = await service.act(event, player, match.code, _deed(player.id, choice))
    text = format_move(after.game.ruleset, after.game.moves[ply])
    Said("done", match.code, ply, event, text=text).tell()
    return after


async def kill(times: int, seed: int, folder: Path) -> Damage:
    """Kill the child ``times`` times on one database file in ``folder``, and say what that did."""
    url = f"sqlite:///{folder}/papan.sqlite"
    chance, damage = Random(seed), Damage()
    sent: dict[str, dict[str, Said]] = defaultdict(dict)
    for number in range(times):
        said = await _killed_child(url, seed + number, chance)
        for one in said:
            if one.what == "sent":
                sent[one.match][one.event] = one
        await _settle(url, seed + number, said, sent, damage)
        damage.kills += 1
    return damage


async def _killed_child(url: str, seed: int, chance: Random) -> list[Said]:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.kills", url, str(seed), stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    first = b""
    if chance.random() < KILLED_WHILE_STARTING:
        await asyncio.sleep(chance.uniform(0.2, 1.2))
    else:
        first = await child.stdout.readline()
        await asyncio.sleep(chance.uniform(0.05, 0.8))
    child.send_signal(signal.SIGKILL)
    lines = first + await child.stdout.read()
    await child.wait()
    return [Said(**json.loads(line)) for line in lines.splitlines()]


async def _settle(url: str, seed: int, said: list[Said], sent: dict[str, dict[str, Said]], damage: Damage) -> None:
    """Hold what is stored against what was said; deliver all of it again; let the boards catch up."""
    database = await Database.open(url)
    service = _service(database, seed)
    try:
        for one in said:
            await _compare(service, one, damage)
        for one in _again(said):
            await _deliver(service, one)
        for code in {one.match for one in said if one.what == "sent"}:
            match = await service.match(code)
            damage.doubled += max(0, match.game.ply - len(sent[code]))
            damage.lost += max(0, len(sent[code]) - match.game.ply)
        await _catch_up(service, damage)
        damage.problems += [str(problem) for problem in await check(database)]
    finally:
        await database.close()


async def _compare(service: MatchService, one: Said, damage: Damage) -> None:
    if one.what == "sent":
        return
    match = await service.match(one.match)
    if one.what == "shown":
        damage.unshown += match.version < one.number
        return
    damage.acknowledged += 1
    made = match.game.moves[one.number : one.number + 1]
    damage.lost += [format_move(match.game.ruleset, move) for move in made] != [one.text]


def _again(said: Iterable[Said]) -> Iterator[Said]:
    return (one for one in said if one.what == "sent")


async def _deliver(service: MatchService, one: Said) -> None:
    player = await service.player_by_id(one.player)
    assert player is not None
    try:
        await service.act(one.event, player, one.match, _deed(player.id, one.choice))
    except Refusal as refusal:
        raise AssertionError(f"{one} was refused: {refusal!r}") from refusal


async def _catch_up(service: MatchService, damage: Damage) -> None:
    damage.caught_up += len(await service.behind([PLATFORM]))
    keeper = ViewKeeper(service, {PLATFORM: Wall(tell=False)}, _compose, _ping_text)
    running = asyncio.create_task(keeper.run())
    loop = asyncio.get_running_loop()
    until = loop.time() + SETTLE_WITHIN
    while (behind := await service.behind([PLATFORM])) and loop.time() < until:  # noqa: ASYNC110 - seen in rows only
        await asyncio.sleep(0.01)
    keeper.stop()
    await running
    damage.behind += len(behind)


def run(times: int = 200) -> None:
    """Print what that many kills did."""
    quiet()
    with tempfile.TemporaryDirectory() as folder:
        damage = asyncio.run(kill(times, 1, Path(folder)))
    print(f"{damage.kills} kills, {damage.acknowledged} moves acknowledged")
    print(f"{damage.lost} lost, {damage.doubled} doubled")
    print(f"{damage.unshown} boards showed what is not stored")
    print(f"{damage.caught_up} views were behind after a kill and caught up, {damage.behind} did not")
    print("\n".join(damage.problems) or "papan check finds nothing wrong")


if __name__ == "__main__":
    asyncio.run(traffic(sys.argv[1], int(sys.argv[2])))
