"""The live board inside Telegram: the same match as in the group, under the hand of the person of the chat."""

import re

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.clients import TelegramClient
from tests.conversation.live_boards import at_ply, touch
from tests.conversation.mini_app import opened, running


async def begun(chats: ChatPlatforms) -> tuple[TelegramClient, TelegramClient, str]:
    """Adi and Siti have a match under way in the group; Adi is to move."""
    adi, siti = await chats.client("telegram", "Adi"), await chats.client("telegram", "Siti")
    assert isinstance(adi, TelegramClient)
    assert isinstance(siti, TelegramClient)
    await adi.types("/play dam-8 first pace:none")
    card = await adi.reads("invites anybody")
    code = re.findall(r"/join\S* ([A-Z0-9]{4})", card)[0]
    await siti.types(f"/join {code}")
    await adi.reads("Adi (White) to move")
    return adi, siti, code


@pytest.mark.long("a browser starts")
async def test_a_match_between_the_page_and_the_group(platforms: ChatPlatforms) -> None:
    async with running(platforms) as chats:
        adi, siti, code = await begun(chats)
        page = await opened(chats, adi.person, code)
        await expect(page).to_have_url(f"{chats.app_url}/m/{code}")
        for ply, (mine, hers) in enumerate((("c3 d4", "f6-e5"), ("d4 f6", "g7-e5"), ("e3 d4", "e5-c3"))):
            for point in mine.split():
                await touch(page, point)
            await siti.reads("Adi played", "Siti (Black) to move")
            await at_ply(page, 2 * ply + 1)
            await siti.answers_board(hers)
            await at_ply(page, 2 * ply + 2)
        await page.get_by_role("button", name="More").click()
        await page.get_by_role("button", name="Resign").click()
        await page.get_by_role("button", name="Yes, resign").click()
        await siti.reads("Adi has resigned")
        await expect(page.locator("#end")).to_be_visible()
