"""A month in which two chats play as villages, against the computer, against one of them and against each other, in
teams and in simuls, while people come and go, and some die at it. A month takes minutes.
"""

import pytest

from bot.workers.views import pings
from tests.bot.linked_town import DAYS, RESTARTED_EVERY
from tests.bot.month_of_contests import Contests
from tests.bot.month_of_people import change, day_passes, faults, tell, town_of
from tests.suites import deep


@deep("each contest is played on both platforms in tests/bot/platforms, and dies at statements in tests/bot/services")
@pytest.mark.long("a month is lived on two platforms")
@pytest.mark.timeout(1800)
async def test_a_month_of_contests(url: str, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a file by one process, on a server by two; people are told no more than they are elsewhere."""
    lately, in_an_hour = pings.MOST_LATELY, pings.MOST_IN_AN_HOUR
    async with town_of(url, backend, monkeypatch) as town:
        contests = Contests(town)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pings, "MOST_LATELY", lately)
            patch.setattr(pings, "MOST_IN_AN_HOUR", in_an_hour)
            for first in range(0, DAYS, RESTARTED_EVERY):
                async with town.running():
                    if not first:
                        await contests.begins()
                    for day in range(first, first + RESTARTED_EVERY):
                        await contests.day(day)
                        await change(town, day)
                        await day_passes(town)
        found = await faults(url)
    tell(town)
    print(dict(contests.done))
    assert found == []
    assert {kind for kind, _ in contests.matches.values()} == {
        "village",
        "villages",
        "simul",
        "team",
        "teams",
        "boards",
    }
    challenges = [code for kind, code in contests.matches.values() if kind == "villages"]
    assert len(challenges) == len(set(challenges)), "each began one match"
    assert town.most < in_an_hour, "not even in a day"
    assert town.deaths > 5
    assert town.killed > 1
    assert min(contests.done.values()) > 2
    assert town.repeated() == []
    assert town.told_too_late() == []
