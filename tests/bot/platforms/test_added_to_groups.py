"""The greeting in a group to which Papan is added: one, with the ways on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app.moves import move_entry
from bot.platforms.discord import DiscordPlatform
from loopback.discord import DiscordServer, Member
from loopback.discord.server import until
from loopback.discord.world import ALL, ATTACH, OPEN_THREADS, SEND, VIEW, Message
from loopback.telegram import Chat
from loopback.waiting import eventually
from tests.bot.platforms.telegram_rig import Rig, rig_in
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.suites import deep

GREETING = "Papan is the place to play"
BUTTONS = ["Play", "What may Papan do here?"]


def greetings(chat: Chat) -> list[str]:
    return [each.shown for each in chat.from_bot() if GREETING in each.shown]


async def test_a_telegram_group_is_greeted_once_for_each_adding(village: Village) -> None:
    village.server.state.updates.repeat_next()
    village.adi.add_bot(village.group)
    hello = await village.adi.gets(village.group, text=GREETING)
    assert [key.label for key in hello.keys] == BUTTONS
    village.adi.promote_bot(village.group)
    village.adi.kick_bot(village.group)
    village.adi.add_bot(village.group)
    await village.server.until(lambda: len(greetings(village.group)) > 1)
    village.adi.say(village.group, "/games")
    await village.adi.gets(village.group, text="For Adi")
    assert len(greetings(village.group)) == 2


async def test_play_and_what_papan_may_do_are_answered_in_a_telegram_group(village: Village) -> None:
    village.adi.add_bot(village.group)
    hello = await village.adi.gets(village.group, text=GREETING)
    village.siti.press(hello, "Play")
    await village.siti.gets(village.group, text="Which game?")
    village.group.no_photos = True
    press = await village.ros.answer(village.ros.press(hello, "What may Papan do here?"))
    told = press.text or (await village.ros.gets(village.group, text="What I may do here")).shown
    assert "I may write (Send Messages)." in told
    assert "I may not send pictures (Send Photos): boards are shown as text." in told
    village.group.bot_is_admin = True
    press = await village.ros.answer(village.ros.press(hello, "What may Papan do here?"))
    assert "I may send pictures (Send Photos)." in press.text


async def test_the_greeting_speaks_the_language_of_who_added_papan(village: Village) -> None:
    budi = village.server.person("Budi", language="id")
    kota = village.server.group("Kota", budi)
    budi.add_bot(kota)
    hello = await budi.gets(kota, text="Papan")
    assert [key.label for key in hello.keys] == ["Main", "Apa izin Papan di sini?"]


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    """A Telegram with a scripted app."""
    async with rig_in(tmp_path) as here:
        yield here


async def test_a_group_that_became_a_supergroup_is_not_greeted(rig: Rig) -> None:
    adi = rig.server.person("Adi")
    old = rig.server.group("Kampung", adi, supergroup=False)
    new = rig.server.migrate(old)
    other = rig.server.group("Kota", adi)
    adi.add_bot(other)
    await adi.gets(other, text="hello all")
    assert [each.place.chat for each in rig.handler.addings] == [str(other.id)]
    adi.add_bot(new)
    await adi.gets(new, text="hello all")


@pytest.mark.parametrize("state", ["muted", "kicked"])
async def test_where_papan_may_not_write_it_goes_on(rig: Rig, state: str) -> None:
    adi = rig.server.person("Adi")
    group, other = rig.server.group("Kampung", adi), rig.server.group("Kota", adi)
    adi.add_bot(group)
    setattr(group, state, True)
    await rig.server.until(lambda: rig.handler.addings)
    adi.add_bot(other)
    await adi.gets(other, text="hello all")
    assert group.from_bot() == []


@asynccontextmanager
async def ready(discord: DiscordServer, folder: Path) -> AsyncIterator[None]:
    """Papan on Discord, once the library knows which servers it was in before."""
    async with papan(discord, folder) as running:
        platform = running.platforms[0]
        assert isinstance(platform, DiscordPlatform)
        await platform.client.wait_until_ready()
        yield


def hello_in(discord: DiscordServer, channel: str) -> list[Message]:
    here = [each for each in discord.world.messages.values() if each.channel == channel and not each.only_for]
    return [each for each in here if GREETING in each.content]


@deep("a Telegram group is greeted in the quick suite")
async def test_a_discord_server_is_greeted_once_in_its_channel_for_news(discord: DiscordServer, tmp_path: Path) -> None:
    async with ready(discord, tmp_path):
        guild = discord.add_guild("Kota")
        discord.add_channel("umum", guild)
        news = discord.add_channel("news", guild)
        ros = Member(discord, discord.add_user("Ros"), news)
        await discord.gateway.join(guild, system_channel_id=news.id)
        hello = await ros.until(lambda each: GREETING in each.content)
        assert [each["label"] for each in hello.components] == BUTTONS
        await discord.gateway.join(guild, system_channel_id=news.id)
        await ros.press(hello, "Play")
        await ros.until(lambda each: each.only_for == ros.user.id and "Which game?" in each.content)
        assert len(hello_in(discord, news.id)) == 1
        await discord.gateway.leave(guild)
        await discord.gateway.join(guild, "2026-02-02T00:00:00+00:00", system_channel_id=news.id)
        await until(lambda: len(hello_in(discord, news.id)) == 2, discord.world)


async def test_a_discord_server_is_greeted_where_papan_may_write_in_its_language(
    discord: DiscordServer, tmp_path: Path
) -> None:
    async with ready(discord, tmp_path):
        guild = discord.add_guild("Kota")
        news = discord.add_channel("news", guild, allowed=ATTACH)
        talk = discord.add_channel("umum", guild)
        ros = Member(discord, discord.add_user("Ros"), talk)
        await discord.gateway.join(guild, system_channel_id=news.id, preferred_locale="id")
        hello = await ros.until(lambda each: "Apa izin Papan di sini?" in str(each.components))
        assert hello.channel == talk.id
        silent = discord.add_guild("Diam")
        discord.add_channel("diam", silent, allowed=ATTACH)
        await discord.gateway.join(silent)
        await ros.slash("help")
        await ros.until(lambda each: each.only_for == ros.user.id)
        assert len([each for each in discord.world.messages.values() if not each.only_for]) == 1


async def test_a_guild_of_old_is_not_greeted(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.adi.slash("help")
        await table.adi.until(lambda each: each.only_for == table.adi.user.id)
        assert not hello_in(discord, table.channel.id)


@deep("a Telegram group is greeted in the quick suite")
async def test_what_papan_may_do_on_discord(discord: DiscordServer, tmp_path: Path) -> None:
    async with ready(discord, tmp_path):
        guild = discord.add_guild("Kota")
        talk = discord.add_channel("umum", guild)
        ros = Member(discord, discord.add_user("Ros"), talk)
        await discord.gateway.join(guild)
        hello = await ros.until(lambda each: GREETING in each.content)
        await ros.press(hello, "What may Papan do here?")
        told = await ros.until(lambda each: "What I may do here" in each.content)
        assert told.only_for == ros.user.id
        assert "Nothing that I need is missing here." in told.content
        talk.allowed &= ~(ATTACH | OPEN_THREADS)
        assert talk.allowed & SEND
        adi = Member(discord, discord.add_user("Adi"), talk)
        await adi.press(hello, "What may Papan do here?")
        told = await adi.until(lambda each: "Somebody who runs this group can allow me" in each.content)
        assert "I may not send pictures (Attach Files): boards are shown as text." in told.content
        assert "I may not open threads (Create Public Threads)" in told.content


async def test_added_again_the_boards_come_back_and_nothing_else_is_said_beside_them(village: Village) -> None:
    board = await village.begin()
    code = board.shown.split()[0]
    for person in (village.adi, village.siti):
        person.start()
    village.adi.kick_bot(village.group)
    village.adi.say(village.adi.private, f"/move {code} c3-d4")
    views = village.running.services.views
    await eventually(lambda: views.of_match(code), lambda found: any(view.frozen for view in found))
    village.adi.add_bot(village.group)
    await eventually(lambda: views.of_match(code), lambda found: not any(view.frozen for view in found))
    await village.adi.gets(village.group, text="Adi played c3-d4", photo=True)
    village.siti.say(village.group, f"/move {code} b6-a5")
    await village.adi.gets(village.group, text="Siti played b6-a5", photo=True)
    assert not [each for each in village.siti.from_bot(village.siti.private) if "not allowed" in each.shown]


async def test_on_discord_what_was_said_of_a_missing_permission_goes_with_it(
    discord: DiscordServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(move_entry, "TRIED_AGAIN", 0.1)
    table = Table(discord)
    async with papan(discord, tmp_path) as running:
        board = await table.begin()
        code = board.content.split()[0].strip("*")
        table.channel.allowed = VIEW
        del discord.world.messages[board.id]
        await table.adi.slash("move", move="c3-d4")
        views = running.services.views
        await eventually(lambda: views.of_match(code), lambda found: any(view.frozen for view in found))
        table.channel.allowed = ALL & ~OPEN_THREADS
        await table.siti.slash("move", move="b6-a5")
        await table.stranger.until(lambda each: "Siti played b6-a5" in each.content and bool(each.files))
        await until(lambda: not [each for each in table.siti.sees() if "not allowed" in each.content], discord.world)
