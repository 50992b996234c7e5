"""The steps of docs/extending/add-a-platform.md: a platform that Papan does not know is added by one row, and a
match is played on it over real sockets, by the whole of Papan on a database file.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.bootstrap import assembly as bootstrap
from bot.bootstrap.assembly import PlatformSpec, run_app
from bot.bootstrap.settings import Address, Settings
from bot.chat import CannotStart, MessageGateway
from bot.matches import identity
from bot.platforms.web import WebRoom
from bot.services.integrity import check
from bot.store import Database
from loopback import waiting
from loopback.ports import hand_out
from tests.bot.database_files import file_in
from tests.bot.platforms.toy import PLATFORM, Toy
from tests.unhurried import hurry

ROOT = Path(__file__).parents[3]
_EVENTS = count(1)
"""Ids that never come again, after a restart of Papan either."""
_BUTTON = re.compile(r"(\d+)\) (.+)")


class Caller:
    """A person with a connection: what stands before them, by message, and the short remarks they got."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.shown: dict[str, list[str]] = {}
        self.remarks: list[str] = []
        self._reader = reader
        self._writer = writer

    async def read(self) -> None:
        """Take in what the platform sends, until the connection ends."""
        key, block = "", list[str]()
        while line := (await self._reader.readline()).decode().removesuffix("\n"):
            if line.startswith("= "):
                key = line[2:]
                block = []
            elif line.startswith("- "):
                del self.shown[line[2:]]
            elif line == ".":
                self.shown[key], key = block, ""
            elif key:
                block.append(line)
            else:
                self.remarks.append(line)

    def say(self, line: str, event: str = "") -> str:
        """Send a line with an id, a new one unless it is given; the id."""
        event = event or f"event-{next(_EVENTS)}"
        self._writer.write(f"{event} {line}\n".encode())
        return event

    async def until(self, *texts: str) -> str:
        """Wait for a message with all these texts; its id."""

        def found() -> str | None:
            wanted = (key for key, lines in self.shown.items() if all(text in "\n".join(lines) for text in texts))
            return next(wanted, None)

        return await waiting.until(found, lambda: (texts, self.shown, self.remarks))

    async def press(self, message: str, label: str) -> None:
        """Press a button by its label."""
        buttons = [match for line in self.shown[message] if (match := _BUTTON.fullmatch(line))]
        (number,) = [match[1] for match in buttons if match[2] == label]
        self.say(f"press {message} {number}")

    async def remarked(self, text: str) -> None:
        """Wait for a short remark."""
        await waiting.until(lambda: any(text in each for each in self.remarks), lambda: (self.remarks, self.shown))


@asynccontextmanager
async def calling(port: int, *nicks: str) -> AsyncIterator[list[Caller]]:
    """People with connections to the platform."""
    callers, writers = [], []
    async with asyncio.TaskGroup() as group:
        for nick in nicks:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"nick {nick}\n".encode())
            callers.append(Caller(reader, writer))
            writers.append(writer)
            group.create_task(callers[-1].read())
        try:
            yield callers
        finally:
            for writer in writers:
                writer.close()


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    """The port of the platform, once its row and its name stand in their tables."""
    hurry(monkeypatch)
    chosen = hand_out()
    row = PlatformSpec(Toy, lambda setup: Toy(setup.handler, chosen))
    monkeypatch.setattr(bootstrap, "PLATFORMS", (*bootstrap.PLATFORMS, row))
    names = (*identity.PLATFORMS, PLATFORM)
    monkeypatch.setattr(identity, "PLATFORMS", names)
    monkeypatch.setattr("bot.bootstrap.assembly.PLATFORM_NAMES", names)
    return chosen


@pytest.fixture
def wanted(tmp_path: Path) -> Settings:
    """Papan with a database file, and no platform by settings."""
    return Settings(database_url=SecretStr(file_in(tmp_path)), papan_state=tmp_path)


async def test_a_match_is_played_on_it_and_goes_on_after_a_restart(port: int, wanted: Settings) -> None:
    async with run_app(wanted) as running, calling(port, "adi", "siti", "ros") as (adi, siti, ros):
        assert [str(each) for each in running.platforms] == [f"telnet 127.0.0.1 {port}"]
        adi.say("/play @siti dam-8 first")
        card = await siti.until("adi invites siti")
        await siti.press(card, "Accept")
        await siti.remarked("! You play")
        assert card == await adi.until("adi (White) to move", "8   m   m   m   m")
        code = adi.shown[card][0].split()[1]
        await _moves_in_a_panel(adi, ros, card)
        assert card == await ros.until("siti (Black) to move", "4   M")
        siti.say("/move b6-b5")
        await siti.until("Not possible", "b5 is a light square")
        assert not any("Not possible" in line for lines in (*adi.shown.values(), *ros.shown.values()) for line in lines)
        siti.say("/privacy export")
        await siti.until("| file papan", '"accounts"')
    async with run_app(wanted), calling(port, "adi", "siti") as (adi, siti):
        assert not adi.shown, "its messages are gone"
        siti.say(f"/move b6-a5 match:{code}")
        board = await adi.until("adi (White) to move", "siti played b6-a5")
        adi.say(f"/resign {code}")
        await adi.press(await adi.until("Give up"), "Yes, resign")
        assert board == await siti.until("· move 2", "siti wins")
    database = await Database.open(wanted.database_url.get_secret_value())
    assert await check(database) == []
    await database.close()


async def _moves_in_a_panel(adi: Caller, ros: Caller, card: str) -> None:
    """Adi moves by a panel that others neither see nor can use."""
    await adi.press(card, "Your move")
    panel = await adi.until("Which piece")
    ros.say(f"press {panel} 1")
    await ros.remarked("! This button is no longer in use.")
    adi.say(f"press {panel} 1")
    assert panel == await adi.until("Where to?")
    assert panel not in ros.shown
    await adi.press(panel, "a3-b4")
    await adi.remarked("! You played a3-b4")
    assert panel not in adi.shown


async def test_a_line_that_comes_twice_acts_once(port: int, wanted: Settings) -> None:
    async with run_app(wanted), calling(port, "adi", "siti") as (adi, siti):
        adi.say("/play @siti dam-8 first")
        await siti.press(await siti.until("adi invites siti"), "Accept")
        await adi.until("adi (White) to move")
        adi.say("/move c3-d4", "the-same")
        await siti.until("adi played c3-d4")
        adi.say("/takeback")
        await siti.until("adi (White) to move")
        adi.say("/move c3-d4", "the-same")
        adi.say("/move a3-b4")
        await siti.until("adi played a3-b4", "siti (Black) to move")


async def test_a_port_that_is_taken_is_told_in_a_sentence(port: int, wanted: Settings) -> None:
    async with run_app(wanted) as running:
        second = Toy(running.papan, port)
        with pytest.raises(CannotStart, match=f"cannot serve on port {port}"):
            await second.start()


def test_papan_does_not_start_with_a_platform_that_the_record_does_not_name(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bootstrap.capabilities()[PLATFORM] is Toy.capabilities
    monkeypatch.setattr("bot.bootstrap.assembly.PLATFORM_NAMES", tuple({*identity.PLATFORMS} - {PLATFORM}))
    with pytest.raises(LookupError, match=r"^PLATFORMS in bot/matches/identity\.py does not name toy$"):
        bootstrap.capabilities()


async def test_the_web_room_is_served_where_no_platform_is_asked_for(
    wanted: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "WEB_ALONE", Address("127.0.0.1", 0))
    async with run_app(wanted) as running:
        (room,) = running.platforms
        assert isinstance(room, WebRoom)


def test_no_platform_is_named_outside_the_tables() -> None:
    """The names stand in the packages of the platforms, in the table of people, and where the store keeps the web
    room's own rows.
    """
    named = {
        str(file.relative_to(ROOT))
        for file in (ROOT / "bot").rglob("*.py")
        if re.search(r"""["'](discord|telegram|web)["']""", file.read_text(encoding="utf-8"))
    }
    assert {file for file in named if not file.startswith("bot/platforms/")} == {
        "bot/matches/identity.py",
        "bot/store/contradictions.py",
        "bot/store/privacy.py",
        "bot/store/room.py",
        "bot/store/room_names.py",
    }


def test_the_page_names_what_a_platform_is_made_of() -> None:
    page = (ROOT / "docs" / "extending" / "add-a-platform.md").read_text(encoding="utf-8")
    source = (ROOT / "tests/bot/platforms/toy.py").read_text(encoding="utf-8")
    needed = {"bot.bootstrap.assembly", "bot.matches.identity"}
    modules = set(re.findall(r"^from (bot\S*) import", source, re.MULTILINE)) | needed
    for module in modules:
        name = module.replace(".", "/")
        assert f"`{name}.py`" in page or f"`{name}/" in page, module
    methods = {name for name in vars(MessageGateway) if not name.startswith("_")} - {"platform", "capabilities"}
    for name in methods | {"platform", "capabilities", "contact", "start", "stop", "shown"}:
        assert f"`{name}`" in page, name
