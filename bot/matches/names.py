"""Names that look alike: the skeleton of a name is the same for all names that a reader could take for it.

It follows Unicode's report on security, https://www.unicode.org/reports/tr39/#Confusable_Detection, and goes further:
no difference is made between large and small letters, and none by what is hardly seen beside letters.
"""

import re
import unicodedata
from collections.abc import Iterator
from datetime import timedelta
from functools import cache, lru_cache
from importlib import resources
from itertools import count

# Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt, and the empty pattern of Braille.
_INVISIBLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
_NOT_SHOWN = {code: None for first, last in _INVISIBLE for code in range(first, last + 1)}

_PICTURE = "So"
"""The category of most emoji."""
_WORD_JOINER = "\u2060"
_ISOLATE, _ISOLATE_ENDS = "\u2068", "\u2069"
_RUNS_LEFT = ("R", "AL")
"""The classes of letters that are written from right to left."""
_LEADS_SOMEWHERE = re.compile(r"(?=://)|(?<=[@/#$.])(?=[^\s@/#$.])")


class NameTaken(Exception):
    """The name, or one that looks like it, belongs to somebody else."""


class RenamedTooOften(Exception):
    """Somebody has given up ``count`` names in the last time, which are kept from others for so long."""

    def __init__(self, count: int, kept: timedelta) -> None:
        super().__init__(f"{count} names in {kept.days} days")
        self.count = count
        self.kept = kept


def without_invisible(text: str) -> str:
    """The text without letters that nobody sees."""
    return text.translate(_NOT_SHOWN)


def is_visible(name: str) -> bool:
    """Is there anything to see? Marks and spaces alone are nothing."""
    return any(unicodedata.category(letter)[0] not in "MZC" for letter in without_invisible(name))


def harmless(name: str) -> str:
    """The name with word joiners where a platform would find a mention, a command, a tag or an address in it.

    A word joiner is not seen, and is no letter of an address.
    """
    return _LEADS_SOMEWHERE.sub(_WORD_JOINER, name)


def in_text(name: str) -> str:
    """The name as it stands in any text: harmless, and where it is written from right to left, so that the words and
    numbers beside it keep their places.
    """
    shown = harmless(name)
    runs_left = any(unicodedata.bidirectional(letter) in _RUNS_LEFT for letter in shown)
    return f"{_ISOLATE}{shown}{_ISOLATE_ENDS}" if runs_left else shown


@lru_cache(2_000)
def skeleton(name: str) -> str:
    """The form that all names that look like this one share: only to be compared, never to be shown.

    Pictures beside letters and digits make no difference; without any of these they are the name. Empty where there is
    none of all that.
    """
    plain = unicodedata.normalize("NFKC", without_invisible(name))
    looks = _replaced(plain)
    # The small form of a foreign letter need not look like the small form of the Latin one that it looks like. So what
    # looks Latin all through is taken for it before its letters become small, and everything else afterwards.
    if not all(letter.isascii() for letter in looks if unicodedata.category(letter)[0] == "L"):
        looks = plain
    small = _replaced(unicodedata.normalize("NFKC", looks).casefold())
    letters = "".join(letter for letter in small if unicodedata.category(letter)[0] in "LMN")
    if not any(unicodedata.category(letter)[0] in "LN" for letter in letters):
        return "".join(letter for letter in small if unicodedata.category(letter) == _PICTURE)
    return letters.replace("i", "l")  # a large i looks like a small l


def numbered(name: str, length: int) -> Iterator[str]:
    """Names for somebody who cannot keep theirs, in the order to try them: Siti 2, Siti 3; at most ``length`` long."""
    for number in count(2):
        yield f"{name[: length - len(f' {number}')].rstrip()} {number}"


def _replaced(text: str) -> str:
    """The text with each letter as the one that it looks like."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_look_alikes()))


@cache
def _look_alikes() -> dict[int, str]:
    """For letters that look like another one, that other letter."""
    lines = (resources.files(__package__) / "confusables.txt").read_text(encoding="ascii").splitlines()
    found: dict[int, str] = {}
    for line in lines:
        shown, _, letters = line.partition(": ")
        found |= dict.fromkeys((int(code, 16) for code in letters.split()), _letters(shown))
    return found


def _letters(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())
