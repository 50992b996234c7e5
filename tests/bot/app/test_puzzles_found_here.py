"""``/puzzle`` gives the puzzles of the site's own together with those that ship."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.entry.app import App
from bot.app.learning.daily_card import DailyCards
from bot.app.learning.puzzle_pool import games, shipped_among
from bot.app.learning.puzzles import line_text
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.app.text.names import game_name
from bot.computer.search_pool import SearchPool
from bot.matches.identity import Place
from bot.matches.puzzle_rating import VOTED_DOWN
from bot.services.services import Services
from bot.store import Database, site_puzzles
from bot.store.mistakes import StoredMistake
from bot.words import words
from engine.games import find_ruleset
from engine.puzzles import Goal, Puzzle, puzzles_of
from engine.ruleset import Ruleset
from tests.bot.app.test_puzzles import at, play, right
from tests.bot.app.visitors import Visitor, begin, controls, labels
from tests.bot.kit import DAM_8, Clock, begun, puzzle_at
from tests.bot.kit import play as turns

ADUGO = find_ruleset("adugo")
"""A game of which none ship."""


async def found_in(services: Services, database: Database, ruleset: Ruleset, rating: int = 1500) -> Puzzle:
    """A puzzle that was found in a match of a game."""
    match, *players, _ = await begun(services, ruleset)
    match = await turns(services, match, *players[:2], moves=12)
    found = replace(puzzle_at(match.game, 10), rating=rating)
    await database.write(lambda connection: site_puzzles.keep(connection, found, datetime(2026, 3, 1, tzinfo=UTC)))
    return found


async def test_a_game_that_had_none_has_puzzles_once_some_are_found(
    adi: Visitor, siti: Visitor, services: Services, database: Database
) -> None:
    name = game_name(ADUGO, words("en"))
    assert f"There are no puzzles of {name} yet." in (await adi.types("/puzzle adugo")).text
    before = len(labels(await adi.types("/puzzle chess")))
    found = await found_in(services, database, ADUGO)
    panel = await adi.types("/puzzle adugo")
    assert name in panel.title
    assert found.id in str(controls(panel))
    assert len(labels(await adi.types("/puzzle chess"))) == before + 1
    assert name in (await adi.types("/puzzle")).title, "it is the last game that Adi has played"
    done = await right(adi, found)
    assert "Right: " in done.text
    assert "Your puzzle rating goes from 1500 to " in done.text
    assert "Only the first try counts." in (await right(adi, found)).text
    assert found.id in str(controls(await adi.presses(done, "Another")))
    assert found.id in str(controls(await adi.presses(await siti.presses(done, name), "Show")))


async def test_it_is_asked_for_by_its_theme(adi: Visitor, services: Services, database: Database) -> None:
    found = await found_in(services, database, ADUGO)
    answer = await adi.types("/puzzle adugo theme:takes three")
    assert "Puzzles of " in answer.text
    for theme in found.themes:
        assert found.id in str(controls(await adi.types(f"/puzzle adugo theme:{theme.value}")))


async def test_they_are_given_together_with_those_that_ship(
    adi: Visitor, services: Services, database: Database
) -> None:
    found = await found_in(services, database, DAM_8)
    shipped = {each.id for each in puzzles_of(DAM_8)}
    seen: set[str] = set()
    for _ in range(60):
        panel = await adi.types("/puzzle dam-8")
        seen |= {each for each in (found.id, *shipped) if each in str(controls(panel))}
    assert found.id in seen
    assert seen & shipped


async def test_one_that_is_voted_down_is_given_to_nobody(
    papan: App, adi: Visitor, services: Services, database: Database, clock: Clock
) -> None:
    found = await found_in(services, database, ADUGO)
    place = Place("telegram", "-1001")
    await services.dailies.ask_for(place, "en", on=True, zone="UTC", hour=clock.now.hour, games=(ADUGO.key,))
    for number in range(VOTED_DOWN):
        voter = Visitor(papan, f"Voter{number}")
        assert "Noted." in (await voter.presses(await right(voter, found), "A bad puzzle")).text
    assert "There are no puzzles of " in (await adi.types("/puzzle adugo")).text
    clock.forward(days=1)
    await services.dailies.advance(lambda platform, chat: True, shipped_among)
    assert await services.dailies.open_ones() == []


async def test_one_that_was_spoilt_is_given_to_nobody(adi: Visitor, services: Services, database: Database) -> None:
    found = await found_in(services, database, ADUGO)
    spoilt = replace(found, line=(("nowhere",),), id="0123abcd")
    await database.write(lambda connection: site_puzzles.keep(connection, spoilt, datetime(2026, 3, 1, tzinfo=UTC)))
    for _ in range(6):
        assert found.id in str(controls(await adi.types("/puzzle adugo")))
    assert "button" in (await at(adi, spoilt)).text


async def anybody(place: Place, account: str) -> bool:
    return True


async def test_it_may_be_the_puzzle_of_a_day(services: Services, database: Database, clock: Clock) -> None:
    tools = AppServices(services, ImageRenderer(), SearchPool(), manages=anybody)
    adi = Visitor(App(tools), "Adi")
    found = await found_in(services, database, ADUGO)
    panel = await adi.types("/daily hour:12 game:adugo")
    assert f"Of {game_name(ADUGO, words('en'))}." in panel.text
    games = await adi.presses(panel, "Games")
    (ticked,) = [each for each in labels(games) if each.startswith("✓ ")]
    assert game_name(ADUGO, words("en")) in ticked
    clock.forward(days=1)
    await services.dailies.advance(lambda platform, chat: True, shipped_among)
    ((daily, puzzle),) = await services.dailies.open_ones()
    assert puzzle.puzzle == found.id
    assert (board := await DailyCards(tools).show(daily, puzzle, True))
    assert line_text(found, words("en")) in board.text
    await services.dailies.posted(puzzle, "m1", "0/0")
    opened = await adi.presses(await adi.types("/daily"), "Solve")
    assert found.id in str(controls(opened))
    assert "1 day." in (await right(adi, found)).text


async def test_a_mistake_of_ones_own_stays_that_where_the_same_position_is_found(
    adi: Visitor, siti: Visitor, services: Services, database: Database, clock: Clock
) -> None:
    found = await found_in(services, database, ADUGO)
    me = await services.people.player(adi.person)
    code, _ = await begin(adi, siti)
    mistake = StoredMistake(found.id, code, 10, found.ruleset, found.position, found.line[0])
    await services.puzzles.keep_mistakes(me.id, [mistake])
    clock.forward(days=1)
    own = await adi.types("/puzzle mine:yes")
    assert "your own match" in own.text
    done = await play(adi, own, replace(found, goal=Goal.BETTER), 0, found.moves[0])
    assert "rating" not in done.text
    assert "Nothing of yours is due." in (await adi.presses(done, "Another")).text
    assert "Your puzzle rating goes from 1500 to " in (await right(adi, found)).text, (
        "it counts for whoever is given it"
    )


async def test_buttons_of_before_the_mark_still_open_a_mistake(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    shipped = puzzles_of(DAM_8)[0]
    me = await services.people.player(adi.person)
    mistake = StoredMistake("0123abcd", code, 4, shipped.ruleset, shipped.position, shipped.line[0])
    await services.puzzles.keep_mistakes(me.id, [mistake])
    assert "your own match" in (await at(adi, replace(shipped, id="0123abcd"))).text


@pytest.mark.parametrize("argument", ["0123abcd0p/", "0123abcd0q/"])
async def test_a_mistake_of_nobody_is_none(adi: Visitor, argument: str) -> None:
    assert "button" in (await adi.sends(str(CallbackData(Action.PUZZLE, argument=argument)))).text


def test_the_games_with_puzzles_stand_in_the_order_of_all() -> None:
    assert ADUGO not in games()
    assert set(games({ADUGO.key})) == {ADUGO, *games()}
