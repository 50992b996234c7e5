"""A rule of a table, and the parts of SQL that several rules share."""

from dataclasses import dataclass

from bot.matches.status import Status

LAST_MOMENT = 253_402_300_799_999_999
"""The end of the year 9999 in microseconds since 1970: no later moment can be read."""


@dataclass(frozen=True)
class Rule:
    """``sql`` must not be false; ``says`` tells what it demands, in a sentence without a full stop."""

    name: str
    sql: str
    says: str


def one_of(values: tuple[str, ...]) -> str:
    """Texts as a list of SQL, for IN."""
    quoted = ", ".join(f"'{value}'" for value in values)
    return f"({quoted})"


def moments(*columns: str) -> Rule:
    """The rule that some columns are moments that can be read."""
    within = " AND ".join(f"{column} BETWEEN 0 AND {LAST_MOMENT}" for column in columns)
    return Rule("moments", within, "a moment lies between 1970 and 9999")


BEGUN = f"status IN {one_of((Status.PLAYING.value, Status.OVER.value, Status.CALLED_OFF.value))}"
"""A match has begun."""
