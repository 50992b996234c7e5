"""``/play`` with a person: by a handle that nobody can have, and accounts whose names cannot be seen."""

from itertools import product

import pytest

from bot.chat import PAYLOAD_BYTES, Person
from bot.chat.command_lines import read_line
from tests.bot.app.seen import seen
from tests.bot.app.visitors import Visitor, controls


async def test_a_handle_that_nobody_can_have_is_refused(adi: Visitor) -> None:
    for handle, game in product(["", "x" * 33, "x" * 45, "x" * 900, "a:b", "\u0441iti"], ["", "dam-8"]):
        given: dict[str, str | Person] = {"opponent": Person("telegram", "", handle, handle=handle), "game": game}
        answer = seen(await adi.papan.command(adi.request(), "play", given))
        assert answer.text == f"Nobody can be called @{handle[:32]}."


@pytest.mark.parametrize("terms", [{}, {"pace": "slow", "away": "no"}])
async def test_the_longest_handle_fits_on_every_button(adi: Visitor, terms: dict[str, str]) -> None:
    given: dict[str, str | Person] = {"opponent": Person("telegram", "", "", handle="x" * 32), **terms}
    answer = seen(await adi.papan.command(adi.request(), "play", given))
    assert f"@{'x' * 32}?" in answer.text
    for payload, values, _ in controls(answer):
        assert len(":".join((payload, *values)).encode()) <= PAYLOAD_BYTES


@pytest.mark.parametrize("name", ["", "\u3164", "\u2800\u200b"])
async def test_an_account_without_a_name_that_can_be_seen_is_shown_all_the_same(adi: Visitor, name: str) -> None:
    nobody = Person("telegram", "55", name)
    asked = seen(await adi.papan.command(adi.request(), "play", {"opponent": nobody}))
    assert "play with ??" in asked.text
    invited = seen(await adi.papan.command(adi.request(), "play", {"opponent": nobody, "game": "dam-8"}))
    assert "Adi invites ?." in invited.text


@pytest.mark.parametrize(
    "line", ["/play practice dam-8", "/play dam-8 latihan", "/play me dam-8", "/play opponent:practice dam-8"]
)
async def test_practice_is_typed_with_the_game(adi: Visitor, line: str) -> None:
    board = await adi.types(line)
    assert board.text.startswith("White: Adi · Black: Adi")
    assert not board.private


async def test_practice_without_a_game_asks_for_the_game_only(adi: Visitor) -> None:
    panel = await adi.types("/play practice")
    assert not (await adi.presses(await adi.presses(panel, "Malaysian checkers"), "8x8")).private


@pytest.mark.parametrize("line", ["/play @me", "/play @me dam-8"])
async def test_who_names_themselves_is_offered_a_practice_board(adi: Visitor, line: str) -> None:
    name, arguments = read_line(line)
    given: dict[str, str | Person] = {**arguments, "opponent": Person("web", "", "me", handle="me")}
    told = seen(await adi.papan.command(adi.request(), name, given))
    assert told.text.startswith("That is you. On a practice board you move both sides.")
    pressed = await adi.presses(told, "Practice board" if "dam-8" in line else "Main tapal empat")
    if pressed.private:
        pressed = await adi.presses(pressed, "Main tapal empat")
    assert not pressed.private


async def test_a_level_beside_an_opponent_is_refused_with_words(adi: Visitor, siti: Visitor) -> None:
    for told in (
        await adi.types("/play dam-8 level:3", opponent=siti),
        await adi.types("/play dam-8 anybody level:3"),
    ):
        assert told.text == "A level is for the computer. Leave out the level, or whom you invite."
        assert told.passing
