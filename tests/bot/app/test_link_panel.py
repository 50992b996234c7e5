"""``/link``: one person on two platforms, asked on both sides, and two again."""

import re
from dataclasses import dataclass

import pytest

from bot.app.people import link_panel
from bot.app.requests.wrong_links import TRIES
from bot.chat import Request
from bot.matches.identity import Person, Place
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import event


@dataclass
class Elsewhere(Visitor):
    """A person in their private chat on some platform."""

    platform: str = "telegram"

    @property
    def person(self) -> Person:
        return Person(self.platform, self.name.casefold(), self.name, handle=self.name.casefold(), locale=self.locale)

    def request(self, place: Place | None = None, message: str = "") -> Request:
        own = Place(self.platform, self.name.casefold(), private=True)
        return Request(event(), self.person, own, message)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_panel, "LOOKED_EVERY", 0.001)


@pytest.fixture
def on_discord(adi: Visitor) -> Elsewhere:
    return Elsewhere(adi.papan, "Adi", platform="discord")


@pytest.fixture
def on_telegram(adi: Visitor) -> Elsewhere:
    return Elsewhere(adi.papan, "Siti")


def code_in(panel: Seen) -> str:
    found = re.search(r"/link ([2-9A-Z]{4}-[2-9A-Z]{4})", panel.text)
    assert found
    return found[1]


async def later(panel: Seen) -> Seen:
    """The panel as it is next by itself."""
    assert panel.updates
    return seen(await anext(panel.updates))


async def linked(first: Elsewhere, second: Elsewhere) -> tuple[Seen, Seen]:
    """Two accounts of one person: the last panel of each side."""
    shown = await first.types("/link")
    asked = await second.types(f"/link {code_in(shown)}")
    given = await second.presses(asked, "Yes, one person")
    done = await first.presses(await later(shown), "Yes, it is me")
    return done, await later(given)


async def test_both_sides_are_asked_and_then_it_is_one_person(on_discord: Elsewhere, on_telegram: Elsewhere) -> None:
    await on_telegram.types("/play dam-8 practice")
    shown = await on_discord.types("/link")
    assert shown.confidential
    asked = await on_telegram.types(f"/link {code_in(shown).lower()}")
    assert asked.text == (
        "Is this Telegram account to be one with Adi (Discord)? Matches, ratings and settings become one. Only go on "
        "if you made this code yourself just now."
    )
    given = await on_telegram.presses(asked, "Yes, one person")
    assert given.text == "Now say there, where you are Adi, that it was you."
    question = await later(shown)
    assert question.text == "Siti (Telegram) has given your code. Is that you?"
    assert labels(question) == ["Yes, it is me", "No, keep it out"]
    done = await on_discord.presses(question, "Yes, it is me")
    assert done.text.startswith("Done: you are one person here and there.")
    assert (await later(given)).text == "Done: you are Adi here too."
    games = await on_discord.types("/games")
    assert "ractice" in games.text, "the board begun on Telegram is theirs on Discord"


async def test_no_on_either_side_changes_nothing(on_discord: Elsewhere, on_telegram: Elsewhere) -> None:
    shown = await on_discord.types("/link")
    asked = await on_telegram.types(f"/link {code_in(shown)}")
    assert (await on_telegram.presses(asked, "No")).text == "Nothing has changed."
    given = await on_telegram.presses(asked, "Yes, one person")
    refused = await on_discord.presses(await later(shown), "No, keep it out")
    assert refused.text == "Nothing has changed."
    assert (await later(given)).text == "The other side said no. Nothing has changed."
    assert (await on_discord.types("/link undo")).text.startswith("There is nothing to undo")


async def test_a_link_is_undone_by_a_word_or_a_press(on_discord: Elsewhere, on_telegram: Elsewhere) -> None:
    await linked(on_discord, on_telegram)
    undone = await on_telegram.types("/link undo")
    assert undone.text.startswith("Done: you are two again.")
    await linked(on_discord, on_telegram)
    offered = await on_discord.types("/link")
    assert (await on_discord.presses(offered, "Undo the last link")).text == undone.text
    assert "Undo the last link" not in labels(await on_discord.types("/link"))


async def test_a_code_that_lapses_says_so_and_makes_way_for_another(
    on_discord: Elsewhere, on_telegram: Elsewhere
) -> None:
    shown = await on_discord.types("/link")
    newer = await on_discord.types("/link")
    refused = await on_telegram.types(f"/link {code_in(shown)}")
    assert refused.text.startswith("This code is not in use.")
    asked = await on_telegram.types(f"/link {code_in(newer)}")
    await on_discord.types("/link")
    gone = await on_telegram.presses(asked, "Yes, one person")
    assert gone.text.startswith("This code is not in use.")


async def test_wrong_codes_are_counted(on_discord: Elsewhere, on_telegram: Elsewhere) -> None:
    for _ in range(TRIES):
        assert (await on_telegram.types("/link 2222-2222")).text.startswith("This code is not in use.")
    code = code_in(await on_discord.types("/link"))
    asked = await on_telegram.types(f"/link {code}")
    refused = await on_telegram.presses(asked, "Yes, one person")
    assert refused.text.startswith("These were too many wrong codes.")


async def test_two_accounts_of_one_platform_stay_two(on_discord: Elsewhere, adi: Visitor) -> None:
    other = Elsewhere(adi.papan, "Adi 2", platform="discord")
    shown = await on_discord.types("/link")
    await other.presses(await other.types(f"/link {code_in(shown)}"), "Yes, one person")
    refused = await on_discord.presses(await later(shown), "Yes, it is me")
    assert refused.text == "Both have an account on Discord. One person has one account there."
