"""Actions of players on the clock of a match, and the events that fall due by time."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Self

from bot.matches.clock import NOTHING, Clock, Halt, Stage
from bot.matches.happening import Happening
from bot.matches.limits import (
    DAY_GIVEN,
    LONGEST_PAUSE,
    NUDGED_AGAIN_AFTER,
    NUDGED_WITHOUT_CLOCK_AFTER,
    NUDGES_IN_A_TURN,
    UNREACHABLE_FOR,
)
from bot.matches.refusals import (
    ActionRefused,
    AlreadyReady,
    AlreadyStands,
    ClockStands,
    LiveMatch,
    MatchOver,
    NoClock,
    NoPauseAsked,
    NotForYou,
    NotPaused,
    NotStarted,
    NudgedAlready,
    NudgedEnough,
    NudgeTooSoon,
    OtherHasMoved,
    OwnTimeOver,
    OwnTurn,
    PauseAlreadyAsked,
    PausedByStaff,
    PauseTooLong,
    TimeLeft,
    VillageDecidesByVote,
)
from bot.matches.state import MatchState
from bot.matches.status import Status
from engine.ruleset import Ending


class TimedMatch(MatchState):
    """A match with the actions on its clock."""

    def say_ready(self, player: str, now: datetime) -> Self:
        """Say that this player is ready for a live match; it begins when both are.

        Raises NotStarted, MatchOver, NotInMatch, NoClock, AlreadyReady.
        """
        side = self.check_playing(player)
        clock = self._check_clock()
        if clock.halt is not Halt.READY or self.ready == side:
            raise AlreadyReady
        if self.ready is None:
            return self._next(player, now, Happening.READY, ready=side)
        return self._next(player, now, Happening.BOTH_READY, ready=None, clock=clock.resume(now))

    def check_slow(self, player: str) -> int:
        """The side of a player in a match under way whose clock may be stopped.

        Raises NotStarted, MatchOver, NotInMatch, NoClock, LiveMatch.
        """
        side = self.check_playing(player)
        self._check_slow()
        return side

    def ask_pause(self, player: str, until: datetime, now: datetime) -> Self:
        """Ask for a pause, or agree to the one that the other asks for.

        Raises NotStarted, MatchOver, NotInMatch, VillageDecidesByVote, NoClock, LiveMatch, AlreadyStands,
        PauseAlreadyAsked, PauseTooLong.
        """
        side = self.check_playing(player)
        if self.villages:
            raise VillageDecidesByVote
        clock = self._check_slow()
        if clock.halt in (Halt.PAUSE, Halt.LEFT):
            raise AlreadyStands
        if self.pause_asked == side:
            raise PauseAlreadyAsked
        if self.pause_asked is not None:
            return self.answer_pause(player, True, now)
        if not now < until <= now + LONGEST_PAUSE:
            raise PauseTooLong(LONGEST_PAUSE.days)
        return self._next(player, now, Happening.PAUSE_ASKED, pause_asked=side, pause_until=until)

    def answer_pause(self, player: str, accept: bool, now: datetime) -> Self:
        """Answer the other's request for a pause.

        Raises NotStarted, MatchOver, NotInMatch, NoClock, LiveMatch, NoPauseAsked, NotForYou.
        """
        side = self.check_playing(player)
        clock = self._check_slow()
        if self.pause_asked is None or self.pause_until is None:
            raise NoPauseAsked
        if self.pause_asked == side:
            raise NotForYou
        nothing = {"pause_asked": None, "pause_until": None}
        if not accept or self.pause_until <= now:
            return self._next(player, now, Happening.PAUSE_REFUSED, **nothing)
        paused = clock.stop(now, Halt.PAUSE, self.pause_until)
        return self._next(player, now, Happening.PAUSED, clock=paused, **nothing)

    def end_pause(self, player: str, now: datetime) -> Self:
        """Go on before the pause is over; either side may. Raises NotStarted, MatchOver, NotInMatch, NotPaused."""
        self.check_playing(player)
        if self.clock is None or self.clock.halt is not Halt.PAUSE:
            raise NotPaused
        if self.happened is Happening.PAUSED_BY_STAFF:
            raise PausedByStaff
        return self._resumed(player, self.clock, now)

    def pause_by_staff(self, now: datetime) -> Self:
        """The staff stops the clock for as long as a pause may last; either side may go on before only by a move.

        Raises NotStarted, MatchOver, NoClock, LiveMatch, AlreadyStands.
        """
        self._check_under_way()
        clock = self._check_slow()
        if clock.halt in (Halt.PAUSE, Halt.LEFT):
            raise AlreadyStands
        paused = clock.stop(now, Halt.PAUSE, now + LONGEST_PAUSE)
        nothing = {"pause_asked": None, "pause_until": None}
        return self._next(None, now, Happening.PAUSED_BY_STAFF, clock=paused, **nothing)

    def resume_by_staff(self, now: datetime) -> Self:
        """The staff ends a pause. Raises NotStarted, MatchOver, NotPaused."""
        self._check_under_way()
        if self.clock is None or self.clock.halt is not Halt.PAUSE:
            raise NotPaused
        return self._resumed(None, self.clock, now)

    def _check_under_way(self) -> None:
        if self.status is Status.INVITED:
            raise NotStarted
        if self.status is not Status.PLAYING:
            raise MatchOver(self.status)

    def claim(self, player: str, now: datetime) -> Self:
        """Claim the win over a player who has no time left, who has left and thereby given up, or who has left the
        chats of the match and not gone on for ``UNREACHABLE_FOR``.

        Raises NotStarted, MatchOver, NotInMatch, NoClock, OtherHasMoved, OwnTimeOver, TimeLeft.
        """
        late, loser = self._late(player, now), 1 - self.check_playing(player)
        if late.clock and late.clock.halt is Halt.LEFT:
            return late._end(self.seats[loser], Happening.RESIGNED, self.game.resign(loser), now)
        return late._end(player, Happening.LOST_ON_TIME, self.game.forfeit(loser, Ending.TIME), now)

    def lose_unreached(self, now: datetime) -> Self:
        """The player to move loses, who could not be reached for ``UNREACHABLE_FOR``: a village whose chat is gone."""
        game = self.game.forfeit(self.game.turn, Ending.TIME)
        return self._end(None, Happening.LOST_ON_TIME, game, now)

    def call_off_late(self, player: str, now: datetime) -> Self:
        """End the match without a result, because the other has no time left, or could not be reached for long.

        Raises the exceptions of ``claim``.
        """
        self.check_playing(player)
        ticked = self.clock.tick(now) if self.clock else None
        given_up = ticked is not None and ticked.waited_in_vain and not ticked.left_for_good
        late = self if given_up else self._late(player, now)
        return late._next(player, now, Happening.CALLED_OFF, status=Status.CALLED_OFF, draw_offer=None, takeback=None)

    def give_day(self, player: str, now: datetime) -> Self:
        """Give the other, who is to move, a day more.

        Raises NotStarted, MatchOver, NotInMatch, NoClock, LiveMatch, OtherHasMoved, OwnTimeOver, AlreadyStands.
        """
        side = self.check_playing(player)
        clock = self._check_slow()
        if clock.turn == side:
            raise OwnTimeOver if clock.stage is Stage.OVER else OtherHasMoved
        if clock.halt is Halt.LEFT:
            raise AlreadyStands
        return self._next(player, now, Happening.TIME_GIVEN, clock=clock.tick(now).give(clock.turn, DAY_GIVEN))

    def nudge(self, player: str, now: datetime) -> Self:
        """Remind the other that it is their turn: once half of the time for the move is used, not again for
        ``NUDGED_AGAIN_AFTER``, and ``NUDGES_IN_A_TURN`` times at most.

        Raises NotStarted, MatchOver, NotInMatch, OwnTurn, VillageDecidesByVote, LiveMatch, ClockStands, NudgedEnough,
        NudgeTooSoon, NudgedAlready.
        """
        side = self.check_playing(player)
        if side == self.game.turn or player in self.to_act:
            raise OwnTurn
        if self.villages:
            raise VillageDecidesByVote
        used = self._used_enough(now)
        if self.nudges >= NUDGES_IN_A_TURN:
            ends = self._by(now, self.clock).ends if self.clock else None
            raise NudgedEnough(max(ends - now, NOTHING) if ends else None, rated=self.terms.rated)
        again = self.nudged_at + NUDGED_AGAIN_AFTER if self.nudged_at else used
        if now < used:
            raise NudgeTooSoon(max(used, again) - now)
        if now < again:
            raise NudgedAlready(again - now)
        return self._next(player, now, Happening.NUDGED, nudged_at=now, nudges=self.nudges + 1)

    def may_nudge(self, player: str | None, now: datetime) -> bool:
        """Would ``nudge`` be allowed?"""
        try:
            return player is not None and self.nudge(player, now).nudged_at == now
        except ActionRefused:
            return False

    def stand(self, now: datetime, halt: Halt, until: datetime | None = None) -> Self:
        """The match with its clock stopped because the player to move is away or out of reach; unchanged where it is
        stopped for another reason. Days away that are set anew replace those before.
        """
        clock = self.clock
        if self.status is not Status.PLAYING or clock is None:
            return self
        if clock.since is None and not (clock.halt is halt is Halt.AWAY):
            return self
        happened = Happening.WENT_AWAY if halt is Halt.AWAY else Happening.UNREACHABLE
        return self._next(self.seats[clock.turn], now, happened, clock=clock.stop(now, halt, until))

    def leave_chat(self, now: datetime) -> Self:
        """The match whose player to move is found to have left its chats, with its clock stopped for
        ``UNREACHABLE_FOR`` at most; where it has been stopped for that, it is what time makes of it.
        """
        clock = self.clock
        if clock is None or clock.halt is Halt.LEFT_CHAT:
            return self.tick(now)
        running = replace(self, clock=self._after_halt(now, clock))
        stopped = running.stand(now, Halt.LEFT_CHAT, now + UNREACHABLE_FOR)
        return self.tick(now) if stopped is running else stopped

    def asks_for_mover(self, now: datetime) -> bool:
        """Does something fall due by now that depends on whether the player to move is still in a chat of the match: a
        stage of their turn, or the end of the wait for them? Not in a live match.
        """
        clock = self.clock
        if self.status is not Status.PLAYING or clock is None or clock.pace.live:
            return False
        if clock.halt is Halt.LEFT_CHAT:
            return clock.halt_until is not None and clock.halt_until <= now
        by = self._by(now, clock)
        return by.since is not None and by.stage is not clock.stage

    def abandon(self, player: str, now: datetime) -> Self:
        """The match that a player has left for good, its clock stopped; after ``UNREACHABLE_FOR`` it may be ended."""
        stands = self._check_slow().stop(now, Halt.LEFT, now + UNREACHABLE_FOR)
        nothing = {"pause_asked": None, "pause_until": None}
        return self._next(player, now, Happening.LEFT, clock=stands, **nothing)

    def without_quiet_hours(self) -> Self:
        """The match whose clock stands and knows nobody's quiet hours: the next turn brings those of its player."""
        return replace(self, clock=replace(self.clock, quiet=None)) if self.clock else self

    def excuse(self, now: datetime, until: datetime) -> Self:
        """The match whose player to move has no time left and is away until a moment: their time is over only then.
        Unchanged where there is time, or the terms have no days away.
        """
        if not self.may_excuse(now):
            return self
        assert self.clock, "there is no time to be over without a clock"
        late = self.seats[self.clock.turn]
        return self._next(late, now, Happening.WENT_AWAY, clock=self.clock.tick(now).excuse(now, until))

    def may_excuse(self, now: datetime) -> bool:
        """Is the time of the player to move over just now, in a match whose terms have days away? A village has none:
        it votes, or is out of reach.
        """
        clock = self.clock
        if self.status is not Status.PLAYING or clock is None or clock.pace.live or not self.terms.away:
            return False
        if self.seats[clock.turn] in self.villages:
            return False
        return clock.stage is not Stage.OVER and clock.tick(now).stage is Stage.OVER and clock.halt is not Halt.LEFT

    def go_on(self, now: datetime, halt: Halt) -> Self:
        """The match with its clock going on because the player to move is back or can be reached; unchanged where the
        clock was stopped for another reason.
        """
        if self.status is not Status.PLAYING or self.clock is None or self.clock.halt is not halt:
            return self
        back = None if halt is Halt.FROZEN else self.seats[self.clock.turn]
        return self._resumed(back, self.clock, now)

    def tick(self, now: datetime) -> Self:
        """The match with the events that have fallen due by now. Earlier calls make no difference to it.

        A village claims the win as soon as it may.
        """
        clock = self.clock
        if clock is None or self.status is not Status.PLAYING:
            return self
        if clock.halt is Halt.READY and clock.halt_until and clock.halt_until <= now:
            return self._next(None, now, Happening.CALLED_OFF, status=Status.CALLED_OFF, draw_offer=None, takeback=None)
        for village in self.villages:
            # Nobody has its seat who could press that.
            for due in (self.claim, self.call_off_late):
                with suppress(ActionRefused):
                    return due(village, now)
        ticked = self._by(now, clock)
        if ticked == clock:
            return self
        if ticked.stage is Stage.LOST:
            game = self.game.forfeit(self.game.turn, Ending.TIME)
            return replace(self, clock=ticked)._end(None, Happening.LOST_ON_TIME, game, now)
        if ticked.stage is Stage.OVER and clock.stage is not Stage.OVER:
            return self._next(self.seats[ticked.turn], now, Happening.TIME_OVER, clock=ticked)
        if ticked.halt is not clock.halt:
            return self._goes_on(None, ticked, now)
        return replace(self, clock=ticked)

    def _by(self, now: datetime, clock: Clock) -> Clock:
        """The clock by now, with all that has fallen due."""
        return self._after_halt(now, clock).tick(now)

    def _after_halt(self, now: datetime, clock: Clock) -> Clock:
        """The clock, which goes on after a halt that is over by now, unless the player to move is away then."""
        until = clock.halt_until
        if clock.halt in (Halt.PAUSE, Halt.AWAY) and until and until <= now:
            return self._unless_away(clock.resume(until), until)
        return clock

    def _resumed(self, player: str | None, clock: Clock, now: datetime) -> Self:
        return self._goes_on(player, self._unless_away(clock.resume(now), now), now)

    def _goes_on(self, player: str | None, clock: Clock, now: datetime) -> Self:
        """The match with this clock, which goes on, or is stopped because the player to move is away."""
        if clock.halt is Halt.AWAY:
            return self._next(self.seats[clock.turn], now, Happening.WENT_AWAY, clock=clock)
        return self._next(player, now, Happening.GOES_ON, clock=clock)

    def _used_enough(self, now: datetime) -> datetime:
        """The moment at which a turn has taken so long that the player may be nudged. Raises LiveMatch, ClockStands."""
        if self.clock is None:
            # A turn that no move began is not younger than the latest change.
            return (self.moved_at or self.changed) + NUDGED_WITHOUT_CLOCK_AFTER
        half = self._by(now, self._check_slow()).half_used
        if half is None:
            raise ClockStands
        return half

    def _check_clock(self) -> Clock:
        if self.clock is None:
            raise NoClock
        return self.clock

    def _check_slow(self) -> Clock:
        clock = self._check_clock()
        if clock.pace.live:
            raise LiveMatch
        return clock

    def _late(self, player: str, now: datetime) -> Self:
        """The match in which the other is to move and has no time left or has not gone on elsewhere, or has left. In a
        rated one only time ends it, unless they have left.

        Raises OtherHasMoved, OwnTimeOver, TimeLeft.
        """
        side = self.check_playing(player)
        clock = self._check_clock().tick(now)
        if clock.turn == side and clock.halt is not Halt.LEFT:
            raise OwnTimeOver if clock.stage is Stage.OVER else OtherHasMoved
        if not clock.left_for_good and (clock.stage is not Stage.OVER or clock.ends_by_itself):
            raise TimeLeft
        return replace(self, clock=clock)
