"""The targets of fuzzing: every parser of what people, or forged requests, may send.

Each target takes bytes, makes an input of them and raises AssertionError where it is answered by anything but a clear
refusal or something legal. ``tools/fuzz.py`` runs them for long, ``tests/test_fuzz.py`` briefly.
"""

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from aiohttp import WSMessage, WSMsgType
from structlog.testing import capture_logs
from telegram import Update, User

from bot.app.buttons.callback_data import BadCallbackData, read_callback_data
from bot.app.entry.actions import ACTIONS
from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.app.people.time_zones import NoSuchZone, find_zone
from bot.app.people.typed_times import (
    NotAhead,
    TooFarAhead,
    TooManyHours,
    UnreadableHours,
    UnreadableTime,
    read_hours,
    read_moment,
)
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.app.requests.pasted_text import UnreadablePaste, read_one, read_pasted
from bot.chat import PAYLOAD_BYTES, Answer, Menu, Request, Toast
from bot.chat.command_lines import AGAIN, UNREAD, read_line
from bot.chat.commands import COMMANDS, UnknownCommand
from bot.computer.search_pool import SearchPool
from bot.matches.identity import Person, Place
from bot.matches.quiet_hours import QuietHours, zone_of
from bot.matches.status import Status
from bot.matches.zones import LISTED
from bot.platforms.telegram.reading import read_update
from bot.platforms.web.dispatcher import Dispatcher
from bot.platforms.web.entrances import RoomPeople
from bot.platforms.web.hub import Hub
from bot.platforms.web.windows import Window
from bot.services.services import Services
from bot.store import Database
from bot.store.room import RoomStore
from engine.decoding import NoText, text_of
from engine.foreign_position import read_position
from engine.game import Game
from engine.games import rulesets
from engine.hub_lines import BadLine, format_hub_line, read_hub_arguments, read_hub_move
from engine.movetext import games_in
from engine.parser import AmbiguousMove, IllegalMove, InvalidMove, NotListed, UnsureMove, parse_move
from engine.position import InvalidPosition, format_position, parse_position
from engine.record import InvalidRecord, Record, format_record, parse_record
from engine.turns import legal_moves

T = TypeVar("T")

FILE_GAMES = 3
"""Of a file so many games are played."""
STEPS = 6
"""So many requests are made of one input."""
PLACES = (Place("web", "serambi"), Place("web", "@adi", private=True), Place("discord", "7", can_post=False))
FIELDS = ("text", "reply", "payload", "message", "values", "line", "secret", "since", "name", "room", "event")
NOW, LONGEST = datetime(2026, 11, 25, 12, tzinfo=UTC), timedelta(days=21)
NAMES = ("Adi", "Siti", "Ros \u202egnad", "@everyone <b>")


class Data:
    """Bytes, taken piece by piece; zeros where there are none left."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def left(self) -> int:
        """The number of bytes left."""
        return len(self._data) - self._at

    def byte(self) -> int:
        """The next byte."""
        self._at += 1
        return self._data[self._at - 1] if self._at <= len(self._data) else 0

    def pick(self, choices: Sequence[T]) -> T:
        """One of these."""
        return choices[self.byte() % len(choices)]

    def rest(self) -> str:
        """All that is left, as text in which anything may stand, halves of pairs too."""
        kind, data = self.byte(), self._data[self._at :]
        self._at = len(self._data)
        if kind % 4 == 0:
            return data.decode("utf-16-le", "surrogatepass" if len(data) % 2 == 0 else "replace")
        return data.decode("latin-1" if kind % 4 == 1 else "utf-8", "replace")

    def text(self) -> str:
        """A text of at most 255 bytes."""
        part = Data(self._data[self._at + 1 : self._at + 1 + self.byte()])
        self._at += part.left
        return part.rest()


def move(data: bytes) -> None:
    """A typed move, in any position of any game."""
    given = Data(data)
    game = _game(given)
    legal = legal_moves(game.ruleset, game.position)
    try:
        found = [parse_move(game.ruleset, game.position, given.rest(), game.legal_moves).move]
    except AmbiguousMove as refused:
        found = [*refused.moves]
        assert len(found) > 1
    except UnsureMove as refused:
        found = [refused.move]
    except NotListed:
        found = []
    except (IllegalMove, InvalidMove) as refused:
        found = [*refused.nearest]
    assert set(found) <= set(legal)


def position(data: bytes) -> None:
    """A position as text, of any game."""
    given = Data(data)
    ruleset = given.pick(rulesets())
    try:
        found = read_position(ruleset, given.rest())
    except InvalidPosition:
        return
    assert parse_position(ruleset, format_position(ruleset, found)) == found
    legal_moves(ruleset, found)


def record(data: bytes) -> None:
    """A pasted record, or a game's name and its moves or a position."""
    text = Data(data).rest()
    for read in (parse_record, read_pasted):
        try:
            found: Record = read(text)
        except (InvalidRecord, UnreadablePaste):
            continue
        assert parse_record(format_record(found.game, found.tags)).game == found.game


def file(data: bytes) -> None:
    """A file of records, in any encoding and of any number of games."""
    try:
        games = games_in(text_of(data))
    except (NoText, InvalidRecord):
        return
    for game in games[:FILE_GAMES]:
        try:
            found = read_one(game, rulesets()[0])
        except UnreadablePaste:
            continue
        assert parse_record(format_record(found.game, found.tags)).game == found.game


def hub(data: bytes) -> None:
    """The arguments of a line of the protocol Hub, and its moves, in any position of any game."""
    given = Data(data)
    game, text = _game(given), given.rest()
    with suppress(BadLine):
        arguments = read_hub_arguments(text)
        again = format_hub_line("pos", **arguments).removeprefix("pos")
        assert read_hub_arguments(again).keys() == arguments.keys()
        text = arguments.get("moves", text)
    for word in text.split():
        with suppress(BadLine):
            assert read_hub_move(game, word) in game.legal_moves


def payload(data: bytes) -> None:
    """Read the payload of a button."""
    text = Data(data).rest()
    try:
        carried = read_callback_data(text)
    except BadCallbackData:
        return
    assert len(text.encode()) <= PAYLOAD_BYTES
    assert read_callback_data(str(carried)) == carried


def line(data: bytes) -> None:
    """A typed command."""
    try:
        name, arguments = read_line(Data(data).rest())
    except UnknownCommand:
        return
    options = {option.name for option in COMMANDS.find(name).options}
    assert set(arguments) <= options | {UNREAD} | {AGAIN + option for option in options}


def time(data: bytes) -> None:
    """A moment, hours of a day, and a time zone, as people type them."""
    given = Data(data)
    zone, text = given.pick((None, *LISTED)), given.rest()
    with suppress(UnreadableTime, NotAhead, TooFarAhead):
        assert NOW < read_moment(text, NOW, zone, LONGEST) <= NOW + LONGEST
    with suppress(UnreadableHours, TooManyHours):
        if hours := read_hours(text):
            QuietHours(LISTED[0], *hours)
    with suppress(NoSuchZone):
        zone_of(find_zone(text))


def telegram(data: bytes) -> None:
    """A message on Telegram, its marks in odd places."""
    given = Data(data)
    sender = {"id": 7, "is_bot": False, "first_name": given.text() or "x", "username": "adi"}
    kinds = ("mention", "text_mention", "bot_command", "bold", "url")
    entities = []
    for _ in range(given.byte() % 4):
        entity: dict[str, Any] = {"type": given.pick(kinds), "offset": given.byte(), "length": given.byte()}
        entities.append(entity | ({"user": sender} if entity["type"] == "text_mention" else {}))
    chat = {"id": given.pick((7, -100)), "type": given.pick(("private", "group", "supergroup"))}
    message = {"message_id": 1, "date": 0, "chat": chat, "from": sender, "text": given.rest(), "entities": entities}
    me = User(9, "Papan", is_bot=True, username="papan_bot")
    read_update(Update.de_json({"update_id": 1, "message": message}), me)


class Town:
    """An app with a database, and people whose requests are made from an input."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._folder = tempfile.TemporaryDirectory()
        self._now = datetime(2026, 3, 1, tzinfo=UTC)
        self._events = count()
        self.changed: set[str] = set()
        self.plies: dict[str, int] = {}
        """The matches that have changed since they were looked at, and how far each was then."""
        self._loop.run_until_complete(self._open())

    async def _open(self) -> None:
        self._database = await Database.open(f"sqlite:///{Path(self._folder.name) / 'papan.db'}")
        self.services = Services.over(self._database, lambda: self._now, Random(7))
        self.services.news.matches.subscribe(self.changed.add)
        services = AppServices(self.services, _NoBrush(), SearchPool())
        self.papan = App(services)
        self.hub = Hub(self.papan, LiveBoards(self.papan, services), RoomStore(self._database), RoomPeople(), "")

    def run(self, act: Callable[["Town", Data], Any], data: bytes) -> None:
        """Act on an input; afterwards every match is one that its record gives."""
        self._now += timedelta(minutes=1)
        with capture_logs() as logs:
            self._loop.run_until_complete(act(self, Data(data)))
        failed = [entry for entry in logs if entry["log_level"] in ("error", "critical")]
        assert not failed, failed

    def close(self) -> None:
        """End it."""
        self._loop.run_until_complete(self._database.close())
        self._loop.close()
        self._folder.cleanup()

    def request(self, given: Data, message: str = "") -> Request:
        """Somebody, somewhere."""
        name = given.pick(NAMES)
        person = Person("web", name.casefold(), name, name.casefold(), given.pick(("en", "ms", "id", "xx")))
        return Request(f"event-{next(self._events)}", person, given.pick(PLACES), message)

    async def code(self, given: Data) -> str:
        """The code of a match there is, or of none."""
        player = await self.services.people.player(self.request(given).person)
        found = [match.code for match in await self.services.matches.of_player(player.id)]
        return given.pick([*found, "ZZZZ"])


class _NoBrush(ImageRenderer):
    """Draws nothing: only texts are tested."""

    async def picture(self, *_: object) -> None:
        return None


async def _press(town: Town, given: Data) -> None:
    """Buttons and menus: some that are offered, most of them not."""
    offered: list[tuple[str, tuple[str, ...]]] = []
    for _ in range(STEPS):
        request = town.request(given)
        how = given.byte() % 3
        if how == 0 and offered:
            payload, values = given.pick(offered)
        elif how == 1:
            payload, values = f"1:{await town.code(given)}:{given.byte()}:{given.pick(sorted(ACTIONS))}", ()
            payload += f":{given.text()}" if given.byte() % 2 else ""
        else:
            payload, values = given.text(), tuple(given.text() for _ in range(given.byte() % 3))
        answer = await town.papan.press(request, payload, values)
        await _check(town, answer)
        offered += _offered(answer)
        if not given.left:
            return


async def _command(town: Town, given: Data) -> None:
    """Commands with any options, plain words, and suggestions."""
    for _ in range(STEPS):
        request = town.request(given)
        spec = given.pick([*COMMANDS])
        how = given.byte() % 4
        if how == 0:
            name = given.text()
            answer: Answer | None = await town.papan.command(request, name, {given.text(): given.text()})
        elif how == 1:
            answer = await town.papan.text(request, given.text())
        elif how == 2 and spec.options:
            option = given.pick(spec.options)
            found = await town.papan.complete(request, spec.name, option.name, given.text())
            assert len(found) <= 25
            assert all(0 < len(each.value) <= 100 and 0 < len(each.label) <= 100 for each in found)
            continue
        else:
            options: dict[str, str | Person] = {}
            for option in spec.options:
                values: tuple[str | Person, ...] = (given.text(), town.request(given).person, await town.code(given))
                options |= {option.name: given.pick(values)} if given.byte() % 2 else {}
            answer = await town.papan.command(request, spec.name, options)
        if answer is not None:
            await _check(town, answer)
        if not given.left:
            return


async def _web(town: Town, given: Data) -> None:
    """Send the web room whatever a page, or what is no page, may send."""
    socket = _Socket([{"type": "sit", "name": given.pick(NAMES), "language": "en", "room": ""}])
    kinds = ("say", "press", "complete", "dismiss", "hello", "sit", "fly")
    for _ in range(STEPS):
        if given.byte() % 3 == 0:
            socket.frames.append(given.text())
        else:
            frame: dict[str, Any] = {"type": given.pick(kinds)}
            for _ in range(given.byte() % 6):
                frame[given.pick(FIELDS)] = given.pick((given.text(), given.byte(), None, [given.text()], {}, True))
            socket.frames.append(frame)
    window = _Window(socket, _Transport())
    dispatcher = Dispatcher(town.hub, window, "127.0.0.1")
    await dispatcher.serve()
    await dispatcher.end()
    assert not [text for text in window.sent if "Something went wrong" in text or "Traceback" in text], window.sent


class _Socket:
    """The socket of a window: whatever its page sends."""

    def __init__(self, frames: list[str | dict[str, Any]]) -> None:
        self.frames = frames

    async def __aiter__(self) -> AsyncIterator[WSMessage]:
        for frame in self.frames:
            yield WSMessage(WSMsgType.TEXT, frame if isinstance(frame, str) else json.dumps(frame), None)


class _Transport(asyncio.Transport):
    """The connection of a window."""

    def get_write_buffer_size(self) -> int:
        """Everything is sent."""
        return 0


class _Window(Window):
    """A window that keeps what it sends, and is never too fast."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.sent: list[str] = []

    def send_text(self, frame: str) -> None:
        """Keep it."""
        self.sent.append(frame)

    async def _spend(self, cost: float) -> None:
        """As much as it likes."""


async def _check(town: Town, answer: Answer) -> None:
    """A sentence, and at most one match has gone on, by one turn, or back."""
    said = answer.text if isinstance(answer, Toast) else f"{answer.title}{answer.text}{answer.code}"
    assert said, answer
    assert "Something went wrong" not in said, answer
    moved = 0
    while town.changed:
        match = await town.services.matches.get(town.changed.pop())
        before, now = town.plies.get(match.code, 0), match.game.ply
        town.plies[match.code] = now
        assert now <= before + 1, match
        if now != before:
            moved += 1
            assert match.status in (Status.PLAYING, Status.OVER), match
            assert parse_record(format_record(match.game, {})).game.moves == match.game.moves
    assert moved <= 1, answer


def _offered(answer: Answer) -> list[tuple[str, tuple[str, ...]]]:
    found: list[tuple[str, tuple[str, ...]]] = []
    for row in () if isinstance(answer, Toast) else answer.rows:
        if isinstance(row, Menu):
            found += [(row.payload, (option.value,)) for option in row.options]
        else:
            found += [(item.payload, ()) for item in row if hasattr(item, "payload")]
    return found


def _game(given: Data) -> Game:
    """A game after some moves."""
    game = Game.begin(given.pick(rulesets()))
    for _ in range(given.byte() % 16):
        if game.outcome or not game.legal_moves:
            break
        game = game.play(given.pick(game.legal_moves))
    return game


_town: list[Town] = []


def _in_town(act: Callable[[Town, Data], Any]) -> Callable[[bytes], None]:
    """A target in one town, made for the first input."""

    def target(data: bytes) -> None:
        if not _town:
            _town.append(Town())
        _town[0].run(act, data)

    return target


def leave() -> None:
    """Close the town, if there is one."""
    while _town:
        _town.pop().close()


TARGETS: dict[str, Callable[[bytes], None]] = {
    "move": move,
    "position": position,
    "record": record,
    "file": file,
    "hub": hub,
    "payload": payload,
    "line": line,
    "time": time,
    "telegram": telegram,
    "press": _in_town(_press),
    "command": _in_town(_command),
    "web": _in_town(_web),
}

SEEDS: dict[str, tuple[bytes, ...]] = {
    "move": tuple(bytes([n, 3, n, n + 1, n + 2, 2]) + b"c3-d4 12x21 c5 takes e7!" for n in range(len(rulesets()))),
    "position": tuple(
        bytes([n, 2]) + format_position(ruleset, Game.begin(ruleset).position).encode()
        for n, ruleset in enumerate(rulesets())
    ),
    "record": (
        *(
            b"\x02" + format_record(Game.begin(each), {"Event": 'a "b"', "Ruleset": each.key}).encode()
            for each in rulesets()
        ),
        b"\x02tabal 1. c4-c5 a5-b4",
        b"\x02international 1. 32-28 19-23 (1... 18-23 {x}) 2. 28x 19 $1 14x23! ; text\n2-0",
        b'\x02international /FEN "W:WK1:BK50:H3:F2"/ 1-6 50-45 6-1 45-50 1-6 50-45 6-1 45-50 1-6 0-2',
        b'\x02[GameType "21"] [FEN "W:W27,K23:BK28,12."] [Result "0-1"] 0-1 [GameType "25"] 1. ab4 ba5',
        b"\x02dam 8: W:W1,2,K3:B20,K31",
    ),
    "file": (
        '[White "Чижов"]\n[GameType "25"]\n\n1. cd4 ba5 *\n\n[GameType "20"]\n\n1. 32-28 2-0'.encode("cp1251"),
        '[Ruleset "tabal"]\r\n1. c4-c5 c6xc4 2. c3xc5 *'.encode("utf-16"),
        b'\xef\xbb\xbf[GameType "20"]\n% a line\n 1. 44- 39 { { } } (',
    ),
    "hub": tuple(
        bytes([n, 3, n, n + 1, n + 2, 2]) + b'pos=Wbbeew moves="32-28 19-23 28x19x23" ponder'
        for n in range(len(rulesets()))
    ),
    "payload": (b"\x021:K7QM:14:mv", b"\x021:-:0:cp:mce:random", b"\x021:-:0:ng:tab", b"\x021:K7QM:14:pl:.3!"),
    "line": (
        b"\x02/play @siti_b dam-8 first",
        b"\x02/move@papan_bot K7QM c3 to d4",
        b"\x02/analyse text:tabal 1. c4-c5",
    ),
    "time": tuple(
        b"\x01\x02" + text
        for text in (
            b"5d",
            b"2026-12-03",
            b"3/12/2026",
            b"1st of feb",
            b"5 hari lagi",
            b"11pm to 7am",
            b"23-7",
            b"Kathmandu",
            b"UTC +5:30",
        )
    ),
    "telegram": (
        b"\x03Adi\x01\x01\x00\x05\x00\x02/play@papan_bot x",
        b"\x03Adi\x02\x01\x02\x03\x00\x00\x04\x01\x02/move c3",
    ),
    "press": tuple(b"\x00\x00\x00\x01" + bytes([n, 0, n, n]) * 5 for n in range(32)),
    "command": tuple(bytes([1, 0, 0, n, 3, 1, 8, 2]) + b"dam-8 c3" * 3 for n in range(len(COMMANDS))),
    "web": tuple(bytes([0, 1, n, 2, 0, 0, 6, 2]) + b"/play @Siti dam-8" * 2 for n in range(7)),
}
