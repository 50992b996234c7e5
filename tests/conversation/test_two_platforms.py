"""One match on two platforms: opened on one, joined by its code on the other, and shown up to date on both."""

import re

import pytest

from tests.conversation.chat_platforms import ChatPlatforms
from tests.suites import quick_first


@pytest.mark.parametrize(
    ("here", "there"),
    quick_first([("discord", "telegram"), ("telegram", "web"), ("web", "discord")], "two platforms stand for all"),
    ids=lambda name: name,
)
async def test_a_match_opened_here_and_joined_there_is_shown_in_both(
    platforms: ChatPlatforms, here: str, there: str
) -> None:
    async with platforms.running_app():
        adi, siti = await platforms.client(here, "Adi"), await platforms.client(there, "Siti")
        await adi.types("/play main-tapal-empat second")
        card = await adi.reads("invites anybody")
        code = re.findall(r"/join\S* ([A-Z0-9]{4})", card)[0]
        await siti.types(f"/join {code}")
        for client in (adi, siti):
            await client.reads(code, "Adi (Tigers) to move")
        await adi.types("/move b2 d4")
        for client in (adi, siti):
            await client.reads("Adi put the tigers on b2 and d4", "Siti (Goats) to move")
        await siti.types("/move c3")
        for client in (adi, siti):
            await client.reads("Siti put the goat on c3", "Adi (Tigers) to move")
    async with platforms.running_app():
        await adi.answers_board("b2-b1")
        for client in (adi, siti):
            await client.reads("Adi played b2-b1", "Siti (Goats) to move")
        await siti.types(f"/resign {code}")
        await siti.presses("Yes, resign")
        for client in (adi, siti):
            await client.reads("Siti has resigned")
