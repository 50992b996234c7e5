"""A newcomer's first minute on a phone: few bytes until the first board, and something to see from the beginning."""

import asyncio
import json

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from bench.live import SHOWN, practice
from bench.room import FetchedBytes
from bench.shifts import LOADED
from engine.games import rulesets
from loopback.windows import Room
from tests.suites import deep

WORDS = 80_000
"""The most bytes of the page without its pictures."""
WARM = 12_000
"""The most bytes of a second visit, with what comes over the socket."""
ALL = 400_000
"""The most bytes from opening the lobby to the first board."""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length"


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> Page:
    context = await browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    return await context.new_page()


@pytest.mark.long("a browser starts")
async def test_the_first_board_takes_few_bytes(room: Room, page: Page) -> None:
    fetched = await FetchedBytes.of(page)
    await page.goto(room.url)
    await expect(page.locator(".game")).to_have_count(len(rulesets()))
    await page.wait_for_function(LOADED)
    await page.locator("#games button.main").first.click()
    await expect(page.locator(SHOWN)).to_be_visible()
    await page.wait_for_function(LOADED)
    assert fetched.pictures > 0
    assert 0 < fetched.words <= WORDS
    assert fetched.words + fetched.pictures <= ALL


@deep("the first board and its bytes are measured in the quick suite")
@pytest.mark.long("a browser starts")
async def test_the_page_is_not_blank_before_its_words_are_there(room: Room, page: Page) -> None:
    may_answer = asyncio.Event()

    async def answer(route: Route) -> None:
        await may_answer.wait()
        await route.continue_()

    await page.route("**/games/*", answer)
    await page.route("**/texts/*", answer)
    await page.goto(room.url)
    await page.wait_for_function(PAINTED)
    await expect(page.locator(".coming i").first).to_be_visible()
    may_answer.set()
    await expect(page.locator(".game")).to_have_count(len(rulesets()))
    await expect(page.locator(".coming")).to_have_count(0)


@pytest.mark.long("a browser starts")
async def test_a_reload_fetches_the_pictures_in_sight_alone(room: Room, page: Page) -> None:
    await page.goto(room.url)
    await expect(page.locator(".game")).to_have_count(len(rulesets()))
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if "/midgame/" in request.url else None)
    await page.reload()
    await expect(page.locator(".game")).to_have_count(len(rulesets()))
    await page.wait_for_function(LOADED)
    assert 0 < len(fetched) <= 3


@pytest.mark.long("a browser starts")
async def test_a_second_visit_fetches_neither_scripts_nor_styles(room: Room, page: Page) -> None:
    dewi = await room.sits("Dewi")
    for game in ("main-tapal-empat", "permainan-tabal", "malaysian-checkers-8"):
        await practice(dewi, game)
    await page.context.add_init_script(f"localStorage.person ??= {json.dumps(dewi.secret)}")

    async def visit(page: Page) -> FetchedBytes:
        fetched = await FetchedBytes.of(page)
        await page.goto(room.url)
        await expect(page.locator("#mine papan-board .wood")).to_have_count(3)
        await page.wait_for_function(LOADED)
        return fetched

    await visit(page)
    fetched = await visit(await page.context.new_page())
    assert not [path for path in fetched.paths if path.startswith("/static/")]
    assert 0 < fetched.words + fetched.pictures + fetched.frames <= WARM
