"""Every request that the app takes, by everybody who may make it, in every state of a match: see who_may.py.

Strangers send what others were shown: the right code, the right owner, marks made for something else, and the number of
a message in another chat. They are answered as where there is no such match, to the letter.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.app.analysis import analyses
from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.entry.actions import ACTIONS, COMMAND_ACTIONS, QUESTIONS
from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.app.requests.context import AppServices
from bot.bootstrap.assembly import capabilities
from bot.chat import LiveBoard
from bot.chat.browser_links import BrowserLinks
from bot.chat.commands import COMMANDS
from bot.computer.computer_player import computer
from bot.matches.identity import Place
from bot.services.services import Services
from bot.store.database import Database
from bot.store.tables import matches
from tests.bot.app.quick_parts import QuickPool, Undrawn
from tests.bot.app.who_asks import (
    ARGUMENTS,
    BOARD,
    OTHER,
    SIGNER,
    Asked,
    Told,
    Town,
    Wish,
    comes_of,
    forgeries,
    tells,
    wishes,
)
from tests.bot.app.who_may import (
    BYSTANDER,
    GUEST,
    HOST,
    LINKS,
    LIVE_BOARDS,
    OF_ONES_OWN_LINKS,
    OF_ONES_OWN_PRESSED,
    OF_ONES_OWN_SUGGESTED,
    OF_ONES_OWN_TYPED,
    PRESSED,
    STATES,
    STRANGER,
    SUGGESTED,
    TYPED,
    May,
    tables,
)
from tests.bot.kit import Clock
from tests.suites import deep, quick_first

DOCUMENT = Path(__file__).parents[3] / "docs" / "who_may.md"


@pytest.fixture(params=["sqlite"])
def backend(request: pytest.FixtureRequest) -> str:
    """One kind of database: it has nothing to do with who may do what."""
    return str(request.param)


async def uncounted(*_: object) -> dict[str, dict[int, int]]:
    """Hundreds of wrong codes are given here, each a commit; test_wrong_codes.py counts them."""
    return {}


@pytest.fixture
async def papan(services: Services, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[App]:
    monkeypatch.setattr(analyses, "FIRST_WAIT", 0.0)
    images, pool = Undrawn(), QuickPool()
    monkeypatch.setattr(services.requests, "count_wrong_code", uncounted)
    services.matches.computers[(await services.people.player(computer(3))).id] = 3
    yield App(AppServices(services, images, pool, signer=SIGNER, browser=BrowserLinks("https://app.test", b"key")))
    await pool.stop()
    images.close()


Found = Callable[[], Awaitable[Town]]


@pytest.fixture
def found(papan: App, services: Services, database: Database, clock: Clock, state: str, private: bool) -> Found:
    """Makes a town with a match in the state and of the kind that the test is about."""

    async def make() -> Town:
        town = Town(papan, services, database, state, private)
        await town.begin(clock)
        return town

    return make


def cases(*quick: tuple[str, bool]) -> pytest.MarkDecorator:
    """Each state, in a group and in private; the quick suite takes those that are named."""
    left = deep("the quick suite has the states that differ most, for the players and for the others")
    every = [(state, private) for state in STATES for private in (False, True)]
    return pytest.mark.parametrize(
        ("state", "private"),
        [
            pytest.param(
                *each, id=f"{each[0]}-{'private' if each[1] else 'group'}", marks=() if each in quick else left
            )
            for each in every
        ],
    )


def test_the_table_knows_every_request_that_the_app_takes() -> None:
    assert {*PRESSED, *OF_ONES_OWN_PRESSED} == {*ACTIONS}
    assert {*Action} <= {*ACTIONS}
    assert {name.removeprefix("/").split()[0] for name in TYPED if name.startswith("/")} | OF_ONES_OWN_TYPED == {
        *COMMAND_ACTIONS
    }
    assert {*LINKS} | OF_ONES_OWN_LINKS == {*QUESTIONS}
    assert {*SUGGESTED} | OF_ONES_OWN_SUGGESTED == {
        f"{command.name} {option.name}" for command in COMMANDS for option in command.options if option.complete
    }
    assert not {*PRESSED} & OF_ONES_OWN_PRESSED


def test_the_document_has_the_table() -> None:
    has_it = DOCUMENT.read_text(encoding="utf-8").endswith(f"\n\n{tables()}\n")
    assert has_it, f"docs/who_may.md has to end with:\n\n{tables()}"


@pytest.mark.parametrize("who", [HOST, GUEST, BYSTANDER])
@cases(("playing", False), ("named", True))
async def test_the_players_and_who_sees_it_do_what_the_table_says(found: Found, who: str) -> None:
    town, wrong = await found(), []
    possible = [(wish, replies) for wish in wishes() for replies in wish.replies]
    for wish, replies in possible if who != BYSTANDER or not town.private else ():
        expected = wish.row.of(who, town.state)
        if expected is May.NOBODY:
            continue
        if town.private and who != HOST and (replies or wish.name.endswith("public")):
            continue  # no board stands in their chat, which nobody else reads
        if wish.shows_all:
            town = await found()
        (place,) = [town.own_chat(who)] if wish.links else town.chats(who)
        before = await town.rows()
        told = await wish.way(Asked(town, who, place, BOARD if replies else ""), "" if replies else town.code)
        changed = await town.rows() != before
        came = comes_of(told, town, changed=changed)
        if came is not (May.REFUSED if expected is May.UNKNOWN else expected):
            wrong.append((wish.name, replies, expected.value, came.value, tells(told)))
        if changed:
            town = await found()
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("name", LIVE_BOARDS)
@cases(("playing", True))
async def test_a_live_board_is_shown_to_those_whom_the_table_names(
    found: Found, services: Services, database: Database, name: str
) -> None:
    town = await found()
    if name.endswith("watch:no"):
        closed = update(matches).where(matches.c.code == town.code).values(watched=0, version=matches.c.version + 1)
        await database.write(lambda connection: connection.execute(closed))
    tools = AppServices(services, Undrawn(), QuickPool(), signer=SIGNER, capabilities=capabilities())
    live = LiveBoards(App(tools), tools)
    for who in (HOST, GUEST, BYSTANDER, STRANGER):
        expected = LIVE_BOARDS[name].of(who, town.state)
        for place in town.chats(who) if expected is not May.NOBODY else ():
            shown = await live.board(town.visitor(who).request(place), town.code)
            assert isinstance(shown, LiveBoard) is (expected is May.SEES), (who, place)


@pytest.mark.parametrize("turn", quick_first(range(2), "each wish is made in one of the two chats, by turns"))
@cases(("playing", True))
async def test_a_stranger_is_answered_as_where_there_is_no_such_match(found: Found, turn: int) -> None:
    town = await found()
    await town.player(STRANGER)
    before = await town.all_rows()
    unknown_to_them = [wish for wish in wishes() if wish.row.of(STRANGER, town.state) is May.UNKNOWN]
    for number, wish in enumerate(unknown_to_them):
        place = town.chats(STRANGER)[(number + turn) % 2]
        for told, unknown in await pairs(town, wish, place):
            other = str(unknown).replace(OTHER[len(town.code)], town.code)
            assert str(told) == other, (wish.name, place)
            assert town.visitor(HOST).name not in tells(told), (wish.name, place)
    assert await town.all_rows() == before


async def pairs(town: Town, wish: Wish, place: Place) -> list[tuple[Told, Told]]:
    """The answers to a stranger about the match, each with the one about no match."""
    asked, unknown = Asked(town, STRANGER, place), OTHER[len(town.code)]
    action, _, argument = wish.name.partition(" ")
    if action in Action.__members__:
        forged = [await forgeries(town, Action[action], argument, code) for code in (town.code, unknown)]
        return [(await asked.pressed(data), await asked.pressed(none)) for data, none in zip(*forged, strict=True)]
    found = []
    for replies in wish.replies:
        if replies:
            there, nowhere = (replace(asked, message=message) for message in (BOARD, "4712"))
            found.append((await wish.way(there, ""), await wish.way(nowhere, "")))
        else:
            found.append((await wish.way(asked, town.code), await wish.way(asked, unknown)))
    return found


@pytest.mark.parametrize(("state", "private"), [("open", False)])
async def test_the_code_of_an_invitation_to_anybody_lets_in_whoever_was_given_it(found: Found) -> None:
    for wish in wishes():
        expected = wish.row.of(STRANGER, "open")
        for number in range(2) if expected is not May.UNKNOWN else ():
            town = await found()
            before = await town.rows()
            told = await wish.way(Asked(town, STRANGER, town.chats(STRANGER)[number]), town.code)
            assert comes_of(told, town, changed=await town.rows() != before) is expected, wish.name


@pytest.mark.parametrize(("state", "private"), [("playing", False)])
async def test_what_is_about_no_match_leads_to_none(found: Found) -> None:
    town = await found()
    before = await town.rows()
    for who in (BYSTANDER, STRANGER):
        for action in OF_ONES_OWN_PRESSED:
            for argument in ARGUMENTS.get(action, ("",)):
                told = await Asked(town, who, town.chats(who)[0]).pressed(
                    CallbackData(action, town.code, 1, argument, (await town.player(who)).id)
                )
                assert "went wrong" not in tells(told)
                assert who == BYSTANDER or town.visitor(HOST).name not in tells(told), action
        for name in OF_ONES_OWN_TYPED:
            answer = await Asked(town, who, town.chats(who)[0], BOARD).typed("", f"/{name}")
            assert who == BYSTANDER or town.visitor(HOST).name not in tells(answer), name
    assert await town.rows() == before
