"""The tasks of the view reconciler, as keys: one task of each key runs at a time. And one attempt at those that hang on
no row: a message to take away, a thread, a private chat.
"""

from collections.abc import Coroutine
from dataclasses import dataclass

import structlog

from bot.foundation.single_flight import SingleFlight
from bot.matches.notices import Reachability
from bot.workers.gateways import FAILURES, Failures, Outcome, asked_to_wait, outcome_of, reason_of

_log = structlog.get_logger(__name__)

TRIES = 5
"""Failures in a row after which nothing is tried any more."""


@dataclass(frozen=True)
class ShowView:
    """Bring a view up to date."""

    match: str
    view: str


@dataclass(frozen=True)
class PingPlayer:
    """Tell the player to move, on one platform; take away what told the one before."""

    match: str
    platform: str


@dataclass(frozen=True)
class DeleteLeftover:
    """Take away a message of a view that another has replaced."""

    match: str
    view: str
    message: str


@dataclass(frozen=True)
class OpenThread:
    """Open a thread for a match, below a board that is shown."""

    match: str
    view: str


@dataclass(frozen=True)
class NameThread:
    """Have the thread of a match, and the line where it hangs, tell how the match stands."""

    match: str
    view: str


@dataclass(frozen=True)
class TellReachability:
    """Tell the players of a match that those who see a view cannot be reached any more, or can be again."""

    match: str
    view: str
    what: Reachability


@dataclass(frozen=True)
class BringInvitation:
    """Bring an invitation that was made in private to whom it is for."""

    match: str


@dataclass(frozen=True)
class HoldClock:
    """Stop the clock of a match, or start it again, as its board can be shown or not."""

    match: str


ViewTask = (
    ShowView | PingPlayer | DeleteLeftover | OpenThread | NameThread | TellReachability | BringInvitation | HoldClock
)


@dataclass(frozen=True)
class FailedAttempt:
    """The outcome of a failure: one that is to be tried again is due by itself."""

    outcome: Outcome
    error: Exception


async def attempt(
    tasks: SingleFlight[ViewTask],
    key: ViewTask,
    platform: str,
    work: Coroutine[None, None, object],
    failures: Failures = FAILURES,
) -> FailedAttempt | None:
    """Do the work of a key; None where it is done. What has failed ``TRIES`` times is given up."""
    try:
        await work
    except Exception as error:
        outcome = outcome_of(error, failures)
        facts = {"task": type(key).__name__, "match": key.match, "platform": platform, "reason": reason_of(error)}
        if outcome is Outcome.WAIT:
            if tasks.retry(key, asked_to_wait(error)) < TRIES:
                _log.warning("view_task_waits", **facts)
                return FailedAttempt(outcome, error)
            _log.warning("view_task_left", **facts)
            outcome = Outcome.GIVE_UP
        tasks.succeeded(key)
        return FailedAttempt(outcome, error)
    tasks.succeeded(key)
    return None
