"""The gateway: a websocket to the bot for each shard, on which events go out."""

import json
import zlib
from contextlib import suppress
from typing import Any

from aiohttp import WSMsgType, web

from loopback.discord.world import DM, JSON, MANAGE_SERVER, MANAGERS, NOW, PUBLIC_THREAD, Channel, World
from loopback.waiting import until

DISPATCH, RECONNECT, INVALID_SESSION, HELLO, ACK = 0, 7, 9, 10, 11
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
INTERVAL = 41_250


class Session:
    """One connection of the bot, for one shard."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self.shard = [0, 1]
        self.is_ready = False
        self._deflate = zlib.compressobj() if compressed else None
        self._sequence = 0

    def hears(self, guild: str | None) -> bool:
        """Do events of a guild, or of private chats, go out here?"""
        number, count = self.shard
        return self.is_ready and (int(guild or 0) >> 22) % count == number

    async def event(self, event: Any, data: Any) -> None:
        """Send an event."""
        self._sequence += 1
        await self.send({"op": DISPATCH, "t": event, "s": self._sequence, "d": data})

    async def send(self, message: JSON) -> None:
        """Send a message; one that goes away meanwhile misses it."""
        content = json.dumps(message).encode()
        with suppress(ConnectionError):
            if self._deflate is None:
                await self.socket.send_str(content.decode())
                return
            await self.socket.send_bytes(self._deflate.compress(content) + self._deflate.flush(zlib.Z_SYNC_FLUSH))


class Gateway:
    """Takes the bot's connections, checks its token, and sends each the events of its shard."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._sessions: list[Session] = []
        self.identified = 0
        self.shards_wanted = 1
        """What is said when the bot asks how many it should have; one with fewer is turned away."""
        self.times = 1
        """The number of times that an event is sent."""
        self.resumed = 0

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from hello to the end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        session = Session(socket, compressed=request.query.get("compress") == "zlib-stream")
        self._sessions.append(session)
        try:
            await session.send({"op": HELLO, "d": {"heartbeat_interval": INTERVAL}})
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._heard(session, json.loads(message.data))
        finally:
            self._sessions.remove(session)
        return socket

    async def dispatch(self, event: str, data: JSON) -> None:
        """Send an event to the bot: to all its processes that hear of such a guild."""
        guild = data.get("guild_id")
        # A session may still be connecting.
        for session in await until(lambda: [each for each in self._sessions if each.hears(guild)]):
            for _ in range(self.times):
                await session.event(event, data)

    async def tell(self, event: str, data: JSON) -> None:
        """Send an event to the sessions that are to get it now."""
        for session in [each for each in self._sessions if each.hears(data.get("guild_id"))]:
            await session.event(event, data)

    async def send_anything(self, event: Any, data: Any) -> None:
        """Send any data as an event, also what Discord would not send."""
        for session in await until(lambda: [each for each in self._sessions if each.is_ready]):
            await session.event(event, data)

    async def invalidate(self, *, resumable: bool) -> None:
        """Make the sessions invalid: the bot has to resume them, or to begin new ones."""
        await self._tell_all({"op": INVALID_SESSION, "d": resumable})

    async def ask_to_reconnect(self) -> None:
        """Ask the bot to make other connections."""
        await self._tell_all({"op": RECONNECT, "d": None})

    async def drop(self, code: int = 4000) -> None:
        """Break the connections off."""
        for session in [*self._sessions]:
            session.is_ready = False
            await session.socket.close(code=code)

    @property
    def shards(self) -> list[list[int]]:
        """The shards that are connected, each with the number of all."""
        return sorted(session.shard for session in self._sessions if session.is_ready)

    async def _tell_all(self, message: JSON) -> None:
        for session in [*self._sessions]:
            session.is_ready = False
            await session.send(message)

    async def _heard(self, session: Session, message: JSON) -> None:
        match message["op"]:
            case 1:
                await session.send({"op": ACK})
            case 2:
                await self._identify(session, message["d"])
            case 6:
                self.resumed += 1
                session.shard = json.loads(message["d"]["session_id"])
                await session.event("RESUMED", {})
                session.is_ready = True

    async def _identify(self, session: Session, data: JSON) -> None:
        if data["token"] != self._token:
            await session.socket.close(code=4004, message=b"Authentication failed.")
            return
        if data["intents"] & PRIVILEGED:
            await session.socket.close(code=4014, message=b"Disallowed intent(s).")
            return
        session.shard = number, count = data.get("shard", [0, 1])
        if count < self.shards_wanted:
            await session.socket.close(code=4011, message=b"Sharding required.")
            return
        self.identified += 1
        here = [guild for guild in self._world.guilds if (int(guild) >> 22) % count == number]
        bot = self._world.bot
        ready = {
            "v": 10, "user": bot.payload(), "guilds": [{"id": guild, "unavailable": True} for guild in here],
            # What the bot gives back when it resumes names the shard.
            "session_id": json.dumps(session.shard), "shard": session.shard, "session_type": "normal",
            "resume_gateway_url": f"ws://127.0.0.1:{session.socket.get_extra_info('sockname')[1]}/",
            "application": {"id": bot.id, "flags": 0},
        }  # fmt: skip
        await session.event("READY", ready)
        for guild in here:
            await session.event("GUILD_CREATE", self.guild_payload(guild))
        session.is_ready = True

    async def join(self, guild: str, joined_at: str = NOW, **given: str) -> None:
        """The bot is added to a guild: unlike one that it was in before, this is not said to have been unavailable."""
        payload = {**self.guild_payload(guild), **given, "joined_at": joined_at}
        del payload["unavailable"]
        payload["members"][0]["joined_at"] = joined_at
        await self.dispatch("GUILD_CREATE", payload)

    async def leave(self, guild: str) -> None:
        """The bot is thrown out of a guild."""
        await self.dispatch("GUILD_DELETE", {"id": guild})

    async def delete_role(self, guild: str, role: str) -> None:
        """A role of a guild is deleted."""
        await self.dispatch("GUILD_ROLE_DELETE", {"guild_id": guild, "role_id": role})

    async def delete_channel(self, channel: Channel) -> None:
        """A channel of a guild is deleted."""
        channel.deleted = True
        await self.dispatch("CHANNEL_DELETE", channel.payload())

    def guild_payload(self, guild: str) -> JSON:
        """A guild as the gateway shows it."""
        world = self._world
        inside = [channel for channel in world.channels.values() if channel.guild == guild]
        member = {"user": world.bot.payload(), "roles": [], "joined_at": NOW, "deaf": False, "mute": False, "flags": 0}
        return {
            **guild_facts(world, guild),
            "members": [member], "member_count": 3, "voice_states": [],
            "presences": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
            "channels": [each.payload() for each in inside if each.kind not in (PUBLIC_THREAD, DM)],
            "threads": [each.payload() for each in inside if each.kind == PUBLIC_THREAD],
            "unavailable": False, "large": False, "joined_at": NOW,
        }  # fmt: skip


def guild_facts(world: World, guild: str) -> JSON:
    """A guild as whoever asks for it is shown it."""
    everyone = {
        "id": guild, "name": "@everyone", "color": 0, "hoist": False, "position": 0, "permissions": "0",
        "managed": False, "mentionable": False, "flags": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    }  # fmt: skip
    managers = everyone | {"id": MANAGERS, "name": "managers", "position": 1, "permissions": str(MANAGE_SERVER)}
    return {
        "id": guild, "name": world.guilds[guild], "icon": None, "owner_id": "1", "emojis": [],
        "roles": [everyone, managers], "features": [], "stickers": [],
        "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0,
        "premium_tier": 0, "nsfw_level": 0, "system_channel_flags": 0, "preferred_locale": "en-US",
        "afk_timeout": 300, "afk_channel_id": None,
    }  # fmt: skip
