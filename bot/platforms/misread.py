"""Lines that were not understood: an edit of one is read in its place, for a while.

What has acted once is not among them: who edits a move that was played is told that it stands. After a restart no edit
is read.
"""

from bot.chat import Answer, Refusal, Toast
from bot.foundation.bounded import BoundedMemory
from bot.words import language_of, words

READ_FOR = 60.0
"""Seconds after a line was typed in which an edit of it is read."""
LINES = 10_000


class MisreadLines:
    """The latest of them, by the names of their messages; each as it was read."""

    def __init__(self) -> None:
        self._lines = BoundedMemory[str, object](LINES)
        self._acted = BoundedMemory[str, object](LINES)

    def note(self, message: str, line: object, answer: Answer | None) -> None:
        """A line was answered so; None for no answer."""
        if answer is None or isinstance(answer, Refusal):
            self._lines.put(message, line)
        else:
            self._lines.pop(message)
        if isinstance(answer, Toast) and answer.closes:
            self._acted.put(message, line)

    def is_corrected(self, message: str, line: object) -> bool:
        """Was a message not understood, and is it now another line?"""
        return message in self._lines and self._lines.get(message) != line

    def stands(self, message: str, line: object, locale: str) -> Refusal | None:
        """The refusal, said once, where a line that has acted is edited into another; None for any other edit."""
        if message not in self._acted or self._acted.get(message) == line:
            return None
        self._acted.pop(message)
        say = words(language_of(locale))
        return Refusal(text=say("Your line has been read before, and what it did stands: an edit changes nothing."))
