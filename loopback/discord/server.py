"""The HTTP side of the loopback Discord: every request is held against the description and the limits, then done."""

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

from aiohttp import BodyPartReader, web

from loopback import waiting
from loopback.discord import activities, interactions, messages
from loopback.discord.call import Call, Handler
from loopback.discord.faults import AFTER, FAULTS, REFUSED, Fault, answer_of
from loopback.discord.gateway import Gateway, guild_facts
from loopback.discord.limits import ThreadWindows, command_faults
from loopback.discord.spec import load_spec
from loopback.discord.world import (
    JSON,
    VIEW,
    Channel,
    Interaction,
    Refused,
    SentFile,
    User,
    World,
    member_payload,
    new_id,
)

API = "/api/v10"


class DiscordServer:
    """A Discord for one bot. ``violations`` lists the requests of the bot that Discord would have refused.

    With ``checked=False`` requests are not held against the description, which takes longer than anything else here:
    for measurements.
    """

    def __init__(self, token: str = "bot-token", *, checked: bool = True) -> None:
        self.token = token
        self._spec = load_spec() if checked else None
        self.world = World()
        self.gateway = Gateway(self.world, token)
        self.violations: list[str] = []
        self.requests: list[tuple[str, str]] = []
        self.traffic: defaultdict[str, list[float]] = defaultdict(list)
        """The times of posts and edits in each channel."""
        self.threads = ThreadWindows()
        self._faults: list[Fault] = []
        self._sent: dict[str, SentFile] = {}
        self._runner: web.AppRunner | None = None
        self.port = 0
        self.now = 0.0
        """The clock by which interactions expire, in seconds. It stands, so that an answer is not too late because the
        machine is slow, until a test about that moves it."""
        self.lateness = 0.0
        """Seconds that interactions are on their way before the bot hears of them."""

    @property
    def api_url(self) -> str:
        """For DISCORD_API_URL."""
        return f"http://127.0.0.1:{self.port}{API}"

    @property
    def gateway_url(self) -> str:
        """For DISCORD_GATEWAY_URL."""
        return f"ws://127.0.0.1:{self.port}/"

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen on a free port of loopback; a second time on the same one."""
        app = web.Application(client_max_size=16 * 1024 * 1024)
        app.router.add_get("/", self.gateway.serve)
        app.router.add_get("/files/{file}/{name}", self._serve_file)
        for method, path, handler in (*_ROUTES, *activities.ROUTES, *messages.ROUTES, *interactions.ROUTES):
            app.router.add_route(method, API + path, self._served(handler))
        app.router.add_route("*", "/{rest:.*}", self._unknown)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Stop listening."""
        await self.gateway.drop(1001)
        if self._runner:
            await self._runner.cleanup()

    def fail_next(self, method: str, path: str, fault: str, channel: str | None = None, seconds: float = 1.0) -> None:
        """Let the next request whose path matches, of one channel if given, fail in one of ``FAULTS``."""
        assert fault in FAULTS
        self._faults.append(Fault(method, re.compile(path), fault, channel, seconds))

    def refuse_next(self, method: str, path: str, status: int, code: int, channel: str | None = None) -> None:
        """Refuse the next request whose path matches, of one channel if given, with this code of Discord's."""
        self._faults.append(Fault(method, re.compile(path), REFUSED, channel, 0.0, (status, code)))

    async def answered(self) -> None:
        """Wait until every command and press is answered. Raises TimeoutError with those that are not."""

        def waiting_for() -> list[Interaction]:
            return [each for each in self.world.interactions.values() if not each.is_done]

        await until(lambda: not waiting_for(), self.world, waiting_for)

    def add_guild(self, name: str) -> str:
        """A guild the bot is in."""
        guild = new_id()
        self.world.guilds[guild] = name
        return guild

    def add_channel(self, name: str, guild: str | None = None, **given: Any) -> Channel:
        """A channel."""
        channel = Channel(name, guild=guild, **given)
        self.world.channels[channel.id] = channel
        return channel

    def add_user(self, name: str, **given: Any) -> User:
        """A user."""
        user = User(name, **given)
        self.world.users[user.id] = user
        return user

    def keep(self, file: SentFile) -> JSON:
        """Keep a file that was sent with a command; an Attachment."""
        self._sent[file.id] = file
        url = f"http://127.0.0.1:{self.port}/files/{file.id}/{file.name}"
        return {"id": file.id, "filename": file.name, "size": len(file.content), "url": url, "proxy_url": url}

    async def _serve_file(self, request: web.Request) -> web.Response:
        return web.Response(body=self._sent[request.match_info["file"]].content)

    def _served(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix(API)
            if request.method in ("POST", "PATCH") and re.fullmatch(r"/channels/\d+/messages(/\d+)?", path):
                self.traffic[request.match_info["channel"]].append(asyncio.get_running_loop().time())
            self.requests.append((request.method, path))
            fault = self._fault(request, path)
            if self.threads.is_over(path):
                fault = Fault(request.method, re.compile(path), "429 for long", None, 0.0)
            if fault and fault.kind not in AFTER and (failure := answer_of(fault, request)):
                return failure
            body, files = await _read(request)
            by_token = path.startswith(("/webhooks/", "/interactions/", activities.TOKEN_PATH))
            by_user = path == "/users/@me" and request.headers.get("Authorization", "").startswith("Bearer ")
            if not by_token and not by_user and request.headers.get("Authorization") != f"Bot {self.token}":
                return _json({"message": "401: Unauthorized", "code": 0}, 401)
            try:
                self._check(request.method, path, body)
                result = await handler(Call(self.world, self.gateway, self.refuse, request, body, files, self.now))
            except Refused as refused:
                error = {"message": str(refused), "code": refused.code}
                return _json(error, refused.status)
            if fault and fault.kind == "slow":
                await asyncio.sleep(fault.seconds)
            elif fault and (failure := answer_of(fault, request)):
                return failure
            answered = web.Response(status=204) if result is None else _json(result)
            answered.headers.update(self.threads.take(path))
            return answered

        return serve

    def refuse(self, faults: list[str]) -> None:
        """Note a fault that Discord would have refused, and refuse the request."""
        if faults:
            self.violations += faults
            raise Refused(400, 50035, f"Invalid Form Body: {faults[0]}")

    def _check(self, method: str, path: str, body: Any) -> None:
        if self._spec and path != activities.TOKEN_PATH:
            self.refuse(self._spec.faults(method, path, body))

    def _fault(self, request: web.Request, path: str) -> Fault | None:
        interaction = self.world.interactions.get(request.match_info.get("token", ""))
        channel = interaction.channel if interaction else request.match_info.get("channel")
        for planned in self._faults:
            if planned.strikes(request.method, path, channel):
                self._faults.remove(planned)
                return planned
        return None

    async def _unknown(self, request: web.Request) -> web.Response:
        self.violations.append(f"{request.method} {request.path} is not served")
        return _json({"message": "404: Not Found", "code": 0}, 404)


async def _read(request: web.Request) -> tuple[Any, list[bytes]]:
    if request.content_type == "application/x-www-form-urlencoded":
        return dict(await request.post()), []
    if request.content_type != "multipart/form-data":
        text = await request.text()
        return (json.loads(text) if text else None), []
    body: Any = None
    files: list[bytes] = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        content = await part.read()
        if part.name == "payload_json":
            body = json.loads(content)
        else:
            files.append(bytes(content))
    return body, files


def _json(content: Any, status: int = 200) -> web.Response:
    """discord.py reads JSON only under the bare name of the type."""
    return web.Response(body=json.dumps(content).encode(), status=status, headers={"Content-Type": "application/json"})


async def _application(call: Call) -> JSON:
    bot = call.world.bot
    return {
        "id": bot.id, "name": "Papan", "icon": None, "description": "", "bot_public": True, "flags": 0,
        "bot_require_code_grant": False, "verify_key": "", "team": None, "summary": "", "owner": bot.payload(),
        "interactions_endpoint_url": None, "type": None, "is_monetized": False, "integration_types_config": {},
    }  # fmt: skip


async def _put_commands(call: Call) -> list[JSON]:
    call.refuse(list(command_faults(call.body)))
    call.world.commands = [
        {
            "type": 1,
            "description": "",
            **command,
            "id": new_id(),
            "application_id": call.world.bot.id,
            "version": new_id(),
        }
        for command in call.body
    ]
    return call.world.commands


async def _gateway_for_bots(call: Call) -> JSON:
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    url = f"ws://127.0.0.1:{call.request.url.port}/"
    return {"url": url, "shards": call.gateway.shards_wanted, "session_start_limit": limit}


async def _edit_channel(call: Call) -> JSON:
    channel = call.world.channel(call.at["channel"])
    if "archived" in call.body:
        if channel.locked:
            raise Refused(403, 50013, "Missing Permissions")
        channel.archived = call.body["archived"]
    channel.name = call.body.get("name", channel.name)
    call.world.changed()
    return channel.payload()


async def _get_channel(call: Call) -> JSON:
    channel = call.world.channel(call.at["channel"])
    if not channel.allowed & VIEW:
        raise Refused(403, 50001, "Missing Access")
    return channel.payload()


async def _get_guild(call: Call) -> JSON:
    if (guild := call.at["guild"]) not in call.world.guilds:
        raise Refused(404, 10004, "Unknown Guild")
    return guild_facts(call.world, guild)


async def _get_member(call: Call) -> JSON:
    guild, user = call.at["guild"], call.world.users.get(call.at["user"])
    await _get_guild(call)
    if user is None:
        raise Refused(404, 10013, "Unknown User")
    if (guild, user.id) in call.world.left:
        raise Refused(404, 10007, "Unknown Member")
    return member_payload(user)


async def _change_role(call: Call) -> None:
    """Add a role to a member, or remove it: the bot needs Manage Roles, and a role above that one."""
    await _get_member(call)
    role, world = call.at["role"], call.world
    if role not in world.roles:
        raise Refused(404, 10011, "Unknown Role")
    if not world.roles[role]:
        raise Refused(403, 50013, "Missing Permissions")
    held = world.users[call.at["user"]].roles
    if call.request.method == "PUT" and role not in held:
        held.append(role)
    elif call.request.method == "DELETE" and role in held:
        held.remove(role)
    world.changed()


_ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "/oauth2/applications/@me", _application),
    ("GET", "/applications/@me", _application),
    ("GET", "/gateway/bot", _gateway_for_bots),
    ("PUT", "/applications/{application}/commands", _put_commands),
    ("GET", "/channels/{channel}", _get_channel),
    ("PATCH", "/channels/{channel}", _edit_channel),
    ("GET", "/guilds/{guild}", _get_guild),
    ("GET", "/guilds/{guild}/members/{user}", _get_member),
    ("PUT", "/guilds/{guild}/members/{user}/roles/{role}", _change_role),
    ("DELETE", "/guilds/{guild}/members/{user}/roles/{role}", _change_role),
)


async def until(check: Callable[[], Any], world: World, seen: Callable[[], object] | None = None) -> Any:
    """Wait until ``check`` gives a true value, called at every change; gives that value.

    Raises TimeoutError with the result of ``seen``.
    """
    changed = asyncio.Event()

    async def woken() -> None:
        await waiting.change(changed)
        changed.clear()

    world.watchers.append(changed.set)
    try:
        return await waiting.until(check, seen, woken)
    finally:
        world.watchers.remove(changed.set)
