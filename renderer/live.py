"""The parts of a live board: the empty board, its pieces one by one, and where its points are.

They are the parts of the pictures in ``renderer.compose``, drawn apart, so that a page can move the pieces.
"""

from dataclasses import dataclass, replace
from io import BytesIO

from PIL import Image

from engine.position import EMPTY, start_position
from engine.ruleset import Ruleset
from renderer.board_template import is_turned
from renderer.geometry import Geometry, geometry_of
from renderer.ground import ground
from renderer.pieces import TALLEST, face_of, half_of, sprite
from renderer.themes import THEME

WIDTH = 720
"""Pixels across a board at scale 1; the measures of ``LiveBoard`` are in them."""
SCALES = (1, 2)
SMALL = 240
"""Pixels across a board in a list of games."""
PALETTE = 256
"""Colours of a picture with a palette, at most."""


@dataclass(frozen=True)
class FollowingView:
    """A board as it lies before a person: their side below; a long board upright, or on its side."""

    ruleset: Ruleset
    bottom: int
    upright: bool


@dataclass(frozen=True)
class LiveBoard:
    """The measures of a live board: its size, its points' middles by point, the radius of a piece and the edge of the
    square in which its picture stands.
    """

    width: int
    height: int
    radius: int
    piece: int
    points: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    """The next points of each along its lines."""


def live_board(view: FollowingView) -> LiveBoard:
    """The measures of a live board; they are the same in every theme."""
    geometry, board = _geometry(view, 1), view.ruleset.board
    return LiveBoard(
        width=geometry.width,
        height=geometry.height - 2 * geometry.bar,
        radius=geometry.radius,
        piece=2 * half_of(geometry.radius),
        points=tuple((x, y - geometry.bar) for x, y in geometry.centres),
        names=board.points,
        neighbours=tuple(tuple(sorted({ray.points[0] for ray in rays})) for rays in board.rays),
    )


def draw_ground(view: FollowingView, theme: str, scale: int, *, bare: bool = False) -> bytes:
    """The empty board as a WebP file, with its coordinates unless it is bare."""
    geometry = _geometry(view, scale)
    if bare:
        geometry = replace(geometry, labels=())
    whole = ground(view.ruleset.board, geometry, THEME[theme])
    return _exact(whole.crop((0, geometry.bar, geometry.width, geometry.height - geometry.bar)))


def tallest(ruleset: Ruleset, letter: str) -> int:
    """The most pieces of a kind that stand on each other, as far as pictures tell piles apart."""
    start = start_position(ruleset)
    if ruleset.kind[letter].joins_on:
        return TALLEST
    return min(TALLEST, max((height for point, height in start.stacks if start.cells[point] == letter), default=1))


def draw_piece(view: FollowingView, letter: str, height: int, theme: str, scale: int) -> bytes:
    """A piece with its shadow, or so many on each other, as a WebP file that is transparent around it."""
    face = face_of(view.ruleset, letter, height)
    return _exact(sprite(face, _geometry(view, scale).radius, THEME[theme]))


def draw_small(view: FollowingView, theme: str, cells: str, stacks: tuple[tuple[int, int], ...]) -> bytes:
    """The board with these pieces, small, as a WebP file with losses that nobody sees at that size.

    ``cells`` and ``stacks`` are those of a position (``engine.position``).
    """
    canvas = _standing(view, theme, cells, stacks)
    small = canvas.resize((SMALL, round(SMALL * canvas.height / canvas.width)), Image.Resampling.LANCZOS)
    return _file(small.convert("RGB"), quality=75, method=6)


def draw_preview(
    view: FollowingView, theme: str, cells: str, stacks: tuple[tuple[int, int], ...], size: tuple[int, int]
) -> bytes:
    """The board with these pieces in the middle of a picture of this size, as a PNG file.

    ``cells`` and ``stacks`` are those of a position (``engine.position``).
    """
    board = _standing(view, theme, cells, stacks)
    scale = min(side / own for side, own in zip(size, board.size, strict=True))
    board = board.resize((round(board.width * scale), round(board.height * scale)), Image.Resampling.LANCZOS)
    whole = Image.new("RGB", size, THEME[theme].bar)
    whole.paste(board, ((size[0] - board.width) // 2, (size[1] - board.height) // 2))
    file = BytesIO()
    # A picture of a board has few colours: with a palette it is a third as large.
    whole.quantize(PALETTE, Image.Quantize.FASTOCTREE).save(file, "PNG")
    return file.getvalue()


def _standing(view: FollowingView, theme: str, cells: str, stacks: tuple[tuple[int, int], ...]) -> Image.Image:
    """The board at scale 1 with pieces on it."""
    board, geometry = live_board(view), _geometry(view, 1)
    canvas = ground(view.ruleset.board, geometry, THEME[theme])
    canvas = canvas.crop((0, geometry.bar, canvas.width, canvas.height - geometry.bar))
    heights = dict(stacks)
    for (x, y), point, letter in zip(board.points, range(len(cells)), cells, strict=True):
        if letter != EMPTY:
            piece = sprite(face_of(view.ruleset, letter, heights.get(point, 1)), board.radius, THEME[theme])
            canvas.paste(piece, (x - piece.width // 2, y - piece.height // 2), piece)
    return canvas


def _geometry(view: FollowingView, scale: int) -> Geometry:
    board = view.ruleset.board
    long = board.height != board.width
    return geometry_of(board, WIDTH * scale, is_turned(view.ruleset, view.bottom), view.upright and long)


def _exact(picture: Image.Image) -> bytes:
    return _file(picture, lossless=True, method=4)  # smaller for large ones than with losses


def _file(picture: Image.Image, **options: bool | int) -> bytes:
    file = BytesIO()
    picture.save(file, "WEBP", **options)
    return file.getvalue()
