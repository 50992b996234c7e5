"""The digest: one private message, at hours of the day that a player chooses, about all matches that wait for them.

Pure: no input or output.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.notices import Notice, Reminder, may_wait, waits_for
from bot.matches.preferences import DIGEST_HOURS
from bot.matches.quiet_hours import UnknownZone, moment_of, zone_of
from bot.matches.status import Status

SCARCE = timedelta(days=1)
"""Of a turn of whoever has less in the bank they are told at once."""
AT_ONCE = (Happening.INVITED, Reminder.LAST_CALL)
"""News that no digest keeps."""
_LEAST = timedelta(microseconds=1)


@dataclass(frozen=True)
class Digest:
    """It comes at these ``hours`` of the wall clock of ``zone`` (an IANA name), each day."""

    zone: str
    hours: tuple[int, ...]

    @classmethod
    def of(cls, zone: str | None, chosen: str | None) -> "Digest":
        """The digest of a player, from their settings; by UTC where their zone is not known."""
        try:
            zone_of(zone or "")
        except UnknownZone:
            zone = None
        hours = chosen if chosen in DIGEST_HOURS else DIGEST_HOURS[0]
        return cls(zone or "UTC", tuple(int(hour) for hour in hours.split()))

    def next(self, after: datetime) -> datetime:
        """The first moment after another at which it comes, in UTC."""
        day = after.astimezone(zone_of(self.zone)).date()
        days = (day + timedelta(days=number) for number in (-1, 0, 1, 2))
        moments = (moment_of(self.zone, each, hour * 60) for each in days for hour in self.hours)
        return min(moment for moment in moments if moment > after)

    def comes_at(self, moment: datetime) -> bool:
        """Does it come at this very moment?"""
        return self.next(moment - _LEAST) == moment.astimezone(UTC)


def is_listed(match: Match, player: str, due: str | None = None) -> bool:
    """Does a match stand in the digest of one of its players, or of the member ``due`` of a team: does it wait for
    them, and is it not live?
    """
    live = match.clock is not None and match.clock.pace.live
    return match.status is Status.PLAYING and not (match.practice or live) and waits_for(match, player, due)


def time_left(match: Match, now: datetime) -> timedelta:
    """The time that is left in all to the player to move; the longest there is where there is no clock."""
    return sum(match.clock.left_at(now), timedelta()) if match.clock else timedelta.max


def is_kept(notice: Notice, match: Match, now: datetime, due: str | None = None) -> bool:
    """Is a notice kept for the digest of its player, who is told by one? Not where it tells something else than that
    the match waits for them, the member ``due`` of a team among them, and not what is urgent: a live match, an
    invitation, a bank that is scarce, a last call.
    """
    if notice.what in AT_ONCE or not may_wait(notice, match) or not is_listed(match, notice.player, due):
        return False
    side, clock = match.side_of(notice.player), match.clock
    if side is None or clock is None:
        return True
    bank = clock.left_at(now)[1] if clock.turn == side else clock.banks[side]
    return bank >= SCARCE
