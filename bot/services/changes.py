"""News of changed matches: published when a change is committed, here or by another process."""

from collections.abc import Callable
from typing import Generic, ParamSpec

from bot.matches.people import Person

P = ParamSpec("P")


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


class MatchChanges:
    """The codes of matches that have changed, or whose views have.

    A code is a hint to look at the match, and may come more often than the match changes. It can also be lost (a
    process that ends, a connection that is cut), so a subscriber must find its work from the rows as well.
    """

    def __init__(self) -> None:
        self._all: Publisher[[str]] = Publisher()
        self._local: Publisher[[str]] = Publisher()

    def subscribe(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """Call ``callback`` with each code, of any process's change; gives a function that ends the subscription."""
        return self._all.subscribe(callback)

    def subscribe_local(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """Call ``callback`` with the code of each change that this process commits, to tell other processes of it."""
        return self._local.subscribe(callback)

    def publish(self, code: str) -> None:
        """Publish a change that this process has committed."""
        self._local.publish(code)
        self._all.publish(code)

    def receive(self, code: str) -> None:
        """Publish a change that another process has committed."""
        self._all.publish(code)


_ERASED = "erased:"
"""Stands before an account in what processes tell each other; no code of a match has a colon."""


def erasure_word(person: Person) -> str:
    """The word by which the other processes are told whose data has been deleted."""
    return f"{_ERASED}{person.platform}:{person.account}"


def person_erased(word: str) -> Person | None:
    """Whose data has been deleted, by a word of another process; None for the code of a match."""
    if not word.startswith(_ERASED):
        return None
    platform, _, account = word.removeprefix(_ERASED).partition(":")
    return Person(platform, account, "")
