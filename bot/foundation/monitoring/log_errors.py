"""Exceptions in the log: in two short fields instead of a traceback, and seldom twice."""

import logging
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import structlog
from structlog.typing import EventDict

from bot.foundation import metrics
from bot.foundation.bounded import BoundedMemory

ROOT = Path(__file__).parents[2]
FRAMES = 6
"""The number of our functions that are named, the innermost first."""
CAUSES = 3
LONGEST = 300
"""Characters of what one exception says."""
WINDOW = 60.0
"""Seconds for which the same error is only counted."""
KNOWN_ERRORS = 1_000
"""Those of which it is known when they were last written."""


def said_by(error: BaseException) -> str:
    """The messages of an exception and its causes, in one line."""
    told: list[str] = []
    at: BaseException | None = error
    while at is not None and len(told) < CAUSES:
        said = " ".join(str(at).partition("\n[SQL:")[0].split())
        line = f"{type(at).__name__}: {said[:LONGEST]}" if said else type(at).__name__
        if not told or said not in told[-1]:
            told.append(line)
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return " <- ".join(told)


def where(error: BaseException) -> str:
    """Through which functions of ours an exception came, the innermost first."""
    ours: list[str] = []
    for frame in traceback.extract_tb(error.__traceback__):
        file = Path(frame.filename)
        if file.is_relative_to(ROOT) and "site-packages" not in file.parts:
            ours.append(f"{file.relative_to(ROOT)}:{frame.lineno} {frame.name}")
    return " < ".join(ours[: -FRAMES - 1 : -1])


def shorten(_: object, __: str, line: EventDict) -> EventDict:
    """A processor of structlog: ``exc_info`` becomes ``exception`` and ``where``."""
    error = _error_of(line.pop("exc_info", None))
    if error is not None:
        line["exception"] = said_by(error)
        if path := where(error):
            line["where"] = path
    return line


class Repeats:
    """Knows which errors were logged lately: the same one again is only counted, for a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen = BoundedMemory[tuple[str, str, str], list[float]](KNOWN_ERRORS)

    def left_out(self, event: str, error: BaseException) -> int | None:
        """The times this error was only counted since it was last written; None if it is only to be counted now."""
        now, key = self._clock(), (event, said_by(error), where(error))
        known = self._seen.get(key)
        if known and now - known[0] < WINDOW:
            known[1] += 1
            return None
        self._seen.put(key, [now, 0])
        return int(known[1]) if known else 0

    def process(self, _: object, __: str, line: EventDict) -> EventDict:
        """A processor of structlog: drops a repeated error, and says with the next one how many were dropped."""
        error = _error_of(line.get("exc_info"))
        if error is None:
            return line
        event = str(line.get("event"))
        metrics.ERRORS.labels(event).inc()
        left_out = self.left_out(event, error)
        if left_out is None:
            raise structlog.DropEvent
        if left_out:
            line["left_out"] = left_out
        return line

    def filter(self, record: logging.LogRecord) -> bool:
        """The same for the log of a library."""
        error = _error_of(record.exc_info)
        if error is None:
            return True
        metrics.ERRORS.labels(record.name).inc()
        left_out = self.left_out(f"{record.name} {record.msg}", error)
        if left_out:
            record.msg = f"{record.msg} (and {left_out} times before)"
        return left_out is not None


def _error_of(given: object) -> BaseException | None:
    """The exception that ``exc_info`` stands for: one, the three parts of one, or True for the one being handled."""
    if isinstance(given, BaseException):
        return given
    if isinstance(given, tuple):
        error = given[1]
        return error if isinstance(error, BaseException) else None
    return sys.exc_info()[1] if given else None
