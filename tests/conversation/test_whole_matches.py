"""Whole matches by touching alone in a real Chromium, one of each ruleset: two touches a turn."""

import pytest
from playwright.async_api import Browser

from bench.live import DESKTOP, PHONE
from bench.touches import PLIES, touches_of
from engine.games import rulesets
from engine.ruleset import Ruleset
from loopback.windows import Room
from tests.suites import KINDS, deep

IN_QUICK = KINDS[0]


@deep("two people play with two touches a move in the quick suite")
@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(each, id=each.key, marks=() if each.key == IN_QUICK else deep("one is played in the quick suite"))
        for each in rulesets()
    ],
)
@pytest.mark.long("a browser starts, and a whole match is played in it")
async def test_a_whole_match_is_played_by_touching_alone(browser: Browser, room: Room, ruleset: Ruleset) -> None:
    viewport = (PHONE, DESKTOP)[rulesets().index(ruleset) % 2]
    found = await touches_of(browser, room, ruleset, PLIES, viewport=viewport)
    assert found.counted
    assert found.promised, found
