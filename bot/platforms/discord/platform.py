"""Discord as a whole: connects, receives events, answers, and shows matches as a MessageGateway."""

import asyncio
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
    CannotStart,
    Capabilities,
    Person,
    Ping,
    Place,
    RequestHandler,
    Successor,
    ThreadTitle,
)
from bot.chat.activity import OpenedMatches
from bot.chat.ports import Leases
from bot.foundation.backoff import LONGEST_BACKOFF, backoff
from bot.platforms.discord.channel_messages import ChannelMessages
from bot.platforms.discord.client import BotClient, Shards
from bot.platforms.discord.members import is_member, may_manage
from bot.platforms.discord.reading import PLATFORM
from bot.telemetry.contact import Contact

_log = structlog.get_logger(__name__)

Interaction = discord.Interaction[discord.Client]

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
_REFUSED = "Discord refuses the bot; was the token reset?"
_NOT_DISCORD = (TypeError, KeyError, ValueError)
"""The exceptions of the library for a response that is not Discord's, such as a page in HTML."""
_ANSWERED_BY_ANOTHER = (
    "What answers in the place of Discord is not Discord; is a proxy or the log-in page of a network in between?"
)


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
        self._gateway = f"gateway {token.partition('.')[0]} {shards}"
        self._leases.register(self._gateway, count=1)
        self.contact = Contact()
        self._client = BotClient(handler, shards, lambda: self._leases.holds(self._gateway), self.contact, opened)
        self._messages = ChannelMessages(self._client, self._client.directory, self._client.tokens)
        self._client.seen = self._seen
        self._client.deleted = self._messages.forget
        self._client.rights_changed = self._messages.pictureless.ask_again
        self._connection: asyncio.Task[None] | None = None
        self._standing_by: asyncio.Task[None] | None = None
        self._stopping = False

    @property
    def client(self) -> discord.Client:
        """The client of the library, for tests against a Discord of their own."""
        return self._client

    @property
    def application(self) -> str:
        """The id of the bot's application; empty until it has logged in."""
        return str(self._client.application_id or "")

    def __str__(self) -> str:
        stands_by = "" if self._connection else ", standing by for another process"
        return f"Discord, as {self._client.user}{stands_by}"

    async def start(self) -> None:
        """Log in and connect. Raises CannotStart with a sentence for the operator."""
        try:
            await self._log_in()
            if self._leases.holds(self._gateway):
                await self._connect()
            else:
                self._standing_by = asyncio.create_task(self._stand_by())
        except BaseException:
            await self.stop()
            raise

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

    async def _log_in(self) -> None:
        try:
            await self._client.login(self._token)
        except discord.LoginFailure:
            raise CannotStart(
                "Discord refuses DISCORD_TOKEN; copy the token again from the Bot page of the developer portal."
            ) from None
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            raise CannotStart(f"Discord cannot be reached ({type(error).__name__}); is the network up?") from None
        except _NOT_DISCORD:
            raise CannotStart(_ANSWERED_BY_ANOTHER) from None

    async def _connect(self) -> None:
        self._connection = asyncio.create_task(self._stay_connected(starting=True))
        # Interactions can be answered from here on; "ready" would come two seconds later, with the last guild.
        ready = asyncio.create_task(self._client.connected.wait())
        await asyncio.wait([self._connection, ready], return_when=asyncio.FIRST_COMPLETED)
        if self._connection.done():
            ready.cancel()
            ended = self._connection.exception()
            if isinstance(ended, _NOT_DISCORD):
                raise CannotStart(_ANSWERED_BY_ANOTHER) from None
            code = ended.code if isinstance(ended, discord.ConnectionClosed) else 0
            raise CannotStart(f"{_FINAL.get(code) or f'Discord ended the connection: {ended}'}.") from None

    async def _stay_connected(self, *, starting: bool = False) -> None:
        """Connect, and again after growing pauses, until ``stop`` or until Discord wants no connection like this.

        ``starting``: raise what ends the first connection before it is established.
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
                if starting and not self._client.connected.is_set():
                    raise
            if self._stopping:
                return
            starting, again = False, True
            self._client.ended()
            code = ended.code if isinstance(ended, discord.ConnectionClosed) else None
            reason = type(ended).__name__ if ended else "closed"
            if code in _FINAL or isinstance(ended, discord.LoginFailure | discord.PrivilegedIntentsRequired):
                refusal = _FINAL.get(code or 0, _REFUSED)
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

    def wait(self, place: Place, spare: int = 0, turn: str = "") -> float:
        """Seconds until Discord's limits allow one more message in a channel."""
        return self._messages.wait(place, spare, turn)

    def below(self, place: Place, message: str) -> int:
        """The number of messages known to stand below this one; in a thread of a match, of those that people wrote."""
        return self._messages.below(place, message)

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        """Post a message; the same key posts nothing twice within some minutes."""
        return await self._messages.post(place, board, key)

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        """Bring a message to this state."""
        await self._messages.edit(place, message, board)

    async def private_place(self, account: str) -> Place:
        """The private chat with a person, opened where there is none yet."""
        return await self._messages.private_place(account)

    async def is_member(self, place: Place, account: str) -> bool | None:
        """Is a person in the server of a channel?"""
        return await is_member(self._client, place, account)

    async def may_manage(self, place: Place, account: str) -> bool:
        """May a person manage the server of a channel?"""
        return await may_manage(self._client, place, account)

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        """Open a thread for a match below its board."""
        return await self._messages.open_thread(place, message, title)

    async def name_thread(self, place: Place, named: ThreadTitle, *, archive: bool) -> None:
        """Give a thread its title, and the line it hangs on its words; archive it."""
        await self._messages.name_thread(place, named, archive=archive)

    async def delete(self, place: Place, message: str, successor: Successor | None = None) -> None:
        """Delete a message."""
        del successor
        await self._messages.delete(place, message)

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        """Answer the board with a mention; the same key mentions nobody twice within some minutes."""
        return await self._messages.ping(place, message, person, ping, key)
