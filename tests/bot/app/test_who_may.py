"""Every request that the app takes, by everybody who may make it, in every state of a match: see who_may.py.

Strangers send what others were shown: the right code, the right owner, marks made for something else, and the number of
a message in another chat. They are answered as where there is no such match, to the letter.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from bot.app import analyses, links
from bot.app.callback_data import Action, CallbackData
from bot.app.context import AppServices
from bot.app.images import ImageRenderer
from bot.app.picker import play_payload
from bot.app.router import ACTIONS, App
from bot.app.signer import Signer
from bot.chat import Answer, Completion, Picture, Request
from bot.chat.commands import COMMANDS, read_line
from bot.matches.invitation import Invitation, Venue
from bot.matches.limits import INVITATION_LASTS
from bot.matches.match import Match
from bot.matches.people import Place
from bot.matches.status import Status
from bot.services.matches import MatchAction, Player
from bot.services.services import Services
from bot.store.database import Connection, Database
from bot.store.tables import LASTING, matches, moves
from bot.words import Words
from bot.workers.analysis_queue import ROW
from bot.workers.computer_player import computer
from bot.workers.search_pool import SearchPool
from engine.notation import format_move
from renderer import Scene
from tests.bot.app.visitors import Visitor, labels
from tests.bot.app.who_may import (
    BYSTANDER,
    GUEST,
    HOST,
    LINKS,
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
    Row,
    tables,
)
from tests.bot.kit import DAM_8, Clock, event
from tests.suites import deep

BOARD = "4711"
"""The number of the message that shows the match."""
MOVE = "c3-d4"
"""Stands for a move of whoever is to move."""
STATUS = {
    "open": Status.INVITED,
    "named": Status.INVITED,
    "playing": Status.PLAYING,
    "over": Status.OVER,
    "expired": Status.EXPIRED,
    "called off": Status.CALLED_OFF,
    "practice": Status.PLAYING,
    "computer": Status.PLAYING,
}
OTHER = {4: "ZZZ2", 8: "ZZZZZZZ2"}
"""Codes of no match, by their length."""
IN_GROUPS = ("TAKEBACK", "CALL_OFF")
"""Without an owner they lead to what is asked first where others see it, and act at once in private."""
DOCUMENT = Path(__file__).parents[3] / "docs" / "who_may.md"
_numbers = count(1)


@pytest.fixture(params=["sqlite"])
def backend(request: pytest.FixtureRequest) -> str:
    """Who may do what has nothing to do with the kind of database."""
    return str(request.param)


class FirstMove:
    """A worker that plays the first legal move."""

    stop = None

    def searcher(self, _: object) -> Any:
        return SimpleNamespace(search=lambda game, *_, **__: SimpleNamespace(best=game.first_choice.some(1)[0]))


class QuickPool(SearchPool):
    """Hints at once; an analysis does not come before the end."""

    async def ask(self, chat: str, work: Callable[..., Any]) -> Any:
        return await super().ask(chat, work) if chat == ROW else work(FirstMove())


class Undrawn(ImageRenderer):
    """Pictures with what they tell and nothing to see: drawing is not judged here, and takes most of the time."""

    async def picture(self, scene: Scene, say: Words) -> Picture:
        return Picture(b"", self.alt(scene, say))


async def uncounted(*_: object) -> dict[str, dict[int, int]]:
    """Hundreds of wrong codes are given here, each a commit; test_wrong_codes.py counts them."""
    return {}


@pytest.fixture
async def papan(services: Services, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[App]:
    monkeypatch.setattr(analyses, "FIRST_WAIT", 0.0)
    images, pool = Undrawn(), QuickPool()
    monkeypatch.setattr(services.requests, "count_wrong_code", uncounted)
    services.matches.computers[(await services.people.player(computer(3))).id] = 3
    yield App(AppServices(services, images, pool, signer=SIGNER))
    await pool.stop()
    images.close()


SIGNER = Signer(bytes(range(32)))
ARGUMENTS: dict[Action, tuple[str, ...]] = {
    Action.VIEW: ("", "text", "public"),
    Action.HINT: ("1",),
    Action.ANALYSE: ("0",),
    Action.ACCEPT: ("", "1"),
    Action.SETTING: ("theme:kertas",),
    Action.RULES: (DAM_8.short_id,),
    Action.CHOOSE_GAME: (DAM_8.short_id,),
    Action.CHOOSE_VERSION: (f"*:{DAM_8.short_id}",),
    Action.INVITE_ANYBODY: (DAM_8.short_id,),
    Action.PRACTISE: (DAM_8.short_id,),
    Action.COMPUTER: (DAM_8.short_id,),
    Action.LEVEL: (f"{DAM_8.short_id}:first:3",),
    Action.SIDE: (f"{DAM_8.short_id}:first",),
    Action.GAMES: ("", "over"),
}
"""What buttons carry besides the match, where it is not nothing. Those that move are given a legal move."""


@dataclass
class Town:
    """A match in a state, its people, and where they are. Each town is in chats of its own."""

    papan: App
    services: Services
    database: Database
    state: str
    private: bool
    number: int = field(default_factory=lambda: next(_numbers))
    code: str = ""

    def visitor(self, who: str) -> Visitor:
        names = {HOST: "Adi", GUEST: "Siti", BYSTANDER: "Budi", STRANGER: "Ros"}
        return Visitor(self.papan, f"{names[who]}{self.number}")

    def own_chat(self, who: str) -> Place:
        return Place("web", f"@{self.visitor(who).person.account}", private=True)

    def chats(self, who: str) -> list[Place]:
        """Where somebody asks: the players where they play, strangers in another group and in private."""
        if who == STRANGER:
            return [Place("web", f"elsewhere-{self.number}"), self.own_chat(who)]
        return [self.own_chat(who) if self.private else Place("web", f"serambi-{self.number}")]

    async def player(self, who: str) -> Player:
        return await self.services.people.player(self.visitor(who).person)

    async def begin(self, clock: Clock) -> None:
        """Bring the match into its state."""
        host, guest = await self.player(HOST), await self.player(GUEST)
        whom = {
            "open": Invitation(DAM_8, host_side=0),
            "practice": Invitation(DAM_8, host_side=0, practice=True),
            "computer": Invitation(DAM_8, computer(3), 0, accepted=True),
        }.get(self.state, Invitation(DAM_8, self.visitor(GUEST).person, 0))
        (place,) = self.chats(HOST)
        match, view = await self.services.matches.open(event(), host, whom, Venue(place, "en"))
        self.code = match.code
        await self.services.views.shown(view.key, BOARD)
        if self.state in ("playing", "over", "called off"):
            await self.services.matches.join(event(), guest, self.code)
        if self.state in ("playing", "over", "called off", "practice"):
            await self.act(host, lambda now, at: now.move(host.id, now.game.first_choice.some(1)[0], None, at))
        if self.state == "playing":
            await self.act(host, lambda now, at: now.offer_draw(host.id, at))
            await self.act(host, lambda now, at: now.ask_takeback(host.id, at))
        if self.state == "over":
            await self.act(guest, lambda now, at: now.resign(guest.id, at))
            await self.services.matches.rematch(event(), host, self.code, place)
        if self.state == "called off":
            await self.act(host, lambda now, at: now.call_off(host.id, at))
        if self.state == "expired":
            clock.now += INVITATION_LASTS
            await self.services.matches.expire_due()
        assert (await self.match()).status is STATUS[self.state]

    async def act(self, player: Player, action: MatchAction) -> None:
        await self.services.matches.act(event(), player, self.code, action)

    async def match(self) -> Match:
        return await self.services.matches.get(self.code)

    def typed_move(self, match: Match) -> str:
        """A move of whoever is to move."""
        some = match.game.first_choice.some(1)
        return format_move(DAM_8, some[0]) if some else MOVE

    async def rows(self) -> object:
        """The match and its moves as they are stored."""

        async def read(connection: Connection) -> object:
            mine = select(matches).where(matches.c.code == self.code)
            made = select(moves).where(moves.c.match == self.code).order_by(moves.c.ply)
            return [*await connection.execute(mine)], [*await connection.execute(made)]

        return await self.database.read(read)

    async def all_rows(self) -> object:
        """Everything that lasts, as it is stored."""

        async def read(connection: Connection) -> object:
            return {table.name: sorted(map(str, await connection.execute(select(table)))) for table in LASTING}

        return await self.database.read(read)


@dataclass(frozen=True)
class Asked:
    """One way to send a wish: somebody asks it in a chat, about the match with a code."""

    town: Town
    who: str
    place: Place
    message: str = ""

    @property
    def visitor(self) -> Visitor:
        return self.town.visitor(self.who)

    @property
    def request(self) -> Request:
        return self.visitor.request(self.place, self.message)

    async def pressed(self, data: CallbackData) -> Answer:
        return await self.town.papan.press(self.request, str(data))

    async def typed(self, code: str, name: str) -> Answer | None:
        match = await self.town.match()
        if name == "a move alone":
            return await self.town.papan.text(self.request, self.town.typed_move(match))
        name, text = read_line(name.replace(MOVE, self.town.typed_move(match)))
        given = text | ({"code" if name == "join" else "match": code} if code else {})
        return await self.town.papan.command(self.request, name, given)

    async def linked(self, code: str, name: str) -> Answer:
        return await self.town.papan.follow(self.request, f"{name}_{code}")

    async def suggested(self, code: str, name: str) -> list[Completion]:
        command, option = name.split()
        typed = code if option == "match" else ""
        return await self.town.papan.complete(self.request, command, option, typed, code)


Told = Answer | list[Completion] | None
Way = Callable[[Asked, str], Awaitable[Told]]
"""Sends a wish about the match with a code."""


@dataclass(frozen=True)
class Wish:
    """A row of the table, and how it is sent. ``replies``: also, or only, as a reply to the board."""

    name: str
    row: Row
    way: Way
    replies: tuple[bool, ...] = (False,)
    links: bool = False

    @property
    def shows_all(self) -> bool:
        """Shows it to all in the chat, if that was not done just now."""
        return self.name.endswith((" public", "/join"))


def wishes() -> Iterator[Wish]:
    for action, row in PRESSED.items():
        for argument in ARGUMENTS.get(action, ("",)):
            for_all = TYPED["/board public"] if argument == "public" else row
            yield Wish(f"{action.name} {argument}", for_all, press(action, argument))
    for name, row in TYPED.items():
        replies = {"/join": (False,), "a move alone": (True,)}.get(name, (False, True))
        yield Wish(name, row, partial(Asked.typed, name=name), replies)
    for name, row in LINKS.items():
        yield Wish(f"link {name}", row, partial(Asked.linked, name=name), links=True)
    for name, row in SUGGESTED.items():
        yield Wish(f"suggest {name}", row, partial(Asked.suggested, name=name))


def press(action: Action, argument: str) -> Way:
    """Presses the button that the app itself would offer: of a player it is theirs, and says so with a mark."""

    async def way(asked: Asked, code: str) -> Answer:
        data = await made(asked.town, action, argument, code)
        if asked.who in (HOST, GUEST):
            data = SIGNER.signed(replace(data, owner=(await asked.town.player(asked.who)).id))
        return await asked.pressed(data)

    return way


async def made(town: Town, action: Action, argument: str, code: str) -> CallbackData:
    """The data of a button about the match with this code."""
    match = await town.match()
    move = next(iter(match.game.first_choice.some(1)), None)
    if move and action is Action.PLAY:
        argument = play_payload(match, move).argument
    if move and action is Action.PICK:
        argument = DAM_8.board.points[move.origin]
    return CallbackData(action, code, match.game.ply, argument)


async def forgeries(town: Town, action: Action, argument: str, code: str) -> list[CallbackData]:
    """What a stranger may send: nobody's button, their own, the host's, and with marks made for others."""
    data = await made(town, action, argument, code)
    me, host = (await town.player(STRANGER)).id, (await town.player(HOST)).id
    mine = SIGNER.signed(replace(data, code="K7QM", owner=me)).mark
    theirs = SIGNER.signed(replace(data, owner=host)).mark
    marks = ((me, ""), (me, mine), (host, ""), (host, theirs))
    return [data, *(replace(data, owner=owner, mark=mark) for owner, mark in marks)]


def comes_of(told: Told, town: Town, *, changed: bool) -> May:
    """What has come of a wish."""
    if changed:
        return May.DOES
    if isinstance(told, list):
        return May.SEES if told else May.REFUSED
    return May.SEES if told and (told.picture or told.title or town.visitor(HOST).name in told.text) else May.REFUSED


def tells(told: Told) -> str:
    """Everything that can be read in an answer."""
    if told is None or isinstance(told, list):
        return str(told)
    alt = told.picture.alt if told.picture else ""
    content = told.file.content.decode() if told.file else ""
    return "\n".join((told.title, told.text, told.code, alt, told.link, content, *labels(told)))


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
    assert {*PRESSED, *OF_ONES_OWN_PRESSED} == {*Action} == {*ACTIONS}
    assert {name.removeprefix("/").split()[0] for name in TYPED if name.startswith("/")} | OF_ONES_OWN_TYPED == {
        command.name for command in COMMANDS
    }
    assert {*LINKS} | OF_ONES_OWN_LINKS == {*links.QUESTIONS}
    assert {*SUGGESTED} | OF_ONES_OWN_SUGGESTED == {
        f"{command.name} {option.name}" for command in COMMANDS for option in command.options if option.complete
    }
    assert not {*PRESSED} & OF_ONES_OWN_PRESSED


def test_the_document_has_the_table() -> None:
    assert DOCUMENT.read_text(encoding="utf-8").endswith(f"\n\n{tables()}\n")


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


@cases(("open", False), ("playing", True))
async def test_a_stranger_is_answered_as_where_there_is_no_such_match(found: Found) -> None:
    town = await found()
    await town.player(STRANGER)
    before = await town.all_rows()
    for wish in wishes():
        if wish.row.of(STRANGER, town.state) is not May.UNKNOWN:
            continue
        for place in town.chats(STRANGER):
            for told, unknown in await pairs(town, wish, place):
                other = str(unknown).replace(OTHER[len(town.code)], town.code)
                assert str(told) == other, (wish.name, place)
                assert town.visitor(HOST).name not in tells(told), (wish.name, place)
        assert await town.all_rows() == before, wish.name


async def pairs(town: Town, wish: Wish, place: Place) -> list[tuple[Told, Told]]:
    """What a stranger is answered about the match, and about none."""
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
        in_private = wish.name.strip() not in IN_GROUPS
        for number in range(1 + in_private) if expected is not May.UNKNOWN else ():
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
