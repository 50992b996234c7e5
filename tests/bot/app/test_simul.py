"""``/simul``: who may open one, what a wrong wish is told, and the note under a board."""

import pytest

from tests.bot.app.seen import Seen, seen
from tests.bot.app.test_hosts import BOSS, Desk, control, make_desk  # noqa: F401
from tests.bot.app.visitors import labels


async def opened(desk: Desk, name: str, **options: str) -> str:
    return (await desk.types(name, "simul", game="dam-8", **options)).text


async def test_who_does_not_organise_opens_few_boards(desk: Desk) -> None:
    assert "There are no simuls here." in await opened(desk, BOSS)
    await desk.choose(simul="on")
    assert await opened(desk, "adi", boards="5") == "Whoever does not organise here opens at most 4 boards."
    assert "comes in a moment" in await opened(desk, "adi")
    assert "comes in a moment" in await opened(desk, BOSS, boards="30")
    assert (await opened(desk, BOSS)).startswith("A simul of yours waits for people already.")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"boards": "31"}, "A simul has 2 to 30 boards."),
        ({"boards": "1"}, "A simul has 2 to 30 boards."),
        ({"boards": "many"}, "A simul has 2 to 30 boards."),
        ({"pace": "slow"}, "This pace is not offered here."),
    ],
)
async def test_a_wrong_wish_is_told(desk: Desk, options: dict[str, str], said: str) -> None:
    await desk.choose(simul="on", paces="relaxed")
    assert await opened(desk, BOSS, **options) == said


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
