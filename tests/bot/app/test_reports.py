"""Reports to the hosts of a place about somebody in a match: who may, and what the hosts read and nobody else."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.app.entry.app import App
from bot.app.host.reports import LISTED, OF_MATCH, first_of
from bot.app.host.ruling_message import RulingMessages
from bot.app.requests.context import AppServices
from bot.bootstrap.assembly import capabilities
from bot.chat import Menu, PrivatePanel, Request
from bot.matches.communities import AllowedKind, Grant, Right
from bot.matches.identity import Person, Place
from bot.matches.limits import REPORTS_IN_A_DAY
from bot.store.reports import Report
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import controls, labels
from tests.bot.kit import Clock, event

GROUP = Place("telegram", "-1001")
BOSS = "boss"


class Court:
    """Papan in a group that one person manages."""

    def __init__(self, tools: AppServices, clock: Clock) -> None:
        self.services, self.clock = tools.services, clock
        self.hosts = {BOSS}
        self.tools = replace(tools, manages=self._manages, capabilities=capabilities())
        self.papan = App(self.tools)

    async def _manages(self, place: Place, account: str) -> bool:
        return place.chat == GROUP.chat and account in self.hosts

    def asks(self, name: str, written: str | None = None) -> Request:
        return Request(event(), self.person(name), GROUP, "", written=written)

    def person(self, name: str) -> Person:
        return Person("telegram", name, name, handle=name, locale="en")

    async def types(self, name: str, command: str, **options: str | Person) -> Seen:
        return seen(await self.papan.command(self.asks(name), command, options))

    async def presses(self, name: str, panel: Seen, label: str) -> Seen:
        payload, values = next((payload, values) for payload, values, each in controls(panel) if each == label)
        return seen(await self.papan.press(self.asks(name), payload, values))

    async def begun(self) -> str:
        """The code of a match in the group between Adi and Siti."""
        card = await self.types("adi", "play", game="dam-8", opponent=self.person("siti"), side="first")
        code = card.title.split()[0]
        await self.types("siti", "join", code=code)
        return code

    async def panel(self, name: str, code: str) -> Seen:
        return seen(await self.papan.press(self.asks(name), f"1:{code}:0:rt"))

    async def reported(self, name: str, reason: str = "Rude talk") -> str:
        """The code of a match in which somebody has reported the first whom they may."""
        code = await self.begun()
        await self.presses(name, await self.panel(name, code), reason)
        return code

    async def listed(self, name: str = BOSS) -> Seen:
        return await self.types(name, "mod", act="reports")

    async def untold(self) -> list[str]:
        """The messages for the log channel."""
        compose = RulingMessages(self.tools).compose
        found = await self.services.rulings.untold()
        return [(await compose(ruling, community)).text for ruling, community in found if community]


@pytest.fixture(name="court")
def make_court(app_services: AppServices, clock: Clock) -> Court:
    return Court(app_services, clock)


async def test_a_report_reaches_the_hosts_and_nobody_else(court: Court) -> None:
    code = await court.begun()
    more = await court.presses("adi", await court.types("adi", "board", match=code), "More")
    panel = await court.presses("adi", more, "Report...")
    assert labels(panel) == [
        *("Leaves matches", "Lets others wait on purpose", "Rude talk", "Plays with a program", "Gives points away"),
        "Something else",
    ]
    had = await court.presses("adi", panel, "Rude talk")
    assert had.text == "The hosts have it."
    asking = (await court.presses("adi", had, "Add words")).answer
    assert isinstance(asking, PrivatePanel)
    assert asking.asks
    written = court.asks("adi", "in every\nmatch")
    assert seen(await court.papan.press(written, asking.asks.payload)).text == "The hosts have it."

    decided = await court.types(BOSS, "mod")
    assert labels(decided) == ["Reports: 1"]
    found = await court.presses(BOSS, decided, "Reports: 1")
    assert found.text.splitlines()[:2] == [f"{code}:", "- siti: Rude talk · by adi · just now · in every match"]
    assert isinstance(found.answer, PrivatePanel)
    assert found.answer.confidential
    assert code in (await court.presses(BOSS, found, code)).title, "the first menu shows the match"
    for name in ("siti", "adi"):
        assert (await court.listed(name)).text == "Only those who manage this chat can do that."
    payload, values, _ = controls(found)[1]
    assert seen(await court.papan.press(court.asks(BOSS), payload, values)).text == "Nothing is reported."
    assert (await court.types(BOSS, "mod")).text.startswith("Nothing was decided here so far.")
    late = seen(await court.papan.press(court.asks("adi", "and more"), asking.asks.payload))
    assert late.text == "The hosts are done with your report. Nothing can be added to it."


async def test_a_match_is_told_to_the_hosts_once_and_counted_on(court: Court) -> None:
    channel = Grant(AllowedKind.CHANNEL, "5", Right.RULE, "staff")
    await court.services.communities.change(GROUP, lambda found: replace(found, allowed=(channel,)))
    code = await court.reported("adi", "Leaves matches")
    for name in ("ros", "tom"):
        panel = (await court.panel(name, code)).answer
        assert isinstance(panel, PrivatePanel)
        menus = {row.prompt: row.payload for row in panel.rows if isinstance(row, Menu)}
        assert [*menus] == ["Why do you report adi?", "Why do you report siti?"]
        await court.papan.press(court.asks(name), menus["Why do you report siti?"], ("rude",))
    assert await court.untold() == [
        f"In {code} somebody was reported to you: Leaves matches. /mod reports shows who, and by whom."
    ]
    listed = (await court.listed()).text
    assert [listed.count(f"by {name}") for name in ("adi", "ros", "tom")] == [1, 1, 1]
    assert (await court.types(BOSS, "setup")).text.startswith("Reports: 1. /mod reports shows them.\n")
    again = await court.presses("adi", await court.panel("adi", code), "Rude talk")
    assert again.text == "You have reported this match already. The hosts have it."


async def test_a_report_that_came_after_the_list_stays_open_and_is_told(court: Court) -> None:
    channel = Grant(AllowedKind.CHANNEL, "5", Right.RULE, "staff")
    await court.services.communities.change(GROUP, lambda found: replace(found, allowed=(channel,)))
    code, reports = await court.reported("adi"), court.services.reports
    stale = await court.listed()
    ros, tom = [await court.services.people.player(court.person(name)) for name in ("ros", "tom")]
    court.clock.forward(seconds=1)
    await reports.report(ros, code, 1, "leaves")
    payload, values, _ = controls(stale)[1]
    assert len(f"{payload}:{values[0]}".replace(GROUP.chat, "-1001234567890")) <= 64, "it has room on Telegram"
    text = seen(await court.papan.press(court.asks(BOSS), payload, values)).text
    assert [text.count(f"by {name}") for name in ("adi", "ros")] == [0, 1]
    assert len(await court.untold()) == 1, "one of these reports is open: the hosts know"
    payload, values, _ = controls(await court.listed())[1]
    assert seen(await court.papan.press(court.asks(BOSS), payload, values)).text == "Nothing is reported."
    court.clock.forward(seconds=1)
    await reports.report(tom, code, 1, "rude")
    told = await court.untold()
    assert told[1:] == [f"In {code} somebody was reported to you: Rude talk. /mod reports shows who, and by whom."]


async def test_a_crowd_of_reporters_leaves_the_list_readable(court: Court) -> None:
    """Of each match a few are listed, with a part of the words; what runs from right to left stays within its words."""
    code, reports = await court.begun(), court.services.reports
    for number in range(OF_MATCH + 2):
        court.clock.forward(seconds=1)
        player = await court.services.people.player(court.person(f"n{number} of the many trolls"))
        await reports.report(player, code, 1, "rude")
        await reports.add_words(player.id, code, "\u202e\u05d0 **@everyone**\n" + "https://evil.example " * 200)
    text = (await court.listed()).text
    first, *lines, further, closing = text.splitlines()
    assert (first, further) == (f"{code}:", "- Further reports: 2")
    assert closing == "/mod and the code rules in a match; /mod ban keeps a person out."
    assert len(lines) == OF_MATCH
    for line in lines:
        told, words = line.split("\u2068")
        assert told.startswith("- siti: Rude talk · by n")
        assert words.startswith("\u05d0 **@\u2060everyone** https\u2060://\u2060evil.\u2060example")
        assert words.endswith("…\u2069"), "what is turned round ends with it"
    assert len(text) < 1_000


def test_the_list_has_room_for_many_matches() -> None:
    def report(match: str, player: str) -> Report:
        return Report("", match, player, "siti", "rude", "", datetime(2026, 3, 1, tzinfo=UTC))

    spammed = [report("M0", f"p{number}") for number in range(50)]
    others = [report(f"M{number}", "p") for number in range(1, 20)]
    listed = first_of([*spammed, *others])
    assert [len(each) for each in listed.values()] == [OF_MATCH, *[1] * (LISTED - OF_MATCH)]
    assert [*first_of([*others, *spammed])] == [f"M{number}" for number in range(1, LISTED + 1)]


async def test_old_buttons_and_other_places_give_nobody_a_right(court: Court) -> None:
    """Two hosts are done at once; a button of a report that is closed; private chats and other groups."""
    code = await court.reported("adi")
    panel = await court.listed()
    court.hosts.add("chief")
    again = await court.listed("chief")
    payload, values, _ = controls(panel)[1]
    assert seen(await court.papan.press(court.asks(BOSS), payload, values)).text == "Nothing is reported."
    payload, values, _ = controls(again)[1]
    private = replace(court.asks("chief"), place=Place("telegram", "chief", private=True))
    assert seen(await court.papan.press(private, payload, values)).text == "Nothing is reported."
    old = await court.presses("adi", await court.panel("adi", code), "Rude talk")
    assert old.text == "You have reported this match already. The hosts have it."
    typed = seen(await court.papan.command(private, "mod", {"act": "reports"}))
    assert typed.text == "Type /mod where the match is played: there I can see who manages the chat."
    elsewhere = replace(court.asks(BOSS), place=Place("telegram", "-1002"))
    refused = seen(await court.papan.command(elsewhere, "mod", {"act": "reports"}))
    assert refused.text == "Only those who manage this chat can do that."
    forged = seen(await court.papan.press(court.asks("siti"), payload, values))
    assert forged.text == "This is for somebody else. Ask for your own: /mod"
    court.hosts.clear()
    for place in (GROUP, private.place, elsewhere.place):
        late = seen(await court.papan.press(replace(court.asks("chief"), place=place), payload, values))
        assert late.text == "Only those who manage this chat can do that."


async def test_a_host_who_plays_reports_and_reads_it(court: Court) -> None:
    court.hosts = {"adi"}
    code = await court.reported("adi")
    assert f"{code}:\n- siti: Rude talk · by adi" in (await court.listed("adi")).text
    asked = await court.types("adi", "mod", match=code, act="none", why="rude")
    assert "Done" not in asked.text, "a host does not rule in a match of their own"


async def test_where_all_read_it_neither_match_nor_reason_is_told(court: Court) -> None:
    await court.services.communities.change(GROUP, lambda found: replace(found, settings={"log": "here"}))
    await court.reported("adi")
    assert await court.untold() == [
        "Something was reported to those who manage this group. /mod reports shows it to them."
    ]


async def test_a_host_does_not_read_what_is_about_them(court: Court) -> None:
    code = await court.reported("adi")
    court.hosts = {BOSS, "siti"}
    assert (await court.listed("siti")).text == "Nothing is reported."
    siti = await court.services.people.player(court.person("siti"))
    await court.services.reports.close(GROUP, code, siti.id, court.clock())
    assert code in (await court.listed()).text, "nor closes it"


async def test_a_person_reports_so_many_matches_in_a_day(court: Court) -> None:
    for _ in range(REPORTS_IN_A_DAY):
        await court.reported("adi")
    code = await court.begun()
    panel = await court.panel("adi", code)
    refused = await court.presses("adi", panel, "Rude talk")
    assert refused.text == "You have reported 5 matches within a day. Report more tomorrow."
    court.clock.forward(hours=25)
    assert (await court.presses("adi", panel, "Rude talk")).text == "The hosts have it."


async def test_who_is_banned_reports_nothing(court: Court) -> None:
    panel = await court.panel("adi", await court.begun())
    asked = await court.types(BOSS, "mod", act="ban", who=court.person("adi"), why="spam")
    await court.presses(BOSS, asked, "Ban")
    assert "spam" in (await court.presses("adi", panel, "Rude talk")).text
    assert (await court.listed()).text == "Nothing is reported."


async def test_who_is_banned_changes_no_words_of_a_report(court: Court) -> None:
    code = await court.reported("adi")
    asked = await court.types(BOSS, "mod", act="ban", who=court.person("adi"), why="spam")
    await court.presses(BOSS, asked, "Ban")
    late = seen(await court.papan.press(court.asks("adi", "and more"), f"1:{code}:0:rt:words"))
    assert late.text == "You do not play here any more, as the staff of this chat has decided. Reason: spam."
    assert "and more" not in (await court.listed()).text


async def test_nobody_is_reported_where_nobody_else_plays(court: Court) -> None:
    code = (await court.types("adi", "play", game="dam-8", opponent="practice")).title.split()[0]
    more = await court.presses("adi", await court.types("adi", "board", match=code), "More")
    assert "Report..." not in labels(more)
    forged = seen(await court.papan.press(court.asks("adi"), f"1:{code}:0:rt:1:rude"))
    assert forged.text.startswith("There is nobody to report here")
