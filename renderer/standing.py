"""A person's card: their best game, their ratings with how sure they are, and what they have won, drawn and lost."""

from collections.abc import Iterator
from dataclasses import dataclass

from renderer.card_sheet import (
    EDGE,
    GROUND,
    IDLE,
    NAME,
    PILL,
    TRACK,
    WIDTH,
    CardSheet,
    fitting_size,
    letters_of,
    write_label,
)
from renderer.describe import Say, by_key, fitting
from renderer.text import shortened, writable
from renderer.themes import THEME

HEIGHT = 400
MOST = 4
"""Rows of ratings, and of scores, that find room."""
_HEAD, _ROWS, _ROW = 44, 92, 35
"""The middle of the name, and of the first row below it, and from one row to the next."""
_LOW = 262
"""The middle of the first score where ratings stand above."""
_BESIDE = 276
"""Where the rows of ratings begin, right of the best one."""
_STEP = 100
"""The axis of ratings begins and ends at whole hundreds."""


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
    """The games won, drawn and lost in one game, or on a side of it; ``told`` says it."""

    label: str
    told: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class PersonCard:
    """A name; ratings, the best first; and scores, that of all together first. At most ``MOST`` ratings are shown.

    ``course`` has the ratings after each of the last matches that counted for the best one, the latest last.
    """

    name: str
    ratings: tuple[RatedIn, ...]
    scores: tuple[ScoredIn, ...]
    theme: str = "kayu"
    course: tuple[float, ...] = ()

    @property
    def shown(self) -> tuple[ScoredIn, ...]:
        """The scores that find room: twice as many where no ratings stand above them."""
        return self.scores[: MOST if self.ratings else 2 * MOST]


def draw_card(card: PersonCard) -> bytes:
    """The card as a PNG file. Raises KeyError for a theme that does not exist."""
    sheet = CardSheet(THEME[card.theme], (WIDTH, HEIGHT))
    sheet.write((EDGE, _HEAD), shortened(letters_of(card.name), 36, WIDTH - 2 * EDGE), 36)
    sheet.box((EDGE, 69, WIDTH - EDGE, 70), PILL)
    if card.ratings:
        _best(sheet, card.ratings[0], card.course)
        _ratings(sheet, card.ratings[:MOST])
        sheet.box((EDGE, 238, WIDTH - EDGE, 238), TRACK)
    _scores(sheet, card.shown, _LOW if card.ratings else _ROWS + 10)
    return sheet.png()


def describe_card(card: PersonCard, say: Say) -> str:
    """Every number of the card in at most 1,000 characters. ``say`` as for ``describe``."""
    return fitting(_told(card, by_key(say)))


def _told(card: PersonCard, say: Say) -> Iterator[str]:
    yield f"{card.name}."
    for each in card.ratings[:MOST]:
        yield say("rated", label=each.label, rating=each.told, low=round(each.low), high=round(each.high))
    if len(card.course) > 1:
        course = [round(value) for value in (card.course[0], card.course[-1], min(card.course), max(card.course))]
        first, last, low, high = course
        yield say("course", count=len(card.course), first=first, last=last, low=low, high=high)
    for score in card.shown:
        yield f"{score.label}: {score.told}."


def _best(sheet: CardSheet, best: RatedIn, course: tuple[float, ...]) -> None:
    """The best rating, large, with the course that it took; without matches enough for one, a mere line."""
    room = _BESIDE - EDGE - 24
    write_label(sheet, (EDGE, _ROWS), best.label, 17, room, IDLE)
    sheet.write((EDGE - 3, 138), best.told, fitting_size(best.told, 66, room))
    sheet.write((EDGE, 183), f"{best.low:.0f} – {best.high:.0f}", 18, IDLE)
    if len(course) > 1:
        sheet.course((EDGE, 199, EDGE + room, 229), course)
    else:
        sheet.box((EDGE, 214, EDGE + room, 214), TRACK)


def _ratings(sheet: CardSheet, ratings: tuple[RatedIn, ...]) -> None:
    """A bar for each from twice its deviation below it to as much above it, and a mark at the rating itself."""
    left, right = 478, 622
    first = round(min(each.low for each in ratings) // _STEP * _STEP)
    last = round(-(-max(each.high for each in ratings) // _STEP) * _STEP)

    def at(value: float) -> int:
        return round(left + (right - left) * (value - first) / max(_STEP, last - first))

    for row, each in enumerate(ratings):
        y, middle = _ROWS + row * _ROW, at(each.rating)
        write_label(sheet, (_BESIDE, y), each.label, 16, left - _BESIDE - 14, NAME)
        sheet.box((left, y - 7, right, y + 7), TRACK, 7)
        sheet.box((at(each.low), y - 7, at(each.high), y + 7), PILL, 7)
        sheet.box((middle - 4, y - 10, middle + 4, y + 10), GROUND)  # it is seen where both have one colour
        sheet.box((middle - 1, y - 10, middle + 1, y + 10), NAME)
        sheet.write((WIDTH - EDGE, y), each.told, 18, anchor="r")
    y = _ROWS + len(ratings) * _ROW - 8
    sheet.write((left, y), str(first), 13, IDLE)
    sheet.write((right, y), str(last), 13, IDLE, "r")


def _scores(sheet: CardSheet, scores: tuple[ScoredIn, ...], top: int) -> None:
    """A bar for each: what was won from the left, lost from the right, drawn between them; and its numbers."""
    left, right = _BESIDE, 470
    for row, each in enumerate(scores):
        y = top + row * _ROW
        write_label(sheet, (EDGE, y), each.label, 17, left - EDGE - 14, NAME)
        sheet.box((left, y - 8, right, y + 8), TRACK)
        share = (right - left) / max(1, each.won + each.drawn + each.lost)
        won, lost = round(left + share * each.won), round(right - share * each.lost)
        if each.won:
            sheet.box((left, y - 8, won, y + 8), PILL)
        if each.drawn:
            sheet.box((won, y - 8, lost, y + 8), IDLE)
        told = writable(each.told)
        size = fitting_size(told, 17, WIDTH - EDGE - right - 14)
        sheet.write((WIDTH - EDGE, y), told, size, anchor="r")
