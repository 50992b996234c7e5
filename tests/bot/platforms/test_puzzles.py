"""``/puzzle`` on both platforms: nobody else in a chat sees how somebody solves it."""

from pathlib import Path

from loopback.discord import DiscordServer
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village


async def test_in_a_private_chat_of_telegram(village: Village) -> None:
    village.adi.start()
    village.adi.say(village.adi.private, "/puzzle dam-8")
    asked = await village.adi.gets(village.adi.private, text="Puzzle · Malaysian checkers 8x8", key="Hint", photo=True)
    goal = next(line for line in asked.shown.splitlines() if "to move and" in line)
    village.adi.press(asked, "Show")
    shown = await village.adi.gets(village.adi.private, text="The line: 1. ", key="Once more")
    assert goal in shown.shown
    village.adi.press(shown, "Once more")
    await village.adi.gets(village.adi.private, text=goal, key="Hint")


async def test_in_a_channel_of_discord_for_one_alone(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.adi.slash("puzzle", game="dam-8")
        asked = await table.adi.until(lambda each: "Puzzle · Malaysian checkers 8x8" in each.content)
        await table.adi.press(asked, "Show")
        shown = await table.adi.until(lambda each: "The line: 1. " in each.content)
        assert shown.files
        assert shown.only_for == asked.only_for == table.adi.user.id
