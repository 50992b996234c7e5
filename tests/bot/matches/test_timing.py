"""A match and its clock: no action forgets it, and what players and time itself do about it."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.matches.clock import Halt, Stage
from bot.matches.happening import Happening
from bot.matches.limits import LONGEST_PAUSE, READY_WITHIN
from bot.matches.match import Match
from bot.matches.notices import Notice, notices_of
from bot.matches.pace import Pace
from bot.matches.quiet_hours import QuietHours
from bot.matches.refusals import (
    AlreadyReady,
    LiveMatch,
    NoClock,
    NoPauseAsked,
    NotForYou,
    NothingOffered,
    NotInMatch,
    NotPaused,
    NotReady,
    OtherHasMoved,
    OwnTimeOver,
    PauseAlreadyAsked,
    PauseTooLong,
    TimeLeft,
)
from bot.matches.state import Rest
from bot.matches.status import Status
from bot.matches.terms import Terms
from engine.game import Game
from engine.games import find_ruleset
from engine.position import parse_position
from engine.ruleset import Ending
from tests.bot.matches.timed_matches import ADI, DAY, HOUR, NOW, SECOND, SITI, begun, left, moved


def test_the_clock_runs_from_the_acceptance_and_for_whoever_is_to_move() -> None:
    match = begun()
    assert match.clock
    assert (match.clock.since, match.clock.turn) == (NOW, 0)
    after = moved(match, NOW + 30 * HOUR)
    assert after.clock
    assert (after.clock.turn, after.clock.since, after.clock.banks) == (1, NOW + 30 * HOUR, (66 * HOUR, 72 * HOUR))


def test_without_a_pace_there_is_no_clock() -> None:
    match = moved(begun(None), NOW)
    assert (match.clock, match.banks) == (None, ())
    with pytest.raises(NoClock):
        match.claim(ADI, NOW + 1000 * DAY)


def test_undo_gives_back_what_the_turn_had_at_its_beginning() -> None:
    later = NOW + 30 * HOUR
    match = moved(begun(), later).undo(ADI, later + SECOND)
    assert match.clock
    assert (match.clock.turn, left(match, later + SECOND)) == (0, (24 * HOUR, 72 * HOUR))


def test_a_takeback_gives_back_what_the_turn_had_at_its_beginning() -> None:
    match, now = begun(), NOW
    for hours in (30, 40, 1):
        now += hours * HOUR
        match = moved(match, now)
    assert match.clock
    assert match.clock.banks == (66 * HOUR, 56 * HOUR)
    match = match.ask_takeback(SITI, now).answer_takeback(ADI, True, now)
    assert match.clock
    assert (match.clock.turn, match.clock.banks, match.game.ply) == (1, (66 * HOUR, 72 * HOUR), 1)
    assert len(match.banks) == 2


def test_an_offer_stops_no_clock() -> None:
    match = begun().offer_draw(SITI, NOW + HOUR)
    assert left(match, NOW + 2 * HOUR) == (22 * HOUR, 72 * HOUR)
    asked = moved(moved(moved(match, NOW + 2 * HOUR), NOW + 3 * HOUR), NOW + 4 * HOUR)
    asked = asked.ask_takeback(ADI, NOW + 5 * HOUR)
    assert left(asked, NOW + 5 * HOUR) == (23 * HOUR, 72 * HOUR), "that of the one who is to move"


def test_the_choice_of_a_piece_to_forfeit_is_the_turn_of_whoever_chooses() -> None:
    """White could have captured with two pieces and did not: Black takes one of them off and moves, in Black's time."""
    dam_8 = find_ruleset("dam-8")
    game = Game.begin(dam_8, parse_position(dam_8, "4/4/2m1/4/mm2/1M1m/3M/M3 w"))
    match = Match.invite("K7QM", game, ADI, NOW, SITI, None, 0, Terms(Pace.RELAXED)).accept(SITI, 0, NOW)
    chosen = next(move for move in game.legal_moves if len(game.play(move).position.pending) > 1)
    match = match.move(ADI, chosen, None, NOW + HOUR)
    assert match.game.position.pending
    assert match.clock
    assert (match.clock.turn, match.clock.since) == (1, NOW + HOUR)
    with pytest.raises(TimeLeft):
        match.claim(ADI, NOW + 90 * HOUR)
    assert match.claim(ADI, NOW + 97 * HOUR).status is Status.OVER


@pytest.mark.parametrize("ended", ["resign", "call_off"])
def test_the_clock_stands_once_the_match_is_over(ended: str) -> None:
    match = getattr(begun(), ended)(ADI, NOW + HOUR)
    assert match.clock.since is None
    assert match.clock.wake is None


def test_a_rematch_inherits_the_terms_and_has_a_new_clock() -> None:
    over = begun(Pace.COFFEE, rated=True).resign(ADI, NOW + 10 * HOUR)
    again = over.rematch("K7QN", SITI, NOW + 11 * HOUR)
    assert again.terms == over.terms
    assert again.clock
    assert (again.clock.since, again.clock.banks) == (NOW + 11 * HOUR, (24 * HOUR, 24 * HOUR))


def test_the_quiet_hours_in_force_are_those_at_the_beginning_of_the_turn() -> None:
    night = QuietHours("Asia/Kuala_Lumpur", 23 * 60, 7 * 60)
    match = begun(rests={SITI: Rest(night)})
    assert match.clock
    assert match.clock.quiet is None
    turned = moved(match, NOW)
    assert turned.clock
    assert turned.clock.quiet == night
    changed = replace(turned, rests={}).offer_draw(ADI, NOW)
    assert changed.clock
    assert changed.clock.quiet == night


def test_a_turn_that_passes_to_somebody_away_stands_until_they_are_back() -> None:
    back = NOW + 5 * DAY
    match = moved(begun(rests={SITI: Rest(away=back)}), NOW)
    assert match.clock
    assert (match.clock.halt, match.clock.halt_until) == (Halt.AWAY, back)
    assert moved(match, NOW + DAY).clock.halt is None  # type: ignore[union-attr]  # it has one


def test_no_clock_goes_on_for_somebody_who_is_away() -> None:
    """An earlier reason to stand is over: a pause, at its end or by a player, or that they could not be reached."""
    back, rests = NOW + 5 * DAY, {ADI: Rest(away=NOW + 5 * DAY)}
    paused = begun().ask_pause(SITI, NOW + DAY, NOW).answer_pause(ADI, True, NOW)
    frozen = begun().stand(NOW, Halt.FROZEN)
    for match in (
        replace(paused, rests=rests).tick(NOW + 2 * DAY),
        replace(paused, rests=rests).end_pause(SITI, NOW + HOUR),
        replace(frozen, rests=rests).go_on(NOW + HOUR, Halt.FROZEN),
    ):
        assert match.clock
        assert (match.clock.halt, match.clock.halt_until, match.happened) == (Halt.AWAY, back, Happening.WENT_AWAY)
        assert left(match, NOW + 3 * DAY) == (24 * HOUR, 72 * HOUR)
        on = match.tick(back)
        assert on.clock
        assert (on.clock.halt, on.happened) == (None, Happening.GOES_ON)
    late = replace(paused, rests=rests).tick(NOW + 6 * DAY)
    assert left(late, NOW + 6 * DAY) == (timedelta(), 72 * HOUR), "of the day since they are back"


def test_days_away_that_are_set_anew_hold() -> None:
    away = begun().stand(NOW, Halt.AWAY, NOW + DAY)
    longer = away.stand(NOW + HOUR, Halt.AWAY, NOW + 5 * DAY)
    assert longer.clock
    assert (longer.clock.halt, longer.clock.halt_until) == (Halt.AWAY, NOW + 5 * DAY)
    assert left(longer, NOW + 5 * DAY) == (24 * HOUR, 72 * HOUR)
    frozen = begun().stand(NOW, Halt.FROZEN, NOW + DAY)
    assert frozen.stand(NOW + HOUR, Halt.AWAY, NOW + 5 * DAY) == frozen, "who is away is still out of reach"


def test_days_away_stop_no_clock_where_the_terms_do_not_allow_them() -> None:
    match = moved(begun(rests={SITI: Rest(away=NOW + 5 * DAY)}, away=False), NOW)
    assert match.clock
    assert match.clock.halt is None


class TestLive:
    def test_it_begins_when_both_are_ready(self) -> None:
        match = begun(Pace.BLITZ)
        with pytest.raises(NotReady):
            moved(match, NOW)
        one = match.say_ready(SITI, NOW + SECOND)
        with pytest.raises(AlreadyReady):
            one.say_ready(SITI, NOW + SECOND)
        both = one.say_ready(ADI, NOW + 5 * SECOND)
        assert both.clock
        assert (both.clock.since, both.happened) == (NOW + 5 * SECOND, Happening.BOTH_READY)
        with pytest.raises(AlreadyReady):
            both.say_ready(SITI, NOW + 6 * SECOND)
        assert moved(both, NOW + 6 * SECOND).game.ply == 1

    @pytest.mark.parametrize(("first", "told"), [(ADI, ADI), (SITI, None)])
    def test_whoever_is_to_move_is_told_that_it_has_begun_unless_they_began_it(
        self, first: str, told: str | None
    ) -> None:
        one = begun(Pace.BLITZ).say_ready(first, NOW)
        other = SITI if first == ADI else ADI
        assert notices_of(None, one, ()) == (Notice(other, Happening.READY, one.version),)
        both = one.say_ready(other, NOW + SECOND)
        assert [notice.player for notice in notices_of(one, both, ())] == ([told] if told else [])

    def test_it_is_called_off_when_one_does_not_come(self) -> None:
        match = begun(Pace.SITTING).say_ready(ADI, NOW)
        assert match.tick(NOW + READY_WITHIN - SECOND) == match
        assert match.tick(NOW + READY_WITHIN).status is Status.CALLED_OFF

    def test_no_time_left_is_a_loss_at_once(self) -> None:
        match = begun(Pace.BLITZ).say_ready(ADI, NOW).say_ready(SITI, NOW)
        assert match.tick(NOW + 91 * SECOND).status is Status.PLAYING
        over = match.tick(NOW + 92 * SECOND)
        assert over.game.outcome
        assert (over.game.outcome.ending, over.game.outcome.winner, over.status) == (Ending.TIME, 1, Status.OVER)

    @pytest.mark.parametrize("action", ["ask_pause", "give_day"])
    def test_it_has_no_pause_and_nobody_gives_time(self, action: str) -> None:
        match = begun(Pace.BLITZ)
        given_until = (NOW + DAY,) if action == "ask_pause" else ()
        with pytest.raises(LiveMatch):
            getattr(match, action)(SITI, *given_until, NOW)


class TestLate:
    def test_the_win_may_be_claimed_once_no_time_is_left(self) -> None:
        match, due = begun(), NOW + 96 * HOUR
        with pytest.raises(TimeLeft):
            match.claim(SITI, due - SECOND)
        over = match.claim(SITI, due)
        assert over.game.outcome
        assert (over.status, over.game.outcome.winner) == (Status.OVER, 1)

    def test_nobody_claims_against_themselves_or_a_stranger(self) -> None:
        late = begun().tick(NOW + 96 * HOUR)
        for act in (late.claim, late.call_off_late, late.give_day):
            with pytest.raises(OwnTimeOver):
                act(ADI, NOW + 96 * HOUR)
        with pytest.raises(NotInMatch):
            late.claim("nobody", NOW + 96 * HOUR)

    def test_who_moves_in_time_before_the_claim_has_moved(self) -> None:
        late = begun().tick(NOW + 96 * HOUR)
        with pytest.raises(OtherHasMoved):
            moved(late, NOW + 97 * HOUR).claim(SITI, NOW + 97 * HOUR)

    def test_it_may_be_called_off_though_both_have_moved(self) -> None:
        match = moved(moved(begun(), NOW), NOW)
        with pytest.raises(TimeLeft):
            match.call_off_late(SITI, NOW + HOUR)
        assert match.call_off_late(SITI, NOW + 96 * HOUR).status is Status.CALLED_OFF

    def test_a_day_may_be_given(self) -> None:
        late = begun().tick(NOW + 96 * HOUR)
        assert (late.happened, late.version) == (Happening.TIME_OVER, 3)
        kind = late.give_day(SITI, NOW + 96 * HOUR)
        assert kind.clock
        assert (kind.clock.stage, kind.clock.due) == (Stage.REMINDED, NOW + 120 * HOUR)
        with pytest.raises(TimeLeft):
            kind.claim(SITI, NOW + 97 * HOUR)

    @pytest.mark.parametrize("end", ["claim", "call_off_late"])
    def test_whatever_was_offered_lapses_by_the_claim(self, end: str) -> None:
        match = moved(moved(begun(), NOW), NOW)
        offered = match.offer_draw(ADI, NOW).ask_takeback(ADI, NOW).ask_pause(ADI, NOW + DAY, NOW)
        over = getattr(offered, end)(SITI, NOW + 96 * HOUR)
        assert (over.draw_offer, over.takeback, over.pause_asked, over.pause_until) == (None, None, None, None)

    def test_in_a_rated_match_it_is_lost_after_twelve_hours(self) -> None:
        match = begun(rated=True)
        assert match.tick(NOW + 108 * HOUR - SECOND).status is Status.PLAYING
        assert match.tick(NOW + 108 * HOUR).status is Status.OVER
        with pytest.raises(TimeLeft):
            match.claim(SITI, NOW + 97 * HOUR)

    def test_a_reminder_changes_nothing_that_is_shown(self) -> None:
        match = begun()
        reminded = match.tick(NOW + 20 * HOUR)
        assert reminded.clock
        assert (reminded.clock.stage, reminded.version) == (Stage.REMINDED, match.version)


class TestPause:
    def test_it_is_asked_for_and_allowed(self) -> None:
        until = NOW + 10 * DAY
        asked = begun().ask_pause(SITI, until, NOW)
        with pytest.raises(PauseAlreadyAsked):
            asked.ask_pause(SITI, until, NOW)
        with pytest.raises(NotForYou):
            asked.answer_pause(SITI, True, NOW)
        paused = asked.answer_pause(ADI, True, NOW + HOUR)
        assert paused.clock
        assert (paused.clock.halt, paused.clock.halt_until, paused.pause_asked) == (Halt.PAUSE, until, None)
        assert paused.tick(until).clock.left_at(until)[0] == 23 * HOUR  # type: ignore[union-attr]  # it has one
        assert paused.tick(until).happened is Happening.GOES_ON

    @pytest.mark.parametrize("halt", [Halt.PAUSE, Halt.FROZEN])
    def test_whoever_is_to_move_is_told_that_the_clock_goes_on_by_itself(self, halt: Halt) -> None:
        stopped = begun().ask_pause(SITI, NOW + DAY, NOW).answer_pause(ADI, True, NOW)
        on = stopped.tick(NOW + DAY)
        if halt is Halt.FROZEN:
            stopped = begun().stand(NOW, Halt.FROZEN)
            on = stopped.go_on(NOW + DAY, Halt.FROZEN)
        assert notices_of(stopped, on, ()) == (Notice(ADI, Happening.GOES_ON, on.version),)

    def test_whoever_comes_back_is_not_told_of_it_but_the_other_is(self) -> None:
        away = begun().stand(NOW, Halt.AWAY, NOW + DAY)
        back = away.go_on(NOW + HOUR, Halt.AWAY)
        assert notices_of(away, back, ()) == (Notice(SITI, Happening.GOES_ON, back.version),)

    def test_two_who_ask_agree(self) -> None:
        both = begun().ask_pause(SITI, NOW + DAY, NOW).ask_pause(ADI, NOW + 2 * DAY, NOW)
        assert both.happened is Happening.PAUSED

    def test_it_may_be_refused_and_moving_is_refusing(self) -> None:
        asked = begun().ask_pause(SITI, NOW + DAY, NOW)
        refused = asked.answer_pause(ADI, False, NOW)
        assert (refused.happened, refused.pause_asked) == (Happening.PAUSE_REFUSED, None)
        after = moved(asked, NOW)
        with pytest.raises(NoPauseAsked):
            after.answer_pause(ADI, True, NOW)

    def test_whoever_asked_for_it_may_withdraw(self) -> None:
        asked = begun().ask_pause(SITI, NOW + DAY, NOW)
        with pytest.raises(NothingOffered):
            asked.withdraw_offer(ADI, NOW)
        withdrawn = asked.withdraw_offer(SITI, NOW)
        assert (withdrawn.pause_asked, withdrawn.pause_until) == (None, None)
        assert withdrawn.ask_pause(SITI, NOW + DAY, NOW).pause_asked is not None

    def test_whoever_swaps_sides_keeps_their_time_and_the_turn_begins_anew(self) -> None:
        before = moved(moved(begun(), NOW + 100 * HOUR), NOW + 101 * HOUR)
        assert before.clock
        first, second = before.clock.banks
        assert first < second
        now = NOW + 110 * HOUR
        done = before.ask_swap(ADI, now).ask_pause(ADI, now + DAY, now).answer_swap(SITI, True, now)
        assert done.clock
        assert (done.clock.banks, done.banks[-1], done.clock.turn) == ((second, first), (second, first), 0)
        assert (done.clock.since, done.clock.left, done.pause_asked) == (now, 24 * HOUR, None)
        back = moved(done, now).undo(SITI, now)
        assert back.clock
        assert back.clock.banks == (second, first)

    def test_either_side_ends_it(self) -> None:
        paused = begun().ask_pause(SITI, NOW + DAY, NOW).answer_pause(ADI, True, NOW)
        for player in (ADI, SITI):
            assert paused.end_pause(player, NOW + HOUR).clock.since == NOW + HOUR  # type: ignore[union-attr]
        with pytest.raises(NotPaused):
            begun().end_pause(ADI, NOW)

    @pytest.mark.parametrize("until", [NOW, NOW - DAY, NOW + LONGEST_PAUSE + SECOND])
    def test_it_lasts_at_most_a_month_and_not_into_the_past(self, until: datetime) -> None:
        with pytest.raises(PauseTooLong):
            begun().ask_pause(SITI, until, NOW)
