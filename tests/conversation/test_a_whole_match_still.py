"""Nothing jumps over a match with ready, clocks, offers, a hint, talk and its end."""

import re

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import DESKTOP, ChatPlatforms
from tests.conversation.live_boards import at_ply, begin_live, resize, says, touch
from tests.conversation.test_page_layout import CUT_LINE, SHIFTS
from tests.suites import deep


@deep("that nothing jumps while moves are made, and at an end, is measured in the quick suite")
@pytest.mark.long("two browsers play")
async def test_nothing_jumps_over_a_match_with_offers_clocks_hints_and_an_end(chats: ChatPlatforms) -> None:
    pages = adi, siti = await begin_live(chats)
    for page in pages:
        await page.wait_for_load_state("networkidle")
        await page.evaluate("document.fonts.ready.then(() => {})")
        await page.evaluate(SHIFTS)
    for page in (siti, adi):
        await page.click("#offered button")
    await expect(adi.locator("#seat-below .clock")).to_contain_text("bank")
    await adi.locator("#actions").get_by_role("button", name="Hint").click()
    await adi.locator("#offered").get_by_role("button", name="Which piece?").click()
    await expect(adi.locator("#ask")).to_contain_text("Think about")
    await adi.locator("#offered").get_by_role("button", name="Which move?").click()
    await adi.locator("#offered").get_by_role("button", name="Play it").click()
    for page in pages:
        await at_ply(page, 1)
    await siti.get_by_role("button", name="Draw", exact=True).click()
    await expect(adi.locator("#ask")).to_have_text("Siti offers a draw.")
    await siti.get_by_role("button", name="Withdraw offer").click()
    await expect(adi.locator("#ask")).to_have_text("Siti to move.")
    await touch(siti, "f6")
    await touch(siti, "g5")
    await at_ply(adi, 2)
    await says(adi, "Well played.")
    await expect(siti.locator("#unread")).to_have_text("1")
    await adi.get_by_role("button", name="More").click()
    await adi.get_by_role("button", name="Resign").click()
    await adi.get_by_role("button", name="Yes, resign").click()
    for page in pages:
        await expect(page.locator("#end .stamp")).to_be_visible()
        await page.wait_for_function("() => !document.getAnimations().length")
    await siti.get_by_role("button", name=re.compile("^Rematch")).click()
    await expect(adi.locator("#ask")).to_have_text("Siti would like a rematch.")
    for page in pages:
        # The field of the talk gives way where the line grows.
        shifts = [each for each in await page.evaluate("shifts") if each[1:] != ["saying"]]
        assert not shifts, "a phone" if page is siti else f"{DESKTOP}"
    words = "You would like a rematch. Your opponent answers."
    for size in ((390, 700), (360, 640), (320, 568)):
        await resize(siti, *size)
        assert await siti.evaluate(CUT_LINE, words) == []
        await expect(siti.locator("#offered button")).to_be_in_viewport(ratio=1)
        await expect(siti.locator("#actions")).to_be_hidden()
