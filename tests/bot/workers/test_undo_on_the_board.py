"""*Undo* stands on the board as long as it holds, and goes when it lapses, also after a restart."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat import BoardMessage, Button
from bot.computer.search_pool import SearchPool
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.limits import UNDO_WITHIN
from bot.services.services import Services
from bot.workers.views.view_reconciler import ViewReconciler
from loopback.waiting import until
from tests.bot.fake_platform import FakePlatform, begun_on, shown
from tests.bot.kit import IN_ROOM, TABAL, Clock, event, person, play


@pytest.fixture
async def app(services: Services) -> AsyncIterator[AppServices]:
    images = ImageRenderer()
    yield AppServices(services, images, SearchPool())
    images.close()


@asynccontextmanager
async def reconciling(app: AppServices, platform: FakePlatform) -> AsyncIterator[None]:
    loop = ViewReconciler(app.services, {"web": platform}, app.boards.show, app.boards.notice, app.boards.thread)
    running = asyncio.create_task(loop.run())
    try:
        yield
    finally:
        loop.stop()
        await running


def has_undo(answer: BoardMessage) -> bool:
    buttons = [item for row in answer.rows if isinstance(row, tuple) for item in row if isinstance(item, Button)]
    return "Undo" in [button.label for button in buttons]


async def test_undo_stands_on_the_board_for_a_minute_and_then_goes(
    app: AppServices, services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    async with reconciling(app, platform):
        match = await play(services, match, adi, siti)
        await until(lambda: has_undo(platform.shown["board"]))
        clock.forward(seconds=UNDO_WITHIN.total_seconds() - 1)
        services.news.matches.publish(match.code)
        await shown(services, match.code)
        assert has_undo(platform.shown["board"])
        clock.forward(seconds=1)
        services.news.matches.publish(match.code)
        await until(lambda: not has_undo(platform.shown["board"]))
        edits = platform.done.count("edit")
        clock.forward(seconds=60)
        services.news.matches.publish(match.code)
        await shown(services, match.code)
        await asyncio.sleep(0.05)
    assert platform.done.count("edit") == edits, "it has lapsed once"


async def test_undo_that_lapses_while_nobody_looks_goes_after_the_start(
    app: AppServices, services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    async with reconciling(app, platform):
        match = await play(services, match, adi, siti)
        await until(lambda: has_undo(platform.shown["board"]))
        await shown(services, match.code)
    clock.forward(minutes=20)
    async with reconciling(app, platform):
        await until(lambda: not has_undo(platform.shown["board"]))


async def test_an_answered_move_and_a_finished_match_have_no_undo_but_the_next_move_has(
    app: AppServices, services: Services, platform: FakePlatform
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    async with reconciling(app, platform):
        match = await play(services, match, adi, siti, moves=2)
        await until(lambda: "Siti played" in platform.shown["board"].text)
        assert has_undo(platform.shown["board"])
        await services.matches.act(event(), siti, match.code, lambda now_, at: now_.undo(siti.id, at))
        await until(lambda: "Adi played" in platform.shown["board"].text)
        assert not has_undo(platform.shown["board"]), "what came before the move taken back was answered"
        await services.matches.act(event(), siti, match.code, lambda now_, at: now_.resign(siti.id, at))
        await until(lambda: "resigned" in platform.shown["board"].text)
        assert not has_undo(platform.shown["board"])


async def test_the_move_of_the_computer_is_nobodys_to_undo(app: AppServices, services: Services) -> None:
    adi, computer = await services.people.player(person("Adi")), await services.people.player(person("Robot"))
    services.matches.computers[computer.id] = 1
    invitation = Invitation(TABAL, computer.person, 0, accepted=True)
    match, view = await services.opening.open(event(), adi, invitation, IN_ROOM)
    match = await play(services, match, adi, computer)
    (snapshot,) = await services.views.snapshots([match.code])
    assert has_undo(await app.boards.show(snapshot, view))
    match = await play(services, match, adi, computer)
    (snapshot,) = await services.views.snapshots([match.code])
    assert not has_undo(await app.boards.show(snapshot, view))


async def test_the_board_that_the_opponent_alone_sees_has_no_undo(
    app: AppServices, services: Services, platform: FakePlatform
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    for player, place in ((adi, "@adi"), (siti, "@siti")):
        view = await services.views.add(match.code, Venue(Place("web", place, private=True), "en"), player)
        await services.views.shown(view.key, place)
        platform.shown[place] = BoardMessage()
    async with reconciling(app, platform):
        await play(services, match, adi, siti)
        await until(lambda: all("Adi played" in platform.shown[place].text for place in ("@adi", "@siti")))
    assert has_undo(platform.shown["@adi"])
    assert not has_undo(platform.shown["@siti"])
