"""A game that was read: looked through, gone on from at any turn and taken along, as a match is."""

from dataclasses import replace

import pytest

from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat import PAYLOAD_BYTES, PrivatePanel
from bot.computer.analysis_queue import AnalysisQueue
from bot.computer.search_pool import SearchPool
from bot.matches.identity import Person
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store.links import Joiner
from engine.record import parse_record
from tests.bot.app.seen import Seen, seen
from tests.bot.app.test_analyses import QUICK, record, whole
from tests.bot.app.test_analyses import installation as installation
from tests.bot.app.test_analyses import papan as papan
from tests.bot.app.visitors import Visitor, controls, labels
from tests.bot.kit import Clock, check, keep_game

QUIET = '[White "Mak Long"] [Ruleset "russian"] 1. c3-d4 d6-e5 *'
"""Nothing turned in it, and PDN has a number for its game."""


async def read(visitor: Visitor, text: str = QUIET) -> Seen:
    return await whole(await visitor.types(f"/import {text}"))


async def test_what_is_read_without_a_turning_point_is_looked_through_and_gone_on_from(
    adi: Visitor, services: Services
) -> None:
    graph = await read(adi)
    assert "No single move turned this game." in graph.text
    assert labels(graph) == ["Replay", "Export...", "Keep"]
    end = await adi.presses(graph, "Replay")
    assert (end.title, end.text) == (graph.title, "1... d6-e5")
    first = await adi.presses(end, "◀")
    assert first.text == "1. c3-d4 (Mak Long)"
    assert "Analyse" in labels(first)
    assert all(len(payload.encode()) <= PAYLOAD_BYTES for answer in (graph, first) for payload, *_ in controls(answer))
    assert (await adi.presses(await adi.presses(end, "Go to..."), "1. c3-d4")).text == first.text
    assert (await adi.presses(end, "Analyse")).text == graph.text
    board = await adi.presses(await adi.presses(first, "Continue from here"), "Practice board")
    match = await services.matches.get(board.title.split()[0])
    assert match.game.positions[0] == parse_record(QUIET).game.positions[1]


async def test_it_is_taken_along_in_every_form_with_its_own_tags(adi: Visitor) -> None:
    panel = await adi.presses(await read(adi), "Export...")
    assert labels(panel) == ["Record", "PDN", "JSON", "Picture", "Film", "Back"]
    assert panel.text == "The record of this game. /analyse reads it too.\nWhich form do you want as a file?"
    given = [await adi.presses(panel, form) for form in labels(panel)[:5]]
    files = [each.file for each in given if each.file]
    assert [file.name for file in files] == [f"russian-draughts.{end}" for end in ("txt", "pdn", "json", "png", "gif")]
    assert files[0].content.decode() == panel.code
    for file in files[:2]:
        assert '[White "Mak Long"]' in file.content.decode()
    assert [each.text for each in given[1:]] == [
        "The game in PDN 3.0, for other programs.",
        "The game in JSON, for other programs.",
        "The board as a picture.",
        "The game as a film.",
    ]
    assert (await adi.presses(panel, "Back")).text == "1... d6-e5"


async def test_the_same_moves_of_others_are_another_game(adi: Visitor, siti: Visitor) -> None:
    mine = await read(adi)
    await read(siti, QUIET.replace("Mak Long", "Pak Su"))
    assert '[White "Mak Long"]' in (await adi.presses(mine, "Export...")).code


async def test_a_position_that_is_shown_is_taken_along_too(adi: Visitor) -> None:
    shown = await adi.types(f"/board position:{QUIET}")
    assert labels(shown) == ["Analyse", "Play from here", "Replay", "Export...", "Keep"]
    lone = await adi.presses(await adi.types("/board dam-8 W:Wc3,Kd2:Ba7,b8"), "Export...")
    assert "Film" not in labels(lone)
    assert (await whole(await adi.presses(lone, "Back"))).text.startswith("Best move: ")


async def test_what_is_forgotten_is_to_be_pasted_again(adi: Visitor, services: Services) -> None:
    graph = await read(adi, record())
    replay = await adi.presses(graph, "Replay")
    images = ImageRenderer()
    again = Visitor(App(AppServices(services, images, SearchPool(threads=1), AnalysisQueue(QUICK, QUICK))), "Adi")
    for answer, label in ((graph, "Replay"), (graph, "Export..."), (replay, "◀"), (replay, "Continue from here")):
        refused = await again.presses(answer, label)
        assert refused.text == "What was pasted is not kept for long. Paste it again."
        assert refused.replace
    images.close()
    for forged in ("1:-:0:rp", "1:-:0:rp:5", "1:-:0:cy:z", "1:-:0:rp:0123456789abcdef0:"):
        assert "no longer in use" in (await adi.sends(forged)).text


async def kept_as(visitor: Visitor, answer: Seen, name: str) -> Seen:
    """The answer once the game was kept under a name that was written into the form."""
    asked = await visitor.presses(answer, "Keep")
    assert isinstance(asked.answer, PrivatePanel)
    assert asked.answer.asks
    return seen(await visitor.papan.press(replace(visitor.request(), written=name), asked.answer.asks.payload))


async def test_a_game_is_kept_under_a_name_opened_after_a_restart_renamed_and_deleted(
    adi: Visitor, siti: Visitor, services: Services
) -> None:
    graph = await read(adi)
    asked = await adi.presses(await adi.presses(graph, "Replay"), "Keep")
    assert asked.text.endswith("Without one of your own it is: Mak Long")
    assert (await adi.presses(asked, "Keep it so")).text.startswith("Kept. ")
    images = ImageRenderer()
    tools = AppServices(services, images, SearchPool(threads=1), AnalysisQueue(QUICK, QUICK))
    later, hers = Visitor(App(tools), "Adi"), Visitor(App(replace(tools, analysis_queue=AnalysisQueue())), "Siti")
    assert "Paste it again" in (await hers.presses(graph, "Export...")).text, "it is kept for one person alone"
    assert labels(await later.types("/import")) == ["Mak Long · Russian draughts", "Kept games"]
    listed = await later.presses(await later.types("/games"), "Kept games")
    assert listed.confidential
    replay = await later.presses(listed, "Mak Long")
    assert replay.text == "1... d6-e5"
    known = await later.presses(replay, "Keep")
    assert (known.text, known.confidential) == ("You keep this game as: Mak Long", True)
    renamed = await later.presses(known, "Rename")
    assert isinstance(renamed.answer, PrivatePanel)
    assert renamed.answer.asks
    written = replace(later.request(), written="Opening\n of @all")
    done = seen(await later.papan.press(written, renamed.answer.asks.payload))
    assert "Opening" not in done.text, "others may read the answer"
    again = await later.presses(done, "Kept games")
    assert "Opening of @\u2060all" in again.text.replace("\u2060@", "@\u2060")
    assert [each["name"] for each in (await services.people.export((await me(services, adi)).id))["kept_games"]]
    await later.presses(known, "Delete")
    assert "You keep no game." in (await later.presses(done, "Kept games")).text
    assert "You keep no game." in (await hers.presses(await hers.types("/games"), "Kept games")).text
    assert labels(await later.types("/import")) == []
    images.close()
    assert await check(services.database) == []


async def me(services: Services, visitor: Visitor) -> Player:
    return await services.people.player(visitor.person)


async def test_what_is_kept_has_a_bound(adi: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.services.people.kept_games.KEPT_GAMES", 1)
    shown = await adi.types("/board dam-8 W:Wc3,Kd2:Ba7,b8")
    long = await kept_as(adi, shown, "a" * 61)
    assert long.text == "A name has at most 60 characters; yours has 61. Choose a shorter one."
    await kept_as(adi, shown, "Two kings")
    full = await kept_as(adi, await adi.types(f"/board position:{QUIET}"), "Another")
    assert full.text.startswith("You keep 1 games, and no more can be kept. Delete one first: /import ")
    big = await adi.types(f'/board position:[Event "{"x" * 8200}"] {QUIET}')
    assert "Export it as a file instead." in (await kept_as(adi, big, "Big")).text
    opened = await whole(await adi.presses(await adi.types("/import"), "Two kings"))
    assert opened.text.startswith("Best move: "), "a position alone is analysed"


async def test_one_who_was_two_keeps_the_games_of_both(services: Services, clock: Clock) -> None:
    old = await services.people.player(Person("telegram", "55", "Ros", "ros"))
    clock.forward(minutes=1)
    new = await services.people.player(Person("discord", "56", "Ros", "ros"))
    key = await keep_game(services, old.id, "mine")
    await keep_game(services, new.id, "hers")
    code = await services.links.begin(old.id, "telegram")
    await services.links.give(code, Joiner("discord", "56", "Ros"))
    await services.links.accept(old.id)
    assert [each.name for each in await services.kept_games.of(old.id)] == ["mine"]
    await services.links.undo(old.id)
    assert await services.kept_games.name_of(new.id, key) == "hers"
    await services.people.erase(new)
    assert not await services.kept_games.of(new.id)
    assert await check(services.database) == []
