"""The chat that a button of a panel is about: the panel may stand in the private chat of who asked."""

from bot.app.buttons.callback_data import BadCallbackData, CallbackData
from bot.matches.identity import Place

_LONGEST_CHAT = 20
"""So many letters of a chat have room in a button; only rooms have longer names, and in these nothing is private."""
_AT = "/"
"""Between the chat and what a button asks for."""


def about(place: Place, wanted: str = "") -> str:
    """The argument of a button that asks for something in a place; a menu adds what is chosen."""
    chat = f"{place.chat}{_AT}" if len(place.chat) <= _LONGEST_CHAT and not place.private else ""
    return f"{chat}{wanted}"


def chat_of(data: CallbackData) -> str:
    """The chat that a button names; empty where it names none."""
    return data.argument.rpartition(_AT)[0]


def place_of(data: CallbackData, here: Place, *, also_private: bool = False) -> tuple[Place, str]:
    """The place that a button is about, which was pressed ``here``, and what it asks for there.

    It gives nobody a right there: that has to be asked of the platform, about that chat. Raises BadCallbackData for a
    button about a private chat, unless it may be ``also_private``.
    """
    chat, at, wanted = data.argument.rpartition(_AT)
    wanted = wanted.removeprefix(":")
    if at and chat != here.chat:
        return Place(here.platform, chat), wanted
    if here.private and not also_private:
        raise BadCallbackData(str(data))
    return here, wanted
