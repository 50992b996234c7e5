"""A browser is one person: in every tab, behind every link, tomorrow; somebody else in a tab is the exception."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.test_one_room import GRID, sits
from tests.suites import deep


async def plays(chats: ChatPlatforms, page: Page) -> str:
    """Somebody new begins a match against the computer by one press; its address."""
    await page.goto(chats.url)
    await page.get_by_role("button", name="Play now: Permainan-Tabal").first.click()
    await expect(page.locator(GRID).first).to_be_visible()
    await expect(page).to_have_url(re.compile("/m/"))
    return page.url


async def name_in(page: Page, chats: ChatPlatforms) -> str:
    """The name that the page of oneself shows, once it shows one."""
    await page.goto(f"{chats.url}me/settings/name")
    await expect(page.locator("#me-name")).not_to_have_value("")
    return await page.locator("#me-name").input_value()


@deep("a match over two days is played by people who come back, in the quick suite")
@pytest.mark.long("a browser starts")
async def test_three_tabs_and_a_new_start_of_the_browser_are_one_person(chats: ChatPlatforms) -> None:
    context = await chats.browser()
    looking, playing = await context.new_page(), await context.new_page()
    await looking.goto(f"{chats.url}me/settings")
    await expect(looking.get_by_role("button", name="Give a name")).to_be_visible()
    address = await plays(chats, playing)
    await expect(looking.locator("#me-name")).not_to_have_value("")  # a page that was open sits there by itself
    name = await name_in(playing, chats)
    third = await context.new_page()
    await third.goto(address)
    await expect(third.locator(".seat", has_text=name)).to_be_visible()
    assert await name_in(looking, chats) == name
    kept = await context.storage_state()
    await context.close()
    tomorrow = await (await chats.browser(storage_state=kept)).new_page()
    await tomorrow.goto(address)
    await expect(tomorrow.locator(".seat", has_text=name)).to_be_visible()
    assert await name_in(tomorrow, chats) == name


@deep("all tabs are one person in the quick suite")
@pytest.mark.long("a browser starts")
async def test_somebody_else_sits_in_one_tab_only(chats: ChatPlatforms) -> None:
    adi = (await chats.window("Adi")).page
    other = await adi.context.new_page()
    assert await name_in(other, chats) == "Adi"
    await expect(other.locator("#me-whose")).to_have_text("You are Adi in every tab of this browser.")
    await other.get_by_role("button", name="Somebody else in this tab").click()
    await sits(other, "Siti")
    await expect(other.locator("#me-whose")).to_have_text("You are Siti in this tab only.")
    await other.reload()
    await expect(other.locator("#me-name")).to_have_value("Siti")
    await adi.reload()
    assert await name_in(adi, chats) == "Adi"
    await other.get_by_role("button", name="Sit here again as Adi").click()
    await expect(other.locator("#me-name")).to_have_value("Adi")
    await expect(other.get_by_role("button", name="Sit here again")).to_be_hidden()


@deep("who sits where is tested with names in the quick suite")
@pytest.mark.long("a browser starts")
async def test_whoever_deletes_their_data_is_nobody_in_every_tab(chats: ChatPlatforms) -> None:
    adi = (await chats.window("Adi")).page
    other = await adi.context.new_page()
    assert await name_in(other, chats) == "Adi"
    await adi.goto(f"{chats.url}me/settings/data")
    await adi.get_by_role("button", name="Delete my data").click()
    await adi.get_by_role("button", name="Delete it all").click()
    for page in (adi, other):
        await expect(page.get_by_role("button", name="Give a name")).to_be_visible()
        await page.reload()
        await expect(page.get_by_role("button", name="Give a name")).to_be_visible()
    await other.get_by_role("button", name="Give a name").click()
    await expect(other.get_by_role("button", name="Sit here again")).to_have_count(0)
