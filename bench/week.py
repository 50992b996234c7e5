"""A week of a group that plays: what everybody is told, at which hours and where. The time is moved, nobody waits.

Twelve people in three zones play forty matches, at all paces for which nobody has to sit before the board. Everything
is as people have it, but for the chat, which is a list, and for the clock, which goes on by ten minutes at once.
"""

import asyncio
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from statistics import median
from zoneinfo import ZoneInfo

from sqlalchemy import select

from bench.traffic import FakePlatform, compose, compose_thread, quiet
from bot.chat import Ping, Unreachable
from bot.matches.clock import Stage
from bot.matches.happening import Happening
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.limits import NUDGES_IN_A_TURN
from bot.matches.match import Match
from bot.matches.notices import News, Notice, Reachability, Reminder
from bot.matches.pace import Pace
from bot.matches.preferences import BOTH, HERE, PRIVATE
from bot.matches.quiet_hours import QuietHours, asleep_until
from bot.matches.refusals import ActionRefused
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.match.matches import MatchAction, Player
from bot.services.services import Services
from bot.store import Database, MatchSnapshot, View
from bot.store.connection import AnyRow, Connection
from bot.store.notices import KINDS
from bot.store.tables import away, notices
from bot.workers.views.view_reconciler import ViewReconciler
from engine.games import find_ruleset

PLATFORM = "telegram"
GROUP = Place(PLATFORM, "the group")
BEGINS = datetime(2026, 3, 26, 0, tzinfo=UTC)
"""A Thursday; on Sunday summer time begins in London."""
DAYS = 7
SMALLEST = {"days": 1}
STEP = timedelta(minutes=10)
A_LITTLE = timedelta(seconds=30)
"""From what people do to the next look: whoever is looking at the board is called after a few seconds only."""
MATCHES = 40
KUALA_LUMPUR, JAKARTA, LONDON = "Asia/Kuala_Lumpur", "Asia/Jakarta", "Europe/London"
EVERY_TURN = 2
"""The most messages of a turn beside the call to it, without nudges."""
IN_AN_HOUR = 6
AWAY_FOR = timedelta(days=3)
RULESET = find_ruleset("dam-8")
TERMS = (
    Terms(Pace.COFFEE),
    Terms(Pace.RELAXED),
    Terms(Pace.SLOW),
    Terms(),
    Terms(Pace.COFFEE, rated=True),
    Terms(Pace.RELAXED, rated=True),
    Terms(Pace.SLOW, away=False),
    Terms(),
)
MOST_OF_A_TURN = {
    (Reminder.REMINDED, Reminder.LAST_CALL): EVERY_TURN,
    (Happening.NUDGED,): NUDGES_IN_A_TURN,
}
"""The most of some news that one is told of a turn beside the call to it; a nudge is asked for by the other."""
RESULTS = (Happening.RESIGNED, Happening.LOST_ON_TIME, Happening.CALLED_OFF, Happening.DRAW_AGREED)
AT_ONCE = (*RESULTS, Happening.TIME_OVER)
"""Results and claims: they do not wait because somebody was told much."""


@dataclass(frozen=True)
class Somebody:
    """A person of the group. ``night`` is in hours of their zone. ``sits`` is how often a day they look at all."""

    name: str
    zone: str
    night: tuple[int, int] = (23, 7)
    told: str = HERE
    sits: float = 6.0
    refuses: bool = False
    away_on: int = 0
    """The day on which three days away begin, 0 for none."""
    erased_on: int = 0
    gone_on: int = 0
    """The day from which on they never come back."""

    @property
    def quiet(self) -> QuietHours:
        """The hours in which they are not to be told anything."""
        return QuietHours(self.zone, self.night[0] * 60, self.night[1] * 60)


GROUP_OF = (
    Somebody("Adi", KUALA_LUMPUR),
    Somebody("Siti", KUALA_LUMPUR, (22, 6), sits=12.0),
    Somebody("Mei", KUALA_LUMPUR, told=PRIVATE),
    Somebody("Ravi", KUALA_LUMPUR, told=PRIVATE, refuses=True),
    Somebody("Farah", KUALA_LUMPUR, away_on=3),
    Somebody("Budi", JAKARTA, (22, 5)),
    Somebody("Dewi", JAKARTA, told=BOTH),
    Somebody("Joko", JAKARTA, gone_on=1),
    Somebody("Wayan", JAKARTA, erased_on=4),
    Somebody("Tom", LONDON, (0, 8), sits=10.0),
    Somebody("Alice", LONDON, told=PRIVATE),
    Somebody("Harry", LONDON, sits=2.0),
)


@dataclass(frozen=True)
class Message:
    """A message that a person was told: in the group (beside the board) or in their private chat."""

    name: str
    notice: Notice
    match: str
    ply: int
    at: datetime
    private: bool


@dataclass
class Week:
    """All that was told, and what must not have been."""

    messages: list[Message]
    matches: int
    ends: datetime
    faults: list[str] = field(default_factory=list)


class Clock:
    """The time in UTC."""

    def __init__(self) -> None:
        self.now = BEGINS

    def __call__(self) -> datetime:
        return self.now


class _Chats(FakePlatform):
    """The group, and the private chats of its people."""

    platform = PLATFORM

    def __init__(self, clock: Clock) -> None:
        super().__init__(tell=False)
        self.messages: list[Message] = []
        self._clock = clock
        self.composed: dict[str, tuple[str, int, Notice]] = {}

    async def private_place(self, account: str) -> Place:
        """A chat of one's own, unless they take no messages."""
        if any(each.name == account and each.refuses for each in GROUP_OF):
            raise Unreachable
        return Place(PLATFORM, account, private=True)

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        """Tell somebody."""
        match, ply, notice = self.composed[ping.text]
        self.messages.append(Message(person.name, notice, match, ply, self._clock(), place.private))
        return f"{key} {len(self.messages)}"

    async def compose(self, snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> Ping:
        """A message whose words name the notice."""
        words = f"{len(self.composed)}"
        self.composed[words] = snapshot.match.code, snapshot.match.game.ply, notice
        return Ping(text=words)

    async def delete(self, place: Place, message: str, successor: object = None) -> None:
        """Delete a message."""


class _Steps(ViewReconciler):
    """Does what is due by now, and ends."""

    async def step(self) -> None:
        """Show and tell all that is due."""
        await self._sweep()
        while self._requested or self._tasks.running:
            await self._reconcile_requested()
            await asyncio.sleep(0)

    async def end(self) -> None:
        """Begin nothing more."""
        await self._tasks.stop(0.0)

    def listen(self) -> Callable[[], object]:
        """Look at what changes; gives a function that ends that."""
        return self._services.news.matches.subscribe(self._request)


class _Group:
    """The people, and what they do."""

    def __init__(self, services: Services, chance: Random, clock: Clock) -> None:
        self._services = services
        self._chance = chance
        self._clock = clock
        self._players: dict[str, Player] = {}
        self._events = count()
        self._wishes: dict[str, list[tuple[str, Terms]]] = defaultdict(list)
        """Whom somebody is still to invite, and to what."""
        self.erased: dict[str, datetime] = {}

    @property
    def names(self) -> dict[str, str]:
        """By the ids of the players."""
        return {player.id: name for name, player in self._players.items()}

    async def come_in(self) -> None:
        """Have everybody known, with their settings, and wish for their matches."""
        for each in GROUP_OF:
            player = await self._services.people.player(Person(PLATFORM, each.name, each.name))
            quiet = f"{each.quiet.begin} {each.quiet.end}"
            await self._services.people.change_settings(player.id, zone=each.zone, quiet=quiet, told=each.told)
            self._players[each.name] = player
        who_stay = [each for each in GROUP_OF if not (each.gone_on or each.erased_on)]
        for number in range(MATCHES):
            host = who_stay[number % len(who_stay)]
            guest = self._chance.choice([each for each in GROUP_OF if each is not host])
            self._wishes[host.name].append((guest.name, TERMS[number % len(TERMS)]))

    async def act(self, day: int) -> None:
        """Let everybody who looks now do what there is to be done."""
        for each in GROUP_OF:
            if each.name in self.erased or (each.gone_on and day >= each.gone_on):
                continue
            player = self._players[each.name]
            if each.erased_on and day >= each.erased_on:
                self.erased[each.name] = self._clock()
                await self._services.people.erase(player)
            elif self._sits(each, day):
                await self._sit(player)

    async def go_away(self, day: int) -> None:
        """Somebody is away from now on."""
        for each in GROUP_OF:
            if day and each.away_on == day:
                await self._services.time.go_away(self._players[each.name].id, self._clock() + AWAY_FOR)

    def _sits(self, each: Somebody, day: int) -> bool:
        now = self._clock()
        if asleep_until(now, each.quiet) or (each.away_on and each.away_on <= day < each.away_on + AWAY_FOR.days):
            return False
        return self._chance.random() < each.sits * STEP / (timedelta(days=1) * 2 / 3)

    async def _sit(self, player: Player) -> None:
        if wishes := self._wishes[player.name]:
            wish = wishes.pop(0)
            if not await self._invite(player, *wish):
                wishes.append(wish)  # the other has invited them to the same, or has too many invitations open
        for match in await self._matches_of(player):
            if match.status is Status.INVITED and match.invited == player.id:
                with suppress(ActionRefused):
                    await self._services.matches.join(self._event(), player, match.code)
            elif match.status is Status.PLAYING and (action := self._wanted(player, match)):
                with suppress(ActionRefused):
                    await self._services.matches.act(self._event(), player, match.code, action)

    async def _matches_of(self, player: Player) -> list[Match]:
        """In an order that is the same in each week: ids and codes are not, where tasks come in another order."""
        found = await self._services.matches.of_player(player.id)
        return sorted(found, key=lambda match: (match.created, self.names[match.host], str(match.terms)))

    async def _invite(self, player: Player, guest: str, terms: Terms) -> bool:
        invitation = Invitation(RULESET, Person(PLATFORM, guest, guest), 0, terms=terms)
        try:
            _, view = await self._services.opening.open(self._event(), player, invitation, Venue(GROUP, "en"))
        except ActionRefused:
            return False
        await self._services.views.shown(view.key, view.key)
        return True

    def _wanted(self, player: Player, match: Match) -> MatchAction | None:
        """The action of a player in a match at which they look; None for no action."""
        will, me = self._chance.random(), player.id
        if player.id in match.to_act and match.draw_offer is not None:
            return lambda now_, at: now_.answer_draw(me, will < 0.2, at)
        if match.seats[match.game.turn] == me:
            legal = match.game.legal_moves
            if not legal or will < 0.01:
                return lambda now_, at: now_.resign(me, at)
            if will < 0.03:
                return lambda now_, at: now_.offer_draw(me, at)
            move = self._chance.choice(legal)
            return (lambda now_, at: now_.move(me, move, None, at)) if will < 0.8 else None
        if match.clock and match.clock.stage is Stage.OVER:
            return lambda now_, at: now_.claim(me, at)
        return (lambda now_, at: now_.nudge(me, at)) if match.may_nudge(me, self._clock()) and will < 0.3 else None

    def _event(self) -> str:
        return f"event-{next(self._events)}"


async def live(url: str, days: int = DAYS, seed: int = 1) -> Week:
    """Let so many days pass in a database with nothing in it."""
    clock, chance = Clock(), Random(seed)
    database = await Database.open(url)
    services = Services.over(database, clock, Random(seed))
    chats, group = _Chats(clock), _Group(services, chance, clock)
    steps = _Steps(services, {PLATFORM: chats}, compose, chats.compose, compose_thread)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(database.close)
        stack.callback(steps.listen())
        stack.push_async_callback(steps.end)
        await group.come_in()
        for number in range(int(timedelta(days=days) / STEP)):
            clock.now = BEGINS + number * STEP
            day, since = divmod(number, int(timedelta(days=1) / STEP))
            if not since:
                await group.go_away(day)
            await services.time.tick_due()
            await steps.step()
            await group.act(day)
            clock.now += A_LITTLE
            await steps.step()
        rows = await database.read(_rows)
        absences = await database.read(_absences)
        matches = len({row.match for row in rows})
    week = Week(chats.messages, matches, clock())
    week.faults += [
        *_at_rest(week, absences, group),
        *_twice(week),
        *_much(week),
        *_unheard(week, rows, group),
        *_elsewhere(week),
    ]
    return week


async def _rows(connection: Connection) -> list[AnyRow]:
    return list(await connection.execute(select(notices)))


async def _absences(connection: Connection) -> list[AnyRow]:
    return list(await connection.execute(select(away)))


def _at_rest(week: Week, absences: list[AnyRow], group: _Group) -> Iterator[str]:
    """Nobody is told anything at night or while they are away, or once they have left.

    Whoever's days away begin because their time is over hears of that: it is what they have to know.
    """
    people = {each.name: each for each in GROUP_OF}
    for each in week.messages:
        if asleep_until(each.at, people[each.name].quiet):
            yield f"at night: {each}"
        if each.name in group.erased and each.at > group.erased[each.name]:
            yield f"after leaving: {each}"
        for row in absences:
            if group.names.get(row.player) != each.name or not row.began <= each.at < row.ended:
                continue
            if not (row.by_itself and each.notice.what is Happening.WENT_AWAY and each.at - row.began < STEP):
                yield f"while away: {each}"


def _twice(week: Week) -> Iterator[str]:
    """Nobody is told the same twice in a place."""
    told = Counter(
        (each.name, each.match, each.notice.what, each.notice.version, each.private) for each in week.messages
    )
    return (f"told {number} times: {what}" for what, number in told.items() if number > 1)


def _much(week: Week) -> Iterator[str]:
    """Nobody is told more of a turn, or in an hour, than is promised."""
    for news, most in MOST_OF_A_TURN.items():
        turns = _of_turns(week.messages, *news)
        yield from (f"{number} beside the call: {turn}" for turn, number in turns.items() if number > most)
    for name, messages in _by_name(week).items():
        notices_of = {(each.match, each.notice.what, each.notice.version): each for each in messages}
        moments = sorted(each.at for each in notices_of.values() if each.notice.what not in AT_ONCE)
        for number, moment in enumerate(moments[IN_AN_HOUR:]):
            if moment - moments[number] < timedelta(hours=1):
                yield f"more than {IN_AN_HOUR} in an hour: {name} at {moment}"


def _of_turns(messages: Collection[Message], *news: News | Reachability) -> Counter[tuple[str, str, int, bool]]:
    """The number of times each person was told some news of one turn in a place."""
    return Counter((each.name, each.match, each.ply, each.private) for each in messages if each.notice.what in news)


def _unheard(week: Week, rows: list[AnyRow], group: _Group) -> Iterator[str]:
    """Everybody hears how their matches ended, once they are awake and here."""
    told = {(each.name, each.match, each.notice.what, each.notice.version) for each in week.messages}
    for row in rows:
        name, what = group.names[row.player], KINDS[row.kind]
        if what in RESULTS and row.due <= week.ends and (name, row.match, what, row.version) not in told:
            yield f"never heard: {name} {row.match} {row.kind} {row.due}"


def _elsewhere(week: Week) -> Iterator[str]:
    """Everybody is told where they want it; who takes no private messages, in the group."""
    people = {each.name: each for each in GROUP_OF}
    for each in week.messages:
        somebody = people[each.name]
        wanted = HERE if somebody.refuses else somebody.told
        if wanted != BOTH and each.private != (wanted == PRIVATE):
            yield f"in the wrong place: {each}"


def _by_name(week: Week) -> dict[str, list[Message]]:
    found: dict[str, list[Message]] = {each.name: [] for each in GROUP_OF}
    for each in week.messages:
        found[each.name].append(each)
    return found


def run(days: int = DAYS) -> None:
    """Print what everybody was told."""
    quiet()
    with tempfile.TemporaryDirectory() as folder:
        week = asyncio.run(live(f"sqlite:///{folder}/papan.sqlite", days))
    print(f"{days} days, {len(GROUP_OF)} people, {week.matches} matches, {len(week.messages)} messages")
    for news in MOST_OF_A_TURN:
        names = " and ".join(each.value for each in news)
        print(f"of one turn at most: {max(_of_turns(week.messages, *news).values(), default=0)} {names}")
    messages = _by_name(week)
    for somebody in GROUP_OF:
        _tell(somebody, messages[somebody.name], days)
    print("\n".join(week.faults) or "nobody was told anything at night, while away, twice, or too often", flush=True)


def _tell(somebody: Somebody, messages: list[Message], days: int) -> None:
    zone = ZoneInfo(somebody.zone)
    each_day = Counter(each.at.astimezone(zone).date() for each in messages)
    first = BEGINS.astimezone(zone).date()
    numbers = [each_day[first + timedelta(days=day)] for day in range(days)]
    begin, end = somebody.night
    facts = f"{somebody.zone}, quiet {begin:02}-{end:02}, told {somebody.told}"
    print(f"{somebody.name} ({facts}): {len(messages)}; a day: median {median(numbers):g}, worst {max(numbers)}")
    by_kind: dict[str, list[Message]] = defaultdict(list)
    for each in messages:
        by_kind[f"{(each.notice.together and 'several wait') or each.notice.what.value}"].append(each)
    for kind, those in sorted(by_kind.items(), key=lambda pair: -len(pair[1])):
        hours = Counter(each.at.astimezone(zone).hour for each in those)
        at = " ".join(f"{hour:02}h{number}" for hour, number in sorted(hours.items()))
        private = sum(each.private for each in those)
        print(f"  {kind:<16} {len(those):>4}: {len(those) - private} in the group, {private} in private; {at}")
