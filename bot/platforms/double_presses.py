"""Double clicks: a button that is pressed again before its answer can have been seen is answered once."""

from dataclasses import dataclass

from bot.foundation.bounded import BoundedMemory

GRACE = 1.0
"""Seconds for which a press still counts as the second half of a double click, once a new message has answered the
first. Where a message was edited instead, pressing again does no harm."""
PRESSES = 10_000


@dataclass
class Press:
    """A press that is being answered, until ``end``."""

    payload: str
    until: float | None = None

    def end(self, now: float, *, new_message: bool) -> None:
        """It has been answered, by a message that was not there before or by something else."""
        self.until = now + GRACE if new_message else now


class DoublePresses:
    """The latest press of each person on each message. Times are those of one monotonic clock, in seconds."""

    def __init__(self) -> None:
        self._latest = BoundedMemory[tuple[str, str], Press](PRESSES)

    def begin(self, person: str, message: str, payload: str, arrived: float) -> Press | None:
        """A press that came in at this time; None if it is the second half of a double click."""
        latest = self._latest.get((person, message))
        if latest and latest.payload == payload and (latest.until is None or arrived < latest.until):
            return None
        press = Press(payload)
        self._latest.put((person, message), press)
        return press
