"""The game of a record, by the tags with which other programs name it (docs/rules/notation.md#programs).

Pure: no input or output.
"""

import re
from collections.abc import Mapping

from engine.faults import Fault, InvalidRecord
from engine.games import UnknownRuleset, find_ruleset, rulesets
from engine.ruleset import Ruleset

_OWN_NUMBER = re.compile(r"\d{1,9}+(?!\d)")
_VERSION = re.compile(r"@\d++$")
_NO_LETTER = re.compile(r"[^a-z]++")
_NEEDED = 'the record needs a tag [Ruleset "..."] with the key of a game'
_LONGEST_NAME = 30
"""So many characters of the name of a game are quoted."""
_NOT_PLAYED = {
    "antidraughts": "Antidraughts",
    "breakthrough": "Breakthrough",
    "frisian": "Frisian draughts",
    "frysk": "Frysk!",
    "italian": "Italian draughts",
    "spanish": "Spanish draughts",
    "portuguese": "Portuguese draughts",
    "czech": "Czech draughts",
    "turkish": "Turkish draughts",
    "thai": "Thai draughts",
    "pool": "Pool checkers",
    "spantsiret": "Spantsireti",
    "killer": "Killer draughts",
    "losing": "Antidraughts",
    "giveaway": "Antidraughts",
    "suicide": "Antidraughts",
    "poddavki": "Antidraughts",
}
"""Games that other programs have and Papan has not, by a part of the names that they give them."""
_NUMBERS_NOT_PLAYED = {
    22: "Italian draughts",
    23: "Pool checkers",
    24: "Spanish draughts",
    28: "Portuguese draughts",
    29: "Czech draughts",
    30: "Turkish draughts",
    31: "Thai draughts",
    40: "Frisian draughts",
    41: "Spantsireti",
}
"""The same by their numbers in PDN."""
_VARIANTS = {
    "standard": 20,
    "international": 20,
    "standardinternationalcheckers": 20,
    "internationaldraughts": 20,
    "internationalcheckers": 20,
    "english": 21,
    "american": 21,
    "americancheckers": 21,
    "englishcheckers": 21,
    "englishdraughts": 21,
    "checkers": 21,
    "russian": 25,
    "russiancheckers": 25,
    "russiandraughts": 25,
    "shashki": 25,
    "brazilian": 26,
    "braziliancheckers": 26,
    "braziliandraughts": 26,
    "canadian": 27,
    "canadiandraughts": 27,
    "canadiancheckers": 27,
}
"""PDN's numbers of games by the names that other programs write in the tag Variant."""


def game_named(tags: Mapping[str, str], named: Ruleset | None) -> Ruleset:
    """The game that the tags name: by its key, by the tag Variant, by PDN's number of a kind of draughts; else the one
    that was named.

    Raises InvalidRecord.
    """
    if "Ruleset" in tags:
        try:
            return find_ruleset(_VERSION.sub("", tags["Ruleset"]))
        except UnknownRuleset:
            raise InvalidRecord(_NEEDED, Fault.NO_SUCH_GAME, named=tags["Ruleset"][:_LONGEST_NAME]) from None
    if (variant := tags.get("Variant", "")) and (meant := _of_variant(variant)):
        return meant
    kind = _OWN_NUMBER.match(tags.get("GameType", ""))
    numbered = {ruleset.gametype: ruleset for ruleset in rulesets() if ruleset.gametype}
    number = int(kind[0]) if kind else 0
    if found := numbered.get(number):
        return found
    if named:
        return named
    if number in _NUMBERS_NOT_PLAYED:
        raise _not_played(f"GameType {number}", _NUMBERS_NOT_PLAYED[number])
    if kind:
        kinds = ", ".join(f"{number} {ruleset.key}" for number, ruleset in sorted(numbered.items()))
        told = f"PDN's game {number} is none of those here ({kinds}): {_NEEDED}"
        raise InvalidRecord(told, Fault.NO_SUCH_GAME, named=f"GameType {number}")
    raise InvalidRecord(_NEEDED, Fault.NO_GAME)


def _of_variant(variant: str) -> Ruleset | None:
    """The game of a tag Variant, None where it says something else. Raises InvalidRecord."""
    letters = _NO_LETTER.sub("", variant.casefold())
    if number := _VARIANTS.get(letters):
        return next(ruleset for ruleset in rulesets() if ruleset.gametype == number)
    if part := next((part for part in _NOT_PLAYED if part in letters), ""):
        raise _not_played(f"Variant {variant[:_LONGEST_NAME]}", _NOT_PLAYED[part])
    try:
        return find_ruleset(variant)
    except UnknownRuleset:
        return None


def _not_played(tag: str, name: str) -> InvalidRecord:
    told = f"the tag {tag} names {name}, a game that Papan does not play"
    return InvalidRecord(told, Fault.NOT_PLAYED, named=tag, name=name)
