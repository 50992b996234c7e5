"""The clock of a match at its seats: the time of each side, whose runs, and why it stands still."""

from datetime import timedelta

import pytest

from bot.app.entry.live_boards import LiveBoards
from bot.app.text.seat_clock import banks_told, seat_clocks
from bot.chat import LiveBoard, SeatClocks, TimeStyle
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.quiet_hours import QuietHours
from bot.matches.state import Rest
from bot.words import words
from tests.bot.app.visitors import Visitor
from tests.bot.kit import Clock
from tests.bot.matches.timed_matches import ADI, DAY, HOUR, NOW, SECOND, SITI, begun, moved

MINUTE = 60 * SECOND


def blitz() -> Match:
    return begun(Pace.BLITZ).say_ready(SITI, NOW).say_ready(ADI, NOW)


def at(match: Match, later: timedelta) -> SeatClocks:
    """The clock of a match some time after it began."""
    found = seat_clocks(match, words("en"), NOW + later)
    assert found
    return found


def times(match: Match, later: timedelta) -> list[tuple[timedelta, timedelta]]:
    return [(side.move, side.bank) for side in at(match, later).sides]


def states(match: Match, later: timedelta = HOUR) -> list[str]:
    return [side.state for side in at(match, later).sides]


class TestTimes:
    def test_the_time_for_the_move_runs_and_then_the_bank(self) -> None:
        other = (30 * SECOND, MINUTE)
        assert times(blitz(), 12 * SECOND) == [(18 * SECOND, MINUTE), other]
        assert times(blitz(), 40 * SECOND) == [(timedelta(), 50 * SECOND), other]
        assert times(blitz(), 2 * MINUTE) == [(timedelta(), timedelta()), other]

    def test_who_is_not_to_move_has_the_whole_move_and_their_bank(self) -> None:
        after = moved(blitz(), NOW + 42 * SECOND)  # two of them are forgiven
        assert times(after, 42 * SECOND) == [(30 * SECOND, 50 * SECOND), (30 * SECOND, MINUTE)]
        assert (at(after, 42 * SECOND).runs, at(after, 42 * SECOND).live) == (1, True)

    def test_days_are_no_live_clock(self) -> None:
        assert times(begun(), 2 * HOUR) == [(22 * HOUR, 3 * DAY), (DAY, 3 * DAY)]
        assert (at(begun(), HOUR).runs, at(begun(), HOUR).live) == (0, False)

    def test_there_is_none_without_a_clock_nor_after_the_end(self) -> None:
        for match in (begun(None), moved(blitz(), NOW).resign(ADI, NOW)):
            assert seat_clocks(match, words("en"), NOW) is None


class TestBanks:
    @pytest.mark.parametrize(
        ("used", "bank"),
        [
            (timedelta(), "bank 3 d"),
            (20 * HOUR, "bank 2 d 4 h"),
            (2 * DAY, "bank 1 d"),
            (2 * DAY + 19 * HOUR + 30 * MINUTE, "bank 4 h 30 min"),
            (2 * DAY + 22 * HOUR, "bank 2 h"),
            (2 * DAY + 23 * HOUR + MINUTE, "bank 59 min"),
        ],
    )
    def test_days_are_told_in_their_two_largest_units(self, used: timedelta, bank: str) -> None:
        assert banks_told(moved(begun(), NOW + DAY + used), words("en")) == (bank, "bank 3 d")

    def test_a_live_clock_is_told_in_digits_and_in_each_language(self) -> None:
        assert banks_told(moved(blitz(), NOW + 42 * SECOND), words("en")) == ("bank 0:50", "bank 1:00")
        late = moved(begun(), NOW + DAY + 20 * HOUR)
        assert banks_told(late, words("ms"))[0] == "simpanan 2 hari 4 jam"
        assert banks_told(late, words("id"))[0] == "simpanan 2 hr 4 jam"

    def test_there_is_none_without_a_clock_nor_after_the_end(self) -> None:
        for match in (begun(None), moved(blitz(), NOW).resign(ADI, NOW)):
            assert banks_told(match, words("en")) == ("", "")


class TestStates:
    def test_who_is_ready_is_said_at_their_seat(self) -> None:
        waiting = begun(Pace.BLITZ)
        assert states(waiting, SECOND) == ["not ready yet", "not ready yet"]
        assert states(waiting.say_ready(SITI, NOW), SECOND) == ["not ready yet", "ready"]
        assert at(waiting, MINUTE).runs is None
        assert states(blitz(), SECOND) == ["", ""]

    def test_at_night_no_time_runs_and_by_day_it_does(self) -> None:
        # NOW is noon in Kuala Lumpur.
        night = begun(rests={ADI: Rest(QuietHours("Asia/Kuala_Lumpur", 14 * 60, 20 * 60))})
        by_day, asleep = at(night, HOUR), at(night, 3 * HOUR)
        assert (by_day.runs, by_day.changes) == (0, NOW + 2 * HOUR)
        assert (asleep.runs, asleep.changes) == (None, NOW + 8 * HOUR)
        assert states(night, 3 * HOUR)[0].startswith("asleep until")
        until = asleep.sides[0].until
        assert until
        assert (until.moment, until.style) == (NOW + 8 * HOUR, TimeStyle.CLOCK)
        assert times(night, 3 * HOUR)[0] == (22 * HOUR, 3 * DAY)
        assert states(moved(night, NOW), 3 * HOUR) == ["", ""], "it is not their time that runs"

    def test_on_a_day_off_it_is_said_until_which_day(self) -> None:
        weekend = begun(rests={ADI: Rest(QuietHours("Asia/Kuala_Lumpur", 0, 0, (5, 6)))})
        assert at(weekend, HOUR).runs is None
        assert states(weekend, HOUR)[0] == "off until 23 Nov"

    def test_a_pause_is_of_both(self) -> None:
        paused = begun().ask_pause(ADI, NOW + 12 * DAY, NOW).answer_pause(SITI, True, NOW)
        assert states(paused) == ["paused until 3 Dec"] * 2
        assert at(paused, HOUR).runs is None

    def test_time_that_is_over_is_said_to_be(self) -> None:
        assert states(begun().tick(NOW + 96 * HOUR), 97 * HOUR) == ["time is over", ""]

    @pytest.mark.parametrize(
        ("language", "told"), [("ms", "dijeda hingga 3 Dis"), ("id", "dijeda sampai 3 Des")], ids=["ms", "id"]
    )
    def test_in_malay_and_indonesian(self, language: str, told: str) -> None:
        paused = begun().ask_pause(ADI, NOW + 12 * DAY, NOW).answer_pause(SITI, True, NOW)
        found = seat_clocks(paused, words(language), NOW)
        assert found
        assert found.sides[0].state == told


async def table(live: LiveBoards, visitor: Visitor, code: str) -> LiveBoard:
    found = await live.board(visitor.request(), code)
    assert isinstance(found, LiveBoard), found
    return found


async def test_the_board_calls_for_ready_and_takes_no_move_before(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock
) -> None:
    card = await adi.types("/play dam-8 first pace:blitz", opponent=siti)
    code = card.title.split()[0]
    await siti.sends(f"1:{code}:0:ac")
    mine, watched = await table(live, adi, code), await table(live, ros, code)
    assert (mine.ask, watched.ask) == ("Are you ready?", "It begins when both are ready.")
    assert mine.steps is None
    assert mine.ready
    assert mine.ready.terms == "White · Blitz: 0:30 a move, 1:00 in the bank"
    assert mine.ready.button
    assert "Ready" not in [action.label for action in mine.actions], "it stands in one place"
    assert watched.ready
    assert watched.ready.button is None
    await live.press(adi.request(), code, 0, mine.ready.button.kind, "")
    mine, hers = await table(live, adi, code), await table(live, siti, code)
    assert (mine.ask, hers.ask) == ("You are ready. Waiting for Siti.", "Adi is ready. Are you?")
    assert mine.ready
    assert mine.ready.button is None
    assert hers.ready
    assert hers.ready.button
    await live.press(siti.request(), code, 0, hers.ready.button.kind, "")
    clock.forward(seconds=10)
    going = await table(live, adi, code)
    assert (going.ready, going.ask) == (None, "Which piece?")
    assert going.steps
    assert going.clock
    assert going.clock.sides[0].move == going.now - clock.now + timedelta(seconds=20)
    assert not [line for line in going.lines if "in the bank" in line], "seconds are counted at the seats"
    assert "in the bank" in (await adi.types(f"/board {code}")).text, "in chats they are words"
