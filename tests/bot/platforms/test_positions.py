"""A match from a position, with the real clients: typed on Telegram, by its option and by the button on Discord."""

from pathlib import Path

from loopback.discord import DiscordServer
from loopback.discord.world import ALL, OPEN_THREADS
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep

KINGS = "W:Wc3,Kd2:Ba7,b8"


@deep("a position is given on Discord in the quick suite, and typed to the app")
async def test_on_telegram_a_typed_position_is_an_invitation(village: Village) -> None:
    village.adi.say(village.group, f"/play @siti_k first dam-8 from:{KINGS}")
    card = await village.siti.gets(village.group, text="from a position", key="Accept")
    await village.siti.answer(village.siti.press(card, "Accept"))
    await village.adi.gets(village.group, text="Adi (White) to move", photo=True)
    village.adi.say(village.group, "/move c3-d4")
    await village.adi.gets(village.group, text="played c3-d4", photo=True)


async def test_on_discord_it_has_an_option_and_a_button(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL & ~OPEN_THREADS)
    async with papan(discord, tmp_path):
        board = await table.begin()
        await table.adi.slash("move", move="c3-b4")
        await table.stranger.until(lambda each: each is board and "Siti (Black) to move" in each.content)
        await table.adi.slash("resign")
        sure = await table.adi.until(lambda each: "Give up" in each.content)
        await table.adi.press(sure, "Yes, resign")
        await table.stranger.until(lambda each: each is board and "has resigned" in each.content)
        await table.stranger.press(board, "Moves")
        more = await table.stranger.until(lambda each: each.only_for is not None and "in the bank" in each.content)
        await table.stranger.press(more, "Continue from here")
        panel = await table.stranger.until(
            lambda each: each.only_for is not None and "Whom do you want" in each.content
        )
        assert panel.only_for == table.stranger.user.id
        await table.stranger.press(panel, "Anybody")
        await table.adi.until(lambda each: "from a position" in each.content and "invites anybody" in each.content)
        await table.adi.slash("play", **{"from": f"dam-8 {KINGS}"})
        asked = await table.adi.until(lambda each: each.only_for is not None and "from a position" in each.content)
        assert asked.files
