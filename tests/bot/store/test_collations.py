"""Texts on a server are compared byte by byte, and a machine that sorts otherwise than before is named."""

from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from bot.store import Database
from tests.bot.kit import check

Sql = Callable[[str], str]

BY_THE_MACHINE = (
    "SELECT count(*) FROM pg_index, unnest(indcollation) AS sorted WHERE sorted IN (SELECT oid FROM pg_collation"
    " WHERE collname <> 'C') AND indrelid IN (SELECT oid FROM pg_class WHERE relname IN ('matches', 'accounts'))"
)


@pytest.fixture(params=["postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """A file compares bytes."""
    return str(request.param)


async def test_no_index_depends_on_the_library_of_the_machine(url: str, sql: Sql) -> None:
    sql("ALTER TABLE room_people DROP COLUMN key_hash")  # by a step after this one, as this table
    sql("ALTER TABLE results DROP COLUMN recounted")
    sql("ALTER TABLE players DROP COLUMN table_talk, DROP COLUMN digest_hours, DROP COLUMN days_off")
    sql("ALTER TABLE players DROP COLUMN planned_from, DROP COLUMN planned_until")
    sql("ALTER TABLE players ADD CONSTRAINT ck_players_moments CHECK (created >= 0)")
    sql("ALTER TABLE mistakes DROP COLUMN offered, ADD CONSTRAINT ck_mistakes_moments CHECK (due >= 0)")
    sql("ALTER TABLE matches DROP COLUMN event_kind, DROP COLUMN event_code, DROP COLUMN our_number")
    sql("ALTER TABLE matches DROP COLUMN swap, DROP COLUMN swap_asked, DROP COLUMN swaps")
    sql("ALTER TABLE matches DROP COLUMN origin, DROP COLUMN origin_ply")
    sql("ALTER TABLE dailies DROP COLUMN server")
    sql("DROP INDEX ix_matches_balance")
    sql("DROP TABLE pair_numbers, refused_moves, weeklies, shield_marks, shields")
    sql("DROP TABLE challenges, rung_changes, rungs, ladders, table_talk, own_notes, kept_games, reports")
    sql("DROP TABLE duplicate_games, duplicate_entrants, duplicates, duplicate_weeks")
    sql("DROP TABLE holdouts")
    sql("DROP TABLE tournament_games, tournament_entrants, tournaments")
    sql("DROP TABLE boards_games, boards_line, boards_sides, boards_matches")
    sql("DROP TABLE simul_entrants, simuls, chat_challenges, villagers, votes, polls, villages, team_members, teams")
    sql("DROP TABLE seat_marks")
    sql("DROP TABLE deletions, followings, guessers, guesses, links, merges, room_devices")
    sql("UPDATE alembic_version SET version_num = '0031'")
    for table, columns in {"matches": ("code", "host"), "accounts": ("platform", "account")}.items():
        sql(f"ALTER TABLE {table} " + ", ".join(f'ALTER {name} TYPE text COLLATE "default"' for name in columns))
    assert int(sql(BY_THE_MACHINE)) > 3, "as databases of before had all of them"
    await (await Database.open(url)).close()
    assert sql(BY_THE_MACHINE) == "0"


async def test_another_library_is_named_at_the_start_and_by_the_check(url: str, sql: Sql) -> None:
    name = url.rpartition("/")[2]
    sql(f"UPDATE pg_database SET datcollversion = '2.31' WHERE datname = '{name}'")
    sql("UPDATE pg_collation SET collversion = '2.36' WHERE collname = 'C'")
    with capture_logs() as logs:
        database = await Database.open(url)
    try:
        told = [each["reason"] for each in logs if each["event"] == "sorted_otherwise"]
        found = [problem.what for problem in await check(database)]
    finally:
        await database.close()
    assert found == told
    assert [sentence.partition(f"REINDEX DATABASE {name}; ")[2] for sentence in told] == [
        f"ALTER DATABASE {name} REFRESH COLLATION VERSION;",
        'ALTER COLLATION "C" REFRESH COLLATION VERSION;',
    ]
