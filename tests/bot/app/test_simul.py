"""``/simul``: who may open one, what a wrong wish is told, and the note under a board."""

import asyncio
from dataclasses import replace

import pytest

from bot.app.contests.simul_card import SimulCards
from bot.app.requests.context import AppServices
from bot.chat import Later, Menu
from bot.foundation.shared_work import SingleProcess
from bot.store.simuls import Simul
from bot.workers.errands.contest_cards import ContestCard, SimulErrands
from bot.workers.errands.courier import Courier
from tests.bot.app.seen import Seen, seen
from tests.bot.app.test_hosts import BOSS, Desk, control, make_desk  # noqa: F401
from tests.bot.app.visitors import labels
from tests.bot.fake_platform import FakePlatform


async def opened(desk: Desk, name: str, **options: str) -> str:
    return (await desk.types(name, "simul", game="dam-8", **options)).text


async def test_who_does_not_organise_opens_few_boards(desk: Desk) -> None:
    assert "There are no simuls here." in await opened(desk, BOSS)
    await desk.choose(simul="on")
    assert await opened(desk, "adi", boards="5") == "Whoever does not organise here opens at most 4 boards."
    assert "comes in a moment" in await opened(desk, "adi")
    assert "comes in a moment" in await opened(desk, BOSS, boards="30")
    assert (await opened(desk, BOSS)).startswith("A simul of yours waits for people already.")


async def test_a_wrong_wish_is_told(desk: Desk) -> None:
    await desk.choose(simul="on", paces="relaxed")
    for options, said in [
        ({"boards": "31"}, "A simul has 2 to 30 boards."),
        ({"boards": "1"}, "A simul has 2 to 30 boards."),
        ({"boards": "many"}, "A simul has 2 to 30 boards."),
        ({"pace": "slow"}, "This pace is not offered here."),
    ]:
        assert await opened(desk, BOSS, **options) == said


@pytest.mark.parametrize("boards", [3, None], ids=["private boards", "boards in the chat"])
async def test_the_card_leads_to_the_private_chat_where_boards_stand_there(
    desk: Desk, app_services: AppServices, boards: int | None
) -> None:
    """Somebody who has not opened it could not be written to."""
    await desk.choose(simul="on")
    await opened(desk, BOSS)
    (simul,) = await desk.services.simuls.to_show()
    able = replace(app_services.capabilities["telegram"], live_boards=boards)
    shown = await SimulCards(replace(app_services, capabilities={"telegram": able})).show(simul)
    assert shown
    links = [each.label for row in shown[1].rows if not isinstance(row, Menu) for each in row]
    assert ("Open a private chat" in links) == ("open it before" in shown[1].text) == (boards is not None)


async def test_the_note_stands_under_the_board_until_it_is_taken_away(desk: Desk) -> None:
    await desk.choose(simul="on")
    await opened(desk, BOSS)
    simuls, people = desk.services.simuls, desk.services.people
    boss, adi, siti = [await people.player(desk.asks(name).person) for name in (BOSS, "adi", "siti")]
    waiting = await simuls.open_of(boss.id)
    assert waiting
    for each in (adi, siti):
        await simuls.join(each, waiting.id)
    await simuls.begin(boss.id, waiting.id)
    for simul, entrant, nth in await simuls.to_seat():
        await simuls.seat(simul, entrant, nth, {})
    (match,) = await desk.services.matches.of_player(adi.id)

    async def more(name: str) -> Seen:
        board = await desk.types(name, "board", match=match.code)
        payload, values = control(board, "More")
        return seen(await desk.papan.press(desk.asks(name), payload, values))

    assert "Note below" not in labels(await more("adi"))
    assert "Note below" in labels(await more(BOSS))
    await simuls.write_note(match, boss.id, "Look at c3.")
    assert f"{BOSS}: Look at c3." in (await desk.types("adi", "board", match=match.code)).text
    await simuls.write_note(match, boss.id, "")
    assert "Look at c3." not in (await desk.types("adi", "board", match=match.code)).text


async def test_a_card_that_fails_and_changes_meanwhile_is_noted_as_it_shows_it(
    desk: Desk, app_services: AppServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.errands.courier.LOOK_AGAIN", 0.0)
    monkeypatch.setattr("bot.workers.errands.contest_cards.EDIT_AGAIN_AFTER", 0.0)
    await desk.choose(simul="on")
    await opened(desk, BOSS, boards="30")
    simuls, people = desk.services.simuls, desk.services.people
    joining = [await people.player(desk.asks(name).person) for name in ("adi", "siti")]
    cards, platform = SimulCards(app_services), FakePlatform("telegram")
    platform.failures = [Later(0.0, "503")]

    async def show(simul: Simul) -> ContestCard[Simul] | None:
        if joining:
            await simuls.join(joining.pop(), simul.id)
        return await cards.show(simul)

    courier = Courier(SimulErrands(desk.services, show), desk.services, {"telegram": platform}, SingleProcess())
    while await simuls.to_show():
        await courier.look()
        await asyncio.sleep(0)
    await courier.stop()
    (card,) = platform.shown.values()
    assert "2 of 30 are in." in card.text
    assert not [each for each in platform.done if each.startswith("edit")], "what it shows is what was noted"
