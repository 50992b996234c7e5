"""Papan's Discord client in SimCord, a simulation of Discord written by others, beside our own loopback server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import simcord

from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat.commands import COMMANDS, OfferedTo
from bot.computer.search_pool import SearchPool
from bot.foundation.shared_work import SingleProcess
from bot.platforms.discord import DiscordPlatform
from bot.services.services import Services


@asynccontextmanager
async def papan(services: Services) -> AsyncIterator[simcord.Env]:
    """A Discord with Papan in it. No fixture: SimCord must be exited in the task that entered it."""
    images = ImageRenderer()
    platform = DiscordPlatform(
        App(AppServices(services, images, SearchPool())), "a token", None, None, leases=SingleProcess()
    )
    async with simcord.run(platform.client) as env:
        yield env
    images.close()


def said(given: simcord.InteractionResult) -> simcord.ResponseMessage:
    """The text of the answer; fails if there is none."""
    assert given.response is not None
    return given.response


async def test_help_is_private_and_names_every_command(services: Services) -> None:
    async with papan(services) as discord:
        guild = discord.create_guild()
        channel = guild.create_text_channel("serambi")
        adi = guild.add_member(discord.create_user("Adi"))
        given = await adi.slash(channel, "help")
        assert given.ephemeral
        offered = {spec.name for spec in COMMANDS if spec.offered_to is OfferedTo.EVERYBODY}
        for name in offered.intersection(adi.available_commands(channel)):
            assert f"/{name}" in said(given).content
        assert "/mod" not in said(given).content, "Adi is not of the staff"


async def test_an_invitation_is_for_the_one_invited(services: Services) -> None:
    async with papan(services) as discord:
        guild = discord.create_guild()
        channel = guild.create_text_channel("serambi")
        adi, siti, ros = (guild.add_member(discord.create_user(name)) for name in ("Adi", "Siti", "Ros"))
        card = said(await adi.slash(channel, "play", opponent=siti, game="main-tapal-empat", side="first"))
        assert card is not None
        assert not card.ephemeral
        assert "Adi invites Siti" in card.content
        # Here Papan is not installed on the server, so a press may edit its board, and the answer follows.
        (refused,) = (await ros.click(card, label="Accept")).followups
        assert refused.ephemeral
        assert "somebody else" in refused.content
        accepted = await siti.click(card, label="Accept")
        assert accepted.acknowledged
        board = channel.last_message
        assert board is not None
        assert [each.filename for each in board.attachments] == ["board.png"]
        assert "You play Tigers" in accepted.followups[-1].content


async def test_moves_are_suggested_played_and_refused(services: Services) -> None:
    async with papan(services) as discord:
        guild = discord.create_guild()
        channel = guild.create_text_channel("serambi")
        adi, siti = (guild.add_member(discord.create_user(name)) for name in ("Adi", "Siti"))
        card = said(await adi.slash(channel, "play", opponent=siti, game="malaysian-checkers-8", side="first"))
        await siti.click(card, label="Accept")
        suggested = await adi.autocomplete(channel, "move", "move", "d4")
        assert {each["value"] for each in suggested} == {"c3-d4", "e3-d4"}
        shows = await adi.autocomplete(channel, "puzzle", "theme", "takes")
        assert [each["name"] for each in shows] == ["takes two", "takes three", "takes four or more"]
        early = await siti.slash(channel, "move", move="b6-a5")
        assert "not your turn" in said(early).content
        played = await adi.slash(channel, "move", move="C3 to D4")
        assert played.ephemeral
        assert "You played c3-d4" in said(played).content
