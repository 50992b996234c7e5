"""The Telegram adapter on the loopback Telegram, with a RequestHandler that answers as a test scripts it."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bot.chat import AddedToGroup, AllowedKind, Answer, Completion, Content, Picture, PrivatePanel, Request
from bot.foundation.shared_work import SingleProcess
from bot.matches.identity import Person, Place
from bot.platforms.telegram import TelegramPlatform, Webhook, inbox_name
from bot.store import Database, Inbox
from loopback.telegram import TelegramServer, png
from tests.bot.database_files import file_in


def picture(shade: int) -> Picture:
    """A picture that stands for a board."""
    return Picture(png(shade), f"shade {shade}")


@dataclass(frozen=True)
class Asked:
    """A request of the adapter."""

    kind: str
    request: Request
    what: str
    arguments: Mapping[str, str | Person] = field(default_factory=dict)


class ScriptedHandler:
    """In the place of the app: notes every request and answers with what ``answers`` has for its words."""

    def __init__(self, told: Callable[[], None] = lambda: None) -> None:
        self._told = told
        self.asked: list[Asked] = []
        self.answers: dict[str, Answer | Callable[[Request], Answer]] = {}
        self.stands: list[tuple[str, str]] = []
        self.unshown: list[tuple[str, float | None]] = []
        self.moves: list[tuple[Place, Place]] = []
        self.addings: list[AddedToGroup] = []
        self.greets = True

    def _answer(self, asked: Asked) -> Answer | None:
        self.asked.append(asked)
        self._told()
        answer = self.answers.get(asked.what)
        return answer(asked.request) if callable(answer) else answer

    async def command(self, request: Request, name: str, arguments: Mapping[str, str | Person]) -> Answer:
        """A command."""
        return self._answer(Asked("command", request, name, arguments)) or PrivatePanel(text=f"no script for {name}")

    async def press(self, request: Request, payload: str, values: Sequence[str] = ()) -> Answer:
        """A button."""
        assert not values, "Telegram has no menus, so there are no values beside the payload"
        return self._answer(Asked("press", request, payload)) or PrivatePanel(text=f"no script for {payload}")

    async def text(self, request: Request, text: str) -> Answer | None:
        """A message."""
        return self._answer(Asked("text", request, text))

    async def follow(self, request: Request, link: str) -> Answer:
        """A link into the private chat."""
        return self._answer(Asked("follow", request, link)) or PrivatePanel(text=f"no script for {link}")

    async def invited_by(self, request: Request, host: Request, game: str) -> Answer:
        """The link of a card."""
        return self._answer(Asked("card", request, game)) or PrivatePanel(text=f"no script for {game}")

    async def complete(
        self, request: Request, command: str, option: str, typed: str, match: str = ""
    ) -> list[Completion]:
        """Suggestions: whatever was typed, in two variants."""
        self._answer(Asked("complete", request, f"{command} {option} {typed}"))
        return [Completion(f"{typed} {mark}", f"{typed}{mark}") for mark in ("-c4", "-d4")]

    async def added(self, adding: AddedToGroup) -> Content | None:
        """The bot was added to a group."""
        self.addings.append(adding)
        self._told()
        return Content(text="hello all") if self.greets else None

    async def given_up(self, request: Request) -> Answer:
        """A request that is not tried any more."""
        return self._answer(Asked("given up", request, "given up")) or PrivatePanel(text="not tried again")

    async def shown(self, view: str, message: str) -> None:
        """A view's message is shown."""
        self.stands.append((view, message))
        self._told()

    async def is_for_all(self, place: Place, message: str) -> bool:
        """None is."""
        return False

    async def left_behind(self, place: Place, newest: Sequence[str]) -> None:
        """Messages were seen in a chat of another process."""

    async def entered(self, place: Place, people: Sequence[Person]) -> None:
        """People have come into a chat."""

    async def gone(self, server: Place, kind: AllowedKind, account: str, locale: str) -> Content | None:
        """No channel or role was chosen."""
        return None

    async def topic_seen(self, topic: Place, name: str, *, renamed: bool) -> None:
        pass

    async def removed(self, platform: str, chats: Sequence[str]) -> None:
        pass

    async def left(self, place: Place, person: Person) -> None:
        """A person has left a chat."""

    async def not_shown(self, view: str, seconds: float | None) -> None:
        """A view's message could not be sent."""
        self.unshown.append((view, seconds))
        self._told()

    async def never_shown(self, view: str) -> None:
        """A view's message cannot be sent at all."""

    async def place_moved(self, old: Place, new: Place) -> None:
        """A chat has moved."""
        self.moves.append((old, new))
        self._told()


@dataclass
class Rig:
    """Everything a test touches."""

    server: TelegramServer
    handler: ScriptedHandler
    inbox: Inbox
    platform: TelegramPlatform

    async def heard(self, number: int = 1) -> Asked:
        """The request with this number, once it is there."""
        await self.server.until(lambda: len(self.handler.asked) >= number)
        return self.handler.asked[number - 1]


@asynccontextmanager
async def kept(folder: Path, server: TelegramServer) -> AsyncIterator[Inbox]:
    """The bot's inbox in a real database."""
    database = await Database.open(file_in(folder))
    try:
        yield Inbox(database, inbox_name(server.token), lambda: datetime.now(UTC))
    finally:
        await database.close()


@asynccontextmanager
async def running(
    server: TelegramServer, inbox: Inbox, handler: ScriptedHandler, webhook: Webhook | None = None
) -> AsyncIterator[TelegramPlatform]:
    """The adapter, started; stopped at the end."""
    platform = TelegramPlatform(
        server.token, inbox, handler, api_url=server.api_url, leases=SingleProcess(), webhook=webhook
    )
    await platform.start()
    try:
        yield platform
    finally:
        await platform.stop()


@asynccontextmanager
async def rig_in(folder: Path, *, ephemeral: bool = False) -> AsyncIterator[Rig]:
    """A loopback Telegram with the adapter running on it; no request may have been malformed at the end."""
    async with TelegramServer(ephemeral=ephemeral) as server, kept(folder, server) as inbox:
        handler = ScriptedHandler(server.world.changed)
        async with running(server, inbox, handler) as platform:
            yield Rig(server, handler, inbox, platform)
        assert server.violations == []
        assert server.faults.left == 0
