"""The messages that the sources say and their catalogues, each read once by whoever asks first."""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]


def _checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_words", ROOT / ".ci" / "words.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECKER = _checker()


@cache
def said() -> Catalog:
    """Every message of the sources, with the files that say it."""
    found: Catalog = CHECKER.said()
    return found


def path_of(language: str) -> Path:
    """The file of a language."""
    return ROOT / "bot" / "words" / "locale" / language / "LC_MESSAGES" / "papan.po"


@cache
def catalogue(language: str) -> Catalog:
    """The sentences of a language."""
    with path_of(language).open("rb") as file:
        return read_po(file)
