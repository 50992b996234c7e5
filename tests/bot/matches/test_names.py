"""Names that look alike have one skeleton; names that differ have two."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.matches.names import is_visible, skeleton
from tests.suites import examples


@pytest.mark.parametrize(
    "name",
    [
        "siti", "SITI", "S\u00adit\u200bi", "Si\u034fti", "Siti\u3164", "S\u2800iti", "\u202eSiti", "Siti\U000e0041",
        "\u0405iti", "\uff33\uff49\uff54\uff49", "S\u0456t\u0456", "SlTl", "S1t1", "S|ti", "Sit\u0131", "\U0001d54aiti",
        "\u0405\u0406\u0422\u0406", "Siti.", "- Si ti -",
    ],
)  # fmt: skip
def test_what_looks_like_siti_is_siti(name: str) -> None:
    assert skeleton(name) == skeleton("Siti")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Siti", "Sita"), ("Siti", "Síti"), ("Adi", "Ado"), ("نور", "سيتي"), ("Nan", "Vav"), ("Uli", "Yli"),
        ("Siti", "Siti 2"), ("ნინო", "ნანა"), ("小明", "小红"), ("НИНА", "НОНА"),
    ],
)  # fmt: skip
def test_what_looks_different_is_different(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize("name", ["Нина", "Ήλιος", "ᏣᎳᎩ"])
def test_large_and_small_letters_of_other_scripts_are_one_name(name: str) -> None:
    assert skeleton(name) == skeleton(name.lower()) == skeleton(name.upper())


@given(st.text("abcdefghijklmnopqrstuvwxyzéñç0123456789 ", min_size=1, max_size=24))
@settings(max_examples=examples(200))
def test_large_and_small_letters_are_one_name(name: str) -> None:
    assert skeleton(name) == skeleton(name.upper())


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b\u2060", "\u3164", "\u2800 \u2800", "\u0301", "\u115f\uffa0", "\ufe0f"]
)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    assert not is_visible(name)
    assert skeleton(name) == ""


@pytest.mark.parametrize("name", ["a", "7", "\U0001f3b2", "?", "a\u0301", "ก"])
def test_what_can_be_seen_may_be_a_name(name: str) -> None:
    assert is_visible(name)
