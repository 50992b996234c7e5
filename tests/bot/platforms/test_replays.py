"""A match looked through turn by turn in chats: on Telegram in the private chat, on Discord for oneself alone."""

from pathlib import Path

from loopback.discord import DiscordServer
from loopback.discord.world import ALL, OPEN_THREADS, Message
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep


@deep("a match is replayed on Discord in the quick suite")
async def test_on_telegram_it_is_one_message_in_the_private_chat(village: Village) -> None:
    board = await village.begin()
    code, private = board.shown[:4], village.siti.private
    village.siti.start()
    await village.siti.gets(private)
    for person, move in ((village.adi, "c3-d4"), (village.siti, "b6-a5"), (village.adi, "d4-e5")):
        person.say(village.group, f"/move {move}")
        await village.adi.gets(village.group, text=f"played {move}", photo=True)
    village.siti.say(private, f"/replay {code}")
    shown = await village.siti.gets(private, text="2. d4-e5 (Adi)", key="◀")
    assert shown.photo
    village.siti.press(shown, "◀")
    await village.server.until(lambda: "1... b6-a5 (Siti)" in shown.shown)
    village.siti.press(shown, "⏮")
    await village.server.until(lambda: "Before the first of 3 turns." in shown.shown)
    village.siti.press(shown, "Go to...")
    await village.server.until(lambda: "Which turn?" in shown.shown)
    village.siti.press(shown, "1. c3-d4")
    await village.server.until(lambda: "1. c3-d4 (Adi)" in shown.shown)
    assert shown.photo


async def test_on_discord_only_who_asked_sees_it(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL & ~OPEN_THREADS)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.slash("move", move="c3-b4")
        await table.stranger.until(lambda each: each is board and "Siti (Black) to move" in each.content)
        await table.adi.slash("resign")
        sure = await table.adi.until(lambda each: "Give up" in each.content)
        await table.adi.press(sure, "Yes, resign")
        await table.stranger.until(lambda each: each is board and "has resigned" in each.content)

        async def reads(text: str) -> Message:
            return await table.stranger.until(lambda each: each.only_for is not None and text in each.content)

        await table.stranger.press(board, "Moves")
        await table.stranger.press(await reads("in the bank"), "Replay")
        shown = await reads("1. c3-b4 (Adi)")
        assert shown.only_for == table.stranger.user.id
        assert shown.files
        await table.stranger.press(shown, "◀")
        await reads("Before the first of 1 turn.")
