"""Tells subscribers what is published, within a process."""

from collections.abc import Callable
from typing import Generic, ParamSpec, Protocol

P = ParamSpec("P")


class Subscribable(Protocol[P]):
    """A source of published values; its subscribers are called with each."""

    def subscribe(self, callback: Callable[P, object]) -> Callable[[], None]:
        """Call ``callback`` with every value published from now on; gives a function that ends the subscription."""


class Publisher(Generic[P]):
    """Calls every subscriber with each published value, in the order in which they subscribed."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[P, object]] = []

    def subscribe(self, callback: Callable[P, object]) -> Callable[[], None]:
        """Call ``callback`` with every value published from now on; gives a function that ends the subscription."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def publish(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call the subscribers. An exception of one of them is raised here."""
        for callback in tuple(self._callbacks):
            callback(*args, **kwargs)
