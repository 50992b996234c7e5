"""The page of a person in a real Chromium: what ``/profile`` tells, with the boards of the latest matches."""

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import at_ply, begin, resize, touch
from tests.suites import deep

FOLLOWED = "You are told in private when a match of theirs that stands here ends."


@deep("what the page of a person shows is told without a browser in the quick suite")
@pytest.mark.long("two browsers play")
async def test_a_name_at_the_board_and_in_the_room_leads_to_the_page_of_its_person(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    await touch(adi, "c3")
    await touch(adi, "d4")
    await at_ply(siti, 1)
    await adi.get_by_role("button", name="More").click()
    await adi.get_by_role("button", name="Resign").click()
    await adi.get_by_role("button", name="Yes, resign").click()
    await expect(adi.locator("#end")).to_be_visible()
    await adi.locator(".seat").get_by_role("link", name="Siti").click()
    await expect(adi.get_by_role("heading", name="Siti", exact=True)).to_be_visible()
    await expect(adi).to_have_title("Siti - Papan")
    await expect(adi.locator("#person-parts li", has_text="Against people")).to_contain_text("1 won, 0 drawn, 0 lost")
    await adi.get_by_role("button", name="Follow").click()
    stop = adi.get_by_role("button", name="Stop following")
    await expect(stop).to_have_accessible_description(FOLLOWED)
    await stop.click()
    await expect(adi.get_by_role("button", name="Follow", exact=True)).to_be_visible()
    board = adi.locator("main .matches papan-board")
    await expect(board.locator(".pieces img")).to_have_count(24)
    for width, height in ((390, 844), (1280, 800)):
        await resize(adi, width, height)
        assert await adi.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut at the side"
    await adi.locator("main .matches a").click()
    await at_ply(adi, 1)
    stranger = await (await chats.browser(viewport=PHONE)).new_page()
    await stranger.goto(chats.url)
    await stranger.locator("#people").get_by_role("link", name="Adi").click()
    await expect(stranger.locator("#person-parts li", has_text="Against people")).to_contain_text(
        "0 won, 0 drawn, 1 lost"
    )
    assert stranger.url.endswith("/p/Adi")
    await expect(stranger.locator("#person-follow")).to_be_hidden()
    await stranger.goto(f"{chats.url}p/Nobody%")
    await expect(stranger.get_by_text("I do not know them: they have never played here.")).to_be_visible()


@deep("the app refuses it in the quick suite")
@pytest.mark.long("two browsers play")
async def test_who_keeps_it_private_has_no_page(chats: ChatPlatforms) -> None:
    adi, siti = await chats.window("Adi"), await chats.window("Siti")
    await adi.page.goto(f"{chats.url}me/settings/people")
    await adi.page.get_by_label("Nowhere").check()
    await siti.page.goto(f"{chats.url}p/Adi")
    await expect(siti.page.get_by_text("Adi keeps that private.")).to_be_visible()
    await adi.page.goto(f"{chats.url}p/Adi")
    await expect(adi.page.get_by_text("No match finished yet.")).to_be_visible()


@deep("kept games are read, listed and forgotten without a browser in the quick suite")
@pytest.mark.long("a browser starts")
async def test_ones_own_page_leads_to_the_games_that_are_kept(chats: ChatPlatforms) -> None:
    adi = await chats.window("Adi")
    await adi.types("/import dam-8 1. c3-d4 b6-a5")
    await adi.presses("Keep")
    await adi.presses("Keep it so")
    await adi.reads("Kept.")
    page = adi.page
    await page.goto(f"{chats.url}me")
    await page.get_by_role("button", name="Kept games").click()
    await expect(page.locator("#log")).to_contain_text("Open a kept game")
    await page.get_by_role("button", name="Malaysian checkers 8x8").last.click()
    await expect(page.locator("#log")).to_contain_text("b6-a5")
