"""The record of a match, as it is given out: the game, who played it, and how their time stood."""

from datetime import timedelta

from bot.matches.match import Match
from bot.matches.pace import Pace
from engine.record import format_record


def record_of(match: Match, names: tuple[str, str]) -> str:
    """The record of a match between people of these names (docs/rules/notation.md#time)."""
    tags = {"White": names[0] or "?", "Black": names[1] or "?", "Site": match.code}
    if match.clock:
        tags |= _time_tags(match.clock.pace)
    return format_record(match.game, tags, _clock_comments(match))


def _time_tags(pace: Pace) -> dict[str, str]:
    """The tags about a player's time: for each move, as the standard has it, and for the match, which it lacks."""
    times = pace.times
    return {"TimeControl": f"1/{times.move // timedelta(seconds=1)}", "Bank": _h_mm_ss(times.bank), "Pace": pace.value}


def _clock_comments(match: Match) -> list[str]:
    """The bank of the mover after each move; empty where there is no clock."""
    turns = zip(match.game.positions, match.banks[1:], strict=False)
    return [f"[%clk {_h_mm_ss(banks[position.turn])}]" for position, banks in turns]


def _h_mm_ss(time: timedelta) -> str:
    """Whole hours, minutes and seconds, as ``[%clk]`` has them."""
    minutes, seconds = divmod(time // timedelta(seconds=1), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
