"""The first words that somebody reads, and those about commands that do not exist: in the reader's own language."""

import pytest

from bot.app.entry.app import App
from bot.chat import Content
from tests.bot.app.seen import seen
from tests.bot.app.visitors import Visitor, labels


@pytest.mark.parametrize("locale", ["en", "ms", "id"])
async def test_the_start_is_told_in_four_lines(papan: App, locale: str) -> None:
    wati = Visitor(papan, "Wati", locale)
    answer = await wati.types("/start")
    assert len([answer.title, *answer.text.splitlines()]) == 4
    assert len(labels(answer)) == 2


@pytest.mark.parametrize("locale", ["ms", "id"])
async def test_an_unknown_command_is_answered_with_the_commands_of_the_readers_language(
    papan: App, locale: str
) -> None:
    wati = Visitor(papan, "Wati", locale)
    unknown = await papan.command(wati.request(), "bogus", {})
    pressed = await papan.press(wati.request(), "1:nothing")
    assert isinstance(unknown, Content)
    assert isinstance(pressed, Content)
    assert unknown.language == pressed.language == locale, "platforms name the commands in the language of an answer"
    assert len(labels(seen(unknown))) == 2, "a game, and the list of commands"


async def test_it_is_said_that_names_stay_in_chats_before_and_after_data_is_deleted(papan: App) -> None:
    wati = Visitor(papan, "Wati")
    about = await wati.types("/privacy")
    assert "your name in a board or a thread title" in about.text
    done = await wati.presses(await wati.presses(about, "Delete my data"), "Delete it all")
    assert "your name in a board or a thread title" in done.text
