"""The page inside Telegram in Chromium, opened with launch data as Telegram signs it."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from urllib.parse import urlencode

from init_data_py import sign
from playwright.async_api import Page, expect

from loopback.telegram.people import Person
from tests.conversation.chat_platforms import PHONE, ChatPlatforms

DAY = {
    "bg_color": "#ffffff", "text_color": "#000000", "hint_color": "#8e8e93", "link_color": "#007aff",
    "button_color": "#007aff", "button_text_color": "#ffffff", "secondary_bg_color": "#efeff4",
}  # fmt: skip
"""Colours of Telegram's own, by day and by night."""
NIGHT = {
    "bg_color": "#17212b", "text_color": "#f5f5f5", "hint_color": "#708499", "link_color": "#6ab3f3",
    "button_color": "#5288c1", "button_text_color": "#ffffff", "secondary_bg_color": "#232e3c",
}  # fmt: skip


def launch_data(chats: ChatPlatforms, person: Person, start: str = "") -> str:
    """The data that Telegram signs for a person who opens the page now."""
    who = person.account
    user = {"id": who.id, "first_name": who.name, "username": who.username, "language_code": who.language}
    wish = {"start_param": start} if start else {}
    return sign({"user": json.dumps(user), "chat_instance": "1", **wish}, chats.telegram.token)


def fragment(data: str, theme: Mapping[str, str] = DAY) -> str:
    """The part that Telegram puts behind the address of the page."""
    return urlencode({"tgWebAppData": data, "tgWebAppVersion": "9.1", "tgWebAppThemeParams": json.dumps(dict(theme))})


async def opened(
    chats: ChatPlatforms, person: Person, start: str = "", theme: Mapping[str, str] = DAY, **context: object
) -> Page:
    """The page as a person has opened it on their phone."""
    profile = await chats.browser(**{"viewport": PHONE, "has_touch": True, **context})
    page = await profile.new_page()
    await page.goto(f"{chats.app_url}/app#{fragment(launch_data(chats, person, start), theme)}")
    if start:
        await expect(page.locator("papan-board [role=application]")).to_be_visible()
    return page


@asynccontextmanager
async def running(chats: ChatPlatforms) -> AsyncIterator[ChatPlatforms]:
    """The platforms with Papan and its page inside Telegram."""
    chats.with_app()
    async with chats.running_app():
        yield chats
