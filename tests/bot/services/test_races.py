"""Those who act at the same moment, in two processes: one of them is first, and everybody is told what came of it."""

import pytest

from bench.races import KINDS, run_kind
from bench.races.round import Kind
from tests.suites import examples, quick_first

ROUNDS = examples(5)
"""``python -m bench races`` runs more."""
FIRST = tuple({kind.__module__: kind for kind in reversed(KINDS)}.values())
"""One of each subject."""


@pytest.mark.parametrize(
    "kind",
    quick_first(
        sorted(KINDS, key=lambda kind: kind not in FIRST),
        "a race of each subject is run in the quick suite, which has one process on a file",
        len(FIRST),
    ),
    ids=lambda kind: kind.__name__,
)
async def test_nothing_is_wrong_after_a_race(kind: Kind, url: str) -> None:
    assert await run_kind(kind, url, range(ROUNDS)) == []
