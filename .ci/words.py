"""Are the catalogues complete? With ``--update``: bring new and changed messages of the sources into them.

A message counts as said if it is the first argument of ``say``, ``_say``, ``say.sentence`` or ``N_``, the first two of
``say.plural``, one of the renderer's ``DESCRIPTION_WORDS``, or a word of a ruleset: its name and summary, how it
differs from another, both forms of a ``Noun``, the name of a ``Side``. In contexts of their own stand the names of
listed commands and of their options, and the words that people may type (``typed_words``). A catalogue is complete if
it translates exactly the messages of the sources, each with the facts the message names.
"""

import re
import sys
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from typing import TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from bot.app.entry.actions import SUBJECTS
from bot.chat.commands import COMMANDS
from engine.games import rulesets
from engine.games.families import FAMILY_NAMES
from engine.games.sources import CUSTOM, RULING
from renderer import DESCRIPTION_WORDS

ROOT = Path(__file__).parents[1]
BOT, GAMES = ROOT / "bot", ROOT / "engine" / "games"
Keywords: TypeAlias = dict[str, tuple[int, ...] | None]
KEYWORDS: Keywords = {
    "say": None,
    "_say": None,
    "N_": None,
    "sentence": None,
    "plural": (1, 2),
}
CREATED = datetime(2026, 11, 21, tzinfo=UTC)
"""What a catalogue says of its own making: the time of the last update would only make two branches differ."""
COMMAND_FILE = "bot/chat/commands.py"
NAMED = "Small letters without accents, digits and _; the English name where there is no other."
TYPED = "Typed words, several with | between them."
RULESET_KEYWORDS: Keywords = {"Noun": (1, 2), "Side": (4,), "Likeness": (2,)}


def said() -> Catalog:
    """Every message in the sources, with the files that say it."""
    template = Catalog(project="Papan", copyright_holder="The Papan authors")
    for folder, keywords in ((BOT, KEYWORDS), (GAMES, RULESET_KEYWORDS)):
        name = folder.relative_to(ROOT)
        for file, message, comments in _in_calls(folder, keywords, ("Words:",)):
            template.add(message, locations=[(f"{name}/{file}", 0)], auto_comments=comments)
    for ruleset in rulesets():
        for message in (ruleset.name, ruleset.summary):
            template.add(message, locations=[("engine/games/__init__.py", 0)])
    for source in (RULING, CUSTOM):
        template.add(source.name, locations=[("engine/games/sources.py", 0)])
    for message in FAMILY_NAMES.values():
        template.add(message, locations=[("engine/games/families.py", 0)])
    for message in DESCRIPTION_WORDS.values():
        template.add(message, locations=[("renderer/describe.py", 0)])
    for file, message, comments in _in_calls(BOT, {"typed_words": (1,)}):
        template.add(message, locations=[(f"bot/{file}", 0)], auto_comments=[*comments, TYPED], context="typed")
    assert SUBJECTS, "the commands are loaded"
    for command in COMMANDS:
        template.add(command.name, locations=[(COMMAND_FILE, 0)], auto_comments=[NAMED], context="command")
        for option in command.options:
            template.add(option.name, locations=[(COMMAND_FILE, 0)], auto_comments=[NAMED], context="option")
    return template


def _in_calls(
    folder: Path, keywords: Keywords, tags: Collection[str] = ()
) -> Iterator[tuple[str, str | tuple[str, ...], list[str]]]:
    """Each file in a folder, message and comments of the calls of these names.

    Most files have none, and to look for the names is far less work than to read a file as Python.
    """
    calls = re.compile(rf"\b(?:{'|'.join(keywords)})\s*\(")
    for path in sorted(folder.rglob("*.py"), key=lambda path: (path.parent.parts, path.name)):
        if calls.search(path.read_text(encoding="utf-8")):
            for _, message, comments, _ in extract_from_file("python", path, keywords, tags):
                yield path.relative_to(folder).as_posix(), message, comments


def facts(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def texts(value: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """One text, or one for each plural form."""
    return list(value) if isinstance(value, tuple | list) else [value or ""]


def key_of(message: Message) -> str:
    """What tells a message from all others: its first text, and its context where it has one."""
    return f"{message.context}: {texts(message.id)[0]}" if message.context else texts(message.id)[0]


def faults(message: Message) -> str:
    """What is wrong with a translation; nothing if it is good."""
    named = set().union(*(facts(text) for text in texts(message.id)))
    translations = texts(message.string)
    if message.fuzzy or not all(translations):
        return "is not translated"
    if any(facts(text) - named for text in translations):
        return "is translated with a fact that the message does not have"
    if any(named - facts(text) - {"count"} for text in translations):
        return "is translated without a fact that the message names"
    if any(_is_doubled(text) for text in translations):
        return "is translated twice over"
    return ""


def _is_doubled(text: str) -> bool:
    """Is a sentence there twice, as where two lines were put together?"""
    half = len(text) // 2
    return " " in text[:half] and text[:half].strip() == text[half:].strip()


def check(path: Path, template: Catalog) -> list[str]:
    """One line for each fault of a catalogue."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    wanted = {key_of(message) for message in template if message.id}
    found = {key_of(message): message for message in catalogue if message.id}
    return [
        *(f"{name!r} is missing" for name in sorted(wanted - found.keys())),
        *(f"{name!r} is said nowhere any more" for name in sorted(found.keys() - wanted)),
        *(f"{name!r} {fault}" for name, message in sorted(found.items()) if (fault := faults(message))),
    ]


def update(path: Path, template: Catalog) -> None:
    """Add what is new, drop what is gone, keep every translation."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parts[-3])
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.creation_date = CREATED
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, ignore_obsolete=True, include_lineno=False, sort_by_file=True)


def main() -> int:
    """0 if every catalogue is complete, else 1 and a line for each fault."""
    paths = sorted(BOT.glob("words/locale/*/LC_MESSAGES/papan.po"))
    template = said()
    if "--update" in sys.argv:
        for path in paths:
            update(path, template)
    lines = [f"{path.parts[-3]}: {fault}" for path in paths for fault in check(path, template)]
    print(*lines, sep="\n", end="\n" if lines else "")
    print(f"{len(template)} messages, {len(paths)} catalogues, {len(lines)} faults")
    return 1 if lines or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
