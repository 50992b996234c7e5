"""The card of a list: what it says, how large it is, and what it costs."""

import pytest

from bench.pictures import middle, rankings
from renderer import THEMES, RankedRow, RankingCard, describe_ranking, draw_ranking
from tests.renderer.test_standing import opened

ROWS = (
    RankedRow(0, "5 · Tracker", "1700", 1700),
    RankedRow(1, "Siti 🎉", "1662?", 1662),
    RankedRow(2, "Adi", "1500", 1500),
    RankedRow(14, "Ros", "1338?", 1338, own=True),
)
CARD = RankingCard("This chat · Main tapal empat", "You are number 14 of 31.", ROWS)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("rows", [ROWS, ROWS[1:2], (), (*(RankedRow(n, "W" * 64, "1500?", 0) for n in range(1, 12)),)])
def test_a_list_is_small_whatever_is_on_it(theme: str, rows: tuple[RankedRow, ...]) -> None:
    png = draw_ranking(RankingCard("H" * 90, "You are number 14 of 31.", rows, theme))
    picture = opened(png)
    assert picture.width == 720
    assert len(png) <= 30_000
    ground = picture.getpixel((0, 0))
    for edge in ((0, 0, 12, picture.height), (708, 0, 720, picture.height)):
        assert picture.crop(edge).getcolors() == [((edge[2] - edge[0]) * picture.height, ground)]


def test_every_number_is_said_that_of_whoever_asks_first() -> None:
    assert describe_ranking(CARD, lambda message, **facts: message.format(**facts)) == (
        "This chat · Main tapal empat. You are number 14 of 31. 14: Ros, 1338?. 1: Siti 🎉, 1662?. 2: Adi, 1500. "
        "The computer's levels: 5 · Tracker 1700."
    )


def test_whoever_holds_a_shield_is_marked_also_where_the_name_takes_all_the_room() -> None:
    for name in ("Adi", "W" * 64):
        without, held = (RankingCard("", "", (RankedRow(1, name, "", 1, shield=each),)) for each in (False, True))
        assert draw_ranking(held) != draw_ranking(without)
        assert "🛡️" in describe_ranking(held, lambda message, **facts: message.format(**facts))


def test_two_with_the_same_place_leave_nobody_out() -> None:
    heights = [
        opened(draw_ranking(RankingCard("", "", tuple(RankedRow(place, "Adi", "", 1) for place in places)))).height
        for places in ((1, 2, 3), (1, 1, 3), (1, 2, 4))
    ]
    assert heights[0] == heights[1] < heights[2]


def test_whoever_asks_is_marked() -> None:
    other = RankingCard(CARD.heading, CARD.beside, (*ROWS[:3], RankedRow(14, "Ros", "1338?", 1338)))
    assert draw_ranking(CARD) != draw_ranking(other)


def test_a_list_costs_little() -> None:
    assert middle(rankings(5)).kilobytes <= 30
