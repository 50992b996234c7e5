"""``/link``: one person on two platforms, asked on both sides, and two again."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.app.entry.app import App
from bot.app.people import link_panel
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.app.requests.wrong_links import TRIES
from bot.chat import Request
from bot.computer.search_pool import SearchPool
from bot.matches.identity import Person, Place
from bot.services.services import Services
from bot.store.links import Joiner
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import Clock, event


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
    found = re.fullmatch(r"/link ([2-9A-Z]{4}-[2-9A-Z]{4})", panel.code)
    assert found, "it can be copied whole"
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
        "Join this Telegram account with Adi (Discord)? Matches, ratings and settings become one. Only go on "
        "if you made this code yourself just now."
    )
    given = await on_telegram.presses(asked, "Yes, one person")
    assert given.text == "Now confirm it where you made the code: there you are Adi."
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
    assert (await later(given)).text == "The other side has not agreed. Nothing has changed."
    assert (await on_discord.types("/link undo")).text.startswith("There is nothing to undo")


async def test_a_link_is_undone_by_a_word_or_a_press(on_discord: Elsewhere, on_telegram: Elsewhere) -> None:
    await linked(on_discord, on_telegram)
    undone = await on_telegram.types("/link undo")
    assert undone.text.startswith("Done: you are two people again: one with Discord, one with Telegram.")
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
    over = await later(shown)
    assert (over.text, labels(over)) == ("The code does not hold any more.", ["Make a new code"])
    asked = await on_telegram.types(f"/link {code_in(newer)}")
    await on_discord.types("/link")
    gone = await on_telegram.presses(asked, "Yes, one person")
    assert gone.text.startswith("This code is not in use.")


async def test_wrong_codes_are_counted_in_all_processes_together(
    on_discord: Elsewhere, on_telegram: Elsewhere, services: Services, clock: Clock, sql: Callable[[str], str]
) -> None:
    images = ImageRenderer()
    elsewhere = Elsewhere(App(AppServices(services, images, SearchPool())), "Siti")
    for _ in range(TRIES - 1):
        assert (await on_telegram.types("/link 2222-2222")).text.startswith("This code is not in use.")
    code = code_in(await on_discord.types("/link"))
    asked = await on_telegram.types(f"/link {code}")
    assert asked.text.startswith("Join this Telegram account")
    assert (await elsewhere.types("/link 2222-2222")).text.startswith("This code is not in use.")
    for each in (on_telegram, elsewhere):
        assert (await each.types(f"/link {code}")).text.startswith("These were too many wrong codes."), "right or wrong"
    assert (await on_telegram.presses(asked, "Yes, one person")).text.startswith("These were too many wrong codes.")
    images.close()
    assert "siti" not in sql("SELECT who FROM requests")
    clock.forward(hours=1)
    asked = await on_telegram.types(f"/link {code_in(await on_discord.types('/link'))}")
    assert asked.text.startswith("Join this Telegram account")


async def test_two_accounts_of_one_platform_stay_two(on_discord: Elsewhere, adi: Visitor) -> None:
    other = Elsewhere(adi.papan, "Adi 2", platform="discord")
    shown = await on_discord.types("/link")
    given = await other.presses(await other.types(f"/link {code_in(shown)}"), "Yes, one person")
    refused = await on_discord.presses(await later(shown), "Yes, it is me")
    assert refused.text == "Both sides have an account on Discord. One person can have only one there."
    assert (await later(given)).text == "The other side has not agreed. Nothing has changed.", "nobody waits for it"


async def test_a_device_is_named_in_words(on_discord: Elsewhere, services: Services) -> None:
    shown = await on_discord.types("/link")
    await services.links.give(code_in(shown), Joiner("web", "tupai", "Chrome/Android"))
    assert (await later(shown)).text == "Chrome on Android (the web room) has given your code. Is that you?"
