"""Planned answers are kept by the database: over a restart, between two processes, and nobody else sees them."""

from random import Random

import pytest

from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.planning import ANY_MOVE, Line, turn_ahead
from bot.matches.refusals import NoPlanHere
from bot.matches.terms import Terms
from bot.services.services import Services
from bot.store import Database
from engine.games import find_ruleset
from engine.notation import format_move
from tests.bot.kit import Clock, begun, check, event, moving

RULESET = find_ruleset("malaysian-checkers-8")
SLOW = Terms(Pace.RELAXED)


def line_of(match: Match, *texts: str) -> Line:
    game, line = match.game, []
    for text in texts:
        line.append(next(each for each in game.legal_moves if format_move(RULESET, each) == text))
        game = game.play(line[-1])
    return tuple(line)


def texts(match: Match) -> list[str]:
    return [format_move(RULESET, move) for move in match.game.moves]


async def test_a_plan_is_played_by_another_process_that_knew_the_match_before(services: Services, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services, RULESET, terms=SLOW)
    other = Services.over(services.database, clock, Random(8))  # with a memory of its own
    assert (await other.matches.get(match.code)).plan == ()
    planned = line_of(match, "c3-d4", "b6-a5", "g3-h4", "d6-c5")
    assert (await services.plans.add(event(), siti, match.code, planned, 0)).plan == (planned,)
    after = await other.matches.act(event(), adi, match.code, moving(adi, planned[0], 0))
    assert texts(after) == ["c3-d4", "b6-a5"]
    assert await services.plans.of(after, siti.id) == (planned[2:],)
    last = await services.matches.act(event(), adi, match.code, moving(adi, planned[2], 2))
    assert (texts(last)[2:], last.by_plan) == (["g3-h4", "d6-c5"], True)
    assert await other.plans.of(last, siti.id) == ()
    assert await check(services.database) == []


async def test_a_plan_outlives_a_restart(url: str, clock: Clock) -> None:
    database = await Database.open(url)
    services = Services.over(database, clock, Random(7))
    match, adi, siti, _ = await begun(services, RULESET, terms=SLOW)
    planned = line_of(match, "c3-d4", "b6-a5")
    await services.plans.add(event(), siti, match.code, planned, 0)
    await database.close()
    database = await Database.open(url)
    again = Services.over(database, clock, Random(8))
    after = await again.matches.act(event(), adi, match.code, moving(adi, planned[0], 0))
    assert texts(after) == ["c3-d4", "b6-a5"]
    await database.close()


async def test_a_plan_is_no_new_version_and_only_its_player_reads_it(services: Services) -> None:
    match, adi, siti, _ = await begun(services, RULESET, terms=SLOW)
    heard: list[str] = []
    services.news.matches.subscribe(heard.append)
    planned = line_of(match, "c3-d4", "b6-a5")
    await services.plans.add(event(), siti, match.code, planned, None)
    assert heard == []
    stored = await services.matches.get(match.code)
    assert stored.version == match.version
    assert await services.plans.of(stored, siti.id) == (planned,)
    assert await services.plans.of(stored, adi.id) == ()
    assert await check(services.database) == []
    (told,) = (await services.people.export(siti.id))["planned_answers"]
    assert told == {"match": match.code, "ply": 0, "lines": [["c3-d4", "b6-a5"]]}
    await services.plans.drop(event(), siti, match.code)
    assert await services.plans.of(stored, siti.id) == ()


@pytest.mark.parametrize(("moved", "then"), [("g3-h4", "b6-a5"), ("c3-d4", "b6-c5")])
async def test_a_turn_planned_whatever_is_played_is_kept_beside_the_lines(
    services: Services, clock: Clock, moved: str, then: str
) -> None:
    match, adi, siti, _ = await begun(services, RULESET, terms=SLOW)
    line = line_of(match, "c3-d4", "b6-c5")
    turn = next(each for each in turn_ahead(match.game).legal_moves if format_move(RULESET, each) == "b6-a5")
    await services.plans.add(event(), siti, match.code, line, 0)
    await services.plans.premove(event(), siti, match.code, turn, 0)
    other = Services.over(services.database, clock, Random(8))
    assert await other.plans.of(match, siti.id) == (line, (ANY_MOVE, turn))
    assert await other.plans.of(match, adi.id) == ()
    (told,) = (await services.people.export(siti.id))["planned_answers"]
    assert told == {"match": match.code, "ply": 0, "lines": [["c3-d4", "b6-c5"], ["*", "b6-a5"]]}
    after = await other.matches.act(event(), adi, match.code, moving(adi, line_of(match, moved)[0], 0))
    assert texts(after) == [moved, then]
    assert await services.plans.of(after, siti.id) == ()
    assert await check(services.database) == []


async def test_a_turn_planned_whatever_is_played_is_given_up_alone(services: Services) -> None:
    match, _, siti, _ = await begun(services, RULESET, terms=SLOW)
    line = line_of(match, "c3-d4", "b6-c5")
    await services.plans.add(event(), siti, match.code, line, 0)
    await services.plans.premove(event(), siti, match.code, turn_ahead(match.game).legal_moves[0], 0)
    await services.plans.drop_premove(event(), siti, match.code)
    assert await services.plans.of(match, siti.id) == (line,)
    await services.plans.drop(event(), siti, match.code)
    assert await services.plans.of(match, siti.id) == ()


async def test_an_event_plans_once(services: Services) -> None:
    match, adi, siti, _ = await begun(services, RULESET, terms=SLOW)
    same = event()
    await services.plans.add(same, siti, match.code, line_of(match, "c3-d4", "b6-a5"), None)
    await services.plans.drop(event(), siti, match.code)
    await services.plans.add(same, siti, match.code, line_of(match, "c3-d4", "b6-a5"), None)
    after = await services.matches.act(event(), adi, match.code, moving(adi, line_of(match, "c3-d4")[0]))
    assert texts(after) == ["c3-d4"]


async def test_a_move_taken_back_takes_the_plan_along(services: Services) -> None:
    match, adi, siti, _ = await begun(services, RULESET, terms=SLOW)
    after = await services.matches.act(event(), adi, match.code, moving(adi, line_of(match, "c3-d4")[0]))
    await services.plans.add(event(), adi, match.code, line_of(after, "b6-a5", "g3-h4"), None)
    back = await services.matches.act(event(), adi, match.code, lambda now, at: now.undo(adi.id, at))
    again = await services.matches.act(event(), adi, match.code, moving(adi, line_of(back, "c3-d4")[0]))
    last = await services.matches.act(event(), siti, match.code, moving(siti, line_of(again, "b6-a5")[0]))
    assert texts(last) == ["c3-d4", "b6-a5"]
    assert await check(services.database) == []


async def test_whoever_deletes_their_data_has_planned_nothing(services: Services) -> None:
    match, adi, siti, _ = await begun(services, RULESET, terms=SLOW)
    for text in ("c3-d4", "b6-a5"):
        mover = (adi, siti)[match.game.turn]
        match = await services.matches.act(event(), mover, match.code, moving(mover, line_of(match, text)[0]))
    await services.plans.add(event(), siti, match.code, line_of(match, "g3-h4", "d6-c5"), None)
    await services.people.erase(siti)
    after = await services.matches.act(event(), adi, match.code, moving(adi, line_of(match, "g3-h4")[0]))
    assert texts(after)[2:] == ["g3-h4"]


async def test_the_computer_answers_at_once_so_nobody_plans(services: Services) -> None:
    match, _, siti, _ = await begun(services, RULESET)
    services.matches.computers[match.host] = 3
    with pytest.raises(NoPlanHere):
        await services.plans.add(event(), siti, match.code, line_of(match, "c3-d4", "b6-a5"), None)
    with pytest.raises(NoPlanHere):
        await services.plans.premove(event(), siti, match.code, turn_ahead(match.game).legal_moves[0], None)
