"""The gateway: one websocket to the bot, on which events go out."""

import asyncio
import json
import zlib
from typing import Any

from aiohttp import WSMsgType, web

from tests.loopback.discord.world import DM, JSON, NOW, PUBLIC_THREAD, World

DISPATCH, RECONNECT, INVALID_SESSION, HELLO, ACK = 0, 7, 9, 10, 11
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
INTERVAL = 41_250


class Gateway:
    """Takes the bot's connection, checks who it is, and sends it what happens."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._socket: web.WebSocketResponse | None = None
        self._deflate: Any = None
        self._sequence = 0
        self.ready = asyncio.Event()
        self.identified = 0
        self.times = 1
        """How often an event is handed out."""
        self.resumed = 0

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from hello to the end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._socket = socket
        self._deflate = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        await self._send({"op": HELLO, "d": {"heartbeat_interval": INTERVAL}})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._heard(socket, json.loads(message.data))
        if self._socket is socket:
            self.ready.clear()
        return socket

    async def dispatch(self, event: str, data: JSON) -> None:
        """Send an event to the bot."""
        await asyncio.wait_for(self.ready.wait(), 10)
        for _ in range(self.times):
            await self._event(event, data)

    async def invalidate(self, *, resumable: bool) -> None:
        """The session is no longer valid: the bot has to resume it, or to begin a new one."""
        self.ready.clear()
        await self._send({"op": INVALID_SESSION, "d": resumable})

    async def ask_to_reconnect(self) -> None:
        """The bot is to make another connection."""
        self.ready.clear()
        await self._send({"op": RECONNECT, "d": None})

    async def drop(self, code: int = 4000) -> None:
        """Break the connection off."""
        self.ready.clear()
        if self._socket:
            await self._socket.close(code=code)

    async def _heard(self, socket: web.WebSocketResponse, message: JSON) -> None:
        match message["op"]:
            case 1:
                await self._send({"op": ACK})
            case 2:
                await self._identify(socket, message["d"])
            case 6:
                self.resumed += 1
                await self._event("RESUMED", {})
                self.ready.set()

    async def _identify(self, socket: web.WebSocketResponse, data: JSON) -> None:
        if data["token"] != self._token:
            await socket.close(code=4004, message=b"Authentication failed.")
            return
        if data["intents"] & PRIVILEGED:
            await socket.close(code=4014, message=b"Disallowed intent(s).")
            return
        self.identified += 1
        guilds = [{"id": guild, "unavailable": True} for guild in self._world.guilds]
        bot = self._world.bot
        ready = {"v": 10, "user": bot.payload(), "guilds": guilds, "session_id": "session", "resume_gateway_url": ""}
        resume = f"ws://127.0.0.1:{socket.get_extra_info('sockname')[1]}/"
        ready |= {"resume_gateway_url": resume, "application": {"id": bot.id, "flags": 0}, "session_type": "normal"}
        await self._event("READY", ready | {"shard": data.get("shard", [0, 1])})
        for guild in self._world.guilds:
            await self._event("GUILD_CREATE", self.guild_payload(guild))
        self.ready.set()

    def guild_payload(self, guild: str) -> JSON:
        """A guild as the gateway shows it."""
        world = self._world
        inside = [channel for channel in world.channels.values() if channel.guild == guild]
        everyone = {
            "id": guild, "name": "@everyone", "color": 0, "hoist": False, "position": 0, "permissions": "0",
            "managed": False, "mentionable": False, "flags": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        }  # fmt: skip
        member = {"user": world.bot.payload(), "roles": [], "joined_at": NOW, "deaf": False, "mute": False, "flags": 0}
        return {
            "id": guild, "name": world.guilds[guild], "icon": None, "owner_id": "1", "roles": [everyone], "emojis": [],
            "features": [], "stickers": [], "members": [member], "member_count": 3, "voice_states": [],
            "presences": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
            "channels": [each.payload() for each in inside if each.kind not in (PUBLIC_THREAD, DM)],
            "threads": [each.payload() for each in inside if each.kind == PUBLIC_THREAD],
            "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0,
            "premium_tier": 0, "nsfw_level": 0, "system_channel_flags": 0, "preferred_locale": "en-US",
            "afk_timeout": 300, "afk_channel_id": None, "unavailable": False, "large": False, "joined_at": NOW,
        }  # fmt: skip

    async def _event(self, event: str, data: JSON) -> None:
        self._sequence += 1
        await self._send({"op": DISPATCH, "t": event, "s": self._sequence, "d": data})

    async def _send(self, message: JSON) -> None:
        assert self._socket is not None
        text = json.dumps(message)
        if self._deflate is None:
            await self._socket.send_str(text)
            return
        await self._socket.send_bytes(self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH))
