"""One person on several devices and accounts: the values by which an app and its platforms speak of it."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class LinkCode:
    """A code of somebody that still holds: who has given it, by their name or their device; empty for nobody.

    ``seconds`` are left of it. ``code`` is known only when it is made, and is empty later.
    """

    code: str
    seconds: int
    giver: str
    answered: bool | None = None


@dataclass(frozen=True)
class LinkTicket:
    """Somebody has given a code of ``name``; by the ``ticket`` they hear what is said to it."""

    ticket: str
    name: str


class LinkState(StrEnum):
    """The state of a ticket."""

    WAITS = "waits"
    NO = "no"
    YES = "yes"
    OVER = "over"
    """Its code does not hold any more."""


@dataclass(frozen=True)
class LinkResult:
    """The state of a ticket; with the account of whose code it was on the platform, once they have said yes.

    ``device`` are the words for the device that has given the code.
    """

    state: LinkState
    account: str = ""
    device: str = ""
