"""Every place gets what it needs, on Discord: the real discord.py against a loopback Discord, and the whole app."""

from pathlib import Path

from loopback.discord import DiscordServer
from loopback.discord.server import until
from loopback.discord.world import Message
from tests.bot.platforms.test_discord import Table, papan

SOON = 30.0
"""Seconds until what should appear is said to be missing."""


async def panel_of(table: Table) -> Message:
    """Adi's panel after a bare /play and the choice of a game."""
    await table.adi.slash("play")
    games = await table.adi.until(lambda each: "Which game?" in each.content, SOON)
    await table.adi.choose(games, "Main tapal empat")
    return await table.adi.until(lambda each: "on which side?" in each.content, SOON)


async def test_the_panel_names_a_user_and_a_side_and_is_used_once(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        panel = await panel_of(table)
        assert panel.files, "the panel shows the start"
        await table.adi.press(panel, "Tigers")
        await table.adi.until(lambda each: "\N{CHECK MARK} Tigers" in labels(each), SOON)
        await table.adi.choose_user(panel, table.siti.user)
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content, SOON)
        await until(lambda: not panel.components, discord.world, SOON)
        match = await running.services.matches.get(card.content.removeprefix("**").split(" ")[0])
        assert match.game.ruleset.sides[match.host_side or 0].name == "Tigers"


async def test_a_bot_chosen_in_the_panel_is_refused(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        panel = await panel_of(table)
        await table.adi.choose_user(panel, discord.add_user("Dyno", bot=True))
        await table.adi.until(lambda each: "Bots and channels cannot play" in each.content, SOON)


async def test_a_nickname_stays_in_its_server(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.adi.nick = "Pak Cik Rahsia"
    async with papan(discord, tmp_path):
        board = await table.begin()
        assert "Adi" in board.content
        assert not [each for each in discord.world.messages.values() if "Rahsia" in each.content]


def labels(message: Message) -> list[str]:
    """The labels of the buttons on a message."""
    return [item.get("label", "") for item in message.components]
