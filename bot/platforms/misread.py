"""Lines that were not understood: an edit of one is read in its place, for a while.

What has acted once is not among them, so that an edit of it does nothing. After a restart no edit is read.
"""

from bot.chat import Answer, Refusal
from bot.foundation.bounded import BoundedMemory

READ_FOR = 60.0
"""Seconds after a line was typed in which an edit of it is read."""
LINES = 10_000


class MisreadLines:
    """The latest of them, by the names of their messages; each as it was read."""

    def __init__(self) -> None:
        self._lines = BoundedMemory[str, object](LINES)

    def note(self, message: str, line: object, answer: Answer | None) -> None:
        """A line was answered so; None for no answer."""
        if answer is None or isinstance(answer, Refusal):
            self._lines.put(message, line)
        else:
            self._lines.pop(message)

    def is_corrected(self, message: str, line: object) -> bool:
        """Was a message not understood, and is it now another line?"""
        return message in self._lines and self._lines.get(message) != line
