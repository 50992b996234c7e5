"""Several processes on one server: who holds which lease, what happens when one ends, and their notifications."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from bot.foundation.shared_work import LEASES_PER_KIND, SingleProcess
from bot.store import Database, Inbox
from bot.store.backends import postgresql as server
from bot.workers.leases import LeaseHolder
from loopback.postgresql import PostgreSQL
from loopback.waiting import eventually, until
from tests.suites import deep

LIFETIME, RENEW_EVERY = 3600.0, 0.1
"""Seconds. Who lives is not taken for dead because the machine is slow: tests say when a lifetime is over."""
SHORT = 2.0
"""The lifetime where the clocks themselves are what is looked at."""
Sql = Callable[[str], str]
KEYS = [f"{number}" for number in range(400)]


@pytest.fixture(params=["postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """Several processes need a server."""
    return str(request.param)


class Stallable(LeaseHolder):
    """Stands still only between two heartbeats: one whose caller has gone is still written."""

    def __init__(self, database: Database, lifetime: float, renew_every: float) -> None:
        super().__init__(database, lifetime, renew_every)
        self._beat = asyncio.Lock()

    async def _renew(self) -> None:
        async with self._beat:
            await super()._renew()

    async def stall(self) -> None:
        """Stop the process from running for a while."""
        async with self._beat:
            await self._renewing.stop()

    async def go_on(self) -> None:
        """Let it run again; it does not notice the pause."""
        await self._renewing.start()


class Cluster:
    """Processes on one database. Each has its own connections; a killed one ends without leaving."""

    def __init__(self, url: str, sql: Sql) -> None:
        self._url = url
        self._sql = sql
        self.lifetime = LIFETIME
        self.living: list[Stallable] = []
        self._databases: list[Database] = []

    async def process(self, *kinds: str, one: str = "") -> Stallable:
        """A new process that can do such kinds of work, and perhaps one kind with a single lease."""
        database = await Database.open(self._url)
        self._databases.append(database)
        leases = Stallable(database, self.lifetime, RENEW_EVERY)
        for kind in kinds or ("chats",):
            leases.register(kind)
        if one:
            leases.register(one, count=1)
        await leases.start()
        self.living.append(leases)
        return leases

    async def kill(self, leases: Stallable) -> None:
        """Stop its heartbeat without leaving, and let its lifetime pass."""
        self.living.remove(leases)
        await leases.stall()
        await leases._notifier.stop()
        await leases._database.close()
        self.lapse(leases)

    def lapse(self, leases: Stallable) -> None:
        """The lifetime of a process that does not renew it is over: by its own clock, then by the database's."""
        leases._valid_until = 0.0
        leases._expire()
        self._sql(f"UPDATE processes SET until = 0 WHERE id = '{leases.id}'")

    async def end(self) -> None:
        """All processes leave."""
        for leases in self.living:
            await leases.stop()
        for database in self._databases:
            await database.close()

    def holders(self, key: str, kind: str = "chats") -> list[Stallable]:
        """The processes that hold such a lease now."""
        return [leases for leases in self.living if leases.holds(kind, key)]

    def all_held(self, kind: str = "chats") -> bool:
        """Has each key a holder?"""
        return all(self.holders(key, kind) for key in KEYS)

    def none_twice(self, kind: str = "chats") -> bool:
        """Has no key two holders?"""
        return all(len(self.holders(key, kind)) <= 1 for key in KEYS)


async def renewed(leases: Stallable) -> None:
    """Wait for its next heartbeat."""
    before = leases._valid_until
    await until(lambda: leases._valid_until > before)


@pytest.fixture
async def cluster(url: str, sql: Sql) -> AsyncIterator[Cluster]:
    made = Cluster(url, sql)
    yield made
    await made.end()


def held(leases: Stallable, *kinds: str) -> int:
    """The number of leases that a process holds and need not give back."""
    return sum(not kinds or kind in kinds for kind, _ in leases._held - leases._releasing)


async def test_one_process_has_everything_at_once(cluster: Cluster) -> None:
    one = await cluster.process()
    assert held(one) == LEASES_PER_KIND
    assert cluster.all_held()
    assert not one.holds("something else", "1")
    assert SingleProcess().holds("anything", "1")


@deep("leases change hands in the quick suite")
async def test_the_work_is_divided_fairly_among_all_who_can_do_it(cluster: Cluster) -> None:
    processes = [await cluster.process("chats", "matches") for _ in range(3)]
    other = await cluster.process("matches")
    everybody = [*processes, other]
    await until(lambda: all(held(each, "matches") == LEASES_PER_KIND // 4 for each in everybody))
    await until(
        lambda: cluster.all_held() and max(held(each, "chats") for each in processes) <= -(-LEASES_PER_KIND // 3)
    )
    assert held(other) == LEASES_PER_KIND // 4
    assert cluster.none_twice()
    assert cluster.none_twice("matches")
    assert not any(other.holds("chats", key) for key in KEYS)


async def test_what_a_dead_process_did_is_taken_over(cluster: Cluster) -> None:
    processes = [await cluster.process() for _ in range(4)]
    await until(lambda: all(held(each) == LEASES_PER_KIND // 4 for each in processes))
    told: list[str] = []
    for each in processes[1:]:
        each.gained.subscribe(lambda: told.append("more"))
    await cluster.kill(processes[0])
    assert not cluster.all_held()
    await until(cluster.all_held)
    assert told
    assert cluster.none_twice()


@deep("leases change hands in the quick suite")
async def test_whoever_leaves_leaves_it_at_once(cluster: Cluster, sql: Sql) -> None:
    one, other = await cluster.process(), await cluster.process()
    await until(lambda: held(one) == held(other) == LEASES_PER_KIND // 2)
    cluster.living.remove(one)
    await one.stop()
    assert held(one) == 0
    assert sql("SELECT id FROM processes") == other.id
    await until(cluster.all_held)


@deep("leases change hands in the quick suite")
async def test_a_lease_in_use_is_not_handed_over(cluster: Cluster) -> None:
    one = await cluster.process()
    with ExitStack() as busy:
        for key in KEYS:
            busy.enter_context(one.keep("chats", key))
        other = await cluster.process()
        await until(lambda: held(one) == LEASES_PER_KIND // 2)
        for _ in range(2):
            await asyncio.gather(renewed(one), renewed(other))
        assert held(other) == 0
    await until(lambda: held(other) == LEASES_PER_KIND // 2)
    assert cluster.none_twice()


async def test_a_process_that_stood_still_for_too_long_begins_anew(cluster: Cluster) -> None:
    one, other = await cluster.process(one="poll"), await cluster.process(one="poll")
    assert one.holds("poll")
    assert not other.holds("poll")
    lost = asyncio.create_task(one.wait_until_lost("poll"))
    name = one.id
    await one.stall()
    cluster.lapse(one)
    assert not one.holds("poll")
    assert not any(one.holds("chats", key) for key in KEYS)
    await other.wait_until_held("poll")
    await lost
    await one.go_on()
    await until(lambda: held(one) == LEASES_PER_KIND // 2)
    assert one.id != name
    assert other.holds("poll")
    assert not one.holds("poll")
    assert cluster.none_twice()


@deep("it looks on for seconds; the law is in the store")
async def test_there_is_never_a_second_one_for_the_same(cluster: Cluster) -> None:
    """Processes join, stall, resume, die and leave, while a check looks for two holders of one lease."""
    cluster.lifetime = SHORT
    chance = Random(5)
    for _ in range(3):
        await cluster.process()
    stalled: list[Stallable] = []
    done = asyncio.Event()

    async def look() -> None:
        while not done.is_set():
            assert cluster.none_twice()
            await asyncio.sleep(0.005)

    looking = asyncio.create_task(look())
    for _ in range(10):
        running = [each for each in cluster.living if each not in stalled]
        match chance.choice(["stall", "stall", "go on", "kill", "leave", "come"]):
            case "stall" if running:
                stalled.append(chance.choice(running))
                await stalled[-1].stall()
            case "go on" if stalled:
                await stalled.pop().go_on()
            case "kill" if len(running) > 1:
                await cluster.kill(chance.choice(running))
            case "leave" if len(running) > 1:
                leaver = chance.choice(running)
                cluster.living.remove(leaver)
                await leaver.stop()
            case _:
                await cluster.process()
        await asyncio.sleep(chance.uniform(0, SHORT) * chance.random())
    for each in stalled:
        await each.go_on()
    await until(cluster.all_held)
    done.set()
    await looking
    assert cluster.none_twice()


@deep("a server that stops and comes back is tested in tests/bot/store")
async def test_a_server_that_is_away_takes_nothing_from_anybody_for_good(
    cluster: Cluster, postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.1)
    cluster.lifetime = SHORT
    one = await cluster.process()
    postgresql.stop()
    try:
        await until(lambda: not one.holds("chats", "1"))
    finally:
        postgresql.start()
    await until(lambda: held(one) == LEASES_PER_KIND and one.holds("chats", "1"))


async def test_all_go_by_the_clock_of_the_database(cluster: Cluster, sql: Sql, monkeypatch: pytest.MonkeyPatch) -> None:
    one = await cluster.process()
    one._clock_offset = timedelta(hours=3)
    assert one.now() - datetime.now(UTC) > timedelta(hours=2)
    await until(lambda: abs(one.now() - datetime.now(UTC)) < timedelta(seconds=5))
    before = datetime.fromisoformat(sql("SELECT clock_timestamp()"))
    assert abs(one.now() - before) < timedelta(seconds=5)


async def test_what_one_process_publishes_is_received_by_the_others(cluster: Cluster, sql: Sql) -> None:
    processes = [await cluster.process() for _ in range(3)]
    received: dict[Stallable, list[str]] = {each: [] for each in processes}
    for each in processes:
        each.received.subscribe(received[each].append)
    await until(lambda: all(each._process_count == 3 and each._notifier.listens for each in processes))
    one, *others = processes
    words = [f"M{number}" for number in range(1200)]
    for word in [*words, "M0"]:
        one.publish(word)
    await until(lambda: all(received[each] == words for each in others))
    assert received[one] == []

    # A connection that is cut is made again, and what may have been missed is looked after.
    looked: list[Stallable] = []
    for each in processes:
        each.gained.subscribe(lambda each=each: looked.append(each))  # type: ignore[misc]
    listening = "query LIKE 'LISTEN%' OR query LIKE '%pg_notify%'"
    sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ({listening}) AND pid <> pg_backend_pid()")
    await until(lambda: set(looked) == set(processes) and all(each.is_listening for each in processes))
    others[0].publish("again")
    await until(lambda: received[one] == ["again"] and received[others[1]][-1] == "again")


async def test_a_process_alone_publishes_to_no_other(cluster: Cluster) -> None:
    one = await cluster.process()
    one.publish("M")
    assert not one._notifier._words
    assert one.is_listening


async def test_an_update_is_worked_off_by_one_and_taken_over_from_the_dead(cluster: Cluster) -> None:
    processes = [await cluster.process() for _ in range(3)]
    inboxes = [
        Inbox(database, "telegram", each.now, lambda each=each: each.id)  # type: ignore[misc]
        for each, database in zip(processes, cluster._databases, strict=True)
    ]

    # Given to all three at once: one of them has it.
    given = {number: f"{number}" for number in range(5)}
    for number in given:
        found = await asyncio.gather(*(each.receive({number: given[number]}) for each in inboxes))
        assert sorted(len(each) for each in found) == [0, 0, 1]
    waiting = await asyncio.gather(*(each.waiting() for each in inboxes))
    assert sorted(update.number for found in waiting for update in found) == [*given]

    await inboxes[0].receive({7: "7", 8: "8"})
    await inboxes[0].done(7)
    assert [update.number for update in await inboxes[1].receive({7: "7", 8: "8"})] == []
    await cluster.kill(processes[0])
    left = {update.number for update in waiting[0]} | {8}
    taken: list[int] = []

    async def take() -> bool:
        found = await asyncio.gather(*(each.waiting() for each in inboxes[1:]))
        taken[:] = sorted(update.number for each in found for update in each)
        return set(taken) >= left

    await eventually(take, bool)
    assert taken == sorted([*given, 8])
    assert [update.number for update in await inboxes[1].receive({8: "8"})] in ([8], [])
