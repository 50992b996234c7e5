"""The game that is played in a place where nobody names one: who chooses it, how, and where it counts."""

from dataclasses import replace

import pytest

from bot.app.entry.app import App
from bot.app.requests.context import AppServices
from bot.bootstrap.assembly import capabilities
from bot.chat import Request
from bot.computer.computer_player import computer
from bot.matches.identity import Person, Place
from bot.matches.status import Status
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import controls, labels
from tests.bot.kit import event

GROUP = Place("telegram", "-1001")
BOSS = "boss"
DAM = "Malaysian checkers 8x8"
MENU = 25
"""Options of a menu, at most."""


class Square:
    """Papan in a group that one person manages, and in the private chats of its people."""

    def __init__(self, tools: AppServices) -> None:
        self.services = tools.services
        self.hosts = {BOSS}
        self.papan = App(replace(tools, manages=self._manages, capabilities=capabilities()))

    async def _manages(self, place: Place, account: str) -> bool:
        return place.chat == GROUP.chat and account in self.hosts

    def asks(self, name: str, place: Place = GROUP) -> Request:
        return Request(event(), self.person(name), place, "")

    def person(self, name: str) -> Person:
        return Person("telegram", name, name, handle=name, locale="en")

    async def types(self, name: str, command: str, place: Place = GROUP, **options: str | Person) -> Seen:
        return seen(await self.papan.command(self.asks(name, place), command, options))

    async def presses(self, name: str, panel: Seen, label: str, place: Place = GROUP) -> Seen:
        payload, values = next((payload, values) for payload, values, each in controls(panel) if each == label)
        return seen(await self.papan.press(self.asks(name, place), payload, values))

    async def usual(self) -> str:
        return (await self.services.communities.of_place(GROUP)).usual_game

    async def begun(self, card: Seen) -> str:
        return (await self.services.matches.get(card.title.split()[0])).game.ruleset.key


@pytest.fixture(name="square")
async def make_square(app_services: AppServices) -> Square:
    people, computers = app_services.services.people, app_services.services.matches.computers
    computers |= {(await people.player(computer(1))).id: 1}
    return Square(app_services)


@pytest.mark.parametrize("place", [GROUP, Place("telegram", BOSS, private=True)], ids=["here", "in private"])
async def test_hosts_choose_it_by_its_family(square: Square, place: Place) -> None:
    """Also where the panel stands in the private chat; no menu is longer than a platform takes."""
    panel = await square.types(BOSS, "setup")
    tab = await square.presses(BOSS, panel, "New matches", place)
    assert "The game where nobody names one: none, people are asked" in tab.text
    assert "No game" not in labels(tab)
    families = await square.presses(BOSS, tab, "Choose the game", place)
    games = await square.presses(BOSS, families, "Draughts on squares", place)
    menus = [payload for payload, values, _ in controls(games) if values]
    assert max(map(menus.count, menus)) <= MENU
    by_rules = await square.presses(BOSS, games, "Malaysian checkers", place)
    told = await square.presses(BOSS, by_rules, DAM, place)
    assert f"The game where nobody names one: {DAM}" in told.text
    assert await square.usual() == "malaysian-checkers-8"
    none = await square.presses(BOSS, told, "No game", place)
    assert "The game where nobody names one: none, people are asked" in none.text
    assert await square.usual() == ""


@pytest.mark.parametrize(
    ("typed", "key"),
    [("dam-8", "malaysian-checkers-8"), ("Main Tapal Empat", "main-tapal-empat"), ("none", ""), ("tiada", "")],
)
async def test_hosts_type_it(square: Square, typed: str, key: str) -> None:
    await square.types(BOSS, "setup", game="bagh-chal")
    assert "The game where nobody names one" in (await square.types(BOSS, "setup", game=typed)).text
    assert await square.usual() == key


async def test_a_name_that_no_game_has_is_guessed(square: Square) -> None:
    guessed = await square.types(BOSS, "setup", game="sherr-bakkar")
    assert "There is no game called sherr-bakkar." in guessed.text
    (nearest,) = [label for label in labels(guessed) if "Sher-bakar" in label]
    told = await square.presses(BOSS, guessed, nearest)
    assert "The game where nobody names one: Sher-bakar" in told.text
    assert await square.usual() == "sher-bakar"


async def test_nobody_else_chooses_it(square: Square) -> None:
    panel = await square.types(BOSS, "setup")
    tab = await square.presses(BOSS, panel, "New matches")
    families = await square.presses(BOSS, tab, "Choose the game")
    square.hosts.clear()
    no = "Only those who manage this place may set it up."
    assert (await square.presses(BOSS, tab, "Choose the game")).text == no
    for label in ("Draughts on squares", "Permainan-Tabal"):
        assert (await square.presses(BOSS, families, label)).text == no
    for typed in ("dam-8", "none", "tapl"):
        assert (await square.types(BOSS, "setup", game=typed)).text == no
    assert await square.usual() == ""


async def test_it_is_played_where_nobody_names_one(square: Square) -> None:
    await square.types(BOSS, "setup", game="dam-8")
    card = await square.types("siti", "play", opponent=square.person("adi"))
    assert await square.begun(card) == "malaysian-checkers-8"
    assert (await square.services.matches.get(card.title.split()[0])).status is Status.INVITED
    assert await square.begun(await square.types("siti", "play", opponent="anybody")) == "malaysian-checkers-8"
    assert await square.begun(await square.types("siti", "play", level="1")) == "malaysian-checkers-8"
    assert await square.begun(await square.types("siti", "play", opponent="practice")) == "malaysian-checkers-8"
    named = await square.types("siti", "play", opponent="anybody", game="bagh-chal")
    assert await square.begun(named) == "bagh-chal", "what is typed comes first"


async def test_another_game_is_a_press_away(square: Square) -> None:
    await square.types(BOSS, "setup", game="dam-8")
    panel = await square.types("siti", "play")
    assert (panel.title, "Anybody" in labels(panel)) == (DAM, True)
    families = await square.presses("siti", panel, "Another game")
    assert labels(families)[:2] == [DAM, "Permainan-Tabal"], "the usual one comes first"
    chosen = await square.presses("siti", families, "Permainan-Tabal")
    assert chosen.title == "Permainan-Tabal"
    levels = await square.types("siti", "play", opponent="computer")
    assert levels.title == DAM
    families = await square.presses("siti", levels, "Another game")
    assert (await square.presses("siti", families, "Permainan-Tabal")).title == "Permainan-Tabal"
    alone = await square.types("siti", "play", opponent=square.person("siti"))
    families = await square.presses("siti", alone, "Another game")
    by_rules = await square.presses("siti", families, "Permainan-Tabal")
    assert await square.begun(await square.presses("siti", by_rules, "Permainan-Tabal")) == "permainan-tabal"


async def test_the_button_new_game_opens_it(square: Square) -> None:
    home = await square.types("siti", "help")
    asked = await square.presses("siti", home, "New game")
    assert "Another game" not in labels(asked)
    await square.types(BOSS, "setup", game="dam-8")
    opened = await square.presses("siti", home, "New game")
    assert opened.title == DAM


async def test_in_private_people_are_asked(square: Square) -> None:
    await square.types(BOSS, "setup", game="dam-8")
    asked = await square.types("siti", "play", Place("telegram", "siti", private=True))
    assert asked.title == "New game"


async def test_a_game_that_there_is_no_longer_is_left_out(square: Square) -> None:
    """Its hosts see it; people are asked."""
    change = square.services.communities.change
    await change(GROUP, lambda found: replace(found, settings={"game": "chess-of-tomorrow"}))
    asked = await square.types("siti", "play", opponent=square.person("adi"))
    assert asked.title == "New game"
    tab = await square.presses(BOSS, await square.types(BOSS, "setup"), "New matches")
    assert "is not among mine any more" in tab.text
    none = await square.presses(BOSS, tab, "No game")
    assert "The game where nobody names one: none, people are asked" in none.text
