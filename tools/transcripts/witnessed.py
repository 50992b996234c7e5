"""People whose doings are written into a transcript, and hours that pass in it."""

from collections.abc import Awaitable, Callable

from bot.services.services import Services
from bot.words import words
from tests.bot.moved_time import ZONE, MovedTime
from tests.conversation.clients import Client
from tests.conversation.two_days import Forward
from tools.transcripts.transcript import Transcript

Quiet = Callable[[], Awaitable[None]]
"""Waits until there is nothing more to do, and writes what has come of it."""


class Witnessed(Client):
    """A client whose doings are written, each with what it brings.

    In another language than English the same is pressed, and nothing is looked for: it is for the reader.
    """

    def __init__(self, client: Client, transcript: Transcript, quiet: Quiet, language: str = "en") -> None:
        self.name, self.tag = client.name, client.tag
        self._say = words(language)
        self._client = client
        self._transcript = transcript
        self._quiet = quiet

    async def types(self, line: str) -> None:
        self._transcript.did(f"{self.name}: {line}")
        await self._client.types(line)
        await self._quiet()

    async def answers_board(self, text: str) -> None:
        self._transcript.did(f"{self.name} in answer to the board: {text}")
        await self._client.answers_board(text)
        await self._quiet()

    async def presses(self, label: str, on: str = "") -> None:
        label = self._say(label)
        self._transcript.did(f"{self.name} presses {label}")
        await self._client.presses(label, on)
        await self._quiet()

    async def reads(self, *words: str) -> str:
        return await self._client.reads(*words) if self._is_english else ""

    async def offers(self, *labels: str) -> None:
        if self._is_english:
            await self._client.offers(*labels)

    async def sees_no(self, words: str) -> None:
        if self._is_english:
            await self._client.sees_no(words)

    @property
    def _is_english(self) -> bool:
        return self._say.language == "en"

    async def picture(self) -> str:
        return await self._client.picture()


def passing(time: MovedTime, services: Services, transcript: Transcript, quiet: Quiet) -> Forward:
    """Hours that pass: that they do is written, and what they bring."""

    async def forward(hours: float) -> None:
        await time.forward(services, hours)
        there = time.now().astimezone(ZONE)
        transcript.did(f"{hours:g} h later: {there:%A %d %B, %H:%M} in Kuala Lumpur")
        await quiet()

    return forward
