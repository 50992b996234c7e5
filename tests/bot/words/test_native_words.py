"""Words as native speakers use them: what was read aloud and mended stays so."""

import re

import pytest

from bot.words import words
from tests.bot.words.test_catalogues import FOREIGN, forms, messages

NOT_USED = {
    "ms": (
        "dibulatkan",
        "dibuat asal",
        "pandangan saya",
        "bersambung",
        "langkah anda",
        "anda seorang",
        "senyap",
        "rehat",
        "bertaraf",
        "penarafan",
        "boleh dimiliki",
        "turunkan",
        "diturunkan",
        "kamu",
    ),
    "id": (
        "berperingkat",
        "boleh dimiliki",
        "turunkan",
        "diturunkan",
        "mengulang",
        "ulang langkah",
        "diulang",
        "ulang langkahmu",
        "anda",
        "menuntut",
        r"aku(?! \|)",
        "(nama|dengan|kepada|kedudukan|kiriman|milik)ku",
        "ku(baca|ikuti|kabarkan|pahami|tahu)",
    ),
}
"""Words that belong to another language, mean something else there (*bersambung* is *to be continued*), or stand beside
the one word that we use for the same: a pause is *jeda*, quiet hours are *waktu tenang*, Indonesian says *kamu* and
Malay *anda*, Papan and people on buttons are *saya* (*aku* is read in lines only), a rated match is one that is
*dinilai*, and an invitation is *ditarik*.
"""
BUTTONS = (
    "Take back",
    "My view",
    "Play it",
    "Copy",
    "Finished matches",
    "Matches under way",
    "My data as a file",
    "Undo",
)
BUTTON_LENGTH = 21
"""Characters of a label that a phone shows whole."""


@pytest.mark.parametrize("language", FOREIGN)
def test_no_message_uses_words_that_do_not_belong_there(language: str) -> None:
    said = {words(language)._catalogue.gettext(text).casefold() for each in messages() for text in forms(each.id)}
    assert [text for text in said for word in NOT_USED.get(language, ()) if re.search(rf"\b{word}\b", text)] == []


def test_the_board_as_one_person_sees_it_is_called_so() -> None:
    assert words("ms")("My view") == "Papan dari pihak saya"


def test_indonesians_take_a_move_back() -> None:
    say = words("id")
    assert say("Take back") == "Tarik kembali"
    assert "menarik kembali" in say("{name} asks to take back a move.", name="Adi")
    assert say("Take back your last move, or ask to").startswith("Tarik kembali")


def test_what_one_makes_in_a_turn_has_one_name_in_malay() -> None:
    """*Langkah* stands in rules only, of the step that a piece makes beside a jump; and in *teka langkah*, as
    guessing the next turn is called.
    """
    said = [words("ms")._catalogue.gettext(text) for each in messages() for text in forms(each.id)]
    assert [text for text in said if "langkah" in text.replace("eka langkah", "") and "melompat" not in text] == []


@pytest.mark.parametrize("language", FOREIGN)
def test_buttons_are_short_enough_for_a_phone(language: str) -> None:
    assert [label for label in BUTTONS if len(words(language)(label)) > BUTTON_LENGTH] == []
