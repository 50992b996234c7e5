"""The rules of a game stand beside its board with their examples, and the board is played on meanwhile.

What is said of a move that is not allowed leads to its rule there.
"""

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, begin, touch
from tests.suites import deep


@deep("the page of a game shows the same rules in the quick suite")
@pytest.mark.long("a browser starts, and a match is played in it")
async def test_the_rules_stand_beside_the_board_and_not_over_it(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    for page in (adi, siti):
        await page.locator("#actions").get_by_role("button", name="Rules").click()
        rules = page.locator(".rules")
        await expect(rules.get_by_role("heading").first).to_have_text("Malaysian checkers 8x8")
        await expect(rules.locator("papan-board .wood").first).to_be_attached()
        await expect(page.locator("#answers")).to_be_hidden()
        await expect(page.locator("#board")).to_be_in_viewport(ratio=0.99)
        board, words = await page.locator("#board").bounding_box(), await rules.bounding_box()
        assert board
        assert words
        assert words["y"] >= board["y"] + board["height"] or words["x"] >= board["x"] + board["width"]
        assert words["y"] + words["height"] <= await page.evaluate("innerHeight")
        assert await page.evaluate("document.activeElement.className") == "read"
    await touch(adi, "c3")
    await touch(adi, "d4")
    for page in (adi, siti):
        await at_ply(page, 1)
        await expect(page.locator(".rules")).to_be_visible()
        await page.locator(".read").focus()
        await page.keyboard.press("Escape")
        await expect(page.locator(".rules")).to_be_hidden()
        assert await page.evaluate("document.activeElement.textContent") == "Rules"
    await expect(siti.locator(f"{BOARD} [role=application]").first).to_be_visible()
    await touch(siti, "f6")
    await touch(siti, "h4")
    why = siti.locator("#ask").get_by_role("button", name="That is too far for this piece")
    await why.click()
    card = siti.locator(".rules .why")
    await expect(card.get_by_role("heading")).to_have_text("Moving")
    await expect(card.locator("li").first).to_contain_text("Men step one square diagonally forward.")
    await expect(card.locator("figcaption")).to_contain_text("Not allowed here: ")
    await expect(card.locator("papan-board .marks .gone").first).to_be_attached()
    await siti.locator(".read").focus()
    await siti.keyboard.press("Escape")
    await siti.locator("#actions").get_by_role("button", name="Rules").click()
    await expect(siti.locator(".rules")).to_be_visible()
    await expect(card).to_have_count(0)
