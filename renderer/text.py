"""The bundled fonts: which texts they can write, and writing them.

Letters of Latin scripts stand in a small font, which is laid out in the same way on every host. Names in the letters of
other scripts are written in another one, in which each letter has its place beside those of all others, so that a name
may mix them; Raqm lays them out, joins letters, and writes from right to left where that is the way of a script.
"""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from PIL import ImageDraw, ImageFont, features

_FOLDER = Path(__file__).parent / "fonts"
_FILE = _FOLDER / "NotoSans-Bold-Latin.ttf"
WORLD = _FOLDER / "NotoSans-Bold-World.ttf"
_NO_LETTER = "\uffff"
"""Stands for none, so every font draws it as it does what it lacks."""
_NOT_SEEN = dict.fromkeys((0x2060, 0x2068, 0x2069))
"""What keeps a name harmless, and apart, in other texts: it takes no room, and pictures need none of it."""
_LOOKED_AT = 20
"""The letter size at which it is looked up whether a font has a letter."""
_CAPITALS = 0.714
"""Height of Noto Sans capitals and digits in shares of the letter size."""

COVERED = frozenset(
    map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, *range(0x2018, 0x201B), *range(0x201C, 0x201F)))
) | {"\u2022", "\u2026"}
"""The characters of the small font, see ``fonts/README.md``."""

_IN_A_ROW = ((0x20, 0x2FF), (0x370, 0x52F), (0x1E00, 0x206F), (0x3000, 0x30FF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3))
"""Blocks of scripts whose letters stand one after another, each as it is: they need nobody who lays them out."""


@cache
def has_raqm() -> bool:
    """Can letters be laid out that join, stand on each other, or run from right to left? Pillow does so where the
    library FriBiDi is installed.
    """
    return bool(features.check("raqm"))


def _stands_alone(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in _IN_A_ROW)


@lru_cache(maxsize=64)
def font_of(size: int) -> ImageFont.FreeTypeFont:
    """The small font at a letter size in pixels. The basic layout is the same on every host; Raqm's is not."""
    return ImageFont.truetype(str(_FILE), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=32)
def world_font_of(size: int) -> ImageFont.FreeTypeFont:
    """The large font at a letter size in pixels."""
    layout = ImageFont.Layout.RAQM if has_raqm() else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(WORLD), size, layout_engine=layout)


def _font_for(text: str, size: int) -> ImageFont.FreeTypeFont:
    return font_of(size) if COVERED.issuperset(text) else world_font_of(size)


@lru_cache(maxsize=4096)
def covers(letter: str) -> bool:
    """Can a letter be written?"""
    return letter in COVERED or ((has_raqm() or _stands_alone(letter)) and _drawn(letter) != _drawn(_NO_LETTER))


def _drawn(letter: str) -> tuple[tuple[int, int], bytes]:
    """The picture of a letter alone: its size and its pixels."""
    mask = world_font_of(_LOOKED_AT).getmask(letter)
    return mask.size, bytes(mask)


def writable(text: str) -> str:
    """The text in composed letters if the fonts have every one of them, else nothing."""
    composed = " ".join(unicodedata.normalize("NFC", text.translate(_NOT_SEEN)).split())
    return composed if COVERED.issuperset(composed) or all(map(covers, composed)) else ""


@lru_cache(maxsize=256)
def length_of(text: str, size: int) -> int:
    """Width of a text in pixels; whoever looks for the size that fits asks for the same several times."""
    return round(_font_for(text, size).getlength(text))


def shortened(text: str, size: int, room: int) -> str:
    """The text, cut off with an ellipsis if it is wider than ``room`` pixels."""
    if length_of(text, size) <= room:
        return text
    while text and length_of(text + "…", size) > room:
        text = _without_last(text).rstrip()
    return text + "…"


def _without_last(text: str) -> str:
    """The text without its last letter and the marks on that."""
    while len(text) > 1 and unicodedata.category(text[-1]).startswith(("M", "Cf")):
        text = text[:-1]
    return text[:-1]


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    fill: tuple[int, int, int] | int,
    anchor: str = "m",
) -> None:
    """Write with the middle of the capitals at a height, and left, middle or right (``l``, ``m``, ``r``) at ``x``."""
    x, y = at
    draw.text((x, round(y + size * _CAPITALS / 2)), text, fill=fill, font=_font_for(text, size), anchor=anchor + "s")
