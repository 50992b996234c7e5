"""Holding out in the ending of a week: the first try counts, once, in one chat."""

import asyncio
from datetime import datetime
from random import Random

import pytest
from sqlalchemy import text

from bot.matches.holdouts import of_week, week_of
from bot.matches.identity import Person, Place
from bot.matches.preferences import NOWHERE
from bot.services.learning.holdouts import Holdout
from bot.services.services import Services
from bot.store import Database, Player
from bot.store.connection import Connection
from bot.store.links import Joiner
from engine.holdouts import endings
from tests.bot.kit import Clock, check
from tests.suites import quick_first

GROUP, OTHER = Place("telegram", "-1001"), Place("telegram", "-1002")
PRIVATE = Place("telegram", "7", private=True)


async def player(services: Services, name: str, platform: str = "telegram") -> Player:
    return await services.people.player(Person(platform, name, name.capitalize()))


async def goes_on(services: Services, of: str, place: Place = GROUP, turns: int = 99, choice: int = 0) -> Holdout:
    """Some turns of a player, or all that are left: the first legal ones, or the last."""
    found = await services.holdouts.of_now(of, place)
    for _ in range(turns):
        game = found.ending.start if found.game.outcome else found.game
        found = await services.holdouts.plays(of, place, found, game.legal_moves[choice])
        if found.game.outcome:
            break
    return found


async def record(services: Services, place: Place, of: Holdout) -> tuple[int, str] | None:
    found = await services.holdouts.record(place, of)
    return (found.held, found.name) if found else None


def test_a_week_begins_on_monday_and_brings_what_comes_next() -> None:
    sunday, monday = datetime.fromisoformat("2027-01-03T23:59Z"), datetime.fromisoformat("2027-01-04T00:00Z")
    assert (week_of(sunday), week_of(monday)) == ("2026-W53", "2027-W01")
    among = "abc"
    found = "".join(of_week(week, among) for week in ("2026-W52", "2026-W53", "2027-W01", "2027-W02"))
    assert found in ("abca", "bcab", "cabc")


async def test_the_first_try_counts_and_what_is_played_after_it_is_practice(services: Services) -> None:
    ani = await player(services, "ani")
    begun = await goes_on(services, ani.id, turns=2)
    assert (begun.turns, begun.held, begun.is_practice) == (2, None, False)
    assert await record(services, GROUP, begun) is None, "it is not over"
    over = await goes_on(services, ani.id)
    assert over.held == over.turns > 2
    practice = await goes_on(services, ani.id, choice=-1)
    assert practice.is_practice
    assert practice.held == over.held
    again = await goes_on(services, ani.id, turns=1)
    assert again.turns == 1, "practice begins anew"
    assert await record(services, GROUP, again) == (over.held, "Ani")
    assert await record(services, OTHER, again) is None
    assert await record(services, PRIVATE, again) == (over.held, "Ani"), "in private it is that of the chat"
    assert await check(services.database) == []


async def test_a_turn_that_is_pressed_twice_in_two_processes_is_played_once(
    database: Database, services: Services, clock: Clock
) -> None:
    ani, other = await player(services, "ani"), Services.over(database, clock, Random(3))
    for _ in range(3):
        before = await services.holdouts.of_now(ani.id, GROUP)
        move = before.game.legal_moves[0]
        pressed = (each.holdouts.plays(ani.id, GROUP, before, move) for each in (services, other, services))
        assert {each.turns for each in await asyncio.gather(*pressed)} == {before.turns + 1}
    assert await check(database) == []


async def test_the_record_is_of_those_in_lists_and_of_the_chat_where_it_was_begun(services: Services) -> None:
    ani, budi, cik = [await player(services, name) for name in ("ani", "budi", "cik")]
    for each, choice in ((ani, 0), (budi, -1)):
        await goes_on(services, each.id, GROUP, choice=choice)
    over = await goes_on(services, cik.id, PRIVATE)
    both = [(await services.holdouts.of_now(each.id, GROUP)).held or 0 for each in (ani, budi)]
    best, name = max(zip(both, ("Ani", "Budi"), strict=True), key=lambda each: each[0])
    assert await record(services, GROUP, over) == (best, name)
    await services.holdouts.of_now(cik.id, OTHER)
    assert await record(services, OTHER, over) == (over.held, "Cik"), "one begun in private counts where it is opened"
    await services.holdouts.of_now(cik.id, GROUP)
    assert await record(services, OTHER, over) == (over.held, "Cik"), "and there alone"
    await services.people.change_settings(cik.id, listed=NOWHERE)
    assert await record(services, OTHER, over) is None


async def test_a_week_ends_and_brings_another(services: Services, clock: Clock) -> None:
    ani = await player(services, "ani")
    first = await goes_on(services, ani.id, turns=1)
    clock.forward(days=7)
    after = await services.holdouts.of_now(ani.id, GROUP)
    assert (after.turns, after.held) == (0, None)
    assert after.ending == endings()[(endings().index(first.ending) + 1) % len(endings())]
    late = await services.holdouts.plays(ani.id, GROUP, first, first.game.legal_moves[0])
    assert late.week == first.week, "a turn that was on its way when it ended is of its own week"
    assert await check(services.database) == []


async def test_two_who_become_one_keep_the_earlier_try_and_a_deletion_leaves_none(
    services: Services, clock: Clock
) -> None:
    new = await player(services, "ros", "discord")
    old = await player(services, "rosnah")
    earlier = await goes_on(services, old.id)
    clock.forward(minutes=1)
    later = await goes_on(services, new.id, turns=1)
    code = await services.links.begin(new.id, "discord")
    await services.links.give(code, Joiner("telegram", "rosnah", "Rosnah"))
    await services.links.accept(new.id)
    for each in (new, old):
        one = await services.people.player(each.person)
        assert (await services.holdouts.of_now(one.id, GROUP)).held == earlier.held
    assert await check(services.database) == []
    one = await services.people.player(new.person)
    await services.links.undo(one.id)
    counts = [(await services.holdouts.of_now(each.id, GROUP)).turns for each in (old, new)]
    assert counts == [earlier.turns, later.turns]
    (told,) = (await services.people.export(old.id))["holdouts"]
    assert (told["held"], len(told["turns"])) == (earlier.held, earlier.held)
    await services.people.erase(old)
    await services.people.erase(new)
    assert await record(services, GROUP, earlier) is None
    assert await check(services.database) == []


@pytest.mark.parametrize(
    ("change", "said"),
    quick_first(
        [
            ("held = held + 1", "turns, and says otherwise"),
            ("held = NULL, ended = NULL, practice = ''", "turns, and says otherwise"),
            ("turns = 'a1-a1'", "cannot be played"),
            ("practice = 'z9'", "cannot be played"),
            ("ending = 'none'", "is no ending that ships"),
        ],
        "test_tamperings.py has every kind",
    ),
)
async def test_a_try_that_is_wrong_is_named(services: Services, change: str, said: str) -> None:
    await goes_on(services, (await player(services, "ani")).id)
    assert await check(services.database) == []

    async def spoil(connection: Connection) -> None:
        await connection.execute(text(f"UPDATE holdouts SET {change}"))

    await services.database.write(spoil)
    assert said in " ".join(map(str, await check(services.database)))
