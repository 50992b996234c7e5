"""The address in a real Chromium: titles of pages and tabs, and pages where there is nothing."""

import re

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import BOARD, begin
from tests.suites import deep, quick_first


@deep("the tags of each address are read in the quick suite")
@pytest.mark.long("browsers start, and matches are begun in them")
async def test_titles_tell_the_opponent_and_the_game_and_codes_stand_with_the_facts(chats: ChatPlatforms) -> None:
    adi, siti = await begin(chats, "dam-8")
    code = adi.url.rpartition("/")[2]
    await expect(adi).to_have_title("(1) Siti · Malaysian checkers 8x8 - Papan")
    await adi.evaluate("navigator.setAppBadge = async (count) => { window.badge = count; }")
    await adi.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert await adi.evaluate("window.badge") == 1, "on the icon of the installed app"
    await expect(siti).to_have_title("Adi · Malaysian checkers 8x8 - Papan")
    await expect(adi.locator("#title")).to_have_text("against Siti · Malaysian checkers 8x8")
    await expect(adi.locator("#about")).to_contain_text(code)
    ros = await (await chats.browser(viewport=PHONE)).new_page()
    await ros.goto(f"{chats.url}m/{code}")
    await expect(ros).to_have_title("Adi - Siti · Malaysian checkers 8x8 - Papan")
    await expect(ros.locator("#title")).to_have_text("Adi - Siti · Malaysian checkers 8x8")
    await adi.goto(chats.url)
    await adi.get_by_role("button", name="Play now: Main tapal empat", exact=True).first.click()
    await expect(adi.locator("#title")).to_have_text(re.compile(r"^against Computer \d · Main tapal empat$"))
    tabs = adi.locator("#tabs li")
    await expect(tabs.locator(".names")).to_have_text(
        ["Siti · Malaysian checkers 8x8", re.compile(r"^Computer \d · Main tapal empat$")]
    )
    await expect(tabs.get_by_role("button").first).to_have_accessible_name(
        "Close the tab: Siti · Malaysian checkers 8x8"
    )
    await adi.goto(f"{chats.url}talk")
    for name in ("Pages", "Rooms"):
        await expect(adi.get_by_role("navigation", name=name, exact=True)).to_have_count(1)


NOWHERE = (
    ("ms-MY", "Tiada apa-apa di alamat ini", "Laman utama"),
    ("id-ID", "Tidak ada apa-apa di alamat ini", "Beranda"),
)


@pytest.mark.parametrize(("locale", "words", "home"), quick_first(NOWHERE, "one language is enough"))
@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.long("a browser starts")
async def test_a_wrong_address_says_so_in_the_language_of_the_browser(
    chats: ChatPlatforms, locale: str, words: str, home: str, *, scripts: bool
) -> None:
    page = await (await chats.browser(viewport=PHONE, locale=locale, java_script_enabled=scripts)).new_page()
    answer = await page.goto(f"{chats.url}boards/K7QM")
    assert answer
    assert answer.status == 404
    await expect(page.get_by_role("heading", name=words)).to_be_visible()
    games = page.get_by_role("link", name=home, exact=True).last
    await expect(games).to_have_attribute("href", "/")
    await games.click()
    await expect(page).to_have_url(chats.url)


@deep("that they are answered with 404 is tested in the quick suite")
@pytest.mark.long("a browser starts")
async def test_where_there_is_nothing_the_page_says_so_and_leads_on(chats: ChatPlatforms) -> None:
    page = await (await chats.browser(viewport=PHONE)).new_page()
    answer = await page.goto(f"{chats.url}nowhere")
    assert answer
    assert answer.status == 404
    await expect(page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
    await expect(page).to_have_title("There is nothing at this address - Papan")
    await page.goto(f"{chats.url}m/QQQQ")
    await expect(page.locator("#missing-text")).to_contain_text("QQQQ")
    await expect(page.locator(BOARD)).to_be_hidden()
    await expect(page.locator("#flip")).to_be_hidden()
    await page.locator("main").get_by_role("link", name="Home").click()
    await expect(page.locator("#games")).to_be_visible()
