"""A game that was read: looked through, gone on from at any turn and taken along, as a match is."""

from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat import PAYLOAD_BYTES
from bot.computer.analysis_queue import AnalysisQueue
from bot.computer.search_pool import SearchPool
from bot.services.services import Services
from engine.record import parse_record
from tests.bot.app.seen import Seen
from tests.bot.app.test_analyses import QUICK, record, whole
from tests.bot.app.test_analyses import installation as installation
from tests.bot.app.test_analyses import papan as papan
from tests.bot.app.visitors import Visitor, controls, labels

QUIET = '[White "Mak Long"] [Ruleset "russian"] 1. c3-d4 d6-e5 *'
"""Nothing turned in it, and PDN has a number for its game."""


async def read(visitor: Visitor, text: str = QUIET) -> Seen:
    return await whole(await visitor.types(f"/import {text}"))


async def test_what_is_read_without_a_turning_point_is_looked_through_and_gone_on_from(
    adi: Visitor, services: Services
) -> None:
    graph = await read(adi)
    assert "No single move turned this game." in graph.text
    assert labels(graph)[:2] == ["Replay", "Export..."]
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
    assert labels(shown) == ["Analyse", "Play from here", "Replay", "Export..."]
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
