"""The table of a tournament as a card: a row for each of its people, with a cell for each of the others, or for each
round.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from renderer.card_sheet import (
    EDGE,
    IDLE,
    NAME,
    ROWS,
    TRACK,
    WIDTH,
    CardSheet,
    fitting_size,
    letters_of,
    write_heading,
    write_name,
)
from renderer.describe import Say, by_key, fitting
from renderer.text import length_of
from renderer.themes import THEME

UNDER_WAY = "•"
"""At the end of a cell: a game of the two is being played."""
_HEADS = 34
"""The height of the line that says whose column it is."""
_NAMES, _NAME = 68, 176
"""Where names begin, and the room that they always have."""
_WIDEST, _LOWEST, _HIGHEST = 56, 40, 50
"""The most room of a cell, and the least and the most height of a row."""
_FEW = 6
"""So many people at most have larger letters."""
_SMALL, _NUMBERS = 19, 90
"""The size of what stands beside points, and the most room of either."""
_GAP = 14
"""Before points, and before what stands beside them."""


@dataclass(frozen=True)
class CrosstableRow:
    """Somebody's row. ``cells`` has a text for each row of the card, in their order: what the games against that one
    brought, empty before the first of them; or a text for each round. It ends in ``UNDER_WAY`` while one is being
    played. ``beside`` is a number that orders those with equal ``points``.

    Who has ``withdrawn`` is struck through.
    """

    place: int
    name: str
    cells: tuple[str, ...]
    points: str
    beside: str = ""
    withdrawn: bool = False


@dataclass(frozen=True)
class CrosstableCard:
    """A heading with a sentence beside it, and rows from the best down. Everybody meets everybody, 10 people at most,
    and the cell in one's own column is not shown; or else the cells are those of so many ``rounds``, 10 at most.
    """

    heading: str
    beside: str
    rows: tuple[CrosstableRow, ...]
    theme: str = "kayu"
    rounds: int | None = None

    @property
    def heads(self) -> tuple[str, ...]:
        """The headings of the columns: places, or the numbers of the rounds."""
        if self.rounds is None:
            return tuple(str(row.place) for row in self.rows)
        return tuple(str(number + 1) for number in range(self.rounds))


def draw_crosstable(card: CrosstableCard) -> bytes:
    """The card as a PNG file. Raises KeyError for a theme that does not exist."""
    columns = _columns(card)
    height = columns.height
    sheet = CardSheet(THEME[card.theme], (WIDTH, ROWS + _HEADS + height * len(card.rows) + EDGE // 2))
    write_heading(sheet, card.heading, card.beside)
    for number, head in enumerate(card.heads):
        sheet.write((columns.middle(number), ROWS + _HEADS // 2 - 2), head, _SMALL, IDLE, "m")
    for number, row in enumerate(card.rows):
        y = ROWS + _HEADS + number * height
        sheet.box((EDGE, y, WIDTH - EDGE, y), TRACK)
        own = number if card.rounds is None else None
        if own is not None:
            x, half = columns.middle(own), columns.cell // 2 - 3
            sheet.box((x - half, y + 4, x + half, y + height - 4), TRACK, 5)
        _draw(sheet, columns, own, row, y + height // 2)
    return sheet.png()


def describe_crosstable(card: CrosstableCard, say: Say) -> str:
    """All places and points, and each game of everybody against everybody once, in at most 1,000 characters. ``say`` as
    for ``describe``.
    """
    return fitting(_told(card, by_key(say)))


def _told(card: CrosstableCard, say: Say) -> Iterator[str]:
    yield f"{card.heading}."
    if card.beside:
        yield card.beside
    for row in card.rows:
        told = f"{row.points} ({row.beside})" if row.beside else row.points
        yield say("gone" if row.withdrawn else "place", place=row.place, name=row.name, told=told)
    if card.rounds is None:
        yield from _games_told(card, say)


def _games_told(card: CrosstableCard, say: Say) -> Iterator[str]:
    playing = []
    places = [row.place for row in card.rows]
    called = [str(row.place) if places.count(row.place) == 1 else row.name for row in card.rows]
    met: dict[int, list[str]] = {}
    for one, other in combinations(range(len(card.rows)), 2):
        cells = card.rows[one].cells[other], card.rows[other].cells[one]
        brought = [cell.removesuffix(UNDER_WAY).strip() for cell in cells]
        if any(brought):
            met.setdefault(one, []).append(f"{called[other]}: {brought[0]}–{brought[1]}")
        if any(cell.endswith(UNDER_WAY) for cell in cells):
            playing.append(f"{called[one]} – {called[other]}")
    for one, results in met.items():
        yield say("met", first=card.rows[one].name, second=", ".join(results))
    if playing:
        yield say("playing", pairs=", ".join(playing))


@dataclass(frozen=True)
class _Columns:
    """The columns of a card: where cells begin, how wide each is, where points end; and the height of its rows."""

    left: int
    cell: int
    points: int
    height: int
    letters: int

    def middle(self, number: int) -> int:
        """The middle of a cell."""
        return self.left + number * self.cell + self.cell // 2


def _columns(card: CrosstableCard) -> _Columns:
    rows, count = card.rows, len(card.heads)
    letters = 24 if len(rows) <= _FEW else 22
    beside = max((length_of(letters_of(row.beside), _SMALL) for row in rows), default=0)
    points = WIDTH - EDGE - (min(beside, _NUMBERS) + _GAP if beside else 0)
    widest = max((length_of(letters_of(row.points), letters) for row in rows), default=0)
    right = points - min(widest, _NUMBERS) - _GAP
    cell = min(_WIDEST, (right - _NAMES - _NAME) // max(1, count))
    return _Columns(right - cell * count, cell, points, min(_HIGHEST, max(_LOWEST, cell)), letters)


def _draw(sheet: CardSheet, columns: _Columns, own: int | None, row: CrosstableRow, y: int) -> None:
    ink, letters = IDLE if row.withdrawn else NAME, columns.letters
    place = str(row.place)
    sheet.write((_NAMES - _GAP, y), place, fitting_size(place, _SMALL, _NAMES - _GAP - EDGE), IDLE, "r")
    end = write_name(sheet, (_NAMES, y), row.name, letters, columns.left - _GAP - _NAMES, ink)
    if row.withdrawn:
        sheet.strike(_NAMES - 3, end + 3, y, ink)
    for other, cell in enumerate(row.cells):
        if other != own:
            _draw_cell(sheet, columns, (columns.middle(other), y), letters_of(cell), ink)
    points, beside = letters_of(row.points), letters_of(row.beside)
    sheet.write((columns.points, y), points, fitting_size(points, letters, _NUMBERS), ink, "r")
    sheet.write((WIDTH - EDGE, y), beside, fitting_size(beside, _SMALL, _NUMBERS), IDLE, "r")


def _draw_cell(sheet: CardSheet, columns: _Columns, at: tuple[int, int], cell: str, ink: int) -> None:
    """The points of a cell, none of them in a quieter ink; after them a dot for a game that is being played."""
    brought = cell.removesuffix(UNDER_WAY).strip()
    dot = UNDER_WAY if cell.endswith(UNDER_WAY) else ""
    size = fitting_size(brought + dot, columns.letters, columns.cell - 7)
    x = at[0] - length_of(brought + dot, size) // 2
    sheet.write((x, at[1]), brought, size, IDLE if brought == "0" else ink)
    sheet.write((x + length_of(brought, size), at[1]), dot, size, IDLE)
