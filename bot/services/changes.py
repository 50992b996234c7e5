"""News of changed matches, and of people who have left a chat: published here or by another process."""

from collections.abc import Callable
from enum import StrEnum

from bot.foundation.publisher import Publisher
from bot.matches.identity import Person, Place


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


class LeftChats:
    """The people who have left a chat, as the platform tells one of the processes. News can be lost, as above."""

    _WORD = "left:"
    """Before the platform, the chat and the account in the word that tells other processes; a code has no colon."""

    def __init__(self) -> None:
        self._all: Publisher[[Place, str]] = Publisher()
        self._local: Publisher[[str]] = Publisher()

    def subscribe(self, callback: Callable[[Place, str], object]) -> Callable[[], None]:
        """Call ``callback`` with each chat and the account that has left it; gives a function that ends that."""
        return self._all.subscribe(callback)

    def subscribe_local(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """Call ``callback`` with a word for each departure that this process has learnt of, to tell the others."""
        return self._local.subscribe(callback)

    def publish(self, place: Place, account: str) -> None:
        """Publish a departure of which this process has learnt."""
        word = f"{self._WORD}{place.platform}:{place.chat}:{account}"
        if not any(letter.isspace() for letter in word):
            self._local.publish(word)
        self._all.publish(place, account)

    def receive(self, word: str) -> bool:
        """Publish a departure of which another process has learnt; False for a word that tells of none."""
        if not word.startswith(self._WORD):
            return False
        platform, _, rest = word.removeprefix(self._WORD).partition(":")
        chat, _, account = rest.rpartition(":")
        self._all.publish(Place(platform, chat), account)
        return True


class Errand(StrEnum):
    """The kinds of what Papan says by itself."""

    DAILY = "daily"
    """The puzzle of the day of a chat, and how many have tried it."""
    FOLLOWED = "followed"
    """How a match goes, to those who follow it."""
    RULING = "ruling"
    """What the staff has decided, in its log channel."""


class ErrandsDue:
    """The kinds of errands of which there may be one to do now. News can be lost, as above."""

    _WORD = "errand:"
    """Before the kind in the word that tells other processes; a code has no colon."""

    def __init__(self) -> None:
        self._all = {errand: Publisher[[]]() for errand in Errand}
        self._local: Publisher[[str]] = Publisher()

    def subscribe(self, errand: Errand, callback: Callable[[], object]) -> Callable[[], None]:
        """Call ``callback`` when there may be an errand of a kind; gives a function that ends the subscription."""
        return self._all[errand].subscribe(callback)

    def subscribe_local(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """Call ``callback`` with a word for each kind that this process publishes, to tell the others."""
        return self._local.subscribe(callback)

    def publish(self, errand: Errand) -> None:
        """This process has committed what there may be an errand for, in whichever process it is done."""
        self._local.publish(f"{self._WORD}{errand}")
        self._all[errand].publish()

    def note(self, errand: Errand) -> None:
        """This process has seen that there may be an errand, as each of the others does."""
        self._all[errand].publish()

    def receive(self, word: str) -> bool:
        """Publish what another process has committed; False for a word that tells of no errand."""
        if not word.startswith(self._WORD):
            return False
        known = [errand for errand in Errand if word == f"{self._WORD}{errand}"]
        for errand in known:  # another version may know of more
            self._all[errand].publish()
        return True
