"""A long match by keys alone: the arrow keys and Enter, and Tab to come to the board."""

import pytest
from playwright.async_api import Page, expect

from engine.game import Game
from engine.games import find_ruleset
from engine.moves import Move
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import BOARD, Hand, at_ply, begin, plays
from tests.suites import deep, quick_first

MATCHES = (("malaysian-checkers-8", 12), ("malaysian-checkers", 100))
IN_BOARD = "document.activeElement.matches('papan-board .points button')"
WAY = """async (name) => {
    const { nextPoint } = await import('/static/board/keys.js');
    const { measures } = document.querySelector('papan-board');
    const ways = new Map([[Number(document.activeElement.dataset.point), []]]);
    for (const [point, way] of ways) {
        if (measures.names[point] === name) return way;
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
            const next = nextPoint(measures, point, key);
            if (next !== null && !ways.has(next)) ways.set(next, [...way, key]);
        }
    }
    throw Error(`${name} cannot be reached`);
}"""


async def goes_to(page: Page, name: str) -> None:
    """Press the arrow keys that lead from the point with the focus to another, and Enter."""
    for key in await page.evaluate(WAY, name):
        await page.keyboard.press(key)
    await page.keyboard.press("Enter")


async def accepts(page: Page) -> None:
    """Accept a price, whose question has the focus."""
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")


KEYS = Hand(goes_to, accepts)


def quiet(game: Game, turn: int) -> Move:
    """A legal move, the same on every run, that takes and costs nothing where there is one."""
    moves = game.legal_moves
    free = [move for move in moves if not move.captured and move.forfeit is None] or moves
    return free[(7 * turn) % len(free)]


@deep("moves by keys alone are made on a live board in the quick suite")
@pytest.mark.parametrize(("key", "plies"), quick_first(MATCHES, "a short match by keys in the quick suite"))
@pytest.mark.long("a browser starts, and a match is played in it")
async def test_a_long_match_is_played_by_keys_alone(chats: ChatPlatforms, key: str, plies: int) -> None:
    game = Game.begin(find_ruleset(key))
    pages = await begin(chats, key)
    for page in pages:
        while not await page.evaluate(IN_BOARD):
            await page.keyboard.press("Tab")
    for turn in range(plies):
        assert not game.outcome
        move = quiet(game, turn)
        assert await pages[game.turn].evaluate(IN_BOARD), "the focus has stayed on the board"
        await plays(pages[game.turn], game, move, KEYS)
        game = game.play(move)
        for page in pages:
            await at_ply(page, game.ply)
    for page in pages:
        await expect(page.locator(f"{BOARD} button:focus")).to_have_count(1)
