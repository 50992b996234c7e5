"""Measures what frequent ``kill -9`` costs those told of their matches: two processes on PostgreSQL, one on SQLite.

Every process plays, keeps the time and tells (``bench/clock_kills.py``: a second here is about a minute for people), on
a chat with the names of messages, as Discord has them, and on one without, as Telegram. What came to each player is
held against the rows of the notices: nobody may be left without one, and nobody reads one twice where it has a name.

On Telegram something is told twice if the kill comes after the message stands in the chat and before the commit that
says so. That span is some milliseconds, here as for people. So the number of messages told twice in a kill follows from
the span and from the messages in a second, of which there are no more here than Telegram takes. Their share of all
messages follows from the span and from the time between two kills: a few seconds here, and for people days.
"""

import asyncio
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from unittest.mock import patch

from sqlalchemy import select

from bench.clock_kills import hurried, kill_by_turns, process, sit
from bench.traffic import FakePlatform, Said, quiet
from bot.chat import BoardMessage, Ping
from bot.matches.happening import Happening
from bot.matches.identity import Person, Place
from bot.matches.match import Match
from bot.matches.notices import Notice, Reminder, is_true
from bot.platforms.discord import channel_messages
from bot.platforms.send_limits import SendLimiter
from bot.platforms.telegram import chat_messages
from bot.services.integrity import check
from bot.services.services import Services
from bot.store import MatchSnapshot, View
from bot.store.connection import AnyRow
from bot.store.connection import Connection as Session
from bot.store.database import file_at
from bot.store.notices import KINDS
from bot.store.tables import notices
from loopback.postgresql import PostgreSQL
from loopback.waiting import eventually

KILLS = 300
SMALLEST = {"kills": 3}
DISCORD, TELEGRAM = "discord", "telegram"
TABLES = 2
"""For each platform, shared out to the processes: more would have more to say than a platform takes."""
OVERALL = {DISCORD: channel_messages.OVERALL, TELEGRAM: chat_messages.OVERALL}
"""What a platform takes from all processes together: as for people, in seconds that are not hurried."""
IN_CHAT = {DISCORD: channel_messages.CHANNEL, TELEGRAM: chat_messages.GROUP}
"""What it takes in one chat: hurried as much as the people who play there."""
HURRIED = 60
ANSWERS_AFTER = 0.003
"""Seconds from a message that stands in the chat to the answer that says so."""
AT_ONCE = {
    "bot.workers.views.pings.MOST_LATELY": 1_000_000,
    "bot.workers.views.pings.MOST_IN_AN_HOUR": 1_000_000,
    "bot.workers.views.pings.PRESENT_FOR": timedelta(0),
}
RESULTS = (Happening.RESIGNED, Happening.LOST_ON_TIME, Happening.CALLED_OFF, Happening.DRAW_AGREED)
Key = tuple[str, str, str, int]
"""Match, player, kind and version: what is told once."""


@dataclass
class Told:
    """The effects of a number of kills on the notices of one database."""

    kills: int = 0
    due: int = 0
    told: Counter[str] = field(default_factory=Counter)
    """How many were told, by what they are about."""
    overtaken: int = 0
    """Not true any more, or together with newer ones, before they could be told."""
    after_a_kill: int = 0
    """Told by a process that began after they were due."""
    on: Counter[str] = field(default_factory=Counter)
    """How many were told, by platforms."""
    twice: Counter[str] = field(default_factory=Counter)
    """How many were told twice, by platforms."""
    unnoted: set[int] = field(default_factory=set)
    """The lives that ended before it was noted what they had told on Telegram: it was told twice."""
    lived: timedelta = timedelta()
    """The time of all lives together."""
    never: list[Key] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class _Chat(FakePlatform):
    """A platform that says what people were told, and answers a little later; with the limits of the real one."""

    def __init__(self, platform: str, processes: int, say: Callable[[Said], None]) -> None:
        super().__init__(tell=False)
        self.platform = platform
        overall = OVERALL[platform]
        self._limiter = SendLimiter(replace(overall, count=overall.count // processes))
        self._in_chat = [replace(limit, seconds=limit.seconds / HURRIED) for limit in IN_CHAT[platform]]
        self._say = say

    def wait(self, place: Place, spare: int = 0, turn: str = "") -> float:
        """Seconds until the limits allow one more message."""
        return self._limiter.wait(place.chat, self._in_chat, spare, turn)

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        """Post a board."""
        with self._limiter.sending(place.chat, self._in_chat, turn=board.view):
            return await super().post(place, board, key)

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        """Bring a board up to date."""
        with self._limiter.sending(place.chat, self._in_chat, turn=board.view):
            await super().edit(place, message, board)

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        """Tell somebody."""
        match, player, kind, version = ping.text.split("|")
        with self._limiter.sending(place.chat, self._in_chat, turn=key):
            self._say(Said("told", match, int(version), key, player, text=f"{self.platform}|{kind}"))
            await asyncio.sleep(ANSWERS_AFTER)
        return key


async def _compose(snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> Ping:
    return Ping(text=f"{snapshot.match.code}|{notice.player}|{notice.what.value}|{notice.version}")


def _chats(url: str, say: Callable[[Said], None]) -> tuple[_Chat, _Chat]:
    processes = _processes(url)
    return _Chat(DISCORD, processes, say), _Chat(TELEGRAM, processes, say)


def _processes(url: str) -> int:
    return 1 if file_at(url) else 2


class _Ledger:
    """The notices that the children told, held against the rows."""

    def __init__(self) -> None:
        self._told: dict[Key, list[tuple[str, int]]] = defaultdict(list)
        """The keys of the messages that told it, each with the number of the life in which it was sent."""
        self._platforms: dict[Key, str] = {}
        self._first: dict[Key, datetime] = {}
        """When the process began that told it first."""
        self._lives = 0
        self._lived = timedelta()
        """The time of all of them together."""

    def note(self, said: list[Said], end: datetime) -> None:
        """Note the reports of a child up to its kill."""
        began = end
        for one in said:
            if one.what == "lives":
                began = datetime.fromisoformat(one.text)
            else:
                self._hear(one, began, self._lives)
        self._lives += 1
        self._lived += end - began

    def _hear(self, one: Said, began: datetime, life: int) -> None:
        """Somebody was told by a process that ``began`` then."""
        platform, _, kind = one.text.partition("|")
        key = one.match, one.player, kind, one.number
        self._told[key].append((one.event, life))
        self._platforms[key] = platform
        self._first.setdefault(key, began)

    async def settle(self, url: str) -> Told:
        """Let a last process tell what is left, and compare."""
        hear = partial(self._hear, began=datetime.now(UTC), life=self._lives)
        async with process(url, *_chats(url, hear), tell=_compose) as services:
            rows = partial(_due, services)
            due: list[AnyRow] = []
            with suppress(TimeoutError):  # what is left is counted; what falls due from now on is not
                due = await eventually(rows, lambda found: all(row.told for row in found))
            due = due or await rows()
            found = Told(lived=self._lived)
            for row in due:
                self._count(row, found)
            for key in {_last_of(row) for row in due}:
                await self._look_at_last(services, key, due, found)
            found.problems += [str(problem) for problem in await check(services.database)]
        return found

    def _count(self, row: AnyRow, found: Told) -> None:
        key = _key(row)
        messages = self._told.get(key, [])
        found.due += 1
        if not messages:
            if row.told and not row.sent:
                found.overtaken += 1
            else:
                found.never.append(key)
            return
        platform = self._platforms[key]
        found.told[_subject(row.kind)] += 1
        found.on[platform] += 1
        found.after_a_kill += self._first[key] > row.due
        if platform == DISCORD:
            found.twice[platform] += len({message for message, _ in messages}) - 1
        else:
            found.twice[platform] += len(messages) - 1
            found.unnoted |= {life for _, life in messages[:-1]}

    async def _look_at_last(self, services: Services, whose: tuple[str, str], due: list[AnyRow], found: Told) -> None:
        """The newest that is true of a match must have come to its player, whatever the row says.

        Where the match has gone on since the rows were read, the newest is not among them: it is not looked at.
        """
        match: Match = await services.matches.get(whose[0])
        true = [row for row in due if _last_of(row) == whose and is_true(_notice(row), match)]
        if not true or (key := _key(true[-1])) in self._told or key in found.never:
            return
        known = {_key(row) for row in due}
        if all(_key(row) in known for row in await _due(services) if row.match == match.code):
            found.never.append(key)


def _key(row: AnyRow) -> Key:
    return row.match, row.player, row.kind, row.version


def _last_of(row: AnyRow) -> tuple[str, str]:
    return row.match, row.player


def _notice(row: AnyRow) -> Notice:
    return Notice(row.player, KINDS[row.kind], row.version)


def _subject(kind: str) -> str:
    what = KINDS[kind]
    if isinstance(what, Reminder):
        return f"{what.value}s" if what is Reminder.LAST_CALL else "reminders"
    if what in RESULTS:
        return "results"
    return "times over" if what is Happening.TIME_OVER else "turns and other"


async def _due(services: Services) -> list[AnyRow]:
    """The notices that are due, the oldest first."""
    newest_last = select(notices).where(notices.c.due <= services.clock())
    newest_last = newest_last.order_by(notices.c.match, notices.c.version, notices.c.due)

    async def work(session: Session) -> list[AnyRow]:
        return list(await session.execute(newest_last))

    return await services.database.read(work)


async def kill(url: str, times: int) -> Told:
    """Kill processes that share a database, one or all of them, and say what that did to what people are told."""
    ledger = _Ledger()
    with hurried(), _told_at_once():
        kills = await kill_by_turns(url, times, _processes(url), _play, ledger.note)
        told = await ledger.settle(url)
    told.kills = kills
    return told


@contextmanager
def _told_at_once() -> Iterator[None]:
    """Within the context nobody is told less because they were told much: an hour is a few seconds here."""
    with ExitStack() as stack:
        for name, value in AT_ONCE.items():
            stack.enter_context(patch(name, value))
        yield


def _play(url: str, seed: int, writing: Connection) -> None:
    """The child."""
    os.dup2(writing.fileno(), 1)
    quiet()
    with hurried(), _told_at_once():
        asyncio.run(_traffic(url, seed))


async def _traffic(url: str, seed: int) -> None:
    lives = datetime.now(UTC).isoformat()
    async with process(url, *_chats(url, Said.tell), tell=_compose) as services:
        Said("lives", "", 0, text=lives).tell()
        sits = [
            sit(services, Random(f"{seed}-{table}-{platform}"), f"{seed % 2}-{table}", platform)
            for table in range(TABLES // _processes(url))
            for platform in (DISCORD, TELEGRAM)
        ]
        await asyncio.gather(*sits)


def run(kills: int = KILLS) -> None:
    """Print what the kills did."""
    quiet()
    with PostgreSQL() as server:
        _tell("PostgreSQL, two processes", asyncio.run(kill(server.address(server.create()), kills)))
    with tempfile.TemporaryDirectory() as folder:
        _tell("SQLite, one process", asyncio.run(kill(f"sqlite:///{folder}/papan.sqlite", kills)))


def _tell(title: str, told: Told) -> None:
    subjects = ", ".join(f"{number} {subject}" for subject, number in sorted(told.told.items()))
    discord, telegram = (f"{told.twice[platform]} of {told.on[platform]}" for platform in (DISCORD, TELEGRAM))
    print(
        f"{title}: {told.kills} kills; {told.due} notices due, {told.overtaken} of them overtaken before they were told"
    )
    print(
        f"  {told.told.total()} told ({subjects}), {told.after_a_kill} of them by a process begun after they were due"
    )
    print(f"  told twice: {discord} on Discord, {telegram} on Telegram; never told: {len(told.never)}")
    rate, again = told.on[TELEGRAM] / told.lived.total_seconds(), len(told.unnoted)
    print(f"  on Telegram: {rate:.1f} a second told by a process; told twice in {again} of {told.kills} kills")
    for key in told.never[:10]:
        print(f"  never told: {key}")
    print("  " + ("\n  ".join(told.problems) or "papan check finds nothing wrong"), flush=True)
