"""The moves of a match beside its board: the newest is in sight, and keys and a slider go through them."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import at_ply, begin, moves_of
from tests.conversation.test_one_room import begins
from tests.conversation.whole_games import WHOLE_GAMES
from tests.suites import deep

IN_SIGHT = """(move) => {
    const list = move.closest('#moves').getBoundingClientRect(), own = move.getBoundingClientRect();
    return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
}"""


async def in_sight(move: Locator) -> None:
    """Wait until a move stands within the list, as it is scrolled."""
    await move.page.wait_for_function(IN_SIGHT, arg=await move.element_handle())


@deep("moves are gone through by the graph in the quick suite")
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
    await page.get_by_role("link", name="Papan", exact=True).click()
    await expect(page.locator("#mine")).to_be_visible()
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


LOOKS = """() => {
    window.looks = 0;
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (JSON.parse(text).type === 'look') window.looks += 1;
        return send.call(this, text);
    };
}"""
"""Counts how often the page asks for positions from before."""
HELD = """(times) => {
    const held = () => new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true });
    for (let n = 0; n < times; n += 1) document.querySelector('#screen').dispatchEvent(held());
}"""


@deep("one steps through a match in the tests of the board, and a dead line has tests of its own")
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_no_step_back_is_lost_also_without_a_connection(chats: ChatPlatforms) -> None:
    page = (await chats.window("Adi", viewport=PHONE)).page
    await begins(page, chats, "Both sides yourself")
    await page.evaluate(LOOKS)
    await page.locator(".parts [data-part=moves]").click()
    await page.locator("#typed-move summary").click()
    for ply, move in enumerate(WHOLE_GAMES["malaysian-checkers-8"].split()[:6], 1):
        await page.fill("#typed", move)
        await page.press("#typed", "Enter")
        await at_ply(page, ply)
    second = await page.locator("#moves [data-ply='2']").inner_text()
    await page.evaluate(HELD, 4)  # all before the first position is there
    await at_ply(page, 2)
    await expect(page.locator("#ask")).to_have_text(f"As it stood after 1... {second}.")
    await expect(page.locator("#moves [aria-current]")).to_have_accessible_name(f"1... {second}")
    await page.context.set_offline(True)
    await page.evaluate(HELD, 2)
    await at_ply(page, 0)
    await page.locator("#screen").focus()
    await page.keyboard.press("ArrowRight")
    await at_ply(page, 1)
    await page.get_by_role("slider", name="Moves").fill("5")
    await at_ply(page, 5)
    assert await page.evaluate("looks") == 1, "they come in one piece"
    await page.context.set_offline(False)


BLUNDERS = "c3-d4 b6-a5 b2-c3 a7-b6 d4-c5"
"""The second move of each side gives pieces away."""


async def resigns(page: Page) -> None:
    await page.get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("button", name="Yes, resign").click()


@deep("where the graph leads is tested with its script")
@pytest.mark.long("a browser starts, and a match is analysed")
async def test_the_graph_of_a_match_leads_to_its_moves_and_to_a_board_from_there(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await siti.locator(".parts [data-part=moves]").click()
    for page in (adi, siti):
        await page.locator("#typed-move summary").click()
    for ply, move in enumerate(BLUNDERS.split(), 1):
        page = adi if ply % 2 else siti
        await page.fill("#typed", move)
        await page.press("#typed", "Enter")
        for each in (adi, siti):
            await at_ply(each, ply)
    await resigns(adi)
    await siti.locator(".parts [data-part=board]").click()
    await siti.get_by_role("button", name="Analyse").click()
    marks = siti.locator(".graph .field button")
    await expect(marks.first).to_be_visible(timeout=60_000)
    await expect(siti.locator("#answers")).to_be_hidden()
    await expect(siti.locator("#board")).to_be_in_viewport(ratio=0.9)
    for mark in await marks.all():
        await mark.click()
        await expect(mark).to_have_attribute("aria-current", "step")
    heads = await siti.locator("#moves .heads b").all_inner_texts()
    assert heads == ["White", "Black"]
    await marks.first.click()
    told = await marks.first.get_attribute("aria-label")
    await expect(siti.locator(".graph .turned")).to_have_text(f"1: {told}")
    ply = await siti.evaluate("document.querySelector('papan-board').state.ply")
    assert 0 < ply < 5
    await expect(siti.locator("#board .marks .drawn").first).to_be_visible()
    assert await siti.evaluate("document.documentElement.scrollWidth <= innerWidth")
    field = siti.locator(".graph .field")
    box = await field.bounding_box()
    assert box is not None
    await field.click(position={"x": 1, "y": 4})
    await at_ply(siti, 0)
    drawn, best = siti.locator("#board .marks .drawn"), siti.locator(".graph .best")
    await expect(drawn).to_have_count(0)
    await expect(best.locator("span")).to_have_text(re.compile(r"1\. \S+ \S+ 2\. \S+ \S+"))
    await best.get_by_role("switch", name="Arrows of the computer").click()
    await expect(drawn.first).to_be_visible()
    await siti.locator("#screen").focus()
    await siti.keyboard.press("ArrowRight")
    await expect(best.locator("span")).to_have_text(re.compile(r"1\.\.\. \S+ 2\. "))
    await best.get_by_role("switch").click()
    await expect(drawn).to_have_count(0)
    await field.click(position={"x": box["width"] * 0.4, "y": 4})
    await at_ply(siti, 2)
    await siti.locator(".parts [data-part=board]").click()
    over, cells = siti.url, await siti.evaluate("document.querySelector('papan-board').state.cells")
    await siti.get_by_role("button", name="Play on from here").click()
    await expect(siti).not_to_have_url(over)
    await expect(siti.locator("#board [role=application]")).to_be_visible()
    assert await siti.evaluate("document.querySelector('papan-board').state.cells") == cells
    assert await moves_of(siti) == []
    await expect(siti.locator("#ask")).not_to_be_empty()
