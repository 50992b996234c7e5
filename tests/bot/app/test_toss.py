"""The toss of a coin is told with the board that begins, and only where one was tossed."""

import pytest

from bot.services.services import Services
from tests.bot.app.test_rated import CHAT, Villager, moved
from tests.bot.app.visitors import Visitor
from tests.bot.kit import Clock


@pytest.mark.parametrize(
    ("line", "press", "tossed"),
    [
        ("/play dam-8 pace:none", "Accept", True),
        ("/play dam-8 first pace:none", "Accept", False),
        ("/play dam-8 anybody pace:none", "Sit down as White", False),
    ],
)
async def test_the_coin_is_told_until_somebody_has_moved(
    adi: Visitor, services: Services, clock: Clock, line: str, press: str, tossed: bool
) -> None:
    budi, ani = Villager(adi.papan, "Budi"), Villager(adi.papan, "Ani")
    card = await budi.types(line, place=CHAT, opponent=None if "anybody" in line else ani)
    code = card.title.split()[0]
    await ani.presses(card, press, place=CHAT)
    match = await services.matches.get(code)
    first = await services.people.by_id(match.seats[0] or "")
    assert first
    told = f"The coin gave {first.name} the first side."
    clock.forward(minutes=1)
    assert (told in (await budi.types(f"/board {code} public", place=CHAT)).text) is tossed
    await moved(services, code, 1)
    clock.forward(minutes=1)
    assert told not in (await budi.types(f"/board {code} public", place=CHAT)).text
