"""Quiet places: new boards and calls make no sound, but a call in a live match is heard."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches.identity import Place
from bot.platforms.discord import answering
from loopback import waiting
from loopback.discord import DiscordServer, interactions
from loopback.discord.world import Message
from tests.bot.platforms.test_discord import Table, papan
from tests.bot.platforms.village import village_in
from tests.suites import quick_first

SILENT = 1 << 12
"""The flag of a message on Discord that makes no sound."""


@pytest.fixture(autouse=True)
def never_deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that Discord was asked to wait for is the edit of a message that stands there: it makes no sound, and
    has no flag.
    """
    monkeypatch.setattr(answering, "PATIENCE", waiting.PATIENCE)
    monkeypatch.setattr(interactions, "ANSWER_WITHIN", waiting.PATIENCE)


def is_silent(message: Message) -> bool:
    return bool(int(message.body.get("flags") or 0) & SILENT)


@pytest.mark.parametrize(
    ("quiet", "calls"),
    quick_first(
        [("on", "own"), ("off", "own"), ("on", "off"), ("off", "on")], "a switch that is touched holds by itself", 2
    ),
)
async def test_on_discord(discord: DiscordServer, tmp_path: Path, quiet: str, calls: str) -> None:
    """Boards and calls have a switch each; the second is as the first until it is touched."""
    chosen = {"quiet": quiet, "quiet_calls": calls}
    table = Table(discord)
    place = Place("discord", table.channel.id, server=table.channel.guild or "")
    async with papan(discord, tmp_path) as running:
        await running.services.communities.change(place, lambda found: replace(found, settings=chosen))
        board = await table.begin()
        assert is_silent(board) is (quiet == "on")
        call = await table.adi.until(lambda each: "It is your turn." in each.content)
        assert is_silent(call) is ((quiet if calls == "own" else calls) == "on")


@pytest.mark.parametrize("quiet", quick_first(["on", "off"], "what is loud is the default of every other test"))
async def test_on_telegram(tmp_path: Path, quiet: str) -> None:
    async with village_in(tmp_path) as village:
        place = Place("telegram", str(village.group.id))
        communities = village.running.services.communities
        await communities.change(place, lambda found: replace(found, settings={"quiet": quiet}))
        village.adi.say(village.group, "/play dam-8 anybody")
        card = await village.siti.gets(village.group, text="invites anybody")
        assert card.silent is (quiet == "on")


async def test_who_is_called_in_a_live_match_hears_it(discord: DiscordServer, tmp_path: Path) -> None:
    table = Table(discord)
    place = Place("discord", table.channel.id, server=table.channel.guild or "")
    async with papan(discord, tmp_path) as running:
        await running.services.communities.change(place, lambda found: replace(found, settings={"quiet": "on"}))
        await table.adi.slash("play", opponent=table.siti.user, game="dam-8", side="first", pace="blitz")
        card = await table.stranger.until(lambda each: "Adi invites Siti" in each.content)
        assert is_silent(card)
        await table.siti.press(card, "Accept")
        call = await table.adi.until(lambda each: each.content.startswith(f"<@{table.adi.user.id}>"))
        assert not is_silent(call)
