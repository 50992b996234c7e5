"""The page of a game over HTTP: its rules in the reader's language, positions to be shown, and words for no game."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.games import rulesets
from engine.position import start_position
from engine.ruleset import Ruleset
from loopback.windows import Room
from tests.bot.kit import DAM_8
from tests.suites import covering, deep


async def page(room: Room, name: str, locale: str = "en", status: int = 200) -> dict[str, Any]:
    async with room.session.get(f"{room.url}game/{locale}/{name}") as response:
        assert response.status == status
        found: dict[str, Any] = await response.json()
        return found


async def test_it_tells_the_rules_and_shows_positions_of_them(room: Room) -> None:
    found = await page(room, "dam-8")
    assert found["build"]
    assert (found["key"], found["name"]) == (DAM_8.key, "Malaysian checkers 8x8")
    assert [section["title"] for section in found["sections"]] == [
        "Board and goal",
        "Moving",
        "Capturing",
        "Draws and endings",
    ]
    assert all(section["lines"] for section in (*found["sections"], found["sources"]))
    start, choice, forfeit, step, leap = found["pictures"]
    assert (start["cells"], start["section"], start["last"]) == (start_position(DAM_8).cells, "goal", None)
    assert choice["caption"] == "White can choose: c3xe5xg7 or h2xf4."
    assert forfeit["last"]["path"] == [DAM_8.board.index[point] for point in ("a1", "b2")]
    assert forfeit["cells"][DAM_8.board.index["b2"]] == "M"
    assert "Black, men" in start["alt"]
    for shown, section in ((step, "moving"), (leap, "capturing")):
        assert (shown["section"], shown["last"]) == (section, None)
        assert shown["caption"].startswith("Not allowed here: ")
        assert shown["forbidden"]
        assert shown["advice"]
        assert "Not allowed: " in shown["alt"]
    cards = {card["reason"]: card for card in found["refusals"]}
    assert cards["MUST_GO_ON"]["title"] == "Capturing"
    assert cards["MUST_GO_ON"]["lines"][0] == "A capture goes on as long as the piece can take more."
    assert cards["MUST_GO_ON"]["lines"][-1] == "Source: Wikipedia, Malaysian/Singaporean checkers."
    assert found["pieces"]["M"]["name"] == "man"
    strict = next(each for each in found["variants"] if each["key"] == "malaysian-checkers-8-strict")
    assert strict["difference"].startswith("Like Malaysian checkers")
    assert found["key"] not in [each["key"] for each in found["variants"]]


async def test_it_speaks_the_language_of_its_reader(room: Room) -> None:
    found = await page(room, "dam-8", "id-ID")
    assert found["pictures"][1]["caption"] == "Putih bisa memilih: c3xe5xg7 atau h2xf4."
    assert found["sections"][1]["title"] == "Melangkah"


async def test_every_name_of_a_game_leads_to_it(room: Room) -> None:
    for name in ["malaysian-checkers-8", "Dam-8", "dam%20malaysia", "main tapal empat", "Rimau"]:
        assert (await page(room, name))["key"] in {each.key for each in rulesets()}, name


async def test_what_is_no_game_is_told_in_a_sentence(room: Room) -> None:
    assert (await page(room, "monopoly", "ms", 404))["text"] == "Di sini tiada permainan bernama monopoly."


def played(game: dict[str, Any]) -> list[str]:
    """The words said of the examples in which nothing is forbidden."""
    return [each["caption"] for each in game["pictures"] if not each["forbidden"]]


async def test_what_holds_by_other_rules_too_is_shown_there(room: Room) -> None:
    there, here = await page(room, "bagh-chal"), await page(room, "bagh-chal-no-repeating")
    assert played(here) == played(there)
    assert len(played(await page(room, "adugo-single"))) < len(played(await page(room, "adugo")))


@pytest.mark.parametrize(
    "games",
    [covering(), pytest.param(rulesets(), marks=deep("few games show every value of every rule"))],
    ids=["few", "all"],
)
async def test_every_game_has_a_page_with_its_start(room: Room, games: Sequence[Ruleset]) -> None:
    for ruleset in games:
        start = (await page(room, ruleset.key))["pictures"][0]
        assert start["cells"] == start_position(ruleset).cells
        assert start["caption"] == "The start"
