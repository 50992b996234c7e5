"""The words for members where the hosts of a place have switched something off or set a limit, and who sees Check."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.app.entry.app import App
from bot.app.requests.context import AppServices
from bot.bootstrap.assembly import capabilities
from bot.chat import AddedToGroup, Allowance, BoardMessage, PlacePermission, Request
from bot.chat.commands import ASK_LEVEL
from bot.computer.computer_player import computer
from bot.matches.communities import AllowedKind, Community, Grant, Right
from bot.matches.identity import Person, Place
from bot.matches.status import Status
from tests.bot.app.seen import Seen, seen, seen_text
from tests.bot.app.visitors import controls
from tests.bot.kit import Clock, event

GROUP, PRIVATE = Place("telegram", "-1001"), Place("telegram", "7", private=True)
BOSS = "boss"
MENU = 25
"""Options of a menu, at most."""


class Desk:
    """Papan in a group that one person manages."""

    def __init__(self, tools: AppServices) -> None:
        self.services = tools.services
        self.hosts = {BOSS}
        self.tools = replace(tools, manages=self._manages, capabilities=capabilities())
        self.papan = App(self.tools)

    async def _manages(self, place: Place, account: str) -> bool:
        del place
        return account in self.hosts

    async def choose(self, **chosen: str) -> Community:
        return await self.services.communities.change(
            GROUP, lambda found: replace(found, settings={**found.settings, **chosen})
        )

    async def types(self, name: str, command: str, /, **options: str) -> Seen:
        return seen(await self.papan.command(self.asks(name), command, options))

    def asks(self, name: str, place: Place = GROUP) -> Request:
        return Request(event(), Person("telegram", name, name, handle=name, locale="en"), place, "")


def control(panel: Seen, label: str) -> tuple[str, tuple[str, ...]]:
    """The payload and the value of the first button or option with a label."""
    return next((payload, values) for payload, values, each in controls(panel) if each == label)


@pytest.fixture(name="desk")
async def make_desk(app_services: AppServices) -> Desk:
    people, computers = app_services.services.people, app_services.services.matches.computers
    computers |= {(await people.player(computer(1))).id: 1}  # as it is from the start of the computer player on
    return Desk(app_services)


@pytest.mark.parametrize(
    ("chosen", "options", "said"),
    [
        ({"computer": "off"}, {"game": "dam-8", "level": "1"}, "Here nobody plays against the computer."),
        ({"ratings": "off"}, {"opponent": "anybody", "game": "dam-8", "rated": "yes"}, "Here no matches are rated."),
        ({"paces": "blitz,sitting"}, {"opponent": "anybody", "game": "dam-8", "pace": "slow"}, "Blitz and Sitting"),
        ({"who": "hosts"}, {"opponent": "anybody", "game": "dam-8"}, "only those who manage this place may play"),
    ],
)
async def test_what_is_off_here_is_on_in_private(
    desk: Desk, chosen: Mapping[str, str], options: Mapping[str, str], said: str
) -> None:
    await desk.choose(**chosen)
    assert said in (await desk.types("siti", "play", **options)).text
    assert isinstance(await desk.papan.command(desk.asks("siti", PRIVATE), "play", options), BoardMessage)


async def test_whoever_may_not_play_the_computer_is_not_asked_at_which_level(desk: Desk) -> None:
    panel = await desk.types("siti", "play", game="dam-8")
    await desk.choose(computer="off")
    off = "Here nobody plays against the computer."
    assert off in (await desk.types("siti", "play", game="dam-8", level=ASK_LEVEL)).text
    assert off in seen(await desk.papan.press(desk.asks("siti"), *control(panel, "Computer"))).text


@pytest.mark.parametrize(
    ("chosen", "first", "said"),
    [
        ({"invitations": "1"}, {"opponent": "anybody"}, "Open invitations that a person may have here: 1."),
        ({"matches": "1"}, {"level": "1"}, "Matches that a person may have here at once: 1."),
        ({"at_once": "1"}, {"level": "1"}, "Matches that there may be here at once: 1."),
    ],
)
async def test_limits(desk: Desk, chosen: Mapping[str, str], first: Mapping[str, str], said: str) -> None:
    await desk.choose(**chosen)
    await desk.types("siti", "play", game="dam-8", **first)
    told = await desk.types("siti", "play", game="tapal", **first)
    assert said in told.text
    other = await desk.types("adi", "play", game="tapal", **first)
    assert (said in other.text) is ("at_once" in chosen)


@pytest.mark.parametrize("to", ["anybody", Person("telegram", "siti", "siti")], ids=["open", "directed"])
async def test_an_invitation_is_open_as_long_as_the_hosts_have_chosen(
    desk: Desk, clock: Clock, to: str | Person
) -> None:
    panel = seen(await desk.papan.command(desk.asks(BOSS), "setup", {}))
    panel = seen(await desk.papan.press(desk.asks(BOSS), *control(panel, "New matches")))
    assert "How long is an invitation open here? 1 day" in panel.text
    await desk.papan.press(desk.asks(BOSS), *control(panel, "10 minutes"))
    here = await desk.papan.command(desk.asks("adi"), "play", {"game": "dam-8", "opponent": to})
    private = await desk.papan.command(desk.asks("ros", PRIVATE), "play", {"game": "dam-8", "opponent": to})
    assert isinstance(here, BoardMessage)
    assert isinstance(private, BoardMessage)
    assert "This invitation ends in 10 minutes." in here.text
    assert "This invitation ends in 24 hours." in private.text
    match = await desk.services.matches.get(here.match)
    if match.invited:
        answered = match.counter(match.invited, match.game.ruleset, None, match.terms, clock.now)
        assert answered.expires == clock.now + timedelta(minutes=10)
    clock.forward(minutes=11)
    await desk.services.time.tick_due()
    states = [(await desk.services.matches.get(each.match)).status for each in (here, private)]
    assert states == [Status.EXPIRED, Status.INVITED]


async def test_the_pace_where_nobody_names_one_is_one_that_is_offered(desk: Desk) -> None:
    """It is the next slower one, in the panel as in the match; the slowest where none is slower."""
    for paces, usual in (("blitz,coffee,slow", "Slow"), ("blitz,coffee", "Coffee"), ("relaxed", "Relaxed")):
        await desk.choose(paces=paces)
        panel = await desk.types("siti", "play", game="dam-8")
        assert f"Pace: {usual}" in [label for *_, label in controls(panel)]
        begun = await desk.types(usual, "play", opponent="anybody", game="dam-8")
        assert usual in begun.text


async def test_the_clocks_of_the_place(desk: Desk) -> None:
    """They are those of its puzzle of the day, and those by which a person names days who has said no zone."""
    panel = seen(await desk.papan.command(desk.asks(BOSS), "setup", {}))
    pace = seen(await desk.papan.press(desk.asks(BOSS), *control(panel, "Pace")))
    assert "The clocks here: Those of who asks" in pace.text
    payload, _ = control(pace, "Jayapura")
    assert len([each for each in controls(pace) if each[0] == payload]) <= MENU
    chosen = seen(await desk.papan.press(desk.asks(BOSS), *control(pace, "Jayapura")))
    assert "The clocks here: Jayapura" in chosen.text
    for zone in (None, "Europe/London"):
        boss = await desk.services.people.player(desk.asks(BOSS).person)
        if zone:
            await desk.services.people.change_settings(boss.id, zone=zone)
        assert "Jayapura" in (await desk.types(BOSS, "daily")).text
    away = await desk.types("siti", "away", until="10 March")
    assert away.text.startswith("You are away until 10 Mar. ")
    siti = await desk.services.people.player(desk.asks("siti").person)
    assert siti.away_until == datetime(2026, 3, 9, 15, tzinfo=UTC)


async def test_check_says_what_is_missing_and_what_still_works(desk: Desk) -> None:
    async def permissions(place: Place) -> tuple[PlacePermission, ...]:
        assert place.chat == GROUP.chat
        return (
            PlacePermission(Allowance.WRITE, "Send Messages", given=True),
            PlacePermission(Allowance.PICTURES, "Send Photos", given=False),
        )

    panel = seen(await desk.papan.command(desk.asks(BOSS), "setup", {}))
    payload, values = control(panel, "Check")
    asked = replace(desk.asks(BOSS), permissions=permissions)
    told = seen(await desk.papan.press(asked, payload, values)).text
    assert "I may not send pictures (Send Photos): boards are shown as text." in told
    assert "Somebody who runs this group can allow me what is missing." in told
    asked = replace(desk.asks(BOSS, PRIVATE), permissions=permissions)  # the panel stands in the private chat
    assert seen(await desk.papan.press(asked, payload, values)).text == told


async def test_the_button_to_guess_is_on_no_board_until_the_hosts_want_it(desk: Desk) -> None:
    panel = seen(await desk.papan.command(desk.asks(BOSS), "setup", {}))
    tab = seen(await desk.papan.press(desk.asks(BOSS), *control(panel, "All in the chat")))
    assert tab.text.splitlines()[0] == "The button Guess on boards here: Off"
    chosen = seen(await desk.papan.press(desk.asks(BOSS), *control(tab, "On")))
    assert chosen.text.splitlines()[0] == "The button Guess on boards here: On"
    assert (await desk.services.communities.of_place(GROUP)).has("guess")


async def test_a_button_of_the_panel_gives_no_right(desk: Desk) -> None:
    panel = seen(await desk.papan.command(desk.asks(BOSS), "setup", {}))
    features = seen(await desk.papan.press(desk.asks(BOSS), *control(panel, "Features")))
    off = control(features, "Off")
    stolen = seen(await desk.papan.press(desk.asks("siti"), *off))
    assert "This is for" in stolen.text
    desk.hosts.clear()
    told = seen(await desk.papan.press(desk.asks(BOSS), *off))
    assert "Only those who manage this place may set it up." in told.text
    assert (await desk.services.communities.of_place(GROUP)).settings == {}


async def test_a_forged_choice_changes_nothing(desk: Desk) -> None:
    panel = seen(await desk.papan.command(desk.asks(BOSS), "setup", {}))
    features = seen(await desk.papan.press(desk.asks(BOSS), *control(panel, "Features")))
    off = control(features, "Off")
    for wanted in ["theme:gold", "nothing:at all", "paces:", "zone:1"]:
        forged = f"{off[0].rpartition('/')[0]}/{wanted}"
        assert "no longer in use" in seen(await desk.papan.press(desk.asks(BOSS), forged)).text, wanted
        assert (await desk.services.communities.of_place(GROUP)).settings == {}, wanted


async def test_typing_is_taught_where_it_works(desk: Desk) -> None:
    thread = replace(GROUP, chat="-1002", parent=GROUP.chat)
    for chosen, taught in (("off", False), ("on", True)):
        await desk.choose(typed=chosen)
        begun = await desk.papan.command(desk.asks(chosen, thread), "play", {"game": "dam-8", "level": "1"})
        assert ("To type a move" in seen(begun).text) is taught
        assert ("c3-c4" in (await desk.types(chosen, "start")).text) is taught
        assert ("c3xe5" in (await desk.types(chosen, "help")).text) is taught


async def test_the_side_to_move_can_stand_at_the_bottom(desk: Desk) -> None:
    await desk.choose(bottom="turn")
    board = await desk.types("siti", "play", game="dam-8", opponent="anybody", side="first")
    payload, values = next((payload, values) for payload, values, label in controls(board) if "Black" in label)
    board = seen(await desk.papan.press(desk.asks("adi"), payload, values))
    (match,) = await desk.services.matches.of_player((await desk.services.people.player(desk.asks("adi").person)).id)

    async def seen_from() -> str:
        (snapshot,) = await desk.services.views.snapshots([match.code])
        shown = await desk.tools.boards.show(snapshot, snapshot.views[0])
        assert shown.picture
        return shown.picture.alt.rpartition("Seen from ")[2]

    assert await seen_from() == "the side of White."
    await desk.types("siti", "move", move="c3-d4")
    assert await seen_from() == "the side of Black."


async def test_hints_and_typed_moves_can_be_off(desk: Desk, clock: Clock) -> None:
    begun = await desk.types("siti", "play", game="dam-8", level="1", side="first")
    assert isinstance(begun.answer, BoardMessage)
    await desk.choose(hints="off", typed="off")
    assert "Here nobody takes hints." in (await desk.types("siti", "hint")).text
    typed = replace(desk.asks("siti"), addressed=True)
    for talk in ("I like b4", "3", "well played"):
        assert await desk.papan.text(typed, talk) is None, "that is no move"
    told = seen_text(await desk.papan.text(replace(typed, event=event()), "c3-d4"))
    assert told is not None
    assert told.text.splitlines() == [
        (
            "The hosts of this place have switched off moves that are typed. "
            "Press Your move below the board, or type the move in a private chat with me."
        )
    ]
    clock.forward(minutes=59)
    assert await desk.papan.text(replace(typed, event=event()), "c3-d4") is None, "once an hour"
    clock.forward(minutes=2)
    assert await desk.papan.text(replace(typed, event=event()), "c3-d4") is not None
    bystander = replace(desk.asks("adi"), addressed=True)
    assert await desk.papan.text(bystander, "c3-d4") is None, "who plays no match types no move"
    await desk.choose(typed="on")
    assert await desk.papan.text(replace(typed, event=event()), "c3-d4") is not None


async def test_what_is_off_is_not_offered(desk: Desk) -> None:
    await desk.types("siti", "play", game="dam-8", level="1", side="first")
    await desk.choose(paces="slow,coffee")
    offered = {label for *_, label in controls(await desk.types("siti", "play", game="dam-8"))}
    assert {"Computer", "Pace: Slow"} <= offered
    await desk.choose(computer="off", ratings="off", hints="off", paces="slow,coffee")
    panel = await desk.types("siti", "play", game="dam-8")
    assert "Computer" not in [label for *_, label in controls(panel)]
    paces = seen(await desk.papan.press(desk.asks("siti"), *control(panel, "Pace: Slow")))
    assert "Rated" not in [label for *_, label in controls(paces)]
    (match,) = await desk.services.matches.of_player((await desk.services.people.player(desk.asks("siti").person)).id)
    for hints in ("off", "on"):
        await desk.choose(hints=hints)
        more = seen(await desk.papan.press(desk.asks("siti"), f"1:{match.code}:0:mo"))
        assert ("Hint" in [label for *_, label in controls(more)]) is (hints == "on")
        assert ("A hint is counted below the board" in more.text) is (hints == "on"), "its price is told before"


async def test_the_greeting_of_a_group_that_knows_papan_offers_what_is_on_there(desk: Desk) -> None:
    for chosen, told in (("on", ", or against the computer."), ("off", ".")):
        await desk.choose(computer=chosen)
        greeting = await desk.papan.added(AddedToGroup(event(), GROUP))
        assert greeting
        assert greeting.text == f"Play against each other here{told}"


async def test_who_may_not_play_here_accepts_nothing_here(desk: Desk) -> None:
    card = await desk.types(BOSS, "play", opponent="anybody", game="dam-8", side="first")
    await desk.choose(who="hosts")
    payload, values = next(
        (payload, values) for payload, values, each in controls(card) if "Sit down" in each or "Play" in each
    )
    refused = seen(await desk.papan.press(desk.asks("siti"), payload, values))
    assert "only those who manage this place may play" in refused.text


def seat(card: Seen) -> tuple[str, tuple[str, ...]]:
    """The button by which somebody takes a seat."""
    return next((payload, values) for payload, values, each in controls(card) if "Sit down" in each or "Play" in each)


async def test_limits_hold_for_who_accepts_and_for_rematches(desk: Desk) -> None:
    limit = "Matches that a person may have here at once: 1."
    first = await desk.types("adi", "play", opponent="anybody", game="dam-8", side="first")
    other = await desk.types("ros", "play", opponent="anybody", game="dam-8", side="first")
    sits = desk.asks("siti")
    await desk.papan.press(sits, *seat(first))
    await desk.choose(matches="1")
    assert seen(await desk.papan.press(desk.asks("siti"), *seat(other))).text == limit
    again = seen(await desk.papan.press(desk.asks("siti"), *seat(first))).text
    assert limit not in again, "who has pressed twice sits there"
    code = first.title.split()[0]
    await desk.papan.press(desk.asks("siti"), *control(await desk.types("siti", "resign", match=code), "Yes, resign"))
    await desk.papan.press(desk.asks("siti"), *seat(other))
    rematch = f"1:{code}:0:rm"
    assert seen(await desk.papan.press(desk.asks("siti"), rematch)).text == limit
    await desk.choose(matches="20", at_once="1")
    assert "Matches that there may be here at once: 1." in seen(await desk.papan.press(desk.asks("adi"), rematch)).text
    await desk.choose(matches="20", at_once="any")
    assert "You want a rematch." in seen(await desk.papan.press(desk.asks("siti"), rematch)).text
    begun = seen(await desk.papan.press(desk.asks("adi"), rematch)).text
    assert begun.startswith("The rematch is ")
    await desk.choose(matches="1", at_once="1")
    assert seen(await desk.papan.press(desk.asks("siti"), rematch)).text == begun


async def organisers(desk: Desk) -> None:
    role = Grant(AllowedKind.ROLE, "7", Right.ORGANISE, "organisers")
    await desk.services.communities.change(GROUP, lambda found: replace(found, allowed=(role,)))


async def test_who_organises_asks_for_the_puzzle_of_the_day(desk: Desk) -> None:
    """The role is asked for at each press, not only when the panel is made."""
    await organisers(desk)
    refused = "Only those who organise here can change that."
    assert refused in (await desk.types("siti", "daily", hour="7")).text
    asked = replace(desk.asks("siti"), roles=("7",))
    panel = seen(await desk.papan.command(asked, "daily", {}))
    on = control(panel, "Switch on")
    without = seen(await desk.papan.press(desk.asks("siti"), *on))
    assert refused in without.text
    assert await desk.services.dailies.of_chat(GROUP) is None
    with_role = replace(asked, event=event())
    assert "On: each day" in seen(await desk.papan.press(with_role, *on)).text
    assert "Switch off" in [label for *_, label in controls(await desk.types(BOSS, "daily"))]


async def test_who_organises_takes_down_open_invitations_of_others(desk: Desk) -> None:
    await organisers(desk)
    card = await desk.types("adi", "play", opponent="anybody", game="dam-8")
    code = card.title.split()[0]
    assert not [label for *_, label in controls(await desk.types("siti", "games", here="yes")) if code in label]
    asked = replace(desk.asks("siti"), roles=("7",))
    panel = seen(await desk.papan.command(asked, "games", {"here": "yes"}))
    down = next((payload, values) for payload, values, label in controls(panel) if label.startswith(code))
    lost = seen(await desk.papan.press(desk.asks("siti"), *down))
    assert "Only those who organise here can do that." in lost.text
    assert (await desk.services.matches.get(code)).status is Status.INVITED
    done = seen(await desk.papan.press(replace(asked, event=event()), *down))
    assert done.text == f"The invitation {code} is taken down."
    assert (await desk.services.matches.get(code)).status is Status.WITHDRAWN
    again = seen(await desk.papan.press(replace(asked, event=event()), *down))
    assert "was withdrawn" in again.text


async def test_who_may_not_play_here_is_not_invited(desk: Desk) -> None:
    """The one who invites reads it at once; the guest would only have read it when they answer."""
    role = Grant(AllowedKind.ROLE, "7", Right.PLAY, "players")
    await desk.services.communities.change(GROUP, lambda found: replace(found, allowed=(role,)))
    adi = desk.asks("adi").person

    async def invites(place: Place) -> Seen:
        given: dict[str, str | Person] = {"opponent": adi, "game": "dam-8"}
        return seen(await desk.papan.command(replace(desk.asks(BOSS, place), event=event()), "play", given))

    told = await invites(GROUP)
    assert told.text == "adi may not play here: only people with a certain role may: players."
    assert "adi" in (await invites(PRIVATE)).text
    desk.hosts.add("adi")
    assert (await invites(GROUP)).title, "who manages the place may"
