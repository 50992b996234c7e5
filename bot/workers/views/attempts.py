"""One attempt at what belongs to a view and hangs on no row: a message to take away, a thread, a private chat."""

from collections.abc import Coroutine
from dataclasses import dataclass

import structlog

from bot.foundation.single_flight import SingleFlight
from bot.workers.failures import FAILURES, Failures, Outcome, outcome_of
from bot.workers.gateways import asked_to_wait, reason_of
from bot.workers.views.view_tasks import ViewTask

_log = structlog.get_logger(__name__)

TRIES = 5
"""Failures in a row after which nothing is tried any more."""


@dataclass(frozen=True)
class FailedAttempt:
    """What comes of a failure: one that is to be tried again is due by itself."""

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
