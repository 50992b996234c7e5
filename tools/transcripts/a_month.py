"""A month in a group and in a server: a host, a newcomer, a troll, and somebody who stays away; with its figures."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.matches.status import Status
from bot.services.services import Services
from bot.words import Words, words
from loopback.discord import Member
from loopback.discord.world import ALL, ATTACH, OPEN_THREADS
from loopback.telegram import Person
from tests.bot.moved_time import ZONE, MovedTime, moved_time
from tests.conversation.clients import Client, DiscordClient, TelegramClient
from tools.transcripts.figures import Figures
from tools.transcripts.on_discord import Discord, discord
from tools.transcripts.on_telegram import Telegram, telegram
from tools.transcripts.transcript import Transcript
from tools.transcripts.witnessed import Witnessed

NIGHT_BEGINS, NIGHT_ENDS = 23, 7
NAMES = ("Adi", "Siti", "Nor", "Ros", "Ros2")
NONSENSE = ("/move a1-a99", "/join ZZZZ", "/mod log", "/setup", "/resign ZZZZ", "/top", "/privacy")
BANS = "Ban, and take down what is open"
OPENING = ("c3-d4", "b6-a5", "e3-f4", "a7-b6", "d2-c3", "b8-a7")
"""So many turns that a rated match counts."""


class Town(ABC):
    """A chat with Papan on a platform, in which a month goes by; the first of its people manages it."""

    def __init__(self, transcript: Transcript, services: Services, time: MovedTime, language: str) -> None:
        self.transcript, self.services, self.say = transcript, services, words(language)
        self.figures = Figures(time.now())
        self.people: list[Witnessed] = []
        self._time, self._language, self._acts = time, language, 0

    def witnessed(self, client: Client) -> Witnessed:
        """A person whose doings are written."""
        return Witnessed(client, self.transcript, self.quiet, self._language)

    async def quiet(self) -> None:
        """Wait for what an act brings."""
        await self.settled()
        self._acts += 1
        self._look()

    async def did(self, sentence: str, act: Callable[[], object]) -> None:
        """Something is done by itself, without anybody's typing or pressing."""
        self.transcript.did(sentence)
        act()
        await self.quiet()

    async def hours(self, count: float) -> None:
        """Hours go by in which nobody does anything."""
        before, evening = self.requests(), self._time.now().astimezone(ZONE)
        await self._time.forward(self.services, count)
        there = self._time.now().astimezone(ZONE)
        self.transcript.did(f"{count:g} h later: {there:%A %d %B, %H:%M} in Kuala Lumpur")
        await self.settled()
        if evening.hour >= NIGHT_BEGINS and there.hour < NIGHT_ENDS:
            self.figures.in_quiet_hours.append(self.requests() - before)
        self._look()
        await self.figures.look_for_dropped(self.services, self._time.now())

    async def until(self, hour: int) -> None:
        """Time goes by until it is so late in Kuala Lumpur."""
        there = self._time.now().astimezone(ZONE)
        await self.hours((hour - there.hour - there.minute / 60) % 24)

    async def night(self) -> None:
        """The evening ends, all sleep, and it is the next day."""
        for hour in (NIGHT_BEGINS - 2, NIGHT_BEGINS):  # what the day has brought is told before the night
            await self.until(hour)
        await self.hours(7.5)  # it ends before anybody is woken
        await self.until(9)

    def _look(self) -> None:
        self.figures.look(self.transcript.look(), self._acts, self._time.now())

    @abstractmethod
    async def settled(self) -> None:
        """Wait until the bot has nothing more to do, and write what has come."""

    @abstractmethod
    def requests(self) -> int:
        """The requests of the bot up to now."""

    @abstractmethod
    async def forges(self, number: int, most: int) -> None:
        """A person presses so many of the buttons that the chat shows, also those that are not theirs."""

    @abstractmethod
    async def closes_private(self, number: int) -> None:
        """A person takes no private messages any more."""

    @abstractmethod
    async def throws_out(self) -> None:
        """The bot is thrown out."""

    @abstractmethod
    async def adds(self) -> None:
        """The bot is added again."""

    @abstractmethod
    async def photos(self, *, allowed: bool) -> None:
        """The bot may send pictures, or may not."""


class Group(Town):
    """A group on Telegram."""

    def __init__(self, on: Telegram, time: MovedTime, language: str) -> None:
        super().__init__(on.transcript, on.services, time, language)
        self._on = on
        self.accounts: list[Person] = [
            on.server.person(name, f"{name.casefold()}_k", language, started=name != "Nor") for name in NAMES
        ]
        self.group = on.server.group("Kampung", *self.accounts)
        self.group.admins.add(self.accounts[0].id)
        self._clients = [TelegramClient(on.server, each, self.group) for each in self.accounts]
        self.people = [self.witnessed(each) for each in self._clients]
        self._read: set[int] = set()

    async def settled(self) -> None:
        await self._on.quiet()
        for message in list(self.group.messages.values()):
            if message.reaction and message.id not in self._read:
                self._read.add(message.id)
                self._on.marked(message)
        for client in self._clients:
            for alert in client.alerts:
                self.transcript.said(f"{client.name}: {alert}")
            client.alerts.clear()

    def requests(self) -> int:
        return sum(call.method != "getUpdates" for call in self._on.server.calls)

    async def forges(self, number: int, most: int) -> None:
        who = self.accounts[number]
        shown = [(message, key) for message in who.from_bot(self.group)[-12:] for key in message.keys if key.data]
        for message, key in shown[:most]:
            self.transcript.did(f"{who.account.name} forges {key.label}")
            press = await who.answer(who.forge_press(message, key.data))
            self.transcript.said(press.text or "nothing")
            await self.quiet()

    async def closes_private(self, number: int) -> None:
        await self.did(f"{NAMES[number]} blocks the bot", self.accounts[number].block)

    async def throws_out(self) -> None:
        await self.did("The bot is thrown out", lambda: self.accounts[0].kick_bot(self.group))

    async def adds(self) -> None:
        await self.did("The bot is added again", lambda: self.accounts[0].add_bot(self.group))

    async def photos(self, *, allowed: bool) -> None:
        self.group.no_photos = not allowed
        self.transcript.did(f"Photos are {'allowed' if allowed else 'forbidden'}")


class Guild(Town):
    """A server on Discord."""

    def __init__(self, on: Discord, time: MovedTime, language: str) -> None:
        super().__init__(on.transcript, on.services, time, language)
        self._on = on
        locale = "en-US" if language == "en" else language
        users = [on.adi.user, on.siti.user, on.server.add_user("Nor"), on.ros.user, on.server.add_user("Ros2")]
        users[0].manager = True
        self.members = [Member(on.server, each, on.channel, locale) for each in users]
        self.people = [self.witnessed(DiscordClient(each)) for each in self.members]

    async def settled(self) -> None:
        await self._on.quiet()

    def requests(self) -> int:
        # Answers that one person sees are taken away a while after, by a clock that does not jump.
        return sum("/webhooks/" not in path for _, path in self._on.server.requests)

    async def forges(self, number: int, most: int) -> None:
        who = self.members[number]
        own = [each for each in who.sees() if each.author is self._on.server.world.bot]
        shown = [(each, item) for each in own[-12:] for item in each.components if "custom_id" in item]
        for message, item in shown[:most]:
            self.transcript.did(f"{who.user.name} forges {item.get('label') or item.get('placeholder')}")
            values = [each["value"] for each in item["options"][:1]] if "options" in item else None
            await who.forge(message, item["custom_id"], values)
            await self.quiet()

    async def closes_private(self, number: int) -> None:
        def close() -> None:
            self.members[number].user.dm_closed = True

        await self.did(f"{NAMES[number]} closes private messages", close)

    async def throws_out(self) -> None:
        self.transcript.did("The bot is thrown out")
        self._on.channel.allowed = 0
        await self._on.server.gateway.leave(self._on.channel.guild or "")
        await self.quiet()

    async def adds(self) -> None:
        self.transcript.did("The bot is added again")
        self._on.channel.allowed = ALL & ~OPEN_THREADS
        await self._on.server.gateway.join(self._on.channel.guild or "")
        await self.quiet()

    async def photos(self, *, allowed: bool) -> None:
        self._on.channel.allowed = ALL & ~OPEN_THREADS & ~(0 if allowed else ATTACH)
        self.transcript.did(f"Photos are {'allowed' if allowed else 'forbidden'}")


@asynccontextmanager
async def a_group(language: str = "en") -> AsyncIterator[Town]:
    """A month on Telegram."""
    with moved_time() as time:
        async with telegram("A month on Telegram") as on:
            yield Group(on, time, language)


@asynccontextmanager
async def a_guild(language: str = "en") -> AsyncIterator[Town]:
    """A month on Discord."""
    with moved_time() as time:
        async with discord("A month on Discord", ALL & ~OPEN_THREADS) as on:
            yield Guild(on, time, language)


async def live(town: Town, *, short: bool = False) -> Figures:
    """A month goes by, or what is worst of it."""
    adi, siti, nor, ros, ros2 = town.people
    say: Words = town.say
    for each in (adi, siti, nor, ros):
        await each.types("/settings zone:Asia/Kuala_Lumpur quiet:23-7")
    await _settles(adi, say)
    if not short:
        await _first_steps(nor, adi, say)
        await town.night()
    # Siti begins a match, moves, and stays away.
    await adi.types(f"/play {siti.tag} malaysian-checkers-8 first relaxed")
    await siti.presses("Accept")
    kept = await _newest(town.services)
    await adi.types(f"/move {kept} c3-d4")
    await siti.types(f"/move {kept} b6-a5")
    await adi.types(f"/move {kept} e3-f4")
    # The troll has an evening.
    for _ in range(1 if short else 3):
        await ros.types(f"/play {siti.tag} malaysian-checkers-8")
        await ros.presses("Withdraw")
    if not short:
        await ros.types(f"/play {siti.tag} malaysian-checkers-8")
    for line in NONSENSE[:1] if short else NONSENSE:
        await ros.types(line)
    for line in ("level:2 malaysian-checkers-8", f"{siti.tag} malaysian-checkers-8 blitz"):
        await ros.types(f"/play {line}")
    await ros.types(f"/hint {kept}")
    await town.forges(3, 4 if short else 40)
    await town.night()
    if not short:
        await _farms(town, ros, ros2)
    # Somebody who plays takes no private messages any more.
    await nor.types(f"/play {ros.tag} malaysian-checkers-8 first relaxed")
    await ros.presses("Accept")
    other = await _newest(town.services)
    await town.closes_private(3)
    await nor.types(f"/move {other} c3-d4")
    await town.night()
    # A day without photos.
    await town.photos(allowed=False)
    await ros.types(f"/move {other} b6-a5")
    await nor.types(f"/move {other} e3-f4")
    await town.night()
    await town.photos(allowed=True)
    await ros.types(f"/move {other} a7-b6")
    # A day without the bot.
    await town.throws_out()
    await town.night()
    await town.adds()
    await nor.types(f"/move {other} d2-c3")
    await adi.types(f"/mod ban {ros.tag} until:7d why:spam")
    await adi.presses(BANS)
    await ros.types(f"/move {other} b8-a7")
    await ros.types(f"/play {siti.tag} malaysian-checkers-8")
    await town.night()
    await adi.types("/mod log")
    await adi.types(f"/mod {other} none why:ban")
    for _ in range(1 if short else 20):
        await town.night()
    await adi.types(f"/board {kept}")
    for each in (adi, nor):
        await each.types("/profile")
        await each.types("/games")
    for line in town.figures.lines():
        town.transcript.did(line)
    return town.figures


async def _settles(adi: Witnessed, say: Words) -> None:
    """The host closes some doors."""
    await adi.types("/setup")
    await adi.presses("Features")
    await adi.presses("Off")


async def _first_steps(nor: Witnessed, adi: Witnessed, say: Words) -> None:
    """A newcomer learns, plays and loses."""
    for line in ("/help", "how do i play?", "/rules malaysian-checkers-8", "/learn malaysian-checkers-8", "/games"):
        await nor.types(line)
    await nor.types(f"/play {adi.tag} malaysian-checkers-8 first")
    await adi.presses("Accept")
    for number, move in enumerate(OPENING):
        await (nor, adi)[number % 2].types(f"/move {move}")
    await nor.types("/takeback")
    await nor.types("/resign")
    await nor.presses("Yes, resign")
    for line in ("/profile", "/history", "/analyse"):
        await nor.types(line)


async def _farms(town: Town, ros: Witnessed, other: Witnessed) -> None:
    """Somebody wins rated matches against an account of their own."""
    for _ in range(3):
        await ros.types(f"/play {other.tag} malaysian-checkers-8 first rated")
        await other.presses("Accept")
        code = await _newest(town.services)
        for number, move in enumerate(OPENING):
            await (ros, other)[number % 2].types(f"/move {code} {move}")
        await other.types(f"/resign {code}")
        await other.presses("Yes, resign")
    await ros.types("/profile")
    await ros.types("/top")


async def _newest(services: Services) -> str:
    """The code of the match under way that began last."""
    found = [await services.matches.get(each.row.code) for each in await services.matches.live_rows("", 100)]
    return max((each for each in found if each.status is Status.PLAYING), key=lambda each: each.created).code


async def on_telegram(language: str = "en") -> Transcript:
    """A month in a group."""
    async with a_group(language) as town:
        await live(town)
        return town.transcript


async def on_discord(language: str = "en") -> Transcript:
    """A month in a server."""
    async with a_guild(language) as town:
        await live(town)
        return town.transcript
