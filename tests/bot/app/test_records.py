"""The time of a match in its record; records themselves are tested in tests/engine/test_records.py."""

from datetime import timedelta

from bot.app.match.export import record_of
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.terms import Terms
from bot.services.match.matches import MatchAction, Player
from bot.services.services import Services
from engine.record import parse_record
from engine.ruleset import Ending
from tests.bot.app.visitors import Visitor
from tests.bot.kit import Clock, event, play
from tests.bot.kit import begun as in_room
from tests.bot.matches.timed_matches import ADI, DAY, HOUR, NOW, SECOND, SITI, begun, moved

NAMES = ("Adi", "Siti")


def timed() -> Match:
    """Four moves at 1 day a move: two within the day, and two that take an hour, and half a minute, of the bank."""
    match = begun()
    for spent in (HOUR, DAY + HOUR, DAY + 30 * SECOND, timedelta()):
        match = moved(match, (match.moved_at or NOW) + spent)
    return match


def test_it_says_what_was_left_in_the_bank_after_each_move() -> None:
    text = record_of(timed(), NAMES)
    assert '[TimeControl "1/86400"]\n[Bank "72:00:00"]\n[Pace "relaxed"]\n' in text
    words = text.splitlines()[-1].split("{")
    assert [word.partition("}")[0] for word in words[1:]] == [
        "[%clk 72:00:00]",
        "[%clk 71:00:00]",
        "[%clk 71:59:30]",
        "[%clk 71:00:00]",
    ]
    assert words[1].split()[2] == "a7-b6", "no number stands there again"
    assert parse_record(text).game == timed().game


def test_moves_that_were_taken_back_leave_nothing() -> None:
    match = timed()
    assert match.moved_at
    undone = match.undo(SITI, match.moved_at)
    assert record_of(undone, NAMES).count("%clk") == 3


def test_a_match_without_a_clock_says_nothing_of_time() -> None:
    text = record_of(moved(begun(None), NOW), NAMES)
    assert not any(word in text for word in ("TimeControl", "Bank", "Pace", "%clk", "{"))


def test_every_pace_says_its_times() -> None:
    said = {pace: parse_record(record_of(begun(pace), NAMES)).tags for pace in Pace}
    assert {pace.value: (tags["TimeControl"], tags["Bank"], tags["Pace"]) for pace, tags in said.items()} == {
        "blitz": ("1/30", "0:01:00", "blitz"),
        "sitting": ("1/300", "0:10:00", "sitting"),
        "coffee": ("1/28800", "24:00:00", "coffee"),
        "relaxed": ("1/86400", "72:00:00", "relaxed"),
        "slow": ("1/259200", "72:00:00", "slow"),
    }


def test_a_match_that_is_lost_on_time_says_so() -> None:
    match = moved(begun(rated=True), NOW)
    late = match.tick(NOW + 5 * DAY)
    text = record_of(late, NAMES)
    assert '[Result "1-0"]\n[Termination "time forfeit"]' in text
    read = parse_record(text).game
    assert read.outcome
    assert (read.outcome.ending, read.outcome.winner) == (Ending.TIME, late.seats.index(ADI))


def ready(player: Player) -> MatchAction:
    return lambda match, now: match.say_ready(player.id, now)


async def test_copy_gives_out_the_times(adi: Visitor, services: Services, clock: Clock) -> None:
    match, *players, _ = await in_room(services, terms=Terms(Pace.SITTING))
    for player in players:
        await services.matches.act(event(), player, match.code, ready(player))
    clock.forward(minutes=6)
    await play(services, match, *players)
    more = await adi.presses(await adi.types(f"/board {match.code}"), "More")
    copied = (await adi.presses(more, "Export...")).code
    assert '[TimeControl "1/300"]' in copied
    assert "{[%clk 0:09:02]} *" in copied, "a minute of the ten, but for two seconds of lag"
