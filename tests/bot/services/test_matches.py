"""The use cases on a real database: whole transactions, each event once, one move a ply."""

import asyncio
import random
from random import Random

import pytest

from bot.computer.computer_player import computer
from bot.matches import refusals
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import Database, Inbox
from bot.store.connection import Connection
from engine.games import find_ruleset
from tests.bot.kit import DAM_8, IN_ROOM, ROOM, TABAL, TAPAL, Clock, begun, check, event, moving, person, play
from tests.suites import deep, quick_first


async def test_urgent_matches_come_first(services: Services, clock: Clock) -> None:
    first, adi, siti, _ = await begun(services)
    clock.forward(minutes=1)
    second, *_ = await begun(services)
    clock.forward(minutes=1)
    third, _ = await services.opening.open(event(), siti, Invitation(TABAL), IN_ROOM)
    assert [found.code for found in await services.matches.of_player(adi.id)] == [first.code, second.code]
    await play(services, first, adi, siti)
    assert [found.code for found in await services.matches.of_player(adi.id)] == [second.code, first.code]
    assert [found.code for found in await services.matches.of_player(siti.id)] == [first.code, second.code, third.code]
    await services.matches.act(event(), siti, first.code, lambda match, now: match.resign(siti.id, now))
    assert [found.code for found in await services.matches.of_player(adi.id)] == [second.code]
    assert [found.code for found in await services.matches.of_player(adi.id, live=False)] == [first.code]


@pytest.mark.parametrize(
    "name",
    quick_first(
        ["tabal", "tapal", "dam-8", "tabal-gj", "dam", "international-draughts"],
        "a match of each kind is stored in the quick suite",
        3,
    ),
)
async def test_a_whole_match_is_stored_and_read_back(
    services: Services, database: Database, clock: Clock, name: str
) -> None:
    match, adi, siti, _ = await begun(services, find_ruleset(name))
    chance = random.Random(name)
    while match.status is Status.PLAYING and match.game.ply < 120:
        match = await play(services, match, adi, siti, choice=chance.randrange(99))
    if match.status is Status.PLAYING:
        match = await services.matches.act(event(), adi, match.code, lambda now_, at: now_.offer_draw(adi.id, at))
        match = await services.matches.act(
            event(), siti, match.code, lambda now_, at: now_.answer_draw(siti.id, True, at)
        )
    assert match.game.outcome
    assert await Services.over(database, clock, Random(1)).matches.get(match.code) == match
    assert await check(database) == []


async def test_going_back_is_stored(services: Services, database: Database, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    match = await play(services, match, adi, siti, moves=4)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.ask_takeback(adi.id, at))
    match = await services.matches.act(
        event(), siti, match.code, lambda now_, at: now_.answer_takeback(siti.id, True, at)
    )
    match = await play(services, match, adi, siti, choice=5)
    assert match.game.ply == 3
    assert await Services.over(database, clock, Random(1)).matches.get(match.code) == match
    assert await check(database) == []


async def test_fifty_racers_for_one_ply(services: Services, database: Database) -> None:
    match, adi, _, _ = await begun(services)
    moves = match.game.legal_moves
    results = await asyncio.gather(
        *(services.matches.act(event(), adi, match.code, moving(adi, moves[n % len(moves)], 0)) for n in range(50)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Match) for result in results) == 1
    assert sum(isinstance(result, refusals.StaleBoard) for result in results) == 49
    assert (await services.matches.get(match.code)).game.ply == 1
    assert await check(database) == []


async def test_fifty_times_the_same_event(services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    once = event()
    action = moving(adi, match.game.legal_moves[0])
    results = await asyncio.gather(*(services.matches.act(once, adi, match.code, action) for _ in range(50)))
    assert {result.version for result in results} == {match.version + 1}
    await play(services, results[0], adi, siti)
    late = await services.matches.act(once, adi, match.code, action)
    assert late.game.ply == 2


async def test_an_event_opens_joins_and_rematches_once(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    once = event()
    made = await asyncio.gather(
        *(services.opening.open(once, adi, Invitation(DAM_8, person("Siti"), 0), IN_ROOM) for _ in range(10))
    )
    assert len({(match.code, view.id) for match, view in made}) == 1
    code, once = made[0][0].code, event()
    joined = await asyncio.gather(*(services.matches.join(once, siti, code) for _ in range(10)))
    assert {match.version for match in joined} == {2}
    await services.matches.act(event(), adi, code, lambda match, now: match.resign(adi.id, now))
    await services.matches.rematch(event(), adi, code, ROOM)
    once = event()
    again = await asyncio.gather(*(services.matches.rematch(once, siti, code, ROOM) for _ in range(10)))
    assert len({match.code for match in again} - {code}) == 1


async def test_a_refused_event_may_come_again(services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    once = event()
    move = match.game.legal_moves[0]
    with pytest.raises(refusals.NotYourTurn):
        await services.matches.act(once, siti, match.code, moving(siti, move))
    match = await play(services, match, adi, siti)
    assert (await services.matches.act(once, siti, match.code, moving(siti, match.game.legal_moves[0]))).game.ply == 2


async def test_practice(services: Services) -> None:
    adi = await services.people.player(person("Adi"))
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, None, 0, practice=True), IN_ROOM)
    match = await play(services, match, adi, moves=6)
    assert match.game.ply == 6
    over = await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at, side=0))
    again = await services.matches.rematch(event(), adi, over.code, ROOM)
    assert again.practice
    assert again.code != over.code


async def test_old_events_are_forgotten_in_time(services: Services, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    once = event()
    match = await services.matches.act(once, adi, match.code, moving(adi, match.game.legal_moves[0]))
    clock.forward(days=29)
    await services.requests.forget_old()
    match = await play(services, match, siti)
    assert (await services.matches.act(once, adi, match.code, moving(adi, match.game.legal_moves[0]))).game.ply == 2


async def _nothing(connection: Connection) -> None:
    """Waits its turn behind what was asked for before."""


@deep("a cancelled caller is tested in test_store")
async def test_thousands_of_cancelled_calls_leave_everything_whole(
    services: Services, database: Database, clock: Clock
) -> None:
    table = [await begun(services) for _ in range(4)]
    chance = random.Random(3)

    async def plies() -> list[int]:
        return [(await services.matches.get(match.code)).game.ply for match, *_ in table]

    async def one(number: int) -> None:
        match, adi, siti, _ = table[number % 4]
        match = await services.matches.get(match.code)
        mover = adi if match.game.turn == 0 else siti
        move = match.game.legal_moves[number % len(match.game.legal_moves)]
        await services.matches.act(event(), mover, match.code, moving(mover, move, match.game.ply))

    for _ in range(40):
        for number, (match, *_) in enumerate(table):
            if (await services.matches.get(match.code)).status is not Status.PLAYING:  # a fast machine plays to the end
                table[number] = await begun(services)
        tasks = [asyncio.create_task(one(number)) for number in range(50)]
        for task in tasks:
            asyncio.get_running_loop().call_later(chance.uniform(0, 0.05), task.cancel)
        await asyncio.gather(*tasks, return_exceptions=True)
    before, after = [-1], await plies()
    while before != after:  # what was cancelled is still being finished, with nobody waiting for it
        await asyncio.gather(*(database.write(_nothing) for _ in range(100)))
        await asyncio.sleep(0.2)
        before, after = after, await plies()
    for match, adi, siti, _ in table:
        now = await services.matches.get(match.code)
        if now.status is Status.PLAYING:
            assert (await play(services, now, adi, siti)).game.ply == now.game.ply + 1
        assert await Services.over(database, clock, Random(1)).matches.get(match.code) == await services.matches.get(
            match.code
        )
    assert await check(database) == []


async def test_the_inbox_keeps_updates_until_they_are_worked_off(database: Database, clock: Clock) -> None:
    inbox = Inbox(database, "telegram", clock)
    assert await inbox.offset() is None
    await inbox.receive({11: "a", 12: "b"})
    await inbox.receive({12: "other", 13: "c"})
    await inbox.receive({})
    assert await inbox.offset() == 14
    assert [(update.number, update.payload) for update in await inbox.waiting()] == [(11, "a"), (12, "b"), (13, "c")]
    await inbox.done(12)
    assert [update.number for update in await inbox.waiting()] == [11, 13]
    await inbox.receive({9: "late", 12: "again"})
    assert await inbox.offset() == 14
    assert [update.number for update in await inbox.waiting()] == [9, 11, 13]
    assert await Inbox(database, "elsewhere", clock).waiting() == []


async def test_who_has_won_against_the_computer(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))

    async def ends(player: Player, *, wins: bool) -> None:
        invitation = Invitation(DAM_8, computer(1), 0, accepted=True)
        match, _ = await services.opening.open(event(), player, invitation, IN_ROOM)
        level = match.seats[1]
        assert level
        services.matches.computers[level] = 1
        assert not await services.matches.has_beaten_computer(player.id)
        loser = level if wins else player.id
        await services.matches.act(event(), player, match.code, lambda found, now: found.resign(loser, now))

    await ends(adi, wins=True)
    await ends(siti, wins=False)
    assert await services.matches.has_beaten_computer(adi.id)
    assert not await services.matches.has_beaten_computer(siti.id)
