"""Without a connection an address of the room shows a page that says so, and what was known: no board."""

import re

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import BOARD
from tests.suites import deep, quick_first

TITLES = {"en-GB": "No connection", "ms-MY": "Tiada sambungan", "id-ID": "Tidak ada koneksi"}
KEPT = "async () => (await navigator.serviceWorker.ready) && (await caches.match('/offline')) !== undefined"


@pytest.mark.parametrize(("locale", "title"), quick_first([*TITLES.items()], "one language is enough"))
@pytest.mark.long("a browser starts")
async def test_without_a_connection_a_page_says_so_and_opens_again_by_itself(
    chats: ChatPlatforms, locale: str, title: str
) -> None:
    adi = await chats.window("Adi", locale=locale)
    page = adi.page
    await page.wait_for_function(KEPT)
    await adi.types("/play practice dam-8")
    await page.locator("#log a.live").last.click()
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()
    match = page.url
    await page.goto(chats.url)
    await expect(page.locator("#mine .card")).to_have_count(1)
    await page.wait_for_function("() => JSON.parse(localStorage.getItem('known'))?.matches.length === 1")

    await page.context.set_offline(True)
    for address in (match, chats.url, f"{chats.url}g/dam-8"):
        await page.goto(address)
        await expect(page.get_by_role("heading", name=title)).to_be_visible()
        await expect(page.locator("#known li")).to_have_text(re.compile("8x8 · "))
        await expect(page.locator("#as-of")).to_have_text(re.compile(r"\d\d"))
        assert page.url == address
        assert await page.locator("papan-board").count() == 0
        assert await page.locator("h1").evaluate("(each) => getComputedStyle(each).fontSize") == "22.4px", (
            "it has a look"
        )
    await page.goto(match)
    await page.context.set_offline(False)
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()


@deep("what a page says without a connection is read in the quick suite")
@pytest.mark.long("a browser starts")
async def test_what_was_known_goes_with_whoever_sat_there(chats: ChatPlatforms) -> None:
    adi = await chats.window("Adi")
    page = adi.page
    await page.wait_for_function(KEPT)
    await adi.types("/play practice dam-8")
    await page.goto(chats.url)
    await page.wait_for_function("() => JSON.parse(localStorage.getItem('known'))?.matches.length === 1")
    await page.goto(f"{chats.url}me/settings/name")
    await page.click("#me-other")
    await page.wait_for_function("() => localStorage.getItem('known') === null")
