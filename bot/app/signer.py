"""Marks by which buttons that Papan made for one person are told from what others make up.

Some platforms let anybody send any payload. What a payload asks for is judged anyway; but that Papan has shown a match
to a person, which lets them see more of it, is believed only with the mark that Papan put on their buttons.
"""

import hmac
from dataclasses import dataclass, replace
from secrets import token_bytes
from string import ascii_lowercase, digits

from bot.app.callback_data import NO_MATCH, CallbackData

MARK_LENGTH = 6
_DIGITS = digits + ascii_lowercase


@dataclass(frozen=True)
class Signer:
    """Marks with a key that nobody else knows. The processes of one database have the same."""

    key: bytes

    @classmethod
    def alone(cls) -> "Signer":
        """One whose marks nobody but this process believes."""
        return cls(token_bytes(32))

    def signed(self, data: CallbackData) -> CallbackData:
        """The data of a button that is shown to its owner; what is about no match needs no mark."""
        return data if data.code == NO_MATCH else replace(data, mark=self._mark(data))

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
