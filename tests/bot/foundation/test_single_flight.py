"""At most one task for each key, no request lost, timers that can be replaced, and an end within its time."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from random import Random

import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from bot.foundation.backoff import LONGEST_BACKOFF, backoff
from bot.foundation.single_flight import SingleFlight
from loopback.waiting import until
from tests.controlled_time import controlled_time


@pytest_asyncio.fixture(autouse=True)
async def time_of_timers() -> AsyncIterator[None]:
    """Nothing here waits for anything but timers, so none of it depends on how fast the machine is."""
    with controlled_time():
        yield


class Owner:
    """Runs a task for each key that is due, and notes when each request was made and each task begun."""

    def __init__(self, chance: Random) -> None:
        self.tasks: SingleFlight[str] = SingleFlight(self.request, "task_failed")
        self.running: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.requested: dict[str, int] = {}
        self.begun: dict[str, int] = {}
        self._chance = chance
        self._step = 0

    def request(self, key: str) -> None:
        self._step += 1
        self.requested[key] = self._step
        self.tasks.start(key, partial(self._work, key))

    async def _work(self, key: str) -> None:
        self._step += 1
        self.begun[key] = self._step
        self.running[key] += 1
        self.most[key] = max(self.most[key], self.running[key])
        try:
            for _ in range(self._chance.randrange(4)):
                await asyncio.sleep(0)
            if self._chance.random() < 0.2:
                raise OSError(key)
        finally:
            self.running[key] -= 1


@pytest.mark.parametrize("seed", range(20))
async def test_never_two_of_one_key_and_no_request_is_lost(seed: int) -> None:
    chance = Random(seed)
    owner = Owner(chance)
    with capture_logs():
        for _ in range(200):
            key = chance.choice("abc")
            match chance.randrange(4):
                case 0:
                    owner.tasks.wake(key, 0.0)
                case 1:
                    await asyncio.sleep(0)
                case _:
                    owner.request(key)
        await until(lambda: not owner.tasks.running and not any(map(owner.tasks.is_waiting, "abc")))
    assert set(owner.most.values()) == {1}
    # Whatever was asked for last was asked for before its last task began.
    assert owner.requested.keys() == owner.begun.keys()
    assert all(owner.begun[key] > owner.requested[key] for key in owner.requested)


class Due:
    """Notes the keys that are due; nothing is done about them."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.tasks: SingleFlight[str] = SingleFlight(self.keys.append, "task_failed")


async def forever() -> None:
    await asyncio.get_running_loop().create_future()


async def test_a_key_is_due_once_however_often_it_was_asked_for() -> None:
    due, go_on, done = Due(), asyncio.Event(), []

    async def work() -> None:
        await go_on.wait()
        done.append(1)

    for _ in range(5):
        due.tasks.start("a", work)
    await asyncio.sleep(0)
    assert due.tasks.is_deferred("a")
    go_on.set()
    await asyncio.sleep(0.01)
    assert (due.keys, done) == (["a"], [1])
    assert not due.tasks.is_deferred("a")


async def test_what_was_read_before_a_task_ended_starts_nothing() -> None:
    due, begun = Due(), []

    async def work() -> None:
        begun.append(1)

    with due.tasks.reading():
        due.tasks.start("a", work)
        await asyncio.sleep(0.01)
        due.tasks.start("a", work)
        assert due.keys == ["a"]
    await asyncio.sleep(0.01)
    assert begun == [1]
    with due.tasks.reading():
        due.tasks.start("a", work)
    await asyncio.sleep(0.01)
    assert begun == [1, 1]


async def test_a_timer_is_replaced_and_cancelled() -> None:
    due = Due()
    due.tasks.wake("a", 0.01)
    due.tasks.wake("a", 30.0)
    due.tasks.wake("b", 0.01)
    due.tasks.wake("c", 0.01)
    due.tasks.cancel_wake("c")
    await asyncio.sleep(0.05)
    assert due.keys == ["b"]
    assert due.tasks.is_waiting("a")
    assert not due.tasks.is_waiting("b")
    await due.tasks.stop(0.0)


async def test_failures_in_a_row_are_counted_until_one_succeeds() -> None:
    due = Due()
    assert [due.tasks.retry("a", 30.0) for _ in range(3)] == [1, 2, 3]
    assert due.tasks.retry("b", 0.0) == 1
    due.tasks.succeeded("a")
    assert not due.tasks.is_waiting("a")
    assert due.tasks.retry("a", 30.0) == 1
    await asyncio.sleep(0.01)
    assert due.keys == ["b"]
    await due.tasks.stop(0.0)


def test_waiting_doubles_up_to_a_bound() -> None:
    for tries in range(60):
        longest = min(LONGEST_BACKOFF, 2.0**tries)
        assert all(longest / 2 <= backoff(tries) <= longest for _ in range(20))


async def test_an_error_is_logged_and_ends_nothing_else() -> None:
    due, others = Due(), []

    async def fail() -> None:
        raise OSError("away")

    async def work() -> None:
        others.append(1)

    with capture_logs() as logs:
        due.tasks.start("a", fail)
        due.tasks.start("b", work)
        await asyncio.sleep(0.01)
        due.tasks.start("a", work)
        await asyncio.sleep(0.01)
    assert others == [1, 1]
    assert [(line["event"], line["key"]) for line in logs] == [("task_failed", "a")]


async def test_stopping_waits_for_what_is_nearly_done_and_cancels_what_is_not() -> None:
    due, done = Due(), []

    async def work() -> None:
        await asyncio.sleep(0.05)
        done.append(1)

    due.tasks.start("short", work)
    due.tasks.start("long", forever)
    due.tasks.start("long", forever)
    due.tasks.wake("later", 0.01)
    await asyncio.sleep(0)
    clock = asyncio.get_running_loop().time
    began = clock()
    await due.tasks.stop(0.3)
    assert clock() - began == pytest.approx(0.3), "as long as it was given, for one of them never ends"
    assert done == [1]
    assert not due.tasks.running
    due.tasks.start("new", work)
    due.tasks.wake("new", 0.0)
    await asyncio.sleep(0.02)
    assert not due.tasks.running
    assert due.keys == []


async def test_a_task_that_will_not_be_cancelled_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.foundation.single_flight.CANCEL_WITHIN", 0.1)
    due, release = Due(), asyncio.Event()

    async def stubborn() -> None:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue

    due.tasks.start("a", stubborn)
    await asyncio.sleep(0)
    clock = asyncio.get_running_loop().time
    began = clock()
    await due.tasks.stop(0.0)
    assert clock() - began == pytest.approx(0.1)
    release.set()
    await asyncio.sleep(0.01)
    assert not due.tasks.running
