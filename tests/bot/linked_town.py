"""People of a server and of a group, some of them in both, as they act in a Papan that runs on loopback platforms.

What people do comes to the app as their platforms hand it on. What Papan says by itself is looked for where its reader
sees it.
"""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from pydantic import SecretStr

from bot.bootstrap.settings import Settings
from bot.chat import Request
from bot.matches.identity import Person, Place
from bot.services.services import Services
from loopback.discord import DiscordServer
from loopback.discord.world import ALL, DM, OPEN_THREADS, Channel, User
from loopback.telegram import Chat, TelegramServer
from loopback.telegram import Person as TelegramPerson
from loopback.telegram.world import BOT_ID
from tests.bot.app.visitors import Visitor
from tests.bot.deadly import KilledError
from tests.bot.kit import event
from tests.bot.mortal import DIES, Death, Process
from tests.bot.moved_time import MovedTime

DAYS, SIZE, LINKED, RESTARTED_EVERY = 30, 30, 10, 6
GAME = "malaysian-checkers-8"
ERASED, LEAVERS, BANNED = (3, 17, 24), (6, 13, 19), (9, 11)
"""Who has their data deleted, leaves the group, and is banned there. Of those below ``LINKED`` all are linked."""
UNDONE_AFTER = {1: 2, 4: 6, 8: 9}
"""After so many days these undo their link; for the last it is too late."""
TURNS = 8
QUIET_FOR = 0.1
OPENED = re.compile(r"([A-Z0-9]{4}) ")
CODE = re.compile(r"[2-9A-Z]{4}-[2-9A-Z]{4}")
PROCESS_DIES = 0.2
"""Of those who die, so many do so because their whole process is killed."""


@dataclass
class Account(Visitor):
    """An account of somebody, in the group or in the server."""

    platform: str = ""
    account: str = ""
    here: Place = field(default_factory=lambda: Place("", ""))
    is_there: bool = True

    @property
    def person(self) -> Person:
        return Person(self.platform, self.account, self.name, handle=self.name.casefold(), locale=self.locale)

    def request(self, place: Place | None = None, message: str = "") -> Request:
        return Request(event(), self.person, self.here, message)


@dataclass
class Somebody:
    """A person with one account, or with one on each platform."""

    number: int
    accounts: list[Account]
    linked_on: int = 0
    is_one: bool = False

    @property
    def present(self) -> list[Account]:
        return [each for each in self.accounts if each.is_there]


class Town:
    """A group and a server with their people, and all that has been said to each."""

    def __init__(
        self, telegram: TelegramServer, discord: DiscordServer, url: str, processes: int, time: MovedTime
    ) -> None:
        self.chance, self.time = Random(33), time
        self.telegram, self.discord, self._url, self._count = telegram, discord, url, processes
        self._processes: list[Process] = []
        self.deaths = self.killed = 0
        """The acts that died at a statement, and the processes of them."""
        self.group: Chat = telegram.group("Kampung")
        guild = discord.add_guild("Kampung")
        self.channel: Channel = discord.add_channel("serambi", guild, allowed=ALL & ~OPEN_THREADS)
        self.there = Place("discord", self.channel.id, server=guild)
        self.phones: dict[str, TelegramPerson] = {}
        self.users: dict[str, User] = {}
        self.told: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        """The act after which each account was told something by itself, and the words."""
        self.steps: set[int] = set()
        """The acts that are none: hours go by in which nobody does anything."""
        self.left: dict[str, int] = {}
        """The act by which accounts were not there any more."""
        self.acts = self.tried_both = self.sat_on_both = 0
        self._seen: set[str] = set()
        self.people = [self._somebody(number) for number in range(SIZE)]
        self.group.admins.add(int(self.people[0].accounts[0].account))

    def _somebody(self, number: int) -> Somebody:
        name, made = f"P{number:02}", []
        if number < LINKED or number % 2:
            phone = self.telegram.person(name, name.casefold(), started=True)
            self.group.members[phone.id] = phone.account
            self.phones[str(phone.id)] = phone
            made.append(
                Account(
                    cast("Any", None),
                    name,
                    platform="telegram",
                    account=str(phone.id),
                    here=Place("telegram", str(self.group.id)),
                )
            )
        if number < LINKED or not number % 2:
            user = self.discord.add_user(name)
            self.users[user.id] = user
            made.append(Account(cast("Any", None), name, platform="discord", account=user.id, here=self.there))
        return Somebody(number, made, self.chance.randrange(2, 15) if number < LINKED else 0)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Papan running on the same database as before."""
        self._processes = [await self._begun() for _ in range(self._count)]
        try:
            yield
        finally:
            for each in self._processes:
                await each.stop()

    async def _begun(self) -> Process:
        process = Process(
            Settings(
                discord_token=SecretStr(self.discord.token),
                discord_api_url=self.discord.api_url,
                discord_gateway_url=self.discord.gateway_url,
                telegram_token=SecretStr(self.telegram.token),
                telegram_api_url=self.telegram.api_url,
                database_url=SecretStr(self._url),
            )
        )
        await process.start()
        return process

    @property
    def services(self) -> Services:
        """Those of one of the processes."""
        return self.chance.choice(self._processes).app.services

    async def mourned(self, death: Death | None) -> bool:
        """Has somebody died? Where a process has, another is started in its place."""
        for number, each in enumerate(self._processes):
            if each.life.is_over:
                self.killed += 1
                await each.stop()
                self._processes[number] = await self._begun()
        self.deaths += bool(death and death.has_come)
        return bool(death and death.has_come)

    def dies(self, statements: int) -> Death:
        """The death of whoever acts next: at a statement, if they come to so many."""
        of_process = self.chance.random() < PROCESS_DIES
        return Death(self.chance.randrange(3), self.chance.randrange(1, statements), of_process)

    async def gone(self, accounts: list[Account]) -> None:
        """Some accounts are not there any more once what was under way has come."""
        await self.settled()
        self.acts += 1
        for each in accounts:
            each.is_there = False
            self.left[each.account] = self.acts

    async def settled(self) -> None:
        """Wait until Papan says nothing more, and note what has come to whom."""
        before = -1
        while before != (before := len(self.telegram.calls) + len(self.discord.requests)):  # noqa: ASYNC110 - seen there
            await asyncio.sleep(QUIET_FOR)
        self.look()

    def repeated(self) -> list[str]:
        """The words told twice to one person although nobody had done anything between."""
        found = []
        for each in self.people:
            told = [(one, account.platform) for account in each.accounts for one in self.told[account.account]]
            times = Counter(one for one, _ in told)
            twice = (name for name in told if name[0][0] in self.steps and times[name[0]] > 1)
            found += [f"{each.number}: {one} on {platform}" for one, platform in twice]
        return found

    def told_too_late(self) -> list[str]:
        """The words told to accounts whose data was deleted."""
        erased = [each.account for number in ERASED for each in self.people[number].accounts]
        return [f"{who}: {text}" for who in erased for at, text in self.told[who] if at > self.left[who]]

    @property
    def most(self) -> float:
        """The most messages a day that one person was told."""
        return max(sum(len(self.told[each.account]) for each in one.accounts) for one in self.people) / DAYS

    def look(self) -> None:
        """Note what has come to whom."""
        for account, text in [*self._on_telegram(), *self._on_discord()]:
            self.told[account].append((self.acts, text))

    def _on_telegram(self) -> Iterator[tuple[str, str]]:
        for chat in self.telegram.world.chats.values():
            for message in chat.messages.values():
                key = f"{chat.id}/{message.id}"
                if message.sender.id != BOT_ID or message.photo or key in self._seen:
                    continue
                self._seen.add(key)
                named = {str(each["user"]["id"]) for each in message.entities if each["type"] == "text_mention"}
                for account in [str(chat.person.id)] if chat.person else named:
                    yield account, message.shown

    def _on_discord(self) -> Iterator[tuple[str, str]]:
        world = self.discord.world
        for message in world.messages.values():
            if message.author is not world.bot or message.files or message.id in self._seen:
                continue
            self._seen.add(message.id)
            channel = world.channels[message.channel]
            named = set(re.findall(r"<@!?(\d+)>", message.content))
            text = re.sub(r"<@!?(\d+)>", lambda found: self.users[found[1]].name, message.content)
            for account in [channel.recipient.id] if channel.kind == DM and channel.recipient else named:
                yield account, text

    async def act(self, who: Account, line: str, /, *pressed: str, dies: bool = False, **given: Any) -> Any:
        """Somebody types, and presses what they are offered; who may die at it, half the time does, and does it again.

        Dying says nothing of what was done before it, so what is done again may be refused.
        """
        self.acts += 1
        death = self.dies(60) if dies and self.chance.random() < 0.5 else None
        DIES.set(death)
        answer = None
        try:
            answer = await self._does(who, line, pressed, given)
        except (AssertionError, KilledError):  # nothing is offered by whoever has died
            assert death, line
            assert death.has_come, line
        DIES.set(None)
        return await self._does(who, line, pressed, given) if await self.mourned(death) else answer

    def at(self, who: Account) -> Account:
        """Somebody whose next press comes to one of the processes."""
        who.papan = self.chance.choice(self._processes).app.papan
        return who

    async def _does(self, who: Account, line: str, pressed: tuple[str, ...], given: dict[str, Any]) -> Any:
        self.at(who)
        if line.startswith("/"):
            answer = await who.types(line, place=who.here) if not given else await who.commands(line[1:], given)
        else:
            answer = await who.sends(line)
        for label in pressed:
            answer = await self.at(who).presses(answer, label)
        return answer
