"""The platforms say who is in a chat: asked of the loopback servers as of the real ones."""

from pathlib import Path

import pytest

from bot.chat import Later, MessageGateway
from bot.matches.identity import Place
from loopback.discord import DiscordServer
from loopback.discord.world import ALL, PUBLIC_THREAD, Channel
from loopback.telegram import Chat, Mishap, Person
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village


def gateway_of(village: Village) -> MessageGateway:
    return village.running.platforms[0]


async def is_in(village: Village, person: Person, group: Chat) -> bool | None:
    return await gateway_of(village).is_member(Place("telegram", str(group.id)), str(person.id))


async def test_telegram_says_who_has_left_a_group_and_who_is_back(village: Village) -> None:
    assert await is_in(village, village.siti, village.group) is True
    village.siti.leave(village.group)
    assert await is_in(village, village.siti, village.group) is False
    village.siti.join(village.group)
    assert await is_in(village, village.siti, village.group) is True
    village.siti.leave(village.group, banned=True)
    assert await is_in(village, village.siti, village.group) is False


async def test_who_may_not_write_in_a_telegram_group_is_still_in_it(village: Village) -> None:
    village.group.silenced.add(village.siti.id)
    assert await is_in(village, village.siti, village.group) is True
    village.siti.leave(village.group)
    assert await is_in(village, village.siti, village.group) is False


async def test_telegram_may_keep_to_itself_who_is_in_a_group(village: Village) -> None:
    village.group.hides_members = True
    assert await is_in(village, village.siti, village.group) is None
    village.group.bot_is_admin = True
    assert await is_in(village, village.siti, village.group) is True
    village.group.kicked = True
    assert await is_in(village, village.siti, village.group) is None


@pytest.mark.parametrize(
    ("place", "account"),
    [
        (Place("telegram", "5000000001", private=True), "5000000001"),
        (Place("telegram", "-1000000000001"), "5000000001"),
        (Place("telegram", "no number"), "5000000001"),
        (Place("telegram", "-1004000001"), "no number"),
        (Place("telegram", "-1004000001"), "1"),
    ],
)
async def test_of_no_group_or_nobody_telegram_says_nothing(village: Village, place: Place, account: str) -> None:
    assert await gateway_of(village).is_member(place, account) is None


async def test_a_telegram_that_does_not_answer_is_no_reason_to_take_somebody_for_gone(village: Village) -> None:
    village.server.fail_next("getChatMember", Mishap.TOO_MANY)
    with pytest.raises(Later):
        await is_in(village, village.siti, village.group)


async def test_discord_says_who_has_left_a_server_and_who_is_back(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    gone = discord.add_user("Mei")
    async with papan(discord, tmp_path) as running:
        (gateway,) = running.platforms
        place = Place("discord", table.channel.id)
        assert await gateway.is_member(place, table.siti.user.id) is True
        table.siti.leaves()
        assert await gateway.is_member(place, table.siti.user.id) is False
        table.siti.returns()
        assert await gateway.is_member(place, table.siti.user.id) is True
        del discord.world.users[gone.id]
        assert await gateway.is_member(place, gone.id) is False, "the account is no more"


async def test_the_server_of_a_thread_that_the_library_does_not_know_is_asked_for(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        (gateway,) = running.platforms
        thread = discord.add_channel("M4K2", table.channel.guild, kind=PUBLIC_THREAD, parent=table.channel.id)
        table.siti.leaves()
        assert await gateway.is_member(Place("discord", thread.id), table.siti.user.id) is False
        assert await gateway.is_member(Place("discord", thread.id), table.adi.user.id) is True
        assert ("GET", f"/channels/{thread.id}") in discord.requests


async def test_discord_says_who_manages_a_server_whose_news_another_process_receives(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    table.adi.user.manager = True
    async with papan(discord, tmp_path) as running:
        (gateway,) = running.platforms
        there = Place("discord", discord.add_channel("serambi", discord.add_guild("Hulu")).id)
        assert await gateway.may_manage(there, table.adi.user.id)
        assert not await gateway.may_manage(there, table.siti.user.id)
        del discord.world.guilds[table.channel.guild or ""]
        assert not await gateway.may_manage(Place("discord", table.channel.id), table.adi.user.id)


async def test_of_a_channel_that_is_closed_to_it_discord_says_nothing(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    siti = table.siti.user.id

    def later(guild: str | None, allowed: int = ALL) -> Channel:
        """A channel that the library does not know yet."""
        return discord.add_channel("serambi", guild, allowed=allowed)

    async with papan(discord, tmp_path) as running:
        (gateway,) = running.platforms
        unseen, elsewhere, nowhere = later(table.channel.guild, 0), later("1"), later(None)
        for channel in (unseen, elsewhere, nowhere):
            assert await gateway.is_member(Place("discord", channel.id), siti) is None
        assert await gateway.is_member(Place("discord", table.channel.id, private=True), siti) is None
        assert await gateway.is_member(Place("discord", "no number"), siti) is None
        assert await gateway.is_member(Place("discord", table.channel.id), "no number") is None
        assert await gateway.is_member(Place("discord", "1"), siti) is None, "the channel is gone"
