"""A step that is done again and again: in its time, sooner when it is woken, and again after it has failed."""

import asyncio

from structlog.testing import capture_logs

from bot.foundation.periodic import Periodic
from tests.controlled_time import controlled_time


class Steps:
    """The moments at which a step was done, from the start on; ``faults`` are raised in them, one after another."""

    def __init__(self) -> None:
        self._began = asyncio.get_running_loop().time()
        self.done: list[float] = []
        self.faults: list[Exception] = []

    async def __call__(self) -> None:
        self.done.append(round(asyncio.get_running_loop().time() - self._began))
        if self.faults:
            raise self.faults.pop()


async def test_it_is_done_in_its_time_and_sooner_when_woken() -> None:
    with controlled_time():
        steps = Steps()
        periodic = Periodic("step_failed", steps, lambda: 60.0, first=10.0, least=5.0)
        await periodic.start()
        await asyncio.sleep(72)
        assert steps.done == [10, 70]
        periodic.wake()
        periodic.wake(30.0)
        await asyncio.sleep(1)
        assert steps.done == [10, 70], "two steps are not nearer than that"
        await asyncio.sleep(61)
        assert steps.done == [10, 70, 75], "woken often, it is done once"
        await asyncio.sleep(2)
        assert steps.done == [10, 70, 75, 135]
        periodic.wake(20.0)
        await periodic.stop()
        await asyncio.sleep(100)
        assert steps.done == [10, 70, 75, 135]


async def test_after_one_that_fails_comes_the_next() -> None:
    with controlled_time(), capture_logs() as lines:
        steps = Steps()
        steps.faults = [ValueError(), ValueError()]
        periodic = Periodic("step_failed", steps, lambda: 60.0, again=1.0)
        await periodic.start()
        await asyncio.sleep(70)
        await periodic.stop()
    assert steps.done == [0, 1, 2, 62]
    assert [each["event"] for each in lines] == ["step_failed", "step_failed"]
