"""The puzzles of a site: which matches are looked at, how far, and what is kept of what is found in them."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import update

from bot.matches.identity import Person
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.services.learning import site_puzzles
from bot.services.learning.site_puzzles import FIRST_PLIES, FinishedGame
from bot.services.match.matches import MatchAction, Player
from bot.services.services import Services
from bot.store import Database, tables
from bot.store.connection import Connection
from engine.puzzles import Goal, puzzles_of
from engine.ruleset import Ruleset
from tests.bot.kit import DAM_8, IN_ROOM, TABAL, Clock, begun, check, event, play, puzzle_at
from tests.suites import quick_first

SHIPPED = puzzles_of(DAM_8)[0]


async def ended(services: Services, clock: Clock, ruleset: Ruleset = DAM_8, moves: int = 12, choice: int = 0) -> Match:
    """A match of Adi and Siti that Siti resigns after some moves."""
    match, adi, siti, _ = await begun(services, ruleset)
    match = await play(services, match, adi, siti, moves=moves, choice=choice)
    clock.forward(minutes=11)
    return await services.matches.act(event(), siti, match.code, resigning(siti))


def resigning(who: Player) -> MatchAction:
    return lambda match, now: match.resign(who.id, now)


async def next_game(services: Services) -> FinishedGame:
    found = await services.site_puzzles.next_game()
    assert found
    return found


async def player(services: Services, name: str) -> Player:
    return await services.people.player(Person("web", name.casefold(), name))


async def test_matches_are_looked_at_in_the_order_in_which_they_ended(
    services: Services, database: Database, clock: Clock
) -> None:
    assert await services.site_puzzles.next_game() is None
    first = await ended(services, clock)
    second = await ended(services, clock, TABAL)
    seen = await next_game(services)
    assert seen.game.positions == first.game.positions
    assert (await next_game(services)).number == seen.number, "it was not looked at yet"
    await services.site_puzzles.looked(seen.number, [])
    after_restart = Services.over(database, clock, Random(5))
    later = await next_game(after_restart)
    assert later.game.ruleset is TABAL
    assert later.game.positions == second.game.positions
    assert later.number > seen.number
    await after_restart.site_puzzles.looked(later.number, [])
    await after_restart.site_puzzles.looked(seen.number, [])  # comes late: nothing is looked at twice
    assert await services.site_puzzles.next_game() is None
    third = await ended(services, clock)
    assert (await next_game(services)).game.positions == third.game.positions


async def test_all_matches_that_ended_at_one_moment_are_looked_at(services: Services, clock: Clock) -> None:
    for choice in range(3):
        match, adi, siti, _ = await begun(services)
        match = await play(services, match, adi, siti, moves=FIRST_PLIES + 2, choice=choice)
        clock.forward(minutes=11)
        await services.matches.act(event(), siti, match.code, resigning(siti))
        clock.now -= timedelta(minutes=11)
    seen: list[int] = []
    while found := await services.site_puzzles.next_game():
        seen.append(found.number)
        await services.site_puzzles.looked(found.number, [])
    assert len(seen) == 3
    assert seen == sorted(set(seen))


async def test_what_is_not_a_match_of_two_played_to_its_end_is_passed_over(services: Services, clock: Clock) -> None:
    await begun(services)  # still played
    await ended(services, clock, moves=FIRST_PLIES)  # too short
    match, adi, siti, _ = await begun(services)
    match = await play(services, match, adi, siti)
    await services.matches.act(event(), siti, match.code, lambda now, at: now.call_off(siti.id, at))
    alone, _ = await services.opening.open(event(), adi, Invitation(DAM_8, practice=True), IN_ROOM)
    alone = await play(services, alone, adi, moves=FIRST_PLIES + 2)
    await services.matches.act(event(), adi, alone.code, resigning(adi))
    assert await services.site_puzzles.next_game() is None


@pytest.mark.parametrize("name", quick_first(["Adi", "Siti"], "either of them may refuse it"))
async def test_a_match_of_somebody_who_has_refused_it_is_passed_over(
    services: Services, clock: Clock, name: str
) -> None:
    await ended(services, clock)
    seen = await next_game(services)
    refusing = await player(services, name)
    await services.people.change_settings(refusing.id, mined="no")
    await services.site_puzzles.looked(seen.number, [puzzle_at(seen.game, 10)])
    assert not await services.site_puzzles.of(DAM_8), "they have refused while it was looked at"
    await ended(services, clock)
    assert await services.site_puzzles.next_game() is None
    await services.people.change_settings(refusing.id, mined="yes")
    assert await services.site_puzzles.next_game() is None, "what was passed over stays so"
    await ended(services, clock)
    assert await services.site_puzzles.next_game()


async def test_a_match_of_somebody_whose_data_is_deleted_is_passed_over(services: Services, clock: Clock) -> None:
    await ended(services, clock)
    await services.people.erase(await player(services, "Siti"))
    assert await services.site_puzzles.next_game() is None


async def test_what_is_found_is_kept_as_it_was_found(services: Services, database: Database, clock: Clock) -> None:
    await ended(services, clock)
    seen = await next_game(services)
    found = puzzle_at(seen.game, 10)
    await services.site_puzzles.looked(seen.number, [found])
    assert await services.site_puzzles.of(DAM_8) == (found,)
    assert await services.site_puzzles.of(TABAL) == ()
    assert await services.site_puzzles.one(found.id) == found
    assert await services.site_puzzles.one(SHIPPED.id) is None
    assert services.site_puzzles.games == {DAM_8.key}
    assert not await check(database)


async def test_what_ships_or_stands_at_the_start_of_matches_is_not_kept(services: Services, clock: Clock) -> None:
    await ended(services, clock)
    seen = await next_game(services)
    early = [puzzle_at(seen.game, ply) for ply in range(FIRST_PLIES)]
    own = puzzle_at(seen.game, 9, Goal.BETTER)
    of_another = replace(puzzles_of(TABAL)[0], id="00000000")
    await services.site_puzzles.looked(seen.number, [SHIPPED, *early, own, of_another])
    assert await services.site_puzzles.of(DAM_8) == ()
    assert await services.site_puzzles.of(TABAL) == ()


async def test_no_more_are_kept_than_there_is_room_for(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_puzzles, "PER_RULESET", 2)
    await ended(services, clock)
    await ended(services, clock, choice=1)
    await ended(services, clock, TABAL)
    seen = await next_game(services)
    found = [puzzle_at(seen.game, ply) for ply in (8, 9, 9, 10, 11)]
    await services.site_puzzles.looked(seen.number, found)
    assert {each.id for each in await services.site_puzzles.of(DAM_8)} == {found[0].id, found[1].id}
    assert (await next_game(services)).game.ruleset is TABAL, "of a game that has enough no more are looked for"


@pytest.mark.parametrize(
    "change",
    quick_first(
        [{"position": "nowhere"}, {"line": "a1"}, {"themes": "none-such"}, {"ruleset": "none-such"}, {"line": "a1//"}],
        "what makes no puzzle is named alike",
        2,
    ),
    ids=str,
)
async def test_a_row_that_makes_no_puzzle_is_named_and_does_not_hide_the_others(
    services: Services, database: Database, clock: Clock, change: dict[str, str]
) -> None:
    await ended(services, clock)
    seen = await next_game(services)
    wrong, good = puzzle_at(seen.game, 9), puzzle_at(seen.game, 10)
    await services.site_puzzles.looked(seen.number, [wrong, good])

    async def tamper(connection: Connection) -> None:
        await connection.execute(update(tables.site_puzzles).where(tables.site_puzzles.c.id == wrong.id).values(change))

    await database.write(tamper)
    assert [each for each in await services.site_puzzles.of(DAM_8) if each.is_playable] == [good]
    assert await services.site_puzzles.one(wrong.id) is None
    (named,) = await check(database)
    assert wrong.id in named.where
    assert "makes no puzzle" in named.what
