"""The pages of whole conversations: what was said, shown and edited stands on them, in its order."""

import asyncio
from pathlib import Path

import pytest

from tests.suites import deep
from tools.transcripts.__main__ import SCENES
from tools.transcripts.on_discord import no_rights
from tools.transcripts.transcript import Shown, Transcript


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
@pytest.mark.parametrize("name", sorted(set(SCENES) - {"discord-no-rights"}))
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
