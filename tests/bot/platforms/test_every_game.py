"""Two people play every game on the platforms, over real sockets, typed and in the panel; in a browser by clicks alone.

In the suite each game is played on one platform. ``PAPAN_GAMES=all`` plays each on all of them.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol, Self

import pytest
from aiohttp import ClientSession
from playwright.async_api import Page, WebSocket, async_playwright
from pydantic import SecretStr

from bot.app.buttons.callback_data import Action, BadCallbackData, read_press
from bot.app.moves.move_steps import move_argument
from bot.app.text.moves import price_of
from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Address, Settings
from bot.chat.command_lines import read_line
from bot.chat.commands import COMMANDS
from bot.matches.match import Match
from bot.matches.status import Status
from bot.platforms.web import WebRoom
from engine.games import rulesets
from engine.moves import Move
from engine.notation import format_move
from engine.ruleset import Ruleset
from loopback import programs
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, OPEN_THREADS
from loopback.telegram import Chat, Person, TelegramServer
from loopback.waiting import PATIENCE, eventually, until
from loopback.windows import Client as Window
from loopback.windows import Room
from tests.bot.app.through_panel import Control, step_towards
from tests.bot.connected import to_discord, to_telegram
from tests.suites import deep

PLATFORMS = ("discord", "telegram", "web", "chromium")
EVERYWHERE = os.environ.get("PAPAN_GAMES") == "all"
PLIES = 60 if EVERYWHERE else 4
"""After so many plies one of them resigns."""
BY_PANEL = {"discord": 3, "telegram": 3, "web": 3, "chromium": 1}
"""Every third ply is made in the panel and the others are typed; in a browser every one is made in the panel."""


class Player(Protocol):
    """A person in a chat with another, as they see it."""

    @property
    def tag(self) -> str:
        """The name by which others tag this person in a command."""

    async def types(self, line: str) -> None:
        """Write a line."""

    def controls(self) -> "Iterator[tuple[Any, Control]]":
        """Everything that can be pressed, the newest message first, each with its message."""

    async def presses(self, message: Any, control: Control) -> None:
        """Press it."""


@dataclass
class OnDiscord:
    """A member of a channel."""

    member: Member

    @property
    def tag(self) -> str:
        return f"@{self.member.user.name}"

    async def types(self, line: str) -> None:
        name, typed = read_line(line)
        given: dict[str, object] = dict(typed)
        if "opponent" in typed:
            users = self.member.server.world.users.values()
            given["opponent"] = next(each for each in users if each.name == typed["opponent"][1:])
        assert {option.name for option in COMMANDS.find(name).options} >= set(given)
        await self.member.slash(name, **given)

    def controls(self) -> Iterator[tuple[Any, Control]]:
        for message in reversed(self.member.sees()):
            for item in message.components:
                if item.get("disabled"):
                    continue
                options = item.get("options", [])
                values = [(each["value"],) for each in options] if options else [()]
                yield from ((message, (item["custom_id"], value)) for value in values if "custom_id" in item)

    async def presses(self, message: Any, control: Control) -> None:
        payload, values = control
        await self.member.forge(message, payload, list(values) or None)


@dataclass
class OnTelegram:
    """A person in a group, who also has a private chat with Papan."""

    person: Person
    group: Chat

    @property
    def tag(self) -> str:
        return f"@{self.person.account.username}"

    async def types(self, line: str) -> None:
        self.person.say(self.group, line)

    def controls(self) -> Iterator[tuple[Any, Control]]:
        found = [*self.person.from_bot(self.group), *self.person.from_bot(self.person.private)]
        for message in sorted(found, key=lambda each: -each.id):
            yield from ((message, (key.data.removeprefix("~"), ())) for key in message.keys if key.data)

    async def presses(self, message: Any, control: Control) -> None:
        data = next(key.data for key in message.keys if key.data.removeprefix("~") == control[0])
        await self.person.answer(self.person.press(message, data=data))


class WebLog:
    """The messages of the web room that one window has been sent."""

    def __init__(self) -> None:
        self._messages: dict[str, dict[str, Any]] = {}

    def take(self, frame: dict[str, Any]) -> None:
        """A frame came."""
        for message in frame.get("messages", ()):
            self._messages[message["id"]] = message

    def controls(self) -> Iterator[tuple[Any, Control]]:
        newest = sorted(self._messages.values(), key=lambda each: -each["changed"])
        for message in (each for each in newest if not each["deleted"]):
            for row in message.get("rows", []):
                if row["kind"] == "menu":
                    yield from ((message, (row["payload"], (each["value"],))) for each in row["options"])
                else:
                    switched_on = (each for each in row["buttons"] if not each["disabled"] and "payload" in each)
                    yield from ((message, (each["payload"], ())) for each in switched_on)


class OnWeb(WebLog):
    """A window of the web room, without a browser."""

    def __init__(self, window: Window, name: str) -> None:
        super().__init__()
        self.tag = f"@{name}"
        self._window = window
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for frame in self._window.socket:
            self.take(frame.json())

    async def types(self, line: str) -> None:
        await self._window.say(type="say", text=line, reply="")

    async def presses(self, message: Any, control: Control) -> None:
        await self._window.say(type="press", message=message["id"], payload=control[0], values=list(control[1]))


class InChromium(WebLog):
    """A browser with the web room; whatever is pressed is clicked where it stands on the page."""

    def __init__(self, page: Page, name: str, talk: str) -> None:
        super().__init__()
        self.tag = f"@{name}"
        self._page, self._talk = page, talk
        page.set_default_timeout(1000 * PATIENCE)
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.take(json.loads(text)))

    async def enters(self) -> Self:
        """Open the talk and say the name."""
        await self._page.goto(self._talk)
        await self._page.fill("#name", self.tag[1:])
        await self._page.click("#sit button[type=submit]")
        await self._page.locator("#door").wait_for(state="hidden")
        return self

    async def types(self, line: str) -> None:
        await self._page.fill("#line", line)
        await self._page.keyboard.press("Enter")

    async def presses(self, message: Any, control: Control) -> None:
        label = ":".join((control[0], *control[1]))
        button = self._page.locator(f"[id='message-{message['id']}'] button[data-payload='{label}']")
        await button.click()
        if read_press(*control).action == Action.ACCEPT:
            # Who accepts is led to the board; the others of this match talk on.
            await self._page.wait_for_url(lambda url: url != self._talk)
            await self._page.goto(self._talk)


@dataclass
class Chatting:
    """Two people in a chat, and the Papan that serves them."""

    running: RunningApp
    adi: Player
    siti: Player


@asynccontextmanager
async def on(platform: str, folder: Path) -> AsyncIterator[Chatting]:
    """Papan on one loopback platform."""
    url = f"sqlite:///{folder / 'papan.db'}"
    if platform == "discord":
        async with DiscordServer() as server:
            channel = server.add_channel("serambi", server.add_guild("Kampung"), allowed=ALL & ~OPEN_THREADS)
            people = [OnDiscord(Member(server, server.add_user(name), channel)) for name in ("Adi", "Siti")]
            async with run_app(to_discord(server, url)) as running:
                yield Chatting(running, *people)
            assert server.violations == []
    elif platform == "telegram":
        async with TelegramServer() as telegram:
            known = [telegram.person(name, f"{name.casefold()}_k", started=True) for name in ("Adi", "Siti")]
            group = telegram.group("Kampung", *known)
            async with run_app(to_telegram(telegram, url)) as running:
                adi, siti = (OnTelegram(person, group) for person in known)
                yield Chatting(running, adi, siti)
            assert telegram.violations == []
    elif platform == "chromium":
        settings = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(url))
        async with run_app(settings) as running, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=programs.chromium(), args=["--no-sandbox"])
            (web,) = running.platforms
            assert isinstance(web, WebRoom)
            windows = [(name, await (await browser.new_context(locale="en-GB")).new_page()) for name in ("Adi", "Siti")]
            yield Chatting(
                running, *[await InChromium(page, name, f"{web.url}talk").enters() for name, page in windows]
            )
            await browser.close()
    else:
        settings = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(url))
        async with run_app(settings) as running, ClientSession() as session:
            (web,) = running.platforms
            assert isinstance(web, WebRoom)
            room = Room(web.url, session)
            yield Chatting(running, *[OnWeb(await room.sits(name), name) for name in ("Adi", "Siti")])
            await room.empty()


async def pressed(player: Player, fits: Callable[[Any, Control], bool]) -> None:
    """Press what fits, once it is there."""
    controls = player.controls
    await player.presses(*await until(lambda: next((each for each in controls() if fits(*each)), None)))


def asks(action: Action, code: str, ply: int | None = None) -> Callable[[Any, Control], bool]:
    """Does a control ask for this in this match?"""

    def fits(_: Any, control: Control) -> bool:
        try:
            data = read_press(*control)
        except BadCallbackData:
            return False
        return data.action == action and data.code == code and (ply is None or data.ply == ply)

    return fits


def accepts(match: Match, move: Move) -> Callable[[Any, Control], bool]:
    """Does a control make this move and accept what it costs?"""
    wanted = f"{move_argument(match.game.first_choice, move)}!"
    asked = asks(Action.PLAY, match.code, match.game.ply)
    return lambda message, control: asked(message, control) and read_press(*control).argument.endswith(wanted)


async def by_panel(player: Player, match: Match, move: Move) -> None:
    """Make a move in the panel."""
    await pressed(player, asks(Action.MOVE, match.code, match.game.ply))
    picked: tuple[int, ...] | None = ()
    control: Control = ("", ())
    while picked is not None:
        message, control, picked = await _towards(player, match, move, picked)
        await player.presses(message, control)
    if price_of(match.game, move) and not read_press(*control).argument.endswith("!"):
        await pressed(player, accepts(match, move))


async def _towards(
    player: Player, match: Match, move: Move, picked: tuple[int, ...]
) -> tuple[Any, Control, tuple[int, ...] | None]:
    """The next press on the way to a move, once it is offered: its message, the control, and what is picked then."""
    fits = [asks(action, match.code, match.game.ply) for action in (Action.PICK, Action.PLAY)]

    def step() -> tuple[Any, Control, tuple[int, ...] | None] | None:
        offered = [each for each in player.controls() if any(asked(*each) for asked in fits)]
        with suppress(LookupError):
            control, after = step_towards(match.game, move, picked, [each for _, each in offered])
            return next(message for message, each in offered if each == control), control, after
        return None

    return await until(step, lambda: [*player.controls()])


async def plays(chatting: Chatting, ruleset: Ruleset, by_panel_each: int) -> int:
    """A whole match, each so-many-th ply made in the panel; the number of its plies."""
    chance = Random(ruleset.key)
    matches = chatting.running.services.matches
    before = set(await _codes(chatting))
    await chatting.adi.types(f"/play {chatting.siti.tag} {ruleset.key} first")
    (code,) = set(await eventually(lambda: _codes(chatting), lambda codes: set(codes) - before)) - before
    await pressed(chatting.siti, asks(Action.ACCEPT, code))
    match = await eventually(lambda: matches.get(code), lambda match: match.status is Status.PLAYING)
    while match.game.outcome is None:
        game = match.game
        player = (chatting.adi, chatting.siti)[game.turn]
        if game.ply >= PLIES:
            await player.types(f"/resign {code}")
            await pressed(player, asks(Action.CONFIRM_RESIGN, code))
            match = await eventually(lambda: matches.get(code), lambda match: match.status is Status.OVER)
            break
        move = chance.choice(game.legal_moves)
        if game.ply % by_panel_each == by_panel_each - 1:
            await by_panel(player, match, move)
        else:
            await player.types(f"/move {code} {format_move(ruleset, replace(move, forfeit=None))}!")
        match = await eventually(lambda: matches.get(code), partial(_is_later, game.ply))
    assert match.game.outcome is not None
    return match.game.ply


def _is_later(ply: int, match: Match) -> bool:
    return match.game.ply > ply


async def _codes(chatting: Chatting) -> list[str]:
    rows = await chatting.running.services.matches.live_rows("", 1000)
    return [row.code for row in rows]


@pytest.mark.parametrize("platform", PLATFORMS)
@deep("every panel of every game is pressed in tests/bot/app/test_every_panel.py")
async def test_every_game_is_played(platform: str, tmp_path: Path) -> None:
    mine = [
        ruleset
        for number, ruleset in enumerate(rulesets())
        if EVERYWHERE or number % len(PLATFORMS) == PLATFORMS.index(platform)
    ]
    async with on(platform, tmp_path) as chatting:
        for ruleset in mine:
            plies = await plays(chatting, ruleset, BY_PANEL[platform])
            print(f"{platform} {ruleset.key}: {plies} plies")
