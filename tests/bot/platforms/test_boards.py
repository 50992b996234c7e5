"""Two chats play each other board by board on real platforms, a group on Telegram and a server on Discord."""

from functools import partial
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.bootstrap.assembly import run_app
from loopback.discord import DiscordServer, Member
from loopback.discord.server import until
from loopback.discord.world import ALL
from loopback.telegram import Message, TelegramServer
from loopback.telegram import Person as Reader
from tests.bot.connected import to_telegram
from tests.bot.database_files import file_in
from tests.bot.kit import check
from tests.conversation.boards_story import begin, end, gather
from tests.conversation.clients import DiscordClient, TelegramClient


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is edited at once."""
    monkeypatch.setattr("bot.workers.errands.courier.LOOK_AGAIN", 0.0)
    monkeypatch.setattr("bot.workers.errands.contest_cards.EDIT_AGAIN_AFTER", 0.0)


def _boards(person: Reader, code: str) -> list[Message]:
    return [each for each in person.from_bot(person.private) if code in each.shown]


async def test_a_group_on_telegram_plays_a_server_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    async with TelegramServer() as server:
        people = [server.person(name, f"{name.casefold()}_k", started=True) for name in ("Adi", "Siti")]
        group = server.group("Kampung Baru", *people)
        group.admins.add(people[0].id)
        channel = discord.add_channel("serambi", discord.add_guild("Hutan Batu"), allowed=ALL)
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
            await gather(adi, siti, budi, dewi, services)
            codes = await begin(adi, budi, services)
            await server.until(partial(_boards, people[0], codes[0]))
            threads = discord.world.channels.values()
            await until(lambda: [each.name for each in threads if each.name.startswith("Siti v Dewi")], discord.world)
            await end(dewi, adi, budi, codes)
            seen = people[0].from_bot(group)
            assert len([each for each in seen if each.shown.startswith("Boards match · ")]) == 1, "it is edited"
            assert not [each for each in seen if each.photo], "boards stand in private chats"
            assert await check(services.database) == []
        assert server.violations == []
