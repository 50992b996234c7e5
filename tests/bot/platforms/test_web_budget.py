"""The budget for asking the room: so much at a time, so much a second, and never for ever too much."""

import pytest

from bot.platforms.web import limits
from bot.platforms.web.limits import Budget, Budgets, asker_at


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_what_is_asked_too_fast_waits_its_turn() -> None:
    clock = Clock()
    asker = Budget(burst=3, per_second=2, clock=clock)
    assert [asker.take() for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    clock.now += 1.5
    assert asker.take() == 0
    clock.now += 1000
    assert [asker.take() for _ in range(4)] == [0, 0, 0, 0.5], "what is not asked for is not saved up"


def test_nobody_waits_longer_than_for_what_may_be_asked_at_a_time() -> None:
    asker = Budget(burst=30, per_second=10, clock=Clock())
    assert max(asker.take(8) for _ in range(1000)) == 3.0


@pytest.mark.parametrize(
    ("address", "asker"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_whoever_has_a_network_is_one_asker(address: str, asker: str) -> None:
    assert asker_at(address) == asker


def test_budgets_are_apart_and_the_longest_unused_is_dropped() -> None:
    budgets = Budgets(burst=1, per_second=1)
    assert budgets.of("adi") is budgets.of("adi")
    assert budgets.of("adi") is not budgets.of("siti")
    adi = budgets.of("adi")
    for number in range(limits.BUDGETS):
        budgets.of(f"{number}")
    assert budgets.of("adi") is not adi
