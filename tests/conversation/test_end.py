"""The end of a match is a moment: the result stands on the board, until it is touched; the line says why."""

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import begin, touch

BOX = "(id) => { const box = document.querySelector(id).getBoundingClientRect(); return [box.top, box.height]; }"


@pytest.mark.long("a browser starts")
async def test_the_result_stands_on_the_board_until_it_is_touched(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    before = [await siti.evaluate(BOX, part) for part in ("#board", "#seat-below", "#actions")]
    await adi.get_by_role("button", name="More").click()
    await adi.get_by_role("button", name="Resign").click()
    await adi.get_by_role("button", name="Yes, resign").click()
    for page in (adi, siti):
        await expect(page.locator("#end .stamp")).to_have_text("Black wins")
        await expect(page.locator("#ask")).to_have_text("Siti wins: Adi has resigned.")
        await expect(page.locator("#board")).to_have_class("over")
    assert [await siti.evaluate(BOX, part) for part in ("#board", "#seat-below", "#actions")] == before, "nothing jumps"
    await touch(siti, "c3")
    await expect(siti.locator("#end")).to_be_hidden()
    await expect(siti.locator("#board")).not_to_have_class("over")
    await expect(adi.locator("#end")).to_be_visible()
