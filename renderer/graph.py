"""The course of a game as a picture: after each turn, how likely each side was to win, and where that changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.ruleset import Ruleset
from renderer.bars import Bar, bar_picture
from renderer.board_template import family_of
from renderer.brush import Colour, mix
from renderer.describe import Say, by_key, fitting
from renderer.geometry import geometry_of
from renderer.inks import inks_of
from renderer.pieces import Face, face_of
from renderer.png import palette_png
from renderer.scene import LARGEST, SMALLEST
from renderer.text import length_of, writable, write
from renderer.themes import THEME, Theme

_OVERSAMPLING = 3
_HEIGHT, _LOW = 0.42, 0.16
"""Of the field, in shares of the width; of that of a strip."""
_TICKS = (1, 2, 5, 10, 20, 25, 50, 100)
_SHADES = 6
"""Steps between two colours that meet at a smooth edge."""


@dataclass(frozen=True)
class Turn:
    """A turning point: after how many turns it was played, the label on its disc, and its move number."""

    ply: int
    label: str
    number: int


@dataclass(frozen=True)
class Graph:
    """The first side's chance of winning, 0 to 1, in each position of a game, the start included.

    ``numbers`` are the move numbers of those positions. ``result`` holds a pill for each side. ``size`` is the width in
    pixels, 240 to 1600.
    """

    ruleset: Ruleset
    chances: tuple[float, ...]
    numbers: tuple[int, ...]
    turns: tuple[Turn, ...] = ()
    names: tuple[str, str] = ("", "")
    game_name: str = ""
    side_names: tuple[str, str] = ("White", "Black")
    result: tuple[str, str] = ("", "")
    theme: str = "kayu"
    size: int = 720


def draw_graph(graph: Graph) -> bytes:
    """The graph as a PNG file: the first side's share grows from below, as in a view from its side.

    Raises ValueError for a theme or a size that does not exist.
    """
    if graph.theme not in THEME:
        raise ValueError(f"there is no theme {graph.theme!r}; there are {', '.join(THEME)}")
    if not SMALLEST <= graph.size <= LARGEST:
        raise ValueError(f"a picture is {SMALLEST} to {LARGEST} pixels wide, not {graph.size}")
    theme = THEME[graph.theme]
    picture = _Field(graph, _HEIGHT, barred=True).picture()
    palette = _palette(graph.theme, family_of(graph.ruleset), _sides(graph.ruleset, theme))
    model = Image.new("P", (1, 1))
    model.putpalette(palette)
    flat = Image.new("P", (graph.size + 1, picture.height))
    flat.paste(picture.quantize(palette=model, dither=Image.Dither.NONE), (1, 0))
    return palette_png(flat.tobytes(), graph.size, picture.height, palette)


def strip(graph: Graph) -> Image.Image:
    """The graph as a low strip without the bars of the players, RGB, to be put below their board."""
    return _Field(graph, _LOW, barred=False).picture()


def describe_graph(graph: Graph, say: Say) -> str:
    """The graph in at most 1,000 characters, for those who cannot see it. ``say`` as for ``describe``."""
    return fitting(_told(graph, by_key(say)))


def course_told(graph: Graph, say: Say) -> Iterator[str]:
    """The course of the game, one sentence for each fact; ``say`` is given keys."""
    first = graph.side_names[0]
    percent = [round(100 * chance) for chance in graph.chances]
    yield say("graph", game=graph.game_name or graph.ruleset.name, count=len(percent) - 1)
    yield say("start", side=first, percent=percent[0])
    for turn in graph.turns:
        before, after = percent[turn.ply], percent[turn.ply + 1]
        yield say("turned", label=turn.label, number=turn.number, side=first, before=before, after=after)
    yield say("end", side=first, percent=percent[-1])


def _told(graph: Graph, say: Say) -> Iterator[str]:
    yield from course_told(graph, say)
    for side in (0, 1):
        if graph.names[side]:
            yield say("player", side=graph.side_names[side], name=graph.names[side])


def _sides(ruleset: Ruleset, theme: Theme) -> tuple[Colour, Colour]:
    """The colours of the two sides' pieces: of the bodies, or of the animals."""
    if ruleset.hunters is not None:
        return theme.goat.disc, theme.tiger.fur
    return theme.bodies[0].face, theme.bodies[1].face


@lru_cache(maxsize=32)
def _palette(theme: str, family: str, sides: tuple[Colour, Colour]) -> bytes:
    """The theme's palette, and what lies between colours that meet on a graph."""
    colours = THEME[theme]
    meeting = (
        *((side, ink) for side in sides for ink in (colours.arrow, colours.outline, colours.capture, colours.line)),
        *((colours.outline, colours.arrow), (colours.outline, colours.capture), sides),
        *((colours.frame, ink) for ink in (colours.label, *sides)),
    )
    found = dict.fromkeys(inks_of(theme, family).colours)
    for one, other in meeting:
        found |= dict.fromkeys(mix(one, other, step / _SHADES) for step in range(_SHADES + 1))
    return bytes(part for colour in list(found)[:256] for part in colour)


class _Field:
    """One graph being drawn."""

    def __init__(self, graph: Graph, height: float, *, barred: bool) -> None:
        geometry = geometry_of(graph.ruleset.board, graph.size, False, False)
        self._graph, self._theme, self._layout = graph, THEME[graph.theme], geometry
        width = graph.size
        margin = geometry.text
        self._bar_height = geometry.bar if barred else 0
        top = self._bar_height + margin // 2
        self._box = (margin, top, width - margin, top + round(width * height))
        self._edge = max(1.0, width * 0.0034)
        self._line = width * 0.0062
        self._disc = round(geometry.text * 0.86)

    def picture(self) -> Image.Image:
        """The bars, if it has them, the field, the numbers of the moves and the discs, RGB."""
        graph, theme, geometry = self._graph, self._theme, self._layout
        _, _, _, bottom = self._box
        foot = round(geometry.text * 1.9)
        whole = Image.new("RGB", (graph.size, bottom + foot + self._bar_height), theme.frame)
        if self._bar_height:
            whole.paste(bar_picture(self._bar(1), geometry, theme, below=False), (0, 0))
            whole.paste(bar_picture(self._bar(0), geometry, theme, below=True), (0, bottom + foot))
        self._fill(whole)
        self._ticks(whole, bottom + foot // 2)
        self._marks(whole)
        return whole

    def _at(self, ply: float, chance: float) -> tuple[float, float]:
        left, top, right, bottom = self._box
        last = max(1, len(self._graph.chances) - 1)
        return left + (right - left) * ply / last, bottom - (bottom - top) * chance

    def _bar(self, side: int) -> Bar:
        graph = self._graph
        letter = next(kind.letter for kind in graph.ruleset.kinds if kind.side == side)
        face: Face = face_of(graph.ruleset, letter)
        name = writable(graph.names[side]) or writable(graph.side_names[side])
        return Bar(face, name, True, writable(graph.result[side]), face, 0, 0)

    def _fill(self, whole: Image.Image) -> None:
        """Each side's share of the field, and the line between the two."""
        left, top, right, bottom = self._box
        theme = self._theme
        below, above = _sides(self._graph.ruleset, theme)
        size = ((right - left) * _OVERSAMPLING, (bottom - top) * _OVERSAMPLING)
        places = [self._at(ply, chance) for ply, chance in enumerate(self._graph.chances)]
        if len(places) == 1:
            places.append(self._at(1, self._graph.chances[0]))
        line = [((x - left) * _OVERSAMPLING, (y - top) * _OVERSAMPLING) for x, y in places]
        field = Image.new("RGB", size, above)
        pen = ImageDraw.Draw(field)
        pen.polygon([(0, size[1]), *line, (size[0], size[1])], fill=below)
        middle = size[1] // 2
        dash = round(self._layout.text * 0.5 * _OVERSAMPLING)
        for start in range(0, size[0], 2 * dash):
            pen.line((start, middle, start + dash, middle), fill=mix(above, below, 0.5), width=_OVERSAMPLING)
        for ink, width in ((theme.outline, self._line + 2 * self._edge), (theme.arrow, self._line)):
            thick = round(width * _OVERSAMPLING)
            pen.line(line, fill=ink, width=thick, joint="curve")
            for x, y in (line[0], line[-1]):
                pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=ink)
        rim = max(1, round(self._edge / 2))
        whole.paste(mix(theme.frame, theme.label, 0.45), (left - rim, top - rim, right + rim, bottom + rim))
        whole.paste(field.reduce(_OVERSAMPLING), (left, top))

    def _ticks(self, whole: Image.Image, middle: int) -> None:
        """Move numbers under the field, as many as stand apart."""
        graph, geometry, theme = self._graph, self._layout, self._theme
        pen = ImageDraw.Draw(whole)
        _, _, _, bottom = self._box
        firsts = {number: ply for ply, number in reversed(list(enumerate(graph.numbers)))}
        room = length_of(str(graph.numbers[-1]), geometry.text) + geometry.text
        apart = self._at(1, 0)[0] - self._at(0, 0)[0]
        plies = len(graph.numbers) / max(1, len(firsts))
        step = next((step for step in _TICKS if step * plies * apart >= room), _TICKS[-1])
        tall = max(2, geometry.text // 5)
        for number, ply in firsts.items():
            if number % step and number != min(firsts):
                continue
            if number == min(firsts) and number % step and step - number % step < step / 2:
                continue
            x = round(self._at(ply, 0)[0])
            pen.line((x, bottom, x, bottom + tall), fill=theme.label, width=max(1, round(self._edge / 2)))
            half = length_of(str(number), geometry.text) / 2
            place = min(max(x, half + 2), graph.size - half - 2)
            write(pen, (place, middle + tall // 2), str(number), geometry.text, theme.label)

    def _marks(self, whole: Image.Image) -> None:
        """A numbered disc on the slope of each turning point, clear of the others."""
        placed: list[tuple[float, float]] = []
        left, top, right, bottom = self._box
        for turn in self._graph.turns:
            x, y = self._at(turn.ply + 0.5, sum(self._graph.chances[turn.ply : turn.ply + 2]) / 2)
            clear = 2.3 * (self._disc + self._edge)
            shift = 0.0
            while any(abs(x - a) < clear and abs(y + shift - b) < clear for a, b in placed):
                shift = shift + clear / 4 if y < (top + bottom) / 2 else shift - clear / 4
            reach = self._disc + self._edge
            spot = (min(max(x, left + reach), right - reach), min(max(y + shift, top + reach), bottom - reach))
            placed.append(spot)
            self._disc_at(whole, spot, turn.label)

    def _disc_at(self, whole: Image.Image, at: tuple[float, float], label: str) -> None:
        theme, half = self._theme, round(self._disc + self._edge * 2)
        x, y = round(at[0]), round(at[1])
        for ink, radius in ((theme.outline, self._disc + self._edge), (theme.capture, float(self._disc))):
            mask = Image.new("L", (2 * half * _OVERSAMPLING, 2 * half * _OVERSAMPLING))
            middle, reach = half * _OVERSAMPLING, radius * _OVERSAMPLING
            ImageDraw.Draw(mask).ellipse((middle - reach, middle - reach, middle + reach, middle + reach), fill=255)
            whole.paste(ink, (x - half, y - half, x + half, y + half), mask.reduce(_OVERSAMPLING))
        write(ImageDraw.Draw(whole), (x, y), label, self._layout.text, theme.outline)
