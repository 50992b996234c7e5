"""The words about time: the terms of a match, whose time runs and until when, or why the clock is stopped."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.chat import TimeStyle, When
from bot.matches.clock import NOTHING, RATED_GRACE, Clock, Halt, Stage
from bot.matches.limits import READY_WITHIN
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.quiet_hours import after, asleep_until, is_over_day_off, zone_of
from bot.matches.status import Status
from bot.matches.terms import FLAGS, Terms
from bot.words import Words


@dataclass(frozen=True)
class ClockText:
    """The words of a message about time: its lines, the moments they name, and when one of them ceases to be true."""

    lines: tuple[str, ...] = ()
    moments: tuple[When, ...] = ()
    lapses: datetime | None = None


def pace_name(pace: Pace | None, say: Words) -> str:
    """The name of a pace: Relaxed."""
    return say(pace.label) if pace else say("No clock")


def pace_line(pace: Pace | None, say: Words) -> str:
    """A pace with its times: Relaxed: 1 day a move, 3 days in the bank."""
    name = pace_name(pace, say)
    if pace is None:
        return name
    return _times_line(name, say.span(pace.times.move), say.span(pace.times.bank), say)


def live_pace_line(pace: Pace, say: Words) -> str:
    """A live pace with its times in digits, where there is little room: Blitz: 0:30 a move, 1:00 in the bank."""
    return _times_line(pace_name(pace, say), minutes(pace.times.move), minutes(pace.times.bank), say)


def _times_line(name: str, move: str, bank: str, say: Words) -> str:
    return say("{pace}: {move} a move, {bank} in the bank", pace=name, move=move, bank=bank)


def terms_line(terms: Terms, say: Words) -> str:
    """All that two people agree on with an invitation, in one line."""
    parts = [pace_line(terms.pace, say)]
    # What cannot be otherwise at this pace is not told.
    parts += [
        say(flag.told[flag.of(terms)])
        for flag in FLAGS
        if flag.of(terms) in flag.told and flag.needs.met_by(terms.pace)
    ]
    return " · ".join(parts)


def turn_line(clock: Clock, now: datetime, say: Words, *, mine: bool) -> str:
    """The turn in a line of a list of matches, and the time there is for it; ``mine``: it is the reader's."""
    if clock.stage is Stage.OVER:
        return say("your time is over") if mine else say("their time is over")
    if clock.halt is Halt.READY:
        return say("begins when both press Ready")
    if clock.since is None:
        return say("your turn, the clock is stopped") if mine else say("their turn, the clock is stopped")
    left, bank = clock.left_at(now)
    time = say.duration(left or bank)
    return say("your turn, {time} left", time=time) if mine else say("their turn, {time} left", time=time)


def time_left_line(clock: Clock | None, now: datetime | None, say: Words) -> str:
    """The time that the reader, who is to move, has for it; empty where there is no clock."""
    if clock is None or now is None:
        return ""
    if clock.stage is Stage.OVER:
        return say("Your time is over.")
    left, bank = clock.left_at(now)
    return say("You have {time} left.", time=say.duration(left or bank))


def banks_line(match: Match, names: tuple[str, str], say: Words) -> str:
    """The line with the time left in each player's bank; empty for a match without a clock."""
    if match.clock is None:
        return ""
    return " · ".join(
        say("{name}: {bank} in the bank", name=name, bank=say.duration(bank))
        for name, bank in zip(names, match.clock.banks, strict=True)
    )


def clock_text(match: Match, names: tuple[str, str], say: Words, now: datetime) -> ClockText:
    """The words about the clock of a match under way, or about the end of an invitation; none where neither is."""
    clock = match.clock
    if match.status is Status.INVITED and match.expires is not None:
        until = _at(match.expires, say, now)
        return ClockText((say("This invitation ends {when}.", when=until.words),), (until,))
    if clock is None or match.status is not Status.PLAYING:
        return ClockText()
    mover, other = names[clock.turn], names[1 - clock.turn]
    asked = _pause_asked(match, names, say)
    if clock.halt is not None:
        told = _halted(match, clock, names, say)
    elif clock.stage is Stage.OVER:
        told = _over(clock, mover, other, say, now)
    elif clock.pace.live:
        told = _live(clock, say, now)
    else:
        told = _running(clock, mover, say, now)
    return ClockText((*asked.lines, *told.lines), (*asked.moments, *told.moments), told.lapses)


def _at(moment: datetime, say: Words, now: datetime) -> When:
    return When(say.ahead(moment - now), moment)


def day_of(moment: datetime, clock: Clock, say: Words) -> When:
    """The day of a moment, by the wall clock of the player to move where it is known, as they read it elsewhere."""
    zone = zone_of(clock.quiet.zone) if clock.quiet else UTC
    return When(say.month_day(moment.astimezone(zone)), moment, TimeStyle.DATE)


def _running(clock: Clock, mover: str, say: Words, now: datetime) -> ClockText:
    """The time for the move, and then the bank; at the first of the two moments the other is told.

    What sleeps is told where the board is shown at night: the board is not changed just because night falls.
    """
    assert clock.since is not None, "a stopped clock has a reason"
    left, bank = clock.left_at(now)
    if up := asleep_until(now, clock.quiet):
        wakes = _at(up, say, now)
        if is_over_day_off(now, up, clock.quiet):
            line = say(
                "{name} has time off and is told after it; the clock goes on {when}.", name=mover, when=wakes.words
            )
        else:
            line = say(
                "{name} sleeps and is told in the morning; the clock goes on {when}.", name=mover, when=wakes.words
            )
        return ClockText((line, _unused(clock, say, now)), (wakes,), up)
    runs = left or bank
    ends = after(now, runs, clock.quiet)
    when = _at(ends, say, now)
    # Else nobody would understand why a day ends in 40 hours.
    off = is_over_day_off(now, ends, clock.quiet)
    uncounted = say("Days off do not count.") if off else say("Quiet hours do not count.")
    quiet = (uncounted,) if ends - now > runs else ()
    if left > NOTHING:
        banked = say.duration(bank)
        told = say("Time for this move ends {when}; then {bank} in the bank.", when=when.words, bank=banked)
        return ClockText((" ".join((told, *quiet)),), (when,), ends)
    told = say("The bank is in use and runs out {when}.", when=when.words)
    return ClockText((" ".join((told, *quiet)),), (when,))


def _unused(clock: Clock, say: Words, now: datetime) -> str:
    """The time left, without a moment, while the clock does not run."""
    left, bank = clock.left_at(now)
    facts = {"move": say.duration(left), "bank": say.duration(bank)}
    if left <= NOTHING:
        return say("Left in the bank: {bank}.", **facts)
    return say("Left for this move: {move}; in the bank: {bank}.", **facts)


def _live(clock: Clock, say: Words, now: datetime) -> ClockText:
    left, bank = clock.left_at(now)
    when = _at(now + left + bank, say, now)
    line = say(
        "{move} for this move, {bank} in the bank: all is used up {when}.",
        move=minutes(left),
        bank=minutes(bank),
        when=when.words,
    )
    return ClockText((line,), (when,))


def _over(clock: Clock, mover: str, other: str, say: Words, now: datetime) -> ClockText:
    if not clock.ends_by_itself:
        return ClockText((say("{name}'s time is over. {other} may claim the win.", name=mover, other=other),))
    assert clock.since is not None, "a stopped clock has a reason"
    lost = after(clock.since, clock.left + clock.banks[clock.turn] + RATED_GRACE, clock.quiet)
    when = _at(lost, say, now)
    line = say("{name}'s time is over. It counts as lost {when}, unless they move.", name=mover, when=when.words)
    return ClockText((line,), (when,))


def _halted(match: Match, clock: Clock, names: tuple[str, str], say: Words) -> ClockText:
    """The reason why the clock is stopped, and what can be done."""
    mover, other, until = names[clock.turn], names[1 - clock.turn], clock.halt_until
    date = day_of(until, clock, say) if until else None
    match clock.halt:
        case Halt.READY:
            return _awaiting_players(match, clock, names, say)
        case Halt.AWAY if date:
            line = say("{name} is away until {date}; the clock is stopped.", name=mover, date=date.words)
            return ClockText((line,), (date,))
        case Halt.PAUSE if date:
            line = say("Paused until {date}. Either of you may go on.", date=date.words)
            return ClockText((line,), (date,))
        case Halt.FROZEN if date:
            line = say(
                "{name} cannot be reached; the clock is stopped. From {date} on the match may be called off.",
                name=mover,
                date=date.words,
            )
            return ClockText((line,), (date,))
        case Halt.LEFT_CHAT if date and not clock.rated:
            line = say(
                "{name} has left the chat; the clock is stopped. From {date} on {other} may claim the win or call the "
                "match off.",
                name=mover,
                date=date.words,
                other=other,
            )
            return ClockText((line,), (date,))
        case Halt.LEFT_CHAT if date:
            line = say(
                "{name} has left the chat; the clock is stopped. From {date} on the match may be called off.",
                name=mover,
                date=date.words,
            )
            return ClockText((line,), (date,))
        case Halt.LEFT if date:
            line = say(
                "A player has left for good. From {date} on the other may claim the win or call the match off.",
                date=date.words,
            )
            return ClockText((line,), (date,))
        case Halt.FROZEN:
            return ClockText((say("{name} has not been reached for days. The match may be called off.", name=mover),))
        case Halt.LEFT_CHAT if clock.left_for_good:
            line = say(
                "{name} left the chat days ago. {other} may claim the win or call the match off.",
                name=mover,
                other=other,
            )
            return ClockText((line,))
        case Halt.LEFT_CHAT:
            return ClockText((say("{name} left the chat days ago. The match may be called off.", name=mover),))
        case Halt.LEFT:
            return ClockText((say("A player has left for good. The other may claim the win or call the match off."),))
        case _:
            return ClockText((say("The clock is stopped."),))


def _awaiting_players(match: Match, clock: Clock, names: tuple[str, str], say: Words) -> ClockText:
    lines = [
        say("It begins when both press Ready, within {time}.", time=say.span(READY_WITHIN)),
        pace_line(clock.pace, say),
    ]
    if match.ready is not None:
        lines[0] = say(
            "{name} is ready. It begins when {other} presses Ready too.",
            name=names[match.ready],
            other=names[1 - match.ready],
        )
    return ClockText(tuple(lines))


def _pause_asked(match: Match, names: tuple[str, str], say: Words) -> ClockText:
    if match.pause_asked is None or match.pause_until is None or match.clock is None:
        return ClockText()
    date = day_of(match.pause_until, match.clock, say)
    line = say("{name} asks for a pause until {date}.", name=names[match.pause_asked], date=date.words)
    return ClockText((line,), (date,))


def minutes(time: timedelta) -> str:
    """Minutes and seconds, as players of a live match read them at a glance: 1:30."""
    whole, seconds = divmod(round(time.total_seconds()), 60)
    return f"{whole}:{seconds:02}"
