"""/history: the matches that somebody has finished, page by page, and those alone that are wanted."""

import pytest

from tests.bot.app.seen import Seen
from tests.bot.app.test_head_to_head import drawn, resigned
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import Clock


def codes(answer: Seen) -> list[str]:
    """The codes of the matches in an answer, in their order."""
    return [line.split()[0] for line in answer.text.splitlines() if " · " in line]


async def asked(visitor: Visitor, **given: object) -> Seen:
    """What is answered to /history with these options; a visitor stands for the person."""
    arguments = {name: value.person if isinstance(value, Visitor) else str(value) for name, value in given.items()}
    return await visitor.commands("history", arguments)


async def test_finished_matches_are_paged_through_the_latest_first(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    assert "not finished a match yet" in (await adi.types("/history")).text
    played = [await resigned(adi, siti, siti, clock) for _ in range(12)]
    await begin(adi, siti, "dam-12")
    first = await adi.types("/history")
    assert first.private
    assert codes(first) == played[:1:-1]
    assert "you won" in first.text
    assert labels(first)[10:] == ["Older", "Matches under way"]
    second = await adi.presses(first, "Older")
    assert codes(second) == played[1::-1]
    assert labels(second)[2:] == ["Newer", "Matches under way"]
    assert codes(await adi.presses(second, "Newer")) == codes(first)
    under_way = await adi.presses(second, "Matches under way")
    assert codes(await adi.presses(under_way, "Finished matches")) == codes(first)
    assert codes(await adi.sends("1:-:0:gm:over")) == codes(first), "as older buttons name it"


async def test_those_that_are_wanted(adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock) -> None:
    lost = await resigned(siti, adi, adi, clock)
    clock.forward(hours=24 * 40)
    won = await resigned(adi, siti, siti, clock)
    even = await drawn(siti, adi, clock)
    clock.forward(hours=24 * 8)
    other = await resigned(adi, ros, ros, clock, "dam-12")
    assert codes(await asked(adi)) == [other, even, won, lost]
    assert codes(await asked(adi, who=siti)) == [even, won, lost]
    assert codes(await asked(adi, game="dam-12")) == [other]
    assert codes(await asked(adi, result="won")) == [other, won]
    assert codes(await asked(adi, result="lost")) == [lost]
    assert codes(await asked(siti, result="won")) == [lost]
    assert codes(await asked(adi, result="drawn", game="dam-8")) == [even]
    assert codes(await asked(adi, since="month")) == [other, even, won]
    assert codes(await asked(adi, since="week")) == [other]
    page = await asked(adi, who=siti, game="dam-8", result="won", since="year")
    assert codes(page) == [won]
    assert page.title == "Finished matches · with Siti · Malaysian checkers 8x8 · Won · The last 365 days"
    assert "finished no such match" in (await asked(adi, who=ros, result="drawn")).text


async def test_a_page_keeps_what_is_wanted(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    won = [await resigned(adi, siti, siti, clock) for _ in range(11)]
    await resigned(adi, siti, adi, clock)
    first = await asked(adi, who=siti, game="dam-8", result="won", since="month")
    assert codes(await adi.presses(first, "Older")) == won[:1]


async def test_a_match_is_chosen_and_looked_through(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves(f"{code} c3-d4")
    await siti.presses(await siti.types(f"/resign {code}"), "Yes, resign")
    assert (await adi.presses(await adi.types("/history"), code)).text.startswith("1. c3-d4 (Adi)")


async def test_what_cannot_be_meant_is_said(adi: Visitor, siti: Visitor) -> None:
    await siti.types("/games")
    assert "no game called chess" in (await asked(adi, game="chess")).text
    assert "never played here" in (await asked(adi, who=Visitor(adi.papan, "Nobody"))).text
    assert "no such match" in (await asked(adi, who=siti)).text


@pytest.mark.parametrize("argument", ["x", "0:::", "-1::::", "1000::::", "0:zz:::", "0::x::", "0:::x:", "0::::nobody"])
async def test_what_no_button_says_shows_no_match(adi: Visitor, siti: Visitor, clock: Clock, argument: str) -> None:
    code = await resigned(adi, siti, siti, clock)
    assert codes(await adi.sends("1:-:0:hs:0::::")) == [code]
    assert codes(await adi.sends(f"1:-:0:hs:{argument}")) == []
