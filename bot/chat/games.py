"""Games by typed text: a name in any language, whole, in part or with a slip; or words that describe them."""

import re
from collections.abc import Mapping
from functools import cache

from rapidfuzz.distance import OSA

from bot.words import LANGUAGES, typed_words, words
from engine.games import UnknownRuleset, find_ruleset, rulesets
from engine.ruleset import Ruleset, spelling

SIDE_WORDS: Mapping[str, str] = {
    word: side
    for side, typed in (
        ("first", typed_words("first")),
        ("second", typed_words("second")),
        ("random", typed_words("random")),
    )
    for word in typed
}
"""The words for a side in a typed line, for any game: the two in the order of the ruleset, or a coin decides."""
_GAPS = re.compile(r"[\s,.:;-]+")
_LONG = 6
"""The fewest letters of a name that may have two slips; a shorter one may have a single slip."""
_SHORT = 3
"""The fewest letters that are looked for inside names; a shorter text only at their beginnings."""


def game_key(text: str) -> str | None:
    """The key of the game a person means, by any of its names in any language, or None."""
    try:
        return find_ruleset(text).key
    except UnknownRuleset:
        typed = spelling(text)
        return next((each.key for each in rulesets() if typed in _local_names(each)), None)


def side_named(ruleset: Ruleset, text: str) -> int | None:
    """The side that a person means by its name, or by that of its pieces, in any language; None for neither side."""
    typed = spelling(text)
    return next((side for side in (0, 1) if typed in _side_names(ruleset, side)), None)


@cache
def _side_names(ruleset: Ruleset, side: int) -> frozenset[str]:
    """The names of a side and of its pieces. Pieces that both sides have name neither."""
    nouns = [{kind.noun for kind in ruleset.kinds if kind.side == owner} for owner in (side, 1 - side)]
    names = {ruleset.sides[side].key, *(typed for noun in nouns[0] - nouns[1] for typed in noun.typed)}
    for say in map(words, LANGUAGES):
        names |= {say(ruleset.sides[side].name)}
        names |= {say.noun(noun, count) for noun in nouns[0] - nouns[1] for count in (1, 2)}
    return frozenset(map(spelling, names))


def read_side(text: str, game: str) -> str | None:
    """A side by its place, or by a name that it has in a game, as it is typed; None for neither."""
    typed = text.casefold()
    if typed in SIDE_WORDS:
        return SIDE_WORDS[typed]
    key = game_key(game) if game else None
    return typed if key and side_named(find_ruleset(key), typed) is not None else None


def search(text: str) -> tuple[Ruleset, ...]:
    """The games that a text may mean, the nearest first: all of them for an empty one, none for signs alone.

    First come those with a name that begins so, then those with a name in which it stands, then those whose sentence or
    pieces have such words, then those with a name that is a slip or two away. Among equals a game comes before its
    variants.
    """
    if text.strip() and not spelling(text):
        return ()
    found = [(nearness, each) for each in rulesets() if (nearness := _nearness(text, each)) is not None]
    best = [each for each in found if each[0] < _SLIP] or found
    return tuple(each for _, each in sorted(best, key=lambda pair: (pair[0], pair[1].variant)))


_EXACT, _BEGINNING, _WITHIN, _DESCRIBED, _SLIP = range(5)


def _nearness(text: str, ruleset: Ruleset) -> int | None:
    names, typed = _names(ruleset), spelling(text)
    if typed in names:
        return _EXACT
    if any(name.startswith(typed) for name in names):
        return _BEGINNING
    if len(typed) < _SHORT:
        return None
    if any(typed in name for name in names):
        return _WITHIN
    if all(any(word.startswith(part) for word in _description(ruleset)) for part in _words(text)):
        return _DESCRIBED
    slips = 2 if len(typed) >= _LONG else 1
    begun = {part for name in names for part in (name, name[: len(typed)])}
    # A slip is a letter that is wrong, missing, too many, or swapped with the next one.
    if any(OSA.distance(typed, part, score_cutoff=slips) <= slips for part in begun):
        return _SLIP
    return None


def _words(text: str) -> list[str]:
    """The words of a text, as they are compared."""
    return [word for word in map(spelling, _GAPS.split(text)) if word]


def found_by(ruleset: Ruleset) -> str:
    """All names of a game and the words that describe it, in any language, as they are compared."""
    return " ".join((*_names(ruleset), *sorted(_description(ruleset))))


@cache
def _description(ruleset: Ruleset) -> frozenset[str]:
    """Every word of a game's sentence and of the names of its pieces, in any language."""
    found: set[str] = set()
    for say in map(words, LANGUAGES):
        found.update(_words(say(ruleset.summary)))
        for kind in ruleset.kinds:
            found.update(*(_words(say.noun(kind.noun, count)) for count in (1, 2)), map(spelling, kind.noun.typed))
    return frozenset(found)


@cache
def _names(ruleset: Ruleset) -> tuple[str, ...]:
    """Every name of a game as it is compared."""
    own = (spelling(name) for name in (ruleset.key, ruleset.name, *ruleset.aliases))
    return tuple(dict.fromkeys((*own, *_local_names(ruleset))))


@cache
def _local_names(ruleset: Ruleset) -> tuple[str, ...]:
    return tuple(spelling(words(language)(ruleset.name)) for language in LANGUAGES)
