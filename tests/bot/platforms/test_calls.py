"""A move costs few calls to a platform's API: the counts of ``python -m bench calls``, on fewer moves."""

import pytest

from bench import calls
from tests.suites import deep

MOVES = 3
QUIET_FOR = 0.5
"""Seconds; what comes later is counted with the next move."""


REST = deep("a typed move is counted on the platform that has the narrowest limits")


@pytest.mark.parametrize(
    ("platform", "way", "most"),
    [
        pytest.param("Discord", calls.TYPED, 3, marks=REST),
        pytest.param("Discord", calls.BY_PANEL, 6, marks=REST),
        pytest.param("Discord", calls.PRIVATE, 5, marks=REST),
        ("Telegram", calls.TYPED, 4),  # with the reaction, which takes nothing from the limits of the group
        pytest.param("Telegram", calls.BY_PANEL, 6, marks=REST),
        pytest.param("Telegram", calls.PRIVATE, 5, marks=REST),
    ],
)
async def test_a_move_costs_at_most(platform: str, way: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "QUIET_FOR", QUIET_FOR)
    made, _ = await calls.measure(calls.SEATS[platform], way, MOVES)
    # An answer from before the first move may be taken away meanwhile.
    assert made.total() < (most + 1) * MOVES, made
