"""Two players who become one, and two again: histories by chance, against a naive count of the same matches."""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import cast

import pytest
from sqlalchemy import or_, select

from bot.matches.glicko import Rating
from bot.matches.happening import Happening
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.rating import after_result, is_provisional
from bot.matches.refusals import BothInMatch, TwoOfAPlatform
from bot.matches.terms import Terms
from bot.services.core import MatchEnd
from bot.services.integrity.ledger import problems_of_ledger
from bot.services.services import Services
from bot.services.standing.rating import settle
from bot.store import Database, dailies, images, merging, people
from bot.store.audit import read_ledger
from bot.store.connection import AnyRow, Connection
from bot.store.contradictions import find_contradictions
from bot.store.dailies import Daily, DailyPuzzle
from bot.store.links import Joiner
from bot.store.matches import Matches
from bot.store.merging import Merge
from bot.store.records import Player
from bot.store.recount import kept
from bot.store.tables import accounts, ratings, results
from engine.game import Outcome
from engine.games import find_ruleset
from engine.ruleset import Ending
from tests.bot.database_files import file_in
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import Clock, begun, check, check_file, event, play
from tests.bot.lived_in import rows_of
from tests.suites import deep, either_database, examples, quick_first

RATED = Terms(Pace.COFFEE, rated=True)
GROUP = Place("telegram", "-1001")
GAMES = (find_ruleset("dam-8"), find_ruleset("tapal"))
"""One in which the sides are alike, and one in which each has a rating of its own."""
FILES = count(1)


@dataclass(frozen=True)
class Played:
    """A rated match of a history: who has which side, the game, the winner, and the minutes since the one before."""

    sides: tuple[int, int]
    game: int
    winner: int | None
    minutes: int


async def somebody(services: Services, name: str, platform: str = "telegram") -> Player:
    return await services.people.player(Person(platform, name.casefold(), name, name.casefold()))


async def ended(services: Services, game: int) -> Match:
    """A rated match that is over, of which others are made."""
    adi, siti = await somebody(services, "Adi"), await somebody(services, "Siti", "discord")
    invitation = Invitation(GAMES[game], siti.person, 0, terms=RATED)
    opened, _ = await services.opening.open(event(), adi, invitation, Venue(GROUP, "en"))
    match = await services.matches.join(event(), siti, opened.code)
    for _ in range(8):
        match = await play(services, match, adi, siti)
    return await services.matches.act(event(), siti, match.code, lambda now, at: now.resign(siti.id, at))


@asynccontextmanager
async def a_town(folder: Path, models: list[Match]) -> AsyncIterator["History"]:
    """A town in a file of its own with some people in it; matches are copied from the models, which are made once."""
    clock = Clock()
    database = await Database.open(file_in(folder, f"{next(FILES)}.db"))
    services = Services.over(database, clock, Random(1))
    if not models:
        models += [await ended(services, game) for game in range(len(GAMES))]
    history = History(services, clock, models)
    await history.begin(SIZE)
    try:
        yield history
    finally:
        await database.close()


class History:
    """A town in which only results are written: by the code that writes them, for matches that are copies of one."""

    def __init__(self, services: Services, clock: Clock, models: Sequence[Match]) -> None:
        self.services, self.clock, self._models = services, clock, models
        self.players: list[str] = []
        self._codes = count(1)

    async def begin(self, size: int) -> None:
        for number in range(size):
            self.clock.forward(minutes=1)
            self.players.append((await somebody(self.services, f"P{number}", ("telegram", "discord")[number % 2])).id)

    async def play(self, played: Sequence[Played]) -> None:
        for each in played:
            if each.sides[0] == each.sides[1]:
                continue
            self.clock.forward(minutes=each.minutes)
            model = self._models[each.game]
            seats = (self.players[each.sides[0]], self.players[each.sides[1]])
            drawn = each.winner is None
            ending = Outcome(Ending.AGREEMENT if drawn else Ending.RESIGNATION, each.winner)
            match = replace(
                model,
                code=f"H{next(self._codes):07}",
                seats=seats,
                host=seats[0],
                invited=seats[1],
                actor=seats[0],
                game=replace(model.game, ended=ending),
                happened=Happening.DRAW_AGREED if drawn else Happening.RESIGNED,
                changed=self.clock(),
            )
            await self.services.database.write(partial(self._write, match=match))

    async def _write(self, connection: Connection, match: Match) -> None:
        await Matches().add(connection, match)
        await settle(connection, MatchEnd(match, self.clock(), None, lambda: ""))

    async def image(self, *of: str) -> images.Image:
        return await self.services.database.read(lambda connection: images.taken(connection, *of))

    async def merge(self, one: str, other: str) -> Merge:
        """Make one of two players, with the settings of the first."""

        async def work(connection: Connection) -> Merge:
            older, younger = await people.by_age(connection, one, other)
            pair = Merge(younger, older, self.clock())
            await merging.merge(connection, pair, one)
            return pair

        return await self.services.database.write(work)

    async def undo(self, pair: Merge) -> None:
        await self.services.database.write(lambda connection: merging.undo(connection, pair, pair.at))

    async def problems(self) -> list[str]:
        """The findings about the numbers of the ledger."""
        return [what async for _, what in problems_of_ledger(read_ledger(self.services.database))]

    async def contradictions(self) -> list[str]:
        """The findings about rows that contradict each other, but for the copied matches, which have no moves."""
        about = ("row ", "results", "ratings", "blocks", "merges")
        found = [(where, what) async for where, what in find_contradictions(self.services.database)]
        return [f"{where}: {what}" for where, what in found if any(each in where for each in about)]


Line = tuple[Rating, int, int]
"""A rating, the results that have led to it, and the opponents met."""


async def as_one_person(services: Services, pair: set[str]) -> Mapping[tuple[str, int], Line]:
    """The ratings of one person who has played all that two have, counted naively from the results as they are."""

    async def work(connection: Connection) -> list[AnyRow]:
        counted = results.c.uncounted.is_(None)
        return list(await connection.execute(select(results).where(counted).order_by(results.c.at, results.c.match)))

    rows: list[AnyRow] = await services.database.read(work)
    played: dict[tuple[str, str, int], int] = defaultdict(int)
    met: dict[str, set[str]] = defaultdict(set)
    lines: dict[tuple[str, int], Line] = {}
    opponents: dict[tuple[str, int], set[str]] = defaultdict(set)
    last: dict[tuple[str, int], AnyRow] = {}
    by_match: dict[str, list[AnyRow]] = defaultdict(list)
    for row in rows:
        by_match[row.match].append(row)
    for both in by_match.values():
        for row in both:
            if row.player in pair and row.opponent not in pair:
                pool, opponent = (row.ruleset, row.side), row.opponent
                against = Rating(row.against, row.against_deviation)
                theirs = next(each for each in both if each is not row)
                sure = not is_provisional(against, played[opponent, theirs.ruleset, theirs.side])
                before = lines.get(pool, (Rating(), 0, 0))
                since = row.at - last[pool].at if pool in last else None
                rating = after_result(
                    before[0],
                    against,
                    row.points,
                    since,
                    untested=not sure and met[opponent] <= pair,
                )
                opponents[pool].add(opponent)
                lines[pool] = (kept(rating), before[1] + 1, len(opponents[pool]))
                last[pool] = row
        for row in both:
            played[row.player, row.ruleset, row.side] += 1
            met[row.player].add(row.opponent)
    return lines


async def ratings_of(services: Services, player: str) -> Mapping[tuple[str, int], Line]:
    async def work(connection: Connection) -> Mapping[tuple[str, int], Line]:
        found = await connection.execute(select(ratings).where(ratings.c.player == player))
        return {
            (row.ruleset, row.side): (Rating(row.rating, row.deviation, row.volatility), row.played, row.opponents)
            for row in found
        }

    return await services.database.read(work)


SIZE = 5


def by_chance(chance: Random, most: int) -> list[Played]:
    return [
        Played(
            (chance.randrange(SIZE), chance.randrange(SIZE)),
            chance.randrange(len(GAMES)),
            chance.choice((0, 1, None)),
            chance.choice((1, 600, 20_000)),
        )
        for _ in range(chance.randrange(most))
    ]


@pytest.mark.parametrize(
    "part", quick_first(range(40), "a thousand histories, of which the quick suite plays the first")
)
async def test_a_merge_gives_the_ratings_of_one_person_and_its_undoing_every_byte(tmp_path: Path, part: int) -> None:
    chance, models = Random(part), list[Match]()
    for _ in range(examples(25)):
        async with a_town(tmp_path, models) as history:
            await history.play(by_chance(chance, 15))
            one, other = history.players[:2]
            before = await history.image(*history.players)
            wanted = await as_one_person(history.services, {one, other})
            pair = await history.merge(one, other)
            assert await ratings_of(history.services, pair.older) == wanted
            assert await ratings_of(history.services, pair.younger) == {}
            assert await history.problems() == []
            await history.undo(pair)
            assert await history.image(*history.players) == before
            # With a life that goes on in between, nothing contradicts anything.
            history.clock.forward(minutes=1)
            pair = await history.merge(other, one)
            history.players[1 if pair.younger == other else 0] = pair.older
            await history.play(by_chance(chance, 4))
            assert await history.problems() == []
            await history.undo(pair)
            assert await history.problems() == []
            assert await history.contradictions() == []


@pytest.mark.parametrize("part", quick_first(range(5), "the order of two merges and of their undoing"))
async def test_two_merges_are_undone_in_any_order(tmp_path: Path, part: int) -> None:
    chance, models = Random(100 + part), list[Match]()
    for _ in range(examples(20)):
        async with a_town(tmp_path, models) as history:
            everybody = [*history.players]
            await history.play(by_chance(chance, 15))
            pairs = [await history.merge(*everybody[:2])]
            pairs.append(await history.merge(*everybody[2:4]))
            if chance.random() < 0.5:
                history.players[:4] = [pairs[0].older] * 2 + [pairs[1].older] * 2
                await history.play(by_chance(chance, 4))
            for pair in chance.sample(pairs, 2):
                await history.undo(pair)
                assert await history.problems() == []
                assert await history.contradictions() == []


async def adi_and_nur(services: Services) -> tuple[str, str]:
    """Two people of the town who have never played with each other: one in the web room, one on Telegram."""

    async def work(connection: Connection) -> list[str]:
        query = select(accounts.c.player).where(or_(accounts.c.name == "Adi", accounts.c.account == "99"))
        return list((await connection.execute(query.order_by(accounts.c.platform.desc()))).scalars())

    adi, nur = await services.database.read(work)
    return adi, nur


async def everything(database: Database) -> Mapping[str, Sequence[object]]:
    """All rows of the database but what counts up, and the merges themselves."""
    found = await database.read(rows_of)
    apart = {"matches": "version", "views": "match_version"}
    return {
        name: [{key: value for key, value in row.items() if key != apart.get(name)} for row in rows]
        for name, rows in found.items()
        if name != "merges"
    }


async def joined(services: Services, one: str, other: str) -> str:
    """Two people become one by a code of the first; their player."""
    known = await services.people.by_id(other)
    assert known
    code = await services.links.begin(one, "web")
    await services.links.give(code, Joiner(known.platform, known.person.account, known.name))
    assert await services.links.accept(one)
    found = await services.people.find(known.person)
    assert found
    return found.id


@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_a_town_in_which_two_become_one_has_no_contradictions_and_comes_back(town: str, clock: Clock) -> None:
    database = await Database.open(town)
    services = Services.over(database, clock, Random(1))
    try:
        adi, nur = await adi_and_nur(services)
        known = [await check(database)]
        before = await everything(database)
        filed = [await services.people.export(each) for each in (adi, nur)]
        one = await joined(services, adi, nur)
        known.append(await check(database))
        together = await services.people.export(one)
        assert {each["match"] for each in together["matches"]} == {
            each["match"] for file in filed for each in file["matches"]
        }
        assert len(together["accounts"]) == sum(len(file["accounts"]) for file in filed)
        assert await services.links.undo(one)
        after = await everything(database)
        assert [name for name in before if name != "links" and before[name] != after[name]] == []
        known.append(await check(database))
        assert known[1:] == [known[0], known[0]]
    finally:
        await database.close()


@deep("they become one once for each statement; histories are merged and undone in the quick suite")
@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_whoever_dies_while_two_become_one_has_changed_nothing_or_all(town: str, clock: Clock) -> None:
    database = await Database.open(town)
    deadly = DeadlyDatabase(database)
    services = Services.over(cast("Database", deadly), clock, Random(1))
    try:
        adi, nur = await adi_and_nur(services)
        older, younger = await database.read(lambda connection: people.by_age(connection, adi, nur))
        pair = Merge(younger, older, clock())
        works = (
            lambda connection: merging.merge(connection, pair, adi),
            lambda connection: merging.undo(connection, pair, pair.at),
        )
        for work in works:
            before = await database.read(rows_of)
            for at in count(1):
                deadly.arm(at, before=at % 2 == 0)
                try:
                    await deadly.write(work)
                except KilledError:
                    assert await database.read(rows_of) == before
                else:
                    break
            deadly.disarm()
            assert at > 20
            assert await database.read(rows_of) != before
    finally:
        await database.close()


@pytest.mark.parametrize("backend", either_database(), indirect=True)
async def test_of_one_who_was_two_nothing_is_left_once_their_data_is_deleted(town: str, clock: Clock) -> None:
    database = await Database.open(town)
    services = Services.over(database, clock, Random(1))
    try:
        adi, nur = await adi_and_nur(services)
        clock.forward(days=30)
        one = await services.people.by_id(await joined(services, adi, nur))
        assert one
        await services.people.erase(one)
        image = await database.read(lambda connection: images.taken(connection, adi, nur))
        left = {name for name, rows in image.items() if rows}
        kept_there = {"challenges", "players", "matches", "moves", "results", "views"}
        kept_there |= {"simul_entrants", "tournament_entrants", "duplicate_entrants"}
        assert left <= kept_there, "where opponents keep a former player"
        assert not {adi, nur} & {row["player"] for row in image["results"].values()}
        assert await check(database) == []
    finally:
        await database.close()


async def test_two_who_play_with_each_other_become_one_once_that_is_over(services: Services) -> None:
    match, adi, siti, _ = await begun(services, platform="discord")
    with pytest.raises(BothInMatch) as refused:
        await joined(services, adi.id, siti.id)
    assert refused.value.code == match.code
    await services.matches.act(event(), siti, match.code, lambda now, at: now.call_off(siti.id, at))
    with pytest.raises(TwoOfAPlatform):
        await joined(services, adi.id, siti.id)
    other = await services.people.player(Person("telegram", "8", "Siti T"))
    one = await joined(services, siti.id, other.id)
    assert one == siti.id, "who came first"
    assert (await services.people.by_id(one, "telegram")) == (await services.people.find(other.person))


async def test_two_become_two_again_though_one_has_acted_since_where_the_other_had_acted_last(
    services: Services, clock: Clock
) -> None:
    ani = await services.people.player(Person("telegram", "1", "Ani"))
    clock.forward(days=1)
    match, adi, _, _ = await begun(services, platform="discord")
    one = await joined(services, ani.id, adi.id)
    await services.matches.act(event(), ani, match.code, lambda match, now: match.offer_draw(ani.id, now))
    assert await services.links.undo(one)
    match = await services.matches.get(match.code)
    assert (match.host, match.actor) == (adi.id, adi.id)
    assert await check_file(services.database) == []


async def test_the_first_try_of_either_counts_for_the_puzzle_of_a_day(services: Services, clock: Clock) -> None:
    tries: tuple[bool | None, ...] = (None, False, True)
    pairs = [(mine, other) for mine in tries for other in tries]
    days, until = (f"2026-11-{day:02}" for day in range(1, 10)), clock() + timedelta(days=1)
    puzzles = [DailyPuzzle("web", "room", day, "p", clock(), until, None, "", False) for day in days]
    ani, other = [await services.people.player(Person(name, "8", "Ani")) for name in ("web", "telegram")]

    async def opened(connection: Connection) -> None:
        await dailies.save(connection, Daily("web", "room", "", "en", "UTC", 8, (), None))
        for pair, puzzle in zip(pairs, puzzles, strict=True):
            await dailies.add(connection, puzzle)
            for solved, player in zip(pair, (ani.id, other.id), strict=True):
                await dailies.opens(connection, player, puzzle, solved=solved)

    await services.database.write(opened)
    one = await joined(services, ani.id, other.id)
    rows = await services.database.read(lambda connection: dailies.all_of(connection, one))
    found = {str(row["day"]): row["solved"] for row in rows}
    # Neither has tried; one has, and failed; one has solved it.
    failed = {(False, False), (None, False), (False, None)}
    expected = [None if pair == (None, None) else pair not in failed for pair in pairs]
    assert [found[puzzle.day] for puzzle in puzzles] == expected
