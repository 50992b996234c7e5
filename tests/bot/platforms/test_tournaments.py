"""A tournament on real platforms: one card for all, and boards where they disturb nobody."""

from pathlib import Path

import pytest

from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.conversation.clients import DiscordClient, TelegramClient
from tests.conversation.tournament_story import play, three_join
from tests.suites import deep


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is edited at once."""
    monkeypatch.setattr("bot.workers.errands.courier.LOOK_AGAIN", 0.0)
    monkeypatch.setattr("bot.workers.errands.contest_cards.EDIT_AGAIN_AFTER", 0.0)


async def test_on_telegram_a_group_plays_a_round_robin(village: Village) -> None:
    group, people = village.group, (village.adi, village.siti, village.ros)
    group.admins.add(village.adi.id)
    for person in people:
        person.start()
    adi, siti, ros = (TelegramClient(village.server, each, group) for each in people)
    await three_join(adi, siti, ros)
    clients = {"Adi": adi, "Siti": siti, "Ros": ros}
    winner = await play(clients, village.running.services)
    cards = [each for each in village.ros.from_bot(group) if "Piala Kampung" in each.shown]
    assert len(cards) == 1, "one card is edited"
    assert cards[0].photo
    await clients[winner].types("/profile")
    await clients[winner].presses("Badges")
    await clients[winner].reads("the tournament Piala Kampung, won on")


@deep("the same is played on Telegram in the quick suite")
async def test_on_discord_a_server_plays_a_round_robin(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL)
    table.adi.user.manager = True
    async with papan(discord, tmp_path) as running:
        members = [
            Member(discord, each.user, table.channel, "en-US") for each in (table.adi, table.siti, table.stranger)
        ]
        adi, siti, ros = (DiscordClient(each) for each in members)
        await three_join(adi, siti, ros)
        await play({"Adi": adi, "Siti": siti, "Ros": ros}, running.services)
