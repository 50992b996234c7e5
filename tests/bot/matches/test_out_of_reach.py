"""A player who cannot be reached, or has left for good: the clock stands, and after three days the other decides."""

from dataclasses import replace

import pytest

from bot.matches.clock import Halt, Stage
from bot.matches.happening import Happening
from bot.matches.limits import UNREACHABLE_FOR
from bot.matches.match import Match
from bot.matches.notices import is_true, most_telling, notices_of
from bot.matches.pace import Pace
from bot.matches.refusals import (
    AlreadyStands,
    OtherHasMoved,
    TimeLeft,
)
from bot.matches.status import Status
from engine.ruleset import Ending
from tests.bot.matches.timed_matches import ADI, DAY, HOUR, NOW, SECOND, SITI, begun, left, moved


def test_who_cannot_be_reached_loses_no_time() -> None:
    frozen = begun().stand(NOW + HOUR, Halt.FROZEN)
    assert frozen.tick(NOW + 1000 * DAY) == frozen
    back = frozen.go_on(NOW + 1000 * DAY, Halt.FROZEN)
    assert left(back, NOW + 1000 * DAY) == (23 * HOUR, 72 * HOUR)
    assert back.go_on(NOW + 1000 * DAY, Halt.AWAY) == back


class TestLeftChat:
    """Adi, who is to move, has left the chat of the match."""

    def test_is_asked_for_at_each_stage_of_a_turn_and_never_in_between(self) -> None:
        match = begun(rated=True)
        for hours in (18, 86.4, 96, 108):
            assert not match.asks_for_mover(NOW + hours * HOUR - SECOND)
            assert match.asks_for_mover(NOW + hours * HOUR)
            match = match.tick(NOW + hours * HOUR)
            assert not match.asks_for_mover(NOW + hours * HOUR)
        assert match.status is Status.OVER

    @pytest.mark.parametrize("halt", [Halt.AWAY, Halt.FROZEN, Halt.LEFT])
    def test_is_not_asked_for_while_the_clock_stands_for_another_reason(self, halt: Halt) -> None:
        stopped = begun().stand(NOW, halt, NOW + 200 * HOUR)
        assert not stopped.asks_for_mover(NOW + 100 * HOUR)

    def test_is_asked_for_when_days_away_end_and_the_time_is_over_with_them(self) -> None:
        away = begun().excuse(NOW + 96 * HOUR, NOW + 168 * HOUR)
        assert not away.asks_for_mover(NOW + 168 * HOUR - SECOND)
        assert away.asks_for_mover(NOW + 168 * HOUR)
        gone = away.leave_chat(NOW + 168 * HOUR)
        assert gone.clock
        assert (gone.clock.halt, gone.clock.stage, gone.happened) == (
            Halt.LEFT_CHAT,
            Stage.LAST_CALL,
            Happening.UNREACHABLE,
        )

    def test_is_not_asked_for_where_there_is_no_clock_or_a_live_one(self) -> None:
        assert not begun(None).asks_for_mover(NOW + 1000 * DAY)
        live = begun(Pace.BLITZ).say_ready(ADI, NOW).say_ready(SITI, NOW)
        assert not live.asks_for_mover(NOW + DAY)

    @pytest.mark.parametrize("rated", [False, True])
    def test_loses_no_time_and_the_other_may_end_the_match_after_three_days(self, rated: bool) -> None:
        gone = begun(rated=rated).leave_chat(NOW + 18 * HOUR)
        assert [(each.player, each.what) for each in notices_of(begun(rated=rated), gone, ())] == [
            (ADI, Happening.UNREACHABLE),
            (SITI, Happening.UNREACHABLE),
        ]
        assert (gone.happened, gone.actor) == (Happening.UNREACHABLE, ADI)
        assert gone.tick(NOW + 18 * HOUR + UNREACHABLE_FOR - SECOND) == gone
        end = NOW + 18 * HOUR + UNREACHABLE_FOR
        assert gone.asks_for_mover(end)
        for ends in (gone.call_off_late, gone.claim):
            with pytest.raises(TimeLeft):
                ends(SITI, end - SECOND)
        still = gone.leave_chat(end)
        assert still == gone.tick(end)
        assert not still.asks_for_mover(end + 1000 * DAY), "it is not asked again"
        assert still.call_off_late(SITI, end).status is Status.CALLED_OFF
        if rated:  # else whoever throws a player out of a group wins points by it
            with pytest.raises(TimeLeft):
                still.claim(SITI, end)
            return
        won = still.claim(SITI, end)
        assert won.game.outcome
        assert (won.game.outcome.winner, won.game.outcome.ending) == (1, Ending.TIME)
        for ends in (still.call_off_late, still.claim):
            with pytest.raises(OtherHasMoved):
                ends(ADI, end)

    def test_is_back(self) -> None:
        gone = begun().leave_chat(NOW + 18 * HOUR)
        assert gone.go_on(NOW + DAY, Halt.FROZEN) == gone, "a board that can be shown does not bring them back"
        back = gone.go_on(NOW + 1000 * DAY, Halt.LEFT_CHAT)
        assert (back.happened, back.actor) == (Happening.GOES_ON, ADI)
        assert left(back, NOW + 1000 * DAY) == (6 * HOUR, 72 * HOUR)

    def test_moves(self) -> None:
        on = moved(begun().leave_chat(NOW + 18 * HOUR), NOW + 50 * HOUR)
        assert on.clock
        assert (on.clock.halt, on.clock.turn, on.clock.since) == (None, 1, NOW + 50 * HOUR)

    def test_leaves_a_match_that_is_over_or_has_no_clock_as_it_is(self) -> None:
        over = begun().resign(SITI, NOW)
        assert over.leave_chat(NOW + HOUR) is over
        untimed = begun(None)
        assert untimed.leave_chat(NOW + HOUR) is untimed


class TestGone:
    """Adi, who is to move, or Siti has left for good."""

    @pytest.fixture(params=[ADI, SITI])
    def leaver(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    @pytest.fixture
    def gone(self, leaver: str) -> Match:
        played = moved(moved(begun(), NOW), NOW)
        return played.leave(leaver, NOW + HOUR)

    def test_the_other_may_claim_the_win_after_three_days(self, gone: Match, leaver: str) -> None:
        other, end = gone.other_of(leaver), NOW + HOUR + UNREACHABLE_FOR
        assert (gone.status, gone.happened) == (Status.PLAYING, Happening.LEFT)
        with pytest.raises(TimeLeft):
            gone.claim(other, end - SECOND)
        over = gone.tick(end)
        assert over.happened is Happening.TIME_OVER
        won = over.claim(other, end)
        assert won.game.outcome
        assert (won.game.outcome.winner, won.game.outcome.ending) == (won.seats.index(other), Ending.RESIGNATION)

    def test_or_call_it_off(self, gone: Match, leaver: str) -> None:
        other, end = gone.other_of(leaver), NOW + HOUR + UNREACHABLE_FOR
        assert gone.call_off_late(other, end).status is Status.CALLED_OFF

    def test_whatever_is_done_meanwhile_gives_the_one_who_left_no_more_time(self, gone: Match, leaver: str) -> None:
        other, now = gone.other_of(leaver), NOW + 2 * HOUR
        asked = replace(gone, takeback=gone.seats.index(leaver)).answer_takeback(other, True, now)
        for after in (asked, moved(gone, now), gone.offer_draw(other, now)):
            assert after.clock
            assert (after.clock.halt, after.clock.halt_until) == (Halt.LEFT, NOW + HOUR + UNREACHABLE_FOR)
        with pytest.raises(AlreadyStands):
            gone.ask_pause(other, now + DAY, now)
        with pytest.raises((AlreadyStands, OtherHasMoved)):
            gone.give_day(other, now)

    def test_before_both_have_moved_it_is_called_off(self, leaver: str) -> None:
        assert moved(begun(), NOW).leave(leaver, NOW).status is Status.CALLED_OFF

    @pytest.mark.parametrize("pace", [None, Pace.BLITZ])
    def test_without_a_clock_that_could_stand_it_is_given_up(self, leaver: str, pace: Pace | None) -> None:
        match = begun(pace)
        if pace:
            match = match.say_ready(ADI, NOW).say_ready(SITI, NOW)
        gone = moved(moved(match, NOW), NOW).leave(leaver, NOW)
        assert (gone.status, gone.happened) == (Status.OVER, Happening.RESIGNED)


def test_who_waits_for_somebody_out_of_reach_may_call_it_off_after_three_days_and_never_wins() -> None:
    frozen = begun().stand(NOW, Halt.FROZEN, NOW + UNREACHABLE_FOR)
    for late in (NOW + UNREACHABLE_FOR - SECOND, NOW + UNREACHABLE_FOR):
        with pytest.raises(TimeLeft):
            frozen.claim(SITI, late)
    with pytest.raises(TimeLeft):
        frozen.call_off_late(SITI, NOW + UNREACHABLE_FOR - SECOND)
    assert frozen.call_off_late(SITI, NOW + UNREACHABLE_FOR).status is Status.CALLED_OFF


def test_where_the_clock_stood_for_a_moment_after_a_move_the_move_is_told() -> None:
    """A player who is told only that the clock goes on does not know what was played."""
    before = moved(begun(), NOW)
    played = moved(before, NOW)
    stopped = played.stand(NOW, Halt.FROZEN)
    goes_on = stopped.go_on(NOW, Halt.FROZEN)
    told = [*notices_of(before, played, ()), *notices_of(stopped, goes_on, ())]
    assert [(each.player, each.what) for each in told] == [(ADI, Happening.MOVED), (ADI, Happening.GOES_ON)]
    assert all(is_true(each, goes_on) for each in told)
    assert most_telling(told).what is Happening.MOVED
    assert most_telling(told[1:]).what is Happening.GOES_ON
    offered = goes_on.offer_draw(SITI, NOW)
    assert most_telling([*told, *notices_of(goes_on, offered, ())]).what is Happening.DRAW_OFFERED
