"""People who ask for too much, and that others notice nothing of it."""

from collections.abc import Callable

import pytest

from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests import rate_limiter
from bot.app.requests.context import AppServices
from bot.computer.search_pool import SearchPool
from bot.matches.identity import Place
from bot.matches.limits import OPEN_INVITATIONS, OPENED_IN_AN_HOUR
from bot.services.services import Services
from tests.bot.app.seen import Seen, seen, seen_text
from tests.bot.app.visitors import Visitor, begin, controls
from tests.bot.kit import Clock
from tests.suites import deep

PRIVATE = Place("web", "@adi", private=True)
HOSTILE = ("<b>Adi</b> & co", "@everyone", "A\u202edi\u200b\x00\x1b[31m", "[Adi](http://evil.example)", "`Adi` **x**")


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "A_MINUTE", 40)
    monkeypatch.setattr(rate_limiter, "AT_A_TIME", 10)


@pytest.mark.usefixtures("limited")
async def test_whoever_asks_too_much_is_told_once_and_then_put_off_briefly(
    adi: Visitor, siti: Visitor, clock: Clock
) -> None:
    answers = [await adi.types("/help") for _ in range(60)]
    assert all(answer.title or len(answer.text) > 100 for answer in answers[:40])
    assert {answer.text for answer in answers[40:]} == {"That was too fast. Wait a moment."}
    assert [answer.brief for answer in answers[40:]] == [False] + [True] * 19
    assert "too fast" not in (await siti.types("/help")).text, "nobody else is put off"
    clock.forward(minutes=1)
    assert "too fast" not in (await adi.types("/help")).text


async def test_suggestions_are_counted_apart_and_by_person(
    papan: App, adi: Visitor, siti: Visitor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limiter, "COMPLETIONS", 40)
    await begin(adi, siti)

    async def suggested(to: Visitor) -> int:
        return len(await papan.complete(to.request(), "move", "move", ""))

    counts = [await suggested(adi) for _ in range(60)]
    assert all(counts[:40])
    assert not any(counts[40:])
    assert "too fast" not in (await adi.types("/help")).text, "requests are counted apart"
    assert len(await papan.complete(siti.request(), "board", "match", "")) == 1, "nobody else is put off"
    clock.forward(minutes=1)
    assert await suggested(adi)


@pytest.mark.usefixtures("limited")
async def test_the_limit_holds_in_all_processes_together(services: Services, adi: Visitor) -> None:
    images = ImageRenderer()
    other = Visitor(App(AppServices(services, images, SearchPool())), "Adi")
    answered = 0
    for _ in range(60):
        for each in (adi, other):
            answered += "too fast" not in (await each.types("/help")).text
    images.close()
    assert answered <= 40 + 2 * rate_limiter.AT_A_TIME


@pytest.mark.usefixtures("limited")
async def test_what_is_counted_is_forgotten(
    services: Services, adi: Visitor, clock: Clock, sql: Callable[[str], str]
) -> None:
    for _ in range(15):
        await adi.types("/help")
    assert sql("SELECT count FROM requests") == "10"
    assert "adi" not in sql("SELECT who FROM requests")
    clock.forward(hours=2)
    await services.requests.forget_old()
    assert sql("SELECT count(*) FROM requests") == "0"


@deep("the limit itself is tested in test_opening")
async def test_hundreds_of_invitations_are_five(papan: App, adi: Visitor, sql: Callable[[str], str]) -> None:
    for number in range(300):
        answer = await adi.types("/play dam-8", opponent=Visitor(papan, f"Guest {number}"))
        assert answer.private == (number >= OPEN_INVITATIONS)
    assert sql("SELECT count(*) FROM matches") == str(OPEN_INVITATIONS)


@deep("the limits on invitations that stand are in the quick suite")
async def test_invitations_taken_back_at_once_come_to_an_end(
    adi: Visitor, siti: Visitor, clock: Clock, sql: Callable[[str], str]
) -> None:
    for number in range(OPENED_IN_AN_HOUR + 5):
        card = await adi.types("/play dam-8 anybody")
        if number < OPENED_IN_AN_HOUR:
            await adi.presses(card, "Withdraw")
        else:
            assert f"{OPENED_IN_AN_HOUR} matches" in card.text
    assert sql("SELECT count(*) FROM matches") == str(OPENED_IN_AN_HOUR)
    board = await adi.types("/play tabal", opponent=adi)
    assert f"{OPENED_IN_AN_HOUR} matches" in (await adi.presses(board, "Practice board", place=PRIVATE)).text
    clock.forward(hours=1, minutes=1)
    assert not (await adi.types("/play dam-8", opponent=siti)).private


async def test_a_move_of_four_thousand_characters_is_refused_briefly(
    adi: Visitor, siti: Visitor, services: Services
) -> None:
    code, _ = await begin(adi, siti)
    for text in ("c3-d4" * 800, "x" * 4000, "c3 " * 1300, "9" * 4000, "\u202e" * 4000, "c3-d4 @everyone"):
        answer = seen(await adi.papan.command(adi.request(), "move", {"move": text}))
        assert answer.private
        assert len(answer.text) < 1000
    assert (await services.matches.get(code)).game.ply == 0


async def test_a_button_of_another_match_does_nothing_in_this_one(
    adi: Visitor, siti: Visitor, ros: Visitor, services: Services
) -> None:
    first, _ = await begin(adi, siti)
    second, _ = await begin(ros, siti, "tabal")
    panel = await adi.types(f"/move {first}")
    for payload, values, _ in controls(panel):
        for forged in (payload, payload.replace(first, second)):
            await ros.sends(forged, *values)
            await siti.sends(forged.replace(":pk", ":pl"), *values)
    assert (await services.matches.get(first)).game.ply == 0
    assert (await services.matches.get(second)).game.ply == 0
    for ply in range(3):
        await ros.sends(f"1:{first}:{ply}:pl:.0")
    assert (await services.matches.get(first)).game.ply == 0


async def test_an_old_button_pressed_again_and_again_acts_once(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    request = adi.request()
    for _ in range(5):
        seen(await adi.papan.press(request, f"1:{code}:0:pl:.0"))
        await adi.sends(f"1:{code}:0:pl:.0")
    assert (await services.matches.get(code)).game.ply == 1


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_name_is_text_without_what_moves_or_hides_text(papan: App, adi: Visitor, name: str) -> None:
    card = await adi.types("/play dam-8", opponent=Visitor(papan, name))
    shown = card.text + (card.picture.alt if card.picture else "")
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200e\u200f\x00\x1b")


async def test_nobody_is_told_anything_in_the_name_of_the_room(adi: Visitor, siti: Visitor) -> None:
    """A game or a move that a person types never becomes a message for all, whatever it says."""
    for text in ("@everyone", "@here come", "<@&1>", "\u202e@everyone"):
        answers: list[Seen] = [await adi.types(f"/play {text}"), await adi.types(f"/rules {text}")]
        answers.append(seen(await adi.papan.command(adi.request(), text, {})))
        assert all(answer.private for answer in answers)
    talked = seen_text(await siti.papan.text(siti.request(Place("web", "@siti", private=True)), "@everyone"))
    assert talked is not None
    assert talked.private
    assert "@everyone" not in talked.text
