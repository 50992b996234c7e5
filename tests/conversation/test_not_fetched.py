"""The page in a real Chromium where something that it fetches later cannot be fetched: a sentence says so, and a press
fetches it again.
"""

import json
import re
from collections.abc import Callable

import pytest
from playwright.async_api import Page, Route, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import begin, touch
from tests.suites import deep

SENTENCE = "This could not be fetched."
Answer = Callable[[Route], object]


def faults_of(page: Page) -> list[str]:
    """The faults in the scripts of a page from now on, rejections that nobody handles among it."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(f"{error} {error.stack}"))
    return found


async def cut_off(route: Route) -> None:
    await route.abort()


async def fails(route: Route) -> None:
    await route.fulfill(status=503, body=json.dumps({"you_title": "<h1>No</h1>"}), content_type="application/json")


@deep("the quick suite shows these screens where nothing fails")
@pytest.mark.long("a browser starts")
@pytest.mark.parametrize(
    ("wanted", "answer"),
    [
        ("later.html", cut_off),
        ("later.html", fails),
        ("texts/en/later", cut_off),
        ("texts/en/later", fails),
        ("pages.css", cut_off),
        ("person.js", cut_off),
        ("*", cut_off),
    ],
)
async def test_a_screen_that_was_not_fetched_is_there_with_the_next_press(
    chats: ChatPlatforms, wanted: str, answer: Answer
) -> None:
    page = await (await chats.browser(viewport=PHONE)).new_page()
    faults = faults_of(page)
    await page.goto(chats.url)
    way = page.get_by_role("link", name="You", exact=True)
    await page.route(f"**/{wanted}", answer)
    await way.click()
    await expect(page.locator("#toast")).to_contain_text(SENTENCE)
    await expect(page.locator("#games")).to_be_visible()
    await page.unroute(f"**/{wanted}")
    await way.click()
    await expect(page.get_by_role("link", name="I play on another device")).to_be_visible()
    assert await page.locator("link[href$='pages.css']").count() == 1
    assert faults == []


@deep("the quick suite shows these screens where nothing fails")
@pytest.mark.long("a browser starts")
async def test_a_screen_that_was_not_fetched_is_there_once_the_device_is_online(chats: ChatPlatforms) -> None:
    page = await (await chats.browser(viewport=PHONE)).new_page()
    faults = faults_of(page)
    await page.route("**/later.html", cut_off)
    await page.goto(f"{chats.url}me")
    await expect(page.locator("#games")).to_be_visible()
    await page.unroute("**/later.html")
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page.get_by_role("link", name="I play on another device")).to_be_visible()
    assert faults == []


@deep("the quick suite plays where nothing fails")
@pytest.mark.long("a browser starts")
async def test_a_part_of_a_match_that_was_not_fetched_is_there_with_the_next_press(chats: ChatPlatforms) -> None:
    _, page = await begin(chats, "dam-8")
    faults = faults_of(page)
    parts = re.compile(r"/parts/(premove|plan|resign|rules|sheet)\.js")
    more = page.locator("#actions").get_by_role("button", name="More")
    await page.route(parts, cut_off)
    await touch(page, "b6")
    await expect(page.locator("#ask")).to_have_text("It is not your turn.")
    await more.click()
    await page.locator("#more").get_by_role("button", name="Plan an answer").click()
    await expect(page.locator("#toast")).to_contain_text(SENTENCE)
    await page.unroute(parts)
    await touch(page, "b6")
    await expect(page.locator("#ask")).to_have_text("Where to?")
    await page.keyboard.press("Escape")
    await more.click()
    await page.locator("#more").get_by_role("button", name="Plan an answer").click()
    await expect(page.locator("#ask")).to_contain_text("What do you expect Adi to play?")
    assert faults == []


@deep("the quick suite changes the language where nothing fails")
@pytest.mark.long("a browser starts")
async def test_a_language_that_was_not_fetched_is_said(chats: ChatPlatforms) -> None:
    client = await chats.window("Adi")
    page = client.page
    faults = faults_of(page)
    await page.goto(f"{chats.url}me/settings")
    await page.route("**/texts/ms", cut_off)
    await page.get_by_label("Bahasa Melayu").check()
    await expect(page.locator("#toast")).to_contain_text(SENTENCE)
    assert faults == []
