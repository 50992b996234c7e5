"""Boards matches: the people of two chats play each other one by one; each match is opened once, whoever opens it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import cast

import pytest

from bot.matches.boards_match import GATHERS_FOR, BoardsState
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.refusals import (
    ActionRefused,
    BannedUntil,
    BoardsCodeGone,
    BoardsGone,
    BoardsHaveBegun,
    BoardsOff,
    BoardsOver,
    EnoughBoards,
    HasBoard,
    InLineAlready,
    InOtherLine,
    NobodyAccepted,
    NotInLine,
    OwnBoards,
    ReadyAlready,
    TooFewInLine,
)
from bot.matches.status import Status
from bot.services.contests.boards import BoardsView
from bot.services.services import Services
from bot.store import Database, Player, merging
from bot.store.contradictions import find_contradictions
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, Clock, check, event, person
from tests.suites import deep

KAMPUNG, HUTAN = Venue(Place("telegram", "-1001"), "ms"), Venue(Place("discord", "77", server="7"), "id")


async def choose(services: Services, **chosen: str) -> None:
    for venue in (KAMPUNG, HUTAN):
        await services.communities.change(
            venue.place, lambda found: replace(found, settings={**found.settings, "boards": "on", **chosen})
        )


async def people_of(services: Services, platform: str, *names: str) -> list[Player]:
    return [await services.people.player(person(name, platform)) for name in names]


class Table:
    """Two chats with their people: the first of each of them organises."""

    def __init__(self, services: Services, clock: Clock, kampung: list[Player], hutan: list[Player]) -> None:
        self.services = services
        self.clock = clock
        self.lines = (kampung, hutan)
        self.boards = ""

    async def gather(self) -> str:
        """Both chats are there, and all people have joined."""
        service, hosts = self.services.boards, [line[0].id for line in self.lines]
        made = await service.challenge(hosts[0], KAMPUNG, "Kampung Baru", DAM_8.key, Pace.COFFEE)
        await service.accept(hosts[1], HUTAN, "Hutan Batu", made.code)
        self.boards = made.id
        for side, line in enumerate(self.lines):
            for each in line:
                await service.join(each, made.id, side)
                self.clock.forward(seconds=1)
        return made.code

    async def begin(self) -> None:
        for side, line in enumerate(self.lines):
            await self.services.boards.begin(line[0].id, self.boards, side)
        await self.open()

    async def open(self) -> None:
        for view, game in await self.services.boards.to_open():
            await self.services.boards.open(view, game, {})

    async def view(self) -> BoardsView:
        found = await self.services.boards.view(self.boards)
        assert found
        return found

    async def match(self, board: int, leg: int) -> Match:
        games = (await self.view()).games
        return await self.services.matches.get(games[2 * board + leg].match or "")

    async def resigns(self, player: Player, match: Match) -> None:
        await self.services.matches.act(event(), player, match.code, lambda now_is, now: now_is.resign(player.id, now))

    async def moves(self, player: Player, match: Match) -> None:
        move = match.game.legal_moves[0]
        await self.services.matches.act(
            event(), player, match.code, lambda now_is, now: now_is.move(player.id, move, None, now)
        )


@pytest.fixture(name="table")
async def make_table(services: Services, clock: Clock) -> Table:
    await choose(services)
    kampung = await people_of(services, "telegram", "Adi", "Budi", "Cik")
    return Table(services, clock, kampung, await people_of(services, "discord", "Ros", "Siti"))


async def test_each_pair_plays_two_matches_with_sides_swapped(services: Services, table: Table) -> None:
    await table.gather()
    await table.begin()
    view = await table.view()
    assert view.match.state is BoardsState.PLAYING
    assert [(game.board, game.leg) for game in view.games] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    (adi, budi, cik), (ros, siti) = table.lines
    assert [game.players for game in view.games] == [(adi.id, ros.id)] * 2 + [(budi.id, siti.id)] * 2
    played = [await table.match(board, leg) for board in (0, 1) for leg in (0, 1)]
    assert [match.seats for match in played[:2]] == [(adi.id, ros.id), (ros.id, adi.id)], "sides are swapped"
    assert {(match.terms.pace, match.terms.rated) for match in played} == {(Pace.COFFEE, False)}
    places = {(each.place.platform, each.place.chat) for each in await services.views.of_match(played[0].code)}
    assert places == {("telegram", "-1001"), ("discord", "77")}, "it stands in both chats"
    assert [each.player for each in view.line if each.board is None] == [cik.id], "who has no board is next in line"
    await table.resigns(ros, played[0])
    await table.resigns(ros, played[1])
    await table.resigns(budi, played[2])
    after = await table.view()
    assert (after.score.halves, after.score.to_go, after.score.leader) == ((4, 2), 1, 0)
    assert [side.version for side in after.sides] > [side.version for side in view.sides], "both cards show that"
    await table.resigns(budi, played[3])
    ended = await table.view()
    assert (ended.score.halves, ended.score.to_go, ended.score.leader) == ((4, 4), 0, None)
    for refused in (services.boards.stop(table.boards, 0), services.boards.join(cik, table.boards, 1)):
        with pytest.raises(BoardsOver):
            await refused
    assert await check(services.database) == []


async def test_those_who_organise_put_people_in_order(services: Services, table: Table) -> None:
    await table.gather()
    adi, budi, cik = table.lines[0]
    assert await services.boards.arrange(table.boards, 0, [cik.id, "nobody"]) == [cik.id, adi.id, budi.id]
    await table.begin()
    view = await table.view()
    assert [each.player for each in view.of_side(0)] == [cik.id, adi.id, budi.id]
    assert view.games[0].players[0] == cik.id
    with pytest.raises(BoardsHaveBegun):
        await services.boards.arrange(table.boards, 0, [budi.id])


async def test_whoever_is_late_is_replaced_once(services: Services, table: Table, clock: Clock) -> None:
    await table.gather()
    await table.begin()
    (adi, _, cik), (ros, siti) = table.lines
    first, second = [await table.match(0, leg) for leg in (0, 1)]
    await table.moves(ros, second)
    others = [await table.match(1, leg) for leg in (0, 1)]
    await table.moves(table.lines[0][1], others[0])
    await table.moves(siti, others[1])
    found, following = await services.boards.late()
    assert not found
    assert following
    assert first.clock
    assert first.clock.since
    assert following == first.clock.since + first.clock.left, "the bank is for those who have begun"
    clock.forward(seconds=(following - clock()).total_seconds() - 1)
    assert (await services.boards.late())[0] == []
    clock.forward(seconds=1)
    (late,), _ = await services.boards.late()
    assert (late.board, late.side) == (0, 0)
    assert await services.boards.replace_late(late)
    assert not await services.boards.replace_late(late), "once"
    assert {(await services.matches.get(each.code)).status for each in (first, second)} == {Status.CALLED_OFF}
    await table.open()
    view = await table.view()
    assert [game.players for game in view.games[:2]] == [(cik.id, ros.id)] * 2
    assert [(each.player, each.late) for each in view.of_side(0) if each.board == 0] == [
        (adi.id, True),
        (cik.id, False),
    ]
    assert view.score.to_go == 4
    assert await check(services.database) == []
    dewi = (await people_of(services, "telegram", "Dewi"))[0]
    await services.boards.join(dewi, table.boards, 0)
    clock.forward(days=2)
    assert not [each for each in (await services.boards.late())[0] if each.board == 0], "nobody is replaced twice"


async def test_a_turn_in_one_of_the_two_is_enough_to_be_there(services: Services, table: Table, clock: Clock) -> None:
    await table.gather()
    await table.begin()
    adi, ros = table.lines[0][0], table.lines[1][0]
    first, second = [await table.match(0, leg) for leg in (0, 1)]
    await table.moves(adi, first)
    await table.moves(ros, await table.match(0, 0))
    await table.moves(ros, second)
    clock.forward(days=2)
    assert not [each for each in (await services.boards.late())[0] if each.board == 0]


async def test_the_check_names_what_contradicts_a_boards_match(
    database: Database, table: Table, sql: Callable[[str], str]
) -> None:
    await table.gather()
    await table.begin()
    code = (await table.match(0, 0)).code
    for broken, mended, what in (
        (
            f"UPDATE matches SET event_kind = 'simul' WHERE code = '{code}'",
            f"UPDATE matches SET event_kind = 'boards' WHERE code = '{code}'",
            f"says that match {code} is played on board 0 of boards match {table.boards}, of which it is none",
        ),
        (
            f"UPDATE boards_games SET dropped = 1 WHERE match = '{code}'",
            "UPDATE boards_games SET dropped = 0",
            f"says that match {code} of boards match {table.boards} is played anew, which was not called off",
        ),
        (
            f"UPDATE boards_games SET match = NULL WHERE match = '{code}'",
            f"UPDATE boards_games SET match = '{code}' WHERE match IS NULL",
            f"is of boards match {table.boards}, in which it stands on no board",
        ),
        (
            "UPDATE boards_line SET board = 7 WHERE board = 1",
            "UPDATE boards_line SET board = 1 WHERE board = 7",
            f"has board 7 of boards match {table.boards}, on which nothing is played",
        ),
    ):
        sql(broken)
        assert what in " ".join([said async for _, said in find_contradictions(database)])
        sql(mended)
    assert not [said async for _, said in find_contradictions(database)]


async def test_two_processes_begin_open_and_replace_once(
    services: Services, database: Database, table: Table, clock: Clock
) -> None:
    other = Services.over(database, services.clock, Random(3))
    await table.gather()

    async def tried(work: object) -> str:
        try:
            await work  # type: ignore[misc]
        except ActionRefused as refused:
            return type(refused).__name__
        return ""

    hosts = [line[0].id for line in table.lines]
    begins = await asyncio.gather(
        *(tried(each.boards.begin(hosts[side], table.boards, side)) for each in (services, other) for side in (0, 1))
    )
    assert {*begins} <= {"", "ReadyAlready", "BoardsHaveBegun"}
    waiting = await services.boards.to_open()
    assert len(waiting) == 4
    await asyncio.gather(*(each.boards.open(*one, {}) for one in waiting for each in (services, other)))
    assert len({game.match for game in (await table.view()).games}) == 4
    assert len(await services.matches.of_player(hosts[0])) == 2
    clock.forward(days=2)
    (late, *_), _ = await services.boards.late()
    replaced = await asyncio.gather(*(each.boards.replace_late(late) for each in (services, other)))
    assert sorted(replaced) == [False, True]
    await table.open()
    assert await check(services.database) == []


async def test_what_cannot_be_done_is_refused(services: Services, table: Table, clock: Clock) -> None:
    (adi, budi, cik), (ros, siti) = table.lines
    service = services.boards
    await choose(services, boards="off")
    with pytest.raises(BoardsOff):
        await service.challenge(adi.id, KAMPUNG, "Kampung Baru", DAM_8.key, Pace.SLOW)
    await choose(services)
    made = await service.challenge(adi.id, KAMPUNG, "Kampung Baru", DAM_8.key, Pace.SLOW)
    with pytest.raises(OwnBoards):
        await service.accept(adi.id, KAMPUNG, "Kampung Baru", made.code)
    with pytest.raises(BoardsCodeGone):
        await service.accept(ros.id, HUTAN, "Hutan Batu", "K7QM42")
    with pytest.raises(NobodyAccepted):
        await service.begin(adi.id, made.id, 0)
    await service.accept(ros.id, HUTAN, "Hutan Batu", made.code)
    third = Venue(Place("web", "web"), "en")
    await services.communities.change(third.place, lambda found: replace(found, settings={"boards": "on"}))
    with pytest.raises(BoardsCodeGone):
        await service.accept(ros.id, third, "Web", made.code)
    with pytest.raises(NotInLine):
        await service.leave(adi.id, made.id)
    await service.join(adi, made.id, 0)
    with pytest.raises(InLineAlready):
        await service.join(adi, made.id, 0)
    with pytest.raises(InOtherLine) as told:
        await service.join(adi, made.id, 1)
    assert told.value.name == "Kampung Baru"
    with pytest.raises(TooFewInLine):
        await service.begin(adi.id, made.id, 0)
    await service.join(budi, made.id, 0)
    assert not await service.begin(adi.id, made.id, 0)
    with pytest.raises(ReadyAlready):
        await service.begin(adi.id, made.id, 0)
    for each in (ros, siti):
        await service.join(each, made.id, 1)
    await service.leave(budi.id, made.id)
    assert not await service.begin(ros.id, made.id, 1), "the other side is too few by now, and not ready any more"
    await service.join(budi, made.id, 0)
    assert await service.begin(adi.id, made.id, 0)
    with pytest.raises(HasBoard):
        await service.leave(adi.id, made.id)
    await service.join(cik, made.id, 0)
    await service.stop(made.id, 1)
    with pytest.raises(BoardsGone):
        await service.join(cik, made.id, 0)
    last = made
    for _ in range(3):
        last = await service.challenge(adi.id, KAMPUNG, "Kampung Baru", DAM_8.key, Pace.SLOW)
    with pytest.raises(EnoughBoards):
        await service.challenge(adi.id, KAMPUNG, "Kampung Baru", DAM_8.key, Pace.SLOW)
    clock.forward(seconds=GATHERS_FOR.total_seconds())
    with pytest.raises(BoardsCodeGone):
        await service.accept(ros.id, HUTAN, "Hutan Batu", last.code)
    await service.expire()
    with pytest.raises(BoardsGone):
        await service.join(cik, last.id, 0)
    assert await check(services.database) == []


async def test_whoever_is_banned_or_gone_has_no_board(services: Services, table: Table, clock: Clock) -> None:
    await table.gather()
    (adi, budi, cik), _ = table.lines
    staff = (await people_of(services, "telegram", "Boss"))[0]
    until = clock() + timedelta(days=30)
    asked = await services.bans.ask(staff, KAMPUNG.place, adi.id, until, "noise")
    await services.bans.confirm(staff, KAMPUNG.place, asked.id, take_down=False)
    await services.people.erase(budi)
    with pytest.raises(BannedUntil):
        await services.boards.begin(adi.id, table.boards, 0)
    with pytest.raises(TooFewInLine):
        await services.boards.begin(staff.id, table.boards, 0)
    dewi = (await people_of(services, "telegram", "Dewi"))[0]
    await services.boards.join(dewi, table.boards, 0)
    await services.boards.begin(staff.id, table.boards, 0)
    await services.boards.begin(table.lines[1][0].id, table.boards, 1)
    view = await table.view()
    assert {each.player for each in view.of_side(0)} == {cik.id, dewi.id}
    await services.people.erase(cik)
    await table.open()
    after = await table.view()
    assert sum(game.refused for game in after.games) == 2
    assert await check(services.database) == []


async def test_two_who_become_one_keep_what_they_play(services: Services, table: Table) -> None:
    await table.gather()
    await table.begin()
    (adi, *_), _ = table.lines
    younger = (await people_of(services, "web", "Adi too"))[0]
    pair = merging.Merge(adi.id, younger.id, services.clock())
    before = (await table.view()).score
    await services.database.write(lambda connection: merging.merge(connection, pair, younger.id))
    view = await table.view()
    assert (view.score, view.games[0].players[0], view.of_side(0)[0].player) == (before, younger.id, younger.id)
    assert await check(services.database) == []
    await services.database.write(lambda connection: merging.undo(connection, pair, services.clock()))
    assert (await table.view()).games[0].players[0] == adi.id
    assert await check(services.database) == []


@deep("a seed is seconds of deaths; whoever dies at a close is tried for one village in the quick suite")
@pytest.mark.parametrize("seed", range(4))
async def test_whoever_dies_while_a_boards_match_goes_on_has_done_nothing_or_all(
    database: Database, clock: Clock, seed: int
) -> None:
    """At every seventh statement, beginning with another one for each seed; whoever comes next does it once."""
    deadly = DeadlyDatabase(database)
    services = Services.over(cast("Database", deadly), clock, Random(1))
    await choose(services)
    kampung = await people_of(services, "telegram", "Adi", "Budi", "Cik")
    table = Table(services, clock, kampung, await people_of(services, "discord", "Ros", "Siti"))
    await table.gather()
    await services.boards.begin(kampung[0].id, table.boards, 0)

    async def begin() -> None:
        with suppress(BoardsHaveBegun):
            await services.boards.begin(table.lines[1][0].id, table.boards, 1)

    async def open_first() -> None:
        view, game = (await services.boards.to_open())[0]
        await services.boards.open(view, game, {})

    async def replace_first() -> None:
        for late in (await services.boards.late())[0]:
            await services.boards.replace_late(late)

    for number, step in enumerate((begin, open_first, replace_first)):
        if number == 2:
            await table.open()
            clock.forward(days=2)
        at, died = 1 + seed, True
        while died:
            before = len(deadly.deaths)
            deadly.arm(at, before=seed % 2 == 0)
            with suppress(KilledError):
                await step()
            deadly.disarm()
            died = len(deadly.deaths) > before
            assert await check(database) == []
            at += 7
    await table.open()
    view = await table.view()
    assert len(deadly.deaths) > 3
    assert len([each for each in view.line if each.late]) == 1, "one was next in line"
    assert len({game.match for game in view.games if game.match}) == 4
    assert await check(database) == []
