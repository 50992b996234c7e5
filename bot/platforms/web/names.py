"""Names that people give themselves in the room: fit to be shown, and not those of Papan and its own."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from bot.chat import skeleton
from bot.chat.commands import OPPONENT_WORDS
from bot.words import LANGUAGES, Words, words

NAME_LENGTH = 24
_DIGITS = frozenset(skeleton(digit) for digit in "0123456789")


class NameRefused(Exception):
    """Nobody can be called so here; its text is the sentence that says why."""


def checked_name(given: str, is_present: Callable[[str], bool], say: Words) -> str:
    """The name as it is shown, for somebody who wants to be called so. Raises NameRefused."""
    name = room_name(given)
    if not name:
        raise NameRefused(say("Give a name of letters or emoji, at most {count}.", count=NAME_LENGTH))
    if is_reserved(name) or is_present(name):
        raise NameRefused(taken(name, say))
    return name


def taken(name: str, say: Words) -> str:
    """The sentence that refuses a name that belongs to somebody else."""
    return say("The name {name} belongs to somebody else here. Choose another one.", name=room_name(name))


def room_name(given: str) -> str:
    """A name of letters, digits, emoji and a few signs, cut to length; empty if nothing of it can be seen.

    Control and bidi characters are left out. Brackets of markup are signs as others: the page shows all names as text.
    """
    plain = unicodedata.normalize("NFKC", given)
    kept = _LOOSE_JOINER.sub("", "".join(letter for letter in plain if _may_stand(letter)))
    name = _LOOSE_JOINER.sub("", " ".join(kept.split())[:NAME_LENGTH]).strip()
    return name if skeleton(name) else ""


def _may_stand(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category[0] in "LMN" or category == "So" or letter in _SIGNS


_SIGNS = frozenset(" -'.<>/‹›«»⟨⟩\u200d" + "".join(map(chr, range(0x1F3FB, 0x1F400))))
"""Besides what is in every name: what joins emoji to one, and the colours of their skin."""
_LOOSE_JOINER = re.compile(r"(?<![\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d|\u200d$")
"""A joiner that joins no emoji is seen by nobody."""


def is_reserved(name: str) -> bool:
    """Could a name be taken for that of Papan, the computer, a former player or an opponent, also before a number?"""
    looks = skeleton(name)
    return any(looks.startswith(word) and _DIGITS.issuperset(looks[len(word) :]) for word in _reserved())


@cache
def _reserved() -> frozenset[str]:
    spoken = [words(language) for language in LANGUAGES]
    shown = [say(name) for say in spoken for name in ("Papan", "Computer", "Former player")]
    return frozenset(skeleton(name) for name in (*shown, *OPPONENT_WORDS))
