"""Notes when people are being served, for work that may only be done while nobody waits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Attention:
    """``touched`` with every event of a person; ``needed`` as long as somebody waits for something."""

    def __init__(self) -> None:
        self._needs = 0
        self._callbacks: list[Callable[[], object]] = []

    @property
    def is_needed(self) -> bool:
        """Does somebody wait at this moment?"""
        return self._needs > 0

    def on_touch(self, callback: Callable[[], object]) -> None:
        """Call ``callback`` with each event from now on, and when a wait begins or ends. It has to be quick."""
        self._callbacks.append(callback)

    def touched(self) -> None:
        """Somebody has done something."""
        for callback in self._callbacks:
            callback()

    @contextmanager
    def needed(self) -> Iterator[None]:
        """Within the context somebody waits."""
        self._needs += 1
        self.touched()
        try:
            yield
        finally:
            self._needs -= 1
            self.touched()
