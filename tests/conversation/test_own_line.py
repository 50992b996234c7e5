"""Lines of one's own: from any position of a match that is over, or of others, and back to it with one press."""

import pytest
from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import at_ply, begin, moves_of, resize, spot, touch
from tests.conversation.test_replay import resigns
from tests.suites import deep

WHOLE = """() => {
    const row = document.getElementById('actions');
    return !row.getClientRects().length || row.clientHeight >= parseInt(getComputedStyle(row).maxHeight);
}"""
TOUCHED_WHILE_DRAWN = """(name) => {
    const board = document.querySelector('papan-board');
    const { show } = board;
    board.show = (...given) => {
        const showing = show.apply(board, given);
        delete board.show;
        board.touch(board.measures.names.indexOf(name));
        return showing;
    };
}"""
FRAME = "getComputedStyle(document.querySelector('papan-board')).outlineStyle"


async def tries(page: Page, piece: str, to: str) -> None:
    """Try a turn out. The server is asked, at the first touch, where the piece can go."""
    await touch(page, piece)
    await expect(page.locator("#ask")).to_have_text("Your own line. Where to?")
    await touch(page, to)


@deep("who may try out what, and what comes of it, is in the quick suite")
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_a_line_of_ones_own_begins_with_a_touch_and_one_press_leads_back(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    watching = (await chats.window("Ros", viewport=PHONE)).page
    await watching.goto(adi.url)
    for ply, (page, *points) in enumerate(((adi, "c3", "d4"), (siti, "b6", "a5"), (adi, "b2", "c3")), 1):
        for point in points:
            await touch(page, point)
        for each in (adi, siti, watching):
            await at_ply(each, ply)

    # Whoever plays the match tries nothing out meanwhile; whoever looks on does, and the match goes on beside it.
    await touch(adi, "a7")
    await expect(adi.locator("#ask")).to_have_text("It is not your turn.")
    to_match = watching.get_by_role("button", name="To the match")
    await tries(watching, "a7", "b6")
    await at_ply(watching, 4)
    for point in ("d6", "c5"):
        await touch(siti, point)
    await at_ply(adi, 4)
    await expect(watching.locator("#agreed")).to_have_text("2... a7-b6")
    await to_match.click()
    await at_ply(watching, 4)
    assert (await moves_of(watching))[-1] == "d6-c5"
    await expect(to_match).to_be_hidden()

    await resigns(siti)
    ask, agreed = siti.locator("#ask"), siti.locator("#agreed")
    to_match = siti.get_by_role("button", name="To the match")
    await expect(siti.get_by_role("button", name="Analyse")).to_be_visible()
    await siti.locator("#screen").focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft"):
        await siti.keyboard.press(key)
    await at_ply(siti, 1)
    before = await ask.inner_text()
    await touch(siti, "b6")
    await expect(ask).to_have_text("Your own line. Where to?")
    assert await siti.evaluate(FRAME) == "dashed"
    await touch(siti, "c5")
    await at_ply(siti, 2)
    await tries(siti, "d4", "b6")  # the other side as well
    await at_ply(siti, 3)
    await expect(agreed).to_have_text("1... b6-c5 2. d4xb6")
    await expect(ask).to_contain_text("Your own line.")
    own = siti.locator("#moves .own button")
    await expect(own).to_have_text(["1... b6-c5", "2. d4xb6"])
    await expect(siti.locator("#moves [aria-current]")).to_have_text("2. d4xb6")
    await siti.locator("#screen").focus()
    await siti.keyboard.press("ArrowLeft")
    await expect(agreed).to_have_text("1... b6-c5")
    await at_ply(siti, 2)
    await siti.get_by_role("button", name="Back", exact=True).click()
    await expect(own).to_have_count(0)
    await at_ply(siti, 1)
    await resize(siti, 390, 844)
    await tries(siti, "b6", "c5")
    await at_ply(siti, 2)
    assert await siti.evaluate(WHOLE), "the line has rows of others as a whole"
    await to_match.click()
    await at_ply(siti, 1)
    assert await ask.inner_text() == before
    await expect(own).to_have_count(0)
    await expect(agreed).to_be_hidden()
    assert await siti.evaluate(FRAME) == "none"
    assert await moves_of(siti) == ["c3-d4", "b6-a5", "b2-c3", "d6-c5"]


@deep("who may try out what, and what comes of it, is in the quick suite")
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_a_touch_while_the_board_of_a_line_is_drawn_counts(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await resigns(siti)
    await expect(adi.locator("#ask")).to_contain_text("resigned")
    await spot(adi, "c3")
    await adi.evaluate(TOUCHED_WHILE_DRAWN, "d4")
    await touch(adi, "c3")
    await expect(adi.locator("#agreed")).to_have_text("1. c3-d4")
