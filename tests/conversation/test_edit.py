"""A position set up by touch in a real Chromium, by a newcomer: it is played from, analysed, shared and pasted."""

import asyncio
import re

import pytest
from playwright.async_api import Page, Route, expect

from bench.shifts import note_shifts, shifted
from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import BOARD, at_ply, practice, resize, touch
from tests.suites import deep

ENDING = {"White: man": ("c3",), "White: king": ("d2",), "Black: man": ("a7", "b8")}
WRITTEN = re.compile(r"\?from=m3/m3/4/4/4/1M2/1K2/4_w_-_0_1$")
MOST = 0.001
"""The part of the page that may move; the words of the head come with their font."""
CELLS = "document.querySelector('papan-board')?.state?.cells"
FREE_SHARE = """() => {
    scrollTo(0, 0);
    const { width, height } = document.querySelector('papan-board').getBoundingClientRect();
    const top = document.querySelector('.top').getBoundingClientRect().bottom;
    const foot = document.querySelector('.rooms');
    const low = getComputedStyle(foot).position === 'fixed' ? foot.getBoundingClientRect().height : 0;
    const isCut = document.documentElement.scrollWidth > innerWidth;
    return isCut ? 0 : Math.max(width, height) / Math.min(innerWidth, innerHeight - top - low);
}"""


async def opens(chats: ChatPlatforms, path: str) -> Page:
    page = await (await chats.browser(viewport=PHONE)).new_page()
    await page.goto(f"{chats.url}{path}")
    return page


async def cells_are(page: Page, cells: str) -> None:
    await page.wait_for_function(f"(cells) => {CELLS} === cells", arg=cells)


@pytest.mark.long("a browser starts")
async def test_a_newcomer_sets_up_an_ending_and_plays_from_it(chats: ChatPlatforms) -> None:
    page = await opens(chats, "g/dam-8")
    await page.get_by_role("link", name="Set up a position").click()
    play, words = page.get_by_role("button", name="Play from here"), page.get_by_role("status")
    await expect(play).to_be_enabled()
    await page.get_by_role("button", name="Empty").click()
    await expect(words).to_contain_text("nothing is left to play")
    await expect(play).to_be_disabled()
    await expect(page.get_by_role("button", name="Analyse")).to_be_disabled()
    for kind, points in ENDING.items():
        await page.locator("label", has=page.get_by_label(kind)).click()
        for point in points:
            await touch(page, point)
    await touch(page, "e3")
    await touch(page, "e3")  # a second touch clears it
    await expect(page).to_have_url(WRITTEN)
    cells = await page.evaluate(CELLS)
    await expect(play).to_be_enabled()
    await page.reload()
    await cells_are(page, cells)
    field = page.get_by_label("The position as text")
    await expect(field).to_have_value("malaysian-checkers-8 m3/m3/4/4/4/1M2/1K2/4 w - 0 1")
    await field.fill("hello")
    await field.press("Enter")
    await expect(words).to_contain_text("That is no position of Malaysian checkers 8x8")
    await cells_are(page, cells)
    await play.click()
    await page.locator(".sheet").get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator(f"{BOARD} [role=application]")).to_be_visible()
    await expect(page.locator("#ask")).to_be_visible()
    assert "/m/" in page.url
    await cells_are(page, cells)
    await page.go_back()
    await expect(page).to_have_url(WRITTEN)
    await cells_are(page, cells)


@deep("what is set up is analysed below the browser in the quick suite")
@pytest.mark.long("a browser starts, and the computer analyses a position")
async def test_what_is_set_up_has_its_best_move_told(chats: ChatPlatforms) -> None:
    page = await opens(chats, "edit/dam-8")
    await page.get_by_role("button", name="Analyse").click()
    await expect(page.locator(".edit .card")).to_contain_text("Best move: ")


@deep("who may set up the positions of which match is in the quick suite")
@pytest.mark.long("a browser starts, and moves are made in it")
async def test_the_position_of_a_match_at_hand_is_set_up(chats: ChatPlatforms) -> None:
    page = await practice(chats)
    for ply, points in enumerate((("c3", "d4"), ("b6", "a5")), 1):
        for point in points:
            await touch(page, point)
        await at_ply(page, ply)
    await page.locator("#screen").focus()
    await page.keyboard.press("ArrowLeft")
    await at_ply(page, 1)
    await page.get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Set up a position").click()
    await expect(page).to_have_url(re.compile(r"\?from=mmmm/mmmm/mmmm/4/1M2/M1MM/MMMM/MMMM_b_-_1_1$"))


@deep("that the board stands there with its pieces is seen in the quick suite")
@pytest.mark.long("a browser shows boards in several windows")
@pytest.mark.parametrize("game", ["dam-8", "rimau-rimau", "sher-bakar"])
async def test_the_board_is_large_and_nothing_shifts(chats: ChatPlatforms, game: str) -> None:
    page = await (await chats.browser(viewport=PHONE)).new_page()
    await note_shifts(page)
    await page.goto(f"{chats.url}edit/{game}")
    await expect(page.locator(".edit[data-stands]")).to_be_visible()
    await page.get_by_role("button", name="Empty").click()
    await expect(page.get_by_role("status")).to_contain_text("nothing is left to play")
    assert await shifted(page) < MOST
    for size in ((390, 844), (844, 390), (1366, 657)):
        await resize(page, *size)
        await page.evaluate("document.querySelector('papan-board').showing")
        assert await page.evaluate(FREE_SHARE) >= 0.8, size


@deep("a board is edited by touch in the quick suite")
@pytest.mark.long("a browser starts")
async def test_stacks_hands_the_side_to_move_and_keys(chats: ChatPlatforms) -> None:
    page = await opens(chats, "edit/tapak-empat-1919?from=5/5/2T2/5/5_g_G24_0_1")
    field = page.get_by_label("The position as text")
    await expect(field).to_have_value("tapak-empat-1919 5/5/2T2/5/5 g G24 0 1")
    await page.locator("label", has=page.get_by_label("Tigers: tiger")).click()
    await page.evaluate("document.querySelector('[data-point=\"12\"]').focus()")
    await page.keyboard.press("Enter")
    await expect(field).to_have_value("tapak-empat-1919 5/5/2T{2}2/5/5 g G24 0 1")
    await page.keyboard.press(" ")
    await expect(field).to_have_value("tapak-empat-1919 5/5/5/5/5 g G24 0 1")
    await page.get_by_label("In hand: goat").fill("7")
    await page.get_by_label("In hand: goat").press("Enter")
    await page.locator("label", has_text=re.compile("^Tigers$")).click()
    await expect(field).to_have_value("tapak-empat-1919 5/5/5/5/5 t G7 0 1")
    await page.get_by_role("button", name="Start position").click()
    await expect(page).to_have_url(f"{chats.url}edit/tapak-empat-1919")
    await field.fill("dam-8 W:Wc3:Bd6,b8")
    await field.press("Enter")
    await expect(page).to_have_title("Set up a position: Malaysian checkers 8x8 - Papan")
    await page.goto(f"{chats.url}edit/dam-8?from=junk")
    await expect(page.get_by_role("status")).to_contain_text("That is no position of")
    await expect(field).to_have_value("malaysian-checkers-8 mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1")


@deep("a board is edited by touch in the quick suite")
@pytest.mark.long("a browser starts")
async def test_an_answer_that_comes_late_leaves_the_address_of_another_screen_alone(chats: ChatPlatforms) -> None:
    page = await opens(chats, "edit/tapak%20empat")  # any name of a game
    await expect(page.locator(".edit h1")).to_contain_text("empat")
    may_come = asyncio.Event()

    async def comes(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await page.route("**/screens/person.js", comes)
    field = page.get_by_label("The position as text")
    before = await field.input_value()
    await page.get_by_role("link", name="You", exact=True).evaluate("""(link) => {
        document.querySelectorAll('.edit .buttons button')[2].click();
        link.click();
    }""")
    await expect(field).not_to_have_value(before)
    may_come.set()
    await expect(page.get_by_role("link", name="I play on another device")).to_be_visible()
    await expect(page).to_have_url(f"{chats.url}me")


@deep("a board is edited by touch in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_browser_that_lets_no_page_copy_has_the_text_chosen(chats: ChatPlatforms) -> None:
    page = await opens(chats, "edit/dam-8")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    field = page.get_by_label("The position as text")
    await expect(field).to_have_value(re.compile("mmmm"))
    await page.evaluate("() => void (navigator.clipboard.writeText = () => Promise.reject(new Error('No')))")
    await page.locator(".edit .line button").press("Enter")
    assert await field.evaluate("({ selectionStart, selectionEnd }) => selectionEnd - selectionStart") > 0
    await page.evaluate("new Promise((done) => setTimeout(done))")
    assert faults == []
