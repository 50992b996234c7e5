"""The statements of Papan to its database while nobody does anything."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from bot.bootstrap.settings import Address
from loopback.ports import hand_out
from tests.bot.platforms.village import village_in
from tests.controlled_time import faster_time

MOST = 20
"""Statements in a minute, beside those that begin and end transactions."""
FRAME = ("BEGIN", "COMMIT", "ROLLBACK")
MINUTES = 6
"""In so many the slowest of all looks is made once."""


@pytest.mark.long("six minutes, at a hundred times their speed")
async def test_an_idle_minute_has_few_statements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.computer.search_pool.WARM_AFTER", 3600.0)
    asked: Counter[str] = Counter()

    def note(*given: object) -> None:
        statement = " ".join(str(given[2]).split())
        if not statement.startswith(FRAME):
            asked[statement] += 1

    async with village_in(tmp_path, health=Address("127.0.0.1", hand_out())) as village:
        village.adi.start()
        await village.begin()
        event.listen(Engine, "before_cursor_execute", note)
        try:
            with faster_time(100):
                await asyncio.sleep(60 * MINUTES)
        finally:
            event.remove(Engine, "before_cursor_execute", note)
    told = "\n".join(f"{count:>4} {statement}" for statement, count in asked.most_common())
    assert 0 < asked.total() <= MOST * MINUTES, told
