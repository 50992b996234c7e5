"""Events and updates that cannot be read are dropped one by one: the bot hears whatever follows."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.bootstrap.assembly import run_app
from bot.foundation.monitoring.contact import AWAY_TOO_LONG, Contact
from bot.platforms.telegram import Webhook
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, NOW, OPEN_THREADS, new_id
from loopback.ports import hand_out
from loopback.telegram import Chat, Person, TelegramServer
from loopback.waiting import until
from tests.bot.connected import to_discord
from tests.bot.database_files import file_in
from tests.bot.platforms.faults import Line, listening
from tests.bot.platforms.telegram_rig import ScriptedHandler, kept, running
from tests.suites import quick_first
from tests.ticks import Ticks


def unreadable_events(server: DiscordServer, adi: Member) -> list[tuple[Any, Any]]:
    """Names of events with their data: of unknown kinds, with parts missing or of wrong types, or nothing at all."""
    guild, channel, world = str(adi.channel.guild), adi.channel, server.world
    whole = server.gateway.guild_payload(guild)
    line: dict[str, Any] = {
        "id": new_id(), "channel_id": channel.id, "author": adi.user.payload(), "content": "secret words",
        "timestamp": NOW, "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [],
        "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0, "guild_id": guild,
    }  # fmt: skip
    asked = {
        "id": new_id(), "application_id": world.bot.id, "type": 2, "token": "t", "version": 1, "guild_id": guild,
        "channel_id": channel.id, "channel": channel.payload(), "app_permissions": "0", "locale": "en-US",
        "entitlements": [], "context": 0, "authorizing_integration_owners": {}, "attachment_size_limit": 1,
        "user": adi.user.payload(), "data": {"id": "1", "name": "help", "type": 1},
    }  # fmt: skip
    voice = {**channel.payload(), "id": new_id(), "type": 2}  # without a bitrate
    return [
        ("INTERACTION_CREATE", {**asked, "id": new_id(), "type": 77}),
        ("INTERACTION_CREATE", {**asked, "id": new_id(), "data": None}),
        ("INTERACTION_CREATE", {**asked, "id": "words"}),
        ("INTERACTION_CREATE", {"id": new_id(), "type": 2}),
        ("INTERACTION_CREATE", {**asked, "id": new_id(), "type": 3, "data": {}}),
        ("INTERACTION_CREATE", {**asked, "id": new_id(), "user": "Adi"}),
        ("INTERACTION_CREATE", None),
        ("INTERACTION_CREATE", []),
        ("CHANNEL_CREATE", voice),
        ("CHANNEL_CREATE", {"id": new_id()}),
        ("CHANNEL_UPDATE", {**channel.payload(), "permission_overwrites": "none"}),
        ("CHANNEL_DELETE", {"guild_id": guild}),
        ("CHANNEL_PINS_UPDATE", {}),
        ("GUILD_CREATE", {**whole, "id": new_id(), "channels": [voice]}),
        ("GUILD_CREATE", {**whole, "channels": [*whole["channels"], voice]}),
        ("GUILD_CREATE", {**whole, "id": new_id(), "roles": [{}]}),
        ("GUILD_CREATE", {**whole, "id": new_id(), "members": 3}),
        ("GUILD_UPDATE", {"id": None}),
        ("GUILD_DELETE", {}),
        ("GUILD_ROLE_UPDATE", {"guild_id": guild, "role": None}),
        ("MESSAGE_CREATE", {**line, "author": None}),
        ("MESSAGE_CREATE", {**line, "content": 5, "mentions": None}),
        ("MESSAGE_CREATE", {**line, "timestamp": "yesterday"}),
        ("MESSAGE_CREATE", "secret words"),
        ("MESSAGE_UPDATE", {"id": new_id(), "content": "secret words"}),
        ("MESSAGE_DELETE", {"id": "x", "channel_id": channel.id}),
        ("THREAD_CREATE", {"id": new_id(), "guild_id": guild}),
        ("TYPING_START", 17),
        ("RESUMED", {}),
        ("SOMETHING_NEW", {"id": 1}),
        ("SOMETHING_NEW", None),
    ]  # fmt: skip


async def test_events_that_cannot_be_read_leave_the_connection_to_discord(
    discord: DiscordServer, tmp_path: Path
) -> None:
    guild = discord.add_guild("Kampung")
    channel = discord.add_channel("serambi", guild, allowed=ALL & ~OPEN_THREADS)
    adi = Member(discord, discord.add_user("Adi"), channel)
    with listening("discord") as log:
        async with run_app(to_discord(discord, file_in(tmp_path))):
            await adi.slash("help")
            await adi.until_told()
            for event, data in unreadable_events(discord, adi):
                await discord.gateway.send_anything(event, data)
            await adi.slash("rules", game="permainan-tabal")
            await adi.until(lambda each: each.only_for == adi.user.id and "Tabal" in each.content)
    assert discord.gateway.identified == 1, "the connection was kept"
    dropped = [line for line in log.own if line["event"] == "discord_event_unreadable"]
    assert len(dropped) > 10
    assert "secret words" not in json.dumps(log.own, default=str)


def unreadable_updates(adi: Person, group: Chat) -> list[dict[str, Any]]:
    """Updates without their numbers: of unknown kinds, with parts missing or of wrong types, or with nothing."""
    sender, chat = adi.account.json(), group.json()
    line = {"message_id": 900, "date": 1_700_000_000, "chat": chat, "from": sender, "text": "secret words"}
    press = {"id": "1", "from": sender, "chat_instance": "1", "data": "x", "message": line}
    member = {"user": sender, "status": "left"}
    change = {"chat": chat, "from": sender, "date": 1, "old_chat_member": member, "new_chat_member": member}
    return [
        {"message": None},
        {"message": "secret words"},
        {"message": 5},
        {"message": []},
        {"message": {}},
        {"message": {**line, "chat": 5}},
        {"message": {**line, "chat": {}}},
        {"message": {**line, "chat": {"id": "x", "type": "supergroup"}}},
        {"message": {**line, "from": "Adi"}},
        {"message": {**line, "from": {}}},
        {"message": {**line, "from": None}},
        {"message": {**line, "text": 5}},
        {"message": {**line, "text": ["secret words"]}},
        {"message": {**line, "date": "yesterday"}},
        {"message": {**line, "date": 1e400}},
        {"message": {**line, "date": 10**18}},
        {"message": {**line, "entities": "bold"}},
        {"message": {**line, "entities": [{"type": "mention", "offset": "a", "length": None}]}},
        {"message": {**line, "entities": [{"type": "mention", "offset": 10**9, "length": -5}]}},
        {"message": {**line, "reply_to_message": {"message_id": 1}}},
        {"message": {**line, "message_id": None, "text": "/help"}},
        {"message": {"message_id": 901, "date": 1}},
        {"edited_message": {**line, "edit_date": "now"}},
        {"callback_query": {}},
        {"callback_query": {**press, "from": None}},
        {"callback_query": {**press, "message": {**line, "date": None}}},
        {"inline_query": {"id": "1", "from": sender}},
        {"inline_query": [sender]},
        {"my_chat_member": {**change, "new_chat_member": {"user": sender}}},
        {"my_chat_member": {**change, "old_chat_member": 3}},
        {"something_new": {"id": 1}},
        {"something_new": None},
        {},
    ]


@pytest.mark.parametrize(
    "hooked", quick_first([False, True], "the webhook delivers what polling does"), ids=["polling", "webhook"]
)
async def test_updates_that_cannot_be_read_hold_up_no_other(tmp_path: Path, hooked: bool) -> None:
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        adi = server.person("Adi", started=True)
        group = server.group("Kampung", adi)
        port = hand_out()
        hook = Webhook(f"http://127.0.0.1:{port}/hook", "s3cret", "127.0.0.1", port) if hooked else None
        with listening("telegram") as log:
            async with running(server, inbox, ScriptedHandler(), hook):
                for content in unreadable_updates(adi, group):
                    server.state.updates.add_anything(content)
                adi.say(adi.private, "/games")
                await adi.gets(adi.private, text="no script for games")
                await server.until(lambda: server.state.updates.pending == 0)
        unread = [line for line in log.own if line["event"] == "update_unreadable"]
        assert len(unread) > 10
        assert "secret words" not in json.dumps(log.own, default=str)


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> Ticks:
    """The clock by which the contact with the platforms is measured; pauses are short."""
    ticks = Ticks()
    for platform in ("discord", "telegram"):
        monkeypatch.setattr(f"bot.platforms.{platform}.platform.Contact", partial(Contact, ticks))
    monkeypatch.setattr("bot.platforms.discord.platform.backoff", lambda tries: 0.01 * tries)
    return ticks


def _identified(server: DiscordServer, times: int) -> bool:
    return server.gateway.identified == times


async def health(contact: Contact) -> str:
    return await contact.check("it")


async def test_a_connection_to_discord_that_has_ended_is_made_again(
    discord: DiscordServer, tmp_path: Path, ticks: Ticks
) -> None:
    guild = discord.add_guild("Kampung")
    channel = discord.add_channel("serambi", guild, allowed=ALL & ~OPEN_THREADS)
    adi = Member(discord, discord.add_user("Adi"), channel)
    with listening("discord") as log:
        async with run_app(to_discord(discord, file_in(tmp_path))) as running:
            (platform,) = running.platforms
            for times, event in enumerate((["no name"], "RESUMED", "READY"), 2):
                await discord.gateway.send_anything(event, None)
                await until(partial(_identified, discord, times))
            await adi.slash("help")
            await adi.until_told()
            ticks.now += 2 * AWAY_TOO_LONG
            assert await health(platform.contact) == ""
    ended = [line for line in log.own if line["event"] == "discord_connection_ended"]
    assert [line["retry_in"] for line in ended] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("code", "setting"),
    quick_first([(4004, "DISCORD_TOKEN"), (4011, "DISCORD_SHARD_COUNT")], "each code has its setting in a table"),
)
async def test_a_discord_that_refuses_the_bot_says_what_it_refuses(
    discord: DiscordServer, tmp_path: Path, ticks: Ticks, code: int, setting: str
) -> None:
    with listening("discord") as log:
        # Where their number is not set, Discord is asked how many shards it wants.
        async with run_app(to_discord(discord, file_in(tmp_path), discord_shard_count=1)) as running:
            (platform,) = running.platforms
            ticks.now += 5 * AWAY_TOO_LONG
            await discord.gateway.drop(code)
            await until(lambda: [line for line in log.own if line["event"] == "discord_ended"])
            assert setting in await health(platform.contact)
            assert setting in next(line["hint"] for line in log.own if line["event"] == "discord_ended")
    assert discord.gateway.identified == 1


async def test_a_telegram_that_refuses_the_token_is_named_until_it_does_not(
    tmp_path: Path, ticks: Ticks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.telegram.receiving.LONGEST_PAUSE", 0.3)
    async with TelegramServer() as server, kept(tmp_path, server) as inbox:
        with listening("telegram") as log:
            async with running(server, inbox, ScriptedHandler()) as platform:
                adi = server.person("Adi", started=True)
                await server.until(lambda: server.state.updates.polled)
                token, server.token = server.token, "revoked"
                adi.say(adi.private, "/games")  # ends the request that is under way
                await until(lambda: _refused(log.own) > 1)
                ticks.now += AWAY_TOO_LONG
                assert (await health(platform.contact)).startswith("it has been away for")
                server.token = token
                adi.say(adi.private, "/rules")
                await adi.gets(adi.private, text="no script for rules")
                assert await health(platform.contact) == ""


def _refused(lines: list[Line]) -> int:
    return [line["event"] for line in lines].count("telegram_token_refused")
