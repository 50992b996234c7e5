"""/history: the matches that somebody has finished, page by page, and those alone that are wanted."""

from tests.bot.app.seen import Seen
from tests.bot.app.test_head_to_head import drawn, resigned
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import Clock


def codes(answer: Seen) -> list[str]:
    """The codes of the matches in an answer, in their order."""
    return [line.split()[0] for line in answer.text.splitlines() if " · " in line]


async def asked(visitor: Visitor, **given: object) -> Seen:
    """The answer to /history with these options; a visitor stands for the person."""
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


async def test_what_no_button_says_shows_no_match(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    code = await resigned(adi, siti, siti, clock)
    assert codes(await adi.sends("1:-:0:hs:0::::")) == [code]
    for argument in ["x", "0:::", "-1::::", "1000::::", "0:zz:::", "0::x::", "0:::x:", "0::::nobody"]:
        assert codes(await adi.sends(f"1:-:0:hs:{argument}")) == [], argument


async def begun_with(adi: Visitor, siti: Visitor, clock: Clock, *texts: str, game: str = "russian") -> str:
    """A match with these moves, that Siti has resigned: its code."""
    clock.forward(minutes=20)
    code, _ = await begin(adi, siti, game)
    for number, text in enumerate(texts):
        await (adi, siti)[number % 2].moves(f"{code} {text}")
    await siti.presses(await siti.types(f"/resign {code}"), "Yes, resign")
    return code


async def test_they_are_found_by_their_first_moves(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    first = await begun_with(adi, siti, clock, "c3-d4", "d6-e5", "b2-c3")
    taken = await begun_with(adi, siti, clock, "c3-d4", "b6-c5", "d4xb6", "a7xc5")
    other = await begun_with(adi, siti, clock, "e3-f4", "d6-e5")
    assert codes(await asked(adi, opening="c3-d4")) == [taken, first]
    assert codes(await asked(siti, opening="1. c3-d4 d6-e5")) == [first]
    assert codes(await adi.types("/history opening: c3-d4 b6-c5 d4xb6")) == [taken]
    assert codes(await adi.types("/history russian c3-d4 d4xb6")) == []
    assert codes(await adi.types("/history russian e3-f4 won month")) == [other]
    assert "no such match" in (await asked(adi, opening="e3-f4 b6-a5")).text
    assert "c3-d4" in (await asked(adi, opening="c3-d4")).title
    for wrong in ("e4", "c3-d4 nonsense", " ".join(["c3-d4"] * 9)):
        assert (await asked(adi, opening=wrong)).text.startswith("I read first moves")


async def test_a_typed_line_says_what_is_wanted(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    won = await resigned(adi, siti, siti, clock)
    await resigned(adi, siti, adi, clock)
    assert codes(await adi.types("/history dam-8 won month")) == [won]


async def test_a_code_finds_its_match(adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock) -> None:
    code = await begun_with(adi, siti, clock, "c3-d4")
    found = await adi.types(f"/history {code}")
    assert codes(found) == [code]
    assert (await adi.presses(found, code)).text.startswith("1. c3-d4 (Adi)")
    assert codes(await asked(adi, opening=code)) == [code]
    assert f"No match with the code {code}" in (await ros.types(f"/history {code}")).text
    under_way, _ = await begin(adi, siti, "dam-12")
    assert "finished no such match" in (await adi.types(f"/history {under_way}")).text


async def test_of_many_with_one_opening_the_latest_are_shown(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    found = [await begun_with(adi, siti, clock, "c3-d4") for _ in range(11)]
    page = await asked(adi, opening="c3-d4")
    assert codes(page) == found[:0:-1]
    assert "There are more" in page.text
    assert "Older" not in labels(page)
