"""Take the picture of the web room for the documents: ``python -m tools.room_picture [FILE]``; it takes Chromium."""

import asyncio
import re
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright
from pydantic import SecretStr

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings
from bot.platforms.web import WebRoom
from loopback import programs

FILE = Path(__file__).parents[1] / "docs" / "room.png"
MOVES = ("c3-d4", "b6-a5", "d4-c5", "d6xb4")


async def _window(browser: Browser, url: str, name: str) -> Page:
    page = await browser.new_page(viewport={"width": 1100, "height": 760}, locale="en-GB")
    await page.goto(f"{url}talk")
    await page.fill("#name", name)
    await page.click("#sit button[type=submit]")
    await page.locator("#door").wait_for(state="hidden")
    return page


async def _types(page: Page, line: str) -> None:
    await page.fill("#line", line)
    await page.keyboard.press("Enter")


async def take(file: Path) -> None:
    """A match between two people, as one of them sees it."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database_url=SecretStr(f"sqlite:///{folder}/papan.db"), papan_web=Address("127.0.0.1", 0))
        async with run_app(settings) as running, async_playwright() as playwright:
            url = next(each.url for each in running.platforms if isinstance(each, WebRoom))
            browser = await playwright.chromium.launch(executable_path=programs.chromium(), args=["--no-sandbox"])
            siti, adi = await _window(browser, url, "Siti"), await _window(browser, url, "Adi")
            await _types(siti, "/play @Adi dam-8 first pace:none")
            await adi.get_by_role("button", name="Accept").click()
            await adi.locator("papan-board [role=application]").wait_for()  # whoever accepts is led there
            await adi.goto(f"{url}talk")
            boards = "#log > li.public"
            for mover, name, move in zip((siti, adi) * 2, ("Siti", "Adi") * 2, MOVES, strict=True):
                await mover.locator(boards, has_text=re.compile(rf"{name} \(\w+\) to move")).wait_for()
                await _types(mover, f"/move {move}")
            for page in (adi, siti):
                await page.locator(boards, has_text=MOVES[-1]).locator("a.live").click()
                await page.locator("papan-board [role=application]").wait_for()
            for page, said in ((siti, "I did not see that one."), (adi, "Your turn!")):
                await page.fill("#said", said)
                await page.press("#said", "Enter")
                await siti.locator("#log .said", has_text=said).wait_for()
            await siti.wait_for_load_state("networkidle")
            await siti.locator("#toast").wait_for(state="hidden")
            await siti.locator("papan-board button[aria-label^='e3']").click()
            await siti.screenshot(path=file)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1]) if sys.argv[1:] else FILE))
