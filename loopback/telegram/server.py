"""A Telegram Bot API on 127.0.0.1 that keeps state, checks every request and refuses as Telegram would."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

from aiohttp import BodyPartReader, hdrs, web

from loopback.telegram.faults import AFTER, Fault, Faults, Mishap
from loopback.telegram.markup import typed_entities
from loopback.telegram.methods import METHODS, call
from loopback.telegram.people import Person
from loopback.telegram.spec import EPHEMERAL_METHODS, load_spec
from loopback.telegram.state import State
from loopback.telegram.updates import Updates
from loopback.telegram.world import JSON, Account, Chat, Message, Refusal, Topic, Upload, World

T = TypeVar("T")

_TEXTS = {
    "text", "caption", "parse_mode", "url", "secret_token", "callback_query_id", "inline_query_id",
    "guest_query_id", "file_id", "photo", "animation", "document", "action", "language_code", "next_offset",
}  # fmt: skip
"""Parameters that are text even where they look like a number or JSON; in forms all others are written as JSON."""


@dataclass(frozen=True)
class Call:
    """A request the bot made, and the error code it was refused with."""

    method: str
    parameters: JSON
    refused: int = 0


class TelegramServer:
    """The server; an asynchronous context manager.

    ``violations`` holds every request that no state of the chats excuses (unknown parameters, limits, bad markup ...):
    a test ends with none. ``refusals`` holds the others that were refused, ``calls`` all. With ``checked=False``
    neither requests nor updates are held against the description: for measurements.
    """

    def __init__(
        self,
        *,
        token: str = "700000001:AAloopback-secret",
        username: str = "papan_bot",
        ephemeral: bool = False,
        checked: bool = True,
    ) -> None:
        self.token = token
        self._spec = load_spec(ephemeral=ephemeral) if checked else None
        self.world = World(username)
        self.state = State(self.world, Updates(self._spec, self.world.changed), ephemeral)
        self.violations: list[str] = []
        self.refusals: list[str] = []
        self.calls: list[Call] = []
        self.faults = Faults()
        self._methods = {name.lower(): name for name in METHODS if ephemeral or name not in EPHEMERAL_METHODS}
        self._runner: web.AppRunner | None = None
        self.api_url = ""
        """The value for TELEGRAM_API_URL: ``http://127.0.0.1:PORT``."""

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64_000_000)
        app.router.add_route("*", "/bot{token}/{method}", self._serve_method)
        app.router.add_get("/file/bot{token}/{kind}/{file_id}", self._serve_file)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.api_url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.state.updates.stop()
        if self._runner:
            await self._runner.cleanup()

    # People and places

    def person(self, name: str, username: str = "", language: str = "en", *, started: bool = False) -> Person:
        """Somebody new; ``started``: they have opened the private chat with the bot before."""
        person = Person(self.state, self.world.add_account(name, username, language))
        person.private.started = started
        return person

    def group(self, title: str, *people: Person, supergroup: bool = True, forum: bool = False) -> Chat:
        """A group with the bot, privacy mode on, and these people."""
        return self.world.add_group(title, tuple(p.account for p in people), supergroup=supergroup, forum=forum)

    def channel(self, title: str, discussion: Chat) -> Chat:
        """A channel with the bot as an administrator; its posts are forwarded into this group."""
        return self.world.add_channel(title, discussion)

    def post(self, channel: Chat, text: str) -> Message:
        """An administrator posts in a channel."""
        message = self.world.add_message(channel, Account(1, channel.title), text=text, entities=typed_entities(text))
        self.state.forward_post(message)
        return message

    def topic(self, forum: Chat, name: str, creator: Person) -> Topic:
        """A new topic of a forum."""
        service = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        message = self.world.add_message(forum, creator.account, service=service)
        message.thread = message.id
        topic = forum.topics[message.id] = Topic(message.id, name)
        self.state.updates.add("message", message.json())
        return topic

    def rename(self, forum: Chat, topic: Topic, name: str, person: Person) -> None:
        """A topic gets another name. The message that created it keeps the first one."""
        topic.name = name
        message = self.world.add_message(forum, person.account, service={"forum_topic_edited": {"name": name}})
        message.thread = topic.id
        self.state.updates.add("message", message.json())

    def migrate(self, group: Chat) -> Chat:
        """A basic group becomes a supergroup with another id."""
        people = tuple(account for account in group.members.values() if not account.is_bot)
        chat = self.world.add_group(group.title, people, supergroup=True)
        group.migrated_to = chat.id
        admin = people[0]
        old = self.world.add_message(group, admin, service={"migrate_to_chat_id": chat.id})
        new = self.world.add_message(chat, admin, service={"migrate_from_chat_id": group.id})
        Person(self.state, admin).add_bot(chat)  # in any order with the two messages
        for message in (old, new):
            self.state.updates.add("message", message.json())
        return chat

    # Watching and disturbing

    async def until(self, ready: Callable[[], T | None]) -> T:
        """The first true value of ``ready``, asked again after everything that happens. Raises TimeoutError."""
        return await self.world.until(ready)

    def fail_next(
        self, method: str, mishap: Mishap, seconds: float = 1, *, times: int = 1, chat: Chat | None = None
    ) -> None:
        """Let the next calls of a method go wrong, those about one chat if given."""
        self.faults.add(method, Fault(mishap, seconds, chat.id if chat else None), times)

    def refuse_next(
        self, method: str, sentence: str, *, code: int = 400, times: int = 1, chat: Chat | None = None
    ) -> None:
        """Refuse the next calls of a method with this sentence, those about one chat if given."""
        self.faults.add(method, Fault(Mishap.REFUSED, 1, chat.id if chat else None, sentence, code), times)

    def count(self, *methods: str) -> int:
        """The number of calls of these methods that were not refused."""
        return sum(made.method in methods and not made.refused for made in self.calls)

    # Serving

    async def _serve_file(self, request: web.Request) -> web.Response:
        stored = self.world.files.get(request.match_info["file_id"])
        if request.match_info["token"] != self.token or stored is None:
            return _refused(Refusal(404, "Not Found"))
        return web.Response(body=stored.data)

    async def _serve_method(self, request: web.Request) -> web.StreamResponse:
        if request.match_info["token"] != self.token:
            return _refused(Refusal(401, "Unauthorized"))
        asked = request.match_info["method"]
        method = self._methods.get(asked.lower(), asked)
        parameters, uploads = await _read(request)
        fault = self.faults.take(method, self._chat_of(parameters))
        if fault and fault.mishap not in AFTER:
            if fault.mishap is Mishap.REFUSED:
                self._log(Call(method, parameters, fault.code))
            return self._go_wrong(request, fault)
        answer = await self._act(method, parameters, uploads)
        if fault and fault.mishap is Mishap.CLOSED_AFTER:
            return _hang_up(request)
        if fault:
            await asyncio.sleep(fault.seconds)
        return answer

    def _chat_of(self, parameters: JSON) -> int | None:
        press = self.state.presses.get(str(parameters.get("callback_query_id")))
        return press.message.chat.id if press else parameters.get("chat_id")

    async def _act(self, method: str, parameters: JSON, uploads: dict[str, Upload]) -> web.Response:
        try:
            self._check(method, parameters, uploads)
            result = await call(method, self.state, parameters, uploads)
        except Refusal as refusal:
            (self.violations if refusal.fault_of_bot else self.refusals).append(f"{method}: {refusal.sentence}")
            self._log(Call(method, parameters, refusal.code))
            return _refused(refusal)
        self._log(Call(method, parameters))
        return web.json_response({"ok": True, "result": result})

    def _log(self, made: Call) -> None:
        self.calls.append(made)
        self.world.changed()

    def _check(self, method: str, parameters: JSON, uploads: dict[str, Upload]) -> None:
        if method in EPHEMERAL_METHODS and not self.state.ephemeral:
            # A bot asks for these to learn whether this server is new enough.
            raise Refusal(404, "Not Found: method not found")
        if method.lower() not in self._methods:
            raise Refusal(404, "Not Found: method not found", fault_of_bot=True)
        named = {name: upload for name, upload in uploads.items() if f"attach://{name}" not in json.dumps(parameters)}
        parameters.update(named)
        problems = self._spec.check_call(method, parameters) if self._spec else []
        if problems:
            raise Refusal(400, f"Bad Request: {'; '.join(problems[:5])}", fault_of_bot=True)

    @staticmethod
    def _go_wrong(request: web.Request, fault: Fault) -> web.StreamResponse:
        seconds = fault.seconds
        match fault.mishap:
            case Mishap.TOO_MANY:
                sentence = f"Too Many Requests: retry after {seconds:.0f}"
                return _refused(Refusal(429, sentence, {"retry_after": int(seconds)}))
            case Mishap.REFUSED:
                return _refused(Refusal(fault.code, fault.sentence))
            case Mishap.INTERNAL:
                return _refused(Refusal(500, "Internal Server Error"))
            case Mishap.UNAVAILABLE:
                return _refused(Refusal(503, "Service Unavailable"))
            case Mishap.BAD_GATEWAY:
                return web.Response(status=502, text="<html><h1>502 Bad Gateway</h1></html>", content_type="text/html")
            case _:
                return _hang_up(request)


def _refused(refusal: Refusal) -> web.Response:
    body: JSON = {"ok": False, "error_code": refusal.code, "description": refusal.sentence}
    if refusal.parameters:
        body["parameters"] = refusal.parameters
    return web.json_response(body, status=refusal.code)


def _hang_up(request: web.Request) -> web.Response:
    if request.transport:
        request.transport.abort()
    return web.Response()


async def _read(request: web.Request) -> tuple[JSON, dict[str, Upload]]:
    """The parameters and files of a request: from the query, JSON, a form or multipart."""
    parameters: JSON = {name: _value(name, text) for name, text in request.query.items()}
    uploads: dict[str, Upload] = {}
    if request.content_type == "application/json":
        parameters |= await request.json()
    elif request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader), "no parts within parts"
            data = bytes(await part.read())
            if part.filename:
                kind = part.headers.get(hdrs.CONTENT_TYPE, "application/octet-stream")
                uploads[part.name or ""] = Upload(part.filename, kind, data)
            else:
                parameters[part.name or ""] = _value(part.name or "", data.decode())
    elif request.method == "POST":
        parameters |= {name: _value(name, str(text)) for name, text in (await request.post()).items()}
    return parameters, uploads


def _value(name: str, text: str) -> Any:
    if name in _TEXTS:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text
