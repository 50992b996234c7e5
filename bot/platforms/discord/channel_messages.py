"""Messages in channels: posted, edited and deleted by the bot itself, not as the response to an interaction."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TypeVar, cast

import discord

from bot.chat import (
    BoardMessage,
    Content,
    Gone,
    Person,
    Ping,
    Place,
    Refused,
    ThreadClosed,
    ThreadTitle,
    Unreachable,
    as_text,
)
from bot.platforms.discord.directory import Directory
from bot.platforms.discord.errors import Archived, ThreadExists, explained
from bot.platforms.discord.formatting import called, content_of, edit_arguments, send_arguments
from bot.platforms.discord.reading import PLATFORM
from bot.platforms.discord.tokens import Tokens
from bot.platforms.pictureless import PicturelessChats
from bot.platforms.seen_messages import SeenMessages
from bot.platforms.send_limits import Limit, SendLimiter

THREAD_NAME = 100
T = TypeVar("T")

OVERALL = Limit(45, 1.0)
CHANNEL = (Limit(4, 5.0),)
"""One less than Discord allows in a channel: discord.py makes whoever takes the last one wait for the next five."""


class ChannelMessages:
    """Shows boards in channels. Raises Gone, Unreachable, Refused, Later or ThreadClosed."""

    def __init__(self, client: discord.Client, directory: Directory, tokens: Tokens) -> None:
        self._client = client
        self._directory = directory
        self._tokens = tokens
        self._limiter = SendLimiter(OVERALL)
        self._seen = SeenMessages()
        self._pictureless = PicturelessChats()

    def note(self, channel: int, message: int, screens: int) -> list[int]:
        """Note a message in a channel; gives the newest ``screens`` ones there from time to time, else none."""
        return self._seen.note(str(channel), message, screens=screens)

    def forget(self, channel: int, message: int) -> None:
        """Note that a message was deleted."""
        self._seen.forget(str(channel), message)

    def below(self, place: Place, message: str) -> int:
        """The number of messages known to stand below this one."""
        return self._seen.below(place.chat, int(message)) if message.isdecimal() else 0

    def wait(self, place: Place, spare: int, turn: str) -> float:
        """Seconds until a message or edit may follow in a channel."""
        return self._limiter.wait(place.chat, CHANNEL, spare, turn)

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        """Post a message. Discord takes a second message with the same key for the first one, for some minutes."""
        if not place.can_post:
            raise Unreachable

        async def send(board: BoardMessage) -> str:
            return str((await self._channel(place).send(**send_arguments(board, self._directory), nonce=key)).id)

        async with self._leaving(place):
            with self._limiter.sending(place.chat, CHANNEL, turn=board.view):
                return await self._also_as_text(place, board, send)

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        """Bring a message to this state.

        A message of one's own is edited without a right to post, and by the token of an interaction without any right.
        """
        if not place.can_post and await self._edited_by_token(place, message, board):
            return

        async def send(board: BoardMessage) -> None:
            await self._message(place, message).edit(**edit_arguments(board, self._directory))

        async with self._leaving(place):
            with self._limiter.sending(place.chat, CHANNEL, turn=board.view):
                try:
                    await self._also_as_text(place, board, send)
                except Archived:
                    await self._wake(place)
                    await self._also_as_text(place, board, send)

    async def _edited_by_token(self, place: Place, message: str, board: BoardMessage) -> bool:
        """Edit a message by a token; False where there is none. Where Discord does not take it, who pressed is told."""
        now = asyncio.get_running_loop().time()
        try:
            with suppress(Unreachable):
                return await self._also_as_text(place, board, lambda board: self._tokens.edit(message, board, now))
        except Refused:
            await self._tokens.say_unchanged(message, board.by, now)
            raise
        return False

    async def delete(self, place: Place, message: str) -> None:
        """Take a message away; one that is gone already is fine. A call of a thread may stand in its channel."""
        try:
            with explained():
                await self._message(place, message).delete()
        except (Gone, Unreachable) as error:
            if place.parent:
                await self.delete(Place(place.platform, place.parent), message)
            elif isinstance(error, Unreachable):
                raise

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        """Answer the board with a mention of one person; nobody else is notified, and with one key nobody twice.

        In the private chat there is nobody else to mention them to. Where a thread takes nothing, they are called in
        its channel, with a link to the thread.
        """
        if not place.can_post:
            raise Unreachable
        content = content_of(ping, self._directory)
        try:
            async with self._leaving(place):
                return await self._call(place, message, person, ping, content, key)
        except ThreadClosed as closed:
            return await self._call(closed.place, "", person, ping, f"{content}\n<#{place.chat}>", key)

    async def _call(self, place: Place, message: str, person: Person, ping: Ping, content: str, key: str) -> str:
        if not place.private:
            mention = f"<@{person.account}>"
            named = content_of(Content(text=person.name))
            content = content.replace(named, mention, 1) if named in content else f"{mention} {content}"
        look = {**send_arguments(ping), "content": content, "allowed_mentions": called(person)}
        if message:
            look["reference"] = self._message(place, message).to_reference(fail_if_not_exists=False)
        with self._limiter.sending(place.chat, CHANNEL, turn=key), explained():
            made = await self._channel(place).send(**look, nonce=key)
        return str(made.id)

    def rights_changed(self, chats: Iterable[int]) -> None:
        """Ask again for pictures in these channels: the rights there may have changed."""
        self._pictureless.ask_again(chats, asyncio.get_running_loop().time())

    async def _also_as_text(self, place: Place, board: BoardMessage, send: Callable[[BoardMessage], Awaitable[T]]) -> T:
        """Send a board; where its picture is refused, without one. Raises the exceptions of ``explained``."""
        now = asyncio.get_running_loop().time()
        tried = board.picture is not None and not self._pictureless.is_text_only(place.chat, now)
        if not tried:
            with explained():
                return await send(as_text(board) if board.picture else board)
        try:
            with explained():
                return await send(board)
        except (Unreachable, Refused) as error:
            with explained():
                sent = await send(as_text(board))
            if isinstance(error, Unreachable):
                self._pictureless.refused(place.chat, now)
            return sent

    @asynccontextmanager
    async def _leaving(self, place: Place) -> AsyncIterator[None]:
        """Raise ThreadClosed where a thread takes nothing any more and its channel can be seen; else Unreachable.

        Where the bot was thrown out of the server, no thread is closed: once it is back, all goes on where it stands.
        """
        try:
            yield
        except (Unreachable, Archived) as error:
            if not place.parent:
                raise Unreachable from error
            with explained():
                await self._client.http.get_channel(int(place.parent))
            raise ThreadClosed(Place(place.platform, place.parent, server=place.server)) from error

    def _channel(self, place: Place) -> discord.PartialMessageable:
        try:
            return self._client.get_partial_messageable(int(place.chat))
        except ValueError:  # it comes from the database
            raise Unreachable from None

    def _message(self, place: Place, message: str) -> discord.PartialMessage:
        channel = self._channel(place)
        try:
            return channel.get_partial_message(int(message))
        except ValueError:
            raise Gone from None

    async def private_place(self, account: str) -> Place:
        """The private chat with a person; only a message tells whether they take any."""
        with explained():
            channel = await self._client.http.start_private_message(int(account))
        return Place(PLATFORM, str(channel["id"]), private=True)

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        """Open a thread. It has the id of the message it hangs on, so that a second call finds the first one's."""
        board, http = self._message(place, message), self._client.http
        with suppress(ThreadExists), explained():
            await http.start_thread_with_message(
                board.channel.id, board.id, name=title[:THREAD_NAME], auto_archive_duration=10080
            )
        return Place(place.platform, message, parent=place.chat, server=place.server)

    async def name_thread(self, place: Place, named: ThreadTitle, *, archive: bool) -> None:
        """Give a thread its title, and turn the board below which it hangs into a line; archive it.

        Discord lets a thread be renamed twice in ten minutes only, so a title that it has already is not given again.
        """
        http, thread = self._client.http, self._channel(place).id
        with explained():
            channel = cast("Mapping[str, str | int | None]", await http.get_channel(thread))
            if parent := channel.get("parent_id"):
                line = self._client.get_partial_messageable(int(parent)).get_partial_message(thread)
                words = _line(named, place.chat)
                with suppress(discord.NotFound):
                    await line.edit(content=words, attachments=[], view=None)
            title = named.title[:THREAD_NAME]
            if archive or channel.get("name") != title:
                await http.edit_channel(thread, name=title, archived=archive)

    async def _wake(self, place: Place) -> None:
        """Take a thread out of the archive, because it takes no edits there. Raises Unreachable for a locked one."""
        with explained():
            await self._client.http.edit_channel(int(place.chat), archived=False)


def _line(named: ThreadTitle, thread: str) -> str:
    """The message in the channel below which a thread hangs."""
    return f"{content_of(Content(title=named.title, text=named.line))}\n<#{thread}>"
