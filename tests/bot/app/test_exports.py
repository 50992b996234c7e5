"""/export and *Export...*: a match as a file, in every form, for whoever sees it, and for nobody else."""

import io
import json
import threading
from collections.abc import Iterable, Iterator

import pytest
from PIL import Image

from bot.app.pictures.images import ImageRenderer
from bot.computer.computer_player import computer
from bot.matches.identity import Place
from bot.services.services import Services
from engine.game_json import parse_json
from engine.record import parse_record
from renderer import Shot, film_parts
from tests.bot.app.seen import Seen
from tests.bot.app.test_replay import played
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import Clock

OTHER_ROOM = Place("web", "other")


def content(answer: Seen) -> bytes:
    """The content of the file that was answered with."""
    assert answer.private
    assert answer.file is not None
    return answer.file.content


async def test_every_form_is_a_file_of_its_own(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti, "russian")
    await adi.moves(f"{code} c3-d4")
    await siti.moves(f"{code} d6-e5")
    panel = await siti.types(f"/export {code}")
    assert panel.private
    assert parse_record(panel.code).game.ply == 2
    assert labels(panel) == ["Record", "PDN", "JSON", "Picture", "Back"]
    record, pdn, as_json, picture = [await siti.presses(panel, form) for form in labels(panel)[:4]]
    names = [each.file.name for each in (record, pdn, as_json, picture) if each.file]
    assert names == [f"{code}.txt", f"{code}.pdn", f"{code}.json", f"{code}.png"]
    assert content(record).decode() == panel.code
    assert '[GameType "25,W,8,8,A0,0"]' in content(pdn).decode()
    assert f'[Site "{code}"]' in content(pdn).decode()
    assert parse_record(content(pdn).decode()).game.moves == parse_json(content(as_json).decode()).game.moves
    assert json.loads(content(as_json))["tags"]["White"] == "Adi"
    assert Image.open(io.BytesIO(content(picture))).format == "PNG"
    assert (await siti.presses(panel, "Back")).title == panel.title


@pytest.mark.parametrize(("form", "name"), [("record", "txt"), ("pdn", "pdn"), ("json", "json"), ("image", "png")])
async def test_a_form_that_is_named_is_given_at_once(adi: Visitor, siti: Visitor, form: str, name: str) -> None:
    code, _ = await begin(adi, siti, "russian")
    await adi.moves(f"{code} c3-d4")
    answer = await adi.types(f"/export {code} {form}")
    assert answer.file is not None
    assert answer.file.name == f"{code}.{name}"


async def test_pdn_says_when_and_which_of_them_is_a_program(adi: Visitor, clock: Clock, services: Services) -> None:
    services.matches.computers[(await services.people.player(computer(1))).id] = 1
    board = await adi.types("/play russian computer 1 first")
    code = board.title.split()[0]
    await adi.moves(f"{code} c3-d4")
    pdn = content(await adi.types(f"/export {code} pdn")).decode()
    assert '[BlackType "program"]' in pdn
    assert "WhiteType" not in pdn
    assert f'[Date "{clock():%Y.%m.%d}"]' in pdn


async def test_a_game_without_a_number_has_no_pdn(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    panel = await adi.types(f"/export {code}")
    assert labels(panel) == ["Record", "JSON", "Picture", "Back"]
    assert "PDN has no number for" in panel.text
    refused = await adi.types(f"/export {code} pdn")
    assert "PDN has no number for" in refused.text
    assert "I can give the record or JSON." in refused.text
    assert refused.file is None


async def test_without_a_code_it_is_the_latest_of_the_place(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    first, _ = await begin(adi, siti)
    await adi.moves(f"{first} c3-d4")
    clock.forward(minutes=1)
    second, _ = await begin(adi, siti, "russian")
    await adi.moves(f"{second} c3-d4")
    budi = Visitor(adi.papan, "Budi")
    assert (await budi.types("/export")).title.startswith(second)
    clock.forward(minutes=1)
    await siti.presses(await siti.types(f"/resign {first}"), "Yes, resign")
    assert (await budi.types("/export")).title.startswith(first), "a match that is over is one too"
    assert "no such match" in (await budi.types("/export", place=OTHER_ROOM)).text
    assert (await adi.types("/export", place=OTHER_ROOM)).title.startswith(first)


async def test_who_may_not_watch_gets_no_file(adi: Visitor, siti: Visitor) -> None:
    code = (await adi.types("/play dam-8 first watch:no", opponent=siti)).title.split()[0]
    await siti.sends(f"1:{code}:0:ac")
    await adi.moves(f"{code} c3-d4")
    budi = Visitor(adi.papan, "Budi")
    assert (await budi.types("/export")).file is None
    for answer in (await budi.types(f"/export {code} json"), await budi.sends(f"1:{code}:1:cy:j")):
        assert answer.file is None
        assert not answer.code
    assert (await siti.types("/export")).code


async def test_a_picture_that_cannot_be_drawn_is_the_record(
    adi: Visitor, siti: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _ = await begin(adi, siti)

    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(ImageRenderer, "picture", nothing)
    answer = await adi.types(f"/export {code} image")
    assert answer.file is not None
    assert answer.file.name == f"{code}.txt"


async def test_what_was_exported_is_imported_in_every_form(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti, "russian")
    await adi.moves(f"{code} c3-d4")
    await siti.moves(f"{code} d6-e5")
    for form in ("record", "pdn", "json"):
        text = content(await adi.types(f"/export {code} {form}")).decode()
        read = await Visitor(adi.papan, "Budi").commands("import", {"text": text})
        assert read.title.startswith("Russian"), form
    broken = await adi.commands("import", {"text": '{"format": "papan-game/1", "ruleset": "chess"}'})
    assert (broken.text, broken.code) == ("I cannot read that:", "In that JSON ruleset is missing or wrong.")


async def test_a_finished_match_is_a_film(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    code = await played(adi, siti, clock)
    board = await adi.types(f"/board {code}")
    film = content(await adi.presses(await adi.presses(board, "Moves"), "Film"))
    shown = Image.open(io.BytesIO(film))
    assert (shown.format, shown.n_frames) == ("GIF", 9)  # type: ignore[attr-defined]
    assert content(await siti.types(f"/export {code} film")) != film, "each sees it from their own side"
    assert content(await siti.presses(await siti.types(f"/export {code}"), "Film"))


async def test_a_match_under_way_is_no_film(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves(f"{code} c3-d4")
    assert "Film" not in labels(await adi.types(f"/export {code}"))
    assert "This match goes on" in (await adi.types(f"/export {code} film")).text


async def test_a_film_that_takes_long_is_asked_for_again(
    adi: Visitor, siti: Visitor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await played(adi, siti, clock)
    may_end = threading.Event()

    def without_end(shots: Iterable[Shot]) -> Iterator[bytes]:
        film = list(film_parts(shots))
        yield film[0]
        while not may_end.is_set():
            yield film[1]
        yield from film[1:]

    monkeypatch.setattr("bot.app.pictures.films.film_parts", without_end)
    monkeypatch.setattr("bot.app.match.export.FILM_WAIT", 0.01)
    waiting = await adi.types(f"/export {code} film")
    assert waiting.text == "The film is being made."
    assert (await adi.types(f"/board {code}")).picture, "a board waits for one scene of a film at most"
    may_end.set()
    monkeypatch.setattr("bot.app.match.export.FILM_WAIT", 10.0)
    assert content(await adi.presses(waiting, "Film"))[:3] == b"GIF"


async def test_only_a_few_films_are_made_at_once(
    adi: Visitor, siti: Visitor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await played(adi, siti, clock)
    monkeypatch.setattr("bot.app.pictures.films.MOST_WAITING", 0)
    assert "Many films are being made" in (await adi.types(f"/export {code} film")).text


async def test_too_long_a_match_is_no_film(
    adi: Visitor, siti: Visitor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await played(adi, siti, clock)
    monkeypatch.setattr("bot.app.match.export.LONGEST_FILM", 4)
    refused = await adi.types(f"/export {code} film")
    assert refused.text == "That match has 5 turns: a film has at most 4."
