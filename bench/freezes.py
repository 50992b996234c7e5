"""Measures what a pause of one of two processes on a PostgreSQL server costs: nothing, but a wait.

Two children (``bench/traffic.py``) sit at the same tables. One of them is stopped (SIGSTOP) by turns, in the middle of
whatever it does, and goes on later.
"""

import asyncio
from dataclasses import dataclass, field
from random import Random

from bench.kills import Damage, Ledger
from bench.traffic import Child, quiet
from loopback.postgresql import PostgreSQL
from loopback.waiting import until

FROZEN_FOR = 8.0
"""Seconds: longer than the server leaves a transaction alone in which nothing is asked."""
LOOKED_AFTER = 0.5
"""Seconds until it is looked whether transactions are left open."""
ENDS = ("done", "refused", "put off")
SMALLEST = {"times": 2}

_LEFT_OPEN = """
SELECT count(*) FROM pg_stat_activity
WHERE state = 'idle in transaction' AND state_change < now() - interval '0.3 s'
"""


@dataclass
class Freezes:
    """The effects of a number of freezes. ``left_open``: those that left transactions open; ``waits``: the longest of
    the other process in each, in seconds; ``put_off``: what it was told would take a moment.
    """

    damage: Damage
    left_open: int = 0
    put_off: int = 0
    waits: list[float] = field(default_factory=list)


async def freeze(server: PostgreSQL, times: int, seed: int) -> Freezes:
    """Freeze one of two children ``times`` times, and say what that did."""
    name, chance = server.create(), Random(seed)
    ledger = Ledger(server.address(name), seed, refused=True)
    result = Freezes(ledger.damage)
    children: list[Child] = []
    for number in range(2):
        children.append(Child(server.address(name), seed + number))
        await children[number].begins()
    for number in range(times):
        frozen, other = children[number % 2], children[1 - number % 2]
        await asyncio.sleep(chance.uniform(0.2, 1.0))
        frozen.freeze()
        since = len(other.said)
        await asyncio.sleep(LOOKED_AFTER)
        result.left_open += await asyncio.to_thread(server.execute, _LEFT_OPEN) != "0"
        await asyncio.sleep(FROZEN_FOR - LOOKED_AFTER)
        frozen.resume()
        waits = [one.waited for one in other.said[since:] if one.what == "done"]
        result.waits.append(max(waits, default=FROZEN_FOR))
        result.put_off += sum(one.what == "put off" for one in other.said[since:])
        ledger.damage.kills += 1
        await _settled(frozen)
    if not all(child.lives for child in children):
        ledger.damage.problems.append("a child did not outlive the freezes")
    said = [one for child in children for one in await child.kill()]
    await ledger.settle(said, checked=True)
    return result


async def _settled(child: Child) -> None:
    """Wait for the end of what was under way when a child was frozen: it has waited for itself."""
    under_way = {one.event for one in child.said if one.what == "sent"}
    await until(lambda: under_way <= {one.event for one in child.said if one.what in ENDS} or not child.lives)


def run(times: int = 50) -> None:
    """Print what the freezes did."""
    quiet()
    with PostgreSQL() as server:
        result = asyncio.run(freeze(server, times, 1))
    damage = result.damage
    print(f"{damage.kills} times {FROZEN_FOR:.0f} s, {result.left_open} of them with transactions left open")
    print(f"{damage.acknowledged} moves acknowledged, {damage.lost} lost, {damage.doubled} doubled")
    print(f"{damage.unshown} boards showed what is not stored, {damage.behind} are behind")
    print(f"worst wait of the other process: {max(result.waits):.1f} s; {result.put_off} moves put off")
    print("\n".join(damage.problems) or "papan check finds nothing wrong")
