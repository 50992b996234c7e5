"""A relaxed match over days on each platform, in the time of the test: what people read and press of its clock."""

from pathlib import Path

import pytest
from playwright.async_api import Page

from bot.services.integrity import check
from bot.store import pulse
from tests.bot.moved_time import moved_time
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.clients import WebClient
from tests.conversation.shared_browser import SharedBrowser
from tests.conversation.two_days import play_two_days
from tests.suites import quick_first


@pytest.mark.parametrize(
    "platform", quick_first(["telegram", "discord", "web"], "the same days pass on one platform in the quick suite")
)
@pytest.mark.long("days pass, and Papan notes every hour of them")
async def test_a_match_lasts_for_days(tmp_path: Path, shared_browser: SharedBrowser, platform: str) -> None:
    with moved_time() as time:
        async with ChatPlatforms(tmp_path, shared_browser) as chats, chats.running_app() as running:
            adi, siti = await chats.client(platform, "Adi"), await chats.client(platform, "Siti")
            pages: list[Page] = [each.page for each in (adi, siti) if isinstance(each, WebClient)]

            async def forward(hours: float) -> None:
                await time.forward(running.services, hours)
                for page in pages:
                    await page.clock.set_fixed_time(time.now())

            await forward(0)
            await play_two_days(adi, siti, forward)
            database = running.services.database
            seen = await database.read(pulse.load)
            assert seen
            assert seen.era == 0, "all of it was time in which Papan ran"
            assert await check(database) == []
