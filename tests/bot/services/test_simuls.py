"""A simul: one host plays many boards, which are opened together, once, whoever opens them."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.pace import Pace
from bot.matches.refusals import (
    ActionRefused,
    InSimulAlready,
    NoteTooLong,
    NoteUnderBoardOfHost,
    NotInSimul,
    OnlyHostBegins,
    OwnSimul,
    SimulFull,
    SimulGone,
    SimulHasBegun,
    SimulOff,
    SimulsWait,
    SimulWaits,
    TalkOff,
    TooFewInSimul,
)
from bot.matches.simul import OPEN_HERE, SimulSide, SimulState, next_of_simul
from bot.matches.status import Status
from bot.services.contests.simuls import SimulWish
from bot.services.services import Services
from bot.store import Database, Player, merging
from tests.bot.kit import DAM_8, Clock, check, event, person
from tests.suites import quick_first

GROUP = Place("telegram", "-1001")
HERE = Venue(GROUP, "ms")
WISH = SimulWish(DAM_8.key, SimulSide.TURNS, Pace.SLOW, 30)


async def choose(services: Services, **chosen: str) -> None:
    await services.communities.change(
        GROUP, lambda found: replace(found, settings={**found.settings, "simul": "on", **chosen})
    )


async def people_of(services: Services, *names: str) -> list[Player]:
    return [await services.people.player(person(name, "telegram")) for name in names]


async def seated(services: Services) -> None:
    for simul, entrant, nth in await services.simuls.to_seat():
        await services.simuls.seat(simul, entrant, nth, {})


async def begun(services: Services, host: Player, guests: list[Player], wish: SimulWish = WISH) -> str:
    simul = await services.simuls.open(host, HERE, wish)
    for each in guests:
        await services.simuls.join(each, simul)
    await services.simuls.begin(host.id, simul)
    await seated(services)
    return simul


@pytest.fixture(name="host")
async def make_host(services: Services) -> Player:
    await choose(services)
    return (await people_of(services, "Siti"))[0]


async def test_boards_are_opened_together_and_counted(services: Services, host: Player) -> None:
    guests = await people_of(services, "Adi", "Budi", "Cik")
    simul = await begun(services, host, guests)
    view = await services.simuls.view(simul)
    assert view
    boards = [await services.matches.get(each.match or "") for each in view.entrants]
    assert [each.seats.index(host.id) for each in boards] == [0, 1, 0], "the sides take turns"
    assert {(each.status, each.terms.pace, each.terms.rated) for each in boards} == {(Status.PLAYING, Pace.SLOW, False)}
    assert (view.score.playing, view.score.won) == (3, 0)
    first, second, _ = boards
    await services.matches.act(event(), guests[0], first.code, lambda match, now: match.resign(guests[0].id, now))
    await services.matches.act(event(), host, second.code, lambda match, now: match.resign(host.id, now))
    after = await services.simuls.view(simul)
    assert after
    assert (after.score.playing, after.score.won, after.score.drawn, after.score.lost) == (1, 1, 0, 1)
    assert after.simul.version > view.simul.version, "its card shows that"
    assert await check(services.database) == []


async def test_the_board_that_has_waited_longest_comes(services: Services, host: Player, clock: Clock) -> None:
    """However people answer: the next board is always the one that has waited longest for the host, if any waits.

    Whoever asks for their turn back meanwhile goes neither forward nor back.
    """
    chance = Random(7)
    guests = {guest.id: guest for guest in await people_of(services, *(f"Guest {number}" for number in range(6)))}
    await begun(services, host, list(guests.values()))
    boards = await services.matches.of_player(host.id)
    since = {each.code: each.created for each in boards if host.id in each.to_act}
    looked_at, came, stays = boards[0], set[str](), 0
    for _ in range(50):
        for each in await services.matches.of_player(host.id):
            (mover,) = each.to_act
            clock.forward(seconds=chance.randrange(1, 60))
            if mover != host.id and chance.random() < 0.2:
                await _move(services, guests[mover], each.code, chance)
                since[each.code] = clock()
            elif mover == host.id and each.code == looked_at.code:
                await _move(services, host, each.code, chance)
                del since[each.code]
            elif mover == host.id and each.takeback is None and each.moved_at and chance.random() < 0.3:
                await _ask_back(services, guests[each.other_of(host.id)], each.code)
        coming = next_of_simul(await services.matches.of_player(host.id), host.id, looked_at)
        others = [at for code, at in since.items() if code != looked_at.code]
        assert (since[coming.code] if coming else None) == min(others, default=None)
        if coming is None:
            stays += 1
        else:
            came.add(coming.code)
            looked_at = coming
    assert came == {each.code for each in boards}
    assert stays, "sometimes none waits"


async def _move(services: Services, player: Player, code: str, chance: Random) -> None:
    match = await services.matches.get(code)
    move = chance.choice(tuple(match.game.legal_moves))
    await services.matches.act(event(), player, code, lambda current, now: current.move(player.id, move, None, now))


async def _ask_back(services: Services, guest: Player, code: str) -> None:
    await services.matches.act(event(), guest, code, lambda current, now: current.ask_takeback(guest.id, now))


async def test_two_processes_begin_and_open_once(services: Services, database: Database, host: Player) -> None:
    guests = await people_of(services, "Adi", "Budi", "Cik")
    other = Services.over(database, services.clock, Random(3))
    simul = await services.simuls.open(host, HERE, replace(WISH, seats=3))

    async def tried(work: object) -> str:
        try:
            await work  # type: ignore[misc]
        except ActionRefused as refused:
            return type(refused).__name__
        return ""

    joined = await asyncio.gather(
        *(tried(each.simuls.join(guest, simul)) for guest in guests for each in (services, other))
    )
    assert sorted(joined) == ["", "", "", *["InSimulAlready"] * 3]
    begins = await asyncio.gather(*(tried(each.simuls.begin(host.id, simul)) for each in (services, other)))
    assert sorted(begins) == ["", "SimulHasBegun"]
    waiting = await services.simuls.to_seat()
    assert len(waiting) == 3
    await asyncio.gather(
        *(each.simuls.seat(*one, {}) for one in waiting for each in (services, other)),
    )
    view = await services.simuls.view(simul)
    assert view
    assert len({each.match for each in view.entrants if each.match}) == 3
    assert view.score.playing == len(await services.matches.of_player(host.id)) == 3
    assert await check(services.database) == []


async def test_what_cannot_be_done_is_refused(services: Services, host: Player) -> None:
    adi, budi, cik, dewi = await people_of(services, "Adi", "Budi", "Cik", "Dewi")
    await choose(services, simul="off")
    with pytest.raises(SimulOff):
        await services.simuls.open(host, HERE, WISH)
    await choose(services)
    simul = await services.simuls.open(host, HERE, replace(WISH, seats=2))
    with pytest.raises(SimulWaits):
        await services.simuls.open(host, HERE, WISH)
    with pytest.raises(OwnSimul):
        await services.simuls.join(host, simul)
    await services.simuls.join(adi, simul)
    with pytest.raises(InSimulAlready):
        await services.simuls.join(adi, simul)
    with pytest.raises(NotInSimul):
        await services.simuls.leave(cik.id, simul)
    with pytest.raises(TooFewInSimul):
        await services.simuls.begin(host.id, simul)
    assert await services.simuls.join(budi, simul) == (2, 2)
    with pytest.raises(SimulFull):
        await services.simuls.join(cik, simul)
    with pytest.raises(OnlyHostBegins):
        await services.simuls.begin(adi.id, simul)
    await services.simuls.begin(host.id, simul)
    with pytest.raises(SimulHasBegun):
        await services.simuls.join(cik, simul)
    for each in (adi, budi, cik)[:OPEN_HERE]:
        await services.simuls.open(each, HERE, WISH)
    with pytest.raises(SimulsWait):
        await services.simuls.open(dewi, HERE, WISH)
    mine = await services.simuls.open_of(adi.id)
    assert mine
    assert await services.simuls.leave(adi.id, mine.id), "a host who leaves calls it off"
    with pytest.raises(SimulGone):
        await services.simuls.join(cik, mine.id)


async def _become_one(services: Services, older: Player, younger: Player) -> merging.Merge:
    pair = merging.Merge(younger.id, older.id, services.clock())
    await services.database.write(lambda connection: merging.merge(connection, pair, older.id))
    return pair


async def test_two_of_a_simul_who_become_one_keep_both_boards(services: Services, host: Player) -> None:
    adi, cik = await people_of(services, "Adi", "Cik")
    budi = await services.people.player(person("Budi", "discord"))
    simul = await begun(services, host, [adi, budi, cik])
    before = await services.simuls.view(simul)
    assert before
    (board,) = await services.matches.of_player(budi.id)
    await services.simuls.write_note(board, host.id, "Look at c3.")
    pair = await _become_one(services, adi, budi)
    after = await services.simuls.view(simul)
    assert after
    assert after.score == before.score
    assert after.entrants == tuple(
        replace(each, player=adi.id) if each.player == budi.id else each for each in before.entrants
    )
    board = await services.matches.get(board.code)
    assert (await services.simuls.note_of(board), adi.id in board.seats) == ("Look at c3.", True)
    exported = (await services.people.export(adi.id))["simuls"]
    assert {each.get("match") for each in exported} == {each.match for each in after.entrants if each.player == adi.id}
    assert await check(services.database) == []
    await services.database.write(lambda connection: merging.undo(connection, pair, services.clock()))
    parted = await services.simuls.view(simul)
    assert parted
    assert (parted.entrants, parted.score) == (before.entrants, before.score)
    assert await check(services.database) == []


@pytest.mark.parametrize("seated_one", quick_first([0, 1], "either of the two may have come first"))
async def test_of_two_who_become_one_the_board_that_is_open_stays(
    services: Services, host: Player, clock: Clock, seated_one: int
) -> None:
    adi, cik = await people_of(services, "Adi", "Cik")
    budi = await services.people.player(person("Budi", "discord"))
    simul = await services.simuls.open(host, HERE, WISH)
    for each in (adi, budi, cik):
        await services.simuls.join(each, simul)
        clock.forward(seconds=1)
    await services.simuls.begin(host.id, simul)
    begun_one, entrant, nth = (await services.simuls.to_seat())[seated_one]
    await services.simuls.seat(begun_one, entrant, nth, {})
    pair = await _become_one(services, adi, budi)
    view = await services.simuls.view(simul)
    assert view
    assert {each.player: each.match is None for each in view.entrants} == {adi.id: False, cik.id: True}
    assert view.score.playing == 1
    assert await check(services.database) == []
    await services.database.write(lambda connection: merging.undo(connection, pair, services.clock()))
    parted = await services.simuls.view(simul)
    assert parted
    assert {each.player for each in parted.entrants if each.match} == {entrant.player}
    assert await check(services.database) == []


async def test_a_host_who_becomes_another_begins_their_simul(services: Services, host: Player) -> None:
    older, adi, budi = await people_of(services, "Ani", "Adi", "Budi")
    simul = await services.simuls.open(host, HERE, WISH)
    for each in (adi, budi):
        await services.simuls.join(each, simul)
    await _become_one(services, older, host)
    assert await services.simuls.begin(older.id, simul) == 2


async def test_a_host_who_deletes_everything_calls_it_off(services: Services, host: Player) -> None:
    adi, budi = await people_of(services, "Adi", "Budi")
    simul = await services.simuls.open(host, HERE, WISH)
    await services.simuls.join(adi, simul)
    await services.simuls.join(budi, simul)
    await services.people.erase(adi)
    await services.people.erase(host)
    found = await services.simuls.view(simul)
    assert found
    assert found.simul.state is SimulState.CLOSED
    assert [each.player for each in found.entrants] == [budi.id]
    assert await check(services.database) == []


async def test_whoever_deletes_everything_before_their_board_is_open_has_none(services: Services, host: Player) -> None:
    adi, budi = await people_of(services, "Adi", "Budi")
    simul = await services.simuls.open(host, HERE, WISH)
    await services.simuls.join(adi, simul)
    await services.simuls.join(budi, simul)
    await services.simuls.begin(host.id, simul)
    await services.people.erase(adi)
    await seated(services)
    view = await services.simuls.view(simul)
    assert view
    assert (len(view.entrants), view.score.playing) == (1, 1)


async def test_both_read_the_note_of_the_host_under_their_board(services: Services, host: Player) -> None:
    adi, budi = await people_of(services, "Adi", "Budi")
    await begun(services, host, [adi, budi])
    match = next(each for each in await services.matches.of_player(adi.id))
    with pytest.raises(NoteUnderBoardOfHost):
        await services.simuls.write_note(match, adi.id, "I was better")
    with pytest.raises(NoteTooLong):
        await services.simuls.write_note(match, host.id, "x" * 201)
    assert await services.simuls.write_note(match, host.id, " Look at\n c3. ") == "Look at c3."
    assert await services.simuls.note_of(match) == "Look at c3."
    await choose(services, table_talk="off")
    assert await services.simuls.note_of(match) == ""
    with pytest.raises(TalkOff):
        await services.simuls.write_note(match, host.id, "Look again.")
    await services.simuls.write_note(match, host.id, "")
    await choose(services, table_talk="on")
    assert await services.simuls.note_of(match) == ""
