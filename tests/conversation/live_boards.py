"""Live boards of two people in their browsers, and touches on them."""

from playwright.async_api import Page, expect

from bot.platforms.web.bodies import steps_body
from engine.games import find_ruleset
from engine.position import parse_position
from engine.turn_graph import turn_graph
from engine.turns import first_choice
from tests.conversation.chat_platforms import PHONE, ChatPlatforms

BOARD = "papan-board"


async def begin(chats: ChatPlatforms, game: str) -> tuple[Page, Page]:
    """Adi, with the first side, and Siti have a match under way, each on its page: one on a phone."""
    adi, siti = await chats.window("Adi"), await chats.window("Siti", viewport=PHONE, has_touch=True)
    await adi.types(f"/play @Siti {game} first")
    await siti.presses("Accept")
    await siti.reads("to move")
    for client in (adi, siti):
        await client.page.get_by_role("link", name="Open the board").click()
        await expect(client.page.locator(f"{BOARD} [role=grid]")).to_be_visible()
    return adi.page, siti.page


async def spot(page: Page, point: str) -> tuple[float, float]:
    """Where a point of the board is in the window."""
    number = await page.evaluate("name => document.querySelector('papan-board').measures.names.indexOf(name)", point)
    box = await page.locator(f"{BOARD} button[data-point='{number}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def touch(page: Page, point: str) -> None:
    """Touch a point of the board, as a finger does."""
    await page.mouse.click(*await spot(page, point))


async def at_ply(page: Page, ply: int) -> None:
    await page.wait_for_function("ply => document.querySelector('papan-board').table?.ply === ply", arg=ply)


async def moves_of(page: Page) -> list[str]:
    return await page.locator("#moves li").all_inner_texts()


async def name_of_focus(page: Page) -> str:
    return str(await page.evaluate("() => document.activeElement.getAttribute('aria-label')"))


SHOW = """async (facts) => {
    const old = document.querySelector('papan-board');
    const board = document.createElement('papan-board');
    board.texts = old.texts;
    window.told = [];
    for (const name of ['turn', 'proposed', 'moved', 'forbidden']) {
        board.addEventListener(name, ({ detail }) => window.told.push([name, detail]));
    }
    old.replaceWith(board);
    await board.show({ ...old.table, ...facts, last: null, ply: 0, moves: [] }, old.build);
}"""


async def stands(page: Page, key: str, text: str) -> None:
    """Put a board with a position in the place of a match's board; what it tells is kept in ``told``, and not sent."""
    ruleset = find_ruleset(key)
    position = parse_position(ruleset, text)
    facts = {
        "ruleset": key,
        "cells": position.cells,
        "stacks": position.stacks,
        "hands": position.hand,
        "pieces": {kind.letter: {"side": kind.side, "name": kind.noun.singular} for kind in ruleset.kinds},
        "turn": position.turn,
        "mine": [position.turn],
        "bottom": 0,
        "steps": steps_body(turn_graph(first_choice(ruleset, position))),
    }
    await page.evaluate(SHOW, facts)


async def told(page: Page) -> list[str]:
    """The names of the events of a board, in their order."""
    return [name for name, _ in await page.evaluate("window.told")]
