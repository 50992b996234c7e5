"""A match in each state, the people who ask something about it, and all that they may ask: for test_who_may.py."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from itertools import count

from sqlalchemy import select

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.buttons.owners import Signer
from bot.app.entry.app import App
from bot.app.moves.picker import play_payload
from bot.chat import Completion, Request
from bot.chat.command_lines import read_line
from bot.computer.computer_player import computer
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.limits import INVITATION_LASTS
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.match.matches import MatchAction, Player
from bot.services.services import Services
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.tables import LASTING, matches, moves
from engine.notation import format_move
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, labels
from tests.bot.app.who_may import (
    BYSTANDER,
    GUEST,
    HOST,
    LINKS,
    PRESSED,
    STRANGER,
    SUGGESTED,
    TYPED,
    May,
    Row,
)
from tests.bot.kit import DAM_8, Clock, event

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
    "late": Status.PLAYING,
    "live": Status.PLAYING,
    "pause": Status.PLAYING,
}
PACES = {"late": Pace.RELAXED, "live": Pace.SITTING, "pause": Pace.RELAXED}
OTHER = {4: "ZZZ2", 8: "ZZZZZZZ2"}
"""Codes of no match, by their length."""

_numbers = count(1)

SIGNER = Signer(bytes(range(32)))
ARGUMENTS: dict[str, tuple[str, ...]] = {
    Action.VIEW: ("", "text", "public"),
    Action.HINT: ("1",),
    Action.ANALYSE: ("0",),
    Action.SHOW_HINT: ("1",),
    Action.SHOW_ANALYSIS: ("0",),
    Action.SHOW_FILE: ("r",),
    Action.SHOW_RULES: (DAM_8.short_id,),
    Action.ACCEPT: ("", "1"),
    Action.EVEN_START: ("0:1",),
    Action.SEND_TERMS: (f"{DAM_8.short_id}:first:n",),
    Action.DECLINE_BECAUSE: ("0",),
    Action.SETTING: ("theme:kertas",),
    Action.AWAY: ("3d", "back"),
    Action.RULES: (DAM_8.short_id,),
    Action.WHY: (f"{DAM_8.short_id}:NO_LINE",),
    Action.CHOOSE_GAME: (DAM_8.short_id,),
    Action.CHOOSE_VERSION: (f"*:{DAM_8.short_id}",),
    Action.INVITE_ANYBODY: (f"{DAM_8.short_id}:random",),
    Action.PRACTISE: (DAM_8.short_id,),
    Action.COMPUTER: (f"{DAM_8.short_id}:random",),
    Action.LEVEL: (f"{DAM_8.short_id}:first:3",),
    Action.SIDE: (f"{DAM_8.short_id}:first", f"{DAM_8.short_id}:first:s"),
    Action.PACE: (f"{DAM_8.short_id}:first",),
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
        """The chats where a person asks: players where they play, strangers in another group and in private."""
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
        }.get(self.state, Invitation(DAM_8, self.visitor(GUEST).person, 0, terms=Terms(PACES.get(self.state))))
        (place,) = self.chats(HOST)
        match, view = await self.services.opening.open(event(), host, whom, Venue(place, "en"))
        self.code = match.code
        await self.services.views.shown(view.key, BOARD)
        if self.state in ("playing", "over", "called off", *PACES):
            await self.services.matches.join(event(), guest, self.code)
        if self.state in ("playing", "over", "called off", "practice", "late", "pause"):
            await self.act(host, lambda now, at: now.move(host.id, now.game.first_choice.some(1)[0], None, at))
        if self.state == "playing":
            await self.act(host, lambda now, at: now.offer_draw(host.id, at))
            await self.act(host, lambda now, at: now.ask_takeback(host.id, at))
        if self.state == "pause":
            await self.act(host, lambda now, at: now.ask_pause(host.id, at + timedelta(days=3), at))
        if self.state == "late":
            await self.services.people.change_settings(guest.id, auto_away="no")
            clock.forward(days=4)
            await self.services.time.tick_due()
        if self.state == "over":
            await self.act(guest, lambda now, at: now.resign(guest.id, at))
            await self.services.matches.rematch(event(), host, self.code, place)
        if self.state == "called off":
            await self.act(host, lambda now, at: now.call_off(host.id, at))
        if self.state == "expired":
            clock.now += INVITATION_LASTS
            await self.services.time.tick_due()
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

    async def pressed(self, data: CallbackData) -> Seen:
        return seen(await self.town.papan.press(self.request, str(data)))

    async def typed(self, code: str, name: str) -> Seen | None:
        match = await self.town.match()
        if name == "a move alone":
            answer = await self.town.papan.text(self.request, self.town.typed_move(match))
            return None if answer is None else seen(answer)
        name, text = read_line(name.replace(MOVE, self.town.typed_move(match)))
        given = text | ({"code" if name in ("join", "start") else "match": code} if code else {})
        return seen(await self.town.papan.command(self.request, name, given))

    async def linked(self, code: str, name: str) -> Seen:
        return seen(await self.town.papan.follow(self.request, f"{name}_{code}"))

    async def suggested(self, code: str, name: str) -> list[Completion]:
        command, option = name.split()
        typed = code if option == "match" else ""
        return await self.town.papan.complete(self.request, command, option, typed, code)


Told = Seen | list[Completion] | None
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
        return self.name.endswith((" public", "/join", "/start"))


def wishes() -> Iterator[Wish]:
    for action, row in PRESSED.items():
        for argument in ARGUMENTS.get(action, ("",)):
            for_all = TYPED["/board public"] if argument == "public" else row
            yield Wish(f"{action.name} {argument}", for_all, press(action, argument))
    for name, row in TYPED.items():
        replies = {"/join": (False,), "/start": (False,), "a move alone": (True,)}.get(name, (False, True))
        yield Wish(name, row, partial(Asked.typed, name=name), replies)
    for name, row in LINKS.items():
        yield Wish(f"link {name}", row, partial(Asked.linked, name=name), links=True)
    for name, row in SUGGESTED.items():
        yield Wish(f"suggest {name}", row, partial(Asked.suggested, name=name))


def press(action: Action, argument: str) -> Way:
    """Presses the button that the app itself would offer: of a player it is theirs, and says so with a mark."""

    async def way(asked: Asked, code: str) -> Seen:
        data = await made(asked.town, action, argument, code)
        if asked.who in (HOST, GUEST):
            data = SIGNER.signed(replace(data, owner=(await asked.town.player(asked.who)).id))
        return await asked.pressed(data)

    return way


async def made(town: Town, action: Action, argument: str, code: str) -> CallbackData:
    """The data of a button about the match with this code."""
    match = await town.match()
    move = next(iter(match.game.first_choice.some(1)), None)
    if move and action in (Action.PLAY, Action.PLAY_PLANNED, Action.PLAY_GUESSED):
        argument = play_payload(match, move).argument
    if move and action in (Action.PICK, Action.PICK_PLANNED, Action.PICK_GUESSED):
        argument = DAM_8.board.points[move.origin]
    return CallbackData(action, code, match.game.ply, argument)


async def forgeries(town: Town, action: Action, argument: str, code: str) -> list[CallbackData]:
    """The forgeries a stranger may send: with nobody's button, their own, the host's, and marks made for others."""
    data = await made(town, action, argument, code)
    me, host = (await town.player(STRANGER)).id, (await town.player(HOST)).id
    mine = SIGNER.signed(replace(data, code="K7QM", owner=me)).mark
    theirs = SIGNER.signed(replace(data, owner=host)).mark
    marks = ((me, ""), (me, mine), (host, ""), (host, theirs))
    return [data, *(replace(data, owner=owner, mark=mark) for owner, mark in marks)]


def comes_of(told: Told, town: Town, *, changed: bool) -> May:
    """The outcome of a wish."""
    if changed:
        return May.DOES
    if isinstance(told, list):
        return May.SEES if told else May.REFUSED
    return May.SEES if told and (told.alt or told.title or town.visitor(HOST).name in told.text) else May.REFUSED


def tells(told: Told) -> str:
    """Everything that can be read in an answer."""
    if told is None or isinstance(told, list):
        return str(told)
    content = told.file.content.decode() if told.file else ""
    return "\n".join((told.title, told.text, told.code, told.alt, told.link, content, *labels(told)))
