"""Browsers driven by the commands of WebDriver: Firefox, WebKitGTK, the engine of Safari, and Chromium with a window.

Firefox takes them over its own protocol, Marionette; WebKitGTK, and Chromium where it has a window, from a program that
stands between. All are started for a folder of their own, and end with the context.
"""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from aiohttp import ClientConnectionError, ClientSession

from loopback.display import lacking, running, screen
from loopback.ports import hand_out
from loopback.waiting import LOOK_EVERY, eventually, patience

Send = Callable[[str, dict[str, Any]], Awaitable[Any]]

PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
"""What keeps Firefox from asking other machines, and in English."""
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "ArrowUp": "\ue013", "ArrowLeft": "\ue012"}


class MissingBrowser(Exception):
    """This machine lacks a browser; the text names the package that has it."""


class WebDriverError(Exception):
    """A browser refused a command; the text is its own."""


class Browser:
    """A browser with one window."""

    def __init__(self, send: Send) -> None:
        self._send = send

    async def goes(self, url: str) -> None:
        """Open an address, until its document is loaded."""
        await self._send("Navigate", {"url": url})

    async def new_tab(self) -> str:
        """A further tab, which has the commands from now on; the name of the one before."""
        before = _value(await self._send("GetWindowHandle", {}))
        made = _value(await self._send("NewWindow", {"type": "tab"}))
        await self.turns_to(made["handle"])
        return str(before)

    async def turns_to(self, tab: str) -> None:
        """Give another tab the commands."""
        await self._send("SwitchToWindow", {"handle": tab})

    async def runs(self, function: str, *arguments: object) -> Any:
        """The result of a function of the page. Raises WebDriverError."""
        script = f"return ({function})(...arguments);"
        return _value(await self._send("ExecuteScript", {"script": script, "args": list(arguments)}))

    async def until(self, function: str, *arguments: object) -> Any:
        """The first true result of a function of the page. Raises TimeoutError."""

        async def look() -> Any:
            return await self.runs(function, *arguments)

        return await eventually(look, bool)

    async def touches(self, x: float, y: float) -> None:
        """Touch a place in the window with a finger."""
        at = {"x": round(x), "y": round(y), "origin": "viewport", "duration": 0}
        steps = [
            {"type": "pointerMove", **at},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        await self._acts({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps})

    async def presses(self, *names: str) -> None:
        """Press keys one after the other, by their names."""
        steps = [{"type": kind, "value": KEYS[name]} for name in names for kind in ("keyDown", "keyUp")]
        await self._acts({"type": "key", "id": "keys", "actions": steps})

    async def _acts(self, source: dict[str, Any]) -> None:
        await self._send("PerformActions", {"actions": [source]})


def _value(found: Any) -> Any:
    """Marionette puts some results, and not others, into an object with one field."""
    return found["value"] if isinstance(found, dict) and found.keys() == {"value"} else found


@asynccontextmanager
async def firefox(folder: Path, shown: dict[str, str] | None = None) -> AsyncIterator[Browser]:
    """Firefox with an empty profile in a folder, without a screen, or in an environment that has one.

    Raises MissingBrowser.
    """
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        raise MissingBrowser("there is no Firefox on this machine: `apt-get install firefox-esr`")
    port = hand_out()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join([*lines, f'user_pref("marionette.port", {port});']), encoding="utf-8")
    arguments = ("--no-remote", "--marionette", "--profile", str(folder), *([] if shown else ["--headless"]))
    async with running(program, *arguments, environment=shown):
        reader, writer = await _connected(port)
        try:
            await _frame(reader)  # it says who it is
            yield await _marionette(reader, writer)
        finally:
            writer.close()


async def _marionette(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Browser:
    number = 0

    async def send(command: str, parameters: dict[str, Any]) -> Any:
        nonlocal number
        number += 1
        message = json.dumps([0, number, f"WebDriver:{command}", parameters]).encode()
        writer.write(b"%d:%b" % (len(message), message))
        _, _, error, result = await _frame(reader)
        if error:
            raise WebDriverError(f"{command}: {error['message']}")
        return result

    await send("NewSession", {"capabilities": {}})
    return Browser(send)


async def _frame(reader: asyncio.StreamReader) -> Any:
    async with patience("an answer of Firefox"):
        size = int((await reader.readuntil(b":"))[:-1])
        return json.loads(await reader.readexactly(size))


async def _connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    async with patience(f"a browser at port {port}"):
        while True:
            try:
                return await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
            except OSError:
                await asyncio.sleep(LOOK_EVERY)


MINI_BROWSERS = ("lib/*/webkit2gtk-4.*/MiniBrowser", "libexec/webkit2gtk-4.*/MiniBrowser")
"""Where systems keep the browser that shows what the engine can, below ``/usr``; no path of commands has it."""
COMMANDS = {
    "Navigate": ("POST", "url"),
    "GetWindowHandle": ("GET", "window"),
    "NewWindow": ("POST", "window/new"),
    "SwitchToWindow": ("POST", "window"),
    "ExecuteScript": ("POST", "execute/sync"),
    "PerformActions": ("POST", "actions"),
}


@asynccontextmanager
async def webkit(folder: Path) -> AsyncIterator[Browser]:
    """WebKitGTK on a screen that nobody sees; what it keeps is in a folder. Raises MissingBrowser."""
    browser = _mini_browser()
    if not browser or lacking("WebKitWebDriver", "Xvfb"):
        raise MissingBrowser("there is no WebKitGTK on this machine: `apt-get install webkit2gtk-driver xvfb`")
    kept = {name: str(folder) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")}
    async with screen() as environment:
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"webkitgtk:browserOptions": options}
        async with _driven("WebKitWebDriver", environment | kept, wanted) as driven:
            yield driven


@asynccontextmanager
async def chromium(folder: Path, shown: dict[str, str]) -> AsyncIterator[Browser]:
    """Chromium with a window, on the screen of an environment, for screen readers. Raises MissingBrowser."""
    program = shutil.which("chromium")
    if program is None or lacking("chromedriver"):
        raise MissingBrowser("there is no Chromium with windows here: `apt-get install chromium chromium-driver`")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    arguments += ["--disable-component-update", "--disable-sync", "--force-renderer-accessibility"]
    options = {"binary": program, "args": [*arguments, f"--user-data-dir={folder}"]}
    async with _driven("chromedriver", shown, {"goog:chromeOptions": options}) as driven:
        yield driven


@asynccontextmanager
async def _driven(program: str, environment: dict[str, str], wanted: dict[str, Any]) -> AsyncIterator[Browser]:
    """A browser by the program that stands between, which takes the commands at a port."""
    port = hand_out()
    async with (
        ClientSession(f"http://127.0.0.1:{port}") as wire,
        running(program, f"--port={port}", environment=environment),
    ):
        async with patience(f"a browser at port {port}"):
            made = await _asked(wire, "POST", "/session", {"capabilities": {"alwaysMatch": wanted}})

        async def send(command: str, parameters: dict[str, Any]) -> Any:
            method, path = COMMANDS[command]
            async with patience(f"an answer of {program}"):
                return await _asked(wire, method, f"/session/{made['sessionId']}/{path}", parameters)

        try:
            yield Browser(send)
        finally:
            await _asked(wire, "DELETE", f"/session/{made['sessionId']}", {})


def _mini_browser() -> Path | None:
    return next((each for place in MINI_BROWSERS for each in Path("/usr").glob(place)), None)


async def _asked(wire: ClientSession, method: str, path: str, parameters: dict[str, Any]) -> Any:
    while True:
        try:
            async with wire.request(method, path, json=parameters if method == "POST" else None) as answer:
                value = (await answer.json())["value"]
        except ClientConnectionError:  # it has just been started
            await asyncio.sleep(LOOK_EVERY)
            continue
        if answer.status != HTTPStatus.OK:
            raise WebDriverError(f"{path}: {value['message']}")
        return value


BROWSERS = {"firefox": firefox, "webkit": webkit}
"""By the names of their tests."""
