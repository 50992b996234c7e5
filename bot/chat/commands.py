"""The commands: Discord's slash commands, Telegram's menus, the web room and /help come from them.

The row of a command stands with its subject, in `bot/app/`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from bot.chat.match_codes import likely_code, sure_code
from bot.words import N_, names_of_command, names_of_option, typed_words
from engine.search import LEVELS

Reader = Callable[[str, Mapping[str, str]], str | None]
"""The value that some words of a typed line have for an option, beside the arguments read so far; None for words that
are not its own."""


def by_name(text: str, given: Mapping[str, str]) -> None:
    """Reads nothing: such an option is only filled behind its name."""


def number_in(text: str, given: Mapping[str, str]) -> str | None:
    """A word of a typed line that is a number, also one too high or too low; None for others."""
    return text if text.isascii() and text.isdecimal() else None


def any_words(text: str, given: Mapping[str, str]) -> str:
    """The words as they are: the answer names them, and says what there is."""
    return text


def words_for(*rows: tuple[str, tuple[str, ...]]) -> Mapping[str, str]:
    """Values by the words that name them, from each value with its words."""
    return {word: value for value, typed in rows for word in typed}


class OptionKind(Enum):
    """The kind of value that an option holds."""

    TEXT = "text"
    PERSON = "person"
    CHOICE = "choice"
    GAME = "game"
    SIDE = "side"
    FLAG = "flag"
    FILE = "file"
    """A file beside the command (``Request.attached``), on a platform whose commands have such options."""


@dataclass(frozen=True)
class OptionSpec:
    """One option: its English name, its description, and its values, each with a label.

    ``complete``: values are suggested while typing. ``whole``: in a typed line, everything after its name belongs to
    it, unchanged. ``phrase``: all words after its name belong to it, up to the name of another option.

    In a typed line it also takes words without its name: those of ``words``, each with its value, those that ``reads``
    gives a value, or else that its kind does, and, where nothing takes them surely, what ``guesses`` gives a value. A
    text without either takes whatever no other option reads.
    """

    name: str
    summary: str
    kind: OptionKind = OptionKind.TEXT
    choices: tuple[tuple[str, str], ...] = ()
    complete: bool = False
    whole: bool = False
    phrase: bool = False
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    reads: Reader | None = None
    guesses: Reader | None = None

    @property
    def free(self) -> bool:
        """Does it take whatever is left in a typed line?"""
        return self.kind is OptionKind.TEXT and not (self.reads or self.guesses)

    @cached_property
    def local_names(self) -> Mapping[str, str]:
        """Its names in the languages whose catalogues call it otherwise, by language."""
        return names_of_option(self.name)


def only_by_name(text: str, given: Mapping[str, str]) -> str | None:
    """None: an option takes no words of a typed line without its name."""
    del text, given
    return None


class OfferedTo(Enum):
    """Whom a platform offers a command: others do not find it, and who types it all the same is answered why not."""

    EVERYBODY = "everybody"
    RULING = "ruling"
    """Those who manage a place and whom they let rule in matches."""
    HOSTS = "hosts"
    """Only those who manage a place."""


@dataclass(frozen=True)
class CommandSpec:
    """One command: English name, summary, options (none is required), short aliases.

    ``rank``: its place in lists, from the first. One that is not ``listed`` is in none.
    """

    name: str
    summary: str
    options: tuple[OptionSpec, ...] = ()
    aliases: tuple[str, ...] = ()
    rank: int = 0
    listed: bool = True
    offered_to: OfferedTo = OfferedTo.EVERYBODY

    @cached_property
    def local_names(self) -> Mapping[str, str]:
        """Its names in the languages whose catalogues call it otherwise, by language."""
        return names_of_command(self.name)

    @property
    def person(self) -> str:
        """The name of its first option that is a person; empty where it has none."""
        return next((option.name for option in self.options if option.kind is OptionKind.PERSON), "")


LEVEL_CHOICES = tuple((str(level), str(level)) for level in LEVELS)
ASK_LEVEL = "?"
"""The value for the level of a computer opponent where none was given: the person is asked."""
COMPUTER_WORDS = typed_words("computer")
COMPUTER, ANYBODY, PRACTICE = "computer", "anybody", "practice"
"""The opponent where a typed line asks for the computer, for anybody at all, or for a practice board."""
ANYBODY_WORDS = typed_words("anybody | anyone")
PRACTICE_WORDS = typed_words("practice | practise | me")
OPPONENT_WORDS = words_for((COMPUTER, COMPUTER_WORDS), (ANYBODY, ANYBODY_WORDS), (PRACTICE, PRACTICE_WORDS))
CODE_OPTION = OptionSpec("match", N_("Code of the match, as K7QM"), complete=True, reads=sure_code, guesses=likely_code)
CODE_BY_NAME = replace(CODE_OPTION, reads=by_name, guesses=None)
"""The same beside moves or free words, which may look like a code: those who read them find it there."""


class UnknownCommand(LookupError):
    """No command has this name."""


class CommandTable:
    """All commands in their order. The app adds them as it is loaded: each subject of it has its own."""

    def __init__(self) -> None:
        self._listed: list[CommandSpec] = []
        self._by_name: dict[str, CommandSpec] = {}

    def __iter__(self) -> Iterator[CommandSpec]:
        """The commands that are listed, by rank."""
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    def add(self, spec: CommandSpec) -> None:
        """Take a command up. Raises LookupError if another has one of its names, or its rank."""
        names = {spec.name, *spec.aliases, *spec.local_names.values()}
        if taken := sorted(names & self._by_name.keys()):
            raise LookupError(f"/{spec.name}: another command is called {taken[0]}")
        if spec.listed and (same := [each.name for each in self._listed if each.rank == spec.rank]):
            raise LookupError(f"/{spec.name} has the rank of /{same[0]}")
        self._by_name.update(dict.fromkeys(names, spec))
        if spec.listed:
            self._listed = sorted([*self._listed, spec], key=lambda each: each.rank)

    def lists(self, name: str) -> bool:
        """Is this the English name of a command that is listed?"""
        spec = self._by_name.get(name)
        return spec is not None and spec.listed and spec.name == name

    def find(self, name: str) -> CommandSpec:
        """The command with this English or local name, or alias. Raises UnknownCommand."""
        try:
            return self._by_name[name.casefold()]
        except KeyError:
            raise UnknownCommand(name) from None


COMMANDS = CommandTable()


_DECIDED_BY = {"side": "game", "theme": "game", "move": "match"}


def decided_by(option: str) -> str:
    """The other option on which the suggestions for an option depend: the game for a side and a theme, the match for a
    move.
    """
    return _DECIDED_BY.get(option, "")
