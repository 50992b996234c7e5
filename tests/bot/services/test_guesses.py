"""Those who look on guess turns: seen by nobody before the turn falls, scored once, by the move that is played."""

from contextlib import suppress
from dataclasses import replace
from math import log2
from random import Random
from typing import cast

import pytest
from sqlalchemy import select

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
from bot.store.tables import guesses
from engine.moves import Move
from engine.notation import format_move
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, ROOM, TAPAL, Clock, begun, check, event, moving, person, play
from tests.suites import examples


async def onlookers(services: Services, *names: str) -> list[Player]:
    return [await services.people.player(person(name)) for name in names]


def undoing(player: Player) -> MatchAction:
    return lambda match, now: match.undo(player.id, now)


async def rows(services: Services) -> list[AnyRow]:
    async def work(connection: Connection) -> list[AnyRow]:
        return list(await connection.execute(select(guesses).order_by(guesses.c.ply, guesses.c.player)))

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
