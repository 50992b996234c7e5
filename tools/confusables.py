"""Write the letters that look alike to ``bot/matches/confusables.txt``: ``python -m tools.confusables [FILE]``.

The facts are Unicode's (https://www.unicode.org/Public/security/latest/confusables.txt), as the package
``confusable-homoglyphs`` has them. They stand in a file of ours because the database keeps what is made of them: they
change with a migration, and not with a release of the package.
"""

import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

from confusable_homoglyphs.confusables import confusables_data

FILE = Path(__file__).parents[1] / "bot" / "matches" / "confusables.txt"
_LEFT_TO_RIGHT = "\u200e"
"""Stands around letters that are written from right to left."""


def look_alikes() -> dict[str, list[str]]:
    """The letters that look like another letter, or like several in a row, by those.

    Left out are letters that NFKC replaces: the names are compared after that.
    """
    pairs = {
        letter.strip(_LEFT_TO_RIGHT): [other["c"].strip(_LEFT_TO_RIGHT) for other in others]
        for letter, others in confusables_data.items()
    }
    found: dict[str, list[str]] = defaultdict(list)
    for letter, others in sorted(pairs.items()):
        if len(letter) > 1 or len(others) > 1 or unicodedata.normalize("NFKC", letter) != letter:
            continue  # what others look like has several of them
        (other,) = others
        if len(other) > 1 or len(pairs[other]) > 1 or other < letter:
            found[other].append(letter)
    return found


def text() -> str:
    """The file: what is looked like, and the letters that do, as hexadecimal numbers."""
    lines = [f"{_hex(other)}: {_hex(''.join(letters))}" for other, letters in sorted(look_alikes().items())]
    return "\n".join([*lines, ""])


def _hex(letters: str) -> str:
    return " ".join(f"{ord(letter):x}" for letter in letters)


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else FILE).write_text(text(), encoding="ascii")
