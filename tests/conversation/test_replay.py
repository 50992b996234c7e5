"""The moves of a match beside its board: the newest is in sight, and keys and a slider go through them."""

import pytest
from playwright.async_api import Locator, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import at_ply
from tests.conversation.test_one_room import begins
from tests.conversation.whole_games import WHOLE_GAMES

IN_SIGHT = """(move) => {
    const list = move.closest('#moves').getBoundingClientRect(), own = move.getBoundingClientRect();
    return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
}"""


async def in_sight(move: Locator) -> None:
    """Wait until a move stands within the list, as it is scrolled."""
    await move.page.wait_for_function(IN_SIGHT, arg=await move.element_handle())


@pytest.mark.long("a browser starts, and moves are made in it")
async def test_the_newest_move_is_in_sight_and_keys_and_a_slider_go_through_all(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi", viewport=PHONE)).page
    await begins(page, chats, "Both sides yourself")
    await page.locator(".parts [data-part=moves]").click()
    await page.locator("#typed-move summary").click()
    for ply, move in enumerate(WHOLE_GAMES["malaysian-checkers-8"].split()[:18], 1):
        await page.fill("#typed", move)
        await page.press("#typed", "Enter")
        await at_ply(page, ply)
    listed = page.locator("#moves button")
    await expect(listed).to_have_count(18)
    await in_sight(listed.last)
    await page.get_by_role("link", name="You", exact=True).click()
    await expect(page.locator("#me-name")).to_be_visible()
    await page.go_back()
    await expect(listed).to_have_count(18)
    await in_sight(listed.last)  # also after another screen was shown

    await page.locator("#screen").focus()
    for key, ply in (("ArrowLeft", 17), ("ArrowLeft", 16), ("ArrowRight", 17), ("Home", 0), ("ArrowRight", 1)):
        await page.keyboard.press(key)
        await at_ply(page, ply)
    await in_sight(listed.first)
    slider = page.get_by_role("slider", name="Moves")
    await expect(slider).to_have_attribute("aria-valuetext", f"1. {await listed.first.inner_text()}")
    await slider.fill("9")
    await at_ply(page, 9)
    await slider.evaluate(
        "(slider) => { for (let ply = 10; ply < 17; ply += 1)"
        " { slider.value = ply; slider.dispatchEvent(new Event('input')); } }"
    )
    await at_ply(page, 16)
    await expect(page.locator("#toast")).to_be_hidden()  # what one plays is seen on the board
    await page.locator("#screen").focus()
    await page.keyboard.press("End")
    await at_ply(page, 18)
    await expect(page.locator("#now")).to_be_hidden()
