"""Conversations in a web room, as the windows of two people show them."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bot.moved_time import MovedTime, moved_time
from tests.conversation.chat_platforms import ChatPlatforms
from tests.conversation.clients import WebClient
from tests.conversation.shared_browser import SharedBrowser
from tests.conversation.two_days import play_two_days
from tools.transcripts.on_telegram import QUIET_FOR
from tools.transcripts.transcript import Shown, Transcript
from tools.transcripts.witnessed import Witnessed, passing

_MESSAGES = """
() => [...document.querySelectorAll("#log > li.message")].map((item) => ({
  id: item.dataset.id,
  only: item.classList.contains("private"),
  text: [...item.querySelectorAll(".card > h2, .card > p:not(.only)")].map((each) => each.innerText).join("\\n"),
  picture: item.querySelector("img")?.src ?? "",
  buttons: [...item.querySelectorAll(".controls button, .controls legend, .controls a")].map((each) => each.innerText),
}))
"""
"""The bot's messages in a window."""


class Room:
    """A web room with two people in it, and the transcript of what their windows show."""

    def __init__(self, title: str, *windows: WebClient) -> None:
        self.windows = windows
        self.transcript = Transcript(title, lambda: list(self._shown.values()))
        self._shown: dict[str, Shown] = {}
        self._toasts = [""] * len(windows)

    async def quiet(self) -> None:
        """Wait until the windows show nothing new, and write what they show."""
        before: dict[str, Shown] | None = None
        while before != self._shown:
            before = self._shown
            await asyncio.sleep(QUIET_FOR)
            self._shown = await self._look()
        for number, window in enumerate(self.windows):
            toast = window.page.locator("#toast")
            said = await toast.inner_text() if await toast.is_visible() else ""
            if said and said != self._toasts[number]:
                self.transcript.said(f"{window.name}: {said}")
            self._toasts[number] = said
        self.transcript.brings()

    async def _look(self) -> dict[str, Shown]:
        found: dict[str, Shown] = {}
        for window in self.windows:
            messages: list[dict[str, Any]] = await window.page.evaluate(_MESSAGES)
            for each in messages:
                only_for = window.name if each["only"] else ""
                key = f"{only_for}/{each['id']}"
                if key not in found:
                    picture = await self._picture(window, each["picture"])
                    found[key] = Shown(key, "room", each["text"], picture, tuple(each["buttons"]), only_for)
        return found

    @staticmethod
    async def _picture(window: WebClient, address: str) -> bytes | None:
        return await (await window.page.request.get(address)).body() if address else None

    async def set_clocks(self, time: MovedTime) -> None:
        """The clocks of the machines on which the windows are."""
        for window in self.windows:
            await window.page.clock.set_fixed_time(time.now())


async def two_days(language: str = "en") -> Transcript:
    """Two in a room who play over days, and read a language."""
    with moved_time() as time, TemporaryDirectory() as folder:
        async with (
            SharedBrowser() as browser,
            ChatPlatforms(Path(folder), browser) as chats,
            chats.running_app() as running,
        ):
            locale = {} if language == "en" else {"locale": language}
            windows = [await chats.window(name, **locale) for name in ("Adi", "Siti")]
            room = Room("A match over days in the web room", *windows)

            async def quiet() -> None:
                await room.set_clocks(time)
                await room.quiet()

            adi, siti = (Witnessed(each, room.transcript, quiet, language) for each in room.windows)
            await play_two_days(adi, siti, passing(time, running.services, room.transcript, quiet))
            return room.transcript
