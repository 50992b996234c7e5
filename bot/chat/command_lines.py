"""Typed commands: the name in a line, and which of its words belong to which option."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from bot.chat.commands import COMMANDS, CommandSpec, OptionKind, OptionSpec
from bot.chat.games import game_key, read_side, search
from bot.words import LANGUAGES, Words, words

UNREAD = "?"
"""No option is called so: under this name an argument has the words that fit none."""
AGAIN = "+"
"""Before the name of an option: the argument with a second value for it."""
_Reads = Callable[[OptionSpec, str, Mapping[str, str]], str | None]
_SPACE = re.compile(r"\s")
_WORD = re.compile(r"\S+")
_LONGEST = 13
"""No value of an option has more words, not the longest name of a game, nor an opening with its numbers."""
_MOST_READ = 40
"""So many words of a line are matched against the options. Only texts have more, and what lies further on is text."""


def read_line(line: str) -> tuple[str, dict[str, str]]:
    """A typed command (``/play @siti tabal``, ``/m@bot c3-c4``) as its English name and arguments.

    Options may be named (``game:tabal``; ``text:`` takes the rest of the line, ``zone:`` the words behind it that are a
    zone). Words without a name belong to the options that read them, in whichever order they stand: the longest value
    that is one goes first, and of equally long ones that of the option that the command lists first. Where the command
    takes a free text, that begins at the first word that no option reads, and has all words from there on; else what no
    option reads stands under ``UNREAD``. A second value for an option stands under its name with ``AGAIN`` before it. A
    person stays as typed, with the @.
    Raises UnknownCommand.
    """
    head, *further = _SPACE.split(line.strip().removeprefix("/"), maxsplit=1)
    rest = "".join(further).strip()
    reading = _Reading(COMMANDS.find(head.partition("@")[0].casefold()), {}, [])
    reading.take_named(rest)
    reading.take_loose(rest)
    return reading.spec.name, reading.arguments


def reads(option: OptionSpec, text: str, given: Mapping[str, str]) -> str | None:
    """The value that some words of a typed line have for an option, surely; None for words that are not its own."""
    if (value := option.words.get(text.casefold())) is not None:
        return value
    if option.reads:
        return option.reads(text, given)
    match option.kind:
        case OptionKind.PERSON:
            return text if text.startswith("@") and len(text) > 1 and " " not in text else None
        case OptionKind.GAME:
            return text if game_key(text) else None
        case OptionKind.SIDE:
            return read_side(text, given.get("game", ""))
        case OptionKind.FLAG:
            return "yes" if text.casefold() in (option.name, *option.local_names.values()) else None
        case OptionKind.CHOICE:
            return _choices(option.choices).get(text.casefold())
        case OptionKind.TEXT | OptionKind.FILE:
            return None


def guesses(option: OptionSpec, text: str, given: Mapping[str, str]) -> str | None:
    """The same of words that no option reads surely: a game may be named in part, or with a slip."""
    if option.guesses:
        return option.guesses(text, given)
    return text if option.kind is OptionKind.GAME and search(text) else None


def values_named(option: OptionSpec, say: Words) -> list[str]:
    """A word for each value of a choice, as people type it in a language."""
    firsts: dict[str, str] = {}
    for word, value in option.words.items():
        firsts.setdefault(value, word)
    labels = [say(label).casefold() for _, label in option.choices]
    return [
        say.in_context("typed", firsts[value]) if value in firsts else value if " " in label else label
        for (value, _), label in zip(option.choices, labels, strict=True)
    ]


@cache
def _choices(choices: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Each value of a choice by what it is called, in every language."""
    labels = {say(label).casefold(): value for value, label in choices for say in map(words, LANGUAGES)}
    return labels | {value.casefold(): value for value, _ in choices}


@dataclass
class _Reading:
    """A line as it is read: the arguments found so far, and the words that have no name before them."""

    spec: CommandSpec
    arguments: dict[str, str]
    loose: list[str]

    def take_named(self, rest: str) -> None:
        """The options that are named, each with its value; all other words are loose."""
        options = {name: each for each in self.spec.options for name in (each.name, *each.local_names.values())}
        at = 0
        while found := _WORD.search(rest, at):
            name, colon, value = found[0].partition(":")
            option = options.get(name.casefold()) if colon else None
            at = found.end()
            if option is None or not (value or option.whole or option.phrase):
                self.loose.append(found[0])
                continue
            if option.whole or option.phrase:
                begin = at - len(value)
                at = self._end_of_phrase(option, options, rest, begin)
                value = rest[begin:at].strip()
                if not option.whole:
                    value = " ".join(value.split())
            if (option.kind is OptionKind.PERSON or option.kind is OptionKind.CHOICE) and not option.whole:
                value = reads(option, value, self.arguments) or value
            self._give(option, value)

    def _end_of_phrase(self, option: OptionSpec, options: Mapping[str, OptionSpec], rest: str, begin: int) -> int:
        """The end of the value that begins there: behind the longest one that the option reads, or else with the line,
        or before the next option that is named.
        """
        end, best, typed = len(rest), None, []
        for found in _WORD.finditer(rest, begin):
            name, colon, _ = found[0].partition(":")
            if colon and not option.whole and found.start() > begin and name.casefold() in options:
                end = found.start()
                break
            typed.append(found[0])
            if option.reads and len(typed) <= _LONGEST and reads(option, " ".join(typed), self.arguments):
                best = found.end()
        return end if best is None else best

    def take_loose(self, rest: str) -> None:
        """The words without a name, each to the option that reads it; ``rest`` is all that was typed."""
        text = next((option for option in self.spec.options if option.free), None)
        if text and text.whole and not self.arguments and len(self.loose) > 1:
            self.arguments[text.name] = rest
            return
        if text:
            self._take_before_text()
        else:
            self._take_all(reads)
            self._take_all(guesses)
        if self.loose:
            taker = text or self._person_alone
            free = taker and taker.name not in self.arguments
            self.arguments[taker.name if taker and free else UNREAD] = " ".join(self.loose)

    def _take_before_text(self) -> None:
        """Give to options the loose words before the free text, which may have words that are values too."""
        while found := next((each for reader in (reads, guesses) for each in self._first(reader)), None):
            self._take(*found)

    def _take_all(self, reader: _Reads) -> None:
        """Give to options the loose words that they read; where they are sure, then also second values."""
        while found := next(self._fitting(reader, self._empty()), None):
            self._take(*found)
        while reader is reads and (found := next(self._fitting(reader, self.spec.options), None)):
            self._take(*found)

    def _first(self, reader: _Reads) -> Iterator[tuple[OptionSpec, str, int, int]]:
        """The values that options have at the beginning of the loose words."""
        return (found for found in self._fitting(reader, self._empty()) if found[2] == 0)

    @property
    def _person_alone(self) -> OptionSpec | None:
        """The person, where nothing else may be meant by a name."""
        if any(each.kind is OptionKind.GAME for each in self.spec.options):
            return None
        return next((each for each in self.spec.options if each.kind is OptionKind.PERSON), None)

    def _empty(self) -> tuple[OptionSpec, ...]:
        return tuple(option for option in self.spec.options if option.name not in self.arguments)

    def _fitting(self, reader: _Reads, options: tuple[OptionSpec, ...]) -> Iterator[tuple[OptionSpec, str, int, int]]:
        """The values that options have among the loose words, and where they begin and end: the longest first, then in
        the order of the options.
        """
        count = min(len(self.loose), _MOST_READ)
        for length in range(min(count, _LONGEST), 0, -1):
            for option in options:
                for begin in range(count - length + 1):
                    text = " ".join(self.loose[begin : begin + length])
                    if (value := reader(option, text, self.arguments)) is not None:
                        yield option, value, begin, begin + length

    def _take(self, option: OptionSpec, value: str, begin: int, end: int) -> None:
        self._give(option, value)
        del self.loose[begin:end]

    def _give(self, option: OptionSpec, value: str) -> None:
        name = AGAIN + option.name if option.name in self.arguments else option.name
        self.arguments[name] = value
