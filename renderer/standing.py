"""A person's card: their best game, their ratings with how sure they are, and what they have won, drawn and lost."""

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.brush import mix
from renderer.describe import Say, by_key, fitting
from renderer.png import palette_png
from renderer.text import length_of, shortened, writable, write
from renderer.themes import THEME, Theme

WIDTH, HEIGHT = 720, 400
MOST = 4
"""Rows of ratings, and of scores, that find room."""
_EDGE = 28
_HEAD, _ROWS, _ROW = 44, 92, 35
"""The middle of the name, and of the first row below it, and from one row to the next."""
_LOW = 262
"""The middle of the first score where ratings stand above."""
_BESIDE = 276
"""Where the rows of ratings begin, right of the best one."""
_STEP = 100
"""The axis of ratings begins and ends at whole hundreds."""
_SHADES = 8
_SMALLEST_LETTERS = 11
_GROUND, _NAME, _IDLE, _PILL, _TRACK = range(5)
"""The first colours of the palette; 0 is also what stands before each row of a PNG."""
_SEEN = [0 if index == _GROUND else 255 for index in range(256)]


@dataclass(frozen=True)
class RatedIn:
    """A rating in a game, or on a side of one: ``told`` as people read it, with twice its deviation to either side."""

    label: str
    told: str
    rating: float
    low: float
    high: float


@dataclass(frozen=True)
class ScoredIn:
    """What was won, drawn and lost in a game, or on a side of one; ``told`` says it."""

    label: str
    told: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class PersonCard:
    """A name; ratings, the best first; and scores, that of all together first. At most ``MOST`` ratings are shown."""

    name: str
    ratings: tuple[RatedIn, ...]
    scores: tuple[ScoredIn, ...]
    theme: str = "kayu"

    @property
    def shown(self) -> tuple[ScoredIn, ...]:
        """The scores that find room: twice as many where no ratings stand above them."""
        return self.scores[: MOST if self.ratings else 2 * MOST]


def draw_card(card: PersonCard) -> bytes:
    """The card as a PNG file. Raises KeyError for a theme that does not exist."""
    sheet = _Sheet(THEME[card.theme])
    sheet.write((_EDGE, _HEAD), shortened(writable(card.name), 36, WIDTH - 2 * _EDGE), 36)
    sheet.box((_EDGE, 69, WIDTH - _EDGE, 70), _PILL)
    if card.ratings:
        _best(sheet, card.ratings[0])
        _ratings(sheet, card.ratings[:MOST])
        sheet.box((_EDGE, 238, WIDTH - _EDGE, 238), _TRACK)
    _scores(sheet, card.shown, _LOW if card.ratings else _ROWS + 10)
    return sheet.png()


def describe_card(card: PersonCard, say: Say) -> str:
    """Every number of the card in at most 1,000 characters. ``say`` as for ``describe``."""
    return fitting(_told(card, by_key(say)))


def _told(card: PersonCard, say: Say) -> Iterator[str]:
    yield f"{card.name}."
    for each in card.ratings[:MOST]:
        yield say("rated", label=each.label, rating=each.told, low=round(each.low), high=round(each.high))
    for score in card.shown:
        yield f"{score.label}: {score.told}."


class _Sheet:
    """A card being drawn: shapes in the colours of its palette, and letters on the ground alone, so that what lies
    between the two is known beforehand and no colour has to be looked for.
    """

    def __init__(self, theme: Theme) -> None:
        inks = {_NAME: theme.name, _IDLE: theme.idle}
        colours = [theme.bar, theme.name, theme.idle, theme.pill, mix(theme.bar, theme.name, 0.16)]
        self._steps: dict[int, list[int]] = {}
        for ink, colour in inks.items():
            first = len(colours) - 1
            colours += [mix(theme.bar, colour, step / _SHADES) for step in range(1, _SHADES + 1)]
            steps = [round(value * _SHADES / 255) for value in range(256)]
            self._steps[ink] = [first + step if step else _GROUND for step in steps]
        self._palette = bytes(part for colour in colours for part in colour)
        self._letters = {ink: Image.new("L", (WIDTH + 1, HEIGHT)) for ink in inks}
        self._pens = {ink: ImageDraw.Draw(letters) for ink, letters in self._letters.items()}
        self._flat = Image.new("P", (WIDTH + 1, HEIGHT), _GROUND)
        self._shapes = ImageDraw.Draw(self._flat)

    def write(self, at: tuple[int, int], text: str, size: int, ink: int = 1, anchor: str = "l") -> None:
        """Write on the ground, beginning, in the middle or ending at a place."""
        write(self._pens[ink], (at[0] + 1, at[1]), text, size, 255, anchor)

    def box(self, corners: tuple[int, int, int, int], colour: int, radius: int = 0) -> None:
        """Fill a box, whose corners are within it."""
        left, top, right, bottom = corners
        self._shapes.rounded_rectangle((left + 1, top, right + 1, bottom), radius, fill=colour)

    def png(self) -> bytes:
        """The card as a PNG file."""
        for ink, letters in self._letters.items():
            indices = letters.point(self._steps[ink])
            self._flat.paste(indices, (0, 0), indices.point(_SEEN))
        return palette_png(self._flat.tobytes(), WIDTH, HEIGHT, self._palette)


def _best(sheet: _Sheet, best: RatedIn) -> None:
    room = _BESIDE - _EDGE - 24
    _label(sheet, (_EDGE, _ROWS), best.label, 17, room, _IDLE)
    sheet.write((_EDGE - 4, 152), best.told, _fits(best.told, 82, room))
    sheet.write((_EDGE, 210), f"{best.low:.0f} – {best.high:.0f}", 20, _IDLE)


def _ratings(sheet: _Sheet, ratings: tuple[RatedIn, ...]) -> None:
    """A bar for each from twice its deviation below it to as much above it, and a mark at the rating itself."""
    left, right = 478, 622
    first = round(min(each.low for each in ratings) // _STEP * _STEP)
    last = round(-(-max(each.high for each in ratings) // _STEP) * _STEP)

    def at(value: float) -> int:
        return round(left + (right - left) * (value - first) / max(_STEP, last - first))

    for row, each in enumerate(ratings):
        y, middle = _ROWS + row * _ROW, at(each.rating)
        _label(sheet, (_BESIDE, y), each.label, 16, left - _BESIDE - 14, _NAME)
        sheet.box((left, y - 7, right, y + 7), _TRACK, 7)
        sheet.box((at(each.low), y - 7, at(each.high), y + 7), _PILL, 7)
        sheet.box((middle - 4, y - 10, middle + 4, y + 10), _GROUND)  # it is seen where both have one colour
        sheet.box((middle - 1, y - 10, middle + 1, y + 10), _NAME)
        sheet.write((WIDTH - _EDGE, y), each.told, 18, anchor="r")
    y = _ROWS + len(ratings) * _ROW - 8
    sheet.write((left, y), str(first), 13, _IDLE)
    sheet.write((right, y), str(last), 13, _IDLE, "r")


def _scores(sheet: _Sheet, scores: tuple[ScoredIn, ...], top: int) -> None:
    """A bar for each: what was won from the left, lost from the right, drawn between them; and its numbers."""
    left, right = _BESIDE, 470
    for row, each in enumerate(scores):
        y = top + row * _ROW
        _label(sheet, (_EDGE, y), each.label, 17, left - _EDGE - 14, _NAME)
        sheet.box((left, y - 8, right, y + 8), _TRACK)
        share = (right - left) / max(1, each.won + each.drawn + each.lost)
        won, lost = round(left + share * each.won), round(right - share * each.lost)
        if each.won:
            sheet.box((left, y - 8, won, y + 8), _PILL)
        if each.drawn:
            sheet.box((won, y - 8, lost, y + 8), _IDLE)
        told = writable(each.told)
        size = _fits(told, 17, WIDTH - _EDGE - right - 14)
        sheet.write((WIDTH - _EDGE, y), told, size, anchor="r")


def _label(sheet: _Sheet, at: tuple[int, int], label: str, size: int, room: int, ink: int) -> None:
    """The name of a game, and of a side at its end: it is rather smaller than cut off."""
    text = writable(label)
    small = _fits(text, size, room)
    sheet.write(at, shortened(text, small, room), small, ink)


def _fits(text: str, size: int, room: int) -> int:
    """The largest letters, up to a size, in which a text finds room; never too small to be read."""
    while size > _SMALLEST_LETTERS and length_of(text, size) > room:
        size -= 1
    return size
