"""A village: all in a chat are one player. Each has a vote on a turn; what most want is played at the close, once."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.clock import Halt, Stage
from bot.matches.communities import OFF
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.refusals import (
    ActionRefused,
    BannedForGood,
    GuessIsVote,
    IllegalHere,
    MatchOver,
    NoDrawToVoteFor,
    NotStarted,
    NotTheVillagesTurn,
    VillageDecidesByVote,
    VillageOff,
    VillagePlaysEnough,
    VoteIsOver,
    VoteOfPlayer,
    VotesOnOther,
)
from bot.matches.rulings import RulingAct
from bot.matches.status import Status
from bot.matches.terms import UNTIMED, Terms
from bot.matches.village import AT_ONCE, DRAW, ENOUGH, RESIGN, Vote, choice_of, is_decided
from bot.services.contests.villages import NewVillageMatch
from bot.services.services import Services
from bot.store import Database, Player
from bot.store.links import Joiner
from engine.moves import Move
from engine.notation import format_move
from engine.ruleset import Ending
from tests.bot.deadly import DeadlyDatabase, KilledError
from tests.bot.kit import DAM_8, Clock, check, event, moving, person
from tests.suites import examples

GROUP = Place("telegram", "-1001")
HERE = Venue(GROUP, "ms")
AT = datetime(2026, 11, 30, tzinfo=UTC)


async def switched(services: Services, value: str) -> None:
    await services.communities.change(
        GROUP, lambda found: replace(found, settings={**found.settings, "village": value})
    )


async def people_of(services: Services, *names: str) -> list[Player]:
    return [await services.people.player(person(name, "telegram")) for name in names]


async def against(services: Services, player: Player, side: int = 1, terms: Terms = UNTIMED) -> Match:
    """A match of one person against the village, which begins it where the person wants the second side."""
    village = await services.villages.of_place(GROUP, "Kampung Baru")
    wanted = Invitation(DAM_8, player=village.id, accepted=True, host_side=side, terms=terms)
    match, _ = await services.opening.open(event(), player, wanted, HERE, contest=NewVillageMatch(GROUP, village.id))
    return await services.matches.get(match.code)


async def vote(services: Services, player: Player, match: Match, choice: Move | str) -> None:
    await services.villages.vote(event(), player, match.code, choice, match.game.ply)


def turns(match: Match) -> tuple[Move, ...]:
    return tuple(match.game.legal_moves)


@pytest.fixture(name="adi")
async def make_adi(services: Services) -> Player:
    await switched(services, "8h")
    return (await people_of(services, "Adi"))[0]


async def test_what_most_want_is_played_at_the_close(services: Services, clock: Clock, adi: Player) -> None:
    a, b, c, d = await people_of(services, "Ani", "Budi", "Cik", "Dewi")
    match = await against(services, adi)
    first, second, *_ = turns(match)
    for player, choice in ((a, first), (b, second), (c, first), (d, second), (d, first)):
        await vote(services, player, match, choice)
    poll = await services.villages.poll(match)
    assert poll
    assert (poll.voices, poll.closes) == (4, clock() + timedelta(hours=8))
    assert await services.villages.due() == []
    clock.forward(hours=8)
    assert await services.villages.due() == [match.code]
    after = (await services.villages.close(match.code)).match
    assert after.game.moves == (first,)
    assert (await services.villages.close(match.code)).match.version == after.version
    told = await services.villages.poll(after)
    assert told
    assert (told.agreed, told.cast, told.closes) == (3, 4, None)
    assert await check(services.database) == []
    (kept, *_) = (await services.people.export(a.id))["votes"]
    assert kept["choice"] == format_move(DAM_8, first)


async def test_the_board_counts_a_vote_that_comes_as_it_is_edited(
    services: Services, clock: Clock, adi: Player
) -> None:
    match = await against(services, adi)
    heard: list[str] = []
    services.news.matches.subscribe(heard.append)
    players = await people_of(services, "Ani", "Budi", "Cik", "Dewi")
    told = []
    for player in players[:3]:
        await vote(services, player, match, turns(match)[0])
        told.append(len(heard))
        clock.forward(seconds=1)
    clock.forward(seconds=6.9)
    (sent,) = await services.views.of_match(match.code)  # it is composed now
    await vote(services, players[3], match, turns(match)[0])
    after = await services.views.updated(sent, sent.message or "m1", match.version)
    assert told == [1, 2, 2], "the third is counted by the edit that the second has brought"
    assert after
    assert after.lapses, "the fourth may be too late for that"
    assert len(heard) == 3


async def test_a_vote_is_over_before_its_time_once_two_thirds_of_the_last_one_agree(
    services: Services, clock: Clock, adi: Player
) -> None:
    players = await people_of(services, "Ani", "Budi", "Cik", "Dewi")
    match = await against(services, adi)
    for player in players:
        await vote(services, player, match, turns(match)[0])
    assert await services.villages.due() == [], "nobody had voted before"
    clock.forward(hours=8)
    match = (await services.villages.close(match.code)).match
    match = await services.matches.act(event(), adi, match.code, moving(adi, turns(match)[0]))
    for player in players[:2]:
        await vote(services, player, match, turns(match)[0])
    assert await services.villages.due() == [], "two of four"
    await vote(services, players[2], match, turns(match)[0])
    assert await services.villages.due() == [match.code]
    with pytest.raises(VoteIsOver):
        await vote(services, players[3], match, turns(match)[0])


async def test_where_nobody_votes_it_is_open_once_more_and_then_the_computer_plays(
    services: Services, clock: Clock, adi: Player
) -> None:
    match = await against(services, adi)
    clock.forward(hours=8)
    assert (await services.villages.close(match.code)).match.game.ply == 0
    poll = await services.villages.poll(match)
    assert poll
    assert (poll.again, poll.closes) == (True, clock() + timedelta(hours=8))
    clock.forward(hours=8)
    closed = await services.villages.close(match.code)
    assert (closed.waits, closed.match.game.ply) == (True, 0)
    after = (await services.villages.close(match.code, instead=turns(match)[2])).match
    assert after.game.moves == (turns(match)[2],)
    told = await services.villages.poll(after)
    assert told
    assert told.cast == 0


async def test_a_vote_that_came_in_time_counts_though_the_computer_was_asked(
    services: Services, clock: Clock, adi: Player
) -> None:
    (ani,) = await people_of(services, "Ani")
    match = await against(services, adi)
    await vote(services, ani, match, turns(match)[1])
    clock.forward(hours=8)
    assert (await services.villages.close(match.code, instead=turns(match)[2])).match.game.moves == (turns(match)[1],)


async def test_nothing_is_played_while_nobody_can_vote(services: Services, clock: Clock, adi: Player) -> None:
    """A vote ends while the staff has paused the match, and while its board stands nowhere any more."""
    (ani,) = await people_of(services, "Ani")
    match = await against(services, adi, terms=Terms(Pace.RELAXED))
    await vote(services, ani, match, turns(match)[1])
    ruling = await services.rulings.ask(ani, GROUP, match.code, RulingAct.PAUSE, "a quarrel")
    await services.rulings.confirm(event(), ani, GROUP, ruling.id)
    clock.forward(hours=8)
    assert (await services.villages.close(match.code)).match.game.ply == 0
    poll = await services.villages.poll(match)
    assert poll
    assert (poll.closes, poll.again) == (clock() + timedelta(hours=8), False)
    ruling = await services.rulings.ask(ani, GROUP, match.code, RulingAct.RESUME, "it is settled")
    await services.rulings.confirm(event(), ani, GROUP, ruling.id)
    for view in await services.views.of_match(match.code):
        await services.views.freeze(view)
    clock.forward(hours=8)
    assert (await services.villages.close(match.code)).match.game.ply == 0


async def test_two_thirds_resign_or_accept_a_draw(services: Services, clock: Clock, adi: Player) -> None:
    players = await people_of(services, "Ani", "Budi", "Cik")
    match = await against(services, adi)
    with pytest.raises(NoDrawToVoteFor):
        await vote(services, players[0], match, DRAW)
    await services.matches.act(event(), adi, match.code, lambda now, at: now.offer_draw(adi.id, at))
    choices: tuple[Move | str, ...] = (DRAW, DRAW, turns(match)[0])
    for player, choice in zip(players, choices, strict=True):
        await vote(services, player, match, choice)
    clock.forward(hours=8)
    match = (await services.villages.close(match.code)).match
    assert (match.game.ply, match.status) == (1, Status.PLAYING), "two are too few to end a match"
    match = await services.matches.act(event(), adi, match.code, moving(adi, turns(match)[0]))
    for player in players:
        await vote(services, player, match, RESIGN)
    match = (await services.villages.close(match.code)).match
    assert match.game.outcome
    assert match.game.outcome.winner == match.side_of(adi.id)


async def test_a_draw_that_is_offered_waits_for_the_villages_turn(
    services: Services, clock: Clock, adi: Player
) -> None:
    """The one who offers it is still to move. The votes for one that is withdrawn are gone."""
    players = await people_of(services, "Ani", "Budi", "Cik", "Dewi")
    match = await against(services, adi, side=0)
    match = await services.matches.act(event(), adi, match.code, lambda now, at: now.offer_draw(adi.id, at))
    assert match.to_act == (adi.id,)
    with pytest.raises(NotTheVillagesTurn):
        await vote(services, players[0], match, DRAW)
    assert await check(services.database) == []
    match = await services.matches.act(event(), adi, match.code, moving(adi, turns(match)[0]))
    for player in players[:3]:
        await vote(services, player, match, DRAW)
    await vote(services, players[3], match, turns(match)[1])
    await services.matches.act(event(), adi, match.code, lambda now, at: now.withdraw_offer(adi.id, at))
    assert await services.villages.choice_of(match, players[0].id) is None
    clock.forward(hours=8)
    assert (await services.villages.close(match.code)).match.game.moves[1:] == (turns(match)[1],)


async def test_whoever_vanishes_loses_on_time(services: Services, clock: Clock, adi: Player) -> None:
    """Nobody has the seat of the village who could claim the win."""
    match = await against(services, adi, side=0, terms=Terms(Pace.RELAXED, away=False))
    clock.forward(days=4, hours=1)
    await services.time.tick_due()
    match = await services.matches.get(match.code)
    assert match.game.outcome, match.clock
    assert (match.game.outcome.winner, match.game.outcome.ending) == (1, Ending.TIME)
    assert await check(services.database) == []


async def test_a_village_moves_with_its_group(services: Services, adi: Player) -> None:
    """It is the same player there, also in new matches, and can be voted for."""
    (ani,) = await people_of(services, "Ani")
    before = await against(services, adi)
    new = Place("telegram", "-1009")
    await services.communities.moved(GROUP, new)
    village = await services.villages.of_place(new, "Kampung Baru")
    assert (village.id,) == before.villages
    wanted = Invitation(DAM_8, player=village.id, accepted=True, host_side=1)
    contest = NewVillageMatch(new, village.id)
    match, _ = await services.opening.open(event(), adi, wanted, Venue(new, "ms"), contest=contest)
    match = await services.matches.get(match.code)
    await vote(services, ani, match, turns(match)[0])
    assert await services.villages.live_of(village.id) == [before.code, match.code]


async def test_each_vote_that_does_not_count_is_refused(services: Services, clock: Clock, adi: Player) -> None:
    a, b = await people_of(services, "Ani", "Budi")
    village = await services.villages.of_place(GROUP, "Kampung Baru")
    wanted = Invitation(DAM_8, player=village.id, host_side=0)
    invited, _ = await services.opening.open(event(), adi, wanted, HERE, contest=NewVillageMatch(GROUP, village.id))
    with pytest.raises(NotStarted):
        await services.villages.check(a.id, invited)
    match = await against(services, adi, side=0)
    with pytest.raises(NotTheVillagesTurn):
        await vote(services, a, match, turns(match)[0])
    match = await services.matches.act(event(), adi, match.code, moving(adi, turns(match)[0]))
    refused: list[tuple[Player, Move | str, int | None, type[ActionRefused]]] = [
        (adi, turns(match)[0], None, VoteOfPlayer),
        (a, turns(match)[0], 0, VotesOnOther),
        (a, turns(invited)[0], None, IllegalHere),
    ]
    for player, choice, ply, kind in refused:
        with pytest.raises(kind):
            await services.villages.vote(event(), player, match.code, choice, ply)
    ruling = await services.bans.ask(adi, GROUP, b.id, None, "spam")
    await services.bans.confirm(adi, GROUP, ruling.id, take_down=False)
    with pytest.raises(BannedForGood):
        await vote(services, b, match, turns(match)[0])
    with pytest.raises(GuessIsVote):
        await services.guesses.guess(event(), a, match.code, turns(match)[0], None, GROUP)
    for ask in (
        lambda now, at: now.ask_takeback(adi.id, at),
        lambda now, at: now.nudge(adi.id, at),
    ):
        with pytest.raises(VillageDecidesByVote):
            await services.matches.act(event(), adi, match.code, ask)
    clock.forward(hours=8)
    with pytest.raises(VoteIsOver):
        await vote(services, a, match, turns(match)[0])
    await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
    with pytest.raises(MatchOver):
        await vote(services, a, match, turns(match)[0])
    with pytest.raises(VillageDecidesByVote):
        await services.matches.rematch(event(), adi, match.code, GROUP)


async def test_a_village_plays_only_where_hosts_want_it_and_a_few_matches_at_once(
    services: Services, clock: Clock, adi: Player
) -> None:
    for _ in range(AT_ONCE):
        await against(services, adi)
        clock.forward(minutes=11)  # the same at once would be a second press
    with pytest.raises(VillagePlaysEnough):
        await against(services, adi)
    await switched(services, OFF)
    with pytest.raises(VillageOff):
        await against(services, adi)
    assert await check(services.database) == []


async def test_votes_of_who_leaves_are_gone_and_of_two_who_become_one_there_is_one(
    services: Services, clock: Clock, adi: Player
) -> None:
    a, b = await people_of(services, "Ani", "Budi")
    match = await against(services, adi)
    await vote(services, a, match, turns(match)[0])
    await vote(services, b, match, turns(match)[1])
    await services.people.erase(b)
    poll = await services.villages.poll(match)
    assert poll
    assert poll.voices == 1
    clock.forward(hours=8)
    assert (await services.villages.close(match.code)).match.game.moves == (turns(match)[0],)
    assert await check(services.database) == []


async def test_a_vote_is_gone_of_who_turns_out_to_play_against_the_village(
    services: Services, clock: Clock, adi: Player
) -> None:
    """It counts again once the two are two."""
    (ani,) = await people_of(services, "Ani")
    clock.forward(hours=1)  # of two the older one stays
    other = await services.people.player(Person("discord", "77", "Adi D"))
    match = await against(services, adi)
    await vote(services, ani, match, turns(match)[0])
    await vote(services, other, match, turns(match)[1])
    code = await services.links.begin(adi.id, "telegram")
    await services.links.give(code, Joiner("discord", "77", "Adi D"))
    await services.links.accept(adi.id)
    poll = await services.villages.poll(match)
    assert poll
    assert poll.voices == 1
    with pytest.raises(VoteOfPlayer):
        await vote(services, adi, match, turns(match)[1])
    assert await check(services.database) == []
    await services.links.undo(adi.id)
    poll = await services.villages.poll(match)
    assert poll
    assert poll.voices == 2
    assert await check(services.database) == []


async def test_a_village_out_of_reach_goes_on_once_the_bot_is_back(
    services: Services, clock: Clock, adi: Player
) -> None:
    """The vote is put off, as often as it must be."""
    (ani,) = await people_of(services, "Ani")
    match = await against(services, adi, terms=Terms(Pace.RELAXED))
    for view in await services.views.of_match(match.code):
        await services.views.freeze(view)
    await services.time.look_whether_reached(match.code)
    for _ in range(8):
        clock.forward(hours=8)
        await services.time.tick_due()
        await services.villages.close(match.code)
    match = await services.matches.get(match.code)
    assert match.clock
    assert (match.game.ply, match.clock.halt) == (0, Halt.FROZEN)
    await services.views.came_back(GROUP)
    await services.time.look_whether_reached(match.code)
    await vote(services, ani, match, turns(match)[1])
    clock.forward(hours=8)
    await services.time.tick_due()
    assert (await services.villages.close(match.code)).match.game.moves == (turns(match)[1],)
    assert await check(services.database) == []


async def test_a_match_is_called_off_whose_village_stays_out_of_reach(
    services: Services, clock: Clock, adi: Player
) -> None:
    """The channel was deleted."""
    match = await against(services, adi, terms=Terms(Pace.RELAXED))
    for view in await services.views.of_match(match.code):
        await services.views.freeze(view)
    await services.time.look_whether_reached(match.code)
    for _ in range(10):
        clock.forward(hours=8)
        await services.time.tick_due()
        await services.villages.close(match.code)
    assert (await services.matches.get(match.code)).status is Status.CALLED_OFF
    assert await services.villages.live_of(match.villages[0]) == []
    assert await services.villages.due() == []
    assert await check(services.database) == []


async def test_a_village_has_no_days_away(services: Services, clock: Clock, adi: Player) -> None:
    """They would stop its clock, and so its votes, without anybody who could come back. It loses on time, as it does
    only where nothing has closed its votes for days.
    """
    match = await against(services, adi, terms=Terms(Pace.RELAXED))
    for _ in range(13):
        clock.forward(hours=8)
        await services.time.tick_due()
    match = await services.matches.get(match.code)
    assert match.clock
    assert (match.clock.halt, match.clock.stage) == (None, Stage.OVER)


async def test_a_village_is_nobody_whom_people_have_met_or_report(services: Services, adi: Player) -> None:
    """It has no page of its own, and no hosts keep it away."""
    match = await against(services, adi)
    (ani,) = await people_of(services, "Ani")
    assert list(services.reports.reportable(ani.id, match).values()) == [adi.id]
    await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
    assert await services.standing.opponents(adi.id, 9) == []


async def test_a_turn_that_is_taken_back_takes_the_votes_along(services: Services, adi: Player) -> None:
    (ani,) = await people_of(services, "Ani")
    match = await against(services, adi, side=0)
    match = await services.matches.act(event(), adi, match.code, moving(adi, turns(match)[0]))
    await vote(services, ani, match, turns(match)[0])
    match = await services.matches.act(event(), adi, match.code, lambda now, at: now.undo(adi.id, at))
    poll = await services.villages.poll(match)
    assert poll
    assert poll.closes is None
    match = await services.matches.act(event(), adi, match.code, moving(adi, turns(match)[1]))
    poll = await services.villages.poll(match)
    assert poll
    assert poll.voices == 0
    assert await check(services.database) == []


@pytest.mark.parametrize("seed", range(examples(6)))
async def test_whoever_dies_while_a_vote_is_closed_has_played_nothing_or_all(
    database: Database, clock: Clock, seed: int
) -> None:
    """At every sixth statement, beginning with another one for each seed; whoever comes next closes it once."""
    deadly = DeadlyDatabase(database)
    services = Services.over(cast("Database", deadly), clock, Random(1))
    await switched(services, "8h")
    adi, ani = await people_of(services, "Adi", "Ani")
    match = await against(services, adi)
    await vote(services, ani, match, turns(match)[1])
    clock.forward(hours=8)
    at = 1 + seed
    while True:
        deadly.arm(at, before=seed % 2 == 0)
        with suppress(KilledError):
            await services.villages.close(match.code)
        deadly.disarm()
        unmindful = Services.over(database, clock, Random(1))
        assert await check(database) == []
        after = await unmindful.matches.get(match.code)
        if after.game.moves:
            break
        at += 6
    assert after.game.moves == (turns(match)[1],)


VOTES = st.lists(
    st.builds(
        Vote,
        st.text("abcdefgh", min_size=1, max_size=2),
        st.sampled_from(("c3-d4", "e3-f4", "g3-h4", RESIGN, DRAW)),
        st.integers(0, 50).map(lambda seconds: AT + timedelta(seconds=seconds)),
    ),
    max_size=9,
    unique_by=lambda each: each.player,
)


@given(votes=VOTES)
def test_most_voices_win_and_of_several_the_first(votes: list[Vote]) -> None:
    """The order in which votes are read changes nothing, and nothing with fewer voices is played."""
    chosen = choice_of(votes)
    assert choice_of(votes[::-1]) == chosen
    voices = {each: [vote for vote in votes if vote.choice == each] for each in {vote.choice for vote in votes}}
    if chosen in (RESIGN, DRAW):
        assert len(voices[chosen]) >= ENOUGH
        assert 3 * len(voices[chosen]) >= 2 * len(votes)
        return
    turns = {each: of for each, of in voices.items() if each not in (RESIGN, DRAW)}
    if chosen is None:
        assert not turns
        return
    most = max(len(of) for of in turns.values())
    assert len(turns[chosen]) == most
    earliest = min(min(vote.at for vote in of) for of in turns.values() if len(of) == most)
    assert min(vote.at for vote in turns[chosen]) == earliest


@given(votes=VOTES, before=st.integers(0, 12))
def test_a_vote_that_is_decided_stays_so(votes: list[Vote], before: int) -> None:
    """The turn by which a vote ends early is played at its time too, if all the others of the last vote then want
    something else together.
    """
    if not is_decided(Counter(vote.choice for vote in votes), before):
        return
    late = [Vote(f"z{number}", "h2-g3", AT) for number in range(max(before - len(votes), 0))]
    assert choice_of([*votes, *late]) == choice_of(votes)
