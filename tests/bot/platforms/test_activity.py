"""Entry from an activity on Discord: for whomever Discord lists in it, and for nobody by what the page says."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSServerHandshakeError
from pydantic import SecretStr
from structlog.testing import capture_logs

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings, SettingsError, load_settings
from bot.chat import Place
from bot.chat.activity import OpenedMatches
from bot.platforms.web.activity import (
    NO_ANSWER,
    NO_SUCH_ACTIVITY,
    NOT_CONFIRMED,
    NOT_IN_ACTIVITY,
    Activities,
)
from bot.platforms.web.app_sessions import ANOTHERS, AppSessions, SessionLost
from bot.platforms.web.launch import NOT_SIGNED, OVER, LaunchRefused
from loopback.discord import DiscordServer, Member
from loopback.discord.activities import allow, open_activity
from loopback.discord.server import until
from loopback.discord.world import User
from loopback.telegram import TelegramServer
from loopback.windows import JSON, Room
from tests.bot.database_files import file_in
from tests.bot.platforms.web_boards import table, touch

PUBLIC = "https://app.papan.test"


@asynccontextmanager
async def entrance(secret: str = "client-secret") -> AsyncIterator[tuple[AppSessions, DiscordServer, str, User, User]]:
    """The entrance; a Discord with an activity in which Adi is and Siti is not."""
    async with DiscordServer() as discord:
        adi, siti = discord.add_user("Adi"), discord.add_user("Siti")
        instance = open_activity(discord.world, discord.add_channel("serambi", discord.add_guild("Kampung")), adi)
        activities = Activities(secret, discord.token, lambda: discord.world.bot.id, OpenedMatches(), discord.api_url)
        try:
            yield AppSessions("", activities=activities), discord, instance, adi, siti
        finally:
            await activities.stop()
        assert discord.violations == []


async def refused(sessions: AppSessions, data: str, key: str = "") -> str:
    with pytest.raises(LaunchRefused) as found:
        await sessions.come(data, key)
    return str(found.value)


async def test_whoever_discord_lists_is_let_in_and_again_by_their_key_alone() -> None:
    async with entrance() as (sessions, discord, instance, adi, _):
        data = f"activity:{instance}:{allow(discord.world, adi)}"
        member, key, is_new = await sessions.come(data)
        assert (member.id, member.name, is_new) == (f"discord:{adi.id}", "Adi", True)
        private = next(each for each in discord.world.channels.values() if each.recipient is adi)
        assert member.place == Place("discord", private.id, private=True)
        asked = len(discord.requests)
        assert await sessions.come(data, key) == (member, key, False)
        assert await refused(sessions, data) == OVER
        assert len(discord.requests) == asked
        sessions.end(member.id)
        assert await refused(sessions, data, key) == OVER


async def test_everybody_else_reads_why_not() -> None:
    async with entrance() as (sessions, discord, instance, adi, siti):
        world = discord.world

        def data(user: User, where: str = instance) -> str:
            return f"activity:{where}:{allow(world, user)}"

        assert await refused(sessions, f"activity:{instance}:guessed") == NOT_CONFIRMED
        assert await refused(sessions, "activity:../..:code") == NOT_CONFIRMED
        assert await refused(sessions, "activity:") == NOT_CONFIRMED
        assert await refused(sessions, data(siti)) == NOT_IN_ACTIVITY
        assert await refused(sessions, data(adi, "i-1-gc-2-3")) == NO_SUCH_ACTIVITY
        _, key, _ = await sessions.come(data(adi))
        world.activities[instance].users.add(siti.id)
        assert await refused(sessions, data(siti), key) == ANOTHERS
        code = allow(world, siti)
        await sessions.come(f"activity:{instance}:{code}")
        assert await refused(sessions, f"activity:{instance.replace('i-', 'i-0')}:{code}") == NOT_CONFIRMED
        discord.fail_next("GET", "/users/@me", "500")
        assert await refused(sessions, data(siti)) == NO_ANSWER
        assert await refused(sessions, "user=%7B%7D&hash=00") == NOT_SIGNED


QUESTIONS = (
    ("POST", r"/oauth2/token$"),
    ("GET", r"/users/@me$"),
    ("GET", r"/activity-instances/"),
    ("POST", r"/users/@me/channels$"),
)


@pytest.mark.parametrize("fault", ["429", "429 of the guard", "500", "502", "503", "close before", "close after"])
async def test_whatever_question_fails_nobody_is_let_in_and_no_secret_is_told(fault: str) -> None:
    async with entrance() as (sessions, discord, instance, adi, _):
        # Where a connection ends, the library asks a question again that changes nothing.
        for method, path in (each for each in QUESTIONS if each[0] == "POST" or not fault.startswith("close")):
            code = allow(discord.world, adi)
            discord.fail_next(method, path, fault)
            with capture_logs() as logs:
                assert await refused(sessions, f"activity:{instance}:{code}") == NO_ANSWER
            told = repr(logs)
            assert [secret for secret in (code, "client-secret", discord.token) if secret in told] == []
        # Nothing of what failed is kept: with a new code they come in.
        member, *_ = await sessions.come(f"activity:{instance}:{allow(discord.world, adi)}")
        assert member.name == "Adi"


async def test_a_code_lets_in_once_and_is_no_other_persons() -> None:
    async with entrance() as (sessions, discord, instance, adi, siti):
        code = allow(discord.world, adi)
        data = f"activity:{instance}:{code}"
        both = await asyncio.gather(*(sessions.come(data) for _ in range(2)), return_exceptions=True)
        assert sum(not isinstance(each, BaseException) for each in both) == 1, "pressed twice, let in once"
        discord.world.activities[instance].users = {siti.id}
        assert await refused(sessions, f"activity:{instance}:{allow(discord.world, adi)}") == NOT_IN_ACTIVITY


async def test_who_is_in_while_papan_starts_anew_comes_in_by_another_code() -> None:
    async with entrance() as (sessions, discord, instance, adi, _):
        data = f"activity:{instance}:{allow(discord.world, adi)}"
        _, key, _ = await sessions.come(data)
        anew = AppSessions("", activities=sessions.activities)
        asked = len(discord.requests)
        with pytest.raises(SessionLost):
            await anew.come(data, key)
        assert len(discord.requests) == asked
        member, _, is_new = await anew.come(f"activity:{instance}:{allow(discord.world, adi)}")
        assert (member.name, is_new) == ("Adi", True)


async def test_a_wrong_secret_and_a_discord_that_is_off_let_nobody_in() -> None:
    async with entrance("another") as (sessions, discord, instance, adi, _):
        assert await refused(sessions, f"activity:{instance}:{allow(discord.world, adi)}") == NOT_CONFIRMED
        assert await refused(AppSessions("7:a"), f"activity:{instance}:{allow(discord.world, adi)}") == NOT_CONFIRMED


def test_who_has_pressed_nothing_watches_what_the_activity_was_opened_for() -> None:
    opened = OpenedMatches()
    opened.press("1", "K7QM", 0.0)
    assert opened.wish("2", "i-1", 1.0) == ""
    assert opened.wish("1", "i-1", 2.0) == "K7QM"
    assert opened.wish("2", "i-1", 3.0) == "K7QM"
    assert opened.wish("2", "i-2", 3.0) == ""
    assert opened.wish("1", "i-2", 400.0) == ""
    opened.press("2", "ABCD", 400.0)
    assert opened.wish("2", "i-1", 401.0) == "ABCD"
    assert opened.wish("1", "i-1", 401.0) == "K7QM"


@asynccontextmanager
async def served(folder: Path, *, secret: str = "client-secret") -> AsyncIterator[tuple[Room, DiscordServer]]:
    """The page of a Papan on Discord alone, with an activity or without."""
    async with DiscordServer() as discord, TelegramServer() as telegram:
        wanted = Settings(
            discord_token=SecretStr(discord.token),
            discord_api_url=discord.api_url,
            discord_gateway_url=discord.gateway_url,
            discord_client_secret=SecretStr(secret) if secret else None,
            telegram_token=None if secret else SecretStr(telegram.token),
            telegram_api_url=telegram.api_url,
            papan_app_url=PUBLIC,
            papan_app_listen=Address("127.0.0.1", 0),
            database_url=SecretStr(file_in(folder)),
        )
        async with run_app(wanted) as running, ClientSession() as session:
            assert running.mini_app
            page = Room(running.mini_app.inner_url, session)
            yield page, discord
            await page.empty()


async def test_the_page_may_come_from_discord_and_be_shown_there_alone(tmp_path: Path) -> None:
    async with served(tmp_path) as (page, discord):
        application = discord.world.bot.id
        for origin in ("https://evil.test", "https://discord.com", "https://1.discordsays.com"):
            with pytest.raises(WSServerHandshakeError) as answer:
                await page.stranger(origin)
            assert answer.value.status == 403
        client = await page.stranger(f"https://{application}.discordsays.com")
        adi = discord.add_user("Adi")
        instance = open_activity(discord.world, discord.add_channel("serambi", discord.add_guild("Kampung")), adi)
        code = allow(discord.world, adi)
        await client.say(type="launch", data=f"activity:{instance}:{code}", key="", language="en", quiet=True)
        assert (await client.hears("seated"))["id"] == f"discord:{adi.id}"
        async with page.session.get(f"{page.url}app") as got:
            policy = got.headers["Content-Security-Policy"]
        assert policy.endswith(
            "frame-ancestors https://discord.com https://ptb.discord.com https://canary.discord.com "
            "https://*.discordsays.com"
        )
        async with page.session.get(f"{page.url}activity") as got:
            assert await got.json() == {"application": application}


async def test_at_the_socket_too_everybody_else_reads_why_not(tmp_path: Path) -> None:
    async with served(tmp_path) as (page, discord):
        world = discord.world
        adi, siti = discord.add_user("Adi"), discord.add_user("Siti")
        instance = open_activity(world, discord.add_channel("serambi", discord.add_guild("Kampung")), adi)
        own = f"activity:{instance}:{allow(world, adi)}"

        async def heard(data: str, key: str = "") -> JSON:
            client = await page.stranger(f"https://{world.bot.id}.discordsays.com")
            await client.say(type="launch", data=data, key=key, language="en", quiet=True)
            return await client.hears_one_of("seated", "refused")

        key = (await heard(own))["secret"]
        assert (await heard(own))["text"] == OVER
        assert (await heard(f"activity:{instance}:{allow(world, siti)}"))["text"] == NOT_IN_ACTIVITY
        assert (await heard(f"activity:i-1-gc-2-3:{allow(world, adi)}"))["text"] == NO_SUCH_ACTIVITY
        assert (await heard(f"activity:{instance}:guessed"))["text"] == NOT_CONFIRMED
        assert (await heard(own, "another-key"))["text"] == OVER
        assert (await heard("user=%7B%7D&hash=00", key))["text"] == NOT_SIGNED
        world.activities[instance].users.add(siti.id)
        assert (await heard(f"activity:{instance}:{allow(world, siti)}", key))["text"] == ANOTHERS
        assert (await heard(own, key))["id"] == f"discord:{adi.id}"


async def test_without_the_secret_nothing_of_it_shows(tmp_path: Path) -> None:
    async with served(tmp_path, secret="") as (page, discord):
        with pytest.raises(WSServerHandshakeError):
            await page.stranger(f"https://{discord.world.bot.id}.discordsays.com")
        async with page.session.get(f"{page.url}app") as got:
            assert "discord" not in got.headers["Content-Security-Policy"]
        async with page.session.get(f"{page.url}activity") as got:
            assert got.status == 404
        assert not any(each["type"] == 4 for each in discord.world.commands)
        client = await page.stranger()
        await client.say(type="launch", data="activity:i-1:code", key="", language="en", quiet=True)
        assert (await client.hears("refused"))["text"] == NOT_CONFIRMED


@pytest.mark.parametrize(
    "given", [{}, {"PAPAN_APP_URL": PUBLIC, "PAPAN_APP_LISTEN": "127.0.0.1:1", "TELEGRAM_TOKEN": "1:a"}]
)
def test_a_secret_alone_does_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: dict[str, str]) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in {"DISCORD_CLIENT_SECRET": "s", **given}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match="DISCORD_CLIENT_SECRET does nothing alone"):
        load_settings()


async def test_the_entry_point_stands_beside_the_commands_and_opens_the_activity(tmp_path: Path) -> None:
    async with served(tmp_path) as (page, discord):
        world = discord.world
        (entry,) = [each for each in world.commands if each["type"] == 4]
        assert (entry["name"], entry["handler"]) == ("board", 1)
        assert any(each["name"] == "play" for each in world.commands)
        channel = discord.add_channel("serambi", discord.add_guild("Kampung"))
        adi, siti = (Member(discord, discord.add_user(name), channel) for name in ("Adi", "Siti"))
        await adi.opens_activity()
        await until(lambda: world.launched == [adi.user.id], world)
        await adi.slash("play", game="malaysian-checkers-8", level="1")
        board = await adi.until(lambda each: any(item.get("label") == "Open the board" for item in each.components))
        await adi.press(board, "Open the board")
        await until(lambda: world.launched == [adi.user.id, adi.user.id], world)
        await adi.slash("board")
        own = await adi.until(lambda each: each.only_for == adi.user.id and bool(each.files))
        assert any(item.get("label") == "Open the board" for item in own.components), "on one's own view too"
        instance = open_activity(world, channel, adi.user, siti.user)
        told, clients = [], [await page.stranger(), await page.stranger()]
        for member, client in zip((adi, siti), clients, strict=True):
            data = f"activity:{instance}:{allow(world, member.user)}"
            await client.say(type="launch", data=data, key="", language="en", quiet=True)
            told.append((await client.hears("seated")).get("match"))
        assert re.fullmatch(r"[A-Z0-9]{4,16}", str(told[0]))
        assert told[0] == told[1]
        looks_on = clients[1]
        shown = await table(looks_on, str(told[1]))
        assert not (await touch(looks_on, shown, "a3", "b4", event="turn-0001"))["done"]
        said = [each for each in looks_on.heard if each["type"] == "messages"]
        assert "You do not play in this match." in str(said)
        assert discord.violations == []
