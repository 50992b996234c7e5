"""Lessons and puzzles in a real Chromium: a newcomer reaches them, and their results, by presses alone."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from bot.app.learning.puzzle_pool import shipped_by_id
from bot.chat.games import game_key
from bot.store import mistakes
from bot.store.mistakes import StoredMistake
from engine.games import find_ruleset
from engine.lessons import lessons_of
from engine.moves import Move
from engine.puzzles import Puzzle
from engine.turns import choices
from tests.conversation.chat_platforms import PHONE, ChatPlatforms

FIRST = "main-tapal-empat"
CARD = ".study .card"
SHOWS = """(selector) => {
    const state = document.querySelector(selector)?.state;
    return state && `${state.ruleset} ${state.cells}`;
}"""
"""The position on a board, once it shows one: an answer to a touch may put another board in its place."""
TAKES_TOUCHES = """() => {
    const board = document.querySelector('.study papan-board');
    return board?.at && board.mayTouch && board.pending === null && `${board.state.ruleset} ${board.state.cells}`;
}"""
TOUCH = """([point, position]) => {
    const board = document.querySelector('.study papan-board');
    const state = board?.state;
    // A piece with one way goes it at once, and the next question may be there already.
    if (!state || `${state.ruleset} ${state.cells}` !== position) return;
    if (board.pending === null && !board.at.picks.includes(point)) {
        board.querySelector(`[data-point='${point}']`).click();
    }
}"""


async def shown_on(page: Page, board: str) -> str:
    """The game and the position on the board that a selector finds, once it shows one."""
    return str(await (await page.wait_for_function(SHOWS, arg=board)).json_value())


class Presses:
    """The presses of somebody on a page, counted; those on a board are counted apart."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made = 0

    async def on(self, button: Locator) -> None:
        await button.click()
        self.made += 1

    async def plays(self, move: Move) -> None:
        board = self.page.locator(f"{CARD} papan-board")
        position = await (await self.page.wait_for_function(TAKES_TOUCHES)).json_value()
        for point in choices(move):
            await self.page.evaluate(TOUCH, [point, position])
        price = board.get_by_role("button", name="Play it")
        if await price.is_visible():
            await price.click()


async def newcomer(chats: ChatPlatforms) -> Presses:
    page = await (await chats.browser(viewport=PHONE)).new_page()
    await page.goto(chats.url)
    return Presses(page)


@pytest.mark.long("a browser starts")
async def test_a_lesson_and_its_result_take_two_presses_and_lead_to_the_board(chats: ChatPlatforms) -> None:
    comes = await newcomer(chats)
    page = comes.page
    await comes.on(page.get_by_role("link", name="Learn: Main tapal empat").first)
    await expect(page.locator(CARD)).to_contain_text("1 · ")
    await comes.on(page.get_by_role("button", name="Begin"))
    await expect(page.locator(f"{CARD} h2")).to_contain_text("Lesson 1 of 7")
    await comes.plays(lessons_of(find_ruleset(FIRST))[0].answer)
    await expect(page.locator(f"{CARD} .words").first).to_contain_text("Right")
    assert comes.made == 2
    await page.get_by_role("link", name="Home").click()
    await page.goto(f"{chats.url}learn/{FIRST}")  # it is known who has done what
    await expect(page.locator(CARD)).to_contain_text("✓ 1 · ")


def asked(words: str) -> Puzzle:
    """The puzzle of a game whose board has the position of the page."""
    ruleset, cells = words.split(" ")
    return next(
        each
        for each in shipped_by_id().values()
        if each.ruleset == game_key(ruleset) and each.start.position.cells == cells
    )


@pytest.mark.long("a browser starts")
async def test_the_puzzle_of_the_day_and_its_result_take_one_press(chats: ChatPlatforms) -> None:
    comes = await newcomer(chats)
    page = comes.page
    await comes.on(page.get_by_role("link", name="Puzzles"))
    board = page.locator(f"{CARD} papan-board")
    await expect(board.locator("[role=application]")).to_be_visible()
    puzzle = asked(await shown_on(page, f"{CARD} papan-board"))
    for step in puzzle.steps:
        await comes.plays(step.answers[0])
        await expect(page.locator(f"{CARD} .words").first).to_contain_text("Right")
    await expect(page.locator(CARD)).to_contain_text("Your puzzle rating")
    assert comes.made == 1
    # Nobody finds it elsewhere, and each opens the same one.
    await page.get_by_role("link", name="You").click()
    await expect(page.get_by_role("link", name="Settings")).to_be_visible()
    await expect(page.locator("#log > *")).to_have_count(0)
    await page.get_by_role("link", name="Home").click()
    shown = page.locator("#today papan-board")
    await expect(shown).to_be_visible()
    assert asked(await shown_on(page, "#today papan-board")) == puzzle


@pytest.mark.long("a browser starts")
async def test_home_offers_a_mistake_of_ones_own(platforms: ChatPlatforms) -> None:
    async with platforms.running_app() as running:
        page = await (await platforms.browser(viewport=PHONE)).new_page()
        await page.goto(platforms.url)
        await page.get_by_role("button", name=re.compile("Play now")).first.click()
        await expect(page.locator("papan-board [role=application]")).to_be_visible()
        code = page.url.rpartition("/")[2]
        match = await running.services.matches.get(code)
        puzzle = next(iter(shipped_by_id().values()))
        mine = StoredMistake("0123abcd", code, 4, puzzle.ruleset, puzzle.position, tuple(puzzle.line[0]))
        me, now = match.host, running.services.clock()
        await running.services.database.write(lambda connection: mistakes.keep(connection, me, mine, now))
        await page.get_by_role("link", name="Home").click()
        await expect(page.locator("#mistake")).to_contain_text(f"There was a better turn in {code}")
        await page.get_by_role("link", name="Try it").click()
        await expect(page.locator(CARD)).to_contain_text("your own match, and there is a better turn")


@pytest.mark.long("a browser starts")
async def test_who_comes_by_a_link_is_nobody_until_they_begin(chats: ChatPlatforms) -> None:
    page = await (await chats.browser()).new_page()
    await page.goto(f"{chats.url}puzzles")
    await page.get_by_role("button", name="Begin").click()
    await expect(page.locator(f"{CARD} papan-board [role=application]")).to_be_visible()
    await page.goto(f"{chats.url}learn/{FIRST}")
    lessons = page.locator(f"{CARD} .choices").first.locator("button")
    await expect(lessons).to_have_count(7)
    await lessons.last.click()
    await page.get_by_role("button", name="Show", exact=True).click()
    await page.get_by_role("button", name="Play level 1").click()
    await expect(page).to_have_url(re.compile("/m/"))
    await expect(page.locator("#seat-above")).to_contain_text("Computer 1")
    await page.goto(f"{chats.url}talk")  # and not before everybody
    await expect(page.locator("#empty")).to_be_visible()
