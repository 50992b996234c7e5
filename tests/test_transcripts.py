"""The pages of whole conversations: what was said, shown and edited stands on them, in its order."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.suites import deep
from tools.transcripts.__main__ import SCENES
from tools.transcripts.a_month import Town, a_group, a_guild, live
from tools.transcripts.figures import AT_ONCE, Figures
from tools.transcripts.on_discord import no_rights
from tools.transcripts.transcript import Shown, Transcript

NOT_HERE = ("discord-no-rights",)
"""Read below; a month is lived in a short form."""
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_a_page_tells_what_came_changed_and_went(tmp_path: Path) -> None:
    chat = [Shown("1", "Kampung", "the board", b"a picture", ("Your move",))]
    transcript = Transcript("A <match>", lambda: list(chat))
    transcript.did("Adi: /play")
    transcript.brings()
    chat[0] = Shown("1", "Kampung", "the board <later>", b"another", only_for="Adi")
    transcript.brings()
    chat.clear()
    transcript.said("Not yours.")
    transcript.brings()
    transcript.write(tmp_path, "page")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    told = ["A &lt;match&gt;", "Adi: /play", "the board", "Your move", "edited", "only Adi sees this"]
    told += ["&lt;later&gt;", "Not yours.", "gone: the board &lt;later&gt;"]
    places = [page.index(words) for words in told]
    assert places == sorted(places)
    assert {each.read_bytes() for each in tmp_path.glob("*.png")} == {b"a picture", b"another"}


@deep("one conversation on each platform is in tests/conversation")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", sorted(each for each in SCENES if each not in NOT_HERE and "month" not in each))
def test_every_conversation_is_played_to_its_end(tmp_path: Path, name: str) -> None:
    asyncio.run(SCENES[name]()).write(tmp_path, name)
    assert list(tmp_path.glob("*.png"))


@deep("one conversation on each platform is in tests/conversation")
def test_what_a_conversation_brings_stands_on_its_page(tmp_path: Path) -> None:
    asyncio.run(no_rights()).write(tmp_path, "page")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    for words in ("Adi invites Siti.", "I cannot write here by myself", "Siti played b6-a5.", "Siti has resigned"):
        assert words in page
    assert page.index("Adi played c3-d4.") < page.index("Siti played b6-a5.")
    assert len(list(tmp_path.glob("*.png"))) > 4


def test_words_that_come_twice_by_themselves_are_repeated() -> None:
    figures = Figures(NOON)
    figures.look([Shown("1", "Kampung", "Adi, it is your turn.")], 1, NOON)
    figures.look([Shown("2", "Kampung", "Adi, it is your turn.")], 2, NOON)
    figures.look([Shown("3", "Serambi", "Adi, it is your turn.")], 2, NOON)
    figures.look([Shown("4", "Kampung", "Adi, it is your turn.")], 2, NOON + AT_ONCE)
    assert figures.repeated == [], "somebody did something, it is another place, or it is much later"
    figures.look([Shown("4", "Kampung", "Siti, it is your turn."), Shown("5", "Kampung", "later")], 2, NOON + AT_ONCE)
    assert figures.repeated == [], "a message that is edited is the same one"
    figures.look([Shown("6", "Kampung", "Adi, it is your turn.")], 2, NOON + AT_ONCE)
    assert figures.repeated == ["Kampung: Adi, it is your turn."]
    assert figures.told == {"Kampung": 5, "Serambi": 1}


@deep("a match over two days on each platform is in tests/conversation")
@pytest.mark.long("days are lived on a platform")
@pytest.mark.parametrize("place", [a_group, a_guild])
async def test_nobody_is_told_twice_or_not_at_all_and_nights_are_quiet(
    place: Callable[[], AbstractAsyncContextManager[Town]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in ("on_telegram", "on_discord"):
        monkeypatch.setattr(f"tools.transcripts.{module}.QUIET_FOR", 0.4)
    async with place() as town:
        figures = await live(town, short=True)
    assert (figures.repeated, figures.dropped) == ([], set())
    assert len(figures.in_quiet_hours) > 4
    assert set(figures.in_quiet_hours) == {0}
    town.transcript.write(tmp_path, "month")
    marked = "c3-d4” is marked with" in (tmp_path / "month.html").read_text()
    assert marked == (place is a_group), "what is typed in a group on Telegram is answered by a mark"
