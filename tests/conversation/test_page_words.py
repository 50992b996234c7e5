"""Words of every length on the page: on the smallest window none are cut, and what is said for a while is in no way."""

from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bench.live import SHOWN, match_of, new_event, page_of, practice, walk, watch
from bot.words.languages import language_row
from loopback.windows import Client, Room
from tests.conversation.live_boards import resize
from tests.suites import deep, quick_first

SMALLEST = {"width": 320, "height": 568}
WINDOWS = ((390, 844), (844, 390), (320, 568), (768, 1024), (1280, 800))
WIDE = "W" * 24
REFUSAL = "c3-d4 is no move here: a capture goes first, and the piece on e3 takes two. " * 2
CUT = """() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
    const words = 'button, a, input, label, summary, legend, h1, h2, h3, p, li, .seat span';
    for (const each of document.querySelectorAll(words)) {
        // Rows that are swiped go on beyond the window.
        if (each.closest('.hidden, papan-board, #tabs, .families, .row, .people, #me-groups')) continue;
        if (!each.checkVisibility({ visibilityProperty: true })) continue;
        const { left, right } = each.getBoundingClientRect();
        const isCut = each.matches('button, .link, .room') && each.scrollWidth > each.clientWidth + 1;
        if (left < -0.5 || right > innerWidth + 0.5 || isCut) found.push(`${each.tagName} ${each.textContent}`);
    }
    return found;
}"""
TOAST = "(text) => import('/static/parts/toast.js').then((module) => module.toast(text))"
BOX = """(path) => {
    const { left, top, right, bottom } = document.querySelector(path).getBoundingClientRect();
    return [left, top, right, bottom];
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def adi(room: Room) -> Client:
    return await room.sits(WIDE)


async def started(room: Room, adi: Client) -> str:
    """A match with a long opening, its second move made too; there is another one that waits."""
    siti = await room.sits("M" * 24)
    code = await match_of(siti, adi, "rimau")
    await practice(adi, "permainan-tabal")
    for person in (siti, adi):
        board = await watch(person, code)
        picks = walk(board["steps"], Random(1))
        await person.say(type="turn", event=new_event(), code=code, ply=board["ply"], picks=picks, price=True)
        await person.hears("done")
    return code


@deep("axe and the layout of the board look at small windows in the quick suite")
@pytest.mark.parametrize(
    "language", quick_first(("ms", "id", "en"), "the same screens in the language of many long words")
)
@pytest.mark.long("a browser starts, and shows each screen")
async def test_no_words_are_cut_on_the_smallest_window(
    room: Room, browser: Browser, adi: Client, language: str
) -> None:
    code = await started(room, adi)
    page = await page_of(browser, room, adi.secret, "me/settings", viewport=SMALLEST)
    await page.get_by_text(language_row(language).name, exact=True).click()
    await expect(page.locator("html")).to_have_attribute("lang", language)
    faults = []
    for address, shown in (
        ("me", "#person-parts h2"),
        ("me/settings", "#me-settings"),
        ("", ".game"),
        ("g/rimau", "#game"),
        (f"m/{code}", SHOWN),
    ):
        await page.goto(f"{room.url}{address}")
        await expect(page.locator(shown).first).to_be_visible()
        await expect(page.locator(".others:not([hidden])")).to_be_visible()
        faults += [f"{address}: {fault}" for fault in await page.evaluate(CUT)]
    await page.goto(f"{room.url}talk")
    await page.fill("#line", "/play rimau")
    await page.press("#line", "Enter")
    await expect(page.locator("#log button").last).to_be_visible()
    faults += [f"talk: {fault}" for fault in await page.evaluate(CUT)]
    assert not faults


@deep("no words are cut on the smallest window in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_long_move_has_a_row_of_its_own(room: Room, browser: Browser, adi: Client) -> None:
    page = await page_of(browser, room, adi.secret, f"m/{await started(room, adi)}")
    moves = page.locator("#moves button")
    await expect(moves).to_have_count(2)
    opening, second = await moves.nth(0).bounding_box(), await moves.nth(1).bounding_box()
    assert opening
    assert second
    assert opening["y"] + opening["height"] <= second["y"] + 1
    assert await page.evaluate(
        "document.querySelector('#moves').scrollWidth <= document.querySelector('#moves').clientWidth"
    )


@pytest.mark.parametrize("text", quick_first([REFUSAL, "Copied."], "the longer one has the least room"))
@pytest.mark.long("a browser starts, and shows a board in many windows")
async def test_what_is_said_for_a_while_is_in_no_way(room: Room, browser: Browser, adi: Client, text: str) -> None:
    page = await page_of(browser, room, adi.secret, f"m/{await practice(adi, 'game-of-solomon')}")
    await expect(page.locator(SHOWN)).to_be_visible()
    for width, height in WINDOWS:
        await resize(page, width, height)
        await says(page, text)
        toast, (_, top, _, bottom) = await page.evaluate(BOX, "#toast span"), await page.evaluate(BOX, "#board")
        assert toast[3] <= (top + bottom) / 2, f"{width}x{height}"
        assert toast[0] >= 0
        assert toast[2] <= width
        if text == REFUSAL:
            assert toast[2] - toast[0] >= min(0.9 * width, 450), f"squeezed at {width}x{height}"


@deep("what is said for a while is in no way of the board in the quick suite")
@pytest.mark.long("a browser starts")
async def test_what_is_said_for_a_while_covers_neither_ways_nor_the_newest_words_and_goes_at_a_touch(
    room: Room, browser: Browser, adi: Client
) -> None:
    page = await page_of(browser, room, adi.secret, "talk", viewport=SMALLEST)
    await expect(page.locator("#line")).to_be_visible()
    await says(page, REFUSAL)
    said, ways = await page.evaluate(BOX, "#toast span"), await page.evaluate(BOX, ".top")
    assert said[1] >= ways[3]
    assert said[3] <= SMALLEST["height"] / 2
    await page.locator("#toast span").click()
    await expect(page.locator("#toast")).to_be_hidden()


@deep("what is said for a while is in no way of the board in the quick suite")
@pytest.mark.long("a browser starts")
async def test_the_board_stays_where_it_is_while_the_server_is_away(room: Room, browser: Browser, adi: Client) -> None:
    page = await page_of(browser, room, adi.secret, f"m/{await practice(adi, 'game-of-solomon')}", viewport=SMALLEST)
    await expect(page.locator(SHOWN)).to_be_visible()
    before = await page.evaluate(BOX, "#board")
    await page.evaluate(
        "Object.assign(document.querySelector('#offline'), { textContent: 'Away. '.repeat(20), hidden: false })"
    )
    await expect(page.locator("#offline")).to_be_visible()
    assert await page.evaluate(BOX, "#board") == before
    assert (await page.evaluate(BOX, "#offline"))[3] <= (before[1] + before[3]) / 2


async def says(page: Page, text: str) -> None:
    await page.evaluate(TOAST, text)
    await expect(page.locator("#toast")).to_be_visible()
