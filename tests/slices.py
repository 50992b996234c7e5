"""The deep suite in slices of a few minutes, one of which is run before every change, another one each day.

A slice runs in a random order, so that no test needs another one before it. The date gives the slice and its order, so
``--slice=2026-11-29`` runs again what was run on that day.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from zlib import crc32

import pytest

SLICES = 18
"""The number of slices: each takes about five minutes of two processors that are busy, and half of that else."""
TODAY = "today"
TOGETHER = {
    "tests/bot/platforms/test_discord_faults.py",
    "tests/bot/platforms/test_telegram_faults.py",
    "tests/bot/store/test_postgresql.py",
    "tests/bot/store/test_starts_at_once.py",
    "tests/engine/search/test_tablebase.py",
}
"""Files whose tests share something that is expensive to make."""


@dataclass(frozen=True)
class Slice:
    """The slice of this number, from 1 to ``SLICES``; ``named`` gives its order and stands in the command."""

    number: int
    named: str

    def __str__(self) -> str:
        return f"slice {self.number} of {SLICES} of the deep suite, in the order of --slice={self.named}"

    def cut(self, items: Sequence[pytest.Item]) -> list[pytest.Item]:
        """The tests of this slice among all of the deep suite, in its order: each file whole, one after another.

        Files with tests that have a time limit of their own come first: none of these is still running after the rest.
        """
        files: dict[str, list[pytest.Item]] = {}
        for item in items:
            if number_of(item.nodeid) == self.number:
                files.setdefault(file_of(item.nodeid), []).append(item)
        chance, mixed = Random(self.named), list(files.values())
        chance.shuffle(mixed)
        for tests in mixed:
            chance.shuffle(tests)
        mixed.sort(key=lambda tests: not any(item.get_closest_marker("timeout") for item in tests))
        return [item for tests in mixed for item in tests]


def read_slice(named: str, today: date) -> Slice:
    """A slice by its number or a date, or that of ``today``. Raises UsageError."""
    if named == TODAY:
        named = today.isoformat()
    try:
        number = int(named) if named.isdecimal() else date.fromisoformat(named).toordinal() % SLICES + 1
    except ValueError:
        number = 0
    if not 1 <= number <= SLICES:
        raise pytest.UsageError(f"--slice={named}: a number from 1 to {SLICES}, a date as 2026-11-29, or {TODAY}")
    return Slice(number, named)


def file_of(test: str) -> str:
    """The file of a test that is named as pytest names it."""
    return test.partition("::")[0]


def number_of(test: str) -> int:
    """The number of the slice in which a test is, by its name; a file of ``TOGETHER`` is in one."""
    file = file_of(test)
    return crc32((file if file in TOGETHER else test).encode()) % SLICES + 1
