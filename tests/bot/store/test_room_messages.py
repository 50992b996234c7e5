"""Messages of the web room are kept in so great a number, and for so long; what shows a live match stays."""

from collections.abc import Callable

import pytest

from bot.matches.identity import Place
from bot.services.requests import ROOM_MESSAGES_KEPT
from bot.services.services import Services
from bot.store import Database, room
from bot.store.room import RoomStore
from tests.bot.kit import Clock, begun, event

PNG = b"a board"


@pytest.fixture
def store(database: Database, clock: Clock) -> RoomStore:
    return RoomStore(database, clock)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "ROOM_MESSAGES", 4)
    monkeypatch.setattr(room, "DROP_EVERY", 2)


async def said(store: RoomStore, text: str, png: bytes | None = None) -> str:
    """A message in the room of the tests; its id."""
    return (await store.add(event(), "room", None, None, {"text": text}, png)).id


@pytest.mark.usefixtures("few")
async def test_a_room_keeps_its_newest_messages_and_the_boards_of_live_matches(
    store: RoomStore, services: Services, sql: Callable[[str], str]
) -> None:
    live, *_, view = await begun(services)
    over, adi, *_, other = await begun(services, place=Place("web", "room", thread="x"))
    board, former = await said(store, live.code, PNG), await said(store, over.code, b"another")
    await services.views.shown(view.key, board)
    await services.views.shown(other.key, former)
    await services.matches.act(event(), adi, over.code, lambda now, at: now.resign(adi.id, at))
    for number in range(20):
        await said(store, f"{number}")
    await store.edit(board, {"text": "moved"}, PNG)
    texts = [each.body["text"] for each in await store.changed_since("room", "adi", 0)]
    assert texts[0] == "moved"
    assert texts[-4:] == ["16", "17", "18", "19"]
    assert len(texts) <= 1 + 4 + 2
    assert sql("SELECT count(*) FROM room_pictures") == "1"


async def test_old_messages_are_dropped_and_the_numbers_go_on(
    store: RoomStore, services: Services, clock: Clock
) -> None:
    for number in range(3):
        await said(store, f"{number}")
    (*_, last) = await store.changed_since("room", "adi", 0)
    clock.now += ROOM_MESSAGES_KEPT
    clock.forward(seconds=1)
    await services.requests.forget_old()
    assert [each.body["text"] for each in await store.changed_since("room", "adi", 0)] == ["2"]
    await said(store, "new")
    assert [each.body["text"] for each in await store.changed_since("room", "adi", last.changed)] == ["new"]
