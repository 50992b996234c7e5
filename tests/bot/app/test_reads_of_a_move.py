"""The number of reads of the database for a move that is typed in a chat, until its boards show it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import NoReturn

import pytest
from sqlalchemy import Engine, event

from bot.app.entry.app import App
from bot.app.requests.context import AppServices
from bot.chat import BoardMessage
from bot.foundation.shared_work import SingleProcess
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.services.services import Services
from bot.workers.errands.courier import Courier
from bot.workers.errands.followed import FollowedMatches
from bot.workers.views.view_reconciler import ViewReconciler
from engine.notation import format_move
from loopback.waiting import until
from tests.bot.app.visitors import Visitor
from tests.bot.fake_platform import FakePlatform, begun_on
from tests.bot.kit import ROOM, play

HALL = Place("web", "hall")

_BOARDS_AND_CALL = (
    "the match, locked for the move, with all that the move depends on",
    "the match with its boards, what their hosts want, its people and what is to be told of it",
    "how the person who is next wants to be told",
    "what that person was told of late",
)
BY_COMMAND = (
    "who asks, by their account",
    "their matches, and which of these stand in this chat",
    *_BOARDS_AND_CALL,
)
BY_REPLY = (
    "who asks, by their account",
    "the match of the message that is answered",
    "whether the hosts of this place let people type moves",
    *_BOARDS_AND_CALL,
)
"""What is read for a move, a statement each, however many boards show the match."""


@contextmanager
def reads() -> Iterator[list[str]]:
    """The reading statements within the context."""
    found: list[str] = []

    def note(*given: object) -> None:
        if str(given[2]).lstrip().startswith(("SELECT", "WITH")):
            found.append(str(given[2]))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


@asynccontextmanager
async def at_work(tools: AppServices, platform: FakePlatform) -> AsyncIterator[None]:
    """Those who look at every match that has changed."""
    gateways = {"web": platform}
    boards = ViewReconciler(tools.services, gateways, tools.boards.show, tools.boards.notice, tools.boards.thread)
    followers = Courier(FollowedMatches(tools.services, nobody_follows), tools.services, gateways, SingleProcess())
    running = asyncio.create_task(boards.run())
    await followers.start()
    try:
        yield
    finally:
        await followers.stop()
        boards.stop()
        await running


async def nobody_follows(*_: object) -> NoReturn:
    raise AssertionError


@pytest.mark.parametrize(("replies", "most"), [(False, BY_COMMAND), (True, BY_REPLY)], ids=["command", "reply"])
async def test_a_move_reads_nothing_twice(
    papan: App,
    app_services: AppServices,
    services: Services,
    platform: FakePlatform,
    adi: Visitor,
    replies: bool,
    most: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.workers.errands.courier.LOOK_AGAIN", 0.01)
    match, adi_plays, siti_plays, _ = await begun_on(platform, services, "board")
    other = await services.views.add(match.code, Venue(HALL, "en"))
    await services.views.shown(other.key, "other")
    platform.shown["other"] = BoardMessage()
    async with at_work(app_services, platform):
        # What is read once, after the start, is read before.
        match = await play(services, match, adi_plays, siti_plays, moves=2)
        await adi.types("/games")
        await until(lambda: platform.called == ["Adi"])
        await asyncio.sleep(0.1)
        move = format_move(match.game.ruleset, match.game.legal_moves[0])
        with reads() as found:
            if replies:
                await papan.text(adi.request(ROOM, "board"), move)
            else:
                await adi.types(f"/move {move}", place=ROOM)
            await until(lambda: all(f"Adi played {move}" in text for text in platform.texts))
            await until(lambda: platform.called == ["Siti"])
            await asyncio.sleep(0.1)
    assert len(found) <= len(most), "\n".join([*most, "", *found])
