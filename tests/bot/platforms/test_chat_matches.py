"""Two chats play against each other on real platforms, a group on Telegram and a server on Discord."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.bootstrap.assembly import run_app
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, OPEN_THREADS
from loopback.telegram import TelegramServer
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in
from tests.bot.moved_time import moved_time
from tests.conversation.chat_match_story import challenge, play
from tests.conversation.clients import DiscordClient, TelegramClient


@pytest.mark.long("days pass, and Papan notes every hour of them")
async def test_a_group_on_telegram_plays_against_a_server_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    with moved_time() as time:
        async with TelegramServer() as server:
            people = [server.person(name, f"{name.casefold()}_k", started=True) for name in ("Adi", "Siti")]
            group = server.group("Kampung Baru", *people)
            group.admins.add(people[0].id)
            channel = discord.add_channel("serambi", discord.add_guild("Hutan Batu"), allowed=ALL & ~OPEN_THREADS)
            members = [Member(discord, discord.add_user(name), channel, "en-US") for name in ("Budi", "Dewi")]
            members[0].user.manager = True
            both = to_telegram(
                server,
                file_in(tmp_path),
                discord_token=SecretStr(discord.token),
                discord_api_url=discord.api_url,
                discord_gateway_url=discord.gateway_url,
            )
            async with run_app(both) as running:
                services = running.services
                adi, siti = (TelegramClient(server, each, group) for each in people)
                budi, dewi = (DiscordClient(each) for each in members)

                async def forward(hours: float) -> None:
                    await time.forward(services, hours)

                await challenge((adi, siti), (budi, dewi), services)
                await play((adi, siti), (budi, dewi), forward, services)
            assert server.violations == []
