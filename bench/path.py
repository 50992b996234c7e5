"""Counts what one move touches: a reply on Telegram, a press on Discord, a line or a touch in the room, until quiet.

Counted in the whole program on loopback platforms, on an SQLite file: the files and functions of ``bot/``, ``engine/``
and ``renderer/`` that are called, and the statements that read and that write. The board on Telegram stands in two
groups. A touch is made in Chromium, and the scripts of its page are counted with it; the last line is the part of it
between the finger and the app: the scripts, and the files of the web room. A few moves are made before, so that nothing
is counted that happens only once.
"""

import asyncio
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

from aiohttp import ClientSession
from pydantic import SecretStr
from sqlalchemy import Engine, event

from bench.calls import SEATS, Watched, by_panel
from bench.live import chromium, match_of, page_of
from bench.traffic import quiet
from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings
from bot.platforms.web import WebRoom
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.telegram import Chat, Message, Person, TelegramServer
from loopback.windows import Room
from tests.bot.connected import to_telegram

ROOT = Path(__file__).parents[1]
FOLDERS = tuple(f"{ROOT / name}/" for name in ("bot", "engine", "renderer"))
ROOM = f"{ROOT / 'bot' / 'platforms' / 'web'}/"
PAGE = "/static/"
RULESET = find_ruleset("permainan-tabal")
MOVES_BEFORE = 4
BY_TOUCH = "the room, a touch"
SMALLEST = {"moves_before": 1}
AWAITS = "(ply) => document.querySelector('papan-board')?.state?.ply === ply"
TOUCHES = """async () => {
    const board = document.querySelector('papan-board');
    for (let touches = 0; touches < 2; touches += 1) {
        const [[point]] = board.turns.next(board.at);
        board.buttons[point].click();
        await new Promise((done) => setTimeout(done, 500));
    }
}"""
QUIET_FOR = 1.0
"""Seconds without a statement after which nothing is left to be done for the move."""


class Watch:
    """Notes what is called and which statements are made, in every thread that was begun after it was made."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()
        self.statements: Counter[str] = Counter()
        self._on = False
        threading.setprofile(self._note_call)
        event.listen(Engine, "before_cursor_execute", self._note_statement)

    @property
    def files(self) -> set[str]:
        """The files that the functions stand in."""
        return {file for file, _ in self.functions}

    @property
    def room_files(self) -> set[str]:
        """Those of the web room among them, and of its page."""
        return {each for each in self.files if each.startswith((ROOM, PAGE))}

    def start(self) -> None:
        """Begin to note."""
        self._on = True
        sys.setprofile(self._note_call)

    def stop(self) -> None:
        """Note no more."""
        self._on = False
        sys.setprofile(None)

    def close(self) -> None:
        """Leave threads and databases of later on alone."""
        threading.setprofile(None)
        event.remove(Engine, "before_cursor_execute", self._note_statement)

    def __str__(self) -> str:
        read, written = self.statements["read"], self.statements["written"]
        return f"{len(self.files):>7}{len(self.functions):>11}{read:>8}{written:>9}"

    def note_page(self, scripts: list[dict[str, Any]]) -> None:
        """Add the functions that a page has called, as Chromium's profiler tells of them."""
        for script in scripts:
            path = urlsplit(script["url"]).path
            called = [each for each in script["functions"] if each["functionName"] and each["ranges"][0]["count"]]
            if path.startswith(PAGE):
                self.functions |= {(path, each["functionName"]) for each in called}

    def _note_call(self, frame: FrameType, what: str, _: Any) -> None:
        code = frame.f_code
        # A comprehension and the body of a module are no functions that somebody would have to read.
        if self._on and what == "call" and not code.co_name.startswith("<") and code.co_filename.startswith(FOLDERS):
            self.functions.add((code.co_filename, code.co_qualname))

    def _note_statement(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        first = statement.split(None, 1)[0].upper()
        if self._on and first in ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE"):
            self.statements["read" if first in ("SELECT", "WITH") else "written"] += 1


def run(moves_before: int = MOVES_BEFORE) -> None:
    """Print a line for each way to make a move."""
    quiet()
    print(f"{'':<22}{'files':>7}{'functions':>11}{'read':>8}{'written':>9}")
    for name, walk in WALKS.items():
        watch = Watch()
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(walk(f"sqlite:///{Path(folder) / 'papan.db'}", watch, moves_before))
        watch.close()
        print(f"{name:<22}{watch}", flush=True)
        if name == BY_TOUCH:
            print(f"{'  up to the app':<22}{len(watch.room_files):>7}")


async def _reply(database: str, watch: Watch, moves_before: int) -> None:
    async with TelegramServer(checked=False) as server, run_app(to_telegram(server, database)):
        adi, siti = (server.person(name, name.casefold(), started=True) for name in ("Adi", "Siti"))
        groups = [server.group(title, adi, siti) for title in ("Kampung", "Bandar")]
        adi.say(groups[0], f"/play @siti {RULESET.key} first")
        card = await adi.gets(groups[0], key="Accept")
        siti.press(card, "Accept")
        await _board(server, adi, groups[0], "to move")
        adi.say(groups[1], f"/board {card.shown[:4]} public")
        game = Game.begin(RULESET)
        for ply in range(moves_before + 1):
            mover, text = (adi, siti)[game.turn], format_move(RULESET, game.legal_moves[0])
            game = game.play(game.legal_moves[0])
            boards = [await _board(server, adi, group, "to move") for group in groups]
            # What the limits of a chat hold back of the last move is not to be counted with this one.
            await asyncio.sleep(4.0)
            if ply == moves_before:
                watch.start()
            mover.say(groups[0], text, reply_to=boards[0])
            await asyncio.gather(*(_board(server, adi, group, f"played {text}") for group in groups))
        await _all_quiet(watch)


async def _press(database: str, watch: Watch, moves_before: int) -> None:
    async with SEATS["Discord"](database, False) as table, run_app(table.settings) as running:
        watched = Watched(running)
        await table.players[0].begins(table.players[1])
        await asyncio.sleep(QUIET_FOR)
        for number in range(moves_before + 1):
            game = (await watched.match()).game
            if number == moves_before:
                watch.start()
            await by_panel(table.players[game.turn], game.ply)
            await watched.goes_on(game.ply)
            await asyncio.sleep(QUIET_FOR)
        await _all_quiet(watch)


async def _line(database: str, watch: Watch, moves_before: int) -> None:
    settings = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(database))
    async with run_app(settings) as running, ClientSession() as session:
        (platform,) = running.platforms
        assert isinstance(platform, WebRoom)
        room, watched = Room(platform.url, session), Watched(running)
        adi, siti = await room.sits("Adi"), await room.sits("Siti")
        await adi.say(type="say", text=f"/play @Siti {RULESET.key} first", reply="", event="begins")
        card, game = await siti.card("invites"), Game.begin(RULESET)
        accept = next(each for row in card["rows"] for each in row["buttons"] if each["label"] == "Accept")
        await siti.say(type="press", message=card["id"], payload=accept["payload"], values=[], event="accepts")
        await siti.card("to move")
        for ply in range(moves_before + 1):
            await asyncio.sleep(QUIET_FOR)
            if ply == moves_before:
                watch.start()
            await (adi, siti)[game.turn].say(
                type="say", text=format_move(RULESET, game.legal_moves[0]), reply="", event=f"move-{ply}"
            )
            await watched.goes_on(ply)
            game = game.play(game.legal_moves[0])
        await _all_quiet(watch)
        await room.empty()


async def _touch(database: str, watch: Watch, moves_before: int) -> None:
    settings = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(database))
    async with run_app(settings) as running, ClientSession() as session, chromium() as browser:
        (platform,) = running.platforms
        assert isinstance(platform, WebRoom)
        room, watched = Room(platform.url, session), Watched(running)
        people = [await room.sits("Siti"), await room.sits("Adi")]
        code = await match_of(people[1], people[0], "malaysian-checkers-8")
        pages = [await page_of(browser, room, each.secret, f"m/{code}") for each in people]
        counted = pages[moves_before % len(pages)]
        script = await counted.context.new_cdp_session(counted)
        for ply in range(moves_before + 1):
            page = pages[ply % len(pages)]
            await page.wait_for_function(AWAITS, arg=ply)
            await asyncio.sleep(QUIET_FOR)
            if ply == moves_before:
                await script.send("Profiler.enable")
                await script.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
                watch.start()
            # The player whose turn it is touches a piece, and where it goes.
            await page.evaluate(TOUCHES)
            await watched.goes_on(ply)
        await _all_quiet(watch)
        watch.note_page((await script.send("Profiler.takePreciseCoverage"))["result"])


WALKS = {
    "Telegram, a reply": _reply,
    "Discord, a press": _press,
    "the room, a line": _line,
    BY_TOUCH: _touch,
}


async def _all_quiet(watch: Watch) -> None:
    before = -1
    while before != (before := watch.statements.total()):  # noqa: ASYNC110 - seen in the counts only
        await asyncio.sleep(QUIET_FOR)
    watch.stop()


async def _board(server: TelegramServer, person: Person, group: Chat, words: str) -> Message:
    """The newest board of a group once it says this."""

    def found() -> Message | None:
        boards = [message for message in person.from_bot(group) if message.photo]
        return boards[-1] if boards and words in boards[-1].shown else None

    return await server.until(found)
