"""The rules for the columns of a match that hold its terms and its clock."""

from bot.matches.clock import Halt, Stage
from bot.store.rule import BEGUN, Rule, one_of
from bot.store.term_columns import term_rules

CLOCK = (
    *term_rules(),
    Rule(
        "mirror_of",
        f"(mirror_of IS NOT NULL) = (mirror = 1 AND {BEGUN}) AND (mirror_of IS NULL OR mirror_of <> code)",
        "a mirror match that has begun has another half, and no other match has one",
    ),
    Rule(
        "clock",
        "(bank_0 IS NULL) = (bank_1 IS NULL) AND (bank_0 IS NULL) = (move_left IS NULL)"
        " AND (bank_0 IS NULL) = (stage IS NULL) AND (bank_0 IS NULL) = (era IS NULL)"
        " AND (bank_0 IS NOT NULL OR (runs_since IS NULL AND quiet IS NULL AND halt IS NULL))"
        f" AND (bank_0 IS NULL OR (pace IS NOT NULL AND {BEGUN}))"
        " AND (bank_0 IS NOT NULL OR pace IS NULL OR status <> 'playing')",
        "a match that is played at a pace has a clock with all its values, and no other match has any",
    ),
    Rule(
        "time",
        f"bank_0 >= 0 AND bank_1 >= 0 AND move_left >= 0 AND era >= 0 AND stage BETWEEN 0 AND {len(Stage) - 1}",
        "the time left is not negative",
    ),
    Rule(
        "runs",
        "(runs_since IS NULL OR (status = 'playing' AND halt IS NULL))"
        " AND (status <> 'playing' OR bank_0 IS NULL OR runs_since IS NOT NULL OR halt IS NOT NULL)",
        "a clock runs while the match is played, or says why not",
    ),
    Rule(
        "halt",
        f"halt IN {one_of(tuple(halt.value for halt in Halt))} AND (halt IS NULL OR status = 'playing')",
        "a clock is stopped for a reason, in a match that is being played",
    ),
    Rule("halt_until", "halt_until IS NULL OR halt IS NOT NULL", "only a stopped clock is stopped until a moment"),
    Rule(
        "ready",
        f"ready IN (0, 1) AND (ready IS NULL OR (halt IS NOT NULL AND halt = '{Halt.READY.value}'))",
        "one of the two is ready where the match waits for that",
    ),
    Rule(
        "pause",
        "(pause_asked IS NULL) = (pause_until IS NULL) AND (pause_asked IS NULL OR (pause_asked IN (0, 1)"
        " AND status = 'playing' AND bank_0 IS NOT NULL))",
        "a pause is asked for until a moment, in a match with a clock",
    ),
    Rule(
        "wake",
        "(status <> 'invited' OR (wake IS NOT NULL AND wake = expires))"
        " AND (status IN ('invited', 'playing') OR wake IS NULL)",
        "an invitation falls due when it expires, and nothing does in a match that is over",
    ),
)
"""The rules of the terms and the clock of a match."""
