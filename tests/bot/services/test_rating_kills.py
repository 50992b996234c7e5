"""Rated matches by the hundred, with a death at any statement of the transaction that ends one; a second program
computes every rating again.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, cast

import pytest

from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import Database
from bot.store.connection import Connection
from bot.store.tables import ratings, results
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, TAPAL, Clock, check, event
from tests.bot.services.naive import Chronicle, Fought
from tests.suites import deep

RATED = Terms(Pace.COFFEE, rated=True)
GROUP = Place("telegram", "-1001")
PLAYERS = 25
"""So few that each plays enough to be sure of, and two of them now and then too often for it to count."""
LONGEST = 24
"""No transaction that ends a match has so many statements."""
CLOSE = 1.5e-9
"""One of the billionths in which ratings are kept: two programs may round the last digit either way."""


def moves_of(count: int, players: tuple[Player, Player], chance: Random) -> Callable[[Match, Any], Match]:
    """So many moves in a row, by both."""

    def act(match: Match, now: Any) -> Match:
        for _ in range(count):
            mover = match.seats[match.game.turn] or ""
            match = match.move(mover, chance.choice(match.game.legal_moves), None, now)
        return match

    return act


@pytest.mark.parametrize(
    ("backend", "count"),
    [
        ("sqlite", 12),
        pytest.param("sqlite", 2_000, marks=deep("a dozen matches are in the quick suite")),
        pytest.param("postgresql", 500, marks=deep("a dozen matches are in the quick suite")),
    ],
    indirect=["backend"],
)
@pytest.mark.timeout(300)
@pytest.mark.long("hundreds of matches are played")
async def test_every_rating_survives_a_death_at_any_statement(database: Database, clock: Clock, count: int) -> None:
    chance = Random(48)
    deadly = DeadlyDatabase(database)
    services = Services.over(cast("Database", deadly), clock, Random(7))
    people = [
        await services.people.player(Person("telegram", f"p{number}", f"P{number}", f"p{number}"))
        for number in range(PLAYERS)
    ]
    chronicle = Chronicle()
    for _ in range(count):
        clock.forward(minutes=chance.randrange(60))
        host, guest = chance.sample(people, 2)
        fought = await one_match(services, deadly, (host, guest), clock, chance)
        chronicle.fought.append(fought)
    assert len(deadly.deaths) > count / 4
    if count >= 20 * LONGEST:
        assert set(deadly.deaths) == set(range(1, max(deadly.deaths) + 1)), "nobody has died at some statement"
    assert await check(database) == []
    await compare(database, chronicle)


async def one_match(
    services: Services, deadly: DeadlyDatabase, players: tuple[Player, Player], clock: Clock, chance: Random
) -> Fought:
    """A rated match of two, in whose last transaction somebody may die, which is then done again."""
    host, guest = players
    game, moves = chance.choice((DAM_8, TAPAL)), chance.choice((5, 6, 6, 7, 8))
    invitation = Invitation(game, guest.person, 0, terms=RATED)
    match, _ = await services.opening.open(event(), host, invitation, Venue(GROUP, "en"))
    match = await services.matches.join(event(), guest, match.code)
    match = await services.matches.act(event(), host, match.code, moves_of(moves, players, chance))
    assert match.status is Status.PLAYING
    winner = chance.choice((0, 1, None))
    loser = players[1 - winner] if winner is not None else guest
    if winner is None:
        match = await services.matches.act(event(), host, match.code, lambda now, at: now.offer_draw(host.id, at))
    what = event()
    for _ in range(chance.choice((0, 1, 2))):
        deadly.arm(chance.randrange(1, LONGEST), before=chance.random() < 0.5, closes=chance.random() < 0.3)
        with suppress(KilledError):
            await ended(services, match, loser, drawn=winner is None, what=what)
            break
        assert (await services.matches.get(match.code)).status is Status.PLAYING
    deadly.disarm()
    over = await ended(services, match, loser, drawn=winner is None, what=what)
    assert over.status is Status.OVER
    return Fought(match.code, clock.now, game.key, (host.id, guest.id), winner, ((moves + 1) // 2, moves // 2))


async def ended(services: Services, match: Match, by: Player, *, drawn: bool, what: str) -> Match:
    """The match after it has ended, by an event that may come again."""
    if drawn:
        return await services.matches.act(what, by, match.code, lambda now, at: now.answer_draw(by.id, True, at))
    return await services.matches.act(what, by, match.code, lambda now, at: now.resign(by.id, at))


async def compare(database: Database, chronicle: Chronicle) -> None:
    """Are the ratings and the ledger what the second program says?"""
    wanted = chronicle.ratings()

    async def read(connection: Connection) -> tuple[list[Any], list[Any]]:
        rated = (await connection.execute(ratings.select())).all()
        return list(rated), list((await connection.execute(results.select())).all())

    rated, ledger = await database.read(read)
    found = {(row.player, row.ruleset, row.side): row for row in rated}
    assert found.keys() == wanted.keys()
    for key, one in wanted.items():
        row = found[key]
        assert row.played == one.played
        assert row.rating == pytest.approx(one.number.r, rel=0, abs=CLOSE)
        assert row.deviation == pytest.approx(one.number.rd, rel=0, abs=CLOSE)
        assert row.volatility == pytest.approx(one.number.vol, rel=0, abs=CLOSE)
    counted = [row for row in ledger if row.uncounted is None]
    assert len(ledger) == 2 * len(chronicle.fought)
    assert {row.match for row in counted} == {each.code for each in chronicle.counted()}
    assert sum(row.points for row in counted) / 2 == len(chronicle.counted())
