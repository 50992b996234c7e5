"""Those who act at the same moment, in two processes: one of them is first, and everybody is told what came of it."""

import pytest

from bench.races import KINDS, run_kind
from bench.races.round import Kind
from tests.suites import examples

ROUNDS = examples(5)
"""``python -m bench races`` runs more."""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_nothing_is_wrong_after_a_race(kind: Kind, url: str) -> None:
    assert await run_kind(kind, url, range(ROUNDS)) == []
