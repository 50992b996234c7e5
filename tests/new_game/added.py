"""A ruleset that is put into the list as long as a test lasts, with its words; and the game of `files/`.

``files/`` has what docs/extending/add-a-game.md asks for: whole files where a game brings them, and what it adds to
the catalogues.
"""

import gettext
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.words import words
from engine import games
from engine.ruleset import Ruleset

FILES = Path(__file__).parent / "files"
BEFORE = "komikan"
"""The game that stands behind it in every list."""


def catalogue(language: str) -> Catalog:
    """The words that it adds to a language."""
    with (FILES / "bot" / "words" / "locale" / language / "LC_MESSAGES" / "papan.po").open("rb") as file:
        return read_po(file)


def put_in_list(monkeypatch: pytest.MonkeyPatch, ruleset: Ruleset, catalogues: Mapping[str, Catalog]) -> None:
    """List the game among the others, and say its words. ``words.cache_clear()`` takes the words back."""
    listed = games.rulesets()
    at = next(number for number, each in enumerate(listed) if each.key == BEFORE)
    monkeypatch.setattr(games, "registry", games.Registry((*listed[:at], ruleset, *listed[at:])))
    words.cache_clear()
    for language, added in catalogues.items():
        compiled = io.BytesIO()
        write_mo(compiled, added)
        compiled.seek(0)
        words(language)._catalogue.add_fallback(gettext.GNUTranslations(compiled))
