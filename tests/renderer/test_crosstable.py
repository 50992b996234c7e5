"""The table of who met whom: what it says, what it shows, and how large it is."""

from dataclasses import replace

import pytest

from renderer import THEMES, UNDER_WAY, CrosstableCard, CrosstableRow, describe_crosstable, draw_crosstable
from renderer.themes import THEME
from tests.renderer.pictures import difference, strongest
from tests.renderer.test_standing import opened

ROWS = (
    CrosstableRow(1, "Siti", ("", "1½", "2", "1" + UNDER_WAY), "4½", "11"),
    CrosstableRow(2, "Adi 🎉", ("½", "", "1", "0"), "1½", "9¼"),
    CrosstableRow(3, "Ros", ("0", "1", "", UNDER_WAY), "1", "7"),
    CrosstableRow(3, "முருகன்", ("0" + UNDER_WAY, "2", UNDER_WAY, ""), "1", "7", withdrawn=True),
)
CARD = CrosstableCard("Club cup", "Round 3 of 5", ROWS)


def crowd(count: int, name: str) -> tuple[CrosstableRow, ...]:
    """So many people, all alike, whose every cell is full."""
    return tuple(CrosstableRow(n + 1, name, ("1½",) * count, "13½", "100¾") for n in range(count))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("rows", [crowd(10, "W" * 64), crowd(3, ""), ()], ids=["ten", "three", "nobody"])
def test_a_table_is_small_whatever_is_on_it(theme: str, rows: tuple[CrosstableRow, ...]) -> None:
    png = draw_crosstable(CrosstableCard("H" * 90, "B" * 90, rows, theme))
    picture = opened(png)
    assert picture.width == 720
    assert len(png) <= 40_000
    ground = picture.getpixel((0, 0))
    for edge in ((0, 0, 12, picture.height), (708, 0, 720, picture.height)):
        assert picture.crop(edge).getcolors() == [((edge[2] - edge[0]) * picture.height, ground)]


def test_every_number_is_said_and_each_game_once() -> None:
    """Of two with the same place the name is said, as the place would not tell which of them is meant."""
    assert describe_crosstable(CARD, lambda message, **facts: message.format(**facts)) == (
        "Club cup. Round 3 of 5 1: Siti, 4½ (11). 2: Adi 🎉, 1½ (9¼). 3: Ros, 1 (7). 3: முருகன், 1 (7), withdrawn. "
        "Siti against 2: 1½–½, Ros: 2–0, முருகன்: 1–0. Adi 🎉 against Ros: 1–1, முருகன்: 0–2. "
        "Under way: 1 – முருகன், Ros – முருகன்."
    )


def test_whatever_does_not_fit_is_left_out_from_the_end() -> None:
    said = describe_crosstable(
        CrosstableCard("Club cup", "", crowd(10, "W" * 64)), lambda message, **facts: message.format(**facts)
    )
    assert 900 < len(said) <= 1000
    assert all(f"{place}: {'W' * 64}, 13½ (100¾)." in said for place in range(1, 11)), "all places before any game"


def test_all_that_a_cell_tells_is_seen() -> None:
    """Nothing played, a game under way, each result, and whoever withdrew; but no text in somebody's own cell."""
    pictures = set()
    for cell in ("", UNDER_WAY, "0", "½", "1", "1½", "1" + UNDER_WAY):
        row = replace(ROWS[0], cells=("", cell, "2", ""))
        drawn = draw_crosstable(replace(CARD, rows=(row, *ROWS[1:])))
        assert drawn == draw_crosstable(replace(CARD, rows=(replace(row, cells=("9", *row.cells[1:])), *ROWS[1:])))
        pictures.add(drawn)
    assert len(pictures) == 7
    gone = replace(CARD, rows=(replace(ROWS[0], withdrawn=True), *ROWS[1:]))
    for theme in THEMES:  # also where all letters have one colour
        assert difference(*(opened(draw_crosstable(replace(card, theme=theme))) for card in (CARD, gone)))


@pytest.mark.parametrize("theme", THEMES)
def test_a_table_of_ten_can_be_read_on_a_phone(theme: str) -> None:
    """Shown 360 pixels wide, a name has capitals of 6 pixels, and whatever stands in a cell is clear of its ground."""
    full = replace(CARD, rows=crowd(10, "H" * 64), theme=theme)
    first = full.rows[0]
    for changed in (replace(first, name=""), replace(first, cells=("", "", *first.cells[2:]))):
        one, other = (opened(draw_crosstable(replace(full, rows=(row, *full.rows[1:])))) for row in (first, changed))
        box = difference(one, other)
        assert 12 <= box[3] - box[1] <= 40
        assert strongest(one.crop(box), THEME[theme].bar) >= 4.5


def test_the_cells_of_rounds_stand_under_their_numbers() -> None:
    """Everybody's cells are shown, as none is that of themselves; and places and points are said."""
    rows = (
        CrosstableRow(1, "Siti", ("+2", "=3", ""), "1½", "2"),
        CrosstableRow(2, "Adi", ("−1", "+", ""), "1", "1½", withdrawn=True),
        CrosstableRow(3, "Ros", ("", "=1", "2" + UNDER_WAY), "½", "1"),
    )
    card = CrosstableCard("Club cup", "Round 2 of 3", rows, rounds=3)
    assert describe_crosstable(card, lambda message, **facts: message.format(**facts)) == (
        "Club cup. Round 2 of 3 1: Siti, 1½ (2). 2: Adi, 1 (1½), withdrawn. 3: Ros, ½ (1)."
    )
    pictures = {draw_crosstable(card)}
    for row, other in enumerate(rows):
        for cell in range(3):
            cells = (*other.cells[:cell], "9", *other.cells[cell + 1 :])
            changed = replace(other, cells=cells)
            pictures.add(draw_crosstable(replace(card, rows=(*rows[:row], changed, *rows[row + 1 :]))))
    assert len(pictures) == 1 + 9
