"""A bracket as a card: who meets whom, who goes on, and a cup for who is left.

Everybody has a line of their own, at each stage that they reach: those of a pair stand above and below the line of who
wins it, which begins further right. So names have more room than a column is wide, and can be read on a phone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from renderer.card_sheet import (
    EDGE,
    GROUND,
    IDLE,
    NAME,
    PILL,
    ROWS,
    TRACK,
    WIDTH,
    CardSheet,
    letters_of,
    write_heading,
    write_name,
)
from renderer.describe import Say, by_key, fitting
from renderer.text import length_of, shortened
from renderer.themes import THEME

_LAST = 216
"""The room of whoever is left."""
_NAME, _NOTE = 236, 140
"""The room that a name has, also where its column is narrower; and a note beside it."""
_GAP = 10
"""Between a name and what stands beside it."""
_BEFORE = 16
"""From the line of a pair to the name of its winner."""
_CUP = 2.2
"""The height of the cup in lines."""
_STAGES = {1: "final", 2: "semifinals", 4: "quarterfinals"}
_UNKNOWN = "…"


@dataclass(frozen=True)
class BracketPair:
    """Two who meet. A name is empty as long as it is not known; ``second`` is None where the first has nobody to play.

    ``scores`` are the points of each; ``winner`` is 0 or 1 once it is decided; ``note`` says more of it, as that it is
    being played.
    """

    first: str = ""
    second: str | None = ""
    scores: tuple[str, str] = ("", "")
    winner: int | None = None
    note: str = ""

    @property
    def names(self) -> tuple[str, str]:
        """The names of both, empty as long as they are not known."""
        return self.first, self.second or ""

    @property
    def goes_on(self) -> str:
        """The name of who goes on, empty as long as it is not known."""
        if self.second is None:
            return self.first
        return "" if self.winner is None else self.names[self.winner]


@dataclass(frozen=True)
class BracketCard:
    """A heading with a sentence beside it, and rounds, each of half as many pairs as the one before it, to the last,
    of one pair: the winners of its pairs 0 and 1 meet in pair 0 of the next. At most 32 people.
    """

    heading: str
    beside: str
    rounds: tuple[tuple[BracketPair, ...], ...]
    theme: str = "kayu"


def draw_bracket(card: BracketCard) -> bytes:
    """The card as a PNG file. Raises KeyError for a theme that does not exist, and ValueError for rounds that do not
    lead to one winner.
    """
    if [len(pairs) for pairs in card.rounds] != [2**left for left in reversed(range(len(card.rounds)))]:
        raise ValueError("Each round of a bracket has half as many pairs as the one before, and the last has one.")
    winner = _spot(card.rounds, len(card.rounds), 0, count())
    spots = tuple(_all(winner))
    measures = _Measures(winner.level, winner.row)
    sheet = CardSheet(THEME[card.theme], (WIDTH, ROWS + measures.height * len(spots) + EDGE // 2))
    write_heading(sheet, card.heading, card.beside)
    ends = {spot.row: _write(sheet, measures, spot) for spot in spots}
    for won in (False, True):
        for spot in spots:
            for feeder in spot.feeders:
                if feeder.won == won:
                    _join(sheet, measures, feeder, spot, ends[feeder.row])
    for spot in spots:  # no line runs through letters
        (x, y), half = measures.at(spot), measures.height // 2
        sheet.box((x - 4, y - half, measures.clear(ends[spot.row]), y + half), GROUND)
        if not spot.name and not spot.note:
            sheet.box((x, y - 4, x + 60, y + 4), TRACK, 4)
    size = round(measures.height * _CUP)
    x, y = measures.at(winner)
    if winner.name:
        sheet.cup((x, y - measures.height // 2 - size), size)
    return sheet.png()


def describe_bracket(card: BracketCard, say: Say) -> str:
    """The winner, then all pairs from the last round to the first, in at most 1,000 characters. ``say`` as for
    ``describe``.
    """
    return fitting(_told(card, by_key(say)))


def _told(card: BracketCard, say: Say) -> Iterator[str]:
    yield f"{card.heading}."
    if card.beside:
        yield card.beside
    if card.rounds and card.rounds[-1][0].goes_on:
        yield say("champion", name=card.rounds[-1][0].goes_on)
    for pairs in reversed(card.rounds):
        known = [pair for pair in pairs if any(pair.names)]
        if known:
            stage = _STAGES.get(len(pairs))
            yield say(stage) if stage else say("stage", count=2 * len(pairs))
        for pair in known:
            yield _pair_told(pair, say)


def _pair_told(pair: BracketPair, say: Say) -> str:
    if pair.second is None:
        return say("through", name=pair.first)
    first = pair.winner or 0
    names = [pair.names[side] or _UNKNOWN for side in (first, 1 - first)]
    scores = [pair.scores[side] for side in (first, 1 - first)]
    more = ", ".join(filter(None, ("–".join(scores) if any(scores) else "", pair.note)))
    if pair.winner is None:
        against = f"{names[1]} ({more})" if more else names[1]
        return say("met", first=names[0], second=against)
    return say("beat", winner=names[0], loser=f"{names[1]} ({more})" if more else names[1])


@dataclass(frozen=True)
class _Spot:
    """Somebody at a stage, on a line of their own, between those of the two of whom they came from.

    ``won`` says of a decided pair whether they go on from it.
    """

    level: int
    row: int
    name: str
    score: str
    note: str
    won: bool
    lost: bool
    feeders: "tuple[_Spot, ...]"


def _spot(rounds: tuple[tuple[BracketPair, ...], ...], level: int, number: int, rows: Iterator[int]) -> _Spot:
    """The one with a number at a level: 0 is the first round, and above the last one is who wins it."""
    side = number % 2
    pair = rounds[level][number // 2] if level < len(rounds) else BracketPair()
    before = rounds[level - 1][number] if level else BracketPair()
    fed = level > 1 or (level == 1 and before.second is not None)
    above = (_spot(rounds, level - 1, 2 * number, rows),) if fed else ()
    row = next(rows)
    below = (_spot(rounds, level - 1, 2 * number + 1, rows),) if fed else ()
    name = pair.names[side] or before.goes_on
    lost = pair.winner == 1 - side
    note = pair.note if lost else "" if name else before.note
    won = pair.winner == side or (pair.second is None and side == 0)
    return _Spot(level, row, name, pair.scores[side], note, won, lost, above + below)


def _all(spot: _Spot) -> Iterator[_Spot]:
    yield spot
    for feeder in spot.feeders:
        yield from _all(feeder)


@dataclass(frozen=True)
class _Measures:
    """The places of a card with so many rounds, whose winner stands in a row."""

    rounds: int
    last: int

    @property
    def height(self) -> int:
        """Of a line."""
        return 52 - 4 * self.rounds

    @property
    def letters(self) -> int:
        """Their size."""
        return self.height * 3 // 5

    @property
    def step(self) -> int:
        """From one level to the next."""
        return (WIDTH - 2 * EDGE - _LAST) // max(1, self.rounds)

    def at(self, spot: _Spot) -> tuple[int, int]:
        """The beginning of a name."""
        return EDGE + spot.level * self.step, ROWS + spot.row * self.height + self.height // 2

    def right(self, spot: _Spot) -> int:
        """The end of all that may stand on a line: the place of the cup is left free."""
        if 0 < self.last - spot.row <= _CUP + 1:
            return EDGE + self.rounds * self.step - 2 * _BEFORE
        return WIDTH - EDGE

    def room(self, spot: _Spot) -> int:
        """The room of a name and its score."""
        return min(self.right(spot) - self.at(spot)[0], max(_NAME, 2 * self.step - 2 * _BEFORE))

    def clear(self, end: int) -> int:
        """To where no line is drawn beside letters that end there: none is cut lengthwise."""
        lines = (EDGE + level * self.step - _BEFORE for level in range(1, self.rounds + 1))
        return next((x + 2 for x in lines if x - 8 <= end <= x + 4), end + 4)


def _write(sheet: CardSheet, measures: _Measures, spot: _Spot) -> int:
    """A name, and its score or a note. Gives where it ends."""
    (x, y), letters, room = measures.at(spot), measures.letters, measures.room(spot)
    winner = spot.level == measures.rounds
    ink = IDLE if spot.lost else NAME
    score = letters_of(spot.score)
    beside = _GAP + length_of(score, letters) if score else 0
    end = x
    if spot.name:
        size = letters + (4 if winner else 2 if spot.won else 0)
        end = write_name(sheet, (x, y), spot.name, size, room - beside, ink)
    if score:
        sheet.write((end + _GAP, y), score, letters, PILL if spot.won else ink)
        end += beside
    if spot.note:
        end += _GAP if spot.name else 0
        note = shortened(letters_of(spot.note), letters - 2, max(0, min(_NOTE, measures.right(spot) - end)))
        sheet.write((end, y), note, letters - 2, IDLE)
        end += length_of(note, letters - 2)
    return end


def _join(sheet: CardSheet, measures: _Measures, feeder: _Spot, spot: _Spot, end: int) -> None:
    """The line from somebody to the place for which they play; that of who goes on is the stronger one."""
    ink, thick = (PILL, 2) if feeder.won else (IDLE, 1)
    (left, y), (_, start) = measures.at(spot), measures.at(feeder)
    x = left - _BEFORE
    sheet.box((x - thick + 1, min(y, start) - thick + 1, x + thick, max(y, start) + thick), ink)
    sheet.box((x, y - thick + 1, left - 6, y + thick), ink)
    if end + _GAP < x:
        sheet.box((end + _GAP, start - thick + 1, x, start + thick), ink)
