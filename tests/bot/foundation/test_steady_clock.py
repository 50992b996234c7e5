"""A clock that never jumps."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.foundation.steady_clock import Jump, SteadyClock

NOW = datetime(2026, 11, 21, 4, tzinfo=UTC)
SECOND = timedelta(seconds=1)


class Machine:
    """A machine whose clock can be put forward and back."""

    def __init__(self) -> None:
        self.wall, self.seconds = NOW, 100.0

    def pass_time(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.seconds += seconds


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def clock(machine: Machine) -> SteadyClock:
    return SteadyClock(lambda: machine.wall, lambda: machine.seconds)


@pytest.mark.parametrize("put", [timedelta(days=3), -timedelta(hours=1)])
def test_a_machine_whose_clock_is_put_is_not_followed_until_it_is_aligned(
    clock: SteadyClock, machine: Machine, put: timedelta
) -> None:
    machine.pass_time(10)
    machine.wall += put
    assert clock.now() == NOW + 10 * SECOND
    assert clock.align() == Jump(NOW + 10 * SECOND, NOW + 10 * SECOND + put)
    assert clock.now() == NOW + 10 * SECOND + put
    assert clock.align() is None


def test_a_small_difference_is_no_jump(clock: SteadyClock, machine: Machine) -> None:
    machine.pass_time(10)
    machine.wall += 4 * SECOND
    assert clock.align() is None
    assert clock.now() == NOW + 14 * SECOND
