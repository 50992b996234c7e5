"""``/learn`` on both platforms: somebody who only reads what stands there finishes every lesson, over a restart too."""

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from bot.words import words
from engine.games import find_ruleset
from loopback.discord import DiscordServer
from loopback.discord.people import Member
from loopback.discord.world import Message as Posted
from loopback.telegram import Message
from loopback.windows import JSON, Client
from tests.bot.learner import done, finished
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import Village
from tests.bot.platforms.web_rig import open_room
from tests.suites import deep, quick_first

SAY = words("en")
TIGERS, CHECKERS = "main-tapal-empat", "malaysian-checkers-8"
OTHER = "another game is learned on the other platform in the quick suite"


@dataclass(frozen=True)
class InTelegram:
    """A panel in Adi's private chat."""

    village: Village
    message: Message

    @property
    def text(self) -> str:
        return self.message.shown

    @property
    def labels(self) -> list[str]:
        return [key.label for key in self.message.keys]

    async def press(self, label: str) -> "InTelegram":
        adi = self.village.adi
        before, keys = self.text, self.labels
        older = [each for each in adi.from_bot(adi.private) if each is not self.message]
        adi.press(self.message, label)

        def changed() -> Message | None:
            new = [each for each in adi.from_bot(adi.private) if each not in older]
            return next(
                (each for each in new if (each.shown, [key.label for key in each.keys]) != (before, keys)), None
            )

        return InTelegram(self.village, await self.village.server.until(changed))


@dataclass(frozen=True)
class InDiscord:
    """A panel that one member of a channel sees."""

    member: Member
    message: Posted
    text: str
    labels: list[str]

    @classmethod
    def of(cls, member: Member, message: Posted) -> "InDiscord":
        return cls(member, message, message.content, _labels(message))

    async def press(self, label: str) -> "InDiscord":
        if any(label in option["label"] for item in self.message.components for option in item.get("options", [])):
            await self.member.choose(self.message, label)
        else:
            exact = next(each for each in self.labels if label in each)
            await self.member.press(self.message, exact)
        newest = await self.member.until(
            lambda each: (
                each.only_for == self.member.user.id and (each.content, _labels(each)) != (self.text, self.labels)
            )
        )
        return InDiscord.of(self.member, newest)


def _labels(message: Posted) -> list[str]:
    components = message.components
    return [
        each["label"] for item in components for each in (item.get("options") or ([item] if "label" in item else []))
    ]


@deep("somebody learns on Discord and in the room in the quick suite")
@pytest.mark.parametrize("game", quick_first((TIGERS, CHECKERS), OTHER))
async def test_a_learner_in_a_private_chat_of_telegram(village: Village, game: str) -> None:
    adi = village.adi
    adi.start()
    adi.say(adi.private, f"/learn {game}")
    first = InTelegram(village, await adi.gets(adi.private, text="Learn · ", key="Begin"))
    last = await finished(await first.press("Begin"), SAY)
    whole = await last.press("All lessons")
    assert "Done: 7 of 7." in whole.text
    adi.press(whole.message, "Play level 1")
    await adi.gets(adi.private, text="Computer 1", photo=True)


@pytest.mark.parametrize("game", quick_first((CHECKERS, TIGERS), OTHER))
async def test_a_learner_in_a_channel_of_discord_over_a_restart(
    discord: DiscordServer, tmp_path: Path, game: str
) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.adi.slash("learn", game=game)
        shown = await table.adi.until(lambda each: "Learn · " in each.content)
        assert shown.only_for == table.adi.user.id
        screen = await done(await InDiscord.of(table.adi, shown).press("Begin"), SAY)
    async with papan(discord, tmp_path):
        last = await finished(await screen.press("Next"), SAY)
        assert "Done: 7 of 7." in (await last.press("All lessons")).text


async def test_a_stranger_who_presses_gets_lessons_of_their_own(village: Village) -> None:
    """A panel in a group is for one alone; elsewhere a button of a lesson names no person."""
    village.adi.start()
    village.ros.start()
    village.adi.say(village.adi.private, "/learn bagh-chal")
    panel = await village.adi.gets(village.adi.private, text="Learn · ", key="Begin")
    data = next(key.data for key in panel.keys if key.label == "Begin")
    there = village.ros.from_bot(village.ros.private)[-1]
    village.ros.forge_press(there, data)
    await village.ros.gets(village.ros.private, text="Lesson 1 of 7", key="Show")
    assert "Lesson 1 of 7" not in panel.shown, "the panel of the other stays as it is"


async def test_the_rules_with_the_offer_fit_into_a_message_of_discord(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    async with papan(discord, tmp_path):
        await table.adi.slash("rules", game="main-tapal-empat")
        card = await table.adi.until(lambda each: "Learn in two minutes" in _labels(each))
        await table.adi.press(card, "Learn in two minutes")
        await table.adi.until(lambda each: "Learn · Main tapal empat" in each.content)
        await table.adi.slash("play", game="main-tapal-empat")
        await table.adi.until(lambda each: {"Anybody", "Learn in two minutes"} <= set(_labels(each)))


def _ways(steps: list[list[Any]], at: int = 0) -> list[list[int]]:
    """The turns that can be touched on a board; several points in any order lead to one and the same node."""
    ends, count, onward = steps[at]
    further = [
        [*(point for point, *_ in several), *way]
        for several in combinations(onward, count)
        for way in _ways(steps, several[0][1])
    ]
    return [*([[]] if ends else []), *further]


@dataclass(frozen=True)
class InRoom:
    """A panel in the talk of the web room, where a turn is touched on a board."""

    window: Client
    frame: JSON

    @property
    def text(self) -> str:
        return f"{self.frame['title']}\n{self.frame['text']}"

    @property
    def labels(self) -> list[str]:
        return [label for _, _, label in self._controls()]

    def _controls(self) -> list[tuple[str, list[str], str]]:
        found: list[tuple[str, list[str], str]] = []
        for row in self.frame["rows"]:
            found += [(each["payload"], [], each["label"]) for each in row.get("buttons", [])]
            found += [(row["payload"], [each["value"]], each["label"]) for each in row.get("options", [])]
        if (touch := self.frame.get("touch")) and touch["steps"]:
            names = find_ruleset(touch["ruleset"]).board.points
            for way in _ways(touch["steps"]):
                points = [names[point] for point in way]
                label = f"{'-'.join(points)} {'x'.join(points)}"
                found.append((touch["payload"], ["-".join(map(str, way))], label))
        return found

    async def press(self, label: str) -> "InRoom":
        payload, values, _ = next(each for each in self._controls() if label in each[2])
        await self.window.say(type="press", message=self.frame["id"], payload=payload, values=values)
        while True:
            for frame in (await self.window.hears("messages"))["messages"]:
                if frame.get("rows") and InRoom(self.window, frame).text != self.text:
                    return InRoom(self.window, frame)


async def test_a_learner_in_the_talk_of_the_room(tmp_path: Path) -> None:
    async with open_room(tmp_path) as room:
        siti = await room.sits("Siti")
        await siti.say(type="say", text="/learn main-tapal-empat", reply="")
        first = InRoom(siti, await siti.card("Done: 0 of 7."))
        last = await finished(await first.press("Begin"), SAY)
        assert "Play level 1" in last.labels
