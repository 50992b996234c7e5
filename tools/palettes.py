"""Choose the colours of each theme for each family of boards, and write them to ``renderer/palettes.py``.

Run it after a change of colours or shapes: ``python -m tools.palettes [FILE]``. Looking for colours in every picture
would cost more than drawing it; so they are looked for here, in a sheet of all pieces on all grounds.
"""

import sys
from pathlib import Path

from PIL import Image

from engine.board import Surface
from engine.games import rulesets
from engine.ruleset import Ruleset
from renderer.bars import Bar, bar_picture
from renderer.board_template import family_of
from renderer.brush import Colour
from renderer.geometry import geometry_of
from renderer.ground import ground
from renderer.inks import pinned
from renderer.pieces import face_of, half_of, sprite
from renderer.themes import THEME, Theme

COLOURS = 56
SIZE = 720
FILE = Path(__file__).parents[1] / "renderer" / "palettes.py"
FAMILIES: dict[str, Ruleset] = {}
"""The first ruleset of each family."""
for _ruleset in rulesets():
    FAMILIES.setdefault(family_of(_ruleset), _ruleset)


def sheet(ruleset: Ruleset, theme: Theme) -> Image.Image:
    """Every piece on its ground at two sizes, solid and as a ghost, the bars, and a corner of the board."""
    geometry = geometry_of(ruleset.board, SIZE, turned=False, upright=False)
    board = ground(ruleset.board, geometry, theme)
    faces = sorted({face_of(ruleset, letter) for letter in ruleset.kind}, key=lambda face: (face.sprite, face.side))
    parts = [board.crop((0, geometry.bar, 300, geometry.bar + 300))]
    for face in faces:
        for point in (0, len(geometry.centres) // 2):
            for radius in (geometry.radius, geometry.radius * 2 // 3):
                for share in (1.0, 0.42):
                    parts.append(
                        _standing(board, geometry.centres[point], sprite(face, radius, theme), half_of(radius), share)
                    )
        bar = Bar(face, "Siti", active=face.side == 0, pill="TO MOVE", prey=faces[0], taken=3, waiting=3)
        parts.append(bar_picture(bar, geometry, theme, below=False))
    width = max(part.width for part in parts)
    result = Image.new(
        "RGB",
        (width, sum(part.height for part in parts)),
        theme.dark if ruleset.board.surface is Surface.SQUARES else theme.plate,
    )
    at = 0
    for part in parts:
        result.paste(part, (0, at))
        at += part.height
    return result


def _standing(board: Image.Image, at: tuple[int, int], piece: Image.Image, half: int, share: float) -> Image.Image:
    x, y = at
    under = board.crop((x - half, y - half, x + half, y + half))
    under.paste(piece, (0, 0), piece.getchannel("A").point([round(value * share) for value in range(256)]))
    # the rim of a piece holds few pixels but many colours: count the piece several times
    row = Image.new("RGB", (under.width * (8 if share == 1 else 2), under.height))
    for place in range(0, row.width, under.width):
        row.paste(under, (place, 0))
    return row


def palette(ruleset: Ruleset, theme: Theme) -> list[Colour]:
    """The colours of the marks, and the best of the rest."""
    fixed = list(pinned(theme))
    found = sheet(ruleset, theme).quantize(COLOURS - len(fixed), method=Image.Quantize.MEDIANCUT, kmeans=4)
    flat = found.getpalette() or []
    free = {(flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat), 3)} - set(fixed)
    return (fixed + sorted(free))[:COLOURS]


def main(file: Path = FILE) -> None:
    """Write the file."""
    lines = ['"""The palettes, a colour in six digits each; written by ``tools/palettes.py``."""', "", "PALETTES = {"]
    for name, theme in THEME.items():
        for family, ruleset in FAMILIES.items():
            digits = "".join(bytes(colour).hex() for colour in palette(ruleset, theme))
            lines.append(f'    "{name}/{family}": (')
            lines += [f'        "{digits[at : at + 96]}"' for at in range(0, len(digits), 96)]
            lines.append("    ),")
    file.write_text("\n".join([*lines, "}", ""]), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
