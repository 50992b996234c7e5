"""The board as each person sets it: touching or dragging, drawing on it, and with or without coordinates."""

import pytest
from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import (
    BOARD,
    at_ply,
    begin,
    name_of_focus,
    practice,
    set_on,
    spot,
    stands,
    told,
    touch,
)
from tests.suites import deep


async def drag(page: Page, start: str, end: str, button: str = "left") -> None:
    await page.mouse.move(*await spot(page, start))
    await page.mouse.down(button=button)  # type: ignore[arg-type]
    await page.mouse.move(*await spot(page, end), steps=3)
    await page.mouse.up(button=button)  # type: ignore[arg-type]


@deep("a piece is dragged and put down in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_piece_is_moved_as_the_hand_is_set(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    picked = page.locator(f"{BOARD} .marks .picked")
    start = "mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1"
    await stands(page, "malaysian-checkers-8", start)
    await set_on(page, hand="touch")
    await drag(page, "c3", "d4")
    assert await told(page) == []
    await expect(picked).to_have_count(1)
    await touch(page, "d4")
    assert await told(page) == ["turn"]

    await stands(page, "malaysian-checkers-8", start)
    await set_on(page, hand="drag")
    await touch(page, "c3")
    await expect(page.locator(f"{BOARD} .marks .target")).to_have_count(2)
    await touch(page, "d4")
    await expect(picked).to_have_count(0)
    await touch(page, "a3")
    await expect(picked).to_have_count(1)
    assert await told(page) == [], "a piece with one turn is only shown"
    await drag(page, "c3", "d4")
    assert await told(page) == ["turn"]
    # Keys play whatever the hand is.
    await stands(page, "malaysian-checkers-8", start)
    await set_on(page, hand="drag")
    await page.locator(f"{BOARD} button[tabindex='0']").focus()
    assert await name_of_focus(page) == "a3, White: man, can be chosen"
    await page.keyboard.press("Enter")
    assert await told(page) == [], "its one way is shown first"
    await page.keyboard.press("Enter")
    assert await told(page) == ["turn"]


@deep("a piece is dragged and touched in the quick suite, which draws the same board")
@pytest.mark.long("a browser starts, and a move is made in it")
async def test_arrows_and_rings_are_drawn_until_the_next_move(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    drawn = page.locator(f"{BOARD} .marks .drawn:not(.casing)")
    await page.evaluate("document.addEventListener('contextmenu', (event) => (window.menu = !event.defaultPrevented))")
    await drag(page, "c3", "d4", "right")
    await drag(page, "e5", "e5", "right")
    await expect(drawn).to_have_count(2)
    assert await page.evaluate("window.menu") is False
    await drag(page, "e5", "e5", "right")
    await expect(drawn).to_have_count(1)
    await page.evaluate("document.querySelector('papan-board').erase()")
    await expect(drawn).to_have_count(0)
    await set_on(page, pencil=True)
    await drag(page, "c3", "d4")
    await expect(drawn).to_have_count(1)
    await at_ply(page, 0)
    await set_on(page, pencil=False)
    await touch(page, "c3")
    await expect(drawn).to_have_count(1)
    await touch(page, "b4")
    await at_ply(page, 1)
    await expect(drawn).to_have_count(0)


@deep("another setting of the board is changed in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_board_stands_without_coordinates(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    seen = "document.querySelector('papan-board').wood.decode().then(() => document.querySelector('.wood').currentSrc)"
    assert "-bare@" not in await page.evaluate(seen)
    await set_on(page, coordinates=False)
    assert "-bare@" in await page.evaluate(seen)


@pytest.mark.long("a browser starts")
async def test_a_set_up_asks_for_each_piece_by_its_number(chats: ChatPlatforms) -> None:
    _, page = await begin(chats, "main-tapal-empat")
    for question, point in (("Put your first tiger on a point.", "c3"), ("Put your second tiger on a point.", "b2")):
        await expect(page.locator("#ask")).to_have_text(question)
        await touch(page, point)
    await expect(page.locator("#ask")).not_to_contain_text("Put your")


MOVED = """async ([ply, path, points]) => {
    const board = document.querySelector('papan-board');
    const { names } = board.measures;
    const at = (name) => names.indexOf(name);
    // As soon as it can be: when the move is told, and the new position stands there.
    board.addEventListener('moved', () => points.forEach((name) => board.touch(at(name))), { once: true });
    const last = { path: path.map(at), captured: [], removed: [], drops: [], huff: null, forfeit: null };
    await board.show({ ...board.state, ply, moves: Array(ply).fill('x'), last }, board.build);
    const seen = board.layer.getAnimations().flatMap(({ effect }) => effect.getKeyframes());
    return board.settling && seen.some(({ opacity }) => opacity < 1);
}"""
"""A move is told, and some points are touched at once; is the board one that takes no touch yet, and shimmers?"""


@pytest.mark.long("a browser starts")
async def test_a_touch_that_was_meant_for_the_position_before_does_nothing(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    await stands(page, "malaysian-checkers-8", "mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1")
    assert await page.evaluate(MOVED, [1, ["b6", "a5"], ["c3", "d4"]])
    assert await told(page) == ["moved"]
    for point in ("c3", "d4"):
        await touch(page, point)
    assert await told(page) == ["moved", "turn"]
    assert not await page.evaluate(MOVED, [2, ["c3", "d4"], []]), "one's own move"
