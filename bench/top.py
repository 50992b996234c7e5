"""Measures how long a chat's list of strongest players takes beside its members, and that of those who guess best, with
the names that are shown, the page of one of them, the ladder on which all of them stand, and how a hunt stands of which
each has played a match there; one in so many is one person on two platforms.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from random import Random
from statistics import median, quantiles
from time import perf_counter
from uuid import uuid4

from sqlalchemy import Table as SqlTable
from sqlalchemy import text

from bench.commits import Table
from bench.growth import in_file, on_server
from bench.traffic import quiet
from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat import PersonPage, Request
from bot.computer.search_pool import SearchPool
from bot.matches.communities import CASUAL
from bot.matches.happening import Happening
from bot.matches.identity import Person, Place
from bot.services.services import Services
from bot.services.standing.rating import community_of
from bot.services.standing.standing import ListedPlayer, TopScope
from bot.store import Database, guessers, pair_numbers
from bot.store.connection import Connection
from bot.store.tables import matches, views
from engine.games import find_ruleset
from engine.ruleset import Ending

MEMBERS = (100, 10_000)
REPEATS = 100
SMALLEST = {"members": (1, 20), "repeats": 2}
CHAT = Place("telegram", "-1001")
RULESET = find_ruleset("dam-8").key
HUNT = "main-tapal-empat"
LISTED = 10
LINKED = 5
"""One member in so many was two, with an account on another platform too."""
GUESSES = 50
"""So many turns each member has guessed."""
NOW = datetime(2026, 3, 20, tzinfo=UTC)


def run(members: Sequence[int] = MEMBERS, repeats: int = REPEATS) -> None:
    """Print a line for each number of members on each kind of database."""
    quiet()
    measured = (*(scope.value for scope in TopScope), "guesses", "page", "ladder", "balance", "numbers")
    heads = ("members", "linked", *(f"{what} {how}" for what in measured for how in ("median", "p95")))
    print(f"{'':<12}" + "".join(f"{head:>14}" for head in heads), flush=True)
    for name, opened in (("SQLite", in_file), ("PostgreSQL", on_server)):
        for count in members:
            asyncio.run(_measure(name, opened, count, repeats))


async def _measure(
    name: str, opened: Callable[[], AbstractAsyncContextManager[Database]], count: int, repeats: int
) -> None:
    async with opened() as database:
        services = Services.over(database, lambda: NOW, Random(1))
        code = (await Table.sit(services, "a")).match.code
        await database.write(partial(_fill, count=count, code=code))
        figures: list[float] = []
        for scope in TopScope:
            asked = partial(services.standing.top, scope, CHAT, find_ruleset(RULESET), "p1", LISTED)
            figures += await _waits(asked, repeats, may_be_empty=scope is TopScope.BEFORE)
        figures += await _waits(partial(services.standing.guessers, CHAT, "p1", LISTED), repeats)
        figures += await _pages(services, count, repeats)
        figures += await _ladder(services, count, repeats)
        figures += await _balance(services, count, repeats)
    print(
        f"{name:<12}{count:>14}{count // LINKED:>14}" + "".join(f"{1000 * each:>11.1f} ms" for each in figures),
        flush=True,
    )


async def _waits(
    asked: Callable[[], Awaitable[Sequence[ListedPlayer]]], repeats: int, *, may_be_empty: bool = False
) -> tuple[float, float]:
    """The median and the 95th percentile of the time that a list takes."""
    waits = []
    for _ in range(repeats):
        began = perf_counter()
        found = await asked()
        waits.append(perf_counter() - began)
        assert found or may_be_empty
    return median(waits), quantiles(waits, n=20)[-1]


async def _pages(services: Services, count: int, repeats: int) -> tuple[float, float]:
    """The median and the 95th percentile of the page of somebody, who is linked where anybody is, as another asks."""
    tools = AppServices(services, ImageRenderer(), SearchPool())
    live, waits = LiveBoards(App(tools), tools), []
    for _ in range(repeats):
        request = Request(uuid4().hex, Person(CHAT.platform, "1", "Name1"), CHAT)
        began = perf_counter()
        found = await live.profile(request, f"p{max(count // LINKED * LINKED, 1)}")
        waits.append(perf_counter() - began)
        assert isinstance(found, PersonPage)
    tools.images.close()
    return median(waits), quantiles(waits, n=20)[-1]


async def _ladder(services: Services, count: int, repeats: int) -> tuple[float, float]:
    """The same of the ladder, as whoever stands in its middle asks, with whom they may challenge."""
    waits, me = [], f"p{max(count // 2, 1)}"
    await services.communities.change(CHAT, lambda found: replace(found, settings={"ladder": CASUAL}))
    for _ in range(repeats):
        began = perf_counter()
        found = await services.ladders.view(CHAT, RULESET, me, LISTED)
        await services.ladders.within_reach(me, CHAT, RULESET)
        waits.append(perf_counter() - began)
        assert found
        assert found.count == count
    return median(waits), quantiles(waits, n=20)[-1]


async def _balance(services: Services, count: int, repeats: int) -> tuple[float, ...]:
    """The same of the balance of a hunt, and of the numbers of those who have played it for theirs."""
    waits, of_numbers = [], []
    for _ in range(repeats):
        began = perf_counter()
        found = await services.standing.balance(CHAT, HUNT)
        waits.append(perf_counter() - began)
        assert found.played == count
        began = perf_counter()
        numbers = await services.standing.our_numbers(CHAT, LISTED)
        of_numbers.append(perf_counter() - began)
        assert numbers[HUNT].count == count
    return tuple(figure for each in (waits, of_numbers) for figure in (median(each), quantiles(each, n=20)[-1]))


async def _fill(connection: Connection, count: int, code: str) -> None:
    """Members of one chat, each with an account, a rating, and a result of this month, all of them of one match; and
    the other accounts and former players of those who are linked.
    """
    for statement in _statements(count, code, community_of(CHAT), int(NOW.timestamp()) * 1_000_000):
        await connection.execute(text(statement))
    everybody = [f"p{number}" for number in range(1, count + 1)]
    await guessers.recount_players(connection, everybody)
    await pair_numbers.recount_players(connection, everybody)
    if connection.dialect.name == "postgresql":  # where that is done by itself sooner or later
        await connection.execute(text("ANALYZE"))


def _statements(count: int, code: str, community: str, now: int) -> Sequence[str]:
    linked = f"FROM n WHERE i % {LINKED} = 0"
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
    rating, certainty = "1000000000000 + CAST(i AS BIGINT) * 10000000", "60000000000, 60000000"
    return (
        f"INSERT INTO players (id, created, listed) {numbers} SELECT 'p' || i, 1, 'everywhere' FROM n",
        "INSERT INTO players (id, created) VALUES ('other', 1)",
        (
            "INSERT INTO accounts (platform, account, player, name, handle, locale, updated)"
            f" {numbers} SELECT 'telegram', CAST(i AS TEXT), 'p' || i, 'Name' || i, '', '', 1 FROM n"
        ),
        (
            "INSERT INTO accounts (platform, account, player, name, handle, locale, updated)"
            " VALUES ('telegram', 'other', 'other', 'Other', '', '', 1)"
        ),
        f"INSERT INTO players (id, created) {numbers} SELECT 'f' || i, 2 {linked}",
        f"INSERT INTO merges {numbers} SELECT 'f' || i, 'p' || i, {now}, '[]' {linked}",
        (
            "INSERT INTO accounts (platform, account, player, name, handle, locale, updated)"
            f" {numbers} SELECT 'discord', CAST(i AS TEXT), 'p' || i, 'Name' || i, '', '', 1 {linked}"
        ),
        (
            "INSERT INTO ratings (player, ruleset, side, rating, deviation, volatility, played, at, opponents)"
            f" {numbers} SELECT 'p' || i, '{RULESET}', 0, {rating}, {certainty}, 9, 1, 9 FROM n"
        ),
        (
            "INSERT INTO ladders (id, community, ruleset, platform, account, chat, thread, language, changes, version,"
            f" shown, edited) VALUES ('l', '{community}', '{RULESET}', '{CHAT.platform}', '{CHAT.chat}', '{CHAT.chat}',"
            f" '', 'en', {count}, {count}, {count}, 1)"
        ),
        f"INSERT INTO rungs (ladder, player, rung, since, due) {numbers} SELECT 'l', 'p' || i, i, 1, {now} FROM n",
        f"UPDATE views SET chat = '{CHAT.chat}', platform = '{CHAT.platform}', private = 0",
        f"INSERT INTO members {numbers} SELECT '{community}', 'p' || i, {now} FROM n",
        (
            "INSERT INTO results (match, player, opponent, ruleset, side, points, at, number, rating_before,"
            " deviation_before, volatility_before, against, against_deviation, rating, deviation, volatility)"
            f" {numbers} SELECT '{code}', 'p' || i, 'other', '{RULESET}', 0, 2, {now - 1}, 1, {rating}, {certainty},"
            f" 1500000000000, 60000000000, {rating}, {certainty} FROM n"
        ),
        (
            "INSERT INTO guesses (match, ply, player, turn, at, community, weight, hit)"
            f" {numbers}, m(ply) AS (SELECT 1 UNION ALL SELECT ply + 1 FROM m WHERE ply < {GUESSES})"
            f" SELECT '{code}', ply, 'p' || i, 'c3-d4', {now - 1}, '{community}', 3000000000 + i + ply,"
            " CASE WHEN (i * 7 + ply * 3) % 11 < 4 THEN 1 ELSE 0 END FROM n, m"
        ),
        _copied(
            matches,
            numbers,
            {
                "code": "'M' || i",
                "ruleset": f"'{HUNT}'",
                "status": "'over'",
                "ending": f"'{Ending.RESIGNATION.value}'",
                "happened": f"'{Happening.RESIGNED.value}'",
                "ply": "40",
                "version": "42",
                "winner": "i % 2",
                "our_number": "1",
                "host": "'p' || i",
                "host_side": "0",
                "invited": "'other'",
                "actor": "'other'",
                "seat_0": "'p' || i",
                "seat_1": "'other'",
                "wake": "NULL",
            },
        ),
        _copied(views, numbers, {"match": "'M' || i", "id": "'v' || i"}),
    )


def _copied(table: SqlTable, numbers: str, other: Mapping[str, str]) -> str:
    """The statement that adds copies of the only row of a table, with some of its columns otherwise."""
    columns = [column.name for column in table.columns]
    values = ", ".join(other.get(name, name) for name in columns)
    return f"INSERT INTO {table.name} ({', '.join(columns)}) {numbers} SELECT {values} FROM n, {table.name}"
