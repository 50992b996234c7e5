"""The card of the week: who has it come, what it tells, and that it comes once, whoever is killed while it is sent."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import cast

import pytest

from bot.app.entry.app import App
from bot.app.learning.daily_card import DailyCards
from bot.app.learning.lesson_words import task_told
from bot.app.learning.puzzle_pool import shipped_among
from bot.app.requests.context import AppServices
from bot.app.standing.weekly_card import WeeklyCards
from bot.app.text.names import game_name
from bot.chat import BoardMessage
from bot.foundation.shared_work import SingleProcess
from bot.matches.identity import Place
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.preferences import NOWHERE
from bot.matches.weekly import due_after
from bot.services.services import Services
from bot.store import Database, site_puzzles, weeklies
from bot.store.dailies import Daily, DailyPuzzle
from bot.store.events import key_of
from bot.store.weeklies import Weekly
from bot.words import words
from bot.workers.errands.courier import Courier
from bot.workers.errands.dailies import DailyPuzzles, WeeklyPosts
from engine.games import find_ruleset
from engine.lessons import LessonTopic, lessons_of
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.errands import Looks
from tests.bot.fake_platform import FakePlatform
from tests.bot.kit import DAM_8, IN_ROOM, ROOM, Clock, event, person, play, puzzle_at


async def everybody(place: Place, account: str) -> bool:
    """Everybody manages the room."""
    return True


async def switch_on(visitor: Visitor) -> None:
    """Have the card come at noon on Sundays, as one chooses it."""
    panel = await visitor.presses(await visitor.types("/setup"), "Contests")
    panel = await visitor.presses(panel, "On Sundays")
    assert "A card of the week: On Sundays" in (await visitor.presses(panel, "12:00")).text


def process(services: Services, platform: FakePlatform, tools: AppServices) -> Looks:
    return Looks(Courier(WeeklyPosts(services, WeeklyCards(tools).show), services, {"web": platform}, SingleProcess()))


async def test_what_was_overlooked_is_told_once_though_processes_are_killed(
    app_services: AppServices, database: Database, services: Services, clock: Clock
) -> None:
    papan, platform = App(replace(app_services, manages=everybody)), FakePlatform()
    adi, siti = Visitor(papan, "Adi"), Visitor(papan, "Siti")
    await begin(adi, siti, "main-dam")
    await adi.moves("c3-d4")
    await siti.moves("f6-e5")
    assert "You must capture." in (await adi.moves("a3-b4")).text, "not counted where no card was asked for"
    await switch_on(adi)
    for _ in range(2):
        assert "You must capture." in (await adi.moves("a3-b4")).text
    assert "is not yours" in (await adi.moves("b6-a5")).text, "a slip of the hand is no duty"
    await process(services, platform, app_services).look()
    assert platform.shown == {}, "not before its hour"

    clock.now = due_after("UTC", 6, 12, clock.now)
    deadly = DeadlyDatabase(database)
    killed = Services.over(cast("Database", deadly), clock, Random(1))
    for at in range(1, 4):
        deadly.arm(at, before=False)
        with suppress(KilledError):
            await killed.weeklies.advance(lambda platform, chat: True)
    await services.weeklies.advance(lambda platform, chat: True)
    for at in range(1, 3):
        deadly.arm(at, before=False)
        await process(killed, platform, app_services).look_now()
    assert deadly.deaths == [1, 2, 3, 1, 2], "before it was to be sent, and once it stood there"
    one, other = (process(services, platform, app_services) for _ in range(2))
    await asyncio.gather(one.look(), other.look())
    (card,) = platform.shown.values()
    assert card.title == "The week here"
    assert card.text == "Main dam: 2 moves were refused because a capture was a duty."
    assert labels(card) == ["Why?", "Try it in a lesson"]
    assert "Adi" not in card.text
    assert "Capturing is compulsory." in (await siti.presses(card, "Why?")).text
    duty = next(each for each in lessons_of(find_ruleset("main-dam")) if each.topic is LessonTopic.DUTY)
    assert task_told(duty, words("en")) in (await siti.presses(card, "Try it")).text

    clock.forward(days=7)
    await one.look()
    assert len(platform.shown) == 1, "a week with nothing to tell has no card"


async def finished(services: Services, one: str, other: str, moves: int = 12) -> Match:
    """A match of two in the room that the first one has resigned."""
    players = [await services.people.player(person(name)) for name in (one, other)]
    invitation = Invitation(DAM_8, players[1].person, 0)
    match, _ = await services.opening.open(event(), players[0], invitation, IN_ROOM)
    match = await services.matches.join(event(), players[1], match.code)
    match = await play(services, match, *players, moves=moves)
    return await services.matches.act(event(), players[0], match.code, lambda now, at: now.resign(players[0].id, at))


async def test_the_matches_of_the_week_are_told(
    app_services: AppServices, database: Database, services: Services, clock: Clock
) -> None:
    papan, platform = App(replace(app_services, manages=everybody)), FakePlatform()
    adi, ros = Visitor(papan, "Adi"), Visitor(papan, "Ros")
    await finished(services, "Adi", "Ros", moves=14)
    clock.forward(days=8)
    await switch_on(adi)
    best, hidden = await finished(services, "Adi", "Siti"), await services.people.player(person("Siti"))
    await finished(services, "Budi", "Adi", moves=8)
    await services.people.change_settings(hidden.id, listed=NOWHERE)
    found = puzzle_at(best.game, 10)
    await database.write(lambda connection: site_puzzles.keep(connection, found, clock.now))
    clock.now = due_after("UTC", 6, 12, clock.now)
    await process(services, platform, app_services).look()
    (card,) = platform.shown.values()
    name = game_name(DAM_8, words("en"))
    assert card.text.splitlines() == [
        f"The match of the week: Adi against somebody, {name}.",
        "New here: Budi and 1 other.",
        f"From a match played here comes a puzzle of {name}.",
    ]
    assert labels(card) == ["Film", "Puzzle"]
    topic = replace(ROOM, thread="7")
    assert best.code in (await ros.presses(card, "Film", place=topic)).title, "whoever reads the card reads the match"
    assert "to move" in (await ros.presses(card, "Puzzle")).text

    await services.people.change_settings(hidden.id, mined="no")
    again = await WeeklyCards(app_services).show(replace(await card_of(services), at=clock.now))
    assert again
    assert labels(again) == ["Film"], "it may not be asked of others any more"


async def card_of(services: Services) -> Weekly:
    """The card of the room as it is kept."""
    found = await services.database.read(lambda connection: weeklies.get(connection, key_of("web", "room")))
    assert found
    return found


async def test_games_that_are_no_more_break_no_card(
    app_services: AppServices, services: Services, clock: Clock
) -> None:
    papan = App(replace(app_services, manages=everybody))
    adi = Visitor(papan, "Adi")
    await switch_on(adi)
    for _ in range(2):
        await services.weeklies.refused(ROOM, "game-of-old", "MUST_CAPTURE")
    await services.weeklies.refused(ROOM, DAM_8.key, "MUST_CAPTURE")
    clock.now = due_after("UTC", 6, 12, clock.now)
    await services.weeklies.advance(lambda platform, chat: True)
    card = await WeeklyCards(app_services).show(await card_of(services))
    assert card
    assert "1 move was refused" in card.text


async def test_what_is_switched_off_while_it_is_composed_is_not_sent(
    app_services: AppServices, services: Services, clock: Clock
) -> None:
    adi, platform = Visitor(App(replace(app_services, manages=everybody)), "Adi"), FakePlatform()
    await switch_on(adi)
    await services.weeklies.refused(ROOM, DAM_8.key, "MUST_CAPTURE")
    clock.now = due_after("UTC", 6, 12, clock.now)

    async def slow(weekly: Weekly) -> BoardMessage | None:
        made = await WeeklyCards(app_services).show(weekly)
        await services.communities.change(ROOM, lambda found: replace(found, settings={}))
        await services.weeklies.chosen(ROOM, "en")
        return made

    posts = WeeklyPosts(services, slow)
    await Looks(Courier(posts, services, {"web": platform}, SingleProcess())).look()
    assert platform.shown == {}
    assert await services.weeklies.to_send() == []


async def test_nor_is_the_puzzle_of_a_day(app_services: AppServices, services: Services, clock: Clock) -> None:
    chosen, platform = services.dailies.ask_for, FakePlatform()
    await chosen(ROOM, "en", on=True, zone="UTC", hour=13, games=())
    clock.forward(hours=2)

    async def slow(daily: Daily, puzzle: DailyPuzzle, over: bool) -> BoardMessage | None:
        made = await DailyCards(app_services).show(daily, puzzle, over)
        assert made
        await chosen(ROOM, "en", on=False, zone="UTC", hour=13, games=())
        return made

    puzzles = DailyPuzzles(services, slow, shipped_among)
    await Looks(Courier(puzzles, services, {"web": platform}, SingleProcess())).look()
    assert platform.shown == {}
    assert await services.dailies.open_ones() == []


@pytest.mark.parametrize(("late", "sent"), [(timedelta(hours=24), 1), (timedelta(hours=24, seconds=1), 0)])
async def test_it_comes_late_by_a_day_and_not_by_more(
    app_services: AppServices, services: Services, clock: Clock, late: timedelta, sent: int
) -> None:
    await switch_on(Visitor(App(replace(app_services, manages=everybody)), "Adi"))
    await services.weeklies.chosen(replace(ROOM, thread="7"), "en", stays=True)
    clock.now = due_after("UTC", 6, 12, clock.now) + late
    await services.weeklies.advance(lambda platform, chat: True)
    assert [each.place for each in await services.weeklies.to_send()] == [ROOM] * sent, "where the day was chosen"


async def test_a_group_that_lives_on_under_another_id_keeps_its_card(
    app_services: AppServices, services: Services, clock: Clock
) -> None:
    await switch_on(Visitor(App(replace(app_services, manages=everybody)), "Adi"))
    await services.weeklies.refused(ROOM, DAM_8.key, "TAKE_MOST")
    await services.communities.moved(ROOM, replace(ROOM, chat="-1009"))
    clock.now = due_after("UTC", 6, 12, clock.now)
    await services.weeklies.advance(lambda platform, chat: True)
    (found,) = await services.weeklies.to_send()
    assert found.place.chat == "-1009"
    (told,) = await services.weeklies.overlooked(found)
    assert (told.reason, told.count) == ("TAKE_MOST", 1)


def test_it_comes_at_an_hour_of_a_zone() -> None:
    monday = datetime(2026, 11, 30, 0, 0, tzinfo=UTC)
    at = due_after("Asia/Kuala_Lumpur", 0, 18, monday)
    assert at == datetime(2026, 11, 30, 10, 0, tzinfo=UTC)
    assert due_after("Asia/Kuala_Lumpur", 0, 18, at) == at + timedelta(days=7)
