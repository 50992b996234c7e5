"""A hint stands on the board that is played on, and in the line below it; not as a second board."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, begin, touch
from tests.suites import deep

NAMES = "(points) => points.map((each) => document.querySelector('papan-board').measures.names[each])"
DRAWN = f"{BOARD} .marks .drawn:not(.casing)"


async def ways(page: Page) -> list[list[int]]:
    found: list[list[int]] = await page.evaluate("document.querySelector('papan-board').advice")
    return found


@deep("the server gives hints in the quick suite, and a puzzle is solved on the same board")
@pytest.mark.long("a browser starts, and the computer thinks")
async def test_a_hint_is_drawn_on_the_board_and_told_in_its_line(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    ask = adi.locator("#ask")
    await adi.locator("#actions").get_by_role("button", name="Hint").click()
    await expect(ask).to_have_text("Look around here.")
    await expect(adi.locator("#answers")).to_be_hidden()
    rings = await ways(adi)
    assert all(a == b for a, b in rings), "rings"
    names = await adi.evaluate(NAMES, [point for point, _ in rings])
    await expect(adi.locator("#spoken p").last).to_have_text(f"Look around here. {', '.join(names)}.")
    for name in names:
        await expect(adi.get_by_role("button", name=re.compile(f"^{name}, .*, hint$"))).to_have_count(1)
    await adi.locator("#offered").get_by_role("button", name="Which piece?").click()
    await expect(ask).to_contain_text("Think about")
    await expect(adi.locator(DRAWN)).to_have_count(1)

    # What is offered stands before it, as long as it waits for an answer.
    await siti.get_by_role("button", name="Draw", exact=True).click()
    await expect(ask).to_have_text("Siti offers a draw.")
    await expect(adi.locator("#offered button")).to_have_text(["Play on", "Accept the draw"])
    await expect(adi.locator(DRAWN)).to_have_count(1)
    await siti.get_by_role("button", name="Withdraw offer").click()
    await expect(ask).to_contain_text("Think about")

    # It stays on the board under a hand, and the line asks on; after a look elsewhere it is there again.
    await touch(adi, "c3")
    await expect(ask).to_have_text("Where to?")
    await expect(adi.locator("#offered button")).to_have_count(0)
    await expect(adi.locator(DRAWN)).to_have_count(1)
    await adi.keyboard.press("Escape")
    await adi.reload()
    await expect(ask).to_contain_text("Think about")
    await adi.locator("#offered").get_by_role("button", name="Which move?").click()
    await expect(ask).to_contain_text("The computer would play")
    assert all(a != b for a, b in await ways(adi)), "arrows"
    await adi.locator("#offered").get_by_role("button", name="Play it").click()
    for page in (adi, siti):
        await at_ply(page, 1)
    await expect(ask).to_have_text("Siti to move.")
    await expect(adi.locator(DRAWN)).to_have_count(0)
    await expect(adi.locator("#answers")).to_be_hidden()
    await expect(adi.locator("#toast")).to_be_hidden()
    assert await ways(siti) == []
