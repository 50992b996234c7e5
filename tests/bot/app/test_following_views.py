"""Private views follow their matches in small numbers: who looks on in many chats costs no picture for each of them."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.app.requests import memory
from bot.chat import Panel
from bot.matches.identity import Place
from loopback.waiting import until
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, begin
from tests.bot.kit import ROOM
from tests.suites import deep

NO_MORE = "does not change any more"


@pytest.fixture(params=["sqlite"])
def backend(request: pytest.FixtureRequest) -> str:
    """One kind of database: it has nothing to do with how many views follow."""
    return str(request.param)


class Looking:
    """A private view that follows its match, as a platform keeps it up to date."""

    def __init__(self, answer: Seen) -> None:
        assert answer.updates is not None
        self.shown = [answer.text]
        self._task = asyncio.create_task(self._follow(answer.updates))

    async def _follow(self, updates: AsyncIterator[Panel]) -> None:
        async for answer in updates:
            self.shown.append(answer.text)

    async def until(self, words: str) -> None:
        await until(lambda: words in self.shown[-1], lambda: self.shown)

    async def end(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def looks(visitor: Visitor, code: str, place: Place = ROOM) -> Looking:
    """A view that follows by now."""
    view = Looking(await visitor.types(f"/board {code}", place=place))
    for _ in range(3):
        await asyncio.sleep(0)
    return view


async def test_the_oldest_of_a_persons_views_lapses(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    views = [await looks(siti, code, Place("web", f"room-{number}")) for number in range(memory.OF_PERSON + 2)]
    for view in views[:2]:
        await view.until(NO_MORE)
    await adi.moves("c3-d4")
    for view in views[2:]:
        await view.until("c3-d4")
        assert NO_MORE not in view.shown[-1]
    assert all("c3-d4" not in view.shown[-1] for view in views[:2]), "no picture is drawn for them any more"
    for view in views:
        await view.end()


@deep("who may have such a view is tested in the quick suite")
async def test_spectators_have_so_many_views_of_a_match_and_take_none_of_its_players(
    adi: Visitor, siti: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "OF_SPECTATORS", 2)
    code, _ = await begin(adi, siti)
    players = [await looks(visitor, code) for visitor in (adi, siti)]
    others = [await looks(Visitor(adi.papan, f"Guest {number}"), code) for number in range(3)]
    await others[0].until(NO_MORE)
    await adi.moves("c3-d4")
    for view in (*players, *others[1:]):
        await view.until("c3-d4")
    for view in (*players, *others):
        await view.end()


async def test_altogether_there_are_so_many(adi: Visitor, siti: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "ALTOGETHER", 1)
    code, _ = await begin(adi, siti)
    first, second = await looks(adi, code), await looks(siti, code)
    await first.until(NO_MORE)
    await adi.moves("c3-d4")
    await second.until("c3-d4")
    for view in (first, second):
        await view.end()
