"""The identity of a person: an account, a name fit to be shown, and settings."""

import re

import pytest

from bot.matches.identity import Person
from bot.services.services import Services
from renderer.text import writable
from tests.bot.kit import person


async def test_a_person_is_one_player_and_the_name_is_kept_up(services: Services) -> None:
    first = await services.people.player(Person("discord", "17", "Adi", "adi_x", "ms-MY"))
    again = await services.people.player(Person("discord", "17", "Adi Putra", "Adi_X"))
    assert again.id == first.id
    assert (again.name, again.handle, again.locale) == ("Adi Putra", "adi_x", "ms-MY")
    elsewhere = await services.people.player(Person("telegram", "17", "Adi"))
    assert elsewhere.id != first.id
    with pytest.raises(ValueError, match="account"):
        await services.people.player(Person("telegram", "", "", "adi"))


async def test_names_are_cleaned(services: Services) -> None:
    for given, kept in (
        ("  Adi \n Putra ", "Adi Putra"),
        ("\u202eidA\u202c\u2066\u200b", "idA"),
        ("A\x00d\x1bi", "A d i"),
        ("Z\u0337\u0338\u0335\u0336a\u0301", "Z\u0337\u0338\u00e1"),
        ("x" * 99, "x" * 32),
        ("سيتي", "\u2068سيتي\u2069"),
        ("\u200f\u202e", "?"),
        ("", "?"),
        ("\u3164\u2800 \u115f", "?"),
        ("\u0301\u034f", "?"),
    ):
        assert (await services.people.player(Person("web", "1", given))).name == kept, given


async def test_a_name_leads_nowhere(services: Services) -> None:
    evil = ("@everyone", "@siti", "https://evil.example", "t.me/x", "evil.example", "/resign", "#tag", "a@b.example")
    for number, name in enumerate(evil):
        nobody = Person("telegram", f"55{number}", name)
        shown = (await services.people.player(nobody)).name
        assert not re.search(r"[@/#.]\w|\w://", shown), name
        assert shown.replace("\u2060", "") == name
        assert (await services.people.player(nobody)).name == shown, name
        assert writable(shown) == name, "a picture leads nowhere as it is"


async def test_settings_belong_to_the_player(services: Services) -> None:
    adi = await services.people.player(person("Adi"))
    assert (adi.language, adi.theme, adi.view) == (None, None, None)
    changed = await services.people.change_settings(adi.id, language="ms", view="mine")
    assert (changed.language, changed.theme, changed.view) == ("ms", None, "mine")
    assert await services.people.player(person("Adi")) == changed
    with pytest.raises(KeyError):
        await services.people.change_settings(adi.id, id="somebody else")
