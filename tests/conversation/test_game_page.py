"""The page of a game in a real Chromium: what a stranger reads and sees there, and begins from it."""

import re

import pytest
from playwright.async_api import Page, expect

from engine.position import start_position
from tests.bot.kit import DAM_8
from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.suites import deep

PIECES = sum(letter != "." for letter in start_position(DAM_8).cells)


async def opens(chats: ChatPlatforms, path: str, **context: object) -> Page:
    page = await (await chats.browser(**context)).new_page()
    await page.goto(f"{chats.url}{path}")
    return page


@pytest.mark.long("a browser starts")
async def test_a_stranger_reads_the_rules_and_plays(chats: ChatPlatforms) -> None:
    page = await opens(chats, "", viewport=PHONE)
    await page.get_by_role("button", name="Draughts on squares").click()
    tile = page.locator(".game", has=page.get_by_role("button", name="Play now: Malaysian checkers 8x8", exact=True))
    await tile.get_by_role("link", name="Malaysian checkers 8x8", exact=True).click()
    await expect(page.get_by_role("heading", name="Malaysian checkers 8x8", exact=True)).to_be_visible()
    await expect(page).to_have_title("Malaysian checkers 8x8 - Papan")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut at the side"
    await expect(page.locator("#game-start .pieces img")).to_have_count(PIECES)
    assert "Black, men (12)" in str(await page.get_attribute("#game-start", "aria-label"))
    await expect(page.locator("#game-start button")).to_have_count(0)
    choice = page.locator("figure", has_text="White can choose: c3xe5xg7 or h2xf4.")
    await expect(choice.locator(".pieces img")).to_have_count(7)
    await expect(page.get_by_text("Men step one square diagonally forward.")).to_be_visible()
    sheets = await page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 1
    await page.emulate_media(media="print")
    await expect(page.locator("#game-start .pieces img").first).to_be_visible()
    for pressed in ("button", ".top"):
        await expect(page.locator(pressed).locator("visible=true")).to_have_count(0)
    await page.emulate_media(media="screen")
    await page.get_by_role("link", name="Malaysian checkers 8x8, strict").click()
    await expect(page.get_by_role("heading", name="Malaysian checkers 8x8, strict")).to_be_visible()
    await page.go_back()
    await page.get_by_role("button", name="Play now: Malaysian checkers 8x8", exact=True).click()
    await expect(page.locator("papan-board [role=application]")).to_be_visible()
    await expect(page.locator("#words")).to_contain_text("Computer 1")


@deep("the page of a game is opened in the quick suite")
async def test_a_friend_is_invited_and_no_game_is_told_so(chats: ChatPlatforms) -> None:
    page = await opens(chats, "g/tabal", locale="ms-MY")
    await expect(page.get_by_role("heading", name="Tabal", exact=True)).to_be_visible()
    await page.get_by_text("Sumber", exact=True).click()
    await expect(page.locator("#game-sources li").first).to_be_visible()
    await page.get_by_role("button", name="Pilih...").click()
    await page.locator(".sheet label", has_text="Kawan, dengan pautan").click()
    await page.locator(".sheet").get_by_role("button", name="Main", exact=True).click()
    await expect(page.locator("papan-board [role=application]")).to_be_visible()
    await page.goto(f"{chats.url}g/monopoly")
    await expect(page.get_by_text("Di sini tiada permainan bernama monopoly.")).to_be_visible()
