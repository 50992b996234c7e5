"""Typed commands: the name and the options in a line, and codes of matches in it."""

import re

from bot.chat.commands import (
    ASK_LEVEL,
    COMMANDS,
    COMPUTER_WORDS,
    OPPONENT_WORDS,
    CommandSpec,
    OptionKind,
)
from bot.chat.games import game_key, take_side
from bot.matches.history import is_turn
from bot.matches.terms import NUMBERS, TERMS

_SPACE = re.compile(r"\s")
_WORD = re.compile(r"\S+")
_HOUR = re.compile(r"[0-9]{1,2}(:[0-9]{2})?|on|off", re.IGNORECASE)


def read_line(line: str) -> tuple[str, dict[str, str]]:
    """A typed command (``/play @siti tabal``, ``/m@bot c3-c4``) as its English name and arguments.

    Options may be named (``game:tabal``; ``text:`` takes the rest of the line, ``zone:`` all words up to ``quiet:``);
    words without a name go where they fit: ``@name`` to the person, a game's name to the game, a side to the side, the
    rest to the first text option, or to the one that takes whole lines; where there is neither, to the person. A person
    stays as typed, with the @.
    Raises UnknownCommand.
    """
    head, *further = _SPACE.split(line.strip().removeprefix("/"), maxsplit=1)
    rest = "".join(further).strip()
    head = head.partition("@")[0].casefold()
    spec = COMMANDS.find(head)
    options = {option.name: option for option in spec.options}
    arguments: dict[str, str] = {}
    loose: list[str] = []
    phrase = ""
    for found in _WORD.finditer(rest):
        word = found[0]
        name, colon, value = word.partition(":")
        option = options.get(name.casefold()) if colon else None
        if option and option.name == "opponent" and value.casefold() in (*COMPUTER_WORDS, *OPPONENT_WORDS):
            loose.append(value)
        elif option and option.whole:
            arguments[option.name] = rest[found.end() - len(value) :].strip()
            break
        elif option and option.phrase:
            phrase = option.name
            arguments[phrase] = value
        elif option and value:
            arguments[option.name] = value
        elif phrase:
            arguments[phrase] = f"{arguments[phrase]} {word}".strip()
        elif word.startswith("@") and spec.person and len(word) > 1:
            arguments[spec.person] = word
        else:
            loose.append(word)
    if loose:
        _place_loose(spec, arguments, loose, rest)
    return spec.name, arguments


def _place_loose(spec: CommandSpec, arguments: dict[str, str], words: list[str], rest: str) -> None:
    """Put words where they fit; what takes whole lines gets ``rest`` as it was typed, where that is all of them."""
    names = {option.name for option in spec.options}
    if "side" in names:
        words = _take_level(arguments, _take_numbers(arguments, _take_anybody(arguments, words)))
        words = take_side(arguments, _take_terms(arguments, words))
        if words:
            arguments.setdefault("game", " ".join(words))
        return
    if "opening" in names and (turns := [word for word in words if is_turn(word)]):
        arguments.setdefault("opening", " ".join(turns))
        words = [word for word in words if word not in turns]
    if "hour" in names and _HOUR.fullmatch(words[0]):  # further on it belongs to the name of a game
        arguments.setdefault("hour", words[0])
        words = words[1:]
    for option in spec.options:
        if option.kind is OptionKind.FLAG:
            flagged = [word for word in words if word.casefold() in (option.name, *option.local_names.values())]
            if flagged:
                arguments[option.name] = "yes"
                words = [word for word in words if word not in flagged]
        elif option.kind is OptionKind.CHOICE:
            chosen = [word for word in words if word.casefold() in dict(option.choices)]
            if chosen:
                arguments[option.name] = chosen[0].casefold()
                words = [word for word in words if word is not chosen[0]]
    if "game" in names:
        if words:
            arguments.setdefault("game", " ".join(words))
        return
    whole = next((option.name for option in spec.options if option.whole), None)
    if whole and not (len(words) == 1 and read_code(words[0])):
        arguments.setdefault(whole, rest if words == rest.split() else " ".join(words))
        return
    text = next((option.name for option in spec.options if option.kind is OptionKind.TEXT), None)
    if (taker := text or spec.person) and words:
        arguments.setdefault(taker, " ".join(words))


def _take_anybody(arguments: dict[str, str], words: list[str]) -> list[str]:
    """``anybody`` is an opponent, and so is ``practice``; the words left."""
    for start in range(len(words)):
        for end in (start + 2, start + 1):
            if (typed := " ".join(words[start:end]).casefold()) in OPPONENT_WORDS:
                arguments.setdefault("opponent", OPPONENT_WORDS[typed])
                return words[:start] + words[end:]
    return words


def _take_numbers(arguments: dict[str, str], words: list[str]) -> list[str]:
    """The terms that are numbers, each behind the word for it: ``bid 16``; the words left."""
    for term in NUMBERS:
        for at, word in enumerate(words[:-1]):
            if word.casefold() in term.before and words[at + 1].isdecimal():
                arguments.setdefault(term.option, words[at + 1])
                words = words[:at] + words[at + 2 :]
                break
    return words


def _take_terms(arguments: dict[str, str], words: list[str]) -> list[str]:
    """The terms that are named by a word alone; the words left."""
    for term in TERMS.values():
        known = term.words
        if named := [word.casefold() for word in words if word.casefold() in known]:
            arguments.setdefault(term.option, known[named[0]])
        words = [word for word in words if word.casefold() not in known]
    return words


def _take_level(arguments: dict[str, str], words: list[str]) -> list[str]:
    """``computer`` is an opponent, with a level right after it or anywhere but in a game's name; the words left.

    A number that is no level is taken for one as well, so that the answer can say which levels there are.
    """
    at = next((at for at, word in enumerate(words) if word.casefold() in COMPUTER_WORDS), None)
    if at is None:
        return words
    others = words[:at] + words[at + 1 :]
    levels = [number for number, word in enumerate(others) if word.isascii() and word.isdecimal()]
    if at in levels:
        found = at
    elif not levels or _names_game(others):
        arguments.setdefault("level", ASK_LEVEL)
        return others
    else:
        found = next((at for at in levels if _names_game(others[:at] + others[at + 1 :])), levels[-1])
    arguments.setdefault("level", others[found])
    return others[:found] + others[found + 1 :]


def _names_game(words: list[str]) -> bool:
    """Are these words a game's name, and perhaps a side and a pace?"""
    return game_key(" ".join(take_side({}, _take_terms({}, words)))) is not None


CODE = re.compile(r"[A-HJ-NP-Z2-9]{4,8}")


def read_code(text: str) -> str | None:
    """The match code in a typed text, in any case, or None."""
    code = text.strip().upper()
    return code if CODE.fullmatch(code) else None
