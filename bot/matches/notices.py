"""Notices: the news of a match, who is told of them, from when on, and for how long they are true. Pure: no input or
output.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import TypeAlias

from bot.matches.clock import NOTHING, OUT_OF_REACH, Halt, Stage
from bot.matches.happening import DECLINED_BECAUSE, Happening
from bot.matches.match import Match
from bot.matches.quiet_hours import asleep_until
from bot.matches.state import Rest
from bot.matches.status import LIVE, Status

UNTOLD = (
    Happening.WITHDRAWN,
    Happening.EXPIRED,
    Happening.HINT_TAKEN,
    Happening.UNDONE,
    Happening.OFFER_WITHDRAWN,
    Happening.REMATCH_BEGUN,
    *DECLINED_BECAUSE,
)
"""Changes that nobody is told of: the board shows them, or another match tells them. Who withdraws an invitation or
an offer also takes its call back.
"""


class Reminder(Enum):
    """The time of a turn goes by: told to the player to move, without a change of the match."""

    REMINDED = "reminded"
    LAST_CALL = "last call"


class TeamTurn(Enum):
    """It is the turn of a member of a team: told to them alone, as nobody but the board says whose turn it is."""

    DUE = "due"


class Reachability(Enum):
    """A change beside a match: somebody, or another chat with it, cannot be reached any more, or can again."""

    LOST = "lost"
    BACK = "back"


News: TypeAlias = Happening | Reminder | TeamTurn
"""What a notice that is kept may tell."""
_REMINDERS = {Stage.REMINDED: Reminder.REMINDED, Stage.LAST_CALL: Reminder.LAST_CALL}
_YOUR_TURN = (
    Happening.ACCEPTED,
    Happening.BEGUN,
    Happening.MOVED,
    Happening.BOTH_READY,
    Happening.GOES_ON,
    Happening.TIME_GIVEN,
    Happening.TAKEBACK_ALLOWED,
    Happening.SWAPPED,
    Happening.NUDGED,
)
"""News that are true for the player to move as long as it is their turn, whatever else happens in it."""
_RESULTS = (Happening.DRAW_AGREED, Happening.RESIGNED, Happening.LOST_ON_TIME, Happening.CALLED_OFF, Happening.RULED)


@dataclass(frozen=True)
class Notice:
    """A piece of news for one player, from this version of a match: told once.

    ``who`` is the player whose reachability has changed, empty where it is that of another chat. ``together`` is the
    number of matches that wait for the player, where one message tells of all. ``instead``: the player wants to be told
    in private, and cannot be.
    """

    player: str
    what: News | Reachability
    version: int
    who: str = ""
    together: int = 0
    instead: bool = False


def notices_of(before: Match | None, after: Match, computers: Container[str]) -> tuple[Notice, ...]:
    """The notices of a change of a match; ``before`` is None for a new one.

    The player who made a change is not told of it. Nobody is told anything on a practice board, or in a match with one
    of the ``computers``: there a player waits for nobody else. A village sees what its board says, and so does a team,
    of which only the member who is due is told more (``TeamTurn``).
    """
    if after.practice or any(player in computers for player in _people(after)):
        return ()
    if before is not None and before.version == after.version:
        return _reminder(before, after)
    if after.happened in UNTOLD:
        return ()
    told = (player for player in _told(after) if player not in after.villages)
    return tuple(Notice(player, after.happened, after.version) for player in told)


def may_wait(notice: Notice, match: Match) -> bool:
    """May a notice wait until its player has been told less, or be told together with others?

    Not a result, nor that a win may be claimed; nothing can wait in a live match.
    """
    if match.clock and match.clock.pace.live:
        return False
    return match.status in LIVE and notice.what is not Happening.TIME_OVER


def due_at(match: Match, player: str, now: datetime) -> datetime:
    """The first moment from ``now`` on at which a player may be told of a match: not while they are away, nor in their
    quiet hours. A live match has no night.
    """
    if match.clock and match.clock.pace.live:
        return now
    rest = match.rests.get(player, Rest())
    here = max(now, rest.away or now) if match.actor != player else now
    return asleep_until(here, rest.quiet) or here


def is_true(notice: Notice, match: Match, due: str | None = None) -> bool:
    """Is a notice still true of a match as it is now, in which the member ``due`` of a team is to choose?"""
    clock, playing = match.clock, match.status is Status.PLAYING
    moves = playing and match.seats[match.game.turn] == notice.player
    match notice.what:
        case what if what in UNTOLD:
            return False  # a notice that was kept when it still was one
        case TeamTurn():
            return playing and notice.player == due
        case Reminder():
            return moves and clock is not None and clock.since is not None and clock.stage.value >= _stage(notice.what)
        case Happening.READY:
            return playing and clock is not None and clock.halt is Halt.READY
        case Happening.TIME_OVER:
            return playing and clock is not None and clock.stage is Stage.OVER
        case Happening.WENT_AWAY:
            return playing and clock is not None and clock.halt is Halt.AWAY
        case Happening.UNREACHABLE:
            return playing and clock is not None and clock.halt in OUT_OF_REACH
        case Happening.TAKEBACK_ASKED:
            return playing and match.takeback is not None
        case Happening.SWAP_ASKED:
            return playing and match.swap is not None
        case Happening.DRAW_OFFERED:
            return playing and match.draw_offer is not None
        case Happening.PAUSE_ASKED:
            return playing and match.pause_asked is not None
        case Happening.INVITED:
            # The same two may have changed places since.
            return match.status is Status.INVITED and match.invited == notice.player
        case Happening.DECLINED:
            return match.status is Status.DECLINED
        case Happening.REMATCH_ASKED:
            return match.happened is Happening.REMATCH_ASKED
        case what if what in _YOUR_TURN and notice.version < match.version:
            return playing and notice.player in match.to_act
        case what if what in _RESULTS:
            return match.status in (Status.OVER, Status.CALLED_OFF)
        case _:
            return notice.version == match.version


def most_telling(notices: Sequence[Notice]) -> Notice:
    """The one of one or more notices for a player, in their order, that is told in place of all: the newest.

    That a clock goes on says less than what was played, so a move that is not told yet is told in its place.
    """
    but_going_on = [each for each in notices if each.what is not Happening.GOES_ON]
    if but_going_on and but_going_on[-1].what is Happening.MOVED:
        return but_going_on[-1]
    return notices[-1]


def waits_for(match: Match, player: str, due: str | None = None) -> bool:
    """Does a match wait for a player: is it their turn, or is something asked of them? Nothing waits in a pause.
    ``due`` is the member of a team who is to choose.
    """
    if match.pause_asked is not None and match.seats[1 - match.pause_asked] == player:
        return True
    paused = match.clock is not None and match.clock.halt is Halt.PAUSE
    return player in (*match.to_act, due) and not paused


def stands(notice: Notice, match: Match, due: str | None = None) -> bool:
    """Does the message of a notice stay: is it true, as in ``is_true``, and if it tells the result, the latest news?"""
    return is_true(notice, match, due) and (notice.what not in _RESULTS or notice.version == match.version)


def _stage(what: Reminder) -> int:
    return next(stage.value for stage, reminder in _REMINDERS.items() if reminder is what)


def _people(match: Match) -> tuple[str, ...]:
    return tuple(player for player in (match.host, match.invited) if player)


def _reminder(before: Match, after: Match) -> tuple[Notice, ...]:
    """The reminder that is due where only the time has gone on."""
    if after.clock is None or before.clock is None or after.clock.stage is before.clock.stage:
        return ()
    mover = after.seats[after.clock.turn]
    reminder = _REMINDERS.get(after.clock.stage)
    if mover is None or reminder is None or mover in after.villages:
        return ()
    return (Notice(mover, reminder, after.version),)


def _told(match: Match) -> tuple[str, ...]:
    """The players who are told of the latest change."""
    playing = match.status is Status.PLAYING
    if playing and match.happened in (Happening.MOVED, Happening.BOTH_READY):
        return tuple(player for player in match.to_act if player != match.actor)
    if match.happened is Happening.GOES_ON and match.actor is None:
        return match.to_act
    if match.happened is Happening.TIME_OVER or _away_by_itself(match) or _has_left_chat(match):
        return _people(match)
    return tuple(player for player in _people(match) if player != match.actor)


def is_for_leaver(notice: Notice, match: Match) -> bool:
    """Is it told to the player who has left the chats of a match? They read it in private or nowhere."""
    return notice.what is Happening.UNREACHABLE and notice.player == match.seats[match.game.turn]


def _has_left_chat(match: Match) -> bool:
    """Has the player to move just left the chats of a match?"""
    return match.happened is Happening.UNREACHABLE and match.clock is not None and match.clock.halt is Halt.LEFT_CHAT


def _away_by_itself(match: Match) -> bool:
    """Have days away begun because a player's time was over?"""
    clock = match.clock
    if match.happened is not Happening.WENT_AWAY or clock is None:
        return False
    return clock.left <= NOTHING and clock.banks[clock.turn] <= NOTHING
