"""The ladder of a chat: who stands on which rung, whom they may challenge, and what moves them. Pure.

A ladder is a list of players, the first on rung 1. All that ever happens to it is a ``RungChange``; the changes in
their order give the ladder again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from bot.matches.clock import Stage
from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.status import Status

REACH = 3
"""So many rungs above one's own can be challenged, those not counted on which somebody is away."""
OPEN_CHALLENGES = 2
"""The most challenges that somebody has to do with at once, made by them or to them."""
TO_ANSWER = timedelta(hours=72)
"""The time that somebody has to accept, their quiet hours not counted."""
IDLE = timedelta(days=30)
"""Whoever has not played on a ladder for so long begins to sink."""
SINKS_EVERY = timedelta(days=7)


class RungCause(StrEnum):
    """The reason why somebody's rung changes."""

    JOINED = "joined"
    LEFT = "left"
    """They went by themselves."""
    BANNED = "banned"
    GONE = "gone"
    """They have left the chat."""
    DELETED = "deleted"
    """They have had their data deleted."""
    WON = "won"
    """They have won against the one whom they had challenged."""
    UNANSWERED = "unanswered"
    """The one whom they had challenged did not play."""
    SANK = "sank"
    """They have not played for a while."""
    MERGED = "merged"
    """They were found to be one person with another, who stands on the ladder too."""
    BECAME = "became"
    """They are another player from now on, or again."""
    RESTORED = "restored"
    """They are two again, and have back what they had."""


LEAVING = (RungCause.LEFT, RungCause.BANNED, RungCause.GONE, RungCause.DELETED, RungCause.MERGED)
COMING = (RungCause.JOINED, RungCause.RESTORED)
SWAPPING = (RungCause.UNANSWERED, RungCause.SANK)


class ChallengeOutcome(StrEnum):
    """The end of a challenge."""

    WON = "won"
    """The one who has challenged has won."""
    HELD = "held"
    """They have lost or drawn: the other keeps the rung."""
    UNANSWERED = "unanswered"
    """The other did not accept in time, or would not play."""
    VOID = "void"
    """It counts for nothing: it was taken back, or nobody is to blame that it was not played."""


@dataclass(frozen=True)
class RungChange:
    """A change of a ladder: ``player`` comes from rung ``before`` to rung ``after``, None for outside.

    Who comes in between, and who goes, moves the others; whoever has won takes a rung and moves all down who stood from
    there to their own. ``other`` is the one with whom they change places, or the player that they become.
    """

    cause: RungCause
    player: str
    before: int | None
    after: int | None
    other: str | None = None


class BrokenLadder(ValueError):
    """A change does not fit the ladder as it stands; the text says why."""


def joined(player: str, count: int) -> RungChange:
    """Somebody comes to a ladder on which so many stand: below them all."""
    return RungChange(RungCause.JOINED, player, None, count + 1)


def left(player: str, rung: int, cause: RungCause) -> RungChange:
    """Somebody leaves their rung for a reason, one of ``LEAVING``."""
    return RungChange(cause, player, rung, None)


def sunk(player: str, rung: int, below: str) -> RungChange:
    """Somebody changes places with the one below."""
    return RungChange(RungCause.SANK, player, rung, rung + 1, below)


def reachable(above: Iterable[tuple[str, bool]]) -> tuple[str, ...]:
    """The players who can be challenged by whoever stands below them: ``above`` are those, the nearest first, each with
    whether they are away.
    """
    return tuple([player for player, is_away in above if not is_away][:REACH])


def outcome_of(match: Match, challenger: str) -> ChallengeOutcome:
    """The end of a challenge whose match has just come to an end."""
    match match.status:
        case Status.OVER:
            winner = match.game.outcome.winner if match.game.outcome else None
            won = winner is not None and match.seats[winner] == challenger
            return ChallengeOutcome.WON if won else ChallengeOutcome.HELD
        case Status.DECLINED | Status.EXPIRED:
            return ChallengeOutcome.UNANSWERED
        case Status.CALLED_OFF:
            return ChallengeOutcome.UNANSWERED if _would_not_play(match, challenger) else ChallengeOutcome.VOID
        case _:
            return ChallengeOutcome.VOID


def _would_not_play(match: Match, challenger: str) -> bool:
    """Has the one who was challenged called the match off, or let its beginning pass?"""
    is_late = match.clock is not None and match.clock.stage is Stage.OVER
    if match.happened is Happening.RULED or (match.actor and (is_late or not match.may_be_called_off)):
        return False  # it is called off, and not claimed, because the other is late or out of reach
    late = match.actor or match.seats[match.game.turn]
    return late is not None and late != challenger


def decided(
    outcome: ChallengeOutcome, challenger: tuple[str, int | None], challenged: tuple[str, int | None]
) -> RungChange | None:
    """The change that follows from the end of a challenge between two on their rungs, None for one who has left.

    Nothing changes where the one who has challenged stands higher by now.
    """
    (winner, before), (loser, after) = challenger, challenged
    if before is None or after is None or before < after:
        return None
    if outcome is ChallengeOutcome.WON:
        return RungChange(RungCause.WON, winner, before, after, loser)
    if outcome is ChallengeOutcome.UNANSWERED:
        return RungChange(RungCause.UNANSWERED, winner, before, after, loser)
    return None


def applied(order: Sequence[str], change: RungChange) -> list[str]:
    """The players of a ladder from the top after a change. Raises BrokenLadder."""
    found, cause, player = list(order), change.cause, change.player
    before, after = change.before, change.after
    if before is not None and (not 1 <= before <= len(found) or found[before - 1] != player):
        raise BrokenLadder(f"{player} does not stand on rung {before}")
    if after is not None and not 1 <= after <= len(found) + (before is None):
        raise BrokenLadder(f"there is no rung {after}")
    if cause in COMING and before is None and after is not None:
        if player in found:
            raise BrokenLadder(f"{player} stands on the ladder already")
        found.insert(after - 1, player)
    elif cause in LEAVING and before is not None and after is None:
        del found[before - 1]
    elif before is None or after is None:
        raise BrokenLadder(f"{cause.value} names no rung")
    elif cause is RungCause.BECAME:
        if before != after or change.other is None or change.other in found:
            raise BrokenLadder(f"{player} cannot become {change.other}")
        found[before - 1] = change.other
    elif found[after - 1] != change.other:
        raise BrokenLadder(f"{change.other} does not stand on rung {after}")
    elif cause is RungCause.WON and after < before:
        found.insert(after - 1, found.pop(before - 1))
    elif cause in SWAPPING and (after == before + 1 if cause is RungCause.SANK else after < before):
        found[before - 1], found[after - 1] = found[after - 1], found[before - 1]
    else:
        raise BrokenLadder(f"from rung {before} to rung {after} is no way of one who has {cause.value}")
    return found
