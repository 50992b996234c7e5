"""The language in which people are called."""

from dataclasses import replace
from pathlib import Path

from bot.matches.identity import Place
from loopback.discord import DiscordServer, Member
from tests.bot.platforms.test_discord import Table, papan


async def called(member: Member, told: str) -> None:
    """Wait until a member is called with these words."""
    await member.until(lambda each: f"<@{member.user.id}>" in each.content and told in each.content)


async def test_where_hosts_have_chosen_a_language_calls_are_in_it(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    place = Place("discord", table.channel.id, server=table.channel.guild or "")
    async with papan(discord, tmp_path) as running:
        await table.begin()
        await table.adi.slash("move", move="c3-d4")
        await called(table.siti, "Adi memainkan c3-d4 di")
        await running.services.communities.change(place, lambda found: replace(found, settings={"language": "ms"}))
        await table.siti.slash("move", move="b6-a5")
        await called(table.adi, "Siti memainkan b6-a5 dalam")
