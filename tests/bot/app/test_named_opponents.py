"""``/play`` with a person: by a handle that nobody can have, and accounts whose names cannot be seen."""

import pytest

from bot.chat import PAYLOAD_BYTES, Person
from tests.bot.app.seen import seen
from tests.bot.app.visitors import Visitor, controls


@pytest.mark.parametrize("game", ["", "dam-8"])
@pytest.mark.parametrize("handle", ["", "x" * 33, "x" * 45, "x" * 900, "a:b", "\u0441iti"])
async def test_a_handle_that_nobody_can_have_is_refused(adi: Visitor, handle: str, game: str) -> None:
    given: dict[str, str | Person] = {"opponent": Person("telegram", "", handle, handle=handle), "game": game}
    answer = seen(await adi.papan.command(adi.request(), "play", given))
    assert answer.text == f"Nobody can be called @{handle[:32]}."


async def test_the_longest_handle_fits_on_every_button(adi: Visitor) -> None:
    given: dict[str, str | Person] = {"opponent": Person("telegram", "", "", handle="x" * 32)}
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
