"""The list of a chat with many members: one statement, by indexes."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Select, event, text

from bot.matches.glicko import Rating
from bot.matches.guessing import LISTED_FROM
from bot.matches.identity import Place
from bot.matches.preferences import NOWHERE
from bot.services.services import Services
from bot.services.standing.rating import community_of
from bot.services.standing.standing import TopScope
from bot.store import Database, guessers, pair_numbers, ratings, top
from bot.store.connection import Connection
from bot.store.tables import guesses
from bot.store.types import BILLION
from tests.bot.kit import DAM_8, Clock, begun, person

MEMBERS = 1_000
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHAT = Place("telegram", "-1001")
HERE = community_of(CHAT)
SEASON = NOW - timedelta(days=90), NOW
_COUNT = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MEMBERS})"
FILL = (
    f"INSERT INTO players (id, created) {_COUNT} SELECT 'p' || i, 1 FROM n",
    (
        "INSERT INTO accounts (platform, account, player, name, handle, locale, updated)"
        f" {_COUNT} SELECT 'telegram', CAST(i AS TEXT), 'p' || i, 'Name' || i, '', '', 1 FROM n"
    ),
    (
        f"INSERT INTO ratings {_COUNT} SELECT 'p' || i, '{DAM_8.key}', 0, 1000000000000 + CAST(i AS BIGINT) * 10000000,"
        " 60000000000, 60000000, 9, 1, 3 FROM n"
    ),
    f"INSERT INTO members {_COUNT} SELECT '{HERE}', 'p' || i, {int(NOW.timestamp()) * 1_000_000} FROM n",
)


async def filled(connection: Connection) -> None:
    for statement in FILL:
        await connection.execute(text(statement))


async def test_the_list_of_many_members_is_one_statement(services: Services, clock: Clock) -> None:
    await services.database.write(filled)
    statements: list[str] = []

    async def counted(connection: Connection) -> list[top.Ranked]:
        def note(inner: Any) -> None:
            event.listen(inner.engine, "before_cursor_execute", lambda *given: statements.append(given[2]), named=False)

        await connection.run_sync(note)
        since = clock.now - timedelta(days=90)
        return await top.in_chat(connection, HERE, DAM_8.key, since, "p500", 10, both_sides=False)

    found = await services.database.read(counted)
    assert len([each for each in statements if not each.startswith(("ROLLBACK", "SET LOCAL"))]) == 1, statements
    assert [each.place for each in found] == [*range(1, 11), 501]
    assert found[0].player == "p1000"
    assert {each.of for each in found} == {MEMBERS}
    named = await services.standing.top(TopScope.HERE, CHAT, DAM_8, "p500", 10)
    assert [each.name for each in named[:2]] == ["Name1000", "Name999"]


async def listed(services: Services, points: Mapping[str, Sequence[tuple[str, int]]] | None = None) -> None:
    """People with ratings in the chat; each has got the ``points`` in a match with another, one after the other."""
    rating = "INSERT INTO ratings VALUES (:player, :game, 0, :rating, :deviation, 60000000, :played, 1, 3)"
    of_all = {"game": DAM_8.key, "deviation": 60 * BILLION, "played": 9, "rating": 1500 * BILLION}
    of_each = {"Unsure": {"rating": 1700 * BILLION, "deviation": 111 * BILLION}, "Few": {"played": 7}}
    names = ("Unsure", "Few", "Ani", "Budi", "Cik") if points is None else (*points, "Zul")
    ids = {name: (await services.people.player(person(name))).id for name in names}
    made = [(name, other, got) for name, each in (points or {}).items() for other, got in each]
    codes = [(await begun(services, place=CHAT))[0].code for _ in made]

    async def fill(connection: Connection) -> None:
        for code, (name, other, got) in zip(codes, made, strict=True):
            key, rated = (ids[name], DAM_8.key, 0), ratings.StoredRating(Rating(), 0, None)
            counted = ratings.Counted(key, rated, Rating(), untested=False, after=Rating())
            await ratings.count(connection, code, ids[other], got, counted, NOW)
        for name, player in ids.items():
            row = of_all | of_each.get(name, {}) | {"player": player}
            await connection.execute(text(rating), row)
            await ratings.seen_in(connection, HERE, [player], NOW)

    await services.database.write(fill)


async def test_whoever_is_provisional_stands_below_those_who_are_sure_and_equals_stand_together(
    services: Services, clock: Clock
) -> None:
    clock.now = NOW
    await listed(services)
    me = await services.people.player(person("Few"))
    found = await services.standing.top(TopScope.HERE, CHAT, DAM_8, me.id, 5)
    places = [(each.ranked.place, each.name, each.ranked.provisional) for each in found]
    assert sorted(places[:3]) == [(1, "Ani", False), (1, "Budi", False), (1, "Cik", False)]
    assert places[3:] == [(4, "Unsure", True), (5, "Few", True)]
    _, mine = await services.standing.top(TopScope.HERE, CHAT, DAM_8, me.id, 1)
    assert (mine.name, mine.ranked.place) == ("Few", 5)


async def test_equal_points_of_a_season_are_ordered_by_wins_then_by_the_matches_of_these_two(
    services: Services, clock: Clock
) -> None:
    clock.now = NOW
    win, draw, lost = 2, 1, 0
    await listed(
        services,
        {
            "Ani": [("Zul", draw)] * 3,
            "Budi": [("Zul", win), ("Cik", lost)],
            "Cik": [("Budi", win), ("Zul", lost)],
            "Dol": [("Zul", win), ("Eng", draw)],
            "Eng": [("Zul", win), ("Dol", draw)],
        },
    )
    found = await services.standing.top(TopScope.SEASON, CHAT, DAM_8, "", 10)
    places = [(each.ranked.place, each.name) for each in found]
    assert sorted(places[:2]) == [(1, "Dol"), (1, "Eng")], "a draw of the two"
    assert places[2:] == [(3, "Cik"), (4, "Budi"), (5, "Ani")]


@pytest.mark.parametrize(
    ("query", "indexes"),
    [
        (top.chat_query(both_sides=False), ("ix_members_seen", "ix_ratings_game")),
        (top.chat_query(both_sides=True), ("members", "ix_ratings_game")),
        (top.all_query(both_sides=False), ("ix_players_listed", "ix_ratings_game")),
        (top.month_query(), ("ix_results_counted", "members")),
        (top.season_query(), ("ix_results_counted", "views")),
        (top.guess_query(), ("ix_guessers_listed",)),
        (pair_numbers.best_query(), ("ix_pair_numbers_listed",)),
        (pair_numbers.count_query(), ("ix_pair_numbers_listed",)),
        (top.balance_query(), ("ix_matches_balance", "views")),
    ],
    ids=[
        "of a chat",
        "of a hunt",
        "of all",
        "of a month",
        "of a season",
        "of guesses",
        "of numbers",
        "of games with numbers",
        "of a balance",
    ],
)
async def test_a_list_is_found_by_indexes(
    database: Database, backend: str, query: Select[Any] | Callable[[str], Select[Any]], indexes: tuple[str, ...]
) -> None:
    async def plan(connection: Connection) -> str:
        asked = {"community": HERE, "computers": ["c1"], "ruleset": DAM_8.key, "since": SEASON[0], "end": SEASON[1]}
        known = (query if isinstance(query, Select) else query(backend)).params(
            asked | {"platform": CHAT.platform, "account": CHAT.community}
        )
        said = known.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
        if backend == "postgresql":
            await connection.execute(text("SET LOCAL enable_seqscan = off"))
        explain = "EXPLAIN" if backend == "postgresql" else "EXPLAIN QUERY PLAN"
        return "\n".join(str(row) for row in await connection.execute(text(f"{explain} {said}")))

    found = await database.read(plan)
    for index in indexes:
        assert index in found, found
    for table in ("matches", "members", "ratings", "results", "players", "guessers"):
        assert f"SCAN {table}\n" not in f"{found}\n", found
        assert f"Seq Scan on {table}" not in found, found


async def test_guesses_are_listed_by_the_share_of_their_weight_and_whoever_is_hidden_is_not(
    services: Services, clock: Clock
) -> None:
    match, *_ = await begun(services)
    cases = {
        "Ani": (HERE, [(True, 3.0)] * 10 + [(False, 1.0)] * 10),
        "Budi": (HERE, [(True, 1.0)] * 15 + [(False, 3.0)] * 5),
        "Few": (HERE, [(True, 1.0)] * (LISTED_FROM - 1)),
        "Hidden": (HERE, [(True, 1.0)] * LISTED_FROM),
        "Gone": (HERE, [(True, 1.0)] * LISTED_FROM),
        "Elsewhere": (community_of(Place("telegram", "-2")), [(True, 1.0)] * LISTED_FROM),
    }
    ids = {name: (await services.people.player(person(name))).id for name in cases}
    await services.people.change_settings(ids["Hidden"], listed=NOWHERE)

    async def fill(connection: Connection) -> None:
        facts = {"match": match.code, "turn": "c3-d4", "at": NOW}
        for name, (community, made) in cases.items():
            for ply, (hit, weight) in enumerate([*made, (None, 1.0)], 1):
                row = {"ply": ply, "player": ids[name], "community": community, "hit": hit, "weight": weight}
                await connection.execute(guesses.insert().values(facts | row))
        await guessers.recount_players(connection, ids.values())
        await guessers.left(connection, HERE, ids["Gone"], NOW)
        await guessers.left(connection, HERE, ids["Budi"], NOW - timedelta(days=1))

    await services.database.write(fill)
    clock.now = NOW + timedelta(days=1)
    found = await services.standing.guessers(CHAT, ids["Few"], 10)
    assert [(each.name, each.ranked.sorted_by, each.ranked.played) for each in found] == [
        ("Ani", 750_000, 20),
        ("Budi", 500_000, 20),
    ]
    (best, mine) = await services.standing.guessers(CHAT, ids["Budi"], 1)
    assert (best.name, mine.name, mine.ranked.place, mine.ranked.of) == ("Ani", "Budi", 2, 2)
