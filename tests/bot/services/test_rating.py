"""Rated matches: whatever ends one writes its ledger in the same transaction, and every rating follows from that."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random

import pytest
from sqlalchemy import update

from bot.matches.glicko import Rating, updated
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.rating import UNTESTED_SHARE, NotCounted
from bot.matches.refusals import RatedAfterFlags
from bot.matches.rulings import RulingAct
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import Database, ratings
from bot.store.connection import Connection
from bot.store.tables import accounts
from engine.game import Outcome
from engine.ruleset import Ending, Ruleset
from tests.bot.kit import DAM_8, TAPAL, Clock, check, event, moving, play
from tests.suites import examples, quick_first

RATED = Terms(Pace.COFFEE, rated=True)
GROUP = Place("telegram", "-1001")


async def known(services: Services, name: str, platform: str = "telegram") -> Player:
    return await services.people.player(Person(platform, name.casefold(), name, name.casefold()))


async def rated(
    services: Services, host: Player, guest: Player, moves: int = 6, ruleset: Ruleset = DAM_8, terms: Terms = RATED
) -> Match:
    """A rated match of two people in a group, the host with the first side, after some moves."""
    invitation = Invitation(ruleset, guest.person, 0, terms=terms)
    opened, _ = await services.opening.open(event(), host, invitation, Venue(GROUP, "en"))
    match = await services.matches.join(event(), guest, opened.code)
    for choice in range(moves):
        match = await play(services, match, host, guest, choice=choice)
    return match


async def resigned(services: Services, match: Match, loser: Player) -> Match:
    return await services.matches.act(event(), loser, match.code, lambda now, at: now.resign(loser.id, at))


async def ratings_of(services: Services, player: Player) -> list[tuple[str, int, int, int]]:
    """The ratings of a player: game, side, rounded number, matches."""
    found = await services.database.read(lambda connection: ratings.of_player(connection, player.id))
    return [(each.ruleset, each.side, round(each.rating.rating), each.played) for each in found]


async def into_the_room(connection: Connection, player: str) -> None:
    """Have a player's only account be one of the web room."""
    await connection.execute(update(accounts).where(accounts.c.player == player).values(platform="web"))


async def why_not(services: Services, match: Match) -> set[NotCounted | None]:
    found = await services.database.read(lambda connection: ratings.of_match(connection, match.code))
    return {each.not_counted for each in found.values()}


async def test_a_win_counts_for_both_as_glicko_says(services: Services) -> None:
    adi, siti = await known(services, "Adi"), await known(services, "Siti", "discord")
    await resigned(services, await rated(services, adi, siti), siti)
    won, lost = (updated(Rating(), [(Rating(), score)], 0.0, share=UNTESTED_SHARE) for score in (1.0, 0.0))
    assert await ratings_of(services, adi) == [(DAM_8.key, 0, round(won.rating), 1)]
    assert await ratings_of(services, siti) == [(DAM_8.key, 0, round(lost.rating), 1)]
    assert await check(services.database) == []


async def test_each_side_of_a_hunt_has_a_rating_of_its_own(services: Services) -> None:
    adi, siti = await known(services, "Adi"), await known(services, "Siti")
    await resigned(services, await rated(services, adi, siti, ruleset=TAPAL), siti)
    await resigned(services, await rated(services, siti, adi, ruleset=TAPAL), siti)
    assert [each[:2] for each in await ratings_of(services, adi)] == [(TAPAL.key, 0), (TAPAL.key, 1)]
    assert await check(services.database) == []


async def test_whatever_ends_a_match(services: Services, clock: Clock) -> None:
    adi, siti = await known(services, "Adi"), await known(services, "Siti")
    chance = Random(5)
    by_move = await rated(services, adi, siti)
    while by_move.status is Status.PLAYING:
        clock.forward(seconds=1)
        by_move = await play(services, by_move, adi, siti, choice=chance.randrange(100))
    agreed = await rated(services, siti, adi)
    await services.matches.act(event(), adi, agreed.code, lambda now, at: now.offer_draw(adi.id, at))
    await services.matches.act(event(), siti, agreed.code, lambda now, at: now.answer_draw(siti.id, True, at))
    late = await rated(services, adi, siti)
    clock.forward(days=5)
    await services.time.beat()
    for _ in range(3):
        await services.time.tick_due()
        clock.forward(days=1)
    left = await rated(services, adi, siti)
    await services.people.erase(siti)
    ended = [await services.matches.get(each.code) for each in (by_move, agreed, late)]
    assert {each.status for each in ended} == {Status.OVER}
    counted = [await why_not(services, each) for each in ended]
    assert counted == [{None}, {None}, {None}]
    assert (await ratings_of(services, adi))[0][3] >= 3
    assert await ratings_of(services, siti) == []
    assert (await services.matches.get(left.code)).status in (Status.OVER, Status.PLAYING)
    assert await check(services.database) == []


async def test_what_does_not_count_and_why(services: Services, clock: Clock) -> None:
    adi, siti, ros = [await known(services, name) for name in ("Adi", "Siti", "Ros")]
    guest = await known(services, "Nur")
    short = await resigned(services, await rated(services, adi, siti, 5), siti)
    room = await rated(services, adi, guest)
    await services.database.write(partial(into_the_room, player=guest.id))
    room = await resigned(services, room, guest)
    casual = await resigned(services, await rated(services, adi, ros, terms=Terms(Pace.COFFEE)), ros)
    for _ in range(5):
        clock.forward(hours=1)
        await resigned(services, await rated(services, adi, siti), siti)
    sixth = await resigned(services, await rated(services, siti, adi), siti)
    assert await why_not(services, short) == {NotCounted.SHORT}
    assert await why_not(services, room) == {NotCounted.UNPROVEN}
    assert await why_not(services, casual) == set()
    assert await why_not(services, sixth) == {NotCounted.OFTEN}
    assert (await ratings_of(services, adi))[0][3] == 5
    clock.forward(days=8)
    later = await resigned(services, await rated(services, siti, adi), siti)
    assert await why_not(services, later) == {None}
    assert await ratings_of(services, guest) == []
    assert await check(services.database) == []


@pytest.mark.parametrize("at", ["lock", "count", "seen_in"])
async def test_a_transaction_that_breaks_leaves_nothing_and_is_made_again(
    services: Services, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    adi, siti = await known(services, "Adi"), await known(services, "Siti")
    match = await rated(services, adi, siti)
    whole: Callable[..., object] = getattr(ratings, at)
    calls = 0

    async def breaks(*given: object) -> object:
        nonlocal calls
        calls += 1
        done = await whole(*given)  # type: ignore[misc]
        if calls == 1:
            raise ZeroDivisionError
        return done

    monkeypatch.setattr(ratings, at, breaks)
    with pytest.raises(ZeroDivisionError):
        await resigned(services, match, siti)
    assert (await services.matches.get(match.code)).status is Status.PLAYING
    assert await ratings_of(services, adi) == await ratings_of(services, siti) == []
    assert await why_not(services, match) == set()
    await resigned(services, match, siti)
    assert [each[3] for each in await ratings_of(services, adi)] == [1]
    assert await check(services.database) == []


@pytest.mark.parametrize("backend", quick_first(["postgresql", "sqlite"], "a file has one process"), indirect=True)
async def test_two_processes_end_two_matches_of_one_player_at_once(url: str, clock: Clock) -> None:
    """Each by its own connections, as two processes do; whichever is first, both count."""
    databases = [await Database.open(url)]
    databases.append(databases[0] if databases[0].is_file else await Database.open(url))
    try:
        one, two = (Services.over(each, clock, Random(number)) for number, each in enumerate(databases))
        adi = await known(one, "Adi")
        rounds = examples(4)
        for number in range(rounds):
            clock.forward(hours=1)
            others = [await known(one, f"Guest{number}{letter}") for letter in "ab"]
            first, second = await rated(one, adi, others[0]), await rated(one, others[1], adi)
            await asyncio.gather(resigned(one, first, adi), resigned(two, second, others[1]))
        assert await ratings_of(one, adi) == [(DAM_8.key, 0, (await ratings_of(two, adi))[0][2], 2 * rounds)]
        assert await check(one.database) == []
    finally:
        for each in {id(database): database for database in databases}.values():
            await each.close()


async def test_every_rating_follows_from_random_matches(services: Services, clock: Clock) -> None:
    chance = Random(8)
    players = [await known(services, name) for name in ("Adi", "Siti", "Ros", "Nur", "Budi", "Ani")]
    for _ in range(examples(25)):
        clock.forward(hours=chance.randrange(100))
        host, guest = chance.sample(players, 2)
        match = await rated(services, host, guest, chance.randrange(4, 9), chance.choice((DAM_8, TAPAL)))
        await resigned(services, match, chance.choice((host, guest)))
    assert await check(services.database) == []


async def test_deleting_ones_data_leaves_what_the_opponent_has_gained(services: Services) -> None:
    adi, siti = await known(services, "Adi"), await known(services, "Siti")
    await resigned(services, await rated(services, adi, siti), siti)
    before = await ratings_of(services, adi)
    document = await services.people.export(siti.id)
    assert [each["points"] for each in document["rated_matches"]] == [0]
    assert len(document["played_rated_in_chats"]) == 1
    await services.people.erase(siti)
    assert await ratings_of(services, siti) == []
    assert await ratings_of(services, adi) == before
    assert await check(services.database) == []


async def test_who_often_loses_on_time_plays_casual_for_three_days(services: Services, clock: Clock) -> None:
    adi, siti = await known(services, "Adi"), await known(services, "Siti")
    await services.people.change_settings(adi.id, auto_away="no")
    await services.people.change_settings(siti.id, auto_away="no")
    late = [await rated(services, adi, siti) for _ in range(3)]
    clock.forward(days=2)
    for _ in range(3):
        await services.time.tick_due()
    assert {(await services.matches.get(each.code)).status for each in late} == {Status.OVER}
    for host, guest in ((adi, siti), (siti, adi)):
        with pytest.raises(RatedAfterFlags) as refused:
            await rated(services, host, guest)
        assert refused.value.name == "Adi"
        assert refused.value.wait == timedelta(days=3)
    with pytest.raises(RatedAfterFlags):
        await services.matches.rematch(event(), siti, late[-1].code, GROUP)
    await rated(services, adi, siti, terms=Terms(Pace.COFFEE))
    clock.forward(days=3)
    await rated(services, adi, siti)


async def test_moves_are_kept_apart_from_it(services: Services) -> None:
    """A match that goes on writes nothing of ratings."""
    adi, siti = await known(services, "Adi"), await known(services, "Siti")
    match = await rated(services, adi, siti)
    mover = adi if match.game.turn == 0 else siti
    await services.matches.act(event(), mover, match.code, moving(mover, match.game.legal_moves[0]))
    assert await ratings_of(services, adi) == []


async def test_five_wins_over_an_account_that_nobody_else_has_met_are_worth_little(services: Services) -> None:
    """Until it has met others they count as a twentieth; then as any."""
    adi, siti, ros = [await known(services, name) for name in ("Adi", "Siti", "Ros")]
    for _ in range(5):
        await resigned(services, await rated(services, adi, siti), siti)
    farmed = (await ratings_of(services, adi))[0][2]
    assert 1500 < farmed < 1560
    await resigned(services, await rated(services, ros, siti), siti)
    once = updated(Rating(), [(Rating(), 1.0)], 0.0).rating - 1500
    gained = (await ratings_of(services, ros))[0][2] - 1500
    assert gained > 5 * UNTESTED_SHARE * once, "siti has met adi"
    assert await check(services.database) == []


async def test_who_deletes_everything_in_a_rated_match_has_resigned_it(services: Services) -> None:
    adi, siti = await known(services, "Adi"), await known(services, "Siti")
    match = await rated(services, adi, siti)
    await services.people.erase(siti)
    ended = await services.matches.get(match.code)
    assert ended.game.outcome == Outcome(Ending.RESIGNATION, 0)
    assert await why_not(services, match) == {None}
    assert (await ratings_of(services, adi))[0][2:] == (1512, 1)
    assert await ratings_of(services, siti) == []
    assert await check(services.database) == []


@pytest.mark.parametrize(
    ("moves", "among", "why"),
    [(19, False, NotCounted.RULED), (20, False, None), (20, True, NotCounted.RULED), (4, False, NotCounted.RULED)],
)
async def test_a_ruling_counts_late_and_between_people_who_are_not_of_the_staff(
    services: Services, moves: int, among: bool, why: NotCounted | None
) -> None:
    adi, siti, ros = [await known(services, name) for name in ("Adi", "Siti", "Ros")]
    match = await rated(services, adi, siti, moves)
    asked = await services.rulings.ask(ros, GROUP, match.code, RulingAct.FIRST, "late")
    await services.rulings.confirm(event(), ros, GROUP, asked.id, among_themselves=among)
    assert await why_not(services, match) == {why}
    assert await check(services.database) == []


async def test_the_hosts_are_told_of_who_resigns_three_in_a_row(services: Services, clock: Clock) -> None:
    adi, siti = await known(services, "Adi"), await known(services, "Siti")
    noted = []
    match = None
    for moves in (6, 10, 6, 7, 6, 6):
        clock.forward(minutes=1)
        match = await resigned(services, await rated(services, adi, siti, moves), siti)
        noted.append([each.match for each in await services.rulings.latest(GROUP, 9) if each.act is RulingAct.NOTED])
    fifth = noted[4][0]
    assert noted == [[], [], [], [], [fifth], [fifth]], "once for each row of early ones"
    assert match
    assert fifth != match.code
    assert await services.rulings.reason(fifth or "") == "", "nobody has decided anything"
    assert await check(services.database) == []
