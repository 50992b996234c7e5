"""The connection to Discord: the library's client with our commands, and a handler for each event."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.abc import GuildChannel

from bot.chat import RequestHandler
from bot.chat.activity import OpenedMatches
from bot.foundation import metrics
from bot.foundation.monitoring.contact import Contact
from bot.platforms.discord.answering import InteractionHandler
from bot.platforms.discord.directory import Directory
from bot.platforms.discord.greetings import greet, is_just_added, tell_of_gone
from bot.platforms.discord.http_client import AskingHTTPClient
from bot.platforms.discord.plain_messages import PlainMessages
from bot.platforms.discord.reading import PLATFORM
from bot.platforms.discord.slash import CommandTranslator, add_commands, entry_point, is_entry_point
from bot.platforms.discord.tokens import Tokens

_log = structlog.get_logger(__name__)

Interaction = discord.Interaction[discord.Client]


@dataclass(frozen=True)
class Shards:
    """The shards of Discord's events that come to this process, out of ``count``. Private chats are in shard 0.

    A count of 0 has Discord say how many there are at each log-in; then all of them come here.
    """

    ids: tuple[int, ...]
    count: int

    def __str__(self) -> str:
        return f"{','.join(map(str, self.ids))}/{self.count}" if self.count else "all"


class _Tree(app_commands.CommandTree[discord.Client]):
    """The commands, answered only while this process is the one to answer."""

    def __init__(self, client: discord.Client, is_ours: Callable[[], bool]) -> None:
        super().__init__(client)
        self._is_ours = is_ours

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Is this process the one to answer, and is it a command of the tree? The library knows no entry points."""
        return self._is_ours() and not is_entry_point(interaction)

    async def _call(self, interaction: Interaction) -> None:
        """Answer a command; what is not one, although it says so, is logged by the name of its error."""
        try:
            await super()._call(interaction)
        except Exception as error:
            _log.warning("discord_event_unreadable", kind="command", error=type(error).__name__)


class BotClient(discord.AutoShardedClient):
    """discord.py's client with our commands, and one handler for all components.

    ``is_ours`` says whether this process is the one to act on events.
    """

    def __init__(
        self,
        handler: RequestHandler,
        shards: Shards,
        is_ours: Callable[[], bool],
        contact: Contact,
        opened: OpenedMatches | None = None,
    ) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        # Papan uses no voice, so nothing is missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=intents,
            shard_count=shards.count or None,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
        )
        self.shard_ids = [*shards.ids] or None
        # The tree of the commands and the library's state take the client's requests from here.
        asking = AskingHTTPClient(self.loop, [entry_point()] if opened else [])
        self.http = self._connection.http = asking
        self.connected = asyncio.Event()
        self.seen: Callable[[discord.Message], Awaitable[None]]
        self.deleted: Callable[[int, int], None]
        self.rights_changed: Callable[[Iterable[int]], None]
        self._handler = handler
        self.directory = Directory(self)
        self.directory.has_activity = opened is not None
        self.tokens = Tokens(self.directory)
        self._answering = InteractionHandler(handler, self.directory, self.tokens, opened)
        self._plain = PlainMessages(handler, self._answering)
        self._contact = contact
        self._shards = shards
        self._is_ours = is_ours
        self.tree = _Tree(self, is_ours)
        add_commands(self.tree, self._answering.command, self._answering.complete, self._answering.menu)
        self._survive_events()

    def _survive_events(self) -> None:
        """Drop an event that the library cannot read, which would end the connection."""
        readers = self._connection.parsers
        for event, read in readers.items():
            # Without this one there is no session: a new connection is needed.
            if event != "READY":
                readers[event] = _dropping_unreadable(event, read)

    async def open_again(self, token: str) -> None:
        """Log in anew after the connection has ended. Raises what ``login`` raises."""
        await self.http.close()
        self.clear()
        self.connected.clear()
        self.http.connector = discord.utils.MISSING  # it was closed with the session
        await self._async_setup_hook()  # a new queue: in the old one stands that the connection was closed
        await self.login(token)

    def ended(self) -> None:
        """Note that no shard is connected any more."""
        for shard in self.shard_ids or [0]:
            self._contact.ended(str(shard))

    async def close(self) -> None:
        """Disconnect."""
        await self._answering.stop()
        await super().close()

    async def setup_hook(self) -> None:
        """Register the commands; the same ones again change nothing. Ask for the number of shards if none is set."""
        await self.tree.set_translator(CommandTranslator())
        if not self._shards.count:
            self.shard_count, _, _ = await self.http.get_bot_gateway()
            self.shard_ids = list(range(self.shard_count))
            self._contact.left()  # it may have been more
        self.directory.commands = {command.name: command.id for command in await self.tree.sync()}

    async def on_connect(self) -> None:
        """Note that the connection is established."""
        _log.info("discord_connected")
        self.connected.set()

    async def on_resumed(self) -> None:
        """Note that the connection is resumed, and the events of the meantime were delivered."""
        _log.info("discord_resumed")

    async def on_disconnect(self) -> None:
        """Note that the connection was lost; the library makes another."""
        if not self.is_closed():
            _log.warning("discord_disconnected")

    async def on_shard_connect(self, shard: int) -> None:
        """Note that the connection of a shard is established."""
        self._contact.made(str(shard))

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that the connection of a shard was lost."""
        self._contact.ended(str(shard))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Act on the press of a component, a form that is sent, or the entry point; commands and suggestions go through
        the tree. Each comes with the rights of the bot in its channel as they are now.
        """
        if interaction.app_permissions.attach_files and interaction.channel_id:
            self.rights_changed([interaction.channel_id])
        pressed = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type in pressed and self._is_ours():
            await self._answering.press(interaction)
        elif is_entry_point(interaction) and self.directory.has_activity and self._is_ours():
            await self._answering.launch(interaction, "")

    async def on_message(self, message: discord.Message) -> None:
        """Act on a message."""
        if self.user is None or not self._is_ours():
            return
        is_own = message.author.id == self.user.id
        # In the thread of a match what we post ourselves is the board, or goes by itself.
        if not (is_own and self.is_own_thread(message.channel)):
            await self.seen(message)
        await self._plain.said(message, self.user)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Act on an edit; the library keeps no messages, so it comes as the message is now."""
        if self.user is not None and self._is_ours():
            await self._plain.edited(payload.message, self.user)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server to which the bot was added."""
        self._rights_changed_in(guild)
        if self._is_ours():
            await greet(guild, self._handler, self.directory)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Greet a server to which the bot was added while it was not connected, or had only just been."""
        if is_just_added(guild):
            await self.on_guild_join(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Find out what can no longer be shown in a server out of which the bot was taken."""
        if self._is_ours():
            chats = [str(channel.id) for channel in (*guild.channels, *guild.threads)]
            await self._handler.removed(PLATFORM, chats)

    def is_own_thread(self, channel: object) -> bool:
        """Is it the thread of a match?"""
        return isinstance(channel, discord.Thread) and self.user is not None and channel.owner_id == self.user.id

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Note that a message was deleted."""
        self.deleted(payload.channel_id, payload.message_id)

    async def on_guild_channel_update(self, _: GuildChannel, after: GuildChannel) -> None:
        """Note that the rights in a channel may be others."""
        threads = after.threads if isinstance(after, discord.TextChannel | discord.ForumChannel) else []
        self.rights_changed([after.id, *(thread.id for thread in threads)])

    async def on_guild_channel_delete(self, channel: GuildChannel) -> None:
        """Tell of a channel that is deleted."""
        if self._is_ours():
            await tell_of_gone(channel, self._handler, self.directory)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Tell of a role that is deleted."""
        if self._is_ours():
            await tell_of_gone(role, self._handler, self.directory)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Note that the rights in the channels of a guild may be others."""
        self._rights_changed_in(after.guild)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Note that the rights of the bot may be others: Discord tells of no other member."""
        self._rights_changed_in(after.guild)

    def _rights_changed_in(self, guild: discord.Guild) -> None:
        self.rights_changed(channel.id for channel in (*guild.channels, *guild.threads))

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log an error by the name of its class; the person can press or type again."""
        del args, kwargs
        _log.exception("discord_event_failed", handler=event_method)


def _dropping_unreadable(event: str, read: Callable[[Any], None]) -> Callable[[Any], None]:
    """``read``, which drops what it cannot read; the log gets the name of the event and no words of it."""

    def read_or_drop(data: Any) -> None:
        try:
            read(data)
        except Exception as error:
            metrics.UNREADABLE.labels("event").inc()
            _log.warning("discord_event_unreadable", kind=event, error=type(error).__name__)

    return read_or_drop
