"""A puzzle or lesson that somebody has before them, in which they may type a turn, as in a match."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.chat import Answer
from bot.foundation.bounded import BoundedMemory
from bot.matches.identity import Place

PEOPLE = 1_000
OPEN_FOR = 24 * 60 * 60.0
"""Seconds after which a line without an answer to its panel is a move in it no more."""


@dataclass(frozen=True)
class Study:
    """The texts that may be typed into a puzzle or lesson.

    ``reads`` is true for a text that is a turn there, false for one that is nearly one, None for talk; ``plays``
    answers the first two. ``named``: the text answers the very message that shows it.
    """

    title: str
    reads: Callable[[str], Awaitable[bool | None]]
    plays: Callable[[str], Awaitable[Answer]]
    named: bool = False


@dataclass
class OpenStudies:
    """The payload of a button on the puzzle or lesson that each person was shown last in each place; in this process
    only.

    Where a panel that is for one person cannot stand in a group it comes in private. So a private chat has the last one
    of its platform, as long as none was opened there.
    """

    _open: BoundedMemory[tuple[str, str, str, str], str] = field(
        default_factory=lambda: BoundedMemory(PEOPLE, OPEN_FOR)
    )

    def begin(self, player: str, place: Place, payload: str, now: float) -> None:
        """It is open from now on, in the place of the one before."""
        for key in _keys(player, place):
            self._open.put(key, payload, now)

    def end(self, player: str, place: Place) -> None:
        """It is done."""
        for key in _keys(player, place):
            self._open.pop(key)

    def of(self, player: str, place: Place, now: float) -> str:
        """The payload of the one that is open; empty where none is."""
        here, last = _keys(player, place)
        found = self._open.get(here, now)
        if not found and place.private:
            found = self._open.get(last, now)
        return found or ""


def _keys(player: str, place: Place) -> tuple[tuple[str, str, str, str], tuple[str, str, str, str]]:
    """The place itself, and all of its platform."""
    return (player, place.platform, place.chat, place.thread), (player, place.platform, "", "")
