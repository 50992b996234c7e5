"""``/puzzle`` on both platforms: nobody else in a chat sees how somebody solves it."""

from pathlib import Path

from loopback.discord import DiscordServer, Member
from loopback.discord.world import DM
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep


@deep("a puzzle is asked for on Discord in the quick suite")
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


async def test_a_turn_is_typed_in_answer_to_an_older_panel_of_telegram(village: Village) -> None:
    private = village.adi.private
    village.adi.start()
    village.adi.say(private, "/learn english-draughts 5")
    lesson = await village.adi.gets(private, text="Lesson 5 of", key="Show", photo=True)
    village.adi.say(private, "/learn english-draughts 1")
    await village.adi.gets(private, text="Lesson 1 of", key="Show", photo=True)
    village.adi.say(private, "f6", reply_to=lesson)
    await village.adi.gets(private, text="Right: f6.", photo=True)


@deep("a turn answers an older panel of Telegram in the quick suite")
async def test_and_of_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    dm = Member(discord, table.adi.user, discord.add_channel("dm", kind=DM, recipient=table.adi.user))
    async with papan(discord, tmp_path):
        await dm.slash("learn", game="english-draughts", lesson="5")
        asked = await dm.until(lambda each: "Lesson 5 of" in each.content)
        await dm.slash("learn", game="english-draughts", lesson="1")
        await dm.until(lambda each: "Lesson 1 of" in each.content)
        await dm.says("f6", reply_to=asked)
        await dm.until(lambda each: "Right: f6." in each.content)
