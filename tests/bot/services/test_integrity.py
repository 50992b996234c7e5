"""`papan check` names every row that has been tampered with."""

from collections.abc import Callable

import pytest

from bot.services.integrity import check
from bot.services.services import Services
from bot.store import Database
from tests.bot.kit import TABAL, begun, event, play

Sql = Callable[[str], str]

NOWHERE = "UPDATE matches SET seat_1 = 'nobody' WHERE code = :code"


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE moves SET text = 'a1-a2' WHERE match = :code AND ply = 2", "a1-a2 at ply 2 is not a legal move"),
        ("UPDATE moves SET text = 'C4-C5' WHERE match = :code AND ply = 1", "at ply 1 is not a legal move"),
        ("DELETE FROM moves WHERE match = :code AND ply = 3", "ply 3 is missing"),
        ("DELETE FROM moves WHERE match = :code AND ply = 5", "says ply 5, the moves give 4"),
        ("UPDATE matches SET turn = 0 WHERE code = :code", "says turn 0, the moves give 1"),
        ("UPDATE matches SET winner = 1 WHERE code = :code", "says winner 1, the moves give None"),
        ("UPDATE matches SET status = 'over' WHERE code = :code", "is over, its game is not"),
        ("UPDATE matches SET seat_1 = NULL WHERE code = :code", "free seat"),
        ("UPDATE matches SET seat_0 = seat_1 WHERE code = :code", "seats its host nowhere"),
        (
            "UPDATE matches SET host = seat_1, seat_0 = seat_1, seat_1 = seat_0 WHERE code = :code",
            "does not have that side",
        ),
        (NOWHERE, "points at nobody in players, which is not there"),
        ("UPDATE matches SET rematch_of = 'GONE' WHERE code = :code", "points at GONE in matches, which is not there"),
        ("UPDATE events SET match = 'GONE' WHERE match = :code", "points at GONE in matches, which is not there"),
        ("UPDATE matches SET status = 'invited' WHERE code = :code", "is invited and has moves"),
        ("UPDATE matches SET start = 'nonsense' WHERE code = :code", "cannot be read"),
        ("UPDATE matches SET ruleset = 'chess' WHERE code = :code", "cannot be read"),
        ("UPDATE matches SET status = 'lost' WHERE code = :code", "cannot be read"),
        ("UPDATE views SET shown_version = 99 WHERE match = :code", "shows version 99, the match is at 7"),
        ("UPDATE views SET pinged_version = 99 WHERE match = :code", "called somebody for version 99"),
        ("UPDATE views SET match_version = 6 WHERE match = :code", "stands at version 6, the match is at 7"),
    ],
)
async def test_a_tampered_row_is_named(
    services: Services, database: Database, backend: str, sql: Sql, statement: str, what: str
) -> None:
    match, adi, siti, _ = await begun(services, TABAL)
    await play(services, match, adi, siti, moves=5)
    other, *_ = await begun(services)
    assert await check(database) == []
    if statement is NOWHERE and backend == "postgresql":
        sql("ALTER TABLE matches DROP CONSTRAINT fk_matches_seat_1")
    before = sql("SELECT * FROM matches, moves, views, events")
    sql(statement.replace(":code", f"'{match.code}'"))
    assert sql("SELECT * FROM matches, moves, views, events") != before
    problems = await check(database)
    assert any(what in str(problem) for problem in problems)
    assert not any(other.code in str(problem) for problem in problems)


async def test_the_end_of_a_game_is_held_against_its_moves(services: Services, database: Database, sql: Sql) -> None:
    match, adi, siti, _ = await begun(services)
    await play(services, match, adi, siti, moves=3)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    assert await check(database) == []
    sql(f"UPDATE matches SET status = 'playing' WHERE code = '{match.code}'")
    assert any("goes on after the end" in str(problem) for problem in await check(database))


@pytest.mark.parametrize("ending", ["no pieces", "few left", "blocked", "repetition", "counter"])
async def test_an_end_that_the_moves_do_not_give_is_no_agreement(
    services: Services, database: Database, sql: Sql, ending: str
) -> None:
    match, adi, siti, _ = await begun(services)
    await play(services, match, adi, siti, moves=3)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    sql(f"UPDATE matches SET ending = '{ending}' WHERE code = '{match.code}'")
    assert any(f"the moves do not end the game by {ending}" in str(problem) for problem in await check(database))


async def test_a_database_that_is_only_looked_at_can_be_checked(
    services: Services, database: Database, url: str
) -> None:
    for _ in range(3):
        match, adi, siti, _ = await begun(services)
        await play(services, match, adi, siti, moves=2)
    beside = await Database.look(url)
    assert await check(beside) == []
    await beside.close()
