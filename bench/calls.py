"""Calls to a platform's API that one move costs, by the way it is made, on loopback servers.

Counted is everything from a person's move until all is quiet: the board, the answer, the call to whoever is next, what
is deleted. Polls for updates and Discord's gateway are not. The limits of chats are lifted, so that no move pays for
what the one before had to leave.
"""

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from bench.traffic import quiet
from bot.app.buttons.callback_data import Action, BadCallbackData, read_press
from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Settings
from bot.matches.match import Match
from bot.platforms.telegram.formatting import read_data
from engine.notation import format_move
from loopback.discord import DiscordServer, Member
from loopback.discord.limits import BUTTON
from loopback.discord.world import ALL, DM, OPEN_THREADS
from loopback.discord.world import Message as DiscordMessage
from loopback.telegram import Chat, Person, TelegramServer
from loopback.telegram import Message as TelegramMessage
from tests.bot.connected import to_discord, to_telegram
from tests.unhurried import hurry

GAME = "malaysian-checkers-8"
LEVEL = "1"
MOVES = 10
SMALLEST = {"moves": 1}
QUIET_FOR = 1.5
"""Seconds without a call after which a move has cost all it costs."""
PATIENCE = 30.0
PRESSES = 6
"""A panel that has not made a move by then is broken."""
TYPED, BY_COMMAND = "group, typed", "group, by command"
BY_PANEL, PRIVATE = "group, by panel", "private, computer, typed"
WAYS = (TYPED, BY_COMMAND, BY_PANEL, PRIVATE)

Press = Callable[[], Awaitable[object]]
Offers = dict[str, tuple[str, Press]]
"""What can be pressed, by payload."""


class Player(Protocol):
    """A person on a platform, in the chat of the match."""

    async def begins(self, opponent: "Player | None") -> None:
        """Invite an opponent, who accepts; without one, play the computer."""

    async def types(self, move: str) -> None:
        """Type a move: in a group as a reply to the board."""

    async def commands(self, move: str) -> None:
        """Make a move by the command for it, which Discord wants answered."""

    def offers(self, ply: int) -> Offers:
        """The buttons that this person's messages offer for a move at this ply, the newest first."""


@dataclass(frozen=True)
class Table:
    """The players of a match, the first side first, and the calls that the platform has had."""

    settings: Settings
    players: tuple[Player, ...]
    calls: Callable[[], list[str]]


Seat = Callable[[str, bool], AbstractAsyncContextManager[Table]]


def run(moves: int = MOVES) -> None:
    """Print the calls a move for each platform and way, and what they are."""
    quiet()
    with pytest.MonkeyPatch.context() as patch:
        hurry(patch)
        print(f"{'platform':>10}  {'way':<26}{'calls a move':>13}{'presses':>9}  what they are")
        for platform, seat in SEATS.items():
            for way in WAYS:
                calls, presses = asyncio.run(measure(seat, way, moves))
                kinds = ", ".join(f"{name} {count / moves:.1f}" for name, count in calls.most_common())
                pressed = f"{presses / moves:.1f}" if presses else ""
                print(f"{platform:>10}  {way:<26}{calls.total() / moves:>13.1f}{pressed:>9}  {kinds}", flush=True)


async def measure(seat: Seat, way: str, moves: int) -> tuple[Counter[str], int]:
    """The calls of so many moves, by what they are, and the presses that made them."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'papan.db'}"
        async with seat(database, way == PRIVATE) as table, run_app(table.settings) as running:
            return await _play(Watched(running), table, way, moves)


async def _play(watched: "Watched", table: Table, way: str, moves: int) -> tuple[Counter[str], int]:
    first, opponent = table.players[0], table.players[1] if len(table.players) > 1 else None
    await first.begins(opponent)
    await _quiet(table)
    calls: Counter[str] = Counter()
    presses = 0
    for _ in range(moves):
        before, match = len(table.calls()), await watched.match()
        player, ply = table.players[match.game.turn if opponent else 0], match.game.ply
        if way == BY_PANEL:
            presses += await by_panel(player, ply)
        else:
            makes = player.commands if way == BY_COMMAND else player.types
            await makes(format_move(match.game.ruleset, match.game.legal_moves[0]))
        await watched.goes_on(ply)
        await _quiet(table)
        calls.update(table.calls()[before:])
    return calls, presses


class Watched:
    """The one match of a running Papan."""

    def __init__(self, running: RunningApp) -> None:
        self._matches = running.services.matches
        self._codes: list[str] = []
        running.services.news.matches.subscribe(self._codes.append)

    async def match(self) -> Match:
        """The match as Papan has written it; from its memory, so that this is no statement of the move's."""
        code = self._codes[-1]
        return self._matches.cached(code) or await self._matches.get(code)

    async def goes_on(self, ply: int) -> None:
        """Wait until a move has followed this ply."""
        async with asyncio.timeout(PATIENCE):
            while (await self.match()).game.ply <= ply:  # noqa: ASYNC110 - nothing tells what is stored
                await asyncio.sleep(0.02)


async def by_panel(player: Player, ply: int) -> int:
    """Press *Your move*, and then the first of what is offered, until that is a whole move; the presses."""
    pressed = ""
    wanted: tuple[Action, ...] = (Action.MOVE,)
    for presses in range(1, PRESSES):
        async with asyncio.timeout(PATIENCE):
            # What was pressed has to be gone first: until then it is the former step that is seen. Polled, for no event
            # tells what a person sees.
            offers = player.offers(ply)
            while pressed in offers or not _of(offers, wanted):
                await asyncio.sleep(0.02)
                offers = player.offers(ply)
        action, pressed = _of(offers, wanted)[0]
        await offers[pressed][1]()
        if action == Action.PLAY:
            return presses
        if action == Action.MOVE:
            pressed, wanted = "", (Action.PLAY, Action.PICK)
    raise RuntimeError("the panel makes no move")


def _of(offers: Offers, wanted: tuple[Action, ...]) -> list[tuple[str, str]]:
    """The buttons offered for the actions wanted, those wanted most first."""
    found = [(action, payload) for payload, (action, _) in offers.items() if action in wanted]
    return sorted(found, key=lambda each: wanted.index(each[0]))


async def _quiet(table: Table) -> None:
    before = -1
    while before != (before := len(table.calls())):  # noqa: ASYNC110 - seen in the calls only
        await asyncio.sleep(QUIET_FOR)


def _action(payload: str, ply: int) -> str | None:
    """The action that a button of this ply asks for; None for any other button."""
    try:
        data = read_press(payload)
    except BadCallbackData:
        return None
    return data.action if data.ply == ply else None


@asynccontextmanager
async def _discord(database: str, private: bool) -> AsyncIterator[Table]:
    server = DiscordServer(checked=False)
    await server.start()
    users = [server.add_user(name) for name in ("Adi", "Siti")]
    if private:
        players = [Member(server, users[0], server.add_channel("dm", kind=DM, recipient=users[0]))]
    else:
        channel = server.add_channel("serambi", server.add_guild("Kampung"), allowed=ALL & ~OPEN_THREADS)
        players = [Member(server, user, channel) for user in users]
    yield Table(
        to_discord(server, database),
        tuple(map(OnDiscord, players)),
        lambda: [_named(*each) for each in server.requests],
    )
    await server.stop()


def _named(method: str, path: str) -> str:
    """A request of Discord's API without its ids."""
    return f"{method} {re.sub(r'/[^/]*[0-9]{6,}[^/]*', '', path)}"


@dataclass(frozen=True)
class OnDiscord:
    """A member of a channel."""

    member: Member

    async def begins(self, opponent: "Player | None") -> None:
        if not isinstance(opponent, OnDiscord):
            await self.member.slash("play", level=LEVEL, game=GAME, side="first")
            return
        await self.member.slash("play", opponent=opponent.member.user, game=GAME, side="first")
        card = await opponent.member.until(lambda each: "invites" in each.content)
        await opponent.member.press(card, "Accept")

    async def types(self, move: str) -> None:
        board = next(each for each in reversed(self.member.sees()) if each.files and each.only_for is None)
        await self.member.says(move, reply_to=None if self.member.channel.kind == DM else board)

    async def commands(self, move: str) -> None:
        await self.member.slash("move", move=move)

    def offers(self, ply: int) -> Offers:
        found: Offers = {}
        for message in reversed(self.member.sees()):
            for item in message.components:
                values = [[option["value"]] for option in item.get("options", [])]
                for chosen in [None] if item["type"] == BUTTON else values:
                    payload = ":".join([item.get("custom_id", ""), *(chosen or [])])
                    if (action := _action(payload, ply)) and not item.get("disabled"):
                        found[payload] = (action, self._pressing(message, item["custom_id"], chosen))
        return found

    def _pressing(self, message: DiscordMessage, payload: str, chosen: list[str] | None) -> Press:
        return lambda: self.member.forge(message, payload, chosen)


@asynccontextmanager
async def _telegram(database: str, private: bool) -> AsyncIterator[Table]:
    async with TelegramServer(ephemeral=True, checked=False) as server:
        people = [server.person(name, name.casefold(), started=True) for name in ("Adi", "Siti")]
        group = server.group("Kampung", *people)
        here = [OnTelegram(each, group) for each in people]
        players = [OnTelegram(people[0], people[0].private)] if private else here
        yield Table(
            to_telegram(server, database),
            tuple(players),
            lambda: [each.method for each in server.calls if each.method != "getUpdates"],
        )


@dataclass(frozen=True)
class OnTelegram:
    """A person in a chat."""

    person: Person
    chat: Chat

    async def begins(self, opponent: "Player | None") -> None:
        if not isinstance(opponent, OnTelegram):
            self.person.say(self.chat, f"/play computer {GAME} first {LEVEL}")
            return
        self.person.say(self.chat, f"/play @{opponent.person.account.username} {GAME} first")
        opponent.person.press(await opponent.person.gets(self.chat, key="Accept"), "Accept")

    async def types(self, move: str) -> None:
        board = next(each for each in reversed(self.person.from_bot(self.chat)) if each.photo)
        self.person.say(self.chat, move, reply_to=None if self.chat is self.person.private else board)

    async def commands(self, move: str) -> None:
        self.person.say(self.chat, f"/move {move}")

    def offers(self, ply: int) -> Offers:
        chats = dict.fromkeys((self.chat, self.person.private))
        messages = [message for chat in chats for message in self.person.from_bot(chat)]
        found: Offers = {}
        for message in sorted(messages, key=lambda each: each.id, reverse=True):
            for key in message.keys:
                if key.data and (action := _action(read_data(key.data)[0], ply)):
                    found[key.data] = (action, self._pressing(message, key.data))
        return found

    def _pressing(self, message: TelegramMessage, data: str) -> Press:
        async def press() -> None:
            self.person.press(message, data=data)

        return press


SEATS: dict[str, Seat] = {"Discord": _discord, "Telegram": _telegram}
"""What has people play on each platform."""
