"""A match as an animated GIF: frames in, bytes out.

Each frame after the first holds only the rectangle that has changed, and in it only the pixels that have: the others
are transparent. All frames share one palette, which has a colour to spare for that. Pillow compresses the pixels; its
own writer takes four times as long and a tenth more bytes, and finds the palette anew (``python -m bench film``).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from struct import pack

from PIL import Image, ImageChops

from renderer.compose import picture_of
from renderer.scene import Scene

_BUFFER = 1 << 16
_ANYTHING = [0, *[255] * 255]
"""A mask out of a difference."""
_NOTHING = "a film needs a picture"
_SEE_THROUGH = 0x05
"""A frame that lies on the one before, where it is not transparent."""
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
_END = b";"
_LONGEST = 100
"""Hundredths of a second that one frame stays at most; after a longer one come frames in which nothing changes.

Telegram makes a video of a film, whose last frame is hardly seen.
"""
_LINE = 3
"""Height of the line that shows the progress, in pixels."""


@dataclass(frozen=True)
class Shot:
    """A scene of a film, and how many hundredths of a second it stays.

    ``progress``, 0 to 1, is how much of the film has passed: a thin line at the lower edge shows it.
    """

    scene: Scene
    stays: int
    progress: float = 0.0


@dataclass(frozen=True)
class Frame:
    """A picture of mode L, whose levels are indices of colours, and how many hundredths of a second it stays."""

    picture: Image.Image
    stays: int


def draw_film(shots: Iterable[Shot]) -> bytes:
    """The film of scenes that all have one theme, board, size and orientation, as a GIF that begins anew at its end.

    Raises ValueError as ``draw`` does, and where there is no scene.
    """
    return b"".join(film_parts(shots))


def film_parts(shots: Iterable[Shot]) -> Iterator[bytes]:
    """The film in parts, one or more with each scene: it can be drawn a scene at a time.

    Raises ValueError as ``draw_film``.
    """
    rest = iter(shots)
    first = next(rest, None)
    if first is None:
        raise ValueError(_NOTHING)
    palette = picture_of(first.scene)[1].inks.palette
    yield from _parts(map(frame_of, chain([first], rest)), palette)


def frame_of(shot: Shot) -> Frame:
    """The picture of a scene; a canvas has a column more than it, for PNG."""
    canvas, template = picture_of(shot.scene)
    picture = Image.frombytes("L", canvas.size, canvas.tobytes()).crop((1, 0, *canvas.size))
    width, height = picture.size
    if reached := round(width * shot.progress):
        picture.paste(template.inks.index(template.theme.pill), (0, height - _LINE, reached, height))
    return Frame(picture, shot.stays)


def film_of(frames: Iterable[Frame], palette: bytes) -> bytes:
    """The film of these pictures of one size; ``palette`` holds three bytes a colour, at most 255 colours.

    Raises ValueError where there is no picture.
    """
    return b"".join(_parts(frames, palette))


def _parts(frames: Iterable[Frame], palette: bytes) -> Iterator[bytes]:
    clear = len(palette) // 3
    """The index that no pixel has, which stands for transparent."""
    bits = max(2, clear.bit_length())
    before: Image.Image | None = None
    for frame in frames:
        now = frame.picture
        stays = min(frame.stays, _LONGEST)
        if before is None:
            colours = palette.ljust(3 << bits, b"\0")
            size = pack("<HHBBB", *now.size, 0xF0 | bits - 1, 0, 0)
            yield b"".join((b"GIF89a", size, colours, _FOR_EVER, _block(now, (0, 0), stays, clear, bits)))
        else:
            yield _block(*_changed(before, now, clear), stays, clear, bits)
        for passed in range(stays, frame.stays, _LONGEST):
            yield _block(*_changed(now, now, clear), min(frame.stays - passed, _LONGEST), clear, bits)
        before = now
    if before is None:
        raise ValueError(_NOTHING)
    yield _END


def _changed(before: Image.Image, now: Image.Image, clear: int) -> tuple[Image.Image, tuple[int, int]]:
    """The rectangle that differs, transparent where it does not, and its corner; a point where nothing differs."""
    difference = ImageChops.difference(before, now)
    box = difference.getbbox() or (0, 0, 1, 1)
    new = now.crop(box)
    differs = difference.crop(box).point(_ANYTHING)
    return Image.composite(new, Image.new("L", new.size, clear), differs), box[:2]


def _block(picture: Image.Image, corner: tuple[int, int], stays: int, clear: int, bits: int) -> bytes:
    """A picture as a part of a GIF: how long it stays, where it lies, and its pixels."""
    control = b"!\xf9\x04" + pack("<BHBB", _SEE_THROUGH, stays, clear, 0)
    where = b"," + pack("<HHHHBB", *corner, *picture.size, 0, bits)
    return control + where + _compressed(picture, bits) + b"\0"


def _compressed(picture: Image.Image, bits: int) -> bytes:
    """The pixels as GIF has them, in blocks that tell their length. Pillow has no other door to its compressor."""
    encoder = Image._getencoder("L", "gif", ("L",), (bits, False))
    encoder.setimage(picture.im, (0, 0, *picture.size))
    parts = []
    going_on = 0
    while not going_on:
        _, going_on, data = encoder.encode(_BUFFER)
        parts.append(data)
    if going_on < 0:
        raise OSError(f"GIF: Pillow's compressor gave {going_on}")
    return b"".join(parts)
