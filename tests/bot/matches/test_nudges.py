"""Reminders by the one who waits: from when on, how often, and when not at all."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.clock import NOTHING, RATED_GRACE, Halt, Stage
from bot.matches.happening import Happening
from bot.matches.limits import NUDGED_AGAIN_AFTER, NUDGED_WITHOUT_CLOCK_AFTER
from bot.matches.match import Match
from bot.matches.notices import Notice, notices_of
from bot.matches.pace import Pace
from bot.matches.quiet_hours import QuietHours
from bot.matches.refusals import (
    ActionRefused,
    ClockStands,
    LiveMatch,
    MatchOver,
    NotInMatch,
    NotStarted,
    NudgedAlready,
    NudgedEnough,
    NudgeTooSoon,
    OwnTurn,
)
from bot.matches.state import Rest
from engine.game import Game
from tests.bot.matches.timed_matches import ADI, DAY, HOUR, NOW, RULESET, SECOND, SITI, begun, left, moved

NIGHT = QuietHours("Asia/Kuala_Lumpur", 22 * 60, 7 * 60)
"""From ten hours after ``NOW`` on, for nine hours."""


def nudged(match: Match, now: datetime) -> Match:
    """Siti, who waits, nudges Adi."""
    return match.nudge(SITI, now)


def test_a_nudge_reminds_the_player_to_move_and_changes_nothing_else() -> None:
    match = begun()
    after = nudged(match, NOW + 12 * HOUR)
    assert (after.happened, after.actor, after.nudged_at) == (Happening.NUDGED, SITI, NOW + 12 * HOUR)
    assert (after.version, after.clock, after.game) == (match.version + 1, match.clock, match.game)
    assert notices_of(match, after, ()) == (Notice(ADI, Happening.NUDGED, after.version),)


@pytest.mark.parametrize("pace", [Pace.COFFEE, Pace.RELAXED, Pace.SLOW])
def test_it_is_for_those_who_have_used_half_of_their_time(pace: Pace) -> None:
    half = NOW + pace.times.move / 2
    with pytest.raises(NudgeTooSoon) as refused:
        nudged(begun(pace), half - HOUR)
    assert refused.value.wait == HOUR
    for late in (half, half + pace.times.move, half + pace.times.move + pace.times.bank):
        assert nudged(begun(pace).tick(late), late).happened is Happening.NUDGED


def test_time_asleep_does_not_count() -> None:
    match = begun(rests={ADI: Rest(NIGHT)})
    with pytest.raises(NudgeTooSoon) as refused:
        nudged(match, NOW + 12 * HOUR)
    assert refused.value.wait == 9 * HOUR
    assert nudged(match, NOW + 21 * HOUR).nudged_at


def test_a_match_has_one_nudge_in_twelve_hours_whoever_it_was_for() -> None:
    now = NOW + 23 * HOUR
    match = nudged(begun(Pace.COFFEE), now)
    with pytest.raises(NudgedAlready) as refused:
        nudged(match, now + 11 * HOUR)
    assert refused.value.wait == HOUR
    assert nudged(match, now + NUDGED_AGAIN_AFTER).version == match.version + 1
    answered = moved(match, now + HOUR)
    with pytest.raises(NudgedAlready):
        answered.nudge(ADI, now + 6 * HOUR)
    with pytest.raises(NudgeTooSoon) as too_soon:
        answered.nudge(ADI, now + 2 * HOUR)
    assert too_soon.value.wait == 10 * HOUR, "by then both hold"
    assert answered.nudge(ADI, now + 12 * HOUR).actor == ADI


def test_a_turn_has_two_nudges_and_then_the_end_of_the_time_is_what_there_is_to_wait_for() -> None:
    match = nudged(nudged(begun(), NOW + 12 * HOUR), NOW + 24 * HOUR)
    later = NOW + 2 * DAY
    with pytest.raises(NudgedEnough) as refused:
        nudged(match, later)
    assert (refused.value.ends, refused.value.rated) == (2 * DAY, False)
    assert not match.may_nudge(SITI, later)
    over = match.tick(NOW + 5 * DAY)
    with pytest.raises(NudgedEnough) as refused:
        nudged(over, NOW + 5 * DAY)
    assert refused.value.ends == NOTHING, "the win may be claimed"
    with pytest.raises(NudgedEnough):
        nudged(over.give_day(SITI, NOW + 5 * DAY), NOW + 6 * DAY)
    answered = moved(moved(match, later), later)
    assert nudged(answered, later + 12 * HOUR).nudges == 1, "a new turn"


def test_after_two_nudges_a_rated_match_is_won_when_its_time_and_the_grace_are_over() -> None:
    match = nudged(nudged(begun(rated=True), NOW + 12 * HOUR), NOW + 24 * HOUR)
    with pytest.raises(NudgedEnough) as refused:
        nudged(match, NOW + 2 * DAY)
    assert (refused.value.ends, refused.value.rated) == (2 * DAY + RATED_GRACE, True)


def test_without_a_clock_two_nudges_are_all() -> None:
    match = nudged(nudged(begun(None), NOW + 12 * HOUR), NOW + 24 * HOUR)
    with pytest.raises(NudgedEnough) as refused:
        nudged(match, NOW + 9 * DAY)
    assert refused.value.ends is None


def test_without_a_clock_it_is_for_those_who_have_been_to_move_for_twelve_hours() -> None:
    match = begun(None)
    with pytest.raises(NudgeTooSoon):
        nudged(match, NOW + NUDGED_WITHOUT_CLOCK_AFTER - SECOND)
    assert nudged(match, NOW + NUDGED_WITHOUT_CLOCK_AFTER).clock is None
    later = moved(match, NOW + 11 * HOUR)
    with pytest.raises(NudgeTooSoon) as refused:
        later.nudge(ADI, NOW + 13 * HOUR)
    assert refused.value.wait == 10 * HOUR


def test_nobody_nudges_on_their_own_turn_nor_with_an_offer_to_answer() -> None:
    late = NOW + 20 * HOUR
    with pytest.raises(OwnTurn):
        begun().nudge(ADI, late)
    with pytest.raises(OwnTurn):
        nudged(begun().offer_draw(ADI, NOW), late)
    practice = Match.practise("K7QM", Game.begin(RULESET), ADI, NOW)
    with pytest.raises(OwnTurn):
        practice.nudge(ADI, late)


def test_nobody_is_nudged_at_the_board() -> None:
    live = begun(Pace.SITTING)
    for match in (live, live.say_ready(SITI, NOW).say_ready(ADI, NOW)):
        with pytest.raises(LiveMatch):
            nudged(match, NOW + 4 * timedelta(minutes=1))


@pytest.mark.parametrize(
    "stopped",
    [
        begun().ask_pause(ADI, NOW + 3 * DAY, NOW).answer_pause(SITI, True, NOW),
        begun().stand(NOW, Halt.AWAY, NOW + 3 * DAY),
        begun().stand(NOW, Halt.FROZEN, NOW + 3 * DAY),
        begun().stand(NOW, Halt.FROZEN),
        begun().abandon(ADI, NOW),
    ],
)
def test_nobody_is_nudged_while_the_clock_stands(stopped: Match) -> None:
    with pytest.raises(ClockStands):
        nudged(stopped, NOW + 2 * DAY)


def test_a_pause_that_is_over_is_none() -> None:
    paused = begun().ask_pause(ADI, NOW + 3 * DAY, NOW).answer_pause(SITI, True, NOW)
    with pytest.raises(NudgeTooSoon):
        nudged(paused, NOW + 3 * DAY + 11 * HOUR)
    assert nudged(paused, NOW + 3 * DAY + 12 * HOUR).nudged_at


def test_it_is_for_players_in_a_match_under_way() -> None:
    match, late = begun(), NOW + 20 * HOUR
    with pytest.raises(NotInMatch):
        match.nudge("budi", late)
    with pytest.raises(MatchOver):
        nudged(match.resign(ADI, NOW), late)
    with pytest.raises(NotStarted):
        Match.invite("K7QM", Game.begin(RULESET), ADI, NOW, SITI).nudge(ADI, late)


def test_a_computer_is_told_nothing() -> None:
    assert notices_of(begun(None), nudged(begun(None), NOW + 13 * HOUR), (ADI,)) == ()


_PACES = st.sampled_from([None, *Pace])
_DONE = st.lists(st.tuples(st.sampled_from(["nudge", "nudge", "move", "day"]), st.integers(1, 30)), max_size=30)


@given(_PACES, st.sampled_from([None, NIGHT]), st.booleans(), _DONE)
def test_never_too_early_nor_too_often_and_never_by_who_is_to_move(
    pace: Pace | None, quiet: QuietHours | None, rated: bool, done: list[tuple[str, int]]
) -> None:
    rests = {ADI: Rest(quiet), SITI: Rest(quiet)}
    match, now, before = begun(pace, rests, rated=rated and pace is not None), NOW, None
    turn, nudges = NOW, 0
    for what, hours in done:
        now += hours * HOUR
        match = match.tick(now)
        if match.game.outcome:
            return
        mover, waiting = match.seats[match.game.turn], match.seats[1 - match.game.turn]
        assert mover
        assert waiting
        assert not match.may_nudge(mover, now)
        try:
            if what == "move":
                match, turn, nudges = moved(match, now), now, 0
            elif what == "day":
                match = match.give_day(waiting, now)
            else:
                match = match.nudge(waiting, now)
        except ActionRefused:
            continue
        if match.happened is not Happening.NUDGED:
            continue
        assert before is None or now - before >= NUDGED_AGAIN_AFTER
        before, nudges = now, nudges + 1
        assert nudges <= 2
        if pace is None:
            assert now - turn >= NUDGED_WITHOUT_CLOCK_AFTER
            continue
        assert not pace.live
        assert match.clock
        assert left(match, now)[0] <= pace.times.move / 2 or match.clock.stage is Stage.OVER
