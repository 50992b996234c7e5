"""The live board of a match in a real Chromium: two touches a move, by finger, by mouse and by keys."""

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, begin, layouts, moves_of, name_of_focus, touch
from tests.suites import deep


@pytest.mark.long("a browser starts, and a match is played in it")
async def test_two_people_play_with_two_touches_a_move(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await touch(adi, "c3")
    await expect(adi.locator(f"{BOARD} .marks .target")).to_have_count(2)
    await touch(adi, "d4")
    await at_ply(siti, 1)
    assert await moves_of(siti) == ["c3-d4"]
    # A target touched first: the pieces that can go there are to be chosen from.
    await touch(siti, "e5")
    await expect(siti.locator(f"{BOARD} .marks .choose")).to_have_count(2)
    await touch(siti, "f6")
    await at_ply(adi, 2)
    assert await moves_of(adi) == ["c3-d4", "f6-e5"]
    # Declining the capture has a price, which is asked beside the piece.
    await touch(adi, "a3")
    if await adi.locator("#price").is_hidden():
        await touch(adi, "b4")
    await expect(adi.locator("#price p")).to_contain_text("lose the piece on d4")
    place = "document.querySelector('papan-board').price.place()"
    assert await layouts(adi, place) <= 3, "to find its place takes no layout for each place that is tried"
    await adi.click("#price-no")
    await touch(adi, "d4")
    await expect(adi.locator(f"{BOARD} .marks .capture")).to_have_count(1)
    await touch(adi, "f6")
    await at_ply(siti, 3)
    assert (await moves_of(siti))[-1] == "d4xf6"


@deep("a grid of the same keys is walked through in the quick suite")
@pytest.mark.long("a browser starts, and moves are made by keys in it")
async def test_moves_by_keys_alone(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await adi.locator(f"{BOARD} button[tabindex='0']").focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight"):
        if (await name_of_focus(adi)).startswith("a3") and key == "ArrowLeft":
            continue
        await adi.keyboard.press(key)
    assert await name_of_focus(adi) == "c3, White: man, can be chosen"
    await adi.keyboard.press("Enter")
    await expect(adi.locator(f"{BOARD} .marks .picked")).to_have_count(1)
    await adi.keyboard.press("Escape")
    await expect(adi.locator(f"{BOARD} .marks .picked")).to_have_count(0)
    for key in ("Enter", "ArrowUp"):
        await adi.keyboard.press(key)
    assert await name_of_focus(adi) == "b4, free, can go there"
    await adi.keyboard.press("Enter")
    await at_ply(siti, 1)
    assert await moves_of(siti) == ["c3-b4"]
    await expect(adi.locator(f"{BOARD} button:focus")).to_have_count(1)


@deep("two people play by touch in the quick suite")
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_looking_back_loses_no_place_and_the_board_turns(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    for ply, (page, first, second) in enumerate(((adi, "c3", "d4"), (siti, "b6", "a5"))):
        await touch(page, first)
        await touch(page, second)
        for each in (adi, siti):
            await at_ply(each, ply + 1)
    await siti.locator(".parts [data-part=moves]").click()
    await siti.locator("#moves button").first.click()
    await at_ply(siti, 1)
    await expect(siti.locator("#ask")).to_have_text("As it stood after 1. c3-d4.")
    await touch(adi, "e3")
    await touch(adi, "f4")
    await expect(siti.locator("#moves button")).to_have_count(3)
    await at_ply(siti, 1)
    await siti.click("#earlier")
    await at_ply(siti, 0)
    await siti.click("#now")
    await at_ply(siti, 3)
    await expect(siti.locator("#now")).to_be_hidden()
    await expect(siti.locator("#seat-below")).to_contain_text("Siti")
    await siti.click("#flip")
    await expect(siti.locator("#seat-below")).to_contain_text("Adi")
    await siti.evaluate("document.querySelector('papan-board').showing")
    await touch(siti, "a5")
    await touch(siti, "b4")
    await at_ply(adi, 4)
