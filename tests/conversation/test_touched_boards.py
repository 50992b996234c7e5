"""A puzzle and a lesson in the talk of the room, in Chromium: the board of a match, touched in a card."""

import re

import pytest
from playwright.async_api import Page, expect

from engine.games import find_ruleset
from engine.lessons import LESSONS, LessonTask
from engine.puzzles import Puzzle, puzzles_of
from tests.bot.kit import DAM_8
from tests.conversation.chat_platforms import PHONE, ChatPlatforms
from tests.conversation.live_boards import BOARD, name_of_focus, touch

CARD = "#log > li.private"
DRAWN = f"{BOARD} .marks .drawn:not(.casing)"


async def shown_puzzle(page: Page) -> Puzzle:
    """The puzzle whose buttons stand on the page."""
    payload = await page.locator(f"{CARD} button[data-payload*=':zs:']").first.get_attribute("data-payload")
    name = re.search(r":zs:([0-9a-f]{8})", payload or "")
    assert name
    return next(each for each in puzzles_of(DAM_8) if each.id == name[1])


@pytest.mark.long("a browser starts")
async def test_a_puzzle_is_solved_on_the_board(chats: ChatPlatforms) -> None:
    adi = await chats.window("Adi", viewport=PHONE, has_touch=True)
    page, names = adi.page, DAM_8.board.points
    await adi.types("/puzzle dam-8")
    await expect(page.locator(f"{CARD} {BOARD} [role=application]")).to_be_visible()
    puzzle = await shown_puzzle(page)
    ask = page.locator(f"{CARD} .touched > .words")
    buttons = page.locator(f"{CARD} .controls button")
    await expect(buttons).to_have_text(["Hint", "Show", "Another"])
    await expect(ask).to_contain_text("Which piece?")
    await adi.presses("Hint")
    await expect(page.locator(DRAWN)).to_have_count(1)
    first = puzzle.steps[0]
    wrong = next(move for move in first.game.legal_moves if move not in first.answers)
    await touch(page, names[wrong.origin])
    told, yes = page.get_by_text("is not it: another turn is far better."), page.locator("#price-yes:visible")
    if not await yes.count():  # a piece that has one way, which costs something, is asked about at once
        await expect(ask).to_contain_text("Where to?")
        await touch(page, names[wrong.target])
    await expect(yes.or_(told)).to_be_visible()
    if await yes.count():
        await yes.click()
    await expect(told).to_be_visible()
    for step in puzzle.steps:
        move = step.answers[0]
        await page.wait_for_function(
            "cells => document.querySelector('papan-board').state?.cells === cells", arg=step.game.position.cells
        )
        await page.locator(f"{BOARD} [data-point='{move.origin}']").focus()
        await page.keyboard.press("Enter")
        assert (await name_of_focus(page)).startswith(names[move.origin])
        await page.locator(f"{BOARD} [data-point='{move.target}']").focus()
        await page.keyboard.press("Enter")
    await adi.reads("Solved")
    await expect(ask).to_be_hidden()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut at the side"


@pytest.mark.long("a browser starts")
async def test_a_step_of_a_lesson_is_done_on_the_board(chats: ChatPlatforms) -> None:
    game = "malaysian-checkers-8"
    number, lesson = next((number, each) for number, each in enumerate(LESSONS[game], 1) if each.task is LessonTask.GO)
    names = find_ruleset(game).board.points
    adi = await chats.window("Adi")
    page = adi.page
    await adi.types(f"/learn {game}")
    await adi.presses(f"{number} · ")
    await expect(page.locator(f"{CARD} {BOARD} [role=application]")).to_be_visible()
    right = lesson.answer
    taken = next(
        point
        for point, cell in enumerate(lesson.start.position.cells)
        if cell == "." and point not in {move.target for move in lesson.start.legal_moves}
    )
    await touch(page, names[right.origin])
    await touch(page, names[taken])
    why = page.locator(f"{CARD} .controls").get_by_role("button", name="Why?")
    await expect(why).to_be_visible()
    await touch(page, names[right.origin])
    await touch(page, names[right.target])
    await adi.reads("Right: ")
    await adi.presses("Next")
    await adi.reads(f"Lesson {number + 1} of ")
    await expect(page.locator(f"{CARD} {BOARD}")).to_have_count(1)
