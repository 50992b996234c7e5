"""The bundled font: which texts it can write, and writing them."""

import unicodedata
from functools import lru_cache
from pathlib import Path

from PIL import ImageDraw, ImageFont

_FILE = Path(__file__).parent / "fonts" / "NotoSans-Bold-Latin.ttf"
_WORD_JOINER = "\u2060"
"""Takes no room."""
_CAPITALS = 0.714
"""Height of Noto Sans capitals and digits in shares of the letter size."""

COVERED = frozenset(
    map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, *range(0x2018, 0x201B), *range(0x201C, 0x201F)))
) | {"\u2022", "\u2026"}
"""The characters of the font, see ``fonts/README.md``."""


@lru_cache(maxsize=64)
def font_of(size: int) -> ImageFont.FreeTypeFont:
    """The font at a letter size in pixels. The basic layout is the same on every host; Raqm's is not."""
    return ImageFont.truetype(str(_FILE), size, layout_engine=ImageFont.Layout.BASIC)


def writable(text: str) -> str:
    """The text in composed letters if the font has every one of them, else nothing."""
    composed = " ".join(unicodedata.normalize("NFC", text.replace(_WORD_JOINER, "")).split())
    return composed if COVERED.issuperset(composed) else ""


@lru_cache(maxsize=256)
def length_of(text: str, size: int) -> int:
    """Width of a text in pixels; whoever looks for the size that fits asks for the same several times."""
    return round(font_of(size).getlength(text))


def shortened(text: str, size: int, room: int) -> str:
    """The text, cut off with an ellipsis if it is wider than ``room`` pixels."""
    if length_of(text, size) <= room:
        return text
    while text and length_of(text + "…", size) > room:
        text = text[:-1].rstrip()
    return text + "…"


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
    draw.text((x, round(y + size * _CAPITALS / 2)), text, fill=fill, font=font_of(size), anchor=anchor + "s")
