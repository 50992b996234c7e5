"""Tamperings with the clocks of matches, with days away and with the pulse."""

from collections.abc import Mapping

from tests.bot.services.tampered_matches import FAR

CLOCKS: Mapping[str, tuple[str, ...]] = {
    "falls due at": (
        "timed: wake = wake + 1",
        "timed: wake = NULL",
        "timed: runs_since = runs_since - 3600000000",
        "timed: move_left = move_left - 1",
        "timed: stage = 1",
        "timed: stage = 2",
        "timed: quiet = 'Asia/Jakarta 1380 420'",
        "timed: rated = 0, stage = 3",
        "paused: halt_until = halt_until + 1",
        "paused: wake = NULL",
        "away: halt_until = NULL",
        "waiting: halt_until = halt_until + 1",
        "late: wake = 1800000000000000",
    ),
    "has another bank for side": (
        "timed: bank_0 = bank_0 + 1",
        "timed: bank_0 = 0",
        "paused: bank_0 = bank_0 - 1",
    ),
    "has more time for the move than its pace gives": (
        "timed: move_left = move_left + 1, wake = wake + 1",
        "paused: move_left = 28800000001",
        "waiting: pace = 'coffee', move_left = 30000000000",
    ),
    "is in an era that has not begun": ("timed: era = 9", "paused: era = 9"),
    "a clock runs while the match is played, or says why not": (
        "timed: runs_since = NULL",
        "paused: halt = NULL, halt_until = NULL",
        "paused: runs_since = changed",
    ),
    "a match that is played at a pace has a clock with all its values": (
        "timed: bank_0 = NULL",
        "timed: pace = NULL, rated = 0",
        "timed: era = NULL",
        "playing: pace = 'coffee'",
        "playing: bank_0 = 0, bank_1 = 0, move_left = 0, stage = 0, era = 0, runs_since = changed",
        "resigned: runs_since = changed",
    ),
    "the time left is not negative": ("timed: bank_1 = -1", "timed: move_left = -1", "timed: stage = 9"),
    "there is no such pace": ("timed: pace = 'bullet'",),
    "a rated match has a pace": ("playing: rated = 1", "playing: away_ok = 2", "playing: watched = 2"),
    "a clock is stopped for a reason": ("paused: halt = 'asleep'",),
    "only a stopped clock is stopped until a moment": ("timed: halt_until = changed",),
    "one of the two is ready where the match waits for that": ("waiting: ready = 2", "timed: ready = 0"),
    "a pause is asked for until a moment": ("timed: pause_asked = 0", "paused: pause_until = changed"),
    "a nudge has a moment": ("timed: happened = 'nudged'", "waiting: status = 'invited', nudged_at = changed"),
    "a turn has two nudges at most": ("timed: nudges = 3, nudged_at = changed", "timed: nudges = 1"),
    "is no quiet hours": ("timed: quiet = 'Mars/Base 1380 420'", "timed: quiet = 'always'"),
    "which a live match does not have": ("waiting: quiet = 'Asia/Jakarta 1380 420'",),
    "a moment lies between 1970 and 9999": (
        f"timed: runs_since = {FAR}",
        f"paused: halt_until = {FAR}",
        f"timed: nudged_at = {FAR}",
    ),
}
TIMES: Mapping[str, tuple[str, ...]] = {
    "does not say what was left in the bank": ("UPDATE moves SET bank = NULL WHERE match = '{timed}' AND ply = 2",),
    "has another bank for side": ("UPDATE moves SET bank = bank - 1 WHERE match = '{timed}' AND ply = 3",),
    "the time left is not negative": ("UPDATE moves SET bank = -1 WHERE match = '{timed}' AND ply = 1",),
    "days away end after they began": ("UPDATE away SET ended = began - 1",),
    "a flag is 0 or 1": ("UPDATE away SET by_itself = 2",),
    "which is not there": ("UPDATE away SET player = 'nobody'",),
    "is away until a moment at which no days away end": (
        "DELETE FROM away",
        "UPDATE away SET ended = ended + 1",
        "UPDATE players SET away_until = away_until + 1 WHERE id = '{nur}'",
    ),
    "days off are one or two days of the week in a zone": (
        "UPDATE players SET days_off = '7' WHERE id = '{nur}'",
        "UPDATE players SET zone = NULL, quiet = NULL, days_off = '5' WHERE id = '{nur}'",
    ),
    "days away that lie ahead have a begin and a later end": (
        "UPDATE players SET planned_from = 5, planned_until = 5 WHERE id = '{nur}'",
        "UPDATE players SET planned_until = 5 WHERE id = '{nur}'",
    ),
    "quiet hours are hours of a zone": ("UPDATE players SET zone = NULL WHERE id = '{nur}'",),
    "has invalid quiet hours": ("UPDATE players SET quiet = '0 1000' WHERE id = '{nur}'",),
    "has zone Mars/Base, which there is not": (
        "UPDATE players SET zone = 'Mars/Base' WHERE id = '{nur}'",
        "UPDATE players SET zone = 'Mars/Base' WHERE id = '{adi}'",
    ),
    "has zone , which there is not": ("UPDATE players SET zone = '' WHERE id = '{adi}'",),
    "days away begin automatically or do not": ("UPDATE players SET auto_away = 'maybe' WHERE id = '{nur}'",),
    "there is one pulse": ("UPDATE pulse SET id = 1", "UPDATE pulse SET era = -1"),
    "a gap has a begin and an end": ("UPDATE pulse SET gap_begin = NULL",),
    "is in an era that has not begun": ("UPDATE pulse SET era = 0", "DELETE FROM pulse"),
}
