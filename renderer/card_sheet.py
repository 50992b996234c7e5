"""A card being drawn: shapes in the colours of its palette, letters and lines."""

from collections.abc import Sequence
from math import ceil

from PIL import Image, ImageChops, ImageDraw

from renderer.brush import mix
from renderer.png import palette_png
from renderer.text import covers, length_of, shortened, writable, write
from renderer.themes import Theme

WIDTH, EDGE = 720, 28
"""Of every card, and what is free at its left and its right."""
ROWS = 78
"""Where rows begin below a heading."""
GROUND, NAME, IDLE, PILL, TRACK = range(5)
"""The first colours of the palette; 0 is also what stands before each row of a PNG."""
_SHADES = 8
_SMALLEST_LETTERS = 11
_SMALLEST_NAME = 17
"""Letters of a name that is read on a phone, where a card is half as wide; a longer one is cut off."""
_FINER = 4
"""A line is drawn so many times as large, and then made smaller."""


class CardSheet:
    """A card being drawn: shapes in the colours of its palette, and letters on the ground alone, so that what lies
    between the two is known beforehand and no colour has to be looked for.
    """

    def __init__(self, theme: Theme, size: tuple[int, int]) -> None:
        self._width, self._height = size
        inks = {NAME: theme.name, IDLE: theme.idle, PILL: theme.pill}
        colours = [theme.bar, theme.name, theme.idle, theme.pill, mix(theme.bar, theme.name, 0.16)]
        self._steps: dict[int, list[int]] = {}
        for ink, colour in inks.items():
            first = len(colours) - 1
            colours += [mix(theme.bar, colour, step / _SHADES) for step in range(1, _SHADES + 1)]
            steps = [round(value * _SHADES / 255) for value in range(256)]
            self._steps[ink] = [first + step if step else GROUND for step in steps]
        self._palette = bytes(part for colour in colours for part in colour)
        self._letters: dict[int, Image.Image] = {}
        self._flat = Image.new("L", (self._width + 1, self._height), GROUND)
        self._shapes = ImageDraw.Draw(self._flat)

    def write(self, at: tuple[int, int], text: str, size: int, ink: int = NAME, anchor: str = "l") -> None:
        """Write on the ground, beginning, in the middle or ending at a place."""
        if text:
            write(ImageDraw.Draw(self._layer(ink)), (at[0] + 1, at[1]), text, size, 255, anchor)

    def strike(self, left: int, right: int, y: int, ink: int) -> None:
        """Draw a line through what is written."""
        ImageDraw.Draw(self._layer(ink)).rectangle((left + 1, y, right + 1, y + 1), 255)

    def box(self, corners: tuple[int, int, int, int], colour: int, radius: int = 0) -> None:
        """Fill a box, whose corners are within it."""
        left, top, right, bottom = corners
        self._shapes.rounded_rectangle((left + 1, top, right + 1, bottom), radius, fill=colour)

    def course(self, corners: tuple[int, int, int, int], values: Sequence[float]) -> None:
        """Draw a line through values, at least two of them, from the left edge of a box to the right, and a dot at its
        end. The lowest and the highest value touch the edges; where all are alike, the line is in the middle.
        """
        left, top, right, bottom = corners
        width, height = right - left, bottom - top
        low, high = min(values), max(values)
        edge = 4

        def at(number: int, value: float) -> tuple[float, float]:
            share = (value - low) / (high - low) if high > low else 0.5
            x = edge + (width - 2 * edge) * number / (len(values) - 1)
            return x * _FINER, (height - edge - (height - 2 * edge) * share) * _FINER

        points = [at(number, value) for number, value in enumerate(values)]
        large = Image.new("L", (width * _FINER, height * _FINER))
        pen = ImageDraw.Draw(large)
        pen.line(points, 255, 2 * _FINER, "curve")
        x, y = points[-1]
        dot = edge * _FINER
        pen.ellipse((x - dot, y - dot, x + dot, y + dot), 255)
        self._layer(NAME).paste(large.reduce(_FINER), (left + 1, top))

    def shield(self, at: tuple[int, int], size: int) -> None:
        """Draw a shield from its upper left corner."""
        left, top = at[0] + 1, at[1]
        outline = [(0, 0), (1, 0), (1, 0.5), (0.8, 0.8), (0.5, 1), (0.2, 0.8), (0, 0.5)]
        large = Image.new("L", (size * _FINER, size * _FINER))
        last = size * _FINER - 1
        ImageDraw.Draw(large).polygon([(x * last, y * last) for x, y in outline], 255)
        self._layer(NAME).paste(large.reduce(_FINER), (left, top))

    def cup(self, at: tuple[int, int], size: int) -> None:
        """Draw a cup from its upper left corner."""
        large = Image.new("L", (size * _FINER, size * _FINER))
        pen = ImageDraw.Draw(large)
        last = size * _FINER - 1

        def box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
            return left * last, top * last, right * last, bottom * last

        thick = round(0.065 * last)
        for handle in (box(0.04, 0.13, 0.38, 0.47), box(0.62, 0.13, 0.96, 0.47)):
            pen.ellipse(handle, outline=255, width=thick)
        pen.rectangle(box(0.22, 0.08, 0.78, 0.31), 255)
        pen.chord(box(0.22, 0.0, 0.78, 0.62), 0, 180, 255)
        pen.rounded_rectangle(box(0.17, 0.03, 0.83, 0.12), 0.045 * last, 255)
        pen.rectangle(box(0.46, 0.6, 0.54, 0.84), 255)
        pen.rounded_rectangle(box(0.41, 0.66, 0.59, 0.72), 0.03 * last, 255)
        pen.rounded_rectangle(box(0.34, 0.8, 0.66, 0.9), 0.03 * last, 255)
        pen.rounded_rectangle(box(0.25, 0.87, 0.75, 0.97), 0.03 * last, 255)
        pen.arc(box(0.3, 0.04, 0.7, 0.54), 110, 175, 0, round(0.035 * last))
        self._layer(PILL).paste(large.reduce(_FINER), (at[0] + 1, at[1]))

    def png(self) -> bytes:
        """The card as a PNG file."""
        for ink, letters in self._letters.items():
            self._flat = ImageChops.lighter(self._flat, letters.point(self._steps[ink]))
        return palette_png(self._flat.tobytes(), self._width, self._height, self._palette)

    def _layer(self, ink: int) -> Image.Image:
        """The letters of an ink."""
        if ink not in self._letters:
            self._letters[ink] = Image.new("L", (self._width + 1, self._height))
        return self._letters[ink]


def write_heading(sheet: CardSheet, heading: str, beside: str) -> None:
    """The line at the top of a list: its heading, and a sentence at the right end; below it a rule."""
    told = shortened(letters_of(beside), 18, (WIDTH - 2 * EDGE) // 2)
    text = letters_of(heading)
    room = WIDTH - 2 * EDGE - length_of(told, 18) - 20
    size = fitting_size(text, 30, room)
    sheet.write((EDGE, 40), shortened(text, size, room), size)
    sheet.write((WIDTH - EDGE, 40), told, 18, IDLE, "r")
    sheet.box((EDGE, 65, WIDTH - EDGE, 66), PILL)


def write_name(sheet: CardSheet, at: tuple[int, int], name: str, size: int, room: int, ink: int) -> int:
    """The name of a person, in letters that can be read on a phone. Gives where it ends."""
    text = letters_of(name)
    size = max(_SMALLEST_NAME, fitting_size(text, size, room))
    written = shortened(text, size, room)
    sheet.write(at, written, size, ink)
    return at[0] + ceil(length_of(written, size))


def write_label(sheet: CardSheet, at: tuple[int, int], label: str, size: int, room: int, ink: int) -> int:
    """The name of a game, and of a side at its end: it is rather smaller than cut off. Gives where it ends."""
    text = letters_of(label)
    small = fitting_size(text, size, room)
    written = shortened(text, small, room)
    sheet.write(at, written, small, ink)
    return at[0] + ceil(length_of(written, small))


def fitting_size(text: str, size: int, room: int) -> int:
    """The largest letters, up to a size, in which a text finds room; never too small to be read."""
    while size > _SMALLEST_LETTERS and length_of(text, size) > room:
        size -= 1
    return size


def letters_of(text: str) -> str:
    """The characters of a text that the fonts have: of a name with a picture in it, the letters."""
    return writable(text) or " ".join("".join(filter(covers, text)).split())
