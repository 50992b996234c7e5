"""Papan running, with one match among others that it cannot read: every other board goes on, and people are told."""

from collections.abc import Callable

import pytest
from pydantic import SecretStr

from bot.bootstrap import run_app
from bot.settings import Settings
from bot.telemetry import metrics
from loopback.discord import DiscordServer
from loopback.telegram import TelegramServer
from tests.bot.platforms import discord_harness as discord
from tests.bot.platforms import telegram_harness as telegram
from tests.bot.platforms.faults import eventually, listening, settled
from tests.unhurried import hurry

Sql = Callable[[str], str]
TOLD = "cannot be read at the moment"
BOARDS = 5


def tamper(sql: Sql, code: str, text: str) -> None:
    """Give the first move of a match another text, and let its board be behind."""
    sql(f"UPDATE moves SET text = '{text}' WHERE match = '{code}' AND ply = 1")
    sql(f"UPDATE views SET shown_version = 1 WHERE match = '{code}'")


async def test_on_telegram_every_other_board_goes_on(url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    async with TelegramServer() as server:
        settings = Settings(
            telegram_token=SecretStr(server.token),
            telegram_api_url=server.api_url,
            database_url=SecretStr(url),
        )
        with listening("telegram") as log:
            async with run_app(settings) as running:
                harness = telegram.FaultHarness(server, running, log)
                tables = [telegram.Table(harness) for _ in range(BOARDS)]
                boards = {table: await table.begin() for table in tables}
                tables.sort(key=lambda table: table.code)
                for table in tables:
                    await table.plays()
                    await settled(running.services, table.code)
            broken, others = tables[1], [tables[0], *tables[2:]]
            before = boards[broken].shown
            tamper(sql, broken.code, "a1-a2")
            log.own.clear()
            async with run_app(settings) as running:
                harness.running = running
                for table in others:
                    await table.plays(table.siti, "f6-e5")
                    await settled(running.services, table.code)
                    assert "f6-e5" in boards[table].shown
                siti = broken.siti
                pressed = await siti.answer(siti.press(boards[broken], "Your move"))
                assert TOLD in (pressed.text or siti.from_bot(siti.private)[-1].shown)
                siti.say(siti.private, "/games")
                await siti.gets(siti.private, text=f"{broken.code} · this match {TOLD}")
                siti.say(siti.private, "/move f6-e5")
                await siti.gets(siti.private, text=f"{broken.code}: this match {TOLD}")
                assert boards[broken].shown == before, "the board keeps its last picture"
            assert len([line for line in log.own if broken.code in str(line)]) == 1, "logged once"
            tamper(sql, broken.code, "c3-d4")
            async with run_app(settings) as running:
                harness.running = running
                await broken.plays(siti, "f6-e5")
                await settled(running.services, broken.code)
                assert "f6-e5" in boards[broken].shown


async def test_on_discord_every_other_board_goes_on(url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    server = DiscordServer()
    await server.start()
    guild = server.add_guild("Kampung")
    settings = Settings(
        discord_token=SecretStr(server.token),
        discord_api_url=server.api_url,
        discord_gateway_url=server.gateway_url,
        database_url=SecretStr(url),
    )
    with listening("discord") as log:
        async with run_app(settings) as running:
            harness = discord.FaultHarness(server, running, log, guild)
            tables = [discord.Table(harness) for _ in range(BOARDS)]
            boards = {table: await table.begin() for table in tables}
            tables.sort(key=lambda table: table.code)
            for table in tables:
                await table.plays()
                await settled(running.services, table.code)
        broken, others = tables[1], [tables[0], *tables[2:]]
        before = boards[broken].content
        tamper(sql, broken.code, "a1-a2")
        log.own.clear()
        async with run_app(settings) as running:
            harness.running = running
            for table in others:
                await table.plays(table.siti, "f6-e5")
                await settled(running.services, table.code)
                assert "f6-e5" in boards[table].content
            await broken.siti.press(boards[broken], "Your move")
            await broken.siti.until(lambda each: f"{broken.code}: this match {TOLD}" in each.content)
            await broken.siti.slash("games")
            await broken.siti.until(lambda each: f"{broken.code} · this match {TOLD}" in each.content)
            assert boards[broken].content == before
        assert len([line for line in log.own if broken.code in str(line)]) == 1, "logged once"
        tamper(sql, broken.code, "c3-d4")
        async with run_app(settings) as running:
            harness.running = running
            await broken.plays(broken.siti, "f6-e5")
            await settled(running.services, broken.code)
            assert "f6-e5" in boards[broken].content
    await server.stop()


async def test_updates_and_views_that_cannot_be_read_stop_no_other(
    url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    async with TelegramServer() as server:
        settings = Settings(
            telegram_token=SecretStr(server.token),
            telegram_api_url=server.api_url,
            database_url=SecretStr(url),
        )
        with listening("telegram") as log:
            async with run_app(settings) as running:
                harness = telegram.FaultHarness(server, running, log)
                tables = [telegram.Table(harness) for _ in range(4)]
                boards = {table: await table.begin() for table in tables}
            nowhere, faceless, *others = tables
            sql(f"UPDATE views SET chat = 'nonsense', shown_version = 0 WHERE match = '{nowhere.code}'")
            sql(f"UPDATE views SET message = 'nonsense', shown_version = 0 WHERE match = '{faceless.code}'")
            platform = sql("SELECT platform FROM offsets")
            payloads = ("no JSON", "[1]", "null", "[" * 20_000)
            for number, payload in enumerate(payloads, 1):
                sql(
                    "INSERT INTO inbox (platform, number, payload, received, holder) "
                    f"VALUES ('{platform}', {number}, '{payload}', 0, '')"
                )
            log.own.clear()
            before = unreadable_updates()
            async with run_app(settings) as running:
                harness.running = running
                for table in others:
                    await table.plays()
                    await settled(running.services, table.code)
                    assert "c3-d4" in boards[table].shown
                await faceless.plays()
                await settled(running.services, faceless.code)
                assert [each.shown for each in faceless.siti.from_bot(faceless.group) if "c3-d4" in each.shown]
                await eventually(
                    lambda: running.services.views.of_match(nowhere.code),
                    lambda views: [view.frozen for view in views] == [True],
                )
            assert [line["event"] for line in log.own].count("update_unreadable") == len(payloads)
            assert unreadable_updates() == before + len(payloads)
            assert [line["event"] for line in log.own if nowhere.code in str(line)] == ["view_frozen"]


def unreadable_updates() -> float:
    return metrics.REGISTRY.get_sample_value("papan_unreadable", {"kind": "update"}) or 0.0
