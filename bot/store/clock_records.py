"""The clock of a match in its row, and how it is read from there."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from bot.matches.clock import Banks, Clock, Halt, Stage
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.quiet_hours import InvalidQuietHours, QuietHours
from bot.store.connection import AnyRow
from bot.store.term_columns import terms_of, values_of
from engine.game import Game


class BrokenClock(Exception):
    """The columns of a clock, or the banks beside the moves, make none; the text says why."""


def clock_columns(match: Match) -> dict[str, object]:
    """The columns of a match that say how its time stands. ``wake`` is also when an invitation expires."""
    clock = match.clock
    return {
        **values_of(match.terms),
        "bank_0": clock and clock.banks[0],
        "bank_1": clock and clock.banks[1],
        "move_left": clock and clock.left,
        "runs_since": clock and clock.since,
        "quiet": str(clock.quiet) if clock and clock.quiet else None,
        "stage": clock and clock.stage.value,
        "halt": clock.halt.value if clock and clock.halt else None,
        "halt_until": clock and clock.halt_until,
        "era": clock and clock.era,
        "ready": match.ready,
        "pause_asked": match.pause_asked,
        "pause_until": match.pause_until,
        "wake": match.wake,
    }


def is_clock_of(clock: Clock | None, row: AnyRow) -> bool:
    """Is this the clock that stands in a row? Time changes it without a new version of the match."""
    if clock is None:
        return row.bank_0 is None
    return (clock.since, clock.stage.value, clock.era) == (row.runs_since, row.stage, row.era)


def in_present_era(clock: Clock, row: AnyRow) -> Clock:
    """A clock without the latest gap during which no Papan ran, as the query has put it beside the row."""
    if row.present_gap_begin is None or row.present_gap_end is None:
        return clock
    return clock.skip(row.present_gap_begin, row.present_gap_end, row.present_era)


def clock_of(row: AnyRow, game: Game, banks: Sequence[timedelta | None], swaps: Sequence[int]) -> dict[str, Any]:
    """The time of a match: values for a ``Match``, from its row, its game, the bank after each move, and the plies at
    which sides were swapped.

    Raises BrokenClock.
    """
    terms = terms_of(row)
    asked = {"ready": row.ready, "pause_asked": row.pause_asked, "pause_until": row.pause_until}
    if row.bank_0 is None:
        return {"terms": terms, **asked}
    if terms.pace is None:
        raise BrokenClock("has a clock and no pace")
    clock = Clock(
        terms.pace,
        game.turn,
        (row.bank_0, row.bank_1),
        row.move_left,
        row.runs_since,
        _quiet_of(row),
        Stage(row.stage),
        terms.rated,
        Halt(row.halt) if row.halt else None,
        row.halt_until,
        row.era,
    )
    return {"terms": terms, "clock": clock, "banks": _banks_by_turn(terms.pace, game, banks, swaps), **asked}


def _quiet_of(row: AnyRow) -> QuietHours | None:
    """The quiet hours in force. Raises BrokenClock."""
    try:
        return QuietHours.read(row.quiet) if row.quiet else None
    except InvalidQuietHours:
        raise BrokenClock(f"says quiet {row.quiet}, which is no quiet hours") from None


def _banks_by_turn(
    pace: Pace, game: Game, after: Sequence[timedelta | None], swaps: Sequence[int]
) -> tuple[Banks, ...]:
    """The banks of both sides when each turn began. Raises BrokenClock where that was not noted."""
    now = (pace.times.bank, pace.times.bank)
    found: list[Banks] = [now]
    for ply, bank in enumerate(after):
        if bank is None:
            raise BrokenClock(f"ply {ply + 1} does not say what was left in the bank")
        now = (bank, now[1]) if game.positions[ply].turn == 0 else (now[0], bank)
        if ply + 1 in swaps:
            now = (now[1], now[0])
        found.append(now)
    return tuple(found)
