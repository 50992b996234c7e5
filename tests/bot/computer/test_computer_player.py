"""The computer at the board: it accepts, moves, answers and plays again, by itself and after a restart."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat import BoardMessage, Request
from bot.computer.computer_player import ComputerPlayer, computer
from bot.computer.search_pool import SearchPool, SearchWorker, TooMuchToThink
from bot.foundation.shared_work import SingleProcess
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import Database
from bot.workers.views.view_reconciler import ViewReconciler
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from engine.position import parse_position
from engine.ruleset import Ending, Ruleset
from engine.search import LEVELS
from loopback import waiting
from tests.bot.app.seen import seen
from tests.bot.fake_platform import FakePlatform
from tests.bot.kit import DAM_8, IN_ROOM, ROOM, TABAL, TAPAL, Clock, begun, event, moving, person
from tests.suites import each_ruleset


@pytest.fixture
async def search_pool() -> AsyncIterator[SearchPool]:
    made = SearchPool(threads=1)
    await made.start()
    yield made
    await made.stop()


@asynccontextmanager
async def sitting(services: Services, search_pool: SearchPool) -> AsyncIterator[ComputerPlayer]:
    """The computer player, without its pauses."""
    player = ComputerPlayer(services, search_pool, Random(5), SingleProcess(), pace=(0.0, 0.0))
    await player.start()
    try:
        yield player
    finally:
        await player.stop()


async def begin(services: Services, ruleset: Ruleset = DAM_8, level: int = 1, side: int = 0) -> tuple[Match, Player]:
    """A match of Adi, on a side, against the computer."""
    adi = await services.people.player(person("Adi"))
    match, _ = await services.opening.open(
        event(), adi, Invitation(ruleset, computer(level), side, accepted=True), IN_ROOM
    )
    return match, adi


async def until(services: Services, code: str, fits: Callable[[Match], bool]) -> Match:
    """The match once it is so."""
    return await waiting.eventually(lambda: services.matches.get(code), fits)


async def test_it_accepts_at_once_and_answers_every_move(services: Services, search_pool: SearchPool) -> None:
    async with sitting(services, search_pool):
        match, adi = await begin(services)
        assert match.status is Status.PLAYING
        for ply in (0, 2, 4):
            match = await until(services, match.code, lambda now, ply=ply: now.game.ply == ply)  # type: ignore[misc]
            move = match.game.legal_moves[0]
            await services.matches.act(event(), adi, match.code, moving(adi, move))
        await until(services, match.code, lambda now: now.game.ply == 6)


async def test_a_match_that_cannot_be_read_stops_no_other(
    services: Services, search_pool: SearchPool, database: Database, clock: Clock, sql: Callable[[str], str]
) -> None:
    games = (DAM_8, TABAL, find_ruleset("international-draughts"))
    codes = [(await begin(services, ruleset, side=1))[0].code for ruleset in games]
    sql(f"UPDATE matches SET start = 'nonsense' WHERE code = '{codes[1]}'")
    restarted = Services.over(database, clock, Random(8))
    with capture_logs() as lines:
        async with sitting(restarted, search_pool):
            for code in (codes[0], codes[2]):
                await until(restarted, code, lambda now: now.game.ply == 1)
    assert [line["event"] for line in lines if codes[1] in str(line)] == ["row_unreadable"]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("ruleset", [TABAL, TAPAL], ids=lambda ruleset: ruleset.key)
async def test_it_takes_either_side(services: Services, search_pool: SearchPool, ruleset: Ruleset, side: int) -> None:
    async with sitting(services, search_pool):
        match, adi = await begin(services, ruleset, level=2, side=side)
        for _ in range(3):
            match = await until(services, match.code, lambda now: adi.id in now.to_act)
            await services.matches.act(event(), adi, match.code, moving(adi, match.game.legal_moves[0]))
        match = await until(services, match.code, lambda now: adi.id in now.to_act)
        assert match.game.ply >= 6


async def test_it_goes_on_after_a_restart(services: Services, search_pool: SearchPool) -> None:
    async with sitting(services, search_pool):
        match, adi = await begin(services)
    await services.matches.act(event(), adi, match.code, moving(adi, match.game.legal_moves[0]))
    await asyncio.sleep(0.05)
    assert (await services.matches.get(match.code)).game.ply == 1
    async with sitting(services, search_pool):
        await until(services, match.code, lambda now: now.game.ply == 2)


async def test_it_lets_moves_be_taken_back_and_declines_an_early_draw(
    services: Services, search_pool: SearchPool
) -> None:
    async with sitting(services, search_pool):
        match, adi = await begin(services)
        await services.matches.act(event(), adi, match.code, moving(adi, match.game.legal_moves[0]))
        await until(services, match.code, lambda now: now.game.ply == 2)
        await services.matches.act(event(), adi, match.code, lambda now, at: now.offer_draw(adi.id, at))
        await until(services, match.code, lambda now: now.draw_offer is None and now.status is Status.PLAYING)
        await services.matches.act(event(), adi, match.code, lambda now, at: now.ask_takeback(adi.id, at))
        await until(services, match.code, lambda now: now.game.ply == 0 and now.takeback is None)


@pytest.mark.parametrize("allows", ["yes", "no"])
async def test_it_resigns_only_to_those_who_allow_it(services: Services, search_pool: SearchPool, allows: str) -> None:
    lone = parse_position(DAM_8, "3k/4/4/4/4/4/4/K1KK w")
    async with sitting(services, search_pool):
        adi = await services.people.player(person("Adi"))
        await services.people.change_settings(adi.id, resigns=allows)
        match, _ = await services.opening.open(
            event(), adi, Invitation(DAM_8, computer(4), 0, position=lone, accepted=True), IN_ROOM
        )
        match = await until(services, match.code, lambda now: adi.id in now.to_act)
        quiet = next(move for move in match.game.legal_moves if format_move(DAM_8, move) == "e1-d2")
        await services.matches.act(event(), adi, match.code, moving(adi, quiet))
        match = await until(services, match.code, lambda now: adi.id in now.to_act or now.status is Status.OVER)
        assert (match.status is Status.OVER) is (allows == "yes")
        if match.game.outcome:
            assert (match.game.outcome.ending, match.game.outcome.winner) == (Ending.RESIGNATION, 0)


async def test_it_plays_again_with_sides_swapped(services: Services, search_pool: SearchPool) -> None:
    async with sitting(services, search_pool):
        match, adi = await begin(services)
        await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
        following = await services.matches.rematch(event(), adi, match.code, ROOM)
        assert (following.rematch_of, following.seats) == (match.code, match.seats[::-1])
        await until(services, following.code, lambda now: now.game.ply == 1)


async def test_it_plays_with_more_people_than_any_person_could(services: Services, search_pool: SearchPool) -> None:
    async with sitting(services, search_pool):
        await begin(services)
        robot = await services.people.player(computer(1))
        for number in range(60):
            guest = await services.people.player(person(f"Guest {number}"))
            await services.opening.open(event(), guest, Invitation(DAM_8, computer(1), 0, accepted=True), IN_ROOM)
        assert len(await services.matches.of_player(robot.id)) > 50


def too_large(patch: pytest.MonkeyPatch) -> None:
    """The kernel has no room for any ruleset."""

    def searcher(worker: SearchWorker, ruleset: Ruleset) -> None:
        from engine.search.ruleset_compiler import TooLarge

        raise TooLarge(ruleset.key)

    patch.setattr(SearchWorker, "searcher", searcher)


def illegal(patch: pytest.MonkeyPatch) -> None:
    """The search gives the move that was made last."""
    from engine.search.levels import Choice
    from engine.search.results import Score

    def choose(searcher: object, game: Game, *_: object, **__: object) -> Choice:
        return Choice(game.moves[-1], Score(cp=0))

    patch.setattr("engine.search.levels.choose", choose)


@pytest.mark.parametrize("fault", [too_large, illegal])
async def test_a_computer_that_cannot_move_says_so_until_it_can(
    services: Services,
    search_pool: SearchPool,
    platform: FakePlatform,
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[[pytest.MonkeyPatch], None],
) -> None:
    sentence = "The computer cannot move at the moment"
    monkeypatch.setattr("bot.computer.computer_player.AGAIN_AFTER", 0.05)
    await search_pool.ask("here", lambda worker: None)  # the kernel may have to be compiled first
    app = AppServices(services, ImageRenderer(), search_pool)
    reconciler = ViewReconciler(services, {"web": platform}, app.boards.show, app.boards.notice, app.boards.thread)
    running = asyncio.create_task(reconciler.run())
    asked: list[str] = []
    ask = search_pool.ask

    async def counted(chat: str, work: Callable[[SearchWorker], Any]) -> Any:
        asked.append(chat)
        return await ask(chat, work)

    monkeypatch.setattr(search_pool, "ask", counted)
    with capture_logs() as logs:
        async with sitting(services, search_pool):
            match, adi = await begin(services)
            (view,) = await services.views.of_match(match.code)
            platform.shown["board"] = BoardMessage()
            await services.views.shown(view.key, "board")
            with monkeypatch.context() as broken:
                fault(broken)
                await services.matches.act(event(), adi, match.code, moving(adi, match.game.legal_moves[0]))
                await waiting.until(lambda: any(sentence in text for text in platform.texts) and len(asked) > 3)
            await until(services, match.code, lambda now: now.game.ply == 2)
            await waiting.until(lambda: all(sentence not in text for text in platform.texts))
    reconciler.stop()
    await running
    app.images.close()
    assert [line["match"] for line in logs if line["event"] == "computer_failed"] == [match.code]


async def test_a_kernel_that_cannot_be_loaded_leaves_no_question_unanswered(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ImportError("no kernel")

    monkeypatch.setattr("engine.search.is_warm", lambda: True)
    monkeypatch.setattr("engine.search.warm", broken)
    monkeypatch.setattr(SearchWorker, "searcher", broken)
    pool = SearchPool(threads=1)
    await pool.start()
    try:
        with pytest.raises(ImportError):
            await pool.ask("here", lambda worker: worker.searcher(DAM_8))
    finally:
        await pool.stop()


@pytest.mark.parametrize("ruleset", each_ruleset())
async def test_every_level_plays_every_game(search_pool: SearchPool, ruleset: Ruleset) -> None:
    from engine.game import Game
    from engine.search.levels import choose

    def work(worker: SearchWorker) -> Game:
        game = Game.begin(ruleset)
        for level in LEVELS:
            choice = choose(worker.searcher(ruleset), game, level, Random(level), stop=worker.stop, movetime_ms=100)
            game = game.play(choice.move)
        return game

    assert (await search_pool.ask("here", work)).ply == len(LEVELS)


async def test_a_ruleset_without_learned_data_is_played_and_logged_once(search_pool: SearchPool) -> None:
    stranger = replace(DAM_8, key="never-measured")

    def work(worker: SearchWorker) -> bool:
        from engine.search.levels import choose

        game = Game.begin(stranger)
        return choose(worker.searcher(stranger), game, 1, Random(1)).move in game.legal_moves

    with capture_logs() as logs:
        assert await search_pool.ask("here", work)
        assert await search_pool.ask("here", work)
    told = [line for line in logs if line["event"] == "ruleset_has_defaults"]
    assert [(line["ruleset"], set(line["missing"])) for line in told] == [
        ("never-measured", {"weights", "odds", "levels"})
    ]


async def test_chats_take_turns(search_pool: SearchPool) -> None:
    order: list[str] = []

    def note(name: str) -> Callable[[SearchWorker], None]:
        return lambda worker: order.append(name)

    greedy = [asyncio.create_task(search_pool.ask("greedy", note("greedy"))) for _ in range(10)]
    await asyncio.sleep(0)
    assert search_pool.ahead_of("modest") == 1
    modest = asyncio.create_task(search_pool.ask("modest", note("modest")))
    await asyncio.gather(*greedy, modest)
    assert order.index("modest") <= 1
    assert search_pool.ahead_of("modest") == 0


async def test_what_waits_is_bounded_and_failures_are_told_to_whoever_asked(search_pool: SearchPool) -> None:
    def fail(worker: SearchWorker) -> None:
        raise ZeroDivisionError

    waiting = [asyncio.create_task(search_pool.ask("here", fail)) for _ in range(50)]
    await asyncio.sleep(0)
    with pytest.raises(TooMuchToThink):
        await search_pool.ask("here", fail)
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, ZeroDivisionError) for result in results)
    assert await search_pool.ask("here", lambda worker: 7) == 7


async def test_a_hint_comes_in_three_steps_is_private_and_stays_on_the_match(
    services: Services, search_pool: SearchPool
) -> None:
    images = ImageRenderer()
    papan = App(AppServices(services, images, search_pool))
    match, *_ = await begun(services)
    request = Request(event(), person("Adi"), ROOM)
    first = seen(await papan.command(request, "hint", {}))
    assert first.private
    assert first.picture is not None
    answers = [first]
    for step in ("2", "3"):
        answers.append(seen(await papan.press(replace(request, event=event()), f"1:{match.code}:0:hi:{step}")))
    texts = [answer.text for answer in answers]
    assert texts[0] == "Look around here."
    assert texts[2].startswith("The computer would play ")
    named = texts[2].removeprefix("The computer would play ").removesuffix(".")
    assert texts[1] == f"Think about {named[:2]}."
    assert (await services.matches.get(match.code)).hints == (1, 0)
    board = seen(await papan.command(replace(request, event=event()), "board", {"public": "yes"}))
    assert "Hints taken by Adi: 1" in board.text
    refused = seen(await papan.command(Request(event(), person("Siti"), ROOM), "hint", {}))
    assert "Adi" not in refused.text
    assert (await services.matches.get(match.code)).hints == (1, 0)
    images.close()
