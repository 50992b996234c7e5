"""Duplicate: the same positions in many chats, whoever makes the steps and however often a process dies."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import text

from bot.matches.communities import Community
from bot.matches.duplicate import MOST_HERE, POSITIONS, DuplicateGame, DuplicateState, end_of, week_of
from bot.matches.duplicate_refusals import (
    DuplicateElsewhere,
    DuplicateFull,
    DuplicateOff,
    InDuplicateAlready,
    NotInDuplicate,
)
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.services.contests.duplicates import DuplicateView
from bot.services.services import Services
from bot.store import Database, Player, duplicates, merging
from bot.store.connection import Connection
from engine.duplicate_positions import even_positions
from engine.position import format_position
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import Clock, check, event, person
from tests.suites import deep

CHATS = tuple(
    Venue(Place("discord", f"7{number}", server=f"7{number}") if number % 2 else Place("telegram", f"-7{number}"), "id")
    for number in range(12)
)
HERE = CHATS[1]


def on(found: Community) -> Community:
    return replace(found, settings={**found.settings, "duplicate": "on"})


class KembarWeek:
    """A week of duplicate in some chats."""

    def __init__(self, services: Services, clock: Clock) -> None:
        self.services = services
        self.clock = clock
        self.people: dict[str, Player] = {}

    async def join(self, venue: Venue, *names: str) -> None:
        await self.services.communities.change(venue.place, on)
        for name in names:
            player = await self.services.people.player(person(name, venue.place.platform))
            self.people[player.id] = player
            await self.services.duplicates.join(player, venue)
            self.clock.forward(seconds=1)

    async def go_on(self) -> None:
        """All that is due is done."""
        await self.services.duplicate_course.advance(lambda platform, chat: True)
        for view, game in await self.services.duplicate_course.to_open():
            await self.services.duplicate_course.open(view, game, {})

    async def view(self, venue: Venue = HERE) -> DuplicateView:
        found = await self.services.duplicates.of_place(venue.place)
        assert found
        return found

    async def under_way(self, venue: Venue = HERE) -> list[DuplicateGame]:
        return [game for game in (await self.view(venue)).games if game.status is Status.PLAYING]

    async def ends(self, game: DuplicateGame, worth: int) -> None:
        """A game is won by its first, drawn, or lost."""
        match = await self.services.matches.get(game.match or "")
        first, second = match.host, match.other_of(match.host)
        if worth == 1:
            await self._acts(first, match.code, lambda found, now: found.offer_draw(first, now))
            await self._acts(second, match.code, lambda found, now: found.answer_draw(second, True, now))
        else:
            loser = first if worth == 0 else second
            await self._acts(loser, match.code, lambda found, now: found.resign(loser, now))

    async def _acts(self, player: str, code: str, action) -> None:  # type: ignore[no-untyped-def]
        await self.services.matches.act(event(), self.people[player], code, action)

    async def table(self, venue: Venue, *worth: int) -> None:
        """Both matches of all pairs of a chat end."""
        for game in await self.under_way(venue):
            await self.ends(game, worth[game.leg])
        await self.go_on()

    async def is_over(self) -> None:
        self.clock.now = end_of(week_of(self.clock()))
        await self.go_on()


@pytest.fixture
def week(services: Services, clock: Clock) -> KembarWeek:
    return KembarWeek(services, clock)


async def test_two_play_a_position_from_both_sides_then_the_next(week: KembarWeek, services: Services) -> None:
    await week.join(HERE, "Adi")
    await week.go_on()
    assert (await week.view()).games == (), "one waits"
    await week.join(HERE, "Siti")
    await week.go_on()
    view = await week.view()
    assert len(set(view.week.positions) & {*even_positions(view.week.ruleset)}) == POSITIONS
    played = [await services.matches.get(game.match or "") for game in view.games]
    assert [each.seats for each in played] == [played[1].seats[::-1], played[1].seats]
    for each in played:
        assert format_position(each.game.ruleset, each.game.positions[0]) == view.week.positions[0]
        assert (each.terms.rated, each.terms.pace, each.terms.watched) == (False, Pace.COFFEE, False)
    await week.ends(view.games[0], 2)
    await week.go_on()
    assert len((await week.view()).games) == 2, "the next position opens once both are over"
    await week.ends(view.games[1], 1)
    await week.go_on()
    for position in range(1, POSITIONS):
        assert {game.position for game in await week.under_way()} == {position}
        await week.table(HERE, 1, 1)
    assert (await week.under_way(), len((await week.view()).games)) == ([], 2 * POSITIONS)
    await week.is_over()
    view = await week.view()
    assert view.duplicate.state is DuplicateState.OVER
    assert [(each.made, each.possible, each.place) for each in view.entrants] == [(18, 32, 1), (14, 32, 2)]
    assert await check(services.database) == []


async def test_a_week_draws_other_positions_than_those_before(week: KembarWeek) -> None:
    drawn = dict[str, list[str]]()
    for _ in range(9):
        await week.join(HERE, "Adi")
        view = await week.view()
        drawn.setdefault(view.week.ruleset, []).extend(view.week.positions)
        await week.is_over()
    assert len(drawn) == 4
    assert all(len(each) == len(set(each)) for each in drawn.values())


async def test_who_is_refused(week: KembarWeek, services: Services) -> None:
    adi = await services.people.player(person("Adi", "discord"))
    with pytest.raises(DuplicateOff):
        await services.duplicates.join(adi, HERE)
    with pytest.raises(NotInDuplicate):
        await services.duplicates.leave(adi.id, HERE.place)
    await week.join(HERE, "Adi")
    with pytest.raises(InDuplicateAlready):
        await services.duplicates.join(adi, HERE)
    await services.communities.change(CHATS[3].place, on)
    with pytest.raises(DuplicateElsewhere):
        await services.duplicates.join(adi, CHATS[3])
    await week.join(HERE, *(f"P{number}" for number in range(MOST_HERE - 1)))
    late = await services.people.player(person("Late", "discord"))
    with pytest.raises(DuplicateFull):
        await services.duplicates.join(late, HERE)
    await services.duplicates.leave(adi.id, HERE.place)
    assert await services.duplicates.join(adi, HERE) == MOST_HERE, "whoever has left can come back"


async def test_whoever_leaves_keeps_what_is_over_and_the_partner_waits_again(
    week: KembarWeek, services: Services
) -> None:
    await week.join(HERE, "Adi", "Siti", "Ros")
    await week.go_on()
    await week.table(HERE, 2, 1)
    gone, stays, waits = (await week.view()).entrants
    under_way = await week.under_way()
    await services.duplicates.leave(gone.player, HERE.place)
    with pytest.raises(NotInDuplicate):
        await services.duplicates.leave(gone.player, HERE.place)
    await week.go_on()
    ended = [await services.matches.get(game.match or "") for game in under_way]
    assert [each.status for each in ended] == [Status.CALLED_OFF] * 2
    assert (await week.view()).holder(stays.number).pair is None
    assert (await week.view()).holder(waits.number).pair is None, "they have not seen the same"
    await week.join(HERE, "Tini")
    await week.go_on()
    third, fourth = (await week.view()).entrants[2:]
    assert third.pair == fourth.pair is not None
    await week.join(CHATS[3], "Nur", "Wati")
    await week.go_on()
    await week.table(CHATS[3], 0, 1)
    await week.is_over()
    points = [(each.made, each.possible) for each in (await week.view()).entrants]
    assert points[:2] == [(9, 12), (3, 12)], "compared with one another, and with those of another chat"
    assert await check(services.database) == []


async def test_what_ends_after_the_week_is_an_ordinary_match(week: KembarWeek, services: Services) -> None:
    for venue, names in ((HERE, ("Adi", "Siti")), (CHATS[2], ("Ros", "Tini"))):
        await week.join(venue, *names)
    await week.go_on()
    await week.table(CHATS[2], 1, 1)
    game, _ = await week.under_way()
    await week.is_over()
    await week.ends(game, 2)
    await week.go_on()
    assert (await week.view()).duplicate.state is DuplicateState.OVER
    assert [each.made for each in (await week.view()).entrants] == [None, None]
    assert len((await week.view()).games) == 2, "nothing begins any more"
    await week.join(HERE, "Adi")
    assert (await week.view()).week.state is DuplicateState.PLAYING, "the next week is another one"
    assert await check(services.database) == []


async def test_whoever_is_banned_or_gone_is_in_no_pair_that_begins(week: KembarWeek, services: Services) -> None:
    await week.join(HERE, "Adi", "Siti", "Ros", "Tini")
    adi, siti, ros, tini = (each.player for each in (await week.view()).entrants)
    await services.people.erase(week.people[adi])
    await services.blocks.block(tini, ros)
    await week.go_on()
    await week.go_on()
    there = {each.player: each for each in (await week.view()).entrants}
    assert there[adi].left
    assert there[siti].pair == there[ros].pair is not None
    assert there[tini].pair is None, "who has blocked somebody does not meet them"
    assert len(await week.under_way()) == 2
    assert await check(services.database) == []


async def test_two_who_are_one_person_do_not_play_themselves(week: KembarWeek, services: Services) -> None:
    await week.join(HERE, "Adi", "Budi")
    older, younger = (each.player for each in (await week.view()).entrants)

    pair = merging.Merge(older, younger, week.clock())
    await services.database.write(lambda connection: merging.merge(connection, pair, younger))
    await week.go_on()
    assert len({each.player for each in (await week.view()).entrants}) == 1
    assert (await week.view()).games == ()


async def results_of(database: Database) -> list[tuple[str, str, int, str, str, float]]:
    """Chat, person, position, side, and what they made of it, read from the matches by themselves."""
    query = text(
        "SELECT g.duplicate, g.position, m.seat_0, m.seat_1, m.winner FROM duplicate_games g"
        " JOIN matches m ON m.code = g.match WHERE m.status = 'over'"
    )

    async def work(connection: Connection) -> list[tuple[str, str, int, str, str, float]]:
        found = []
        for chat, position, first, second, winner in await connection.execute(query):
            for person_, side, number in ((first, "first", 0), (second, "second", 1)):
                found.append((chat, person_, position, side, "", 0.5 if winner is None else float(winner == number)))
        return found

    return await database.read(work)


async def assert_recomputed(week: KembarWeek, venues: tuple[Venue, ...]) -> None:
    """Every point and place is that which comparing each with each gives."""
    results = await results_of(week.services.database)
    told = {}
    for venue in venues:
        view = await week.view(venue)
        assert view.duplicate.state is DuplicateState.OVER
        for each in view.entrants:
            mine = [result for result in results if result[:2] == (view.duplicate.id, each.player)]
            rivals = [
                (one, other) for one in mine for other in results if other[2:4] == one[2:4] and other[1] != each.player
            ]
            got = sum(2 if one[5] > other[5] else int(one[5] == other[5]) for one, other in rivals)
            assert (each.made or 0, each.possible or 0) == (got, 2 * len(rivals))
            if rivals:
                told[view.duplicate.id, each.player] = got / (2 * len(rivals)), each.place
    means = {}
    for venue in venues:
        view = await week.view(venue)
        shares = {who: each for who, each in told.items() if who[0] == view.duplicate.id}
        for share, place in shares.values():
            assert place == 1 + sum(other > share + 1e-9 for other, _ in shares.values())
        if len(shares) >= 4:
            means[view.duplicate.id] = sum(share for share, _ in shares.values()) / len(shares)
    for venue in venues:
        view = await week.view(venue)
        mean = means.get(view.duplicate.id)
        wanted = None if mean is None else 1 + sum(other > mean + 1e-9 for other in means.values())
        assert (view.duplicate.rank, view.chats) == (wanted, len(means))


async def play(week: KembarWeek, chance: Random, sizes: list[int], rounds: int) -> None:
    """In each chat people play now and then, for so many rounds, and some leave."""
    for number, (venue, size) in enumerate(zip(CHATS, sizes, strict=True)):
        await week.join(venue, *(f"P{number} {each}" for each in range(size)))
    await week.go_on()
    for _ in range(rounds):
        for venue in CHATS:
            for game in await week.under_way(venue):
                if chance.random() < 0.8:
                    await week.ends(game, chance.choice((0, 1, 2, 2)))
            if chance.random() < 0.1:
                leaver = chance.choice((await week.view(venue)).entrants)
                if not leaver.left:
                    await week.services.duplicates.leave(leaver.player, venue.place)
        await week.go_on()
    await week.is_over()


async def test_twelve_chats_on_two_platforms_are_compared(week: KembarWeek, services: Services) -> None:
    await play(week, Random(1), [4, 2, 3, 2, 4, 2, 5, 2, 2, 4, 2, 2], 2)
    await assert_recomputed(week, CHATS)
    assert (await week.view()).chats >= 3
    assert await check(services.database) == []


@deep("a week of twelve chats is many matches")
@pytest.mark.parametrize("seed", range(6))
async def test_twelve_chats_are_compared_whenever_we_die(database: Database, clock: Clock, seed: int) -> None:
    chance = Random(seed)
    deadly = DeadlyDatabase(database)
    services = Services.over(deadly, clock, Random(seed), {})  # type: ignore[arg-type]
    week = KembarWeek(services, clock)
    plain = week.go_on

    async def dies_now_and_then() -> None:
        for _ in range(6):
            deadly.arm(chance.randrange(1, 80), before=chance.random() < 0.5)
            try:
                await plain()
            except KilledError:
                continue
            finally:
                deadly.disarm()
        await plain()

    week.go_on = dies_now_and_then  # type: ignore[method-assign]
    await play(week, chance, [chance.randrange(2, 11) for _ in CHATS], 4)
    await assert_recomputed(week, CHATS)
    codes = [game.match for venue in CHATS for game in (await week.view(venue)).games if game.match]
    assert len(codes) == len(set(codes))
    for venue in CHATS:
        view = await week.view(venue)
        seen = [
            (number, game.position, side)
            for game in view.games
            for side, number in enumerate((game.first, game.second))
        ]
        assert len(seen) == len(set(seen)), "nobody sits twice on one side of a position"
    assert await check(services.database) == []


async def test_a_step_that_was_made_is_not_made_again(week: KembarWeek, services: Services) -> None:
    await week.join(HERE, "Adi", "Siti")
    await week.go_on()
    before = await week.view()
    [*again] = [(before, replace(game, match=None, status=None)) for game in before.games]
    for view, game in again:
        await services.duplicate_course.open(view, game, {})
    await week.go_on()
    assert (await week.view()).games == before.games
    opened = await services.database.read(
        lambda connection: duplicates.to_open(connection, week.clock() + timedelta(), 10)
    )
    assert opened == []
