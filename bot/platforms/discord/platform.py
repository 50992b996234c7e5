"""Discord as a whole: connects, receives events, answers, and shows matches as a MessageGateway."""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket

from bot.chat import (
    OWN_THREAD,
    SCREENS,
    BoardMessage,
    Capabilities,
    Later,
    Person,
    Ping,
    Place,
    RequestHandler,
    Successor,
    ThreadTitle,
)
from bot.chat.activity import OpenedMatches
from bot.foundation.backoff import LONGEST_BACKOFF, backoff
from bot.foundation.errors import PlatformRefused
from bot.foundation.monitoring.contact import Contact
from bot.foundation.shared_work import Leases
from bot.platforms.discord import members
from bot.platforms.discord.channel_messages import ChannelMessages
from bot.platforms.discord.client import BotClient, Shards
from bot.platforms.discord.reading import PLATFORM

_log = structlog.get_logger(__name__)

Interaction = discord.Interaction[discord.Client]

START_WITHIN = 10.0
"""The most seconds for which a start waits for Discord; after that it goes on trying beside the rest."""
STOP_WITHIN = 2.0
_FINAL = {
    4004: "Discord refuses DISCORD_TOKEN; copy the token again from the Bot page of the developer portal",
    4010: "Discord has no such shard; correct DISCORD_SHARD_IDS and DISCORD_SHARD_COUNT",
    4011: "the bot is in too many servers for so few shards; raise DISCORD_SHARD_COUNT",
    4012: "Discord does not speak the version of its API any more that this Papan does; update Papan",
    4013: "Discord does not know what this Papan wants to hear; update Papan",
    4014: "Discord does not let this bot hear what Papan asks for; look at the intents on its Bot page",
}
"""What Discord says by the codes with which it refuses a connection, now and later: a sentence for the operator."""
_MORE_SHARDS = 4011
"""Discord wants more shards than there are: final only where their number is set."""
_REFUSED = "Discord refuses the bot; was the token reset?"
_NOT_DISCORD = (TypeError, KeyError, ValueError)
"""The exceptions of the library for a response that is not Discord's, such as a page in HTML."""
_OUT_OF_REACH = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError, *_NOT_DISCORD)


ONE_SHARD = Shards((0,), 1)


class DiscordPlatform:
    """The bot on Discord. ``start`` once, ``stop`` once; in between it is a ``MessageGateway``.

    ``api_url`` and ``gateway_url`` lead to another server than Discord's own. Events of its ``shards`` come to
    one process; another process with the same shards stands by. With ``opened`` the board can be opened as an activity:
    it is told at which match somebody did so.
    """

    platform = PLATFORM
    capabilities = Capabilities(
        picture_right="Attach Files",
        low_pictures=True,
        invitation_links=False,
        has_roles=True,
        answers_change_for=timedelta(minutes=13),  # an interaction's token lives for fifteen
    )

    def __init__(
        self,
        handler: RequestHandler,
        token: str,
        api_url: str | None,
        gateway_url: str | None,
        *,
        shards: Shards = ONE_SHARD,
        leases: Leases,
        opened: OpenedMatches | None = None,
    ) -> None:
        self.opened = opened
        self._handler = handler
        self._token = token
        # The library keeps both addresses on its classes; there is one Discord in a process.
        if api_url:
            discord.http.Route.BASE = api_url
        if gateway_url:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
        self._leases = leases
        self._asks_for_shards = not shards.count
        self._gateway = f"gateway {token.partition('.')[0]} {shards}"
        self._leases.register(self._gateway, count=1)
        self.contact = Contact()
        self._client = BotClient(handler, shards, lambda: self._leases.holds(self._gateway), self.contact, opened)
        self._messages = ChannelMessages(self._client, self._client.directory, self._client.tokens)
        self._client.seen = self._seen
        self._client.deleted = self._messages.forget
        self._client.rights_changed = self._messages.rights_changed
        self._connection: asyncio.Task[None] | None = None
        self._standing_by: asyncio.Task[None] | None = None
        self._stopping = False
        self._starting = True
        self._logged_in = False

    @property
    def client(self) -> discord.Client:
        """The client of the library, for tests against a Discord of their own."""
        return self._client

    @property
    def application(self) -> str:
        """The id of the bot's application; empty until it has logged in."""
        return str(self._client.application_id or "")

    def __str__(self) -> str:
        if not self._logged_in:
            return "Discord, once it can be reached"
        stands_by = "" if self._connection else ", standing by for another process"
        return f"Discord, as {self._client.user}{stands_by}"

    async def start(self) -> None:
        """Log in and connect. If Discord is out of reach that is tried again until ``stop``. Raises PlatformRefused."""
        try:
            async with asyncio.timeout(START_WITHIN):
                await self._log_in()
                if self._leases.holds(self._gateway):
                    await self._connect()
                else:
                    self._standing_by = asyncio.create_task(self._stand_by())
        except _OUT_OF_REACH as error:
            self._tell_away(error, 1)
            # One that is being established, and takes its time, goes on by itself.
            if self._connection is None or self._connection.done():
                self._connection = asyncio.create_task(self._come_later())
        except BaseException:
            await self.stop()
            raise
        finally:
            self._starting = False

    async def _seen(self, message: discord.Message) -> None:
        """Note a new message in a channel; another process may show the boards there."""
        screens = OWN_THREAD if self._client.is_own_thread(message.channel) else SCREENS
        newest = self._messages.note(message.channel.id, message.id, screens)
        chat = str(message.channel.id)
        if newest and not self._leases.holds(PLATFORM, chat):
            await self._handler.left_behind(Place(PLATFORM, chat), [str(number) for number in newest])

    async def _stand_by(self) -> None:
        """Wait until the process that has the same shards has ended, and connect."""
        await self._leases.wait_until_held(self._gateway)
        self._connection = asyncio.create_task(self._stay_connected())

    async def _log_in(self, *, again: bool = False) -> None:
        """Raises PlatformRefused, and _OUT_OF_REACH to be tried again."""
        try:
            await (self._client.open_again(self._token) if again else self._client.login(self._token))
        except discord.LoginFailure:
            raise PlatformRefused(f"{_FINAL[4004]}.") from None
        self._logged_in = True

    async def _connect(self) -> None:
        self._connection = asyncio.create_task(self._stay_connected())
        # Interactions can be answered from here on; "ready" would come two seconds later, with the last guild.
        ready = asyncio.create_task(self._client.connected.wait())
        try:
            await asyncio.wait([self._connection, ready], return_when=asyncio.FIRST_COMPLETED)
        finally:
            ready.cancel()
        if self._connection.done() and (ended := self._connection.exception()):
            raise PlatformRefused(f"{self._refusal(ended)}.") if self._is_final(ended) else ended

    async def _come_later(self) -> None:
        """Log in once Discord can be reached, and stay connected; give up where it refuses the token."""
        tries, has_come = 1, False
        while not has_come:
            await asyncio.sleep(backoff(tries))
            tries += 1
            try:
                await self._log_in(again=True)
                has_come = True
            except PlatformRefused as error:
                self.contact.refused(str(error))
                _log.error("discord_ended", reason=str(error))
                return
            except _OUT_OF_REACH as error:
                self._tell_away(error, tries)
        await self._leases.wait_until_held(self._gateway)
        await self._stay_connected()

    def _is_final(self, error: BaseException) -> bool:
        """Does Discord refuse the token, the shards or the intents, now and later?"""
        if isinstance(error, discord.ConnectionClosed):
            return error.code in _FINAL and not (error.code == _MORE_SHARDS and self._asks_for_shards)
        return isinstance(error, discord.LoginFailure | discord.PrivilegedIntentsRequired)

    @staticmethod
    def _refusal(error: BaseException) -> str:
        """The advice to the operator about an error that is final."""
        code = error.code if isinstance(error, discord.ConnectionClosed) else 0
        return _FINAL.get(code, _REFUSED)

    def _tell_away(self, error: BaseException, tries: int) -> None:
        self._client.ended()
        hint = "is a proxy or the log-in page of a network in between?" if isinstance(error, _NOT_DISCORD) else None
        _log.error("discord_out_of_reach", reason=type(error).__name__, tries=tries, hint=hint)

    async def _stay_connected(self) -> None:
        """Connect, and again after growing pauses, until ``stop`` or until Discord wants no connection like this.

        While ``start`` waits, raise what ends the first connection before it is established.
        """
        now, tries, again = asyncio.get_running_loop().time, 0, False
        while not self._stopping:
            began = now()
            ended: Exception | None = None
            try:
                if again:
                    await self._client.open_again(self._token)
                await self._client.connect()
            except Exception as error:
                ended = error
                if self._starting and not self._client.connected.is_set():
                    raise
            if self._stopping:
                return
            again = True
            self._client.ended()
            code = ended.code if isinstance(ended, discord.ConnectionClosed) else None
            reason = type(ended).__name__ if ended else "closed"
            if ended and self._is_final(ended):
                refusal = self._refusal(ended)
                self.contact.refused(refusal)
                _log.error("discord_ended", reason=reason, code=code, hint=f"{refusal}; then start Papan again")
                return
            # One that was established only for a moment has failed as well.
            tries = 1 if now() - began > LONGEST_BACKOFF else tries + 1
            pause = backoff(tries)
            _log.error("discord_connection_ended", reason=reason, code=code, retry_in=round(pause, 1))
            await asyncio.sleep(pause)

    async def stop(self) -> None:
        """Disconnect; without a close handshake if Discord does not answer it."""
        self._stopping = True
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_WITHIN):
                await self._client.close()
        tasks = [task for task in (self._standing_by, self._connection) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def _logged_in_client(self) -> discord.Client:
        if not self._logged_in:
            raise Later(1.0, "not connected")
        return self._client

    @property
    def _ready(self) -> ChannelMessages:
        _ = self._logged_in_client
        return self._messages

    def wait(self, place: Place, spare: int = 0, turn: str = "") -> float:
        """Seconds until Discord's limits allow one more message in a channel."""
        return self._messages.wait(place, spare, turn)

    def below(self, place: Place, message: str) -> int:
        """The number of messages known to stand below this one; in a thread of a match, of those that people wrote."""
        return self._messages.below(place, message)

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        """Post a message; the same key posts nothing twice within some minutes."""
        return await self._ready.post(place, board, key)

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        """Bring a message to this state."""
        await self._ready.edit(place, message, board)

    async def private_place(self, account: str) -> Place:
        """The private chat with a person, opened where there is none yet."""
        return await self._ready.private_place(account)

    async def is_member(self, place: Place, account: str) -> bool | None:
        """Is a person in the server of a channel?"""
        return await members.is_member(self._logged_in_client, place, account)

    async def may_manage(self, place: Place, account: str) -> bool:
        """May a person manage the server of a channel?"""
        return await members.may_manage(self._logged_in_client, place, account)

    async def roles(self, place: Place, account: str) -> Collection[str]:
        """The roles of a person in the server of a channel, by id."""
        return await members.roles(self._logged_in_client, place, account)

    async def mark(self, place: Place, account: str, mark: str, *, on: bool) -> None:
        """Give a member of the server of a channel a role, or take it."""
        await members.mark(self._logged_in_client, place, account, mark, on=on)

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        """Open a thread for a match below its board."""
        return await self._ready.open_thread(place, message, title)

    async def name_thread(self, place: Place, named: ThreadTitle, *, archive: bool) -> None:
        """Give a thread its title, and the line it hangs on its words; archive it."""
        await self._ready.name_thread(place, named, archive=archive)

    async def delete(self, place: Place, message: str, successor: Successor | None = None) -> None:
        """Delete a message."""
        del successor
        await self._ready.delete(place, message)

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        """Answer the board with a mention; the same key mentions nobody twice within some minutes."""
        return await self._ready.ping(place, message, person, ping, key)
