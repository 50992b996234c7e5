"""Live boards of two people in their browsers, and touches on them."""

from playwright.async_api import Page, expect

from tests.conversation.chat_platforms import PHONE, ChatPlatforms

BOARD = "papan-board"


async def begin(chats: ChatPlatforms, game: str) -> tuple[Page, Page]:
    """Adi, with the first side, and Siti have a match under way, each on its page: one on a phone."""
    adi, siti = await chats.window("Adi"), await chats.window("Siti", viewport=PHONE, has_touch=True)
    await adi.types(f"/play @Siti {game} first pace:none")  # over days a phone asks before each move
    await siti.presses("Accept")
    await siti.reads("to move")
    for client in (adi, siti):
        await client.page.locator("#log a.live").last.click()
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
