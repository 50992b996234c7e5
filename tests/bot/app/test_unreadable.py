"""The words for people about a match that cannot be read; all else goes on for them."""

from collections.abc import AsyncIterator, Callable
from random import Random

import pytest
from structlog.testing import capture_logs

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.computer.search_pool import SearchPool
from bot.services.services import Services
from bot.store import Database
from tests.bot.app.visitors import Visitor
from tests.bot.kit import DAM_8, ROOM, Clock, begun, play

Sql = Callable[[str], str]
TOLD = "this match cannot be read at the moment"
PRESSES = (
    Action.MOVE, Action.VIEW, Action.MORE, Action.RESIGN, Action.DRAW, Action.DECLINE_DRAW, Action.UNDO,
    Action.REMATCH, Action.ACCEPT, Action.DECLINE, Action.WITHDRAW,
)  # fmt: skip
OTHERS = "All your other matches go on."


@pytest.fixture
async def restarted(database: Database, clock: Clock) -> AsyncIterator[App]:
    """Papan as it has just begun: nothing is in its memory."""
    images = ImageRenderer()
    yield App(AppServices(Services.over(database, clock, Random(8)), images, SearchPool()))
    images.close()


async def test_the_players_are_told_and_play_on(services: Services, restarted: App, sql: Sql) -> None:
    broken, adi, siti, view = await begun(services)
    await services.views.shown(view.key, "board")
    broken = await play(services, broken, adi, siti, moves=2)
    other, *_ = await begun(services)
    sql(f"UPDATE moves SET text = 'a1-a2' WHERE match = '{broken.code}' AND ply = 1")
    visitor = Visitor(restarted, "Adi")
    games = (await visitor.types("/games")).text.splitlines()
    assert games[0].startswith(f"{other.code} · {DAM_8.name}")
    assert games[1:] == [f"{broken.code} · {TOLD}"]
    told = f"{broken.code}: {TOLD}. {OTHERS}"
    for line in (
        f"/board {broken.code}",
        f"/move {broken.code} c3-d4",
        f"/resign {broken.code}",
        f"/hint {broken.code}",
    ):
        assert (await visitor.types(line)).text == told
    for action in PRESSES:
        assert (await visitor.sends(str(CallbackData(action, broken.code, 2, "")))).text == told
    said = await restarted.text(visitor.request(message="board"), "c3-d4")
    assert said is not None
    assert said.text == told
    assert await restarted.text(visitor.request(message="board"), "well played") is None, "no word of ordinary talk"
    assert f"You played c3-d4 in {other.code}" in (await visitor.types("/move c3-d4")).text


async def test_a_person_with_no_other_match_is_told_whatever_they_ask(
    services: Services, restarted: App, sql: Sql
) -> None:
    broken, *_ = await begun(services)
    sql("UPDATE matches SET ruleset = 'chess'")
    visitor = Visitor(restarted, "Adi")
    for line in ("/move c3-d4", "/board", "/resign", "/draw", "/analyse"):
        assert (await visitor.types(line)).text == f"{broken.code}: {TOLD}. {OTHERS}"
    assert (await visitor.types("/games")).text == f"{broken.code} · {TOLD}"
    assert "cannot be read" not in (await Visitor(restarted, "Ros").types("/move c3-d4")).text


async def test_settings_that_are_none_count_as_not_set(services: Services, restarted: App, sql: Sql) -> None:
    match, *_ = await begun(services)
    sql("UPDATE players SET theme = 'neon', language = 'xx', view = 'askew', resigns = 'maybe'")
    sql("UPDATE views SET theme = 'neon', language = 'xx'")
    visitor = Visitor(restarted, "Adi")
    assert "Theme: Wood" in (await visitor.types("/settings")).text
    assert (await visitor.types(f"/board {match.code}")).picture
    assert (await visitor.types(f"/board {match.code} public")).text


async def test_an_account_that_leads_to_nobody_troubles_nobody_else(
    services: Services, restarted: App, sql: Sql, backend: str
) -> None:
    match, *_ = await begun(services)
    if backend == "postgresql":
        sql("ALTER TABLE accounts DROP CONSTRAINT fk_accounts_player")
    sql("UPDATE accounts SET player = 'nobody' WHERE account = 'adi'")
    with capture_logs() as lines:
        for _ in range(2):
            answer = await Visitor(restarted, "Adi").types("/games")
            assert answer.text.startswith("Your data cannot be read at the moment")
    assert [line["event"] for line in lines] == ["row_unreadable"]
    assert match.code in (await Visitor(restarted, "Siti").types("/games")).text
    assert (await Visitor(restarted, "Siti").types("/board", place=ROOM)).picture
