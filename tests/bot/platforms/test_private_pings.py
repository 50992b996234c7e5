"""A person is told in private, on each platform; who cannot be written to there is unreachable, and nothing is said."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat import Button, Person, Ping, Place, Unreachable
from bot.platforms.web.entrances import person_of
from loopback.discord import DiscordServer, Member
from loopback.discord.world import DM
from tests.bot.platforms.telegram_rig import Rig, rig_in
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.web_rig import OpenRoom

CALL = Ping(text="Siti, Adi played c3-d4 in K7QM.", rows=((Button("Your move", "1:K7QM:1:mv"),),))


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig_in(tmp_path) as here:
        yield here
        assert here.server.violations == []


async def test_on_telegram_it_comes_with_a_sound_and_without_a_mention(rig: Rig) -> None:
    siti = rig.server.person("Siti", started=True)
    person = Person("telegram", str(siti.id), "Siti")
    place = await rig.platform.private_place(person.account)
    message = await rig.platform.ping(place, "", person, CALL, "once")
    told = await siti.gets(siti.private, text="Siti, Adi played c3-d4 in K7QM.", key="Your move")
    assert (str(told.id), told.entities, told.reply_to) == (message, [], None)
    assert not rig.server.calls[-1].parameters.get("disable_notification")


@pytest.mark.parametrize("started", [False, True])
async def test_on_telegram_who_has_not_started_or_has_blocked_the_chat_is_unreachable(rig: Rig, started: bool) -> None:
    siti = rig.server.person("Siti", started=started)
    if started:
        siti.block()
    person = Person("telegram", str(siti.id), "Siti")
    with pytest.raises(Unreachable):
        await rig.platform.ping(await rig.platform.private_place(person.account), "", person, CALL, "once")
    assert siti.from_bot(siti.private) == []


async def test_on_discord_the_private_chat_is_opened_and_nobody_is_mentioned(
    discord: DiscordServer, tmp_path: Path
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        (platform,) = running.platforms
        person = Person("discord", str(table.siti.user.id), "Siti")
        place = await platform.private_place(person.account)
        message = await platform.ping(place, "", person, CALL, "once")
        siti = Member(discord, table.siti.user, discord.world.channels[place.chat])
        told = await siti.until(lambda each: bool(each.components))
        assert (str(told.id), told.content) == (message, "Siti, Adi played c3-d4 in K7QM.")
        assert siti.channel.kind == DM
        assert await platform.ping(place, "", person, CALL, "once") == message, "with one key nobody is told twice"


async def test_on_discord_who_takes_no_messages_is_unreachable(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    table.siti.user.dm_closed = True
    person = Person("discord", str(table.siti.user.id), "Siti")
    async with papan(discord, tmp_path) as running:
        (platform,) = running.platforms
        with pytest.raises(Unreachable):
            await platform.ping(await platform.private_place(person.account), "", person, CALL, "once")
    assert not any(each.content for each in table.stranger.sees())


async def test_in_the_web_room_it_stands_in_ones_own_corner_and_is_shown_in_every_window(room: OpenRoom) -> None:
    siti, adi = await room.sits("Siti"), await room.sits("Adi")
    member = await room.archive.member_by_secret(siti.secret)
    assert member
    await siti.say(type="hello", secret=siti.secret, room="@")
    await siti.hears("seated")
    place = await room.platform.private_place(member.id)
    message = await room.platform.ping(place, "", person_of(member), CALL, "once")
    assert (await siti.hears("turn"))["text"] == CALL.text
    told = await siti.card("Adi played c3-d4")
    assert (told["id"], told["rows"][0]["buttons"][0]["label"]) == (message, "Your move")
    assert member.id not in message
    await adi.say(type="ping")
    await adi.hears("pong")
    assert not any(CALL.text in str(frame) for frame in adi.heard)
    assert await room.platform.ping(place, "", person_of(member), CALL, "once") == message
    kept = await room.archive.changed_since(place.chat, member.id, 0)
    assert [each.id for each in kept] == [message]
    await room.platform.delete(place, message)
    assert await room.archive.changed_since(place.chat, member.id, 0) == []


async def test_beside_a_board_of_the_web_room_nothing_is_posted(room: OpenRoom) -> None:
    siti = await room.sits("Siti")
    member = await room.archive.member_by_secret(siti.secret)
    assert member
    for place in (Place("web", "serambi"), await room.platform.private_place(member.id)):
        assert await room.platform.ping(place, "board", person_of(member), CALL, "once") == ""
        assert (await siti.hears("turn"))["message"] == "board"
        assert await room.archive.changed_since(place.chat, member.id, 0) == []


async def test_who_is_not_in_the_web_room_is_unreachable(room: OpenRoom) -> None:
    with pytest.raises(Unreachable):
        await room.platform.private_place("0123456789abcdef")
