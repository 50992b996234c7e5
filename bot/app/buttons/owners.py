"""The owners of buttons: an answer to one person carries that person's id in its buttons, for nobody else to use.

A private answer may come to stand where others see it: in a group of a platform without ephemeral messages, or as the
reply to a plain message. There a button must not act for whoever presses it first.
"""

import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from secrets import token_bytes
from string import ascii_lowercase, digits
from typing import TypeVar

from bot.app.buttons.callback_data import (
    MENU_OF_PAYLOADS,
    NO_MATCH,
    Action,
    BadCallbackData,
    CallbackData,
    read_callback_data,
)
from bot.chat import Button, Menu, Panel, PrivatePanel, Row

MARK_LENGTH = 6
_DIGITS = digits + ascii_lowercase


@dataclass(frozen=True)
class Signer:
    """Marks by which buttons that Papan made for one person are told from what others make up.

    Some platforms let anybody send any payload. What a payload asks for is judged anyway; but that Papan has shown a
    match to a person, which lets them see more of it, is believed only with the mark. It is made with a key that nobody
    else knows; the processes of one database have the same.
    """

    key: bytes

    @classmethod
    def alone(cls) -> "Signer":
        """One whose marks nobody but this process believes."""
        return cls(token_bytes(32))

    def signed(self, data: CallbackData) -> CallbackData:
        """The data of a button that is shown to its owner; what is about no match needs no mark, nor one for whoever is
        not known yet.
        """
        return data if data.code == NO_MATCH or not data.owner else replace(data, mark=self._mark(data))

    def believed(self, data: CallbackData) -> CallbackData:
        """The data of a pressed button, without an owner where it does not show that it was made for them."""
        if data.code == NO_MATCH or hmac.compare_digest(data.mark, self._mark(data)):
            return data
        return replace(data, owner="", mark="")

    def _mark(self, data: CallbackData) -> str:
        number = int.from_bytes(hmac.digest(self.key, f"{data.owner} {data.code}".encode(), "sha256"))
        mark = ""
        for _ in range(MARK_LENGTH):
            number, digit = divmod(number, len(_DIGITS))
            mark += _DIGITS[digit]
        return mark


P = TypeVar("P", bound=Panel)

_OF_A_POSITION = (Action.MOVE, Action.PICK, Action.PLAY, Action.UNAVAILABLE, Action.HINT)


def belongs_to_other(data: CallbackData, player: str) -> bool:
    """Was this button offered to somebody else?"""
    return data.owner not in ("", player)


def bound(panel: P, player: str, signer: Signer) -> P:
    """A panel for one player with buttons that say so."""
    bound = replace(panel, rows=bound_rows(panel.rows, player, signer))
    if isinstance(bound, PrivatePanel) and bound.board:
        payload = _owned(bound.board.payload, player, signer)
        board = replace(bound.board, payload=payload, rows=bound_rows(bound.board.rows, player, signer))
        bound = replace(bound, board=board)
    if isinstance(bound, PrivatePanel) and bound.asks:
        asked = replace(bound.asks, payload=_owned(bound.asks.payload, player, signer))
        bound = replace(bound, asks=asked)
    if isinstance(bound, PrivatePanel) and bound.to_all:
        return replace(bound, to_all=bound_button(bound.to_all, player, signer))
    return bound


def bound_button(button: Button, player: str, signer: Signer) -> Button:
    """A button for one player that says so."""
    return replace(button, payload=_owned(button.payload, player, signer))


def bound_rows(rows: Iterable[Row], player: str, signer: Signer) -> tuple[Row, ...]:
    """Rows for one player with buttons that say so."""
    return tuple(_bound_row(row, lambda payload: _owned(payload, player, signer)) for row in rows)


def _owned(payload: str, player: str, signer: Signer) -> str:
    data = _read(payload)
    return str(signer.signed(replace(data, owner=player))) if data else payload


def match_of(panel: Panel) -> str:
    """The code of the one match that the buttons of a panel are about; empty for none or several."""
    codes = {data.code for data in map(_read, _payloads(panel)) if data and data.code != NO_MATCH}
    return codes.pop() if len(codes) == 1 else ""


def position_of(panel: Panel) -> tuple[str, int] | None:
    """The match and the ply that the buttons of a panel ask about, where one of them is for that position only."""
    for data in map(_read, _payloads(panel)):
        if data and data.action in _OF_A_POSITION and data.code != NO_MATCH:
            return data.code, data.ply
    return None


def _bound_row(row: Row, owned: Callable[[str], str]) -> Row:
    if isinstance(row, Menu):
        if row.payload != MENU_OF_PAYLOADS:
            return replace(row, payload=owned(row.payload))
        return replace(row, options=tuple(replace(each, value=owned(each.value)) for each in row.options))
    return tuple(replace(item, payload=owned(item.payload)) if isinstance(item, Button) else item for item in row)


def _read(payload: str) -> CallbackData | None:
    """The data of a button; None for one that nobody can press, as with a handle that is no handle."""
    try:
        return read_callback_data(payload)
    except BadCallbackData:
        return None


def _payloads(panel: Panel) -> list[str]:
    found: list[str] = []
    for row in panel.rows:
        if not isinstance(row, Menu):
            found += [item.payload for item in row if isinstance(item, Button)]
        elif row.payload == MENU_OF_PAYLOADS:
            found += [option.value for option in row.options]
        else:
            found.append(row.payload)
    return found
