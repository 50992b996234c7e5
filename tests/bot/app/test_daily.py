"""The puzzle of the day over a fortnight, in two groups and a server in three zones: who saw what, and when."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import partial
from io import BytesIO
from random import Random
from zoneinfo import ZoneInfo

import pytest
from PIL import Image

from bot.app.buttons.callback_data import CallbackData
from bot.app.buttons.study import DailyAction
from bot.app.entry.app import App
from bot.app.learning.daily_card import DailyCards
from bot.app.learning.puzzle_pool import shipped_among, shipped_by_id
from bot.app.learning.puzzles import line_text
from bot.app.moves.move_steps import move_argument
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.bootstrap.assembly import capabilities
from bot.chat import BoardMessage, Content, Menu, PrivatePanel, Request
from bot.computer.search_pool import SearchPool
from bot.foundation.shared_work import SingleProcess
from bot.matches.daily import days_in_a_row, due_after, latest_due
from bot.matches.identity import Person, Place
from bot.matches.preferences import NOWHERE
from bot.services.services import Services
from bot.store import Database, dailies
from bot.words import words
from bot.workers.errands import dailies as errands
from bot.workers.errands.courier import Courier
from bot.workers.errands.dailies import DailyPuzzles
from engine.games import find_ruleset
from engine.puzzles import Puzzle
from engine.ruleset import Ruleset
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import controls, labels
from tests.bot.errands import Looks
from tests.bot.fake_platform import FakePlatform
from tests.bot.kit import DAM_8, Clock, event
from tests.suites import deep

KL, LONDON, NEW_YORK = "Asia/Kuala_Lumpur", "Europe/London", "America/New_York"
GROUP, OTHER, SERVER = Place("telegram", "-1001"), Place("telegram", "-1002"), Place("discord", "2001")
HOURS = {"-1001": (KL, 18), "-1002": (LONDON, 7), "2001": (NEW_YORK, 21)}
PLATFORM = {place.chat: place.platform for place in (GROUP, OTHER, SERVER)}
ADMINS = {"boss"}


@dataclass
class Told:
    """A message that a chat was shown: a new one or an edited one."""

    at: datetime
    chat: str
    new: bool
    message: str
    board: BoardMessage


@dataclass
class Town:
    """Papan, as one process after another runs it, and the chats as the platforms show them."""

    database: Database
    clock: Clock
    images: ImageRenderer
    told: list[Told] = field(default_factory=list)
    platforms: dict[str, FakePlatform] = field(default_factory=dict)
    turns: int = 0

    def __post_init__(self) -> None:
        for name in ("telegram", "discord"):
            self.platforms[name] = Noting(name, self.told, self.clock)
        self.restart()

    def restart(self) -> None:
        """Nothing but the database is left of the process before."""
        self.services = Services.over(self.database, self.clock, Random(self.clock.now.timestamp()))
        tools = AppServices(
            self.services, self.images, SearchPool(), capabilities=capabilities(), manages=self._manages
        )
        self.papan = App(tools)
        chats = list(HOURS)
        self.turns = (self.turns + 1) % len(chats)
        one, others = chats[self.turns], {*chats} - {chats[self.turns]}
        self.processes = [self.another(tools, {one}), self.another(tools, others)]

    def another(self, tools: AppServices, chats: set[str]) -> Looks:
        """One of two processes, which serves some chats."""
        kind = DailyPuzzles(self.services, DailyCards(tools).show, shipped_among)
        return Looks(Courier(kind, self.services, self.platforms, Holding(chats)))

    async def _manages(self, place: Place, account: str) -> bool:
        return account in ADMINS

    async def types(self, name: str, place: Place, command: str, **options: str) -> Seen:
        return seen(await self.papan.command(self._request(name, place), command, options))

    async def presses(self, name: str, place: Place, payload: str, *values: str) -> Seen:
        return seen(await self.papan.press(self._request(name, place), payload, values))

    def _request(self, name: str, place: Place) -> Request:
        return Request(event(), Person(place.platform, name, name, handle=name, locale="en"), place, "")

    async def switches(self, place: Place, label: str) -> Seen:
        """Press a button of ``/daily`` as one who manages the chat."""
        panel = await self.types("boss", place, "daily")
        return await self.presses("boss", place, next(payload for payload, _, text in controls(panel) if text == label))

    async def solve(self, name: str, place: Place, *, right: bool) -> Seen:
        """Press *Solve* below the newest message of a chat and play the line, or ask for the solution."""
        board = next(each.board for each in reversed(self.told) if each.chat == place.chat)
        solve = next(payload for payload, _, label in controls(board) if label == "Solve")
        panel = await self.presses(name, place, solve)
        if not right:
            return await self.presses(name, place, next(p for p, _, label in controls(panel) if label == "Show"))
        puzzle = shown_in(panel)
        for step, asked in enumerate(puzzle.steps):
            move = asked.answers[0]
            argument = f"{puzzle.id}{step}/{move_argument(asked.game.first_choice, move)}"
            panel = await self.presses(name, place, str(CallbackData("zp", argument=argument)))
        return panel

    async def hour(self) -> None:
        """An hour passes; both processes look."""
        self.clock.forward(hours=1)
        await self.look()

    async def look(self) -> None:
        await asyncio.gather(*(process.look() for process in self.processes))

    def posted(self, chat: str) -> list[datetime]:
        """The times at which new messages came to a chat, by its clocks."""
        zone = ZoneInfo(HOURS[chat][0])
        return [each.at.astimezone(zone) for each in self.told if each.chat == chat and each.new]


class Holding(SingleProcess):
    """Holds the leases of some chats."""

    def __init__(self, chats: set[str]) -> None:
        super().__init__()
        self._chats = chats

    def holds(self, kind: str, key: str = "") -> bool:
        return key in self._chats


class Noting(FakePlatform):
    """Notes what each chat is shown."""

    def __init__(self, platform: str, told: list[Told], clock: Clock) -> None:
        super().__init__(platform)
        self.told, self.clock = told, clock

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        new = key not in self.keys
        message = await super().post(place, board, key)
        assert new, "a message was posted twice"
        self.told.append(Told(self.clock.now, place.chat, True, message, board))
        return message

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        await super().edit(place, message, board)
        self.told.append(Told(self.clock.now, place.chat, False, message, board))


def shown_in(panel: Seen) -> Puzzle:
    """The puzzle of a panel."""
    found = (payload.partition(":zs:")[2][:8] for payload, *_ in controls(panel) if ":zs:" in payload)
    return shipped_by_id()[next(found)]


def told_in(board: BoardMessage) -> Puzzle | None:
    """The puzzle whose solution a message tells."""
    lines = board.text.splitlines()
    return next((each for each in shipped_among([DAM_8.key]) if line_text(each, words("en")) in lines), None)


@pytest.fixture
def town(database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Town:
    monkeypatch.setattr(errands, "EDIT_AGAIN_AFTER", 0.0)
    return Town(database, clock, ImageRenderer())


@deep("each of its days is as the one that the transcripts and the kills go through")
@pytest.mark.long("two groups and a server for fourteen days")
async def test_a_fortnight(town: Town) -> None:
    for place in (GROUP, OTHER, SERVER):
        zone, hour = HOURS[place.chat]
        refused = await town.types("adi", place, "daily", hour=str(hour), zone=zone)
        assert "Only those who organise here can change that." in refused.text
        panel = await town.types("boss", place, "daily", hour=str(hour), zone=zone, game="dam-8")
        assert f"On: each day at {hour}:00 by the clocks of {zone.rpartition('/')[2].replace('_', ' ')}" in panel.text
    assert not town.told
    began, rows = town.clock.now, list[str]()
    for hour in range(24 * 14):
        day = hour // 24
        if day == 9 and hour % 24 == 0:
            town.clock.forward(hours=40)  # no Papan runs: what is older than six hours is missed
        await town.hour()
        if hour % 24 == 22:  # each has had theirs
            if day == 3:
                town.restart()
            if day == 5:
                assert labels(await town.types("adi", OTHER, "daily")) == ["Solve"]
                assert "Off." in (await town.switches(OTHER, "Switch off")).text
            if day == 8:
                assert "On:" in (await town.switches(OTHER, "Switch on")).text
            if day < 5:
                both = (town.solve("adi", GROUP, right=True), town.solve("siti", GROUP, right=day % 2 == 0))
                mine, _ = await asyncio.gather(*both)
                rows.append(mine.text.rpartition("%. ")[2].splitlines()[0])
                await town.look()
                last = next(each for each in reversed(town.told) if each.chat == "-1001")
                assert not last.new
                assert f"Solved by {2 if day % 2 == 0 else 1} of 2." in last.board.text
                assert "The line" not in last.board.text
    assert rows[:5] == [f"{n} day{'s' if n > 1 else ''}. A day off a week costs nothing." for n in range(1, 6)]
    for chat, (zone, hour) in HOURS.items():
        times = town.posted(chat)
        days = [latest_due(zone, hour, each)[1] for each in times]
        assert days == sorted(set(days)), "one a day"
        late = [each for each in times if each.hour != hour]
        assert all(each - latest_due(zone, hour, each)[0] <= timedelta(hours=6) for each in late)
        assert len(late) <= 1
        expected = [began.astimezone(ZoneInfo(zone)).date() + timedelta(days=n) for n in range(17)]
        missing = {each for each in expected if days[0] <= each <= days[-1]} - set(days)
        assert len(missing) <= (4 if chat == "-1002" else 2), missing
        if chat == "-1002":
            assert len(missing) >= 3, "it was off in between"
        puzzles = []
        for first in (each for each in town.told if each.chat == chat and each.new):
            of_message = [each for each in town.told if each.message == first.message and each.chat == chat]
            puzzle = told_in(of_message[-1].board)
            if first.at < town.clock.now - timedelta(hours=50):
                assert puzzle, "its solution was told the next day"
                assert not of_message[-1].board.rows
                assert of_message[-1].at - first.at <= timedelta(hours=66)
                puzzles.append(puzzle.id)
            assert all("The line" not in each.board.text for each in of_message[:-1])
            assert labels(first.board) == ["Solve"]
        assert len(puzzles) >= 8
        given = await town.services.database.read(partial(dailies.given, platform=PLATFORM[chat], chat=chat, limit=100))
        assert len(set(given)) == len(given) == len(days), "none comes twice"


async def test_only_the_first_try_counts_wherever_it_is_opened(town: Town) -> None:
    await town.types("boss", GROUP, "daily", hour="21", zone=KL, game="dam-8")
    await town.hour()
    assert "Only the first try counts." not in (await town.solve("adi", GROUP, right=False)).text
    assert "Only the first try counts." in (await town.solve("adi", GROUP, right=True)).text
    await town.look()
    assert "Solved by 0 of 1." in town.told[-1].board.text
    known = await town.services.dailies.latest(GROUP)
    assert known
    unknown = await town.presses("adi", OTHER, str(CallbackData(DailyAction.SOLVE, argument=known.day)))
    assert "button" in unknown.text


async def test_a_line_of_the_day_is_shared_that_gives_nothing_away(town: Town) -> None:
    await town.types("boss", GROUP, "daily", hour="21", zone=KL, game="dam-8")
    await town.hour()
    tried = {name: await town.solve(name, GROUP, right=name == "adi") for name in ("adi", "siti")}
    shares = {name: payload for name, panel in tried.items() for payload, _, text in controls(panel) if text == "Share"}
    day = words("en").month_day(town.told[-1].at)
    lines = dict.fromkeys(tried, f"Papan {day}: solved at the first try, no hint")
    lines["siti"] = f"Papan {day}: not solved at the first try"
    for name, share in shares.items():
        told = await town.presses(name, GROUP, share)
        assert (told.text, told.code, told.picture) == (lines[name], "", None)
        assert isinstance(told.answer, PrivatePanel)
        assert told.answer.to_all
        shown = await town.presses(name, GROUP, told.answer.to_all.payload)
        assert shown.text == f"Shown by {name}.\n{lines[name]}"
        assert (await town.presses(name, Place("telegram", name, private=True), share)).code == lines[name]
    assert {*shares} == {*tried}
    assert "button" in (await town.presses("ros", GROUP, shares["adi"])).text, "who has not tried it has no line"


async def test_those_who_agree_are_named_with_the_solution(town: Town) -> None:
    await town.types("boss", GROUP, "daily", hour="21", zone=KL, game="dam-8")
    await town.hour()
    named = "Solved by 3 of 4: siti, adi and 1 other."
    for name in ("siti", "ros", "nur", "adi"):
        await town.solve(name, GROUP, right=name != "nur")
        town.clock.forward(minutes=1)
    ros = await town.services.people.player(Person("telegram", "ros", "ros", handle="ros", locale="en"))
    await town.services.people.change_settings(ros.id, listed=NOWHERE)
    await town.look()
    assert "Solved by 3 of 4." in town.told[-1].board.text, "by its number, as long as it stands open"
    assert named in (await town.types("adi", GROUP, "daily")).text
    before = len(town.told)
    for _ in range(24):
        await town.hour()
    edited = [each.board for each in town.told[before:] if not each.new]
    assert [named in each.text for each in edited] == [True], "with the solution, in one edit"


async def test_it_comes_as_the_hosts_of_the_server_want_it(town: Town) -> None:
    channel = replace(SERVER, server="900")
    await town.types("boss", channel, "daily", hour="9", zone=NEW_YORK, game="dam-8")
    wanted = {"language": "ms", "theme": "pasar", "quiet": "on"}
    for settings in ({}, wanted):
        await town.services.communities.change(channel, partial(replace, settings=settings))
        for _ in range(24):
            await town.hour()
    plain, chosen = [each.board for each in town.told if each.new]
    assert (plain.language, plain.silent) == ("en", False)
    assert (chosen.language, chosen.silent) == ("ms", True)
    assert "Puzzle of the day" in plain.title
    assert words("ms")("Puzzle of the day") in chosen.title
    pictures = [each.picture.png for each in (plain, chosen) if each.picture]
    grounds = [Image.open(BytesIO(png)).convert("RGB").getpixel((3, 3)) for png in pictures]
    assert grounds[0] != grounds[1], "the theme is theirs too"


async def test_where_a_chat_has_none_today_brings_the_same_one_to_all(town: Town) -> None:
    async def todays(name: str, place: Place) -> str:
        return shown_in(await town.types(name, place, "puzzle", today="yes")).id

    first = await todays("adi", OTHER)
    assert await todays("siti", SERVER) == first
    panel = await town.types("siti", SERVER, "puzzle", today="yes")
    assert "Share" not in labels(panel), "not tried yet"
    tried = await town.presses("siti", SERVER, next(payload for payload, _, text in controls(panel) if text == "Show"))
    assert "Share" in labels(tried)
    town.clock.forward(days=1)
    second = await todays("siti", SERVER)
    assert shipped_by_id()[second].ruleset != shipped_by_id()[first].ruleset, "another game each day"

    await town.types("boss", GROUP, "daily", hour="21", zone=KL, game="dam-8")
    await town.hour()
    known = await town.services.dailies.latest(GROUP)
    assert known
    panel = await town.types("adi", GROUP, "puzzle", today="yes")
    assert shown_in(panel).id == known.puzzle
    await town.presses("adi", GROUP, next(payload for payload, _, label in controls(panel) if label == "Show"))
    await town.look()
    assert "Solved by 0 of 1." in town.told[-1].board.text, "it counts for the chat"
    assert "Only the first try counts." in (await town.types("adi", GROUP, "puzzle", today="yes")).text
    assert await todays("siti", OTHER) != known.puzzle


async def test_what_is_no_hour_is_refused(town: Town) -> None:
    for hour in ["24", "-1", "noon", "²"]:
        assert "is no hour of the day" in (await town.types("boss", GROUP, "daily", hour=hour)).text, hour


def test_an_hour_that_the_clocks_skip_comes_all_the_same() -> None:
    now = datetime.fromisoformat("2026-03-08T00:00:00-05:00")
    due = due_after(NEW_YORK, 2, now)
    assert due == datetime.fromisoformat("2026-03-08T07:00:00+00:00")
    assert latest_due(NEW_YORK, 2, due)[1] == date(2026, 3, 8)
    assert due_after("Nowhere/Land", 3, now) > now


def test_a_missed_day_a_week_costs_nothing() -> None:
    days = [date(2026, 3, 1) + timedelta(days=n) for n in range(20)]
    assert days_in_a_row(days[:10], days, days[9]) == 10
    assert days_in_a_row(days[:10], days, days[10]) == 10  # today is not over
    assert days_in_a_row([*days[:5], *days[6:10]], days, days[9]) == 9
    assert days_in_a_row([*days[:5], *days[7:10]], days, days[9]) == 3
    assert days_in_a_row([*days[:5], *days[7:10]], [*days[:5], *days[7:]], days[9]) == 8  # there was none to miss
    assert days_in_a_row([], days, days[9]) == 0


def tab(panel: Content, name: str) -> str:
    """The payload of the button of a tab."""
    return next(payload for payload, _, label in controls(panel) if label == name)


async def test_several_games_are_ticked_one_after_the_other(town: Town) -> None:
    panel = await town.types("boss", GROUP, "daily")
    panel = await town.presses("boss", GROUP, tab(panel, "Games"))

    async def tick(ruleset: Ruleset) -> None:
        nonlocal panel
        menu = next(payload for payload, *_ in controls(panel) if ":dg" in payload)
        panel = await town.presses("boss", GROUP, menu, ruleset.short_id)

    def marked() -> list[str]:
        menu = next(row for row in panel.rows if isinstance(row, Menu) and ":dg" in row.payload)
        assert sum(each.chosen for each in menu.options) <= 1, "Discord takes no more where one may be chosen"
        return [each.value for each in menu.options if each.label.startswith("✓ ")]

    other = find_ruleset("main-tapal-empat")
    for ruleset, text, ticks in (
        (DAM_8, "Of Malaysian checkers 8x8.", [DAM_8.short_id]),
        (other, "Of Main tapal empat, Malaysian checkers 8x8.", [other.short_id, DAM_8.short_id]),
        (DAM_8, "Of Main tapal empat.", [other.short_id]),
        (other, "Of all games.", []),
    ):
        await tick(ruleset)
        assert text in panel.text
        assert marked() == ticks
    named = await town.types("boss", GROUP, "daily", game="dam-8, main-tapal-empat")
    assert "Of Main tapal empat, Malaysian checkers 8x8." in named.text
    assert "yet" in (await town.types("boss", GROUP, "daily", game="dam-8, rimau")).text


async def test_who_manages_a_chat_chooses_hour_game_and_zone_in_a_panel(town: Town) -> None:
    panel = await town.types("boss", GROUP, "daily")
    for name, choice, value, text in (
        ("Hour", "dh", "7", "at 7:00"),
        ("Games", "dg", "all", "Of all games."),
        ("Games", "dg", DAM_8.short_id, "Of Malaysian checkers 8x8."),
        ("Clocks", "dz", "14", "by the clocks of London"),
    ):
        panel = await town.presses("boss", GROUP, tab(panel, name))
        assert len([row for row in panel.rows if isinstance(row, Menu)]) == 1, "more can hardly be read on Telegram"
        menu = next(payload for payload, *_ in controls(panel) if f":{choice}" in payload)
        panel = await town.presses("boss", GROUP, menu, value)
        assert text in panel.text
        assert "Off." in panel.text
    assert "by the clocks of" in (await town.types("boss", GROUP, "daily", zone="Asia/Kathmandu")).text
    assert "There are no puzzles of rimau yet." in (await town.types("boss", GROUP, "daily", game="rimau")).text


async def test_a_made_up_button_is_refused_with_a_sentence(town: Town) -> None:
    for action, argument in [("ds", "2026-01-01"), ("ds", ""), ("ds", "-1009/2026-01-01")]:
        assert "button" in (await town.presses("adi", GROUP, str(CallbackData(action, argument=argument)))).text, (
            argument
        )


async def test_in_a_private_chat_it_says_where_there_is_one(town: Town) -> None:
    own = Place("telegram", "7", private=True)
    assert "comes to chats of several people" in (await town.types("adi", own, "daily", hour="7")).text
    assert await town.services.dailies.of_chat(own) is None
