"""A team that consults, in browsers: the others of it see at once what each draws and proposes, nobody else does."""

from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from bot.matches.identity import Place
from bot.platforms.web.windows import COMMON_ROOM
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.clients import WebClient
from tests.conversation.live_boards import BOARD, spot, touch
from tests.conversation.village_story import live

OWN = f"{BOARD} .marks .drawn:not(.casing)"
THEIRS = f"{BOARD} .marks .theirs:not(.casing)"
CONSULTS = "() => document.querySelector('papan-board')?.isShared"


async def draw(page: Page, start: str, end: str) -> None:
    """Draw with the other button of a mouse."""
    await page.mouse.move(*await spot(page, start))
    await page.mouse.down(button="right")
    await page.mouse.move(*await spot(page, end), steps=3)
    await page.mouse.up(button="right")


async def looks(client: WebClient) -> Page:
    """The page on which somebody looks at the board of the latest match."""
    await client.page.locator("#log a.live").last.click()
    await expect(client.page.locator(f"{BOARD} [role=application]")).to_be_visible()
    return client.page


@pytest.mark.long("three browser windows, and the computer moves")
async def test_a_team_sees_what_its_members_draw_and_plays_what_they_agree_on(platforms: ChatPlatforms) -> None:
    async with platforms.running_app() as running:
        await running.services.communities.change(
            Place("web", COMMON_ROOM), lambda found: replace(found, settings={**found.settings, "village": "8h"})
        )
        adi, siti, ros = [await platforms.window(name) for name in ("Adi", "Siti", "Ros")]
        await adi.types("/together dam-8 against:1 way:consultation")
        await siti.presses("Join")
        await adi.reads("In the team: Adi and Siti.")
        await adi.presses("Begin")
        await ros.reads("The team consults: propose a turn with Our move.")
        one, other, onlooker = [await looks(each) for each in (adi, siti, ros)]
        for page in (one, other):
            await page.wait_for_function(CONSULTS)
        await draw(one, "c3", "d4")
        await draw(one, "e5", "e5")
        await draw(other, "b6", "a5")
        await expect(other.locator(THEIRS)).to_have_count(2)
        await expect(one.locator(THEIRS)).to_have_count(1)
        await draw(one, "e5", "e5")
        await expect(other.locator(THEIRS)).to_have_count(1)
        await expect(one.locator(OWN)).to_have_count(1)
        await one.reload()
        await one.wait_for_function(CONSULTS)
        await expect(one.locator(OWN)).to_have_count(1)
        (code,) = await live(running.services)
        match = await running.services.matches.get(code)
        names, turn = match.game.ruleset.board.points, match.game.legal_moves[0]
        move = "-".join(names[each] for each in turn.path)
        await one.get_by_role("button", name="Our move").click()
        await expect(one.locator("#ask")).to_contain_text("Which turn should")
        for point in turn.path:
            await touch(one, names[point])
        await other.get_by_role("button", name=f"Agree: {move}").click()
        await other.get_by_role("button", name=f"Play {move}").click()
        for page in (one, other):
            await expect(page.locator(OWN)).to_have_count(0)
            await expect(page.locator(THEIRS)).to_have_count(0)
        await expect(onlooker.locator(f"{OWN}, {THEIRS}")).to_have_count(0)
