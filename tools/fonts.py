"""Make the font of names in the letters of other scripts: ``python -m tools.fonts DEBIAN CHINESE KOREAN``.

``DEBIAN`` is the folder of the fonts of Debian's package ``fonts-noto-core``; the two others are the files of Noto Sans
SC Bold and Noto Sans KR Bold, as the packages ``@expo-google-fonts/noto-sans-sc`` and ``-kr`` of npm have them. One
file comes of all, since a name may mix scripts and is laid out as one.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools import subset
from fontTools.merge import Merger, Options

from renderer.text import WORLD

SCRIPTS = {
    "Arabic": ((0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF)),
    "Balinese": ((0x1B00, 0x1B7F),),
    "Bengali": ((0x980, 0x9FF),),
    "Devanagari": ((0x900, 0x97F),),
    "Gujarati": ((0xA80, 0xAFF),),
    "Gurmukhi": ((0xA00, 0xA7F),),
    "Hebrew": ((0x590, 0x5FF),),
    "Javanese": ((0xA980, 0xA9DF),),
    "Kannada": ((0xC80, 0xCFF),),
    "Khmer": ((0x1780, 0x17FF),),
    "Lao": ((0xE80, 0xEFF),),
    "Malayalam": ((0xD00, 0xD7F),),
    "Myanmar": ((0x1000, 0x109F),),
    "Sinhala": ((0xD80, 0xDFF),),
    "Sundanese": ((0x1B80, 0x1BBF),),
    "Tamil": ((0xB80, 0xBFF),),
    "Telugu": ((0xC00, 0xC7F),),
    "Thai": ((0xE00, 0xE7F),),
}
"""The scripts that have a font of their own in ``DEBIAN``, with their blocks of Unicode."""
LATIN = ((0x20, 0x7E), (0xA0, 0x24F), (0x300, 0x52F), (0x1E00, 0x1EFF), (0x200C, 0x200D), (0x2010, 0x2026))
"""With Greek and Cyrillic, which stand in the same font, and the marks that go with any script."""
KANA = ((0x3001, 0x3011), (0x3041, 0x30FF), (0xFF01, 0xFF5E))


def make(debian: Path, chinese: Path, korean: Path, file: Path = WORLD) -> None:
    """Write the font. Raises OSError for a file that is not there."""
    parts: list[tuple[Path, set[int], tuple[str, ...]]] = [
        (debian / "NotoSans-Bold.ttf", _within(LATIN), ("kern", "mark", "mkmk", "ccmp", "locl"))
    ]
    parts += [(debian / f"NotoSans{name}-Bold.ttf", _within(blocks), ("*",)) for name, blocks in SCRIPTS.items()]
    parts += [(chinese, {*_han(), *_within(KANA)}, ()), (korean, set(_hangul()), ())]
    with TemporaryDirectory() as folder:
        files = []
        for number, (part, letters, features) in enumerate(parts):
            files.append(str(Path(folder, f"{number}.ttf")))
            _cut_down(part, letters, features, files[-1])
        merged = Merger(Options(drop_tables=["BASE"])).merge(files)
        merged.save(file)


def _cut_down(part: Path, letters: set[int], features: tuple[str, ...], to: str) -> None:
    """Write a font with some of its letters, without what is for printers, for columns, and for small screens."""
    options = subset.Options(hinting=False, layout_features=list(features), notdef_outline=True)
    options.drop_tables += ["STAT", "vhea", "vmtx", "VORG", "meta"]
    font = subset.load_font(str(part), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    subset.save_font(font, to, options)


def _within(blocks: Iterable[tuple[int, int]]) -> set[int]:
    return {letter for first, last in blocks for letter in range(first, last + 1)}


def _han() -> Iterator[int]:
    """The characters of GB 2312, and those of Big 5 in daily use: most names are made of them."""
    yield from _of("gb2312", range(0xB0, 0xF8), range(0xA1, 0xFF))
    yield from _of("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    yield from (0x3005, 0x3007)


def _hangul() -> Iterator[int]:
    """The syllables of KS X 1001."""
    yield from _of("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF))


def _of(encoding: str, rows: Iterable[int], cells: Iterable[int]) -> Iterator[int]:
    for pair in product(rows, cells):
        yield from map(ord, bytes(pair).decode(encoding, "ignore"))


if __name__ == "__main__":
    make(*map(Path, sys.argv[1:4]))
