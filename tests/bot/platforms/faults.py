"""The common parts of the tests of faults on both platforms: the outcome of a match after a fault, and its log."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from bot.matches.notices import stands
from bot.services.services import Services
from bot.store import MatchSnapshot
from loopback.waiting import eventually

OF_ALL = ("discord_disconnected", "webhooks", "telegram_polled_elsewhere", "telegram_out_of_reach")
"""What stands in lines that are about no match."""
Line = MutableMapping[str, Any]


@dataclass(frozen=True)
class Outcome:
    """A match after a fault: its plies, the boards and calls people see, what Adi was told, and the log about it."""

    plies: int
    boards: list[str]
    calls: int
    frozen: int
    told: list[str]
    lines: list[str]

    def names(self, *words: str) -> bool:
        """Is there a line of the log with all these words?"""
        return any(all(word in line for word in words) for line in self.lines)


FaultHarness = TypeVar("FaultHarness")
Scenarios = Mapping[str, Callable[[FaultHarness], Awaitable[Outcome]]]


async def run_all(
    harness: FaultHarness, together: Scenarios[FaultHarness], alone: Scenarios[FaultHarness]
) -> dict[str, Outcome | BaseException]:
    """The outcome of each scenario, or what it raised: first the independent ones, concurrently, then one by one."""
    ended = await asyncio.gather(*(scenario(harness) for scenario in together.values()), return_exceptions=True)
    found = dict(zip(together, ended, strict=True))
    for name, scenario in alone.items():
        (found[name],) = await asyncio.gather(scenario(harness), return_exceptions=True)
    return found


@dataclass
class Log:
    """The log lines of Papan and of the platform's library."""

    own: list[Line] = field(default_factory=list)
    library: list[str] = field(default_factory=list)

    def about(self, *ids: str) -> list[str]:
        """The lines that have one of these ids, and those of the library that have one in their text."""
        own = [line for line in self.own if {str(value) for value in line.values()} & {*ids, *OF_ALL}]
        texts = [" ".join(f"{key}={value}" for key, value in line.items()) for line in own]
        return texts + [text for text in self.library if any(each in text for each in ids)]


class _Keeping(logging.Handler):
    def __init__(self, kept: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        self._kept.append(record.getMessage())


@contextmanager
def listening(library: str) -> Iterator[Log]:
    """Collect what is logged inside."""
    log, logger = Log(), logging.getLogger(library)
    handler = _Keeping(log.library)
    logger.addHandler(handler)
    try:
        with capture_logs(processors=[merge_contextvars]) as log.own:
            yield log
    finally:
        logger.removeHandler(handler)


async def settled(services: Services, code: str, seen: Callable[[], bool] = lambda: True) -> MatchSnapshot:
    """Wait until every view of a match that can be shown is up to date, nothing is left over, and ``seen``.

    A message that has told what is not true any more is left over, too: it stays until it could be deleted.
    """

    def quiet(found: list[MatchSnapshot]) -> bool:
        (snapshot,) = found
        alive = [view for view in snapshot.views if not view.frozen]
        shown = all(view.message and view.shown_version == snapshot.match.version for view in alive)
        called = not alive or not [each for each in snapshot.notices if each.told is None]
        untrue = [each for each in snapshot.notices if each.message and not stands(each.notice, snapshot.match)]
        return shown and called and not untrue and not snapshot.leftovers and seen()

    (snapshot,) = await eventually(lambda: services.views.snapshots([code]), quiet)
    return snapshot
