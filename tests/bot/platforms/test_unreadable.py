"""Papan running, with one match among others that it cannot read: every other board goes on, and people are told."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Settings
from bot.foundation import metrics
from loopback.discord import DiscordServer
from loopback.discord.world import Message as DiscordMessage
from loopback.telegram import Message, TelegramServer
from loopback.waiting import eventually
from tests.bot.connected import to_discord, to_telegram
from tests.bot.platforms import discord_harness as discord
from tests.bot.platforms import telegram_harness as telegram
from tests.bot.platforms.faults import Log, listening, settled
from tests.suites import deep
from tests.unhurried import hurry

Sql = Callable[[str], str]
AnyTable = TypeVar("AnyTable", telegram.Table, discord.Table)
TOLD = "cannot be read at the moment"
BOARDS = 5


def tamper(sql: Sql, code: str, text: str) -> None:
    """Give the first move of a match another text, and let its board be behind."""
    sql(f"UPDATE moves SET text = '{text}' WHERE match = '{code}' AND ply = 1")
    sql(f"UPDATE views SET shown_version = 1 WHERE match = '{code}'")


def text_of(board: Message | DiscordMessage) -> str:
    """The text of a board."""
    return board.shown if isinstance(board, Message) else board.content


async def goes_on(table: AnyTable, board: Any, person: Any = None, move: str = "c3-d4") -> None:
    """A move is made, and the board shows it."""
    await table.plays(person, move)
    await settled(table.harness.running.services, table.code)
    assert move in text_of(board)


async def every_other_board_goes_on(
    settings: Settings,
    sql: Sql,
    log: Log,
    seated: Callable[[RunningApp], list[AnyTable]],
    is_told: Callable[[AnyTable, Any], Awaitable[None]],
) -> None:
    """While Papan is away one of several matches breaks, and is mended later; ``is_told`` asks for it in between."""
    async with run_app(settings) as running:
        boards = {table: await table.begin() for table in seated(running)}
        for table, board in boards.items():
            await goes_on(table, board)
    # Others stand before and behind it in the order of the codes.
    second = sorted(table.code for table in boards)[1]
    broken = next(table for table in boards if table.code == second)
    before = text_of(boards[broken])
    tamper(sql, broken.code, "a1-a2")
    log.own.clear()
    async with run_app(settings) as running:
        broken.harness.running = running
        for table, board in boards.items():
            if table is not broken:
                await goes_on(table, board, table.siti, "f6-e5")
        await is_told(broken, boards[broken])
        assert text_of(boards[broken]) == before, "the board keeps its last picture"
    assert len([line for line in log.own if broken.code in str(line)]) == 1, "logged once"
    tamper(sql, broken.code, "c3-d4")
    async with run_app(settings) as running:
        broken.harness.running = running
        await goes_on(broken, boards[broken], broken.siti, "f6-e5")


@deep("the services go on in tests/bot/services/test_unreadable.py")
async def test_on_telegram_every_other_board_goes_on(url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch) -> None:
    async def is_told(table: telegram.Table, board: Message) -> None:
        siti, code = table.siti, table.code
        pressed = await siti.answer(siti.press(board, "Your move"))
        assert TOLD in (pressed.text or siti.from_bot(siti.private)[-1].shown)
        siti.say(siti.private, "/games")
        await siti.gets(siti.private, text=f"{code} · this match {TOLD}")
        siti.say(siti.private, "/move f6-e5")
        await siti.gets(siti.private, text=f"{code}: this match {TOLD}")

    hurry(monkeypatch)
    async with TelegramServer() as server:
        with listening("telegram") as log:

            def seated(running: RunningApp) -> list[telegram.Table]:
                harness = telegram.FaultHarness(server, running, log)
                return [telegram.Table(harness) for _ in range(BOARDS)]

            await every_other_board_goes_on(to_telegram(server, url), sql, log, seated, is_told)


@deep("the services go on in tests/bot/services/test_unreadable.py")
async def test_on_discord_every_other_board_goes_on(url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch) -> None:
    async def is_told(table: discord.Table, board: DiscordMessage) -> None:
        siti, code = table.siti, table.code
        await siti.press(board, "Your move")
        await siti.until(lambda each: f"{code}: this match {TOLD}" in each.content)
        await siti.slash("games")
        await siti.until(lambda each: f"{code} · this match {TOLD}" in each.content)

    hurry(monkeypatch)
    async with DiscordServer() as server:
        guild = server.add_guild("Kampung")
        with listening("discord") as log:

            def seated(running: RunningApp) -> list[discord.Table]:
                harness = discord.FaultHarness(server, running, log, guild)
                return [discord.Table(harness) for _ in range(BOARDS)]

            await every_other_board_goes_on(to_discord(server, url), sql, log, seated, is_told)


@deep("the services go on in tests/bot/services/test_unreadable.py")
async def test_updates_and_views_that_cannot_be_read_stop_no_other(
    url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    async with TelegramServer() as server:
        settings = to_telegram(server, url)
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
            now = int(1e6 * time.time())
            for number, payload in enumerate(payloads, 1):
                sql(
                    "INSERT INTO inbox (platform, number, payload, received, holder) "
                    f"VALUES ('{platform}', {number}, '{payload}', {now}, '')"
                )
            log.own.clear()
            before = unreadable_updates()
            async with run_app(settings) as running:
                harness.running = running
                for table in others:
                    await goes_on(table, boards[table])
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
