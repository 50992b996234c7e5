"""The list of the strongest as a card: a row for each of them, and grey lines for the levels of the computer."""

from collections.abc import Iterator
from dataclasses import dataclass

from renderer.card_sheet import (
    EDGE,
    IDLE,
    NAME,
    PILL,
    ROWS,
    TRACK,
    WIDTH,
    CardSheet,
    fitting_size,
    letters_of,
    write_heading,
    write_label,
)
from renderer.describe import Say, by_key, fitting
from renderer.text import length_of
from renderer.themes import THEME

_MARK = 24
"""The room of a shield beside a name."""
_ROW, _GREY, _GAP = 36, 23, 14
"""The heights of a person's row, of a level's, and of what stands before somebody further down."""
_NAMES = 84
"""Where names begin."""
_BAR, _THICK = 70, 7
"""The length of a bar, which shows a value beside the others, and half its height."""
_SHIELD = "🛡️"
"""The mark of a shield in words."""
_LETTERS, _BETWEEN, _WIDEST = 20, 18, 240
"""The size of what is told, what is free beside a bar, and the most room that the longest of it takes."""


@dataclass(frozen=True)
class RankedRow:
    """A row of a list. ``place`` is 0 for a level of the computer; ``told`` says the ``value`` by which the list is
    sorted; ``own`` is the row of whoever asks, and who holds a ``shield`` has one beside their name.
    """

    place: int
    name: str
    told: str
    value: float
    own: bool = False
    shield: bool = False


@dataclass(frozen=True)
class RankingCard:
    """A heading with a sentence beside it, and rows from the best down."""

    heading: str
    beside: str
    rows: tuple[RankedRow, ...]
    theme: str = "kayu"
    from_zero: bool = False
    """Bars begin at nothing, not at the lowest value."""


def draw_ranking(card: RankingCard) -> bytes:
    """The card as a PNG file. Raises KeyError for a theme that does not exist."""
    heights = list(_heights(card.rows))
    sheet = CardSheet(THEME[card.theme], (WIDTH, ROWS + sum(heights) + EDGE // 2))
    write_heading(sheet, card.heading, card.beside)
    values = [row.value for row in card.rows if row.place]
    low, high = 0 if card.from_zero else min(values, default=0), max(values, default=0)
    told = max((length_of(letters_of(row.told), _LETTERS) for row in card.rows if row.place), default=0)
    right = WIDTH - EDGE - min(told, _WIDEST) - _BETWEEN
    y = ROWS
    for row, height, left_out in zip(card.rows, heights, _left_out(card.rows), strict=True):
        if left_out:
            sheet.box((EDGE, y + _GAP // 2, WIDTH - EDGE, y + _GAP // 2), TRACK)
        y += height
        share = (row.value - low) / (high - low) if high > low else float(not card.from_zero)
        _draw(sheet, row, y - (_ROW if row.place else _GREY) // 2, right, share)
    return sheet.png()


def describe_ranking(card: RankingCard, say: Say) -> str:
    """Every number of the card in at most 1,000 characters. ``say`` as for ``describe``."""
    return fitting(_told(card, by_key(say)))


def _told(card: RankingCard, say: Say) -> Iterator[str]:
    yield f"{card.heading}."
    if card.beside:
        yield card.beside
    people = [row for row in card.rows if row.place]
    for row in sorted(people, key=lambda row: not row.own):
        yield say("place", place=row.place, name=f"{row.name} {_SHIELD}" if row.shield else row.name, told=row.told)
    levels = [f"{row.name} {row.told}" for row in card.rows if not row.place]
    if levels:
        yield say("levels", levels=", ".join(levels))


def _heights(rows: tuple[RankedRow, ...]) -> Iterator[int]:
    for row, left_out in zip(rows, _left_out(rows), strict=True):
        yield (_ROW if row.place else _GREY) + (_GAP if left_out else 0)


def _left_out(rows: tuple[RankedRow, ...]) -> Iterator[bool]:
    """Are there people before each row that the card leaves out? Who is equal has the same place."""
    above = 0
    for row in rows:
        yield row.place > above + 1
        above = max(above + 1, row.place) if row.place else above


def _draw(sheet: CardSheet, row: RankedRow, y: int, right: int, share: float) -> None:
    ink, size = (NAME, _LETTERS) if row.place else (IDLE, 14)
    left = right - _BAR
    if row.own:
        sheet.box((EDGE - 14, y - 13, EDGE - 9, y + 13), PILL, 2)
    if row.place:
        place = str(row.place)
        sheet.write((_NAMES - 16, y), place, fitting_size(place, 20, _NAMES - 16 - EDGE), IDLE, "r")
    after = write_label(sheet, (_NAMES, y), row.name, size, left - _BETWEEN - _NAMES - row.shield * _MARK, ink)
    if row.shield:
        sheet.shield((after + _MARK // 3, y - _MARK // 3), _MARK * 2 // 3)
    if row.place:
        sheet.box((left, y - _THICK, right, y + _THICK), TRACK, _THICK)
        if share > 0:
            end = left + max(2 * _THICK, round(_BAR * share))
            sheet.box((left, y - _THICK, end, y + _THICK), PILL, _THICK)
    told = letters_of(row.told)
    sheet.write((WIDTH - EDGE, y), told, fitting_size(told, size, WIDTH - EDGE - right - _BETWEEN), ink, "r")
