"""Two villages play against each other: a challenge with a code, who has a vote, and a chat that vanishes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from random import Random
from typing import cast

import pytest

from bot.matches.communities import OFF, ON
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.limits import UNREACHABLE_FOR
from bot.matches.match import Match
from bot.matches.refusals import (
    ChatChallengeGone,
    NoDrawToVoteFor,
    NotSeenBefore,
    OnlyVotes,
    VillageChallenges,
    VillageOff,
    VillagePlaysEnough,
    VotedForOther,
)
from bot.matches.status import Status
from bot.matches.village import AT_ONCE, CHALLENGE_LASTS, DRAW, OFFER, RESIGN, awaited_village
from bot.services.services import Services
from bot.store import Database, Player, views
from engine.ruleset import Ending
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, Clock, check, event, person
from tests.suites import deep, quick_first

GROUP, SERVER = Place("telegram", "-1001"), Place("discord", "7001", server="7000")
NAMES = {GROUP: "Kampung Baru", SERVER: "Hutan Batu"}


async def of(services: Services, place: Place) -> Player:
    return await services.villages.of_place(place, NAMES[place])


async def people(services: Services, place: Place, *names: str) -> list[Player]:
    """People of a place who are counted in there."""
    found = [await services.people.player(person(name, place.platform)) for name in names]
    for each in found:
        await services.chat_matches.count_in(each, (await of(services, place)).id, place)
    return found


async def challenge(services: Services, player: Player, place: Place = GROUP) -> str:
    made = await services.chat_matches.challenge(player, (await of(services, place)).id, place, DAM_8, "en")
    return made.challenge.code


async def accept(services: Services, code: str, place: Place = SERVER) -> Match:
    village, found = await of(services, place), await services.chat_matches.by_code(code)
    host = await services.people.by_id(found.village.player)
    assert host
    wanted = Invitation(DAM_8, player=village.id, accepted=True)
    contest = services.chat_matches.accepted(place, village.id, code)
    match, _ = await services.opening.open(event(), host, wanted, Venue(place, "en"), contest=contest)
    return match


async def vote(services: Services, players: list[Player], match: Match, choice: int | str = 0) -> None:
    wanted = choice if isinstance(choice, str) else match.game.legal_moves[choice]
    for player in players:
        await services.villages.vote(event(), player, match.code, wanted, match.game.ply)


async def closed(services: Services, clock: Clock, code: str) -> Match:
    clock.forward(hours=8)
    return (await services.villages.close(code)).match


@pytest.fixture(name="sides")
async def make_sides(services: Services, clock: Clock) -> dict[str, list[Player]]:
    """Three people of each of two chats, by their village."""
    for place in NAMES:
        await services.communities.change(place, lambda found: replace(found, settings={"village": "8h"}))
    sides = {
        (await of(services, GROUP)).id: await people(services, GROUP, "Ani", "Budi", "Cik"),
        (await of(services, SERVER)).id: await people(services, SERVER, "Dewi", "Eko", "Fitri"),
    }
    clock.forward(hours=1)
    return sides


@pytest.fixture(name="match")
async def make_match(services: Services, clock: Clock, sides: dict[str, list[Player]]) -> Match:
    (ani, *_), _ = sides.values()
    match = await accept(services, await challenge(services, ani))
    clock.forward(hours=1)
    return match


def to_move(match: Match, sides: dict[str, list[Player]]) -> tuple[list[Player], list[Player]]:
    """The people of the village that is to move, and those of the other."""
    village = awaited_village(match) or ""
    return sides[village], next(each for key, each in sides.items() if key != village)


async def test_each_village_votes_in_its_turn_and_has_a_count_of_its_own(
    services: Services, clock: Clock, match: Match, sides: dict[str, list[Player]]
) -> None:
    assert set(match.villages) == set(sides)
    assert {view.place.platform for view in await services.views.of_match(match.code)} == {"telegram", "discord"}
    first, second = to_move(match, sides)
    await vote(services, first, match)
    match = await closed(services, clock, match.code)
    poll = await services.villages.poll(match)
    assert poll
    assert (poll.before, poll.voices, poll.agreed) == (0, 0, 3), "the other village has not voted before"
    homes = {village: poll.homes[village] for village in match.villages}
    assert [poll.is_told(awaited_village(match), each) for each in homes.values()].count(True) == 1
    await vote(services, second, match)
    match = await closed(services, clock, match.code)
    poll = await services.villages.poll(match)
    assert poll
    assert poll.before == 3
    assert await check(services.database) == []


async def test_nobody_votes_for_both_or_comes_from_outside(
    services: Services, clock: Clock, match: Match, sides: dict[str, list[Player]]
) -> None:
    first, second = to_move(match, sides)
    await vote(services, first[:1], match)
    match = await closed(services, clock, match.code)
    await services.chat_matches.count_in(first[0], (await of(services, SERVER)).id, SERVER)
    with pytest.raises(VotedForOther):
        await vote(services, first[:1], match)
    late = [await services.people.player(person("Gita", "telegram"))]
    with pytest.raises(NotSeenBefore):
        await vote(services, late, match)
    for place in NAMES:
        await services.chat_matches.count_in(late[0], (await of(services, place)).id, place)
    with pytest.raises(NotSeenBefore):
        await vote(services, late, match)
    with pytest.raises(OnlyVotes):
        match.check_turn(second[0].id)
    assert await check(services.database) == []


async def test_two_thirds_offer_a_draw_and_two_thirds_of_the_others_accept_it(
    services: Services, clock: Clock, match: Match, sides: dict[str, list[Player]]
) -> None:
    first, second = to_move(match, sides)
    with pytest.raises(NoDrawToVoteFor):
        await vote(services, first, match, DRAW)
    await vote(services, first, match, OFFER)
    match = await closed(services, clock, match.code)
    assert (match.draw_offer, match.game.ply) == (match.game.turn, 0), "and it is still to move"
    for again in (OFFER, DRAW):
        with pytest.raises(NoDrawToVoteFor):
            await vote(services, first, match, again)
    await vote(services, first, match)
    match = await closed(services, clock, match.code)
    await vote(services, second, match, DRAW)
    match = await closed(services, clock, match.code)
    assert match.game.outcome
    assert match.game.outcome.winner is None
    assert await check(services.database) == []


async def test_a_chat_that_cannot_be_reached_is_frozen_and_loses_after_three_days(
    services: Services, clock: Clock, match: Match, sides: dict[str, list[Player]]
) -> None:
    first, _ = to_move(match, sides)
    await vote(services, first, match)
    village = await services.villages.get(awaited_village(match) or "")
    assert village
    for view in await services.views.of_match(match.code):
        if view.place.platform == village.place.platform:
            await services.views.freeze(view)
    frozen = clock() + timedelta(hours=8)
    while clock() < frozen + UNREACHABLE_FOR:
        match = await closed(services, clock, match.code)
        assert match.game.ply == 0
        if clock() < frozen + UNREACHABLE_FOR:
            assert match.status is Status.PLAYING
    assert match.game.outcome
    assert match.game.outcome.ending is Ending.TIME
    assert match.seats[match.game.outcome.winner or 0] != village.player
    assert await check(services.database) == []


async def test_a_vote_goes_on_where_the_chat_is_reached_again(
    services: Services, clock: Clock, match: Match, sides: dict[str, list[Player]]
) -> None:
    first, _ = to_move(match, sides)
    await vote(services, first, match)
    village = await services.villages.get(awaited_village(match) or "")
    assert village
    theirs = [
        view for view in await services.views.of_match(match.code) if view.place.platform == village.place.platform
    ]
    for view in theirs:
        await services.views.freeze(view)
    assert (await closed(services, clock, match.code)).game.ply == 0
    poll = await services.villages.poll(match)
    assert poll
    assert poll.frozen == clock()
    for view in theirs:
        await services.database.write(partial(views.change, view=view.id, frozen=False))
    assert (await closed(services, clock, match.code)).game.ply == 1, "the votes of before count"
    poll = await services.villages.poll(await services.matches.get(match.code))
    assert poll
    assert poll.frozen is None


async def test_a_challenge_that_cannot_be_accepted_is_refused_by_its_name(
    services: Services, clock: Clock, sides: dict[str, list[Player]]
) -> None:
    (ani, *_), (dewi, *_) = sides.values()
    code = await challenge(services, ani)
    with pytest.raises(VillageChallenges) as open_already:
        await challenge(services, ani)
    assert open_already.value.code == code
    await services.communities.change(SERVER, lambda found: replace(found, settings={"village": OFF}))
    with pytest.raises(VillageOff):
        await accept(services, code)
    with pytest.raises(VillageOff):
        await challenge(services, dewi, SERVER)
    await services.communities.change(SERVER, lambda found: replace(found, settings={"village": "1h"}))
    await accept(services, code)
    with pytest.raises(ChatChallengeGone):
        await accept(services, code)
    clock.forward(hours=1)
    gone = await challenge(services, ani)
    await services.chat_matches.take_back((await of(services, GROUP)).id)
    with pytest.raises(ChatChallengeGone):
        await accept(services, gone)
    late = await challenge(services, ani)
    clock.forward(days=CHALLENGE_LASTS.days)
    with pytest.raises(ChatChallengeGone):
        await accept(services, late)
    assert await check(services.database) == []


async def test_a_village_plays_so_many_matches_at_once(
    services: Services, clock: Clock, sides: dict[str, list[Player]]
) -> None:
    (ani, *_), _ = sides.values()
    for _ in range(AT_ONCE):
        await accept(services, await challenge(services, ani))
        clock.forward(hours=1)
    with pytest.raises(VillagePlaysEnough):
        await challenge(services, ani)


async def test_two_chats_of_one_name_are_told_apart_by_their_apps(services: Services, match: Match) -> None:
    for place in NAMES:
        await services.villages.of_place(place, "Kampung")
    names = await services.people.names(match)
    assert {names[village] for village in match.villages} == {"Kampung (Telegram)", "Kampung (Discord)"}


async def test_the_standing_lists_the_chats_that_want_it(
    services: Services, clock: Clock, match: Match, sides: dict[str, list[Player]]
) -> None:
    first, _ = to_move(match, sides)
    loser = awaited_village(match)
    await vote(services, first, match, RESIGN)
    await closed(services, clock, match.code)
    assert await services.chat_matches.standing(9) == []
    for place in NAMES:
        await services.communities.change(place, lambda found: replace(found, settings={"listed": ON}))
    best, worst = await services.chat_matches.standing(9)
    assert (best.standing.half_points, best.standing.played, worst.standing.half_points) == (2, 1, 0)
    assert worst.standing.village == loser
    assert best.standing.rating.rating > worst.standing.rating.rating
    assert {best.name, worst.name} == set(NAMES.values())


@pytest.mark.parametrize("backend", quick_first(["postgresql", "sqlite"], "a file has one process"))
async def test_two_processes_accept_a_challenge_once(
    services: Services, database: Database, clock: Clock, sides: dict[str, list[Player]]
) -> None:
    (ani, *_), _ = sides.values()
    code = await challenge(services, ani)
    both = [Services.over(database, clock, Random(number)) for number in (1, 2)]
    tried = await asyncio.gather(*(accept(each, code) for each in both), return_exceptions=True)
    assert sorted(type(each).__name__ for each in tried) == ["ChatChallengeGone", "Match"]
    for village in sides:
        assert len(await services.villages.live_of(village)) == 1
    assert await check(database) == []


@deep("a minute of deaths for each seed; whoever dies at a close is tried for one village in the quick suite")
@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
@pytest.mark.parametrize("seed", range(6))
async def test_whoever_dies_at_a_statement_has_accepted_offered_and_closed_nothing_or_all(
    database: Database, clock: Clock, seed: int
) -> None:
    """At every sixth statement, beginning with another one for each seed."""
    deadly = DeadlyDatabase(database)
    services = Services.over(cast("Database", deadly), clock, Random(seed))
    for place in NAMES:
        await services.communities.change(place, lambda found: replace(found, settings={"village": "8h"}))
    sides = {(await of(services, place)).id: await people(services, place, *"abc") for place in (GROUP,)}
    sides |= {(await of(services, SERVER)).id: await people(services, SERVER, *"def")}
    clock.forward(hours=1)
    code = await challenge(services, next(iter(sides.values()))[0])
    begun: list[Match] = []

    async def dying(step: Callable[[], Awaitable[object]], is_done: Callable[[], Awaitable[bool]]) -> None:
        at = 1 + seed
        while not await is_done():
            deadly.arm(at, before=seed % 2 == 0)
            with suppress(KilledError, ChatChallengeGone):
                await step()
            deadly.disarm()
            assert await check(database) == []
            at += 6

    async def accepts() -> None:
        begun.append(await accept(services, code))

    async def has_begun() -> bool:
        return await services.chat_matches.of_village(next(iter(sides))) is None

    await dying(accepts, has_begun)
    (live,) = await services.villages.live_of(next(iter(sides)))
    match = await services.matches.get(live)
    assert len(await services.views.of_match(live)) == len(NAMES)
    first, _ = to_move(match, sides)
    await vote(services, first, match, OFFER)
    clock.forward(hours=8)

    async def closes() -> None:
        await services.villages.close(live)

    async def is_offered() -> bool:
        return (await services.matches.get(live)).draw_offer is not None

    await dying(closes, is_offered)
    match = await services.matches.get(live)
    await vote(services, first, match)
    clock.forward(hours=8)

    async def has_moved() -> bool:
        return (await services.matches.get(live)).game.ply == 1

    await dying(closes, has_moved)
