"""Live matches and those of two players are found in the table of matches without reading all of it."""

from typing import Any

import pytest
from sqlalchemy import Select, select, text

from bot.matches.history import HistoryFilter
from bot.store import Database, scores
from bot.store import match_queries as queries
from bot.store.connection import Connection
from bot.store.tables import matches


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (queries.played_live("adi"), "ix_matches_"),  # that of two begins with a seat too
        (select(matches.c.code).where(scores.pair("adi", "siti")), "ix_matches_"),
        # Two indexes begin with the chat, and either serves: SQLite takes the one that was made later.
        (queries.shown_live("telegram", "-1001"), "ix_views_"),
        (queries.history("adi", HistoryFilter(opening=("c3-d4", "b6xd4")), 0, 11), "ix_matches_seat_"),
        (queries.WITH_MOVES_IN.params(platform="telegram", chat="-1001", thread=""), "ix_views_"),
    ],
    ids=["of a person", "of two", "in a group", "by an opening", "with moves in a group"],
)
async def test_live_matches_are_found_by_an_index(
    database: Database, backend: str, query: Select[Any], index: str
) -> None:
    async def plan(connection: Connection) -> str:
        said = query.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
        if backend == "postgresql":
            await connection.execute(text("SET LOCAL enable_seqscan = off"))
        explain = "EXPLAIN" if backend == "postgresql" else "EXPLAIN QUERY PLAN"
        return "\n".join(str(row) for row in await connection.execute(text(f"{explain} {said}")))

    found = await database.read(plan)
    assert index in found
    assert "SCAN matches" not in found
    assert "SCAN views" not in found
    assert "SCAN moves" not in found
