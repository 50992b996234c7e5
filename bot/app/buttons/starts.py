"""A position to go on from, and the buttons that do so: they name the match and the turn, or a game that was pasted
lately, and hold no position.
"""

from dataclasses import dataclass

from bot.app.buttons.callback_data import NO_MATCH, Action, BadCallbackData, CallbackData
from bot.chat import Button, Style
from bot.matches.state import MatchOrigin
from bot.words import Words
from engine.position import Position
from engine.ruleset import Ruleset

_SIDES = {"f": "first", "s": "second", "r": "random"}
EITHER_SIDE = "random"
_WISHES = "paclvu"
"""The panel itself, anybody, the computer, alone, a level, a person."""
_KEY_LENGTH = 16


@dataclass(frozen=True)
class StartPosition:
    """A position from which a new match begins.

    ``code`` is that of the match it comes from, else ``key`` that of a pasted game; ``ply`` the number of turns there.
    ``watched``: may others watch what begins there?
    """

    ruleset: Ruleset
    position: Position
    ply: int = 0
    code: str = NO_MATCH
    key: str = ""
    watched: bool = True

    @property
    def origin(self) -> MatchOrigin | None:
        """The match and the turn it comes from; None for a pasted game, and for a match before its first turn."""
        return MatchOrigin(self.code, self.ply) if self.code != NO_MATCH and self.ply else None

    def payload(self, wish: str, side: str = EITHER_SIDE) -> str:
        """The payload of a button with a wish, on a side."""
        return str(CallbackData(Action.GO_ON, self.code, self.ply, f"{wish}{side[0]}{self.key}"))


@dataclass(frozen=True)
class GoOnWish:
    """The wish of a button: its letter, the side, and the person or level chosen in a menu."""

    wish: str = "p"
    side: str = EITHER_SIDE
    key: str = ""
    chosen: str = ""


def read_wish(argument: str) -> GoOnWish:
    """Read the wish of a button; without an argument it is the panel itself. Raises BadCallbackData."""
    if not argument:
        return GoOnWish()
    head, _, chosen = argument.partition(":")
    wish, side, key = head[:1], head[1:2], head[2:]
    if not wish or wish not in _WISHES or side not in _SIDES or len(key) not in (0, _KEY_LENGTH):
        raise BadCallbackData(argument)
    return GoOnWish(wish, _SIDES[side], key, chosen)


def continue_button(start: StartPosition, say: Words) -> Button:
    """The button that asks against whom to go on from a position."""
    return Button(say("Continue from here"), start.payload("p"))


def go_on_button(start: StartPosition, label: str, wish: str, side: str, style: Style = Style.PLAIN) -> Button:
    """A button of the panel that asks for that."""
    return Button(label, start.payload(wish, side), style)
