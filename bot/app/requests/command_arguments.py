"""The arguments of a command."""

from collections.abc import Mapping

from bot.app.buttons.callback_data import NO_MATCH
from bot.chat.match_codes import read_code
from bot.matches.identity import Person
from bot.words import typed_words

Arguments = Mapping[str, str | Person]


class CommandArguments:
    """The arguments of a command, each read as the type its option has."""

    def __init__(self, arguments: Arguments) -> None:
        self._arguments = arguments

    def text(self, name: str) -> str:
        """A text, empty if it was not given."""
        value = self._arguments.get(name, "")
        return value if isinstance(value, str) else value.name

    def person(self, name: str) -> Person | None:
        """A person, if one was given."""
        value = self._arguments.get(name)
        return value if isinstance(value, Person) else None

    @property
    def code(self) -> str:
        """The code of the match that was named, NO_MATCH for none."""
        return read_code(self.text("match")) or read_code(self.text("code")) or NO_MATCH

    def flag(self, name: str) -> bool:
        """Was the flag set?"""
        return self.text(name).casefold() in (*typed_words("yes"), "true", "1", "on")
