"""One name stands for one thing, and the glossary has the words that the code uses for things of its own."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.sources import tree_of

ROOT = Path(__file__).parents[1]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROOMS = ("chat", "matches", "services")
"""The rooms whose classes are read first by somebody new."""


def classes(folder: Path) -> Iterator[tuple[str, str]]:
    """Each class under a folder, with its place."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                yield node.name, f"{path.relative_to(ROOT).as_posix()}:{node.lineno}"


def test_no_two_classes_of_the_bot_share_a_name() -> None:
    """A private class counts by its name without the underscore."""
    found = defaultdict(list)
    for name, place in classes(ROOT / "bot"):
        found[name.lstrip("_")].append(place)
    assert found
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def terms() -> set[str]:
    """The words of the first columns, in lower case: ``forfeit (huff)`` is two."""
    rows = re.findall(r"^\| ([^|]+) \|", GLOSSARY, re.MULTILINE)
    return {term.strip(" `*").lower() for row in rows for term in re.split(r"[,()]", row)}


def test_classes_called_by_one_word_stand_in_the_glossary() -> None:
    """Exceptions do not count: they are named for the fault."""
    exceptions = {name for name, _ in classes(ROOT / "bot" / "matches" / "refusals.py")}
    names = {name for room in ROOMS for name, _ in classes(ROOT / "bot" / room)} - exceptions
    one_word = {name for name in names if re.fullmatch(r"[A-Z][a-z]+", name)}
    assert len(one_word) > 30
    known = terms()
    missing = {name for name in one_word if name.lower() not in known and name.lower().removesuffix("s") not in known}
    assert missing == set()
