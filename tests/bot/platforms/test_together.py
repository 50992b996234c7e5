"""A team on real platforms: some of a chat gather on a card, which becomes their board."""

from pathlib import Path

import pytest

from loopback.discord import DiscordServer, Member
from tests.bot.moved_time import moved_time
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import village_in
from tests.conversation.clients import DiscordClient, TelegramClient
from tests.conversation.together_story import each_other, gives_up, in_consultation, in_turn
from tests.conversation.village_story import begin_village
from tests.suites import deep


@deep("a group and a server vote in the quick suite, in test_chat_matches; what a team sees is asked in tests/bot/app")
@pytest.mark.long("hours pass, and Papan notes every one of them")
async def test_on_telegram(tmp_path: Path) -> None:
    with moved_time() as time:
        async with village_in(tmp_path) as village:
            village.group.admins.add(village.adi.id)
            people = (village.adi, village.siti, village.ros)
            for person in people:
                person.start()
            services = village.running.services
            adi, siti, ros = (TelegramClient(village.server, each, village.group) for each in people)

            async def forward(hours: float) -> None:
                await time.forward(services, hours)

            await begin_village(adi)
            code = await in_turn(adi, siti, ros, forward, services)
            boards = [each for each in village.siti.from_bot(village.group) if each.photo and code in each.shown]
            assert len(boards) == 1, "the card becomes the board"
            await gives_up(adi, siti, services, code)
            await in_consultation(adi, siti, ros, services)


@deep("a group and a server vote in the quick suite, in test_chat_matches; what a team sees is asked in tests/bot/app")
async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.adi.user.manager = True
    with moved_time() as time:
        async with papan(discord, tmp_path) as running:
            members = [
                Member(discord, each.user, table.channel, "en-US") for each in (table.adi, table.siti, table.stranger)
            ]
            adi, siti, ros = (DiscordClient(each) for each in members)

            async def forward(hours: float) -> None:
                await time.forward(running.services, hours)

            await begin_village(adi)
            code = await in_turn(adi, siti, ros, forward, running.services)
            await gives_up(adi, siti, running.services, code)
            await each_other(adi, siti, ros, running.services)
            await in_consultation(adi, siti, ros, running.services)
