"""Live boards of two people in their browsers, and touches on them."""

from playwright.async_api import Page, expect

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


SPOT = """async (name) => {
    const board = document.querySelector('papan-board');
    await board.showing;
    const { names, points, width, height } = board.measures;
    const [x, y] = points[names.indexOf(name)];
    const box = board.getBoundingClientRect();
    return [box.left + (x / width) * box.width, box.top + (y / height) * box.height];
}"""


async def spot(page: Page, point: str) -> tuple[float, float]:
    """Where a point of the board is in the window, once the board stands as it was last told."""
    x, y = await page.evaluate(SPOT, point)
    return x, y


async def touch(page: Page, point: str) -> None:
    """Touch a point of the board, as a finger does."""
    await page.mouse.click(*await spot(page, point))


async def at_ply(page: Page, ply: int) -> None:
    await page.wait_for_function("ply => document.querySelector('papan-board').table?.ply === ply", arg=ply)


async def moves_of(page: Page) -> list[str]:
    return await page.locator("#moves li").all_inner_texts()
