"""The names that a game gives its sides and pieces stand in its ruleset, and nowhere else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app.rules import abilities
from bot.app.text import names
from bot.words import LANGUAGES, Words, words
from engine.games import rulesets
from engine.ruleset import Direction, Event
from tests.catalogues import catalogue, said

ROOT = Path(__file__).parents[1]
PROGRAM = [
    file for folder in ("bot", "engine", "renderer", "tools", "bench") for file in sorted((ROOT / folder).rglob("*.py"))
]
RULESETS = ("engine/games/", "engine/ruleset.py")


LEVELS = "bot/app/text/level_names.py"
"""Where the levels of the computer have names, a hunter and a villager among them, which are no pieces."""


def owned(say: Words) -> set[str]:
    """The names of the pieces in a language, and the words that people may type for them."""
    nouns = {kind.noun for ruleset in rulesets() for kind in ruleset.kinds}
    return {say.noun(noun, count).casefold() for noun in nouns for count in (1, 2)} | {
        word for ruleset in rulesets() for word in ruleset.typed_words
    }


def general() -> Iterator[str]:
    """The English messages that no ruleset brings; what commands are called and people type is no sentence."""
    for message in said():
        files = {file for file, _ in message.locations}
        if (
            message.id
            and not message.context
            and not all(file.startswith(RULESETS) or file == LEVELS for file in files)
        ):
            yield message.id if isinstance(message.id, str) else message.id[0]


def test_roles_are_asked_for_in_rulesets_only() -> None:
    asking = [
        file.relative_to(ROOT).as_posix()
        for file in PROGRAM
        if re.search(r"(?<!discord\.)\bRole\b", file.read_text(encoding="utf-8"))
    ]
    assert asking
    assert all(name.startswith(RULESETS) for name in asking), asking


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_app_names_the_pieces_of_a_game(language: str) -> None:
    say = words(language)
    pieces = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, owned(say))))})\b", re.IGNORECASE)
    assert len(list(general())) > 300
    named = [message for message in general() if pieces.search(re.sub(r"\{\w+\}", "", translated(message, language)))]
    assert named == []


def translated(message: str, language: str) -> str:
    """A message as the catalogue has it."""
    if language == LANGUAGES[0]:
        return message
    found = catalogue(language).get(message)
    assert found is not None
    return found.string if isinstance(found.string, str) else " ".join(found.string or ())


def test_every_direction_and_event_has_its_words() -> None:
    assert set(abilities._DIRECTIONS) == set(Direction)
    assert set(names._EVENTS) == set(Event)
