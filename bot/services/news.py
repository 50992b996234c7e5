"""News: what this process has committed or learnt, and the others must hear of too.

It is a hint, and may come more often than anything changes. It can also be lost (a process that ends, a connection that
is cut), so a subscriber must find its work from the rows as well.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Generic, TypeVar

from bot.foundation.publisher import Publisher
from bot.matches.identity import Person, Place

T = TypeVar("T")


class Errand(StrEnum):
    """The kinds of what Papan says by itself."""

    DAILY = "daily"
    """The puzzle of the day of a chat, and how many have tried it."""
    WEEKLY = "weekly"
    """The card of the week of a chat."""
    LADDER = "ladder"
    """The card of a ladder, and who sinks on it."""
    VILLAGE = "village"
    """The votes of villages that are over."""
    SIMUL = "simul"
    """The card of a simul, and its boards that are to be opened."""
    BOARDS = "boards"
    """The cards of a boards match, and its matches that are to be opened."""
    TOURNAMENT = "tournament"
    """The card of a tournament, what is due in it, and its matches that are to be opened."""
    DUPLICATE = "duplicate"
    """The card of a week of duplicate, what is due in it, and its matches that are to be opened."""
    FOLLOWED = "followed"
    """How a match goes, to those who follow it."""
    DIGEST = "digest"
    """All matches that wait for a player, in one message."""
    RULING = "ruling"
    """What the staff has decided, in its log channel."""


@dataclass(frozen=True)
class Departure:
    """An account that has left a chat."""

    place: Place
    account: str


class News(Generic[T]):
    """News of one kind. ``write`` makes the text that goes to other processes, ``read`` the value of it again."""

    def __init__(self, write: Callable[[T], str], read: Callable[[str], T]) -> None:
        self.write = write
        self.read = read
        self._all: Publisher[[T]] = Publisher()
        self._local: Publisher[[T]] = Publisher()

    def subscribe(self, callback: Callable[[T], object]) -> Callable[[], None]:
        """Call ``callback`` with what any process publishes; gives a function that ends the subscription."""
        return self._all.subscribe(callback)

    def subscribe_local(self, callback: Callable[[T], object]) -> Callable[[], None]:
        """Call ``callback`` with what this process publishes or tells the others."""
        return self._local.subscribe(callback)

    def publish(self, value: T) -> None:
        """Publish what this process has committed or learnt."""
        self.tell_others(value)
        self.note(value)

    def tell_others(self, value: T) -> None:
        """The same for the other processes alone."""
        self._local.publish(value)

    def note(self, value: T) -> None:
        """The same for this process alone: another one has published it, or each of them sees it by itself."""
        self._all.publish(value)


class AllNews:
    """Every kind of news, and the words by which processes tell each other of it.

    A word is the code of a match, or the kind and its text with a colon between them.
    """

    def __init__(self) -> None:
        self.matches: News[str] = News(str, str)
        """The codes of matches that have changed, or whose views have."""
        self.erasures: News[Person] = News(_account, _of_account)
        """The people who have had their data deleted, by their accounts alone."""
        self.departures: News[Departure] = News(
            lambda left: f"{left.place.platform}:{left.place.chat}:{left.account}",
            _departure,
        )
        """The people who have left a chat, as the platform tells one of the processes."""
        self.sign_outs: News[Person] = News(_account, _of_account)
        """The people of whom a device has been signed out, by their accounts alone."""
        self.errands: News[Errand] = News(str, Errand)
        """The kinds of errands of which there may be one to do now."""
        self._kinds: dict[str, News[Any]] = {
            "": self.matches,
            "erased": self.erasures,
            "left": self.departures,
            "errand": self.errands,
            "out": self.sign_outs,
        }

    def subscribe_words(self, callback: Callable[[str], object]) -> None:
        """Call ``callback`` with a word for each piece of news of this process, to tell the others. A word has no
        blanks, so what cannot be written without is not told.
        """

        def tell(kind: str, value: object) -> None:
            text = self._kinds[kind].write(value)
            word = f"{kind}:{text}" if kind else text
            if not any(letter.isspace() for letter in word):
                callback(word)

        for kind, news in self._kinds.items():
            news.subscribe_local(partial(tell, kind))

    def receive(self, word: str) -> None:
        """Publish here what another process has told; one of another version may know of more kinds."""
        kind, _, text = word.partition(":") if ":" in word else ("", "", word)
        if news := self._kinds.get(kind):
            try:
                value = news.read(text)
            except ValueError:
                return
            news.note(value)


def _account(person: Person) -> str:
    return f"{person.platform}:{person.account}"


def _of_account(text: str) -> Person:
    return Person(*_parted(text), "")


def _parted(text: str) -> tuple[str, str]:
    platform, _, account = text.partition(":")
    return platform, account


def _departure(text: str) -> Departure:
    platform, rest = _parted(text)
    chat, _, account = rest.rpartition(":")
    return Departure(Place(platform, chat), account)
