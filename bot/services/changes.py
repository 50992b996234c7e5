"""Which matches have changed: published when a change is committed, here or by another process."""

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Publisher(Generic[P]):
    """Calls every subscriber, in the order in which they subscribed, with what is published."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[P, object]] = []

    def subscribe(self, callback: Callable[P, object]) -> Callable[[], None]:
        """Call ``callback`` with whatever is published from now on; gives a function that ends the subscription."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def publish(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call the subscribers. What one of them raises is raised here."""
        for callback in tuple(self._callbacks):
            callback(*args, **kwargs)


class MatchChanges:
    """The codes of matches that have changed, or whose views have.

    A code is a hint to look at the match, and may come more often than the match changes. It can also be lost (a
    process that ends, a connection that is cut), so a subscriber must find what it has to do from the rows as well.
    """

    def __init__(self) -> None:
        self._all: Publisher[[str]] = Publisher()
        self._local: Publisher[[str]] = Publisher()

    def subscribe(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """Call ``callback`` with each code, whichever process made the change; gives what ends the subscription."""
        return self._all.subscribe(callback)

    def subscribe_local(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """The same for the changes that this process commits: those that other processes have to be told of."""
        return self._local.subscribe(callback)

    def publish(self, code: str) -> None:
        """This process has committed a change."""
        self._local.publish(code)
        self._all.publish(code)

    def receive(self, code: str) -> None:
        """Another process has committed a change."""
        self._all.publish(code)
