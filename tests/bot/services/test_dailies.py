"""The puzzle of a day: begun once, whoever begins it at the same time; nothing is left of a person who is erased."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from random import Random

from bot.matches.identity import Person, Place
from bot.matches.preferences import NOWHERE
from bot.services.services import Services
from bot.store import Database
from engine.games import find_ruleset
from engine.puzzles import Puzzle, puzzles_of
from tests.bot.kit import DAM_8, Clock

GROUP = Place("telegram", "-1001")
FIRST = puzzles_of(DAM_8)[0]


async def asks(services: Services, clock: Clock) -> None:
    """A group asks for a puzzle at this hour, and a day passes."""
    await services.dailies.ask_for(GROUP, "en", on=True, zone="UTC", hour=clock.now.hour, games=())
    clock.forward(days=1)


async def begin(services: Services) -> None:
    await services.dailies.advance(lambda platform, chat: True, lambda games: puzzles_of(DAM_8))


async def test_two_processes_begin_it_once(database: Database, services: Services, clock: Clock) -> None:
    other = Services.over(database, clock, Random(3))
    await asks(services, clock)
    await asyncio.gather(*(begin(each) for each in (services, other, services, other)))
    assert len(await services.dailies.open_ones()) == 1
    await begin(other)
    assert len(await other.dailies.open_ones()) == 1


async def test_it_comes_late_by_six_hours_and_not_by_more(services: Services, clock: Clock) -> None:
    await asks(services, clock)
    clock.forward(hours=6)
    await begin(services)
    assert len(await services.dailies.open_ones()) == 1
    clock.forward(days=1, seconds=1)
    await begin(services)
    assert len(await services.dailies.open_ones()) == 1  # nobody is told that there is none
    daily = await services.dailies.of_chat(GROUP)
    assert daily
    assert daily.due
    assert clock.now < daily.due <= clock.now + timedelta(days=1)


async def test_the_days_go_through_the_games_that_were_chosen_in_their_order(services: Services, clock: Clock) -> None:
    chosen = ("main-tapal-empat", "bagh-chal", "malaysian-checkers-8")
    await services.dailies.ask_for(GROUP, "en", on=True, zone="UTC", hour=clock.now.hour, games=chosen)
    seen: list[str] = []

    def among(games: Sequence[str]) -> Sequence[Puzzle]:
        seen.extend(games)
        return [next(iter(puzzles_of(find_ruleset(each)))) for each in games]

    for _ in range(6):
        clock.forward(days=1, seconds=1)
        await services.dailies.advance(lambda platform, chat: True, among)
    first = chosen.index(seen[0])
    assert seen == [chosen[(first + day) % 3] for day in range(6)]


async def test_another_hour_brings_no_second_one_on_a_day(services: Services, clock: Clock) -> None:
    await asks(services, clock)
    await begin(services)
    await services.dailies.ask_for(GROUP, "en", on=True, zone="UTC", hour=clock.now.hour + 2, games=())
    clock.forward(hours=2)
    await begin(services)
    assert len(await services.dailies.open_ones()) == 1


async def test_nothing_is_left_of_who_is_erased(services: Services, clock: Clock) -> None:
    adi = await services.people.player(Person("telegram", "7", "Adi"))
    await asks(services, clock)
    await services.dailies.advance(lambda platform, chat: True, lambda games: (FIRST,))
    ((_, daily),) = await services.dailies.open_ones()
    await services.dailies.posted(daily, "m1", "0/0")
    await services.dailies.opens(adi.id, GROUP, daily.day)
    await services.puzzles.tries(adi.id, FIRST, solved=True)
    told = await services.people.export(adi.id)
    assert [each["solved"] for each in told["puzzles"]] == [True]
    assert [each["solved"] for each in told["puzzles_of_the_day"]] == [True]
    await services.people.erase(adi)
    assert (await services.puzzles.first_try(adi.id, FIRST)) is None
    ((_, after),) = await services.dailies.open_ones()
    assert (after.solved, after.tried) == (0, 0)
    assert (await services.puzzles.rating(FIRST)) != FIRST.rating  # what it has done to the puzzle names nobody


async def test_solvers_are_named_in_their_order_but_for_those_in_no_list(services: Services, clock: Clock) -> None:
    await asks(services, clock)
    await services.dailies.advance(lambda platform, chat: True, lambda games: (FIRST,))
    ((_, daily),) = await services.dailies.open_ones()
    for name, solves in (("Ros", True), ("Adi", False), ("Nur", True), ("Ani", True)):
        player = await services.people.player(Person("telegram", name, name))
        await services.dailies.opens(player.id, GROUP, daily.day)
        await services.puzzles.tries(player.id, FIRST, solved=solves)
        if name == "Nur":
            await services.people.change_settings(player.id, listed=NOWHERE)
        clock.forward(minutes=1)
    assert await services.dailies.solvers(daily) == ["Ros", "Ani"]


async def test_a_group_that_lives_on_under_another_id_keeps_its_puzzle(services: Services, clock: Clock) -> None:
    await asks(services, clock)
    await begin(services)
    ((_, daily),) = await services.dailies.open_ones()
    new = Place("telegram", "-1009")
    await services.dailies.moved(GROUP, new, daily)
    assert await services.dailies.open_ones() == []
    before, after = await services.dailies.of_chat(GROUP), await services.dailies.of_chat(new)
    assert before
    assert after
    assert before.due is None
    assert after.due
