"""A move costs few calls to a platform's API: the counts of ``python -m bench calls``, on fewer moves."""

import pytest

from bench import calls

MOVES = 3
QUIET_FOR = 0.5
"""Seconds; what comes later is counted with the next move."""


@pytest.mark.parametrize(
    ("platform", "way", "most"),
    [
        ("Discord", calls.TYPED, 3),
        ("Discord", calls.BY_PANEL, 6),
        ("Discord", calls.PRIVATE, 5),
        ("Telegram", calls.TYPED, 3),
        ("Telegram", calls.BY_PANEL, 6),
        ("Telegram", calls.PRIVATE, 5),
    ],
)
async def test_a_move_costs_at_most(platform: str, way: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "QUIET_FOR", QUIET_FOR)
    made, _ = await calls.measure(calls.SEATS[platform], way, MOVES)
    # An answer from before the first move may be taken away meanwhile.
    assert made.total() < (most + 1) * MOVES, made
