"""A match is shown to others by its address: while its seats are free, under way, and when it is over."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import choose, says
from tests.conversation.test_one_room import sits
from tests.suites import deep


async def opens(chats: ChatPlatforms, address: str, **context: object) -> Page:
    """The page of somebody who has never been here, at an address."""
    page = await (await chats.browser(**context)).new_page()
    await page.goto(address)
    return page


async def invites(chats: ChatPlatforms) -> tuple[Page, str]:
    """Adi's page with an invitation for a friend, which stands in his corner, and its address."""
    adi = (await chats.window("Adi")).page
    await adi.goto(f"{chats.url}g/dam-8")
    await choose(adi, adi.get_by_role("button", name="Choose..."), "A friend, by a link")
    await expect(adi.locator("#invite")).to_be_visible()
    return adi, adi.url


@pytest.mark.long("three browsers look at a board")
async def test_whoever_has_the_address_watches_and_is_offered_no_seat_that_is_taken(chats: ChatPlatforms) -> None:
    adi, address = await invites(chats)
    ros, siti = await opens(chats, address, viewport=PHONE), await opens(chats, address)
    sit = ros.get_by_role("button", name="Sit down as")
    await expect(sit).to_have_count(2)
    # Who invites to what stands on the board, with the buttons, and not below it; nobody is called "?".
    await expect(ros.locator("#invited")).to_contain_text("Adi invites you to play Malaysian checkers 8x8.")
    await expect(ros.locator("#invited button")).to_have_count(2)
    await expect(ros.locator("#ask")).to_have_text("")
    await expect(ros.locator("#seat-above, #seat-below").filter(has_text="Nobody yet")).to_have_count(2)
    await siti.get_by_role("button", name="Sit down as Black").click()
    await sits(siti, "Siti")
    await expect(siti.locator("#seat-below")).to_contain_text("Siti")
    await expect(sit).to_have_count(0)
    await expect(ros.locator("#seat-above")).to_contain_text("Siti")
    await expect(ros.locator("#actions button")).to_have_text(["Rules", "More"])
    await says(adi, "selamat bermain")
    await expect(ros.locator("#log")).to_contain_text("selamat bermain")


@deep("who may watch is tested below the browser")
@pytest.mark.long("a browser starts")
async def test_where_there_is_no_match_stands_one_sentence_and_a_way_on(chats: ChatPlatforms) -> None:
    ros = await opens(chats, f"{chats.url}m/ZZZZ", viewport=PHONE)
    await expect(ros.locator("#missing-text")).to_have_text("No match with the code ZZZZ is open to you here.")
    shown = ros.locator(".places > *:visible")
    await expect(shown).to_have_count(1)
    await expect(ros.locator("#missing").get_by_role("button")).to_have_count(0)
    await ros.locator("#missing").get_by_role("link", name="Home").click()
    await expect(ros.locator(".game").first).to_be_visible()


@deep("who sits in which tab is tested with two people in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_stranger_whose_browser_knows_people_is_asked_who_sits_there(chats: ChatPlatforms) -> None:
    adi = (await chats.window("Adi")).page
    await adi.evaluate("sessionStorage.setItem('secret', '')")
    await adi.goto(f"{chats.url}m/ZZZZ")
    await expect(adi.get_by_role("button", name="Sit here again as Adi")).to_be_visible()
    await adi.get_by_role("button", name="Only look on").click()
    await adi.locator("#missing").get_by_role("button", name="Sit down").click()
    await adi.get_by_role("button", name="Sit here again as Adi").click()
    await expect(adi.locator("#door")).to_be_hidden()
    await expect(adi.locator("#missing").get_by_role("button")).to_have_count(0)


@deep("what is listed is tested below the browser")
@pytest.mark.long("two browsers play")
async def test_finished_matches_are_in_the_lobby_and_stay_at_their_address(chats: ChatPlatforms) -> None:
    adi = (await chats.window("Adi")).page
    await adi.goto(f"{chats.url}g/dam-8")
    await adi.get_by_role("button", name="Play now").click()
    await adi.get_by_role("button", name="More").click()
    await adi.get_by_role("button", name="Resign").click()
    await adi.get_by_role("button", name="Yes, resign").click()
    await expect(adi.locator("#actions").get_by_role("button", name=re.compile("^Rematch"))).to_be_visible()
    address = adi.url
    await adi.goto(chats.url)
    await expect(adi.locator("#finished a")).to_have_count(0)
    await adi.locator("#finished summary").click()
    await expect(adi.locator("#finished a")).to_contain_text(["you lost"])
    await adi.locator("#finished a").click()
    await expect(adi).to_have_url(address)
    ros = await opens(chats, address)
    await expect(ros.locator("#words")).to_contain_text("has resigned")
    await ros.goto(chats.url)
    await expect(ros.locator(".game").first).to_be_visible()
    await expect(ros.locator("#finished")).to_be_hidden()


@deep("what is listed is tested below the browser")
@pytest.mark.long("a browser plays")
async def test_finished_matches_go_on_beyond_the_first_page(
    chats: ChatPlatforms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.live.lobby.LISTED", 2)
    adi = (await chats.window("Adi")).page
    for _ in range(3):
        await adi.goto(f"{chats.url}g/dam-8")
        await adi.get_by_role("button", name="Play now").click()
        await adi.get_by_role("button", name="More").click()
        await adi.get_by_role("button", name="Resign").click()
        await adi.get_by_role("button", name="Yes, resign").click()
        await expect(adi.locator("#actions").get_by_role("button", name=re.compile("^Rematch"))).to_be_visible()
    await adi.goto(chats.url)
    finished = adi.locator("#finished")
    await finished.locator("summary").click()
    boards, more = finished.locator("li papan-board"), finished.get_by_role("button", name="More")
    await expect(boards).to_have_count(2)
    await more.focus()
    await adi.keyboard.press("Enter")
    await expect(boards).to_have_count(3)
    await expect(more).to_be_hidden()
    await expect(finished.locator("li a").nth(2)).to_be_focused()
    assert len(set(await finished.locator("li a").evaluate_all("all => all.map((each) => each.href)"))) == 3
