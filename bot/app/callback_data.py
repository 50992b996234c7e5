"""What a button carries: ``1:K7QM:14:mv`` - version, match code, ply, action and its argument. It holds no state.

A payload is untrusted input: whoever sends it, it only names a wish, which the match then judges.
"""

import re
from dataclasses import dataclass

from bot.chat import PAYLOAD_BYTES

VERSION = "1"
NO_MATCH = "-"
_SHAPE = re.compile(r"1:(?P<code>-|[A-Z0-9]{4,8}):(?P<ply>[0-9]{1,4}):(?P<action>[a-z]{2})(?::(?P<argument>[ -~]*))?")


class BadCallbackData(ValueError):
    """A payload that no button of ours carries."""


@dataclass(frozen=True)
class CallbackData:
    """A wish: in which match and at which ply it was offered, what, and an argument of the action's own."""

    action: str
    code: str = NO_MATCH
    ply: int = 0
    argument: str = ""

    def __str__(self) -> str:
        parts = [VERSION, self.code, str(self.ply), self.action]
        if self.argument:
            parts.append(self.argument)
        return ":".join(parts)


def read_callback_data(text: str) -> CallbackData:
    """The wish in a payload. Raises BadCallbackData for anything that is not one of ours."""
    match = _SHAPE.fullmatch(text) if len(text) <= PAYLOAD_BYTES else None
    if match is None:
        raise BadCallbackData(text[:PAYLOAD_BYTES])
    return CallbackData(match["action"], match["code"], int(match["ply"]), match["argument"] or "")
