"""Duplicate on real platforms: one card for all, and boards that nobody else sees."""

from pathlib import Path

import pytest

from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.conversation.clients import DiscordClient, TelegramClient
from tests.conversation.duplicate_story import switch_on, two_play
from tests.suites import deep


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is edited at once."""
    monkeypatch.setattr("bot.workers.errands.courier.LOOK_AGAIN", 0.0)
    monkeypatch.setattr("bot.workers.errands.contest_cards.EDIT_AGAIN_AFTER", 0.0)


async def test_on_telegram_a_group_plays_a_position(village: Village) -> None:
    group, people = village.group, (village.adi, village.siti)
    group.admins.add(village.adi.id)
    for person in people:
        person.start()
    adi, siti = (TelegramClient(village.server, each, group) for each in people)
    await switch_on(adi)
    await two_play(adi, siti, village.running.services)
    cards = [each for each in village.ros.from_bot(group) if "The same 8 positions" in each.shown]
    assert len(cards) == 1, "one card is edited"


@deep("the same is played on Telegram in the quick suite")
async def test_on_discord_a_server_plays_a_position(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL)
    table.adi.user.manager = True
    async with papan(discord, tmp_path) as running:
        members = [Member(discord, each.user, table.channel, "en-US") for each in (table.adi, table.siti)]
        adi, siti = map(DiscordClient, members)
        await switch_on(adi)
        await two_play(adi, siti, running.services)
