"""Measures what ``kill -9`` in mid-traffic costs: moves lost or doubled, boards that stay behind. It should be nothing.

A child process (``bench/traffic.py``) is killed at some moment; then all that it had sent is delivered once more, as a
chat platform does, and everything stored is held against what was said.
"""

import asyncio
import signal
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random

from bench.traffic import (
    PLATFORM,
    Child,
    FakePlatform,
    Said,
    action,
    compose,
    compose_notice,
    compose_thread,
    services_over,
)
from bot.matches.refusals import ActionRefused
from bot.services.integrity import check
from bot.services.services import Services
from bot.store import Database
from bot.workers.views.view_reconciler import ViewReconciler
from engine.notation import format_move
from loopback.postgresql import PostgreSQL
from loopback.waiting import eventually

KILLED_WHILE_STARTING = 0.2
"""The share of kills while the child opens the database; the others fall into its traffic."""
CHECKED_EVERY = 50
"""Kills between two checks of everything; the matches that went on are held against what was said each time."""


@dataclass
class Damage:
    """The effects of a number of kills."""

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


class Ledger:
    """All that the children said, held against what is stored.

    Of several children that play the same matches at once, one may be ``refused`` what another was faster with.
    """

    def __init__(self, url: str, seed: int, *, refused: bool = False) -> None:
        self.damage = Damage()
        self._refused = refused
        self._url = url
        self._seed = seed
        self._sent: dict[str, dict[str, Said]] = defaultdict(dict)

    async def settle(self, said: list[Said], *, checked: bool) -> None:
        """Compare; deliver all of it again; let the boards catch up; ``checked``: replay every match."""
        for one in said:
            if one.what == "sent":
                self._sent[one.match][one.event] = one
            elif one.what == "refused":
                del self._sent[one.match][one.event]
        database = await Database.open(self._url)
        services = services_over(database, self._seed)
        try:
            for one in said:
                await _compare(services, one, self.damage)
            for one in said:
                if one.what == "sent" and one.event in self._sent[one.match]:
                    await self._deliver(services, one)
            for code in {one.match for one in said if one.what == "sent"}:
                match = await services.matches.get(code)
                self.damage.doubled += max(0, match.game.ply - len(self._sent[code]))
                self.damage.lost += max(0, len(self._sent[code]) - match.game.ply)
            await _catch_up(services, self.damage)
            if checked:
                self.damage.problems += [str(problem) for problem in await check(database)]
        finally:
            await database.close()

    async def _deliver(self, services: Services, one: Said) -> None:
        player = await services.people.by_id(one.player)
        assert player is not None
        try:
            await services.matches.act(one.event, player, one.match, action(player.id, one.choice))
        except ActionRefused as refusal:
            if not self._refused:
                raise AssertionError(f"{one} was refused: {refusal!r}") from refusal
            del self._sent[one.match][one.event]


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
    if one.what not in ("done", "shown"):
        return
    match = await services.matches.get(one.match)
    if one.what == "shown":
        damage.unshown += match.version < one.number
        return
    damage.acknowledged += 1
    made = match.game.moves[one.number : one.number + 1]
    damage.lost += [format_move(match.game.ruleset, move) for move in made] != [one.text]


async def _catch_up(services: Services, damage: Damage) -> None:
    damage.caught_up += len(await services.views.behind([PLATFORM]))
    reconciler = ViewReconciler(services, {PLATFORM: FakePlatform(tell=False)}, compose, compose_notice, compose_thread)
    running = asyncio.create_task(reconciler.run())
    behind = partial(services.views.behind, [PLATFORM])
    with suppress(TimeoutError):
        await eventually(behind, lambda found: not found)
    reconciler.stop()
    await running
    damage.behind += len(await behind())
