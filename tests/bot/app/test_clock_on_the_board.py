"""A match with a clock as people read and press it: from the terms of an invitation to the time that is over."""

from datetime import timedelta

import pytest

from bot.app.text.clock import clock_text
from bot.chat import TimeStyle
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.quiet_hours import QuietHours
from bot.matches.state import Rest
from bot.matches.status import Status
from bot.services.services import Services
from bot.words import words
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import DAM_8, Clock
from tests.bot.matches.timed_matches import ADI, DAY, HOUR, NOW, SECOND, SITI, begun, moved

NAMES = ("Adi", "Siti")


def told(match: Match, now: timedelta, language: str = "en") -> str:
    """The words on the clock some time after the match began."""
    return "\n".join(clock_text(match, NAMES, words(language), NOW + now).lines)


class TestWords:
    @pytest.mark.parametrize(
        ("later", "line"),
        [
            (timedelta(), "Time for this move ends in 24 hours; then 3 days in the bank."),
            (2 * HOUR, "Time for this move ends in 22 hours; then 3 days in the bank."),
            (26 * HOUR, "The bank is in use and runs out in 3 days."),
            (94 * HOUR, "The bank is in use and runs out in 2 hours."),
        ],
    )
    def test_the_time_for_the_move_and_then_the_bank(self, later: timedelta, line: str) -> None:
        assert told(begun(), later) == line

    def test_a_moment_is_told_so_that_each_reader_sees_it_in_their_zone(self) -> None:
        (moment,) = clock_text(begun(), NAMES, words("en"), NOW).moments
        assert (moment.moment, moment.style) == (NOW + DAY, TimeStyle.RELATIVE)

    def test_it_lapses_when_the_bank_begins_to_run_and_not_before(self) -> None:
        assert clock_text(begun(), NAMES, words("en"), NOW).lapses == NOW + DAY
        assert clock_text(begun(), NAMES, words("en"), NOW + 25 * HOUR).lapses is None

    def test_who_sleeps_is_said_to_sleep(self) -> None:
        # NOW is noon in Kuala Lumpur: these quiet hours have just begun
        asleep = begun(rests={ADI: Rest(QuietHours("Asia/Kuala_Lumpur", 11 * 60, 17 * 60))})
        text = clock_text(asleep, NAMES, words("en"), NOW)
        assert text.lines == (
            "Adi sleeps and is told in the morning; the clock goes on in 5 hours.",
            "Left for this move: 24 hours; in the bank: 3 days.",
        )
        assert text.lapses == NOW + 5 * HOUR

    def test_who_has_a_day_off_is_not_said_to_sleep(self) -> None:
        # NOW is a Saturday
        free = begun(rests={ADI: Rest(QuietHours("Asia/Kuala_Lumpur", 0, 8 * 60, (5,)))})
        text = clock_text(free, NAMES, words("en"), NOW)
        assert text.lines[0] == "Adi has time off and is told after it; the clock goes on in 20 hours."
        assert text.lapses == NOW + 20 * HOUR
        soon = begun(rests={ADI: Rest(QuietHours("Asia/Kuala_Lumpur", 0, 0, (6,)))})
        assert told(soon, timedelta()) == (
            "Time for this move ends in 2 days; then 3 days in the bank. Days off do not count."
        )

    def test_why_a_day_takes_longer_is_said(self) -> None:
        night = begun(rests={ADI: Rest(QuietHours("Asia/Kuala_Lumpur", 23 * 60, 7 * 60))})
        assert told(night, timedelta()) == (
            "Time for this move ends in 32 hours; then 3 days in the bank. Quiet hours do not count."
        )

    def test_the_opponent_of_a_late_player_may_claim(self) -> None:
        assert told(begun().tick(NOW + 96 * HOUR), 96 * HOUR) == "Adi's time is over. Siti may claim the win."

    def test_in_a_rated_match_it_is_said_when_it_is_lost(self) -> None:
        late = begun(rated=True).tick(NOW + 96 * HOUR)
        assert told(late, 97 * HOUR) == "Adi's time is over. It counts as lost in 11 hours, unless they move."

    def test_a_live_match_waits_for_both(self) -> None:
        live = begun(Pace.BLITZ)
        assert told(live, SECOND) == (
            "It begins when both press Ready, within 10 minutes.\nBlitz: 30 seconds a move, 1 minute in the bank"
        )
        ready = live.say_ready(SITI, NOW)
        assert told(ready, SECOND).startswith("Siti is ready. It begins when Adi presses Ready too.")
        going = ready.say_ready(ADI, NOW)
        assert told(going, 40 * SECOND) == "0:00 for this move, 0:50 in the bank: all is used up in 50 seconds."

    def test_a_pause_is_asked_for_and_told(self) -> None:
        asked = begun().ask_pause(ADI, NOW + 12 * DAY, NOW)
        assert told(asked, HOUR).startswith("Adi asks for a pause until 3 Dec.\nTime for this move ends")
        paused = asked.answer_pause(SITI, True, NOW)
        assert told(paused, HOUR) == "Paused until 3 Dec. Either of you may go on."

    def test_in_malay_and_indonesian(self) -> None:
        assert told(begun(), 2 * HOUR, "ms") == (
            "Masa untuk gerakan ini tamat dalam 22 jam; kemudian ada simpanan 3 hari."
        )
        assert told(begun(), 2 * HOUR, "id") == (
            "Waktu untuk langkah ini habis dalam 22 jam; kemudian ada simpanan 3 hari."
        )

    def test_nothing_is_told_without_a_clock_nor_after_the_end(self) -> None:
        assert told(begun(None), HOUR) == ""
        assert told(moved(begun(), NOW).resign(ADI, NOW), HOUR) == ""


async def shown(services: Services, visitor: Visitor, code: str) -> Seen:
    """The board as this person sees it now."""
    await services.time.tick_due()
    return await visitor.types(f"/board {code}")


class TestTerms:
    async def test_people_play_relaxed_unless_they_say_otherwise(self, adi: Visitor, siti: Visitor) -> None:
        card = await adi.types("/play dam-8 first", opponent=siti)
        assert "\nRelaxed: 1 day a move, 3 days in the bank · days away allowed\n" in card.text

    async def test_the_picture_has_the_banks_and_does_not_change_because_time_passes(
        self, adi: Visitor, siti: Visitor, services: Services, clock: Clock
    ) -> None:
        code, _ = await begin(adi, siti, "dam-8 pace:relaxed")
        before = await shown(services, adi, code)
        clock.forward(hours=30)
        after = await shown(services, adi, code)
        assert before.picture
        assert "White: bank 3 d. Black: bank 3 d." in before.picture.alt
        assert after.picture == before.picture
        assert after.text != before.text

    @pytest.mark.parametrize(
        ("typed", "line"),
        [
            ("pace:blitz", "Blitz: 30 seconds a move, 1 minute in the bank"),
            ("kopi", "Coffee: 8 hours a move, 1 day in the bank · days away allowed"),
            ("pace:none", "No clock"),
        ],
    )
    async def test_a_pace_is_chosen_with_the_invitation(
        self, adi: Visitor, siti: Visitor, typed: str, line: str
    ) -> None:
        assert f"\n{line}\n" in (await adi.types(f"/play dam-8 first {typed}", opponent=siti)).text

    async def test_an_unknown_pace_is_named_and_the_others_are_listed(self, adi: Visitor, siti: Visitor) -> None:
        answer = await adi.types("/play dam-8 pace:fast", opponent=siti)
        assert answer.text == (
            "There is no pace called fast. There are: Blitz, Sitting, Coffee, Relaxed, Slow and No clock."
        )

    async def test_a_pace_is_chosen_in_the_panel(self, adi: Visitor) -> None:
        panel = await adi.types("/play dam-8")
        assert "Pace: Relaxed" in labels(panel)
        first = await adi.presses(panel, "White")
        paces = await adi.presses(first, "Pace: Relaxed")
        slow = await adi.presses(paces, "Slow: 3 days a move")
        assert {"Pace: Slow", "✓ White"} <= {*labels(slow)}
        card = await adi.presses(slow, "Anybody")
        assert "Adi plays White." in card.text
        assert "Slow: 3 days a move, 3 days in the bank" in card.text

    async def test_a_pace_goes_along_while_a_game_is_looked_for(self, adi: Visitor, siti: Visitor) -> None:
        panel = await adi.types("/play pace:coffee", opponent=siti)
        card = await adi.presses(panel, "Main tapal empat")
        if "Accept" not in labels(card):
            card = await adi.presses(card, "Main tapal empat")
        assert "Coffee: 8 hours a move" in card.text

    @pytest.mark.parametrize("typed", ["away:no", "away:tidak pace:relaxed"])
    async def test_days_away_may_be_excluded(self, adi: Visitor, siti: Visitor, typed: str) -> None:
        card = await adi.types(f"/play dam-8 first {typed}", opponent=siti)
        assert "Relaxed: 1 day a move, 3 days in the bank · without days away" in card.text

    async def test_days_away_are_excluded_in_the_panel_of_the_paces(self, adi: Visitor) -> None:
        panel = await adi.types("/play dam-8 pace:slow")
        without = await adi.presses(await adi.presses(panel, "Pace: Slow"), "Without days away")
        assert "Slow: 3 days a move, 3 days in the bank · without days away" in without.text
        paces = await adi.presses(without, "Pace: Slow")
        assert "Days away allowed" in labels(paces)
        assert "Blitz: 30 seconds a move, 1 minute in the bank" in labels(paces), "no days there"
        coffee = await adi.presses(await adi.presses(paces, "Coffee"), "Black")
        assert "without days away" in (await adi.presses(coffee, "Anybody")).text
        allowed = await adi.presses(paces, "Days away allowed")
        assert "days away allowed" in (await adi.presses(allowed, "Anybody")).text

    async def test_they_are_no_question_where_there_are_no_days(self, adi: Visitor, siti: Visitor) -> None:
        for pace in ("blitz", "none"):
            refused = await adi.types(f"/play dam-8 away:no pace:{pace}", opponent=siti)
            assert refused.text.startswith("Days away stop clocks in matches over days only.")
            panel = await adi.presses(await adi.types(f"/play dam-8 pace:{pace}"), "Pace: ")
            assert "Without days away" not in labels(panel)
        assert "between two people only" in (await adi.types("/play computer 3 dam-8 away:no")).text
        assert not (await adi.types("/play practice dam-8 away:no")).private, "it has no clock anyway"

    async def test_days_away_are_yes_or_no(self, adi: Visitor, siti: Visitor) -> None:
        asked = await adi.types("/play dam-8 away:perhaps", opponent=siti)
        assert asked.text == "Behind away: stands yes or no. With no, days away do not stop the clocks."

    async def test_terms_go_along_while_a_game_is_looked_for(self, adi: Visitor, siti: Visitor) -> None:
        panel = await adi.types("/play away:no", opponent=siti)
        card = await adi.presses(panel, "Main tapal empat")
        if "Accept" not in labels(card):
            card = await adi.presses(card, "Main tapal empat")
        assert "without days away" in card.text

    async def test_terms_that_no_button_has_are_refused(self, adi: Visitor) -> None:
        for letter in ["B", "N", "x", "rr"]:
            answer = await adi.sends(f"1:-:0:nw:{DAM_8.short_id}:random:{letter}")
            assert answer.text.startswith("This button is no longer in use."), letter

    async def test_the_computer_has_no_clock(self, adi: Visitor) -> None:
        assert "between two people only" in (await adi.types("/play computer 3 dam-8 pace:blitz")).text


class TestTime:
    @pytest.fixture
    async def late(self, adi: Visitor, siti: Visitor, services: Services, clock: Clock) -> str:
        """The code of a match in which Siti is to move, and has no time left."""
        code, _ = await begin(adi, siti)
        await adi.moves("c3-d4")
        siti_id = (await services.people.player(siti.person)).id
        await services.people.change_settings(siti_id, auto_away="no")
        clock.forward(hours=96)
        return code

    async def test_the_board_offers_what_the_waiting_player_may_do(
        self, adi: Visitor, siti: Visitor, services: Services, late: str
    ) -> None:
        board = await shown(services, adi, late)
        assert "Siti (Black) to move.\nSiti's time is over. Adi may claim the win." in board.text
        assert labels(board)[-6:-2] == ["Claim the win", "Call it off", "Give a day", "Nudge"]
        hers = await shown(services, siti, late)
        assert (await siti.presses(hers, "Claim the win")).text.startswith("It is your own time that is over.")
        await adi.presses(board, "Claim the win")
        match = await services.matches.get(late)
        assert match.status is Status.OVER
        assert "Adi wins on time: Siti has none left." in (await shown(services, siti, late)).text

    async def test_who_moves_before_the_claim_plays_on(
        self, adi: Visitor, siti: Visitor, services: Services, late: str
    ) -> None:
        board = await shown(services, adi, late)
        await siti.moves("b6-a5")
        assert (await adi.presses(board, "Claim the win")).text == "Your opponent has just moved."
        assert (await services.matches.get(late)).status is Status.PLAYING

    async def test_a_day_may_be_given(self, adi: Visitor, services: Services, late: str) -> None:
        await adi.presses(await shown(services, adi, late), "Give a day")
        assert "The bank is in use and runs out in 24 hours." in (await shown(services, adi, late)).text

    async def test_it_may_be_called_off(self, adi: Visitor, siti: Visitor, services: Services, late: str) -> None:
        await adi.presses(await shown(services, adi, late), "Call it off")
        assert (await shown(services, siti, late)).text.endswith("Adi called the match off: no result.")

    async def test_both_press_ready(self, adi: Visitor, siti: Visitor, services: Services, clock: Clock) -> None:
        code, _ = await begin(adi, siti, "dam-8 pace:blitz")
        assert "both of you have pressed Ready" in (await adi.moves("c3-d4")).text
        board = await shown(services, adi, code)
        assert labels(board) == ["Ready", "My view", "More", "Say...", "Note"]
        await adi.presses(board, "Ready")
        await siti.presses(await shown(services, siti, code), "Ready 1/2")
        assert "0:30 for this move, 1:00 in the bank" in (await shown(services, siti, code)).text
        clock.forward(seconds=93)
        assert "Siti wins on time: Adi has none left." in (await shown(services, siti, code)).text

    async def test_a_pause_by_agreement(self, adi: Visitor, siti: Visitor, services: Services) -> None:
        code, _ = await begin(adi, siti)
        more = await adi.presses(await shown(services, adi, code), "More")
        assert (
            await adi.presses(await adi.presses(more, "Pause"), "3 days")
        ).text == "You asked for a pause of 3 days."
        asked = await shown(services, siti, code)
        assert "Adi asks for a pause until" in asked.text
        await siti.presses(asked, "Agree to the pause")
        paused = await shown(services, adi, code)
        assert "Either of you may go on." in paused.text
        await adi.presses(paused, "Go on")
        assert "Time for this move ends in" in (await shown(services, adi, code)).text


async def test_a_private_view_changes_when_what_it_tells_of_the_clock_lapses(
    adi: Visitor, siti: Visitor, clock: Clock
) -> None:
    code, _ = await begin(adi, siti)
    view = await adi.types(f"/board {code}")
    assert view.updates
    clock.forward(hours=24)
    assert "The bank is in use and runs out in" in (await anext(view.updates)).text
    await view.updates.aclose()  # type: ignore[attr-defined]
