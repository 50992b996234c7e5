"""Every command has its press in the web room, or is named as having none: presses.py and docs/presses.md."""

import re
from pathlib import Path

from babel.messages.pofile import read_po

from bot.app.entry.actions import COMMAND_ACTIONS
from tests.bot.app.presses import PRESSES, table

ROOT = Path(__file__).parents[3]
DOCUMENT = ROOT / "docs" / "presses.md"
CATALOGUE = ROOT / "bot" / "words" / "locale" / "ms" / "LC_MESSAGES" / "papan.po"


def test_every_command_has_a_row_and_no_row_is_of_none() -> None:
    assert {*PRESSES} == {*COMMAND_ACTIONS}
    assert all(row.way or row.missing for row in PRESSES.values())


def test_each_word_to_be_pressed_is_said_by_the_room() -> None:
    with CATALOGUE.open("rb") as file:
        said = {each.id for each in read_po(file, locale="ms")}
    named = {word for row in PRESSES.values() for word in re.findall(r"\*([^*]+)\*", row.way)}
    assert named - said == set()


def test_the_document_has_the_table() -> None:
    has_it = DOCUMENT.read_text(encoding="utf-8").endswith(f"\n\n{table()}\n")
    assert has_it, f"docs/presses.md has to end with:\n\n{table()}"
