"""Labels of the board, chosen by a person: a number on every point, and large print; in pictures and as text."""

import pytest

from bot.app.requests.context import AppServices
from bot.matches.identity import Place
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, begin

GROUP = Place("telegram", "-100")
LABELS = ["A number on every point", "Large print", "Large print, a number on every point"]


async def view(visitor: Visitor, code: str) -> Seen:
    return await visitor.types(f"/board {code}")


@pytest.mark.parametrize("game", ["dam-8", "tabal", "tapal"])
async def test_they_are_chosen_in_the_settings_and_each_looks_otherwise(adi: Visitor, siti: Visitor, game: str) -> None:
    code, _ = await begin(adi, siti, game)
    pictures = []
    for label in ["Letters and numbers at the edge", *LABELS]:
        told = await adi.presses(await adi.types("/settings"), label)
        assert f"Labels: {label}" in told.text
        shown = (await view(adi, code)).picture
        assert shown
        pictures.append(shown.png)
    assert len(set(pictures)) == len(pictures)
    theirs = (await view(siti, code)).picture
    assert theirs
    assert theirs.png not in pictures[1:], "they are one person's own"


async def test_as_text_free_points_have_their_numbers(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    plain = (await adi.types(f"/board {code} text")).code
    assert "·" in plain
    await adi.presses(await adi.types("/settings"), "A number on every point")
    numbered = (await adi.types(f"/board {code} text")).code
    assert "·" not in numbered
    assert "13" in numbered
    assert max(map(len, numbered.splitlines()[:10])) <= 34
    await adi.presses(await adi.types("/settings"), "Large print")
    assert (await adi.types(f"/board {code} text")).code == plain


async def test_a_board_that_all_see_is_labelled_as_either_player_has_chosen(
    app_services: AppServices, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti, place=GROUP)

    async def board() -> bytes:
        (snapshot,) = await app_services.services.views.snapshots([code])
        shown = await app_services.boards.show(snapshot, snapshot.views[0])
        assert shown.picture
        return shown.picture.png

    plain = await board()
    await ros.presses(await ros.types("/settings"), "Large print")
    assert await board() == plain, "those who only watch read their own copy"
    await siti.presses(await siti.types("/settings"), "Large print")
    large = await board()
    await adi.presses(await adi.types("/settings"), "A number on every point")
    assert len({plain, large, await board()}) == 3
    await siti.presses(await siti.types("/settings"), "A number on every point")
    numbered = await board()
    await siti.presses(await siti.types("/settings"), "Letters and numbers at the edge")
    assert await board() == numbered != plain, "one of them is enough"


async def test_the_board_as_text_is_a_standing_choice(
    app_services: AppServices, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    """In every answer for the person who has chosen it, and on the boards of their private chat; for all it stays."""
    await adi.presses(await adi.types("/settings"), "No picture: the board as text")
    own = Place("telegram", adi.person.account, private=True)
    code, card = await begin(adi, siti, place=GROUP)
    assert card.picture
    await adi.types(f"/board {code} public", place=own)
    (snapshot,) = await app_services.services.views.snapshots([code])
    shown = [await app_services.boards.show(snapshot, view) for view in snapshot.views]
    assert [bool(board.picture) for board in shown] == [True, False]
    text = (await siti.types(f"/board {code} text", place=GROUP)).code
    answers = [await adi.types(line, place=GROUP) for line in (f"/board {code}", "/puzzle dam-8", "/rules dam-8")]
    for each in answers:
        assert not each.picture
        assert len(each.code.splitlines()) > 8
    assert answers[0].code.count("·") == text.count("·")
    assert (await ros.types(f"/board {code}", place=GROUP)).picture
