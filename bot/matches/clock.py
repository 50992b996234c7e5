"""The clock of a match: the time left to each player, the side whose time runs, and the events that fall due.

Pure: a ``Clock`` is a function of the calls made on it and their moments, which are arguments. All thresholds are in
time outside the quiet hours of the player to move, so that nothing falls due at night. Stopping never gives time back:
a clock goes on with the time that was left when it was stopped.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

from bot.matches.pace import Pace
from bot.matches.quiet_hours import QuietHours, after, awake_between

NOTHING = timedelta()
REMIND_AT = 0.75
"""The share of the time for a move after which the player to move is reminded, once."""
LAST_CALL_AT = 0.1
"""The share of all the time that a pace gives for a move; when so much is left, the last call comes, once."""
LAST_CALL_BEFORE = timedelta(hours=1)
"""The last call comes at least this long before the end."""
RATED_GRACE = timedelta(hours=12)
"""The time from the end of a player's time until a rated match is lost."""
LAG = timedelta(seconds=2)
"""Lag compensation: this much of each move in a live match does not count."""

Banks = tuple[timedelta, timedelta]


class Stage(Enum):
    """The progress of a turn in time. Each stage is reached at most once in a turn."""

    BEGUN = 0
    REMINDED = 1
    LAST_CALL = 2
    OVER = 3
    """No time is left. The late player may still move; in a casual match the opponent may claim the win."""
    LOST = 4
    """The match is lost on time."""


class Halt(Enum):
    """The reason why the clock of a match under way is stopped."""

    READY = "ready"
    """A live match begins when both players have said that they are ready."""
    AWAY = "away"
    PAUSE = "pause"
    FROZEN = "frozen"
    """The player to move cannot be reached. Nobody loses by that; the wait may be limited."""
    LEFT_CHAT = "left chat"
    """The player to move has left the chats in which the match stands. They are told in private how to go on; once the
    wait is over, the other may claim the win of a casual match.
    """
    LEFT = "left"
    """A player has left for good; their time is over when the wait is."""


OUT_OF_REACH = (Halt.FROZEN, Halt.LEFT_CHAT)
"""The player to move is not where they could see that they are awaited: their time stands, and the wait is limited."""


@dataclass(frozen=True)
class Clock:
    """The clock of a match under way. ``turn`` is the side to move, whose time it is; ``banks`` are of both sides.

    ``since`` is when it began to run, None while it is stopped; at ``since``, ``left`` was left of the time for the
    move. ``quiet`` are the quiet hours in force for this turn. ``halt`` says why it is stopped, ``halt_until`` for how
    long at most. ``era`` counts the times during which no Papan ran (``skip``).
    """

    pace: Pace
    turn: int
    banks: Banks
    left: timedelta
    since: datetime | None = None
    quiet: QuietHours | None = None
    stage: Stage = Stage.BEGUN
    rated: bool = False
    halt: Halt | None = None
    halt_until: datetime | None = None
    era: int = 0

    @classmethod
    def begin(
        cls, pace: Pace, turn: int, now: datetime, quiet: QuietHours | None, *, rated: bool = False, era: int = 0
    ) -> "Clock":
        """The clock of a match that begins now, running."""
        times = pace.times
        return cls(pace, turn, (times.bank, times.bank), times.move, rated=rated, era=era)._run(now, quiet)

    def left_at(self, now: datetime) -> tuple[timedelta, timedelta]:
        """The time that the player to move has left for the move, and then in the bank."""
        bank = self.banks[self.turn]
        if self.since is None:
            return self.left, bank
        over = awake_between(self.since, now, self.quiet) - self.left
        if over <= NOTHING:
            return -over, bank
        return NOTHING, max(bank - over, NOTHING)

    def press(self, now: datetime, turn: int, quiet: QuietHours | None) -> "Clock":
        """A move was made: the next turn begins, of side ``turn``, whose quiet hours are ``quiet``.

        In a live match ``LAG`` of the move does not count. A halt ends with the move. No turn begins before the one
        that it follows, even where the clocks of two processes differ a little.
        """
        now = max(now, self.since or now)
        lag = LAG if self.pace.live else NOTHING
        _, bank = self._earlier(lag).left_at(now)
        return self._turn(self._with_bank(bank), now, turn, quiet)

    def rewind(self, now: datetime, turn: int, banks: Banks, quiet: QuietHours | None) -> "Clock":
        """The game goes back to a turn, at whose beginning the banks were these."""
        return self._turn(banks, now, turn, quiet)

    def stop(self, now: datetime, halt: Halt | None = None, until: datetime | None = None) -> "Clock":
        """The clock stopped, for a reason and at most until a moment; without both at the end of the match."""
        left, bank = self.left_at(now)
        return replace(
            self, left=left, banks=self._with_bank(bank), since=None, halt=halt, halt_until=until if halt else None
        )

    def resume(self, now: datetime) -> "Clock":
        """The clock running again with the time left when it was stopped; unchanged if it runs."""
        if self.since is not None:
            return self
        return replace(self, since=now, halt=None, halt_until=None)

    def excuse(self, now: datetime, until: datetime) -> "Clock":
        """The clock of a player whose time is over and who is away until a moment: their time is over only then."""
        return replace(self.stop(now, Halt.AWAY, until), stage=Stage.LAST_CALL)

    def give(self, side: int, more: timedelta) -> "Clock":
        """The clock after ``side`` was given more time in the bank; a turn that was over has time again.

        That the time of the move goes by is not told once more; the last call is.
        """
        banks = tuple(bank + more * (number == side) for number, bank in enumerate(self.banks))
        given = replace(self, banks=(banks[0], banks[1]))
        if side != self.turn or self.stage in (Stage.BEGUN, Stage.LOST):
            return given
        return replace(given, stage=Stage.REMINDED)

    def skip(self, begin: datetime, end: datetime, era: int) -> "Clock":
        """The clock without the time between two moments, when no Papan ran or the machine's clock was put forward.

        Where that clock was put back, ``end`` is before ``begin``.

        Done once an era: unchanged if it is of this era already.
        """
        if self.era >= era:
            return self
        skipped = replace(self, era=era)
        if self.since is None or self.since > max(begin, end):
            return skipped
        return skipped.stop(max(begin, self.since)).resume(end)

    def tick(self, now: datetime) -> "Clock":
        """The clock with all events that have fallen due by now: stages reached, a halt ended.

        Idempotent: ``clock.tick(a).tick(b) == clock.tick(b)`` for ``a <= b``.
        """
        if self.since is None:
            if self.halt_until is None or now < self.halt_until:
                return self
            if self.halt in OUT_OF_REACH:
                return replace(self, halt_until=None)
            if self.halt is Halt.LEFT:
                return replace(self, stage=Stage.OVER, halt_until=None)
            return self.resume(self.halt_until).tick(now)
        reached = max((stage for stage, due in self.stages() if due <= now), key=lambda each: each.value, default=None)
        return replace(self, stage=reached) if reached else self

    @property
    def waited_in_vain(self) -> bool:
        """Has the player to move been out of reach for as long as the opponent has to wait?"""
        return self.halt in OUT_OF_REACH and self.halt_until is None

    @property
    def left_for_good(self) -> bool:
        """May the other claim the win because the player to move left the chats and has not gone on since? In a rated
        match nobody does: whoever throws a player out would win points by it.
        """
        return self.waited_in_vain and self.halt is Halt.LEFT_CHAT and not self.rated

    @property
    def wake(self) -> datetime | None:
        """The next moment at which something falls due; None if there is none."""
        if self.since is None:
            return self.halt_until
        return min((due for _, due in self.stages()), default=None)

    @property
    def ends_by_itself(self) -> bool:
        """Does the match end on time without a claim? Not where a player has left."""
        return self.rated and self.halt is not Halt.LEFT

    @property
    def due(self) -> datetime | None:
        """The moment at which the player to move has no time left; None while the clock is stopped."""
        return None if self.since is None else self._when(self.left + self.banks[self.turn])

    @property
    def ends(self) -> datetime | None:
        """The moment from which on the other may claim the win, or at which a rated match is lost; None while the clock
        is stopped.
        """
        grace = RATED_GRACE if self.rated else NOTHING
        return None if self.since is None else self._when(self.left + self.banks[self.turn] + grace)

    @property
    def half_used(self) -> datetime | None:
        """The moment at which half of the time for the move is used; None while the clock is stopped."""
        return None if self.since is None else self._when(self.left - self.pace.times.move / 2)

    def stages(self) -> list[tuple[Stage, datetime]]:
        """The stages that this turn has not reached yet, each with the moment when it is; only of a running clock."""
        assert self.since is not None, "a stopped clock reaches no stage"
        all_left = self.left + self.banks[self.turn]
        times = self.pace.times
        if times.live:
            stages = [(Stage.LOST, all_left + LAG)]
        else:
            last_call = max(LAST_CALL_AT * (times.move + times.bank), LAST_CALL_BEFORE)
            stages = [
                (Stage.REMINDED, self.left - (1 - REMIND_AT) * times.move),
                (Stage.LAST_CALL, all_left - last_call),
                (Stage.OVER, all_left),
            ]
            if self.rated:
                stages.append((Stage.LOST, all_left + RATED_GRACE))
        return [(stage, self._when(used)) for stage, used in stages if stage.value > self.stage.value]

    def _when(self, used: timedelta) -> datetime:
        """The moment at which this much of the player's time is used; the start of the clock if it was used before."""
        assert self.since is not None, "a stopped clock uses no time"
        return after(self.since, max(used, NOTHING), self.quiet)

    def _turn(self, banks: Banks, now: datetime, turn: int, quiet: QuietHours | None) -> "Clock":
        fresh = replace(
            self, turn=turn, banks=banks, left=self.pace.times.move, stage=Stage.BEGUN, halt=None, halt_until=None
        )
        return fresh._run(now, quiet)

    def _run(self, now: datetime, quiet: QuietHours | None) -> "Clock":
        return replace(self, since=now, quiet=None if self.pace.live else quiet)

    def _earlier(self, by: timedelta) -> "Clock":
        return replace(self, left=self.left + by)

    def _with_bank(self, bank: timedelta) -> Banks:
        return (bank, self.banks[1]) if self.turn == 0 else (self.banks[0], bank)
