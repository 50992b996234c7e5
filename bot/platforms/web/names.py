"""Names that people give themselves in the room: fit to be shown, and not those of Papan and its own."""

import unicodedata
from functools import cache

from bot.chat import skeleton
from bot.chat.commands import ANYBODY_WORDS, COMPUTER_WORDS
from bot.words import LANGUAGES, words

NAME_LENGTH = 24
_DIGITS = frozenset(skeleton(digit) for digit in "0123456789")


def room_name(given: str) -> str:
    """A name without control, bidi and markup-like characters, cut to length; empty if no letter or digit is left."""
    plain = unicodedata.normalize("NFKC", given)
    kept = "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LMN" or letter in " -'.")
    name = " ".join(kept.split())[:NAME_LENGTH].strip()
    return name if skeleton(name) else ""


def is_reserved(name: str) -> bool:
    """Could a name be taken for Papan, the computer, a former player, or anybody, also without a number at its end?"""
    looks = skeleton(name)
    return any(looks.startswith(word) and _DIGITS.issuperset(looks[len(word) :]) for word in _reserved())


@cache
def _reserved() -> frozenset[str]:
    spoken = [words(language) for language in LANGUAGES]
    shown = [say(name) for say in spoken for name in ("Papan", "Computer", "Former player")]
    return frozenset(skeleton(name) for name in (*shown, *COMPUTER_WORDS, *ANYBODY_WORDS))
