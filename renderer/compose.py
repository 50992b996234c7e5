"""From a scene to a PNG: the empty board, its pieces, the last move, then the marks that help to choose the next."""

from threading import Lock

from PIL import Image

from engine.position import EMPTY
from renderer.bars import Bar
from renderer.board_template import BoardTemplate, board_template_of, family_of, is_turned
from renderer.geometry import geometry_of
from renderer.inks import inks_of
from renderer.marker import Marker
from renderer.pieces import face_of, sprite
from renderer.png import palette_png
from renderer.scene import LARGEST, SMALLEST, Scene
from renderer.text import font_of, world_font_of, writable
from renderer.themes import THEMES

_lock = Lock()


def draw(scene: Scene) -> bytes:
    """The picture of a scene, as a PNG file.

    Raises ValueError for a theme, a size or an orientation that does not exist. Threads may call it at the same time.
    """
    canvas, template = picture_of(scene)
    return palette_png(canvas.tobytes(), scene.size, canvas.height, template.inks.palette)


def picture_of(scene: Scene) -> tuple[Image.Image, BoardTemplate]:
    """The canvas of a scene, one column wider than the picture, and the template it was composed on.

    Raises ValueError as ``draw`` does.
    """
    _check(scene)
    with _lock:
        template = _stage(scene)
        return _compose(scene, template), template


def clear_caches() -> None:
    """Empty all caches between pictures."""
    with _lock:
        for kept in (board_template_of, geometry_of, inks_of, font_of, world_font_of, sprite):
            kept.cache_clear()


def _check(scene: Scene) -> None:
    if scene.theme not in THEMES:
        raise ValueError(f"there is no theme {scene.theme!r}; there are {', '.join(THEMES)}")
    if not SMALLEST <= scene.size <= LARGEST:
        raise ValueError(f"a picture is {SMALLEST} to {LARGEST} pixels wide, not {scene.size}")
    if scene.orientation not in (0, 1):
        raise ValueError(f"the orientation is side 0 or 1, not {scene.orientation}")


def _stage(scene: Scene) -> BoardTemplate:
    ruleset = scene.ruleset
    long = ruleset.board.height != ruleset.board.width
    turned = is_turned(ruleset, scene.orientation)
    upright = scene.upright and long
    family = family_of(ruleset)
    return board_template_of(scene.theme, family, ruleset.board, scene.size, turned, upright, scene.labels)


def _compose(scene: Scene, template: BoardTemplate) -> Image.Image:
    canvas = template.canvas()
    faces = {letter: face_of(scene.ruleset, letter) for letter in scene.ruleset.kind}
    heights = dict(scene.position.stacks)
    for point, cell in enumerate(scene.position.cells):
        if cell != EMPTY:
            height = heights.get(point, 1)
            template.put(canvas, point, faces[cell] if height == 1 else face_of(scene.ruleset, cell, height))
    Marker(scene, template, canvas).mark()
    for side in (0, 1):
        template.put_bar(canvas, _bar(scene, side), side == scene.orientation, writable(scene.banks[side]))
    return canvas


def _bar(scene: Scene, side: int) -> Bar:
    ruleset = scene.ruleset
    own, prey = (next(kind for kind in ruleset.kinds if kind.side == owner) for owner in (side, 1 - side))
    to_move = bool(scene.to_move_label) and scene.position.turn == side
    return Bar(
        face=face_of(ruleset, own.letter),
        name=writable(scene.names[side]) or writable(scene.side_names[side]),
        active=to_move or bool(scene.result[side]),
        pill=writable(scene.result[side]) or (writable(scene.to_move_label) if to_move else ""),
        prey=face_of(ruleset, prey.letter),
        taken=scene.lost(prey.side),
        waiting=sum(count for letter, count in scene.position.hand if ruleset.side_of(letter) == side),
    )
