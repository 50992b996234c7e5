"""Answers where a request could not be dealt with: a sentence, and a line in the log."""

import structlog

from bot.chat import DatabaseBusy, Refusal, Request
from bot.telemetry import metrics
from bot.words import Words

_log = structlog.get_logger(__name__)


def too_much(say: Words) -> Refusal:
    """The answer to what would keep everybody else waiting."""
    return Refusal(text=say("That position has too many captures for me to go through."), replace=True)


def failed(request: Request, say: Words, error: Exception) -> Refusal:
    """The answer to what has just raised an exception. No traceback reaches a person; the log names the event."""
    metrics.FAILURES.labels(request.place.platform).inc()
    facts = {"platform": request.place.platform, "event_id": request.event}
    if isinstance(error, DatabaseBusy):
        _log.warning("request_not_in_time", reason=str(error), **facts)
        text = say("This takes a moment longer than usual. Nothing is lost; please try again in a moment.")
    else:
        _log.exception("request failed", **facts)
        text = say("Something went wrong here. Nothing is lost; please try again.")
    return Refusal(text=text, replace=True)
