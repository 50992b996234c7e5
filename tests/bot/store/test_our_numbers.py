"""The numbers of two in a chat are those that each two have, whoever is listed."""

from datetime import timedelta
from itertools import combinations
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, text

from bot.matches.happening import Happening
from bot.matches.identity import Place
from bot.matches.preferences import NOWHERE
from bot.services.services import Services
from bot.store import merging, our_numbers, pair_numbers, people
from bot.store.connection import Connection
from bot.store.tables import accounts, matches, views
from engine.games import find_ruleset
from engine.ruleset import Ending
from tests.bot.kit import TAPAL, Clock, begun, check, person
from tests.suites import examples, quick_first

CHAT = Place("telegram", "-1001")
GAMES = (TAPAL, find_ruleset("bagh-chal"))
SHOWN: tuple[dict[str, Any], ...] = ({}, {"chat": "-2", "parent": "-1001"}, {"chat": "-2", "server": "-1001"})
NOT_SHOWN: tuple[dict[str, Any], ...] = ({"chat": "-2"}, {"private": True}, {"platform": "discord"})
NAMES = ("Ani", "Budi", "Cik", "Dara", "Eka", "Gone", "Hidden")


@pytest.mark.parametrize("backend", quick_first(("sqlite", "postgresql"), "a list of a chat is read from both"))
@pytest.mark.parametrize("seed", range(examples(8)))
async def test_the_best_of_a_chat_have_the_numbers_that_each_two_have(
    services: Services, clock: Clock, seed: int
) -> None:
    chance = Random(seed)
    ids = [(await services.people.player(person(name))).id for name in NAMES]
    await services.people.change_settings(ids[-1], listed=NOWHERE)
    await begun(services, TAPAL, CHAT, platform="telegram")
    here: set[tuple[str, str, str]] = set()

    async def fill(connection: Connection) -> None:
        (row,) = (await connection.execute(select(matches))).mappings().all()
        (view,) = (await connection.execute(select(views))).mappings().all()
        for nth in range(30):
            seats, game, watched = chance.sample(ids, 2), chance.choice(GAMES).key, chance.random() < 0.7
            is_shown = chance.random() < 0.4
            place = chance.choice(SHOWN if is_shown else NOT_SHOWN)
            winner = chance.choice((0, 0, 1, None))
            how = (
                (Ending.AGREEMENT, Happening.DRAW_AGREED)
                if winner is None
                else (Ending.RESIGNATION, Happening.RESIGNED)
            )
            over: dict[str, object] = {"status": "over", "ending": how[0].value, "happened": how[1].value}
            over |= {"host": seats[0], "host_side": 0, "invited": seats[1], "actor": seats[1], "wake": None}
            over |= {"seat_0": seats[0], "seat_1": seats[1], "winner": winner}
            over |= {"code": f"M{chance.randrange(10_000)}N{nth}", "our_number": True, "watched": watched}
            over |= {"ruleset": game, "created": row["created"] + timedelta(minutes=chance.randrange(20))}
            await connection.execute(insert(matches).values({**row, **over}))
            await connection.execute(insert(views).values({**view, "match": over["code"], "id": f"v{nth}", **place}))
            if is_shown and watched:
                here.add((game, min(seats), max(seats)))
        await connection.execute(delete(accounts).where(accounts.c.player == ids[-2]))
        await pair_numbers.recount_players(connection, ids)

    await services.database.write(fill)
    wanted: dict[str, list[tuple[int, str, str, int]]] = {}
    names: dict[str, str] = {}

    async def one_by_one(connection: Connection) -> None:
        names.update(await people.names(connection, ids[:-1]))
        for one, two in combinations(sorted(set(ids[:-2])), 2):
            for game, number in (await our_numbers.between(connection, one, two)).items():
                if (game, one, two) in here:
                    row = number.half_pieces, one, two, number.next
                    wanted.setdefault(game, []).append(row)

    await services.database.read(one_by_one)
    assert wanted
    for limit in (1, 3, 100):
        found = await services.standing.our_numbers(CHAT, limit)
        assert {game: each.count for game, each in found.items()} == {game: len(of) for game, of in wanted.items()}
        assert {
            game: [(each.half_pieces, each.name, each.other, each.number.next) for each in of.best]
            for game, of in found.items()
        } == {
            game: sorted((half, names[one], names[two], following) for half, one, two, following in sorted(of)[:limit])
            for game, of in wanted.items()
        }
    assert not [
        each
        for each in await check(services.database)
        if "pair_numbers" in each.where or "the number of two, which" in each.what
    ]
    pair = merging.Merge(min(ids[:2]), max(ids[:2]), clock())

    async def one_person(connection: Connection) -> None:
        await merging.merge(connection, pair, pair.older)

    async def two_again(connection: Connection) -> None:
        await merging.undo(connection, pair, clock())

    for change in (one_person, two_again):
        await services.database.write(change)
        assert not [
            each
            for each in await check(services.database)
            if "pair_numbers" in each.where or "the number of two, which" in each.what
        ], change.__name__
    again = await services.standing.our_numbers(CHAT, 100)
    assert {game: each.count for game, each in again.items()} == {game: len(of) for game, of in wanted.items()}
    for wrong in (
        "DELETE FROM pair_numbers",
        "UPDATE pair_numbers SET next = next + 1",
        "UPDATE pair_numbers SET half_pieces = half_pieces + 1",
        "UPDATE pair_numbers SET ruleset = 'x' || ruleset",
    ):
        changed: list[Any] = []

        async def tamper(connection: Connection, wrong: str = wrong) -> None:
            await connection.execute(text(wrong))

        await services.database.write(tamper)
        changed = [
            each
            for each in await check(services.database)
            if "pair_numbers" in each.where or "the number of two, which" in each.what
        ]
        assert changed, wrong
        await services.database.write(lambda connection: pair_numbers.recount_players(connection, ids))
