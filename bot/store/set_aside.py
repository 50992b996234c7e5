"""Sets unreadable rows aside: logged once, counted, and passed over instead of being read again and again."""

from collections.abc import Iterable, Mapping
from threading import Lock

import structlog

from bot.foundation import metrics

_log = structlog.get_logger(__name__)


class SetAside:
    """The rows of one kind (``match``, ``account``, ``message``) that this process could not read, by their keys.

    Transactions note here what they find, in whatever thread they run: to note the same again changes nothing.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._problems: dict[str, str] = {}
        self._lock = Lock()

    def __contains__(self, key: str) -> bool:
        return key in self._problems

    def __len__(self) -> int:
        return len(self._problems)

    def others(self, keys: Iterable[str]) -> list[str]:
        """Those of some keys that are not set aside."""
        return [key for key in keys if key not in self._problems]

    def note(self, key: str, problem: str) -> None:
        """A row cannot be read."""
        if self._add({key: problem}):
            _log.error("row_unreadable", kind=self._kind, **{self._kind: key}, problem=problem)

    def note_all(self, problems: Mapping[str, str]) -> Mapping[str, str]:
        """The same for several, without a line in the log for each; those among them that are new."""
        return self._add(problems)

    def clear(self, key: str) -> None:
        """A row can be read."""
        if key not in self._problems:
            return
        with self._lock:
            if self._problems.pop(key, None) is None:
                return
        metrics.UNREADABLE.labels(self._kind).dec()
        _log.info("row_readable_again", kind=self._kind, **{self._kind: key})

    def _add(self, problems: Mapping[str, str]) -> Mapping[str, str]:
        with self._lock:
            new = {key: problem for key, problem in problems.items() if key not in self._problems}
            self._problems |= new
        metrics.UNREADABLE.labels(self._kind).inc(len(new))
        return new
