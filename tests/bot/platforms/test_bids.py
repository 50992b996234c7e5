"""An auction for the hunted side, with the real clients: typed on Telegram, by its option on Discord."""

from pathlib import Path

from loopback.discord import DiscordServer
from loopback.discord.world import ALL, OPEN_THREADS
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep


@deep("they bid on Discord in the quick suite, and the auction is held by the app and its services")
async def test_on_telegram_the_bid_goes_down_with_a_press(village: Village) -> None:
    village.adi.say(village.group, "/play @siti_k tapal bid:16")
    card = await village.siti.gets(village.group, text="Adi plays Goats with 16 in hand (usual: 18).", key="Bid 15")
    await village.siti.answer(village.siti.press(card, "Bid 15"))
    lower = await village.adi.gets(village.group, text="Siti plays Goats with 15 in hand (usual: 18).", key="Bid 14")
    await village.adi.answer(village.adi.press(lower, "Accept"))
    await village.adi.gets(village.group, text="by a bid: 15 goats", photo=True)


async def test_on_discord_it_has_an_option_and_a_button(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord, allowed=ALL & ~OPEN_THREADS)
    async with papan(discord, tmp_path):
        await table.adi.slash("play", opponent=table.siti.user, game="main-tapal-empat", bid="16")
        card = await table.siti.until(lambda each: "Adi plays Goats with 16 in hand" in each.content)
        await table.siti.press(card, "Bid 15")
        await table.adi.until(lambda each: each is card and "Siti plays Goats with 15 in hand" in each.content)
        await table.adi.press(card, "Accept")
        await table.adi.until(lambda each: each is card and "by a bid: 15 goats" in each.content and bool(each.files))
