"""Days of a group that plays: nobody is told anything at night, while away, twice, too often or in the wrong place."""

import pytest

from bench.week import GROUP_OF, MATCHES, live
from bot.matches.happening import Happening
from bot.matches.notices import Reminder
from tests.suites import deep


@deep("what each rule of it says is tested by itself in the quick suite")
@pytest.mark.timeout(900)
async def test_a_week_of_a_group(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # people are told as much, and as soon, as they are outside of tests
    week = await live(empty_url)
    assert week.faults == []
    assert week.matches >= MATCHES
    assert {each.name for each in week.messages} == {each.name for each in GROUP_OF}
    told = {each.notice.what for each in week.messages}
    assert told >= {Happening.MOVED, Happening.NUDGED, Happening.LEFT, Happening.RESIGNED, *Reminder}
    assert any(each.notice.together for each in week.messages)
    assert any(each.notice.instead for each in week.messages)
