"""Tournaments: whoever enters is paired round by round, whoever makes the steps and however often a process dies."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import cast

import pytest

from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.refusals import ActionRefused, MatchWithoutHelp, MatchWithoutUndo
from bot.matches.status import Status
from bot.matches.tournament import (
    AT_ONCE,
    DECIDED_WITHIN,
    FEWEST,
    GATHERS_FOR,
    MOST,
    ROUND_LASTS,
    Form,
    TournamentGame,
    TournamentState,
    judged_worth,
)
from bot.matches.tournament_refusals import (
    EnoughTournaments,
    EnteredAlready,
    GameDecided,
    NobodyReady,
    NotEntered,
    RoundNotOver,
    TooFewEntrants,
    TournamentFull,
    TournamentGone,
    TournamentHasBegun,
    TournamentNotBegun,
    TournamentOver,
    TournamentsOff,
    WithdrawnAlready,
)
from bot.services.contests.tournaments import TournamentView, TournamentWish
from bot.services.services import Services
from bot.store import Database, Player, merging
from bot.store.tournaments import Cup
from engine.games import find_ruleset
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, Clock, check, event, pair_here, person
from tests.suites import deep, examples

HERE = Venue(Place("discord", "77", server="7"), "id")
HUNT = find_ruleset("tapal-empat-15")
NAMES = ("Adi", "Budi", "Cik", "Dewi", "Eka", "Fitri", "Gita", "Hana", "Ina", "Joko", "Kiki")


async def choose(services: Services, chosen: str = "rated") -> None:
    await services.communities.change(
        HERE.place, lambda found: replace(found, settings={**found.settings, "tournament": chosen})
    )


class Contest:
    """A tournament of some people."""

    def __init__(self, services: Services, clock: Clock, people: list[Player]) -> None:
        self.services = services
        self.clock = clock
        self.people = people
        self.id = ""

    async def enter(self, form: Form = Form.ROUND_ROBIN, game: str = DAM_8.key, pace: Pace = Pace.COFFEE) -> None:
        await self.enter_some(len(self.people), form, game, pace)

    async def enter_some(self, count: int, form: Form, game: str = DAM_8.key, pace: Pace = Pace.COFFEE) -> None:
        """So many of the people enter."""
        wish = TournamentWish("Piala Kampung", game, form, pace)
        self.id = await self.services.tournaments.open(self.people[0].id, HERE, wish)
        for each in self.people[:count]:
            await self.services.tournaments.join(each, self.id)
            self.clock.forward(seconds=1)

    async def begin(self) -> None:
        await self.services.tournaments.begin(self.id)
        await self.go_on()

    async def go_on(self) -> None:
        """All that is due is done."""
        await self.go_on_in(self.services)

    async def go_on_in(self, services: Services) -> None:
        """All that is due is done by one process."""
        await services.rounds.advance(lambda platform, chat: True, pair_here)
        for view, game in await services.rounds.to_open():
            await services.rounds.open(view, game, {})

    async def view(self) -> TournamentView:
        found = await self.services.tournaments.view(self.id)
        assert found
        return found

    async def open_games(self) -> list[TournamentGame]:
        return [game for game in (await self.view()).games if game.waits]

    async def wins(self, game: TournamentGame, *, first: bool) -> None:
        """The first or the second of a pairing resigns for the other."""
        match = await self.services.matches.get(game.match or "")
        loser = match.other_of(match.host) if first else match.host
        await self.act(match, loser, lambda found, now: found.resign(loser, now))

    async def draws(self, game: TournamentGame) -> None:
        match = await self.services.matches.get(game.match or "")
        one, other = match.seats
        assert one
        assert other
        await self.act(match, one, lambda found, now: found.offer_draw(one, now))
        await self.act(match, other, lambda found, now: found.answer_draw(other, True, now))

    async def moves(self, match: Match) -> None:
        mover, move = match.seats[match.game.turn] or "", match.game.legal_moves[0]
        await self.act(match, mover, lambda found, now: found.move(mover, move, None, now))

    async def calls_off(self, match: Match) -> None:
        await self.act(match, match.host, lambda found, now: found.call_off(match.host, now))

    async def act(self, match: Match, player: str, action: Callable[[Match, datetime], Match]) -> None:
        known = next(each for each in self.people if each.id == player)
        await self.services.matches.act(event(), known, match.code, action)

    async def play_round(self, *, first: bool = True) -> None:
        """The first of each pairing that is open wins, or the second."""
        for game in await self.open_games():
            await self.wins(game, first=first)
        await self.go_on()


async def people_of(services: Services, count: int) -> list[Player]:
    return [await services.people.player(person(name, "discord")) for name in NAMES[:count]]


async def contest_of(services: Services, clock: Clock, count: int, chosen: str = "rated") -> Contest:
    await choose(services, chosen)
    return Contest(services, clock, await people_of(services, count))


async def test_in_a_round_robin_everybody_plays_everybody(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 4)
    await contest.enter()
    await contest.begin()
    met = set[frozenset[int | None]]()
    for number in (1, 2, 3):
        view = await contest.view()
        assert (view.tournament.state, view.tournament.round) == (TournamentState.PLAYING, number)
        games = await contest.open_games()
        assert len(games) == 2
        met |= {frozenset((game.pairing.first, game.pairing.second)) for game in games}
        for game in games:
            match = await services.matches.get(game.match or "")
            assert (match.terms.rated, match.terms.pace) == (True, Pace.COFFEE)
            assert match.seats[0] == view.holder(game.pairing.first).player
            # The one with the smaller number wins.
            await contest.wins(game, first=game.pairing.first < (game.pairing.second or 0))
        await contest.go_on()
    assert len(met) == 6, "each pair has met"
    view = await contest.view()
    assert view.tournament.state is TournamentState.OVER
    assert await services.tournaments.of_place(HERE.place) == [], "one that is over does not stay open"
    cups = [await services.tournaments.cups_of(view.holder(number).player) for number in (1, 2, 3, 4)]
    assert cups == [[Cup(DAM_8.key, "Piala Kampung", clock())], [], [], []]
    with pytest.raises(TournamentOver):
        await services.tournaments.join(contest.people[0], contest.id)
    assert await check(services.database) == []


async def test_no_hint_is_given_where_results_are_compared(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 3, "casual")
    await contest.enter()
    await contest.begin()
    (game,) = await contest.open_games()
    match = await services.matches.get(game.match or "")
    mover = match.seats[match.game.turn] or ""
    with pytest.raises(MatchWithoutHelp):
        await contest.act(match, mover, lambda found, now: found.take_hint(mover, now))
    await contest.moves(match)
    with pytest.raises(MatchWithoutUndo):
        await contest.act(match, mover, lambda found, now: found.undo(mover, now))


async def test_of_three_one_rests_and_a_hunt_is_played_from_both_sides(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 3, "casual")
    await contest.enter(game=HUNT.key)
    await contest.begin()
    view = await contest.view()
    assert [game.pairing.second is None for game in view.games].count(True) == 1
    games = await contest.open_games()
    assert [game.leg for game in games] == [0, 1]
    played = [await services.matches.get(game.match or "") for game in games]
    assert (played[0].seats, played[0].terms.rated) == (played[1].seats[::-1], False)
    for _ in range(3):
        await contest.play_round()
    assert (await contest.view()).tournament.state is TournamentState.OVER
    assert await check(services.database) == []


async def test_whoever_withdraws_loses_the_rest_and_no_rating(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 4)
    await contest.enter()
    await contest.begin()
    gone = contest.people[0]
    assert await services.tournaments.leave(gone.id, contest.id), "one can leave at any time"
    with pytest.raises(WithdrawnAlready):
        await services.tournaments.leave(gone.id, contest.id)
    await contest.go_on()
    view = await contest.view()
    number = view.number_of(gone.id)
    [lost] = [game for game in view.games if game.has(number or 0)]
    assert lost.worth == ((0, 2) if lost.pairing.first == number else (2, 0))
    match = await services.matches.get(lost.match or "")
    assert match.status is Status.CALLED_OFF
    profile = await services.standing.profile(gone.id, gone.id, HERE.place, 5)
    assert not profile or not profile.ratings
    for _ in range(3):
        await contest.play_round()
    after = await contest.view()
    assert after.tournament.state is TournamentState.OVER
    assert sum(game.has(number or 0) and game.worth is not None for game in after.games) == 3
    assert await check(services.database) == []


async def test_whoever_replaces_somebody_is_paired_from_then_on(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 5)
    new = contest.people.pop()
    await contest.enter()
    await contest.begin()
    await contest.play_round()
    before = await contest.view()
    gone = before.holder(2)
    result = [game for game in before.games if game.has(2) and game.worth is not None]
    running = [game for game in before.games if game.has(2) and game.waits]
    assert len(result) == len(running) == 1
    contest.people.append(new)
    for not_ready in (new, contest.people[0]):
        with pytest.raises(NobodyReady):
            await services.tournaments.replace(contest.id, 2, not_ready)
    assert await services.tournaments.join(new, contest.id) is None
    assert (await contest.view()).ready == (new.id,)
    assert not await services.tournaments.leave(new.id, contest.id), "they have not played"
    assert await services.tournaments.join(new, contest.id) is None
    await services.tournaments.replace(contest.id, 2, new)
    with pytest.raises(NobodyReady):
        await services.tournaments.replace(contest.id, 3, new)
    await contest.go_on()
    view = await contest.view()
    assert view.holder(2).player == new.id
    assert [game for game in view.games if game.has(2) and game.worth is not None] == result, "results stay"
    [anew] = [game for game in view.games if game.has(2) and game.waits]
    assert anew.attempt == 1
    assert new.id in (await services.matches.get(anew.match or "")).seats
    assert (await services.matches.get(running[0].match or "")).status is Status.CALLED_OFF
    with pytest.raises(NotEntered):
        await services.tournaments.leave(gone.player, contest.id)
    await contest.play_round()
    [last] = [game for game in await contest.open_games() if game.has(2)]
    assert new.id in (await services.matches.get(last.match or "")).seats
    await contest.play_round()
    assert (await contest.view()).tournament.state is TournamentState.OVER
    assert await check(services.database) == []


async def test_whoever_does_not_come_loses_after_the_time_of_one_move(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 3)
    await contest.enter()
    await contest.begin()
    [game] = await contest.open_games()
    clock.forward(hours=7)
    due = await services.rounds.advance(lambda platform, chat: True, pair_here)
    assert due
    assert due - clock() <= timedelta(hours=1), "it wakes up when the first turn is due"
    clock.forward(hours=1, seconds=1)
    await contest.go_on()
    view = await contest.view()
    [lost] = [each for each in view.games if each.pairing == game.pairing]
    assert lost.worth == (0, 2), "the first one was to move"
    assert view.tournament.round == 2
    assert await check(services.database) == []


async def test_whoever_has_played_one_game_of_a_pairing_is_there(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 3)
    await contest.enter(game=HUNT.key)
    await contest.begin()
    played, other = await contest.open_games()
    for _ in range(2):
        await contest.moves(await services.matches.get(played.match or ""))
    await contest.wins(played, first=True)
    clock.forward(hours=9)
    await contest.go_on()
    assert [game.pairing for game in await contest.open_games()] == [other.pairing]


async def test_the_next_round_begins_beside_games_that_go_on(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 4)
    await contest.enter(pace=Pace.SLOW)
    await contest.begin()
    first, second = await contest.open_games()
    for game in (first, second):
        for _ in range(2):
            match = await services.matches.get(game.match or "")
            await contest.moves(match)
    await contest.wins(first, first=True)
    await contest.go_on()
    assert (await contest.view()).tournament.round == 1
    await services.tournaments.close_round(contest.id)
    await contest.go_on()
    assert (await contest.view()).tournament.round == 2
    assert len(await contest.open_games()) == 3
    assert await check(services.database) == []


async def test_in_a_knockout_who_loses_is_out(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 5)
    await contest.enter(Form.KNOCKOUT)
    await contest.begin()
    view = await contest.view()
    assert [each.player for each in view.entrants] == [each.id for each in contest.people], "nobody is rated yet"
    assert [game.pairing.second is None for game in view.games] == [True, False, True, True]
    [game] = await contest.open_games()
    assert (game.pairing.first, game.pairing.second) == (4, 5)
    with pytest.raises(RoundNotOver):
        await services.tournaments.close_round(contest.id)
    await contest.wins(game, first=False)
    await contest.go_on()
    games = await contest.open_games()
    assert {frozenset((each.pairing.first, each.pairing.second)) for each in games} == {
        frozenset((1, 5)),
        frozenset((2, 3)),
    }
    await contest.play_round()
    [final] = await contest.open_games()
    await contest.draws(final)
    await contest.go_on()
    [again] = await contest.open_games()
    match = await services.matches.get(again.match or "")
    assert (again.pairing, again.leg, match.terms.pace) == (final.pairing, 1, Pace.COFFEE)
    assert match.seats[1] == (await contest.view()).holder(final.pairing.first).player, "sides are swapped"
    await contest.draws(again)
    await contest.go_on()
    after = await contest.view()
    assert after.tournament.state is TournamentState.OVER
    better = min(final.pairing.first, final.pairing.second or 0)
    assert await services.tournaments.cups_of(after.holder(better).player), "twice drawn: the better seed goes on"
    assert await check(services.database) == []


async def test_in_a_swiss_nobody_meets_twice_and_late_comers_are_paired_from_then_on(
    services: Services, clock: Clock
) -> None:
    contest = await contest_of(services, clock, 9)
    late, too_late = contest.people[7:]
    del contest.people[8:]
    await contest.enter_some(7, Form.SWISS)
    await contest.begin()
    view = await contest.view()
    assert (view.tournament.round, view.course.rounds) == (1, 4)
    assert [each.player for each in view.entrants] == [each.id for each in contest.people[:7]], "nobody is rated yet"
    with pytest.raises(RoundNotOver):
        await services.tournaments.close_round(contest.id)
    assert await services.tournaments.join(late, contest.id) == 8
    await contest.play_round()
    assert any(game.has(8) for game in await contest.open_games())
    await contest.play_round()
    assert await services.tournaments.join(too_late, contest.id) is None
    gone = (await contest.view()).entrants[2]
    await services.tournaments.leave(gone.player, contest.id)
    for _ in range(2):
        await contest.go_on()
        await contest.play_round()
    after = await contest.view()
    assert (after.tournament.state, after.tournament.round) == (TournamentState.OVER, 4)
    met = [frozenset((each.first, each.second)) for each in after.course.pairings if each.second]
    assert len(met) == len(set(met))
    rests = [pairing.first for pairing in after.course.pairings if pairing.second is None]
    assert len(rests) == len(set(rests))
    assert {each.number for each in after.entrants if each.place == 1}
    assert await check(services.database) == []


async def test_a_swiss_waits_for_its_games_till_they_are_judged(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 6)
    await contest.enter(Form.SWISS, pace=Pace.SLOW)
    await contest.begin()
    first, *others = await contest.open_games()
    for _ in range(2):
        await contest.moves(await services.matches.get(first.match or ""))
    for game in others:
        await contest.wins(game, first=True)
    clock.forward(seconds=(ROUND_LASTS[Pace.SLOW] + DECIDED_WITHIN).total_seconds())
    await contest.go_on()
    assert (await contest.view()).tournament.round == 1
    (waiting,) = await services.rounds.to_judge()
    assert waiting[1].pairing == first.pairing


async def test_a_match_that_both_call_off_is_begun_anew_and_counts_for_nothing_in_the_end(
    services: Services, clock: Clock
) -> None:
    contest = await contest_of(services, clock, 3)
    await contest.enter()
    await contest.begin()
    for attempt in range(3):
        [game] = await contest.open_games()
        assert game.attempt == attempt
        await contest.calls_off(await services.matches.get(game.match or ""))
        await contest.go_on()
    view = await contest.view()
    assert view.tournament.round == 2
    of_first = [each for each in view.games if each.pairing.round == 1 and each.pairing.second is not None]
    assert [each.worth for each in of_first] == [(0, 0)]
    assert await check(services.database) == []


async def test_those_who_organise_decide_a_game(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 4)
    await contest.enter()
    await contest.begin()
    first, second = await contest.open_games()
    await services.tournaments.award(contest.id, first, (1, 1))
    await contest.wins(second, first=True)
    with pytest.raises(GameDecided):
        await services.tournaments.award(contest.id, second, (0, 2))
    await contest.go_on()
    view = await contest.view()
    assert view.games[0].worth == (1, 1)
    assert (await services.matches.get(first.match or "")).status is Status.CALLED_OFF
    assert view.tournament.round == 2
    assert await check(services.database) == []


async def test_what_nobody_decides_in_a_knockout_is_judged(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 4)
    await contest.enter(Form.KNOCKOUT, pace=Pace.SLOW)
    await contest.begin()
    games = await contest.open_games()
    for game in games * 2:
        await contest.moves(await services.matches.get(game.match or ""))
    clock.forward(seconds=ROUND_LASTS[Pace.SLOW].total_seconds())
    await contest.go_on()
    assert await services.rounds.to_judge() == [], "those who organise have three days"
    due = await services.rounds.advance(lambda platform, chat: True, pair_here)
    assert due == (await contest.view()).tournament.until + DECIDED_WITHIN
    clock.forward(seconds=DECIDED_WITHIN.total_seconds())
    waiting = await services.rounds.to_judge()
    assert [game.pairing for _, game in waiting] == [game.pairing for game in games]
    for (view, game), chance in zip(waiting, (0.8, 0.2), strict=True):
        await services.tournaments.award(view.tournament.id, game, judged_worth(chance), judged=True)
    await contest.go_on()
    after = await contest.view()
    assert [(game.worth, game.judged) for game in after.games[:2]] == [((2, 0), True), ((0, 2), True)]
    assert (after.tournament.round, after.course.of_round()[0].second is None) == (2, False)
    assert judged_worth(0.5) == (1, 1)
    assert await check(services.database) == []


async def test_who_is_banned_or_gone_is_not_paired(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 5)
    await contest.enter()
    banned, gone, left, *_ = contest.people
    staff = await services.people.player(person("Boss", "discord"))
    asked = await services.bans.ask(staff, HERE.place, banned.id, clock() + timedelta(days=300), "noise")
    await services.bans.confirm(staff, HERE.place, asked.id, take_down=False)
    await services.people.erase(gone)
    await services.tournaments.begin(contest.id)
    view = await contest.view()
    assert {each.player for each in view.entrants} == {each.id for each in contest.people[2:]}
    await services.people.erase(left)
    await contest.go_on()
    number = view.number_of(left.id)
    for _ in range(3):
        await contest.play_round()
    after = await contest.view()
    assert after.tournament.state is TournamentState.OVER
    got = [
        game.worth[int(game.pairing.second == number)]
        for game in after.games
        if game.worth is not None and game.has(number or 0)
    ]
    assert got == [0, 0]
    assert await check(services.database) == []


async def test_refusals(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 11, "off")
    service, people = services.tournaments, contest.people
    wish = TournamentWish("", DAM_8.key, Form.ROUND_ROBIN, Pace.COFFEE)
    with pytest.raises(TournamentsOff):
        await service.open(people[0].id, HERE, wish)
    await choose(services)
    made = await service.open(people[0].id, HERE, wish)
    for each in people[:2]:
        await service.join(each, made)
    with pytest.raises(EnteredAlready):
        await service.join(people[0], made)
    with pytest.raises(NotEntered):
        await service.leave(people[2].id, made)
    with pytest.raises(TooFewEntrants):
        await service.begin(made)
    for step in (service.withdraw(made, 1), service.close_round(made), service.replace(made, 1, people[5])):
        with pytest.raises(TournamentNotBegun):
            await step
    for each in people[2 : MOST[Form.ROUND_ROBIN]]:
        await service.join(each, made)
    with pytest.raises(TournamentFull):
        await service.join(people[10], made)
    assert not await service.leave(people[0].id, made)
    await service.begin(made)
    with pytest.raises(TournamentHasBegun):
        await service.begin(made)
    with pytest.raises(NotEntered):
        await service.withdraw(made, 11)
    await service.stop(made)
    with pytest.raises(TournamentGone):
        await service.stop(made)
    last = [await service.open(people[0].id, HERE, wish) for _ in range(AT_ONCE)][-1]
    with pytest.raises(EnoughTournaments):
        await service.open(people[0].id, HERE, wish)
    clock.forward(seconds=GATHERS_FOR.total_seconds())
    await contest.go_on()
    with pytest.raises(TournamentGone):
        await service.join(people[0], last)
    assert await check(services.database) == []


async def test_two_who_become_one_keep_what_they_play(services: Services, clock: Clock) -> None:
    contest = await contest_of(services, clock, 4)
    await contest.enter()
    await contest.begin()
    younger = await services.people.player(person("Adi too", "web"))
    one = contest.people[0]
    before = (await contest.view()).number_of(one.id)
    pair = merging.Merge(one.id, younger.id, services.clock())
    await services.database.write(lambda connection: merging.merge(connection, pair, younger.id))
    assert (await contest.view()).number_of(younger.id) == before
    assert await check(services.database) == []
    await services.database.write(lambda connection: merging.undo(connection, pair, services.clock()))
    assert (await contest.view()).number_of(one.id) == before
    assert await check(services.database) == []


class Season:
    """A tournament whose people come, stay away, withdraw, are replaced, banned and have their data deleted."""

    def __init__(self, contest: Contest, chance: Random, spare: list[Player]) -> None:
        self.contest = contest
        self.chance = chance
        self.spare = spare

    async def play(self, form: Form, game: str) -> TournamentView:
        contest = self.contest
        await contest.enter(form, game)
        await contest.services.tournaments.begin(contest.id)
        for _ in range(400):
            view = await contest.view()
            if view.tournament.state is not TournamentState.PLAYING:
                return view
            with suppress(ActionRefused):
                await self._happens(view)
            contest.clock.forward(hours=self.chance.randrange(1, 9))
            await contest.go_on()
        raise AssertionError("it does not come to an end")

    async def _happens(self, view: TournamentView) -> None:
        contest, services = self.contest, self.contest.services
        games = [game for game in view.games if game.waits and game.match]
        what = self.chance.random()
        if what < 0.005 and self.spare:
            contest.people.append(self.spare.pop())
            await services.tournaments.join(contest.people[-1], contest.id)
        elif what < 0.02:
            await services.tournaments.leave(self.chance.choice(view.entrants).player, contest.id)
        elif what < 0.03 and self.spare:
            contest.people.append(self.spare.pop())
            await services.tournaments.join(contest.people[-1], contest.id)
            await services.tournaments.replace(contest.id, self.chance.choice(view.entrants).number, contest.people[-1])
        elif what < 0.04:
            gone = self.chance.choice(view.entrants).player
            known = await services.people.by_id(gone)
            if known:
                await services.people.erase(known)
        elif games and what < 0.9:
            game = self.chance.choice(games)
            if self.chance.random() < 0.2:
                await contest.draws(game)
            else:
                await contest.wins(game, first=self.chance.random() < 0.5)


@deep("a tournament is a second")
@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("seed", range(examples(10)))
async def test_a_tournament_comes_to_its_end_whoever_stays_away_and_whenever_we_die(
    database: Database, clock: Clock, form: Form, seed: int
) -> None:
    """Two processes make each step and opening at the same time, and either may be killed at a statement by chance."""
    chance = Random(seed)
    mortal = [DeadlyDatabase(database) for _ in range(2)]
    services, other = [Services.over(cast("Database", each), clock, chance) for each in mortal]
    await choose(services)
    people = await people_of(services, chance.randrange(max(4, FEWEST[form]), 11))
    spare = [await services.people.player(person(f"Spare {number}", "discord")) for number in range(3)]
    contest = Contest(services, clock, people)

    async def both_go_on() -> None:
        if chance.random() < 0.3:
            chance.choice(mortal).arm(chance.randrange(1, 60), before=chance.random() < 0.5)
        ends = await asyncio.gather(*map(contest.go_on_in, (services, other)), return_exceptions=True)
        for each in mortal:
            each.disarm()
        for end in ends:
            if isinstance(end, BaseException) and not isinstance(end, KilledError):
                raise end

    contest.go_on = both_go_on  # type: ignore[method-assign]
    view = await Season(contest, chance, spare).play(form, chance.choice((DAM_8.key, HUNT.key)))
    assert view.tournament.state is TournamentState.OVER
    met = [frozenset((pairing.first, pairing.second)) for pairing in view.course.pairings if pairing.second is not None]
    assert len(met) == len(set(met)), "nobody is paired twice"
    rests = [pairing.first for pairing in view.course.pairings if pairing.second is None]
    assert form is Form.KNOCKOUT or len(rests) == len(set(rests))
    seats = [(pairing.round, number) for pairing in view.course.pairings for number in (pairing.first, pairing.second)]
    assert len([each for each in seats if each[1]]) == len({each for each in seats if each[1]}), "once in each round"
    assert await check(database) == []
