"""Those who look on guess turns: seen by nobody before the turn falls, scored once, by the move that is played."""

from contextlib import suppress
from dataclasses import replace
from math import log2
from random import Random
from typing import cast

import pytest
from sqlalchemy import Table, select, text

from bot.matches.guessing import GuessedTurn, weight_of
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.preferences import NOWHERE
from bot.matches.refusals import (
    ActionRefused,
    BannedForGood,
    GuessesOwn,
    IllegalHere,
    MatchOver,
    NobodyWatches,
    NoGuessAlone,
    NoGuessLive,
    NothingToTakeBack,
    NotShownHere,
    OnlyOneTurn,
    TooLateToUndo,
    TurnHasFallen,
)
from bot.matches.terms import Terms
from bot.services.match.matches import MatchAction
from bot.services.services import Services
from bot.services.standing.rating import community_of
from bot.store import Database, Player
from bot.store.connection import AnyRow, Connection
from bot.store.links import Joiner
from bot.store.tables import guessers, guesses
from engine.moves import Move
from engine.notation import format_move
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, ROOM, TAPAL, Clock, begun, check, event, moving, person, play
from tests.suites import examples, quick_first


async def onlookers(services: Services, *names: str) -> list[Player]:
    return [await services.people.player(person(name)) for name in names]


def undoing(player: Player) -> MatchAction:
    return lambda match, now: match.undo(player.id, now)


async def rows(services: Services, table: Table = guesses) -> list[AnyRow]:
    async def work(connection: Connection) -> list[AnyRow]:
        order = [table.c[name] for name in ("ply", "community", "player") if name in table.c]
        return list(await connection.execute(select(table).order_by(*order)))

    return await services.database.read(work)


async def guess(services: Services, player: Player, match: Match, move: Move, ply: int | None = None) -> None:
    await services.guesses.guess(event(), player, match.code, move, match.game.ply if ply is None else ply, ROOM)


async def test_who_was_right_is_told_once_the_turn_has_fallen_and_not_before(services: Services) -> None:
    match, adi, siti, view = await begun(services)
    ani, budi, ros, nur = await onlookers(services, "Ani", "Budi", "Ros", "Nur")
    await services.people.change_settings(ros.id, listed=NOWHERE)
    right, wrong = match.game.legal_moves[:2]
    heard: list[str] = []
    services.news.matches.subscribe(heard.append)
    for player, move in ((ani, right), (budi, wrong), (nur, wrong), (ros, right), (budi, right)):
        await guess(services, player, match, move)
        assert await services.guesses.of(match, player.id) == move
    assert heard == []
    assert (await services.matches.get(match.code)).version == match.version
    assert await services.guesses.of_last_turn(match) is None
    assert await services.guesses.of(match, siti.id) is None
    after = await services.matches.act(event(), adi, match.code, moving(adi, right))
    assert await services.guesses.of_last_turn(after) == GuessedTurn(4, 3, ("Ani", "Budi"))
    assert {row.weight for row in await rows(services)} == {round(log2(len(match.game.legal_moves)), 9)}
    assert {row.community for row in await rows(services)} == {community_of(view.place)}
    assert await check(services.database) == []
    (told,) = (await services.people.export(nur.id))["guesses"]
    assert (told["turn"], told["right"]) == (format_move(DAM_8, wrong), False)
    await services.people.erase(ani)
    assert await services.guesses.of_last_turn(after) == GuessedTurn(3, 2, ("Budi",))
    assert (await services.matches.get(match.code)).version > after.version, "boards that name her are drawn anew"


@pytest.mark.parametrize("seed", range(examples(20)))
async def test_right_are_those_guesses_that_are_the_record(services: Services, seed: int) -> None:
    """The law, against a naive model: whatever is guessed, played and taken back, each row says what the record says,
    and each onlooker has one row a turn that stands, and one of the turn to come.
    """
    chance = Random(seed)
    match, adi, siti, _ = await begun(services)
    looking = await onlookers(services, "Ani", "Budi", "Ros")
    wanted: dict[tuple[int, str], str] = {}
    for _ in range(12):
        game = match.game
        for player in looking:
            if chance.random() < 0.6:
                move = chance.choice(game.legal_moves[:3])
                await guess(services, player, match, move)
                wanted[game.ply + 1, player.id] = format_move(DAM_8, move)
        if game.ply and chance.random() < 0.3:
            mover = (adi, siti)[game.positions[-2].turn]
            with suppress(TooLateToUndo):  # a move that had to be made
                match = await services.matches.act(event(), mover, match.code, undoing(mover))
            wanted = {key: turn for key, turn in wanted.items() if key[0] <= match.game.ply + (match.game is game)}
        else:
            match = await play(services, match, adi, siti, choice=chance.randrange(3))
    record = [format_move(DAM_8, move) for move in match.game.moves]
    found = {(row.ply, row.player): (row.turn, row.hit) for row in await rows(services)}
    assert found == {
        (ply, player): (turn, record[ply - 1] == turn if ply <= len(record) else None)
        for (ply, player), turn in wanted.items()
    }
    assert await check(services.database) == []
    await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
    assert all(row.hit is not None for row in await rows(services)), "no guess is left of a turn that will not come"
    assert await check(services.database) == []


class Crowd:
    """People who look on at two matches in two chats, some of whom turn out to be one person, and what they do."""

    def __init__(self, services: Services, clock: Clock, chance: Random) -> None:
        self._services, self._clock, self._chance = services, clock, chance
        self._playing: list[tuple[Match, tuple[Player, Player]]] = []
        self._looking: list[Person] = []

    async def come(self) -> None:
        """Four people, of whom the first two can be one, and the others; and two boards."""
        for chat in ("-1", "-2"):
            match, adi, siti, _ = await begun(self._services, place=Place("telegram", chat))
            self._playing.append((match, (adi, siti)))
        for number, platform in enumerate(("telegram", "discord", "telegram", "discord")):
            self._looking.append(Person(platform, f"7{number}", f"Ani{number}"))
            await self._services.people.player(self._looking[-1])
            self._clock.forward(minutes=1)

    async def act(self) -> str:
        """Something that they do, by its name."""
        rare = (self._take_back, self._delete, self._become_one, self._become_two, self._leave)
        act = self._chance.choice((self._guess, self._guess, self._guess, self._play, self._chance.choice(rare)))
        await act()
        self._clock.forward(seconds=1)
        return act.__name__

    async def _somebody(self) -> Player:
        return await self._services.people.player(self._chance.choice(self._looking))

    async def _guess(self) -> None:
        match, _ = self._chance.choice(self._playing)
        where = self._chance.choice([Place("telegram", "-1"), Place("telegram", "-2"), None])
        move = self._chance.choice(match.game.legal_moves[:2])
        with suppress(OnlyOneTurn):
            await self._services.guesses.guess(event(), await self._somebody(), match.code, move, None, where)

    async def _play(self) -> None:
        at = self._chance.randrange(2)
        match, players = self._playing[at]
        mover, move = players[match.game.turn], self._chance.choice(match.game.legal_moves[:2])
        after = await self._services.matches.act(event(), mover, match.code, moving(mover, move))
        self._playing[at] = after, players

    async def _take_back(self) -> None:
        at = self._chance.randrange(2)
        match, players = self._playing[at]
        mover = players[1 - match.game.turn]
        with suppress(NothingToTakeBack, TooLateToUndo):
            after = await self._services.matches.act(event(), mover, match.code, undoing(mover))
            self._playing[at] = after, players

    async def _delete(self) -> None:
        if self._chance.random() < 0.3:
            await self._services.people.erase(await self._somebody())

    async def _become_one(self) -> None:
        first = self._chance.choice((0, 2))
        one, other = [await self._services.people.player(each) for each in self._looking[first : first + 2]]
        if one.id != other.id:
            code = await self._services.links.begin(one.id, one.platform)
            await self._services.links.give(code, Joiner(other.platform, other.account, other.name))
            await self._services.links.accept(one.id)

    async def _become_two(self) -> None:
        await self._services.links.undo((await self._somebody()).id)

    async def _leave(self) -> None:
        await self._services.leaving.left((await self._somebody()).id, Place("telegram", "-1"))


@pytest.mark.parametrize("seed", range(examples(12)))
async def test_the_sums_of_a_list_are_what_the_guesses_come_to(services: Services, clock: Clock, seed: int) -> None:
    """The law: whatever is guessed, played, taken back and deleted, and whoever becomes one or two."""
    chance = Random(seed)
    crowd = Crowd(services, clock, chance)
    await crowd.come()
    for _ in range(40):
        done = await crowd.act()
        decided: dict[tuple[str, str], list[AnyRow]] = {}
        for row in await rows(services):
            if row.hit is not None:
                decided.setdefault((row.community, row.player), []).append(row)
        assert {
            (row.community, row.player): (row.guessed, row.weight, row.right_weight, row.seen)
            for row in await rows(services, guessers)
        } == {
            key: (
                len(theirs),
                pytest.approx(sum(row.weight for row in theirs)),
                pytest.approx(sum(row.weight for row in theirs if row.hit)),
                max(row.at for row in theirs),
            )
            for key, theirs in decided.items()
        }, done
    assert await check(services.database) == []


@pytest.mark.parametrize(
    ("statement", "said"),
    quick_first(
        [
            ("UPDATE guessers SET right_weight = 0", "another thing than they come to"),
            ("DELETE FROM guessers", "is in no sum"),
            ("UPDATE guesses SET hit = NULL", "another thing than they come to"),
        ],
        "test_tamperings.py has every kind",
    ),
)
async def test_a_sum_that_is_wrong_is_named(services: Services, statement: str, said: str) -> None:
    match, adi, siti, _ = await begun(services)
    (ani,) = await onlookers(services, "Ani")
    await guess(services, ani, match, match.game.legal_moves[0])
    await play(services, match, adi, siti)
    assert await check(services.database) == []

    async def spoil(connection: Connection) -> None:
        await connection.execute(text(statement))

    await services.database.write(spoil)
    assert said in " ".join(map(str, await check(services.database)))


async def test_whoever_may_not_guess_reads_why(services: Services, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services, TAPAL)
    (ani,) = await onlookers(services, "Ani")
    move = match.game.legal_moves[0]

    async def why(refused: type[ActionRefused], player: Player, code: str, move: Move, ply: int | None = None) -> None:
        with pytest.raises(refused):
            await services.guesses.guess(event(), player, code, move, ply, ROOM)

    await why(GuessesOwn, adi, match.code, move)
    after = await play(services, match, adi, siti)
    await why(TurnHasFallen, ani, match.code, move, 0)
    await why(
        IllegalHere, ani, match.code, next(each for each in match.game.legal_moves if not after.game.is_legal(each))
    )
    live = (await begun(services, TAPAL, terms=Terms(Pace.BLITZ)))[0]
    await why(NoGuessLive, ani, live.code, move)
    unwatched = (await begun(services, TAPAL, terms=Terms(watched=False)))[0]
    await why(NobodyWatches, ani, unwatched.code, move)
    alone = (await begun(services, TAPAL, place=Place("telegram", "9", private=True)))[0]
    await why(NotShownHere, ani, alone.code, move)
    board, _ = await services.opening.open(event(), adi, Invitation(TAPAL, practice=True), Venue(ROOM, "en"))
    await why(NoGuessAlone, ani, board.code, move)
    ban = await services.bans.ask(adi, ROOM, ani.id, None, "spam")
    await services.bans.confirm(adi, ROOM, ban.id, take_down=False)
    await why(BannedForGood, ani, match.code, after.game.legal_moves[0])
    (budi,) = await onlookers(services, "Budi")
    await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
    await why(MatchOver, budi, match.code, move)
    assert await rows(services) == []


async def test_nobody_guesses_a_forced_turn(services: Services) -> None:
    match, *_ = await begun(services)
    game, chance = match.game, Random(5)
    while len(game.legal_moves) != 1:
        game = match.game if game.outcome else game.play(chance.choice(game.legal_moves))
    match = replace(match, game=game)
    with pytest.raises(OnlyOneTurn):
        weight_of(match, match.game.legal_moves[0])


async def test_one_who_was_two_takes_their_guesses_along_but_none_of_their_own_matches(
    services: Services, clock: Clock
) -> None:
    match, _, siti, _ = await begun(services)
    other, _, _, _ = await begun(services, TAPAL)
    old = await services.people.player(Person("telegram", "55", "Ros", "ros"))
    clock.forward(minutes=1)
    new = await services.people.player(Person("discord", "56", "Ros", "ros"))
    await guess(services, old, match, match.game.legal_moves[0])
    await guess(services, new, match, match.game.legal_moves[1])
    await guess(services, new, other, other.game.legal_moves[0])
    invitation = Invitation(TAPAL, siti.person, 0)
    theirs, _ = await services.opening.open(event(), old, invitation, Venue(ROOM, "en"))
    theirs = await services.matches.join(event(), siti, theirs.code)
    await guess(services, new, theirs, theirs.game.legal_moves[0])
    before = await rows(services)
    code = await services.links.begin(old.id, "telegram")
    await services.links.give(code, Joiner("discord", "56", "Ros"))
    await services.links.accept(old.id)
    found = {(row.match, row.player, row.turn) for row in await rows(services)}
    assert found == {
        (match.code, old.id, format_move(DAM_8, match.game.legal_moves[0])),
        (other.code, old.id, format_move(TAPAL, other.game.legal_moves[0])),
    }
    assert await check(services.database) == []
    with pytest.raises(GuessesOwn):
        await guess(services, old, theirs, theirs.game.legal_moves[0])
    await services.links.undo(old.id)
    assert await rows(services) == before
    await play(services, theirs, old, siti)
    assert await check(services.database) == []


async def test_a_guess_of_a_turn_that_fell_while_two_were_one_does_not_come_back_undecided(
    services: Services, clock: Clock
) -> None:
    match, adi, siti, _ = await begun(services)
    old = await services.people.player(Person("telegram", "55", "Ros", "ros"))
    clock.forward(minutes=1)
    new = await services.people.player(Person("discord", "56", "Ros", "ros"))
    for player in (old, new):
        await guess(services, player, match, match.game.legal_moves[0])
    code = await services.links.begin(old.id, "telegram")
    await services.links.give(code, Joiner("discord", "56", "Ros"))
    await services.links.accept(old.id)
    await play(services, match, adi, siti)
    await services.links.undo(old.id)
    assert [row.hit for row in await rows(services)] == [True]
    assert await check(services.database) == []


async def test_a_process_that_dies_and_another_score_a_guess_once(services: Services, clock: Clock) -> None:
    match, adi, _, _ = await begun(services)
    (ani,) = await onlookers(services, "Ani")
    right = match.game.legal_moves[0]
    await guess(services, ani, match, right)
    deadly = DeadlyDatabase(services.database)
    dying = Services.over(cast("Database", deadly), clock, Random(2))
    at = 0
    while True:
        at += 1
        deadly.arm(at, before=False)
        try:
            after = await dying.matches.act("the move", adi, match.code, moving(adi, right, 0))
        except KilledError:
            assert [row.hit for row in await rows(services)] == [None]
            continue
        break
    assert len(deadly.deaths) > 4
    other = Services.over(services.database, clock, Random(3))
    again = await other.matches.act("the move", adi, match.code, moving(adi, right, 0))
    assert (
        await other.guesses.of_last_turn(again)
        == await services.guesses.of_last_turn(after)
        == GuessedTurn(1, 1, ("Ani",))
    )
    assert await check(services.database) == []


async def test_an_event_guesses_once(services: Services) -> None:
    match, *_ = await begun(services)
    (ani,) = await onlookers(services, "Ani")
    first, second = match.game.legal_moves[:2]
    for same, move in (("one", first), ("two", second), ("one", first)):
        await services.guesses.guess(same, ani, match.code, move, 0, ROOM)
    assert await services.guesses.of(match, ani.id) == second
