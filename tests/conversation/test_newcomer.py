"""Newcomers, who know no command, get to what the room has by few presses on a phone."""

import re

import pytest
from playwright.async_api import expect

from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.live_boards import begin
from tests.conversation.test_learning import newcomer
from tests.suites import deep

MOST = 3


@deep("lessons and puzzles, which take fewer presses, are reached in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_friend_reads_the_way_to_the_board_from_the_phone(chats: ChatPlatforms) -> None:
    comes = await newcomer(chats)
    page = comes.page
    await comes.on(page.get_by_role("button", name="With a friend").first)
    await comes.on(page.locator(".sheet").get_by_role("button", name="Play", exact=True))
    await expect(page.locator("#invite .qr svg")).to_be_in_viewport(ratio=1)
    assert comes.made <= MOST


@deep("lessons and puzzles, which take fewer presses, are reached in the quick suite")
@pytest.mark.long("a browser starts")
async def test_a_position_is_set_up(chats: ChatPlatforms) -> None:
    comes = await newcomer(chats)
    page = comes.page
    await comes.on(page.locator(".game a[href^='/g/']").first)
    await comes.on(page.get_by_role("link", name="Set up a position"))
    await expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
    await expect(page).to_have_url(re.compile("/edit/"))
    assert comes.made <= MOST


@deep("guesses are made and scored by the app in the quick suite")
@pytest.mark.long("a browser starts")
async def test_who_looks_on_guesses_and_is_not_asked_to_sit_down(chats: ChatPlatforms) -> None:
    adi, _ = await begin(chats, "dam-8")
    comes = await newcomer(chats)
    page, door = comes.page, comes.page.get_by_role("dialog", name="Give a name")
    await page.goto(adi.url)
    await comes.on(page.locator("#actions").get_by_role("button", name="Guess", exact=True))
    await comes.on(door.get_by_role("button", name="Go on", exact=True))
    await expect(page.locator("#ask")).to_contain_text("Which turn will Adi play?")
    assert comes.made <= MOST
