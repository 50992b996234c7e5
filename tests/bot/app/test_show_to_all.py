"""*Show to all*: rules, a hint and an analysis that one person asked for, shown once more to everybody."""

from collections.abc import AsyncIterator

import pytest

from bot.app.analysis import hints
from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat import BoardMessage, FileMessage, PrivatePanel, PublicAnswer
from bot.computer.analysis_queue import AnalysisQueue
from bot.computer.search_pool import SearchPool
from bot.matches.identity import Place
from bot.services.services import Services
from bot.words import LANGUAGES, words
from engine.search.analysis import Effort
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, begin
from tests.bot.kit import ROOM, Clock


@pytest.fixture
async def papan(services: Services, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[App]:
    monkeypatch.setattr(hints, "MILLISECONDS", 50)
    search_pool, images = SearchPool(threads=1), ImageRenderer()
    await search_pool.start()
    quick = AnalysisQueue(Effort(nodes=3000), Effort(nodes=3000))
    yield App(AppServices(services, images, search_pool, quick))
    await search_pool.stop()
    images.close()


CORNER = Place("web", "@adi", private=True)


def button_of(answer: Seen) -> str:
    """The payload of *Show to all*; empty where it is not offered."""
    panel = answer.answer
    assert isinstance(panel, PrivatePanel), panel
    return panel.to_all.payload if panel.to_all else ""


async def show(visitor: Visitor, answer: Seen, place: Place = ROOM) -> PublicAnswer:
    """The answer that all read once a person has pressed *Show to all*."""
    shown = await visitor.papan.press(visitor.request(place), button_of(answer))
    assert isinstance(shown, PublicAnswer), shown
    return shown


def kept(shown: PublicAnswer) -> PrivatePanel:
    """The panel that stays with its person."""
    assert shown.panel is not None
    return shown.panel


async def test_a_card_of_rules_is_shown_as_it_was_read(siti: Visitor) -> None:
    read = await siti.types("/rules tapal")
    shown = await show(siti, read)
    assert (shown.title, shown.picture) == (read.title, read.picture)
    assert shown.text == f"Shown by Siti.\n{read.text}"
    assert not shown.rows, "nothing on it is for one person"
    assert (kept(shown).title, kept(shown).text, kept(shown).replace) == (read.title, read.text, True)
    assert kept(shown).to_all is None, "once"
    assert len(kept(shown).rows) == len(read.rows), "its person reads on"
    sources = await siti.presses(seen(kept(shown)), "Sources")
    assert (await show(siti, sources)).text.startswith("Shown by Siti.\n")


async def test_it_is_said_in_the_language_of_who_shows_it(siti: Visitor) -> None:
    for language in LANGUAGES:
        siti.locale = language
        say = words(language)
        read = await siti.types("/rules tapal")
        assert isinstance(read.answer, PrivatePanel)
        assert read.answer.to_all
        assert read.answer.to_all.label == say("Show to all")
        shown = await show(siti, read)
        assert shown.text.startswith(say("Shown by {name}.", name="Siti"))
        assert (shown.language, kept(shown).language) == (language, language)


async def test_where_nobody_else_is_it_is_not_offered(adi: Visitor) -> None:
    assert not button_of(await adi.types("/rules tapal", place=CORNER))


async def test_whoever_is_to_move_may_show_their_hint_and_nobody_else(
    adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    hint = await adi.types(f"/hint {code}")
    for other in (siti, ros):
        refused = await other.papan.press(other.request(), button_of(hint))
        assert not isinstance(refused, PublicAnswer | BoardMessage)
        assert "for Adi" in seen(refused).text
    shown = await show(adi, hint)
    assert (shown.title, shown.text) == ("Hint", f"Shown by Adi.\n{hint.text}")
    assert "Hints taken by Adi: 1" in (await siti.types(f"/board {code}")).text, "showing it takes no other hint"
    assert (await adi.presses(seen(kept(shown)), "Which piece?")).text.startswith("Think about")


async def test_a_hint_that_has_become_old_is_not_shown(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    hint = await adi.types(f"/hint {code}")
    await adi.moves("c3-d4")
    late = await adi.papan.press(adi.request(), button_of(hint))
    assert not isinstance(late, PublicAnswer)


async def test_a_match_of_two_private_chats_is_told_to_nobody_else(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti, place=CORNER)
    hint = await adi.types(f"/hint {code}", place=ROOM)
    assert hint.picture
    assert not button_of(hint)
    in_open = button_of(await adi.types("/rules tapal"))
    forged = in_open.replace(":-:0:sr", f":{code}:0:sh").rpartition(":")[0] + ":1"
    assert not isinstance(await adi.papan.press(adi.request(), forged), PublicAnswer)


async def test_a_position_that_was_pasted_is_analysed_before_all(adi: Visitor) -> None:
    answer = await adi.types("/analyse text:dam-8 W:Wc3,Kd2:Ba7,b8")
    while answer.updates is not None:
        assert not button_of(answer), "it is not there yet"
        *_, answer = [seen(each) async for each in answer.updates]
    shown = await show(adi, answer)
    assert shown.picture
    assert shown.text.startswith("Shown by Adi.\nBest move: ")


def offer(answer: Seen) -> str:
    """The payload of *Show to all* below a file; empty where it is not offered."""
    file = answer.answer
    assert isinstance(file, FileMessage), file
    return file.to_all.payload if file.to_all else ""


async def test_a_file_is_shown_to_all_once_in_ten_minutes(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves(f"{code} c3-d4")
    taken = await adi.types(f"/export {code} json")
    for form in ("record", "image"):
        taken = await adi.types(f"/export {code} {form}")
        shown = await adi.papan.press(adi.request(), offer(taken))
        assert isinstance(shown, PublicAnswer), shown
        assert (shown.title, shown.file, shown.panel) == (taken.title, taken.file, None)
        assert shown.text == f"Shown by Adi.\n{taken.text}"
        again = seen(await adi.papan.press(adi.request(), offer(taken)))
        assert again.text == "You have shown this here already. In 10 minutes you can again."
    hers = await siti.papan.press(siti.request(), offer(await siti.types(f"/export {code} image")))
    assert isinstance(hers, PublicAnswer), "others may"
    clock.forward(minutes=11)
    assert isinstance(await adi.papan.press(adi.request(), offer(taken)), PublicAnswer)
    assert seen(await siti.papan.press(siti.request(), offer(taken))).text.startswith("This is for Adi.")
    assert not offer(await adi.types(f"/export {code} image", place=CORNER)), "nobody else is there"


async def test_what_its_players_keep_to_themselves_is_shown_to_nobody(adi: Visitor, siti: Visitor) -> None:
    code = (await adi.types("/play dam-8 first watch:no", opponent=siti)).title.split()[0]
    await siti.sends(f"1:{code}:0:ac")
    await adi.moves(f"{code} c3-d4")
    assert not offer(await adi.types(f"/export {code} record"))


async def test_who_is_banned_shows_nothing(adi: Visitor, siti: Visitor, services: Services, clock: Clock) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves(f"{code} c3-d4")
    taken = await adi.types(f"/export {code} record")
    staff, banned = [await services.people.player(each.person) for each in (siti, adi)]
    ban = await services.bans.ask(staff, ROOM, banned.id, None, "spam")
    await services.bans.confirm(staff, ROOM, ban.id, take_down=False)
    refused = seen(await adi.papan.press(adi.request(), offer(taken)))
    assert refused.text.startswith("You do not play here any more"), refused
