"""Hostile names and texts on Discord: they mention nobody, and none of their characters is markup."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.platforms.discord_harness import FaultHarness, Table, harness
from tests.suites import deep

NAMES = (
    "@everyone", "@here **now**", "<@&1> <#2>", "[Adi](http://evil.example) `x`", "||Adi|| ~~x~~\u202e > #",
    "/resign https://evil.example t.me/x @siti",
)  # fmt: skip
MOMENT = re.compile(r"<t:\d+:R>")
"""How Discord is told a moment: it comes from the clock, not from a name."""
LEADS_SOMEWHERE = re.compile(r"@\w|evil\.example|t\.me|https?:|/resign")


@pytest.fixture
async def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FaultHarness]:
    async with harness(tmp_path, monkeypatch) as running:
        yield running


@deep("names are made plain by the tests of formatting")
async def test_hostile_names_mention_nobody_and_mark_nothing(made: FaultHarness) -> None:
    for name in NAMES:
        table = Table(made)
        table.adi.user.name = name
        await table.adi.slash("play", opponent=table.siti.user, game="malaysian-checkers-8", side="first")
        card = await table.ros.until(lambda each: "invites Siti" in each.content)
        table.code = card.content.removeprefix("**").split(" ")[0]
        await table.siti.press(card, "Accept")
        await table.ros.until(lambda each: "to move" in each.content)
        await table.plays()
        await table.adi.slash("help")
        await table.outcome()
        plain = MOMENT.sub("", card.content.partition("\n")[2])
        assert not [mark for mark in "*_~|`[<" if mark in plain.replace(f"\\{mark}", "")]
        assert "\u202e" not in plain
        assert not LEADS_SOMEWHERE.search(plain)
    sent = [each for each in made.server.world.messages.values() if each.author is made.server.world.bot]
    assert len(sent) > 3 * len(NAMES)
    told = "\n".join(message.content for message in sent)
    assert not re.search(r"@siti|@everyone|evil\.example|t\.me/x", told)
    for message in sent:
        allowed = message.body["allowed_mentions"]
        assert not allowed.get("parse")
        assert len(allowed.get("users") or []) <= 1
        assert not allowed.get("roles")
