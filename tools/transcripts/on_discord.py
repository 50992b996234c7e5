"""Conversations on a loopback Discord."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.bootstrap.assembly import run_app
from bot.services.services import Services
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, OPEN_THREADS, VIEW, Channel, Message
from tests.bot.connected import to_discord
from tests.bot.moved_time import moved_time
from tests.conversation.clients import DiscordClient
from tests.conversation.two_days import play_two_days
from tools.transcripts.on_telegram import A_CALL, QUIET_FOR
from tools.transcripts.transcript import Shown, Transcript, moment_in_utc
from tools.transcripts.witnessed import Witnessed, passing


class Discord:
    """A server on Discord with Papan in it, three people, and the transcript of what happens there."""

    def __init__(
        self, server: DiscordServer, title: str, channel: Channel, services: Services, *, user_installed: bool = False
    ) -> None:
        self.server = server
        self.services = services
        self.channel = channel
        self.adi, self.siti, self.ros = (
            Member(server, server.add_user(name), self.channel, locale, user_installed)
            for name, locale in (("Adi", "en-US"), ("Siti", "id"), ("Ros", "en-GB"))
        )
        self.transcript = Transcript(title, self._look)

    def _look(self) -> list[Shown]:
        world = self.server.world
        own = [each for each in world.messages.values() if each.author is world.bot]
        return [self._shown(message) for message in own if not message.loading]

    def _shown(self, message: Message) -> Shown:
        world = self.server.world
        names = {user.id: user.name for user in (world.bot, *world.users.values())}
        channel = world.channels[message.channel]
        return Shown(
            message.id,
            channel.name or "private chat",
            re.sub(r"<@!?(\d+)>", lambda found: f"@{names.get(found[1], found[1])}", _with_moments(message.content)),
            next(iter(message.files.values()), None),
            tuple(_labels(message)),
            names.get(message.only_for or "", ""),
        )

    async def quiet(self) -> None:
        """Wait until the bot has nothing more to do, and write what has come of it."""
        await self.server.answered()
        before = -1
        while before != (before := len(self.server.requests)):  # noqa: ASYNC110 - seen in the requests only
            await asyncio.sleep(QUIET_FOR)
        self.transcript.brings()

    async def slash(self, member: Member, name: str, /, **given: Any) -> None:
        """A person uses a slash command."""
        options = " ".join(f"{key}:{getattr(value, 'name', value)}" for key, value in given.items())
        self.transcript.did(f"{member.user.name}: /{name} {options}".rstrip())
        await member.slash(name, **given)
        await self.quiet()

    async def presses(self, member: Member, label: str) -> None:
        """A person presses a button on the newest message that has it."""
        self.transcript.did(f"{member.user.name} presses {label}")
        await member.press(await self._newest(member, lambda each: label in _labels(each)), label)
        await self.quiet()

    async def chooses(self, member: Member, option: str) -> None:
        """A person chooses in a menu of the newest message that has such an option."""
        self.transcript.did(f"{member.user.name} chooses {option}")
        await member.choose(await self._newest(member, lambda each: _offers(each, option)), option)
        await self.quiet()

    @staticmethod
    async def _newest(member: Member, fits: Callable[[Message], bool]) -> Message:
        return await member.until(fits)

    async def says(self, member: Member, text: str, *, mention: bool = False) -> None:
        """A person writes a message."""
        self.transcript.did(f"{member.user.name}: {'@Papan ' if mention else ''}{text}")
        await member.says(text, mention=mention)
        await self.quiet()

    async def talk(self, count: int) -> None:
        """People talk about something else."""
        self.transcript.did(f"{count} other messages")
        for number in range(count):
            await (self.ros, self.siti, self.adi)[number % 3].says(f"something else ({number + 1})")
        await self.quiet()


def _with_moments(text: str) -> str:
    """A text with its moments as one whose clock is set to UTC sees them, without how long it is."""
    return re.sub(r"<t:(\d+):\w>", lambda found: moment_in_utc(int(found[1])), text)


def _labels(message: Message) -> list[str]:
    return [item.get("label") or item.get("placeholder", "") for item in message.components]


def _offers(message: Message, option: str) -> bool:
    return any(option in each["label"] for item in message.components for each in item.get("options", []))


@asynccontextmanager
async def discord(title: str, allowed: int, *, user_installed: bool = False) -> AsyncIterator[Discord]:
    """Papan, running on a Discord of its own."""
    server = DiscordServer()
    await server.start()
    # Papan is told of the servers that it is in when it connects.
    channel = server.add_channel("serambi", server.add_guild("Kampung"), allowed=allowed)
    try:
        with TemporaryDirectory() as folder:
            settings = to_discord(server, f"sqlite:///{Path(folder) / 'papan.db'}")
            async with run_app(settings) as running:
                yield Discord(server, title, channel, running.services, user_installed=user_installed)
    finally:
        await server.stop()


async def _finished(on: Discord) -> None:
    """Siti resigns, and Adi asks for a rematch."""
    await on.slash(on.siti, "resign")
    await on.presses(on.siti, "Ya, menyerah")
    await on.presses(on.adi, "Rematch, sides swapped")


async def busy_channel() -> Transcript:
    """Two who play in a channel where others talk."""
    async with discord("A busy channel on Discord", ALL & ~OPEN_THREADS) as on:
        await on.slash(on.adi, "play", opponent=on.siti.user, game="malaysian-checkers-8", side="first")
        await on.presses(on.siti, "Accept")
        await on.slash(on.adi, "move", move="c3-d4")
        await on.talk(20)
        await on.slash(on.siti, "move", move="b6-c5")
        await on.says(on.adi, "e3-f4", mention=True)
        await on.presses(on.adi, "Your move")
        await on.chooses(on.adi, "d4")
        on.transcript.did("Nobody does anything for a while")
        await asyncio.sleep(A_CALL)
        on.transcript.brings()
        await on.presses(on.siti, "Your move")
        await on.chooses(on.siti, "x")
        await on.slash(on.adi, "draw")
        await _finished(on)
        return on.transcript


async def no_rights() -> Transcript:
    """A channel where Papan may look, and nothing else."""
    async with discord("A server without rights on Discord", VIEW) as on:
        await on.slash(on.adi, "play", opponent=on.siti.user, game="malaysian-checkers-8", side="first")
        await on.presses(on.siti, "Accept")
        await on.slash(on.adi, "move", move="c3-d4")
        await on.presses(on.siti, "Your move")
        await on.chooses(on.siti, "b6-a5")
        await on.slash(on.adi, "takeback")
        await on.slash(on.adi, "board")
        await _finished(on)
        return on.transcript


async def user_install() -> Transcript:
    """A server that Papan is not in: its people have installed it for themselves."""
    async with discord("User install on Discord", 0, user_installed=True) as on:
        await on.slash(on.adi, "play", opponent=on.siti.user, game="malaysian-checkers-8", side="first")
        await on.presses(on.siti, "Accept")
        for number, move in enumerate(("c3-d4", "b6-a5", "e3-f4", "a7-b6")):
            member = (on.adi, on.siti)[number % 2]
            await on.presses(member, "Your move")
            await on.chooses(member, move)
        await on.presses(on.ros, "My view")
        await _finished(on)
        return on.transcript


async def two_days(language: str = "en") -> Transcript:
    """Two in a channel who play over days, and read a language."""
    with moved_time() as time:
        async with discord("A match over days on Discord", ALL & ~OPEN_THREADS) as on:
            locale = "en-US" if language == "en" else language
            members = [Member(on.server, each.user, on.channel, locale) for each in (on.adi, on.siti)]
            adi, siti = (Witnessed(DiscordClient(each), on.transcript, on.quiet, language) for each in members)
            await play_two_days(adi, siti, passing(time, on.services, on.transcript, on.quiet))
            return on.transcript
