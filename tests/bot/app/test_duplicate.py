"""``/duplicate``: what its card says, and that nobody else sees a position before the week is over."""

from datetime import datetime, timedelta
from functools import partial

from bot.app.contests.duplicate_card import DuplicateCards
from bot.matches.duplicate import end_of, week_of
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.contests.duplicates import DuplicateView
from tests.bot.app.test_hosts import GROUP, Desk, make_desk  # noqa: F401
from tests.bot.app.test_tournament import pressed
from tests.bot.app.visitors import labels
from tests.bot.kit import Clock, event


def _resigns(player: str, found: Match, now: datetime) -> Match:
    return found.resign(player, now)


async def viewed(desk: Desk) -> DuplicateView:
    found = await desk.services.duplicates.of_place(GROUP)
    assert found
    return found


async def go_on(desk: Desk) -> None:
    await desk.services.duplicate_course.advance(lambda platform, chat: True)
    for view, game in await desk.services.duplicate_course.to_open():
        await desk.services.duplicate_course.open(view, game, {})


async def card_of(desk: Desk) -> str:
    found = await DuplicateCards(desk.tools).show((await viewed(desk)).duplicate)
    assert found
    return found[1].text


async def test_people_join_and_the_card_tells_who_plays(desk: Desk) -> None:
    assert "Duplicate is not played here." in (await desk.types("adi", "duplicate")).text
    await desk.choose(duplicate="on")
    assert "8 positions of " in (await desk.types("adi", "duplicate")).text
    assert (await desk.types("adi", "duplicate", act="join")).text == "You are in: 1 so far."
    assert "Waiting for a partner: adi." in await card_of(desk)
    panel = await desk.types("siti", "duplicate")
    assert labels(panel) == ["Join", "Leave"]
    assert (await pressed(desk, "siti", panel, "Join")).text == "You are in: 2 so far."
    await go_on(desk)
    codes = [game.match or "" for game in (await viewed(desk)).games]
    assert f"adi – siti: 0 tables finished · {codes[0]} · {codes[1]}" in await card_of(desk)
    left = await pressed(desk, "adi", await desk.types("adi", "duplicate"), "Leave")
    assert left.text == "You begin nothing more this week. What is over counts."
    await go_on(desk)
    assert (await desk.services.matches.get(codes[0])).status is Status.CALLED_OFF
    told = await desk.types("siti", "board", match=codes[0])
    assert "Called off: one of the two has left this week's duplicate." in told.text


async def test_nobody_else_sees_a_position(desk: Desk) -> None:
    await desk.choose(duplicate="on")
    for name in ("adi", "siti"):
        await desk.types(name, "duplicate", act="join")
    await go_on(desk)
    code = (await viewed(desk)).games[0].match or ""
    assert "is watched by nobody" not in (await desk.types("adi", "board", match=code)).text
    for command in ("board", "export", "replay", "guess"):
        assert "is watched by nobody" in (await desk.types("ros", command, match=code)).text, command
    assert code not in (await desk.types("ros", "games", where="here")).text


async def test_the_card_of_a_week_that_is_over_has_places(desk: Desk, clock: Clock) -> None:
    await desk.choose(duplicate="on")
    names = ("adi", "siti", "ros", "tini")
    for name in names:
        await desk.types(name, "duplicate", act="join")
        clock.forward(seconds=1)
    await go_on(desk)
    people = {each.player: each for each in (await viewed(desk)).entrants}
    for game in (await viewed(desk)).games:
        match = await desk.services.matches.get(game.match or "")
        # Adi wins from both sides; of Ros and Tini whoever has the first side does.
        other = match.other_of(match.host)
        loser = match.host if people[other].number == 1 else other
        known = await desk.services.people.by_id(loser, "telegram")
        assert known
        await desk.services.matches.act(event(), known, match.code, partial(_resigns, loser))
    panel = await desk.types("adi", "duplicate")
    clock.now = end_of(week_of(clock())) + timedelta(seconds=1)
    await go_on(desk)
    lines = (await card_of(desk)).splitlines()
    assert lines[0].startswith("The week is over.")
    assert lines[1:] == [
        "1. adi 83.3 %",
        "2. ros 50.0 %",
        "2. tini 50.0 %",
        "4. siti 16.7 %",
        "This chat: 50.0 %, place 1 of 1.",
    ]
    code = (await viewed(desk)).games[0].match or ""
    assert code in str(await desk.types("adi", "history")), "who has played a position finds it again"
    assert "is watched by nobody" in (await desk.types("ibu", "replay", match=code)).text
    assert "That week is over." in (await pressed(desk, "adi", panel, "Join")).text
    assert "This week: 8 positions of " in (await desk.types("adi", "duplicate")).text
