"""The state of the loopback Discord: users, guilds, channels, messages and interactions."""

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

JSON = dict[str, Any]
TEXT, DM, PUBLIC_THREAD, FORUM = 0, 1, 11, 15
EPHEMERAL = 1 << 6
NOW = "2026-01-01T00:00:00.000000+00:00"
VIEW, SEND, ATTACH, HISTORY = 1 << 10, 1 << 11, 1 << 15, 1 << 16
OPEN_THREADS, SEND_IN_THREADS = 1 << 35, 1 << 38
ALL = VIEW | SEND | ATTACH | HISTORY | OPEN_THREADS | SEND_IN_THREADS

_ids = itertools.count(1_000_000_000_000_000_000, 1 << 22)


MANAGERS, MANAGE_SERVER = "77", 1 << 5
"""The role of those who may manage a server, and its permission."""


def new_id() -> str:
    """A snowflake, later ones larger."""
    return str(next(_ids))


class Refused(Exception):
    """The request is one that Discord refuses, with this status, code and message."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


@dataclass
class User:
    """An account."""

    name: str
    id: str = field(default_factory=new_id)
    bot: bool = False
    dm_closed: bool = False
    manager: bool = False
    """Has the role of those who may manage the server."""
    roles: list[str] = field(default_factory=list)
    """The other roles that they have."""

    def payload(self) -> JSON:
        """As the API shows it."""
        shown = {"id": self.id, "username": self.name.lower(), "global_name": self.name, "discriminator": "0"}
        return {**shown, "avatar": None, "bot": self.bot, "flags": 0, "public_flags": 0}


def member_payload(user: User, nick: str | None = None) -> JSON:
    """A member of a guild as the API shows them."""
    return {
        "user": user.payload(), "nick": nick, "joined_at": NOW,
        "roles": [*user.roles, *([MANAGERS] if user.manager else [])],
        "deaf": False, "mute": False, "flags": 0,
        "avatar": None, "banner": None, "communication_disabled_until": None, "pending": False, "premium_since": None,
    }  # fmt: skip


@dataclass
class Channel:
    """A text channel, a thread or a private channel. ``allowed`` are the permissions of the bot here."""

    name: str
    kind: int = TEXT
    guild: str | None = None
    id: str = field(default_factory=new_id)
    parent: str | None = None
    recipient: User | None = None
    allowed: int = ALL
    archived: bool = False
    locked: bool = False
    deleted: bool = False
    owner: str | None = None

    def _overwrites(self) -> list[JSON]:
        """The permissions of everybody here, of whom the bot is one."""
        return [{"id": self.guild, "type": 0, "allow": str(self.allowed), "deny": str(ALL & ~self.allowed)}]

    def payload(self) -> JSON:
        """As the API shows it."""
        shown: JSON = {"id": self.id, "type": self.kind, "flags": 0, "last_message_id": None}
        if self.kind == DM:
            return {**shown, "recipients": [self.recipient.payload()] if self.recipient else []}
        shown |= {"guild_id": self.guild, "name": self.name, "parent_id": self.parent, "nsfw": False}
        shown |= {"position": 0, "permission_overwrites": self._overwrites(), "topic": None, "rate_limit_per_user": 0}
        if self.kind == PUBLIC_THREAD:
            meta = {"archived": self.archived, "locked": self.locked, "auto_archive_duration": 1440}
            shown |= {"thread_metadata": {**meta, "archive_timestamp": NOW}, "owner_id": self.owner or self.parent}
            shown |= {"message_count": 0, "member_count": 1}
        return shown


@dataclass(frozen=True)
class SentFile:
    """A file that somebody sends with a command."""

    name: str
    content: bytes
    id: str = field(default_factory=new_id)


@dataclass
class Message:
    """A message; ``only_for`` sees an ephemeral one, ``files`` are the bytes of its attachments by id."""

    channel: str
    author: User
    body: JSON
    id: str = field(default_factory=new_id)
    only_for: str | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    edits: int = 0
    loading: bool = False

    @property
    def content(self) -> str:
        """The text."""
        return str(self.body.get("content") or "")

    @property
    def components(self) -> list[JSON]:
        """Buttons and menus, in order."""
        return [item for row in self.body.get("components") or [] for item in row["components"]]

    @property
    def alt(self) -> str:
        """The description of the picture."""
        return "".join(each.get("description") or "" for each in self.body.get("attachments") or [])

    @property
    def picture(self) -> bytes:
        """The bytes of the only attachment."""
        (content,) = self.files.values()
        return content


@dataclass
class Activity:
    """An activity that is open in a channel, with the ids of the users in it."""

    channel: Channel
    users: set[str]


@dataclass
class Interaction:
    """A command, press or suggestion that waits for its answer, or has it."""

    id: str
    token: str
    kind: int
    user: User
    channel: str
    began: float
    source: Message | None = None
    answered: bool = False
    deferred: int = 0
    original: str | None = None
    user_installed: bool = False
    follow_ups: int = 0
    choices: asyncio.Future[list[JSON]] | None = None
    form: JSON | None = None
    """The form that was its answer."""
    is_done: bool = False
    """Has it been answered, and with more than that the answer comes later?"""


@dataclass
class World:
    """All objects of the loopback Discord. ``changed`` is called after each change of a message."""

    bot: User = field(default_factory=lambda: User("Papan", bot=True))
    users: dict[str, User] = field(default_factory=dict)
    guilds: dict[str, str] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    commands: list[JSON] = field(default_factory=list)
    nonces: dict[tuple[str, str], str] = field(default_factory=dict)
    activities: dict[str, Activity] = field(default_factory=dict)
    """Those that are open, by the ids of their instances."""
    client_secret: str = "client-secret"
    codes: dict[str, User] = field(default_factory=dict)
    """The codes by which the app may ask who users are, each once."""
    bearers: dict[str, User] = field(default_factory=dict)
    """The tokens that it got for those."""
    launched: list[str] = field(default_factory=list)
    """Users for whom an interaction has opened the activity, in order."""
    left: set[tuple[str, str]] = field(default_factory=set)
    """Who has left which guild: guild and user. Everybody else is a member."""
    roles: dict[str, bool] = field(default_factory=dict)
    """The roles of guilds that members can be given: may the bot do that?"""
    watchers: list[Callable[[], None]] = field(default_factory=list)

    def changed(self) -> None:
        """Wake the tasks that wait for a change."""
        for watcher in self.watchers:
            watcher()

    def channel(self, channel: str) -> Channel:
        """A channel that is there and that the bot may see."""
        found = self.channels.get(channel)
        if found is None or found.deleted:
            raise Refused(404, 10003, "Unknown Channel")
        if not found.allowed & VIEW:
            raise Refused(403, 50001, "Missing Access")
        return found

    def message(self, channel: str, message: str) -> Message:
        """A message that stands in a channel for all."""
        found = self.messages.get(message)
        if found is None or found.channel != channel or found.only_for:
            raise Refused(404, 10008, "Unknown Message")
        return found

    def payload_of(self, message: Message) -> JSON:
        """A message as the API shows it."""
        attachments = [
            {"url": f"/files/{key}", "proxy_url": f"/files/{key}", "size": len(message.files[key]), **each, "id": key}
            for key, each in zip(message.files, message.body.get("attachments") or [], strict=False)
        ]
        channel = self.channels[message.channel]
        flags = (EPHEMERAL if message.only_for else 0) | int(message.body.get("flags") or 0)
        return {
            "id": message.id, "channel_id": message.channel, "author": message.author.payload(),
            "content": message.content, "timestamp": NOW, "edited_timestamp": NOW if message.edits else None,
            "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": attachments,
            "embeds": [], "pinned": False, "type": 0, "components": message.body.get("components") or [],
            "flags": flags, "nonce": message.body.get("nonce"),
            **({"guild_id": channel.guild} if channel.guild else {}),
        }  # fmt: skip
