"""The decisions of hosts at every door, with each option of ``/setup``.

A door is a way to begin a match, to agree on one, to have one shown, or to take a hint.
"""

import ast
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app.buttons.callback_data import NO_MATCH, Action, CallbackData
from bot.app.entry.app import App
from bot.app.requests.context import AppServices
from bot.bootstrap.assembly import capabilities
from bot.chat import Request
from bot.computer.computer_player import computer
from bot.matches.communities import HOST_CHOICES, USUAL_GAME, AllowedKind, Grant, Right
from bot.matches.identity import Person, Place
from bot.matches.match import Match
from tests.bot.app.seen import Seen, seen
from tests.bot.kit import Clock, event
from tests.suites import quick_first

GROUP, OTHER = Place("telegram", "-1001"), Place("telegram", "-1002")
DAM = "mce"
"""The short id of the game that is played."""
APP = Path(__file__).parents[3] / "bot" / "app"


@dataclass(frozen=True)
class Choice:
    """A choice of hosts, and the words for those it stops; ``grants`` are channels and roles that they name."""

    said: str
    settings: Mapping[str, str] = field(default_factory=dict)
    grants: tuple[Grant, ...] = ()


CHOICES = {
    "who": Choice("only those who manage this place may play", {"who": "hosts"}),
    "role": Choice(
        "only people with a certain role may play: players",
        grants=(Grant(AllowedKind.ROLE, "9", Right.PLAY, "players"),),
    ),
    "channel": Choice("Games are played in", grants=(Grant(AllowedKind.CHANNEL, "77", Right.PLAY, "games"),)),
    "paces": Choice("Here matches are played at these paces: Slow", {"paces": "slow"}),
    "ratings": Choice("Here no matches are rated.", {"ratings": "off"}),
    "rated_role": Choice("Here only people with the role Masters play rated.", {"rated_role": "9 Masters"}),
    "computer": Choice("Here nobody plays against the computer.", {"computer": "off"}),
    "hints": Choice("Here nobody takes hints.", {"hints": "off"}),
    "matches": Choice("Matches that a person may have here at once: 1.", {"matches": "1"}),
    "at_once": Choice("Matches that there may be here at once: 1.", {"at_once": "1"}),
    "invitations": Choice("Open invitations that a person may have here: 1.", {"invitations": "1"}),
}
ELSEWHERE = {
    "threads": "where a board stands in its channel",
    "exempt": "for whom the channels hold: test_who_is_exempt",
    "language": "how boards look",
    "theme": "how boards look",
    "bottom": "how boards look",
    "quiet": "how boards sound",
    "quiet_calls": "how calls sound",
    "calls": "how often calls come",
    "pace": "what stands where nobody chooses: test_hosts",
    "lasts": "how long an invitation is open: test_hosts",
    "zone": "how moments are told",
    "guess": "a button of boards",
    "log": "where rulings are told",
    "table_talk": "what is said beside boards: test_table_talk",
    "ladder": "what may be played for: test_ladder",
    "boards": "what may be played for: test_boards",
    "tournament": "what may be played for: test_tournament",
    "duplicate": "what may be played for: test_duplicate",
    "simul": "what may be played for: test_simul",
    "village": "what may be played for: test_village",
    "listed": "where the chat is listed: test_chat_matches",
    **dict.fromkeys(("weekly", "weekly_hour"), "what Papan says by itself: test_weekly"),
    USUAL_GAME: "what stands where nobody chooses: test_usual_game",
    "typed": "what is read in the talk of a place: test_hosts",
}
"""Choices that open and close no door."""

EVERYWHERE = ("who", "role", "channel")
COUNTED = ("matches", "at_once")
TWO = (*EVERYWHERE, "paces", "ratings", "rated_role", *COUNTED)
OPENS = (*TWO, "invitations")
ALONE = (*EVERYWHERE, *COUNTED)
WITH_COMPUTER = (*ALONE, "computer")
SHOWN = (*EVERYWHERE, "paces", "ratings", "rated_role")


class Town:
    """A group, in which Siti has a practice board and an invitation, and her private chat with Papan."""

    def __init__(self, tools: AppServices, clock: Clock) -> None:
        self.services, self.clock, self.hints = tools.services, clock, tools.hints
        self.managers: set[str] = set()
        self.players: set[str] = set()
        """Who has the role."""
        self.papan = App(replace(tools, manages=self._manages, roles=self._roles, capabilities=capabilities()))

    async def _manages(self, place: Place, account: str) -> bool:
        return place.chat == GROUP.chat and account in self.managers

    async def _roles(self, place: Place, account: str) -> tuple[str, ...]:
        return ("9",) if place.chat == GROUP.chat and account in self.players else ()

    def person(self, name: str) -> Person:
        return Person("telegram", name, name, handle=name, locale="en")

    def own(self, name: str) -> Place:
        return Place("telegram", name, private=True)

    def asks(self, name: str, place: Place = GROUP) -> Request:
        roles = ("9",) if place == GROUP and name in self.players else ()
        return Request(event(), self.person(name), place, "", roles=roles)

    async def types(self, name: str, command: str, place: Place = GROUP, **options: str | Person) -> Seen:
        return seen(await self.papan.command(self.asks(name, place), command, options))

    async def presses(
        self, name: str, action: str, code: str = NO_MATCH, argument: str = "", place: Place = GROUP, ply: int = 0
    ) -> Seen:
        data = CallbackData(action, code, ply, argument)
        if place.private:
            data = replace(data, owner=(await self.services.people.player(self.person(name))).id)
        return seen(await self.papan.press(self.asks(name, place), str(data)))

    async def choose(self, choice: Choice | None) -> None:
        settings, grants = (choice.settings, choice.grants) if choice else ({}, ())
        await self.services.communities.change(GROUP, lambda found: replace(found, settings=settings, allowed=grants))

    async def begun(self, **options: str | Person) -> Match:
        """A match that Adi begins in the group, rated and at the usual pace unless ``options`` say otherwise."""
        wanted: dict[str, str | Person] = {"game": "dam-8", "opponent": "anybody", "side": "first", "rated": "yes"}
        card = await self.types("adi", "play", GROUP, **(wanted | options))
        return await self.services.matches.get(card.title.split()[0])

    async def played(self, rated: str = "yes") -> Match:
        """A match in the group that Siti has just resigned."""
        match = await self.begun(opponent=self.person("siti"), rated=rated)
        await self.presses("siti", Action.ACCEPT, match.code)
        return await self.resigned(match.code)

    async def resigned(self, code: str) -> Match:
        siti = await self.services.people.player(self.person("siti"))
        return await self.services.matches.act(event(), siti, code, lambda match, now: match.resign(siti.id, now))

    async def with_computer(self) -> Match:
        begun = await self.types("siti", "play", GROUP, game="dam-8", level="1", side="first")
        match = await self.services.matches.get(begun.title.split()[0])
        self.hints.remember(match.host, match, match.game.legal_moves[0])
        return match

    async def matches(self) -> set[str]:
        """All matches, each with how far it has come and in how many places it stands."""
        everybody = [await self.services.people.player(self.person(name)) for name in ("adi", "siti", "ros")]
        of_player = self.services.matches.of_player
        lists = [await of_player(each.id, live=live) for each in everybody for live in (True, False)]
        return {
            f"{match.code} {match.version} {len(await self.services.views.of_match(match.code))}"
            for found in lists
            for match in found
        }


Try = Callable[[], Awaitable[Seen]]
Door = Callable[[Town], Awaitable[Try]]


async def play(town: Town) -> Try:
    return lambda: town.types("siti", "play", GROUP, opponent="anybody", game="dam-8", rated="yes", pace="relaxed")


async def panel(town: Town) -> Try:
    return lambda: town.presses("siti", Action.INVITE_ANYBODY, argument=f"{DAM}:first:r=")


async def chosen_game(town: Town) -> Try:
    return lambda: town.presses("siti", Action.CHOOSE_VERSION, argument=f"*+r=:{DAM}")


async def practice(town: Town) -> Try:
    return lambda: town.presses("siti", Action.PRACTISE, argument=DAM)


async def instead(town: Town) -> Try:
    match = await town.begun(opponent=town.person("ros"))
    return lambda: town.presses("siti", Action.INVITE_HOST, match.code)


async def ask_again(town: Town) -> Try:
    card = await town.types("siti", "play", GROUP, game="dam-8", opponent=town.person("ros"), rated="yes")
    code = card.title.split()[0]
    town.clock.now += timedelta(hours=25)
    await town.services.time.tick_due(lambda code: True)
    return lambda: town.presses("siti", Action.ASK_AGAIN, code)


async def go_on(town: Town) -> Try:
    match = await town.played(rated="no")
    return lambda: town.types("siti", "play", GROUP, **{"from": match.code, "opponent": "anybody"})


async def join_in_private(town: Town) -> Try:
    match = await town.begun()
    return lambda: town.types("siti", "join", town.own("siti"), code=match.code)


async def accept(town: Town) -> Try:
    match = await town.begun()
    return lambda: town.presses("siti", Action.ACCEPT, match.code)


async def accept_in_private(town: Town) -> Try:
    match = await town.begun(opponent=town.person("siti"))
    return lambda: town.presses("siti", Action.ACCEPT, match.code, place=town.own("siti"))


async def inline_card(town: Town) -> Try:
    """The match of a card stands in private, until its guest takes it into the group."""
    card = await town.types("adi", "play", town.own("adi"), game="dam-8", opponent="anybody", side="first", rated="yes")
    code = card.title.split()[0]
    return lambda: town.types("siti", "join", GROUP, code=code)


async def change_terms(town: Town) -> Try:
    match = await town.begun(opponent=town.person("siti"))
    wanted = f"{DAM}:first:r="
    return lambda: town.presses("siti", Action.SEND_TERMS, match.code, wanted, town.own("siti"))


async def invitations_cross(town: Town) -> Try:
    """Inviting a person by whom one is invited accepts their invitation, wherever it is done."""
    await town.begun(opponent=town.person("siti"))
    wanted: dict[str, str | Person] = {"game": "dam-8", "opponent": town.person("adi"), "rated": "yes"}
    return lambda: town.types("siti", "play", town.own("siti"), **wanted)


async def rematch_asked(town: Town) -> Try:
    match = await town.played()
    return lambda: town.presses("siti", Action.REMATCH, match.code, place=town.own("siti"))


async def rematch_begins(town: Town) -> Try:
    match = await town.played()
    await town.presses("adi", Action.REMATCH, match.code)
    return lambda: town.presses("siti", Action.REMATCH, match.code, place=town.own("siti"))


async def computer_typed(town: Town) -> Try:
    return lambda: town.types("siti", "play", GROUP, game="dam-8", level="1")


async def computer_pressed(town: Town) -> Try:
    return lambda: town.presses("siti", Action.LEVEL, argument=f"{DAM}:first:1")


async def computer_from_position(town: Town) -> Try:
    match = await town.played(rated="no")
    return lambda: town.types("siti", "play", GROUP, **{"from": match.code, "level": "1"})


async def computer_rematch(town: Town) -> Try:
    match = await town.resigned((await town.with_computer()).code)
    return lambda: town.presses("siti", Action.REMATCH, match.code)


async def board_elsewhere(town: Town) -> Try:
    """A match of another group is shown in this one too."""
    card = await town.types("adi", "play", OTHER, game="dam-8", opponent="anybody", side="first", rated="yes")
    code = card.title.split()[0]
    await town.presses("siti", Action.ACCEPT, code, place=OTHER)
    return lambda: town.types("siti", "board", GROUP, match=code, public="yes")


async def hint(town: Town) -> Try:
    match = await town.with_computer()
    return lambda: town.types("siti", "hint", GROUP, match=match.code)


async def hint_in_private(town: Town) -> Try:
    match = await town.with_computer()
    return lambda: town.types("siti", "hint", town.own("siti"), match=match.code)


async def hint_pressed(town: Town) -> Try:
    match = await town.with_computer()
    return lambda: town.presses("siti", Action.HINT, match.code, "1", town.own("siti"))


DOORS: Mapping[Door, tuple[str, ...]] = {
    play: OPENS,
    panel: OPENS,
    chosen_game: OPENS,
    practice: ALONE,
    instead: OPENS,
    ask_again: OPENS,
    go_on: (*EVERYWHERE, *COUNTED, "invitations"),
    join_in_private: TWO,
    accept: TWO,
    accept_in_private: TWO,
    inline_card: TWO,
    change_terms: OPENS,
    invitations_cross: TWO,
    rematch_asked: TWO,
    rematch_begins: TWO,
    computer_typed: WITH_COMPUTER,
    computer_pressed: WITH_COMPUTER,
    computer_from_position: WITH_COMPUTER,
    computer_rematch: WITH_COMPUTER,
    board_elsewhere: SHOWN,
    hint: ("hints",),
    hint_in_private: ("hints",),
    hint_pressed: ("hints",),
}
"""What holds at each door."""


@pytest.fixture(name="town")
async def make_town(app_services: AppServices, clock: Clock) -> Town:
    people, computers = app_services.services.people, app_services.services.matches.computers
    computers |= {(await people.player(computer(1))).id: 1}
    town = Town(app_services, clock)
    await town.types("siti", "play", GROUP, game="tapal", opponent="me")
    await town.presses("siti", Action.PRACTISE, argument="tap")
    return town


@pytest.mark.parametrize("door", list(DOORS), ids=lambda door: door.__name__)
async def test_what_hosts_decide_holds_at_every_door(town: Town, door: Door) -> None:
    attempt = await door(town)
    if "invitations" in DOORS[door]:
        await town.types("siti", "play", GROUP, game="tapal", opponent="anybody")
    before = await town.matches()
    for name in DOORS[door]:
        choice = CHOICES[name]
        await town.choose(choice)
        assert choice.said in (await attempt()).text, name
        assert await town.matches() == before, name
    await town.choose(None)
    done = await attempt()
    assert not [each for each in CHOICES.values() if each.said in done.text]
    assert await town.matches() != before or done.title == "Hint", "without them it goes through"


HELD = [each for each, holds in DOORS.items() if "role" in holds]


@pytest.mark.parametrize(
    "door",
    quick_first(
        (join_in_private, play, *(each for each in HELD if each not in (join_in_private, play))),
        "each is refused without the role in the quick suite, and goes through without the choice",
        2,
    ),
    ids=lambda door: door.__name__,
)
async def test_who_has_the_role_goes_through_every_door(town: Town, door: Door) -> None:
    """Also where the request comes from a private chat: then the platform is asked."""
    attempt = await door(town)
    before = await town.matches()
    await town.choose(CHOICES["role"])
    refused = await attempt()
    assert CHOICES["role"].said in refused.text
    town.players.add("siti")
    await attempt()
    assert await town.matches() != before


async def test_who_is_exempt(town: Town) -> None:
    """Matches of those who manage a place may stand in any channel, where its hosts want that."""
    town.managers.add("siti")
    attempt = await play(town)
    await town.choose(CHOICES["channel"])
    refused = await attempt()
    assert CHOICES["channel"].said in refused.text
    await town.choose(replace(CHOICES["channel"], settings={"exempt": "yes"}))
    before = await town.matches()
    await attempt()
    assert await town.matches() != before


def test_every_choice_of_hosts_is_tried_or_said_to_close_no_door() -> None:
    assert {*CHOICES, *ELSEWHERE} == {*HOST_CHOICES, "role", "channel", "rated_role", USUAL_GAME}
    assert {*ELSEWHERE}.isdisjoint(CHOICES)
    assert {name for holds in DOORS.values() for name in holds} == {*CHOICES}


def table() -> str:
    """The table of the doors in docs/hosting.md."""
    lines = ["| Door | " + " | ".join(CHOICES) + " |", "|---" * (len(CHOICES) + 1) + "|"]
    for door, holds in DOORS.items():
        cells = ["closed" if name in holds else "" for name in CHOICES]
        lines.append(f"| {door.__name__.replace('_', ' ')} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def test_the_documents_have_the_table() -> None:
    assert table() in (APP.parents[1] / "docs" / "hosting.md").read_text("utf-8")


WAYS = {"open", "join", "counter", "rematch", "repost", "take_hint"}
"""The methods that begin a match, agree on one, have one shown or take a hint."""
THROUGH = {
    "_opened": (play, panel, chosen_game, practice, instead, ask_again, go_on, computer_typed, computer_pressed),
    "from_card": (inline_card,),
    "_sit": (join_in_private, accept, accept_in_private),
    "_send": (change_terms,),
    "pressed_rematch": (rematch_asked, rematch_begins, computer_rematch),
    "show_again": (board_elsewhere,),
    "_hint": (hint, hint_in_private, hint_pressed),
}
"""The functions of the app that call them, each with the doors that lead there."""


def test_no_function_of_the_app_is_a_door_of_its_own() -> None:
    callers = set()
    for file in APP.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.AsyncFunctionDef) and _takes_a_way(node):
                callers.add(node.name)
    assert callers == {*THROUGH}


def _takes_a_way(function: ast.AsyncFunctionDef) -> bool:
    owners = {"opening", "matches", "views", "now"}
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in WAYS
        and (getattr(node.value, "attr", None) or getattr(node.value, "id", None)) in owners
        for node in ast.walk(function)
    )
