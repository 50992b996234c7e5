"""Who cannot be reached, or has left for good: the clock stands, and after three days the other decides."""

from dataclasses import replace

import pytest

from bot.matches.clock import Halt
from bot.matches.happening import Happening
from bot.matches.limits import UNREACHABLE_FOR
from bot.matches.match import Match
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
