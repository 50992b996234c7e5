"""The lost ending of a week on real platforms: asked for in the group, played in private."""

from pathlib import Path

from bot.matches.holdouts import of_week, week_of
from bot.services.integrity import check
from bot.services.services import Services
from engine.holdouts import Ending, endings
from loopback.discord import DiscordServer
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.conversation.clients import DiscordClient, TelegramClient
from tests.conversation.holdout_story import two_hold_out
from tests.suites import deep


def of_now(services: Services) -> Ending:
    return of_week(week_of(services.clock()), endings())


async def test_on_telegram(village: Village) -> None:
    for person in (village.adi, village.siti):
        person.start()
    adi, siti = (TelegramClient(village.server, each, village.group) for each in (village.adi, village.siti))
    await two_hold_out(adi, siti, of_now(village.running.services))
    told = [each.shown for each in village.ros.from_bot(village.group)]
    assert not [each for each in told if "You played" in each or "You held" in each], "the group reads no turn"
    assert await check(village.running.services.database) == []


@deep("the same story on Telegram is in the quick suite")
async def test_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.siti.locale = "en-US"
    adi, siti = DiscordClient(table.adi), DiscordClient(table.siti)
    async with papan(discord, tmp_path) as running:
        await two_hold_out(adi, siti, of_now(running.services))
        assert not [each for each in table.stranger.sees() if "You held" in each.content]
