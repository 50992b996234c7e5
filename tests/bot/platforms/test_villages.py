"""A village on real platforms: a chat votes in panels of each one's own, and its one board counts the voices."""

from pathlib import Path

from loopback.discord import DiscordServer, Member
from tests.bot.moved_time import moved_time
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import village_in
from tests.conversation.clients import DiscordClient, TelegramClient
from tests.conversation.village_story import begin_village, nobody_votes, one_against_all
from tests.suites import deep


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
            code = await one_against_all(adi, siti, ros, forward, services)
            boards = [each for each in village.siti.from_bot(village.group) if each.photo and code in each.shown]
            assert len(boards) == 1, "it is edited, and nothing is posted beside it"
            await nobody_votes(siti, ros, forward, services, code)


@deep("the same is played on Telegram in the quick suite")
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
            code = await one_against_all(adi, siti, ros, forward, running.services)
            await nobody_votes(siti, ros, forward, running.services, code)
