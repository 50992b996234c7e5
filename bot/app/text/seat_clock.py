"""The clock of a match as it stands at the two seats: the time of each side, and in a few words why it is stopped."""

from datetime import datetime, timedelta
from functools import partial

from bot.app.text.clock import day_of, minutes
from bot.chat import SeatClocks, SeatTime, TimeStyle, When
from bot.matches.clock import Clock, Halt, Stage
from bot.matches.match import Match
from bot.matches.quiet_hours import asleep_until, is_over_day_off, next_edge
from bot.matches.status import Status
from bot.words import Words


def seat_clocks(match: Match, say: Words, now: datetime) -> SeatClocks | None:
    """The clock of a match for each side; None where it has none, and where the match is not under way."""
    clock = match.clock
    if clock is None or match.status is not Status.PLAYING:
        return None
    up = asleep_until(now, clock.quiet) if clock.since else None
    left, bank = clock.left_at(now)
    times = [SeatTime(clock.pace.times.move, each) for each in clock.banks]
    times[clock.turn] = SeatTime(left, bank)
    first, second = (
        SeatTime(time.move, time.bank, *_state(match, clock, side, say, now, up)) for side, time in enumerate(times)
    )
    return SeatClocks(
        live=clock.pace.live,
        runs=None if clock.since is None or up else clock.turn,
        sides=(first, second),
        changes=next_edge(now, clock.quiet) if clock.since and clock.quiet else None,
    )


def _state(
    match: Match, clock: Clock, side: int, say: Words, now: datetime, up: datetime | None
) -> tuple[str, When | None]:
    """The reason why the time of a side stands still, with the moment until which it does."""
    if clock.halt is Halt.READY:
        return (say("ready") if match.ready == side else say("not ready yet")), None
    date = day_of(clock.halt_until, clock, say) if clock.halt_until else None
    if clock.halt is Halt.PAUSE and date:
        return say("paused until {date}", date=date.words), date
    if side != clock.turn:
        return "", None
    if up and is_over_day_off(now, up, clock.quiet):
        back = day_of(up, clock, say)
        return say("off until {date}", date=back.words), back
    if up:
        wakes = When(say.time_of_day(up), up, TimeStyle.CLOCK)
        return say("asleep until {time}", time=wakes.words), wakes
    match clock.halt:
        case Halt.AWAY if date:
            return say("away until {date}", date=date.words), date
        case Halt.FROZEN:
            return say("cannot be reached"), None
        case Halt.LEFT_CHAT:
            return say("has left the chat"), None
        case None if clock.since:
            return (say("time is over") if clock.stage is Stage.OVER else ""), None
        case _:
            return say("clock stopped"), None


def banks_told(match: Match, say: Words) -> tuple[str, str]:
    """The bank of each side as it stood when its latest turn ended, for a picture, which is not changed just because a
    clock runs: bank 2 d 4 h, bank 1:30 in a live match. Nothing where ``seat_clocks`` has none.
    """
    clock = match.clock
    if clock is None or match.status is not Status.PLAYING:
        return "", ""
    told = minutes if clock.pace.live else partial(_brief, say=say)
    first, second = (say("bank {time}", time=told(bank)) for bank in clock.banks)
    return first, second


def _brief(time: timedelta, say: Words) -> str:
    """A time in its two largest units, as short as can be: 2 d 4 h."""
    hours, rest = divmod(time // timedelta(minutes=1), 60)
    days, hours = divmod(hours, 24)
    in_days, in_hours = say("{count} d", count=days), say("{count} h", count=hours)
    in_minutes = say("{count} min", count=rest)
    if days:
        return f"{in_days} {in_hours}" if hours else in_days
    if hours:
        return f"{in_hours} {in_minutes}" if rest else in_hours
    return in_minutes
