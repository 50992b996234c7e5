"""The rulesets of Papan, a value each, and how to find one by name."""

from functools import cache

from engine.games.draughts import (
    BRAZILIAN_DRAUGHTS,
    CANADIAN_DRAUGHTS,
    ENGLISH_DRAUGHTS,
    INTERNATIONAL_DRAUGHTS,
    RUSSIAN_DRAUGHTS,
)
from engine.games.main_tapal_empat import MAIN_TAPAL_EMPAT
from engine.games.malaysian_checkers import (
    MALAYSIAN_CHECKERS,
    MALAYSIAN_CHECKERS_8,
    MALAYSIAN_CHECKERS_8_STRICT,
    MALAYSIAN_CHECKERS_STRICT,
)
from engine.games.permainan_tabal import PERMAINAN_TABAL, PERMAINAN_TABAL_GLOBE_JOUEUR
from engine.ruleset import Ruleset, spelling

_RULESETS: tuple[Ruleset, ...] = (
    PERMAINAN_TABAL,
    PERMAINAN_TABAL_GLOBE_JOUEUR,
    MAIN_TAPAL_EMPAT,
    MALAYSIAN_CHECKERS,
    MALAYSIAN_CHECKERS_8,
    MALAYSIAN_CHECKERS_STRICT,
    MALAYSIAN_CHECKERS_8_STRICT,
    INTERNATIONAL_DRAUGHTS,
    ENGLISH_DRAUGHTS,
    RUSSIAN_DRAUGHTS,
    BRAZILIAN_DRAUGHTS,
    CANADIAN_DRAUGHTS,
)


class UnknownRuleset(LookupError):
    """No ruleset has this name; ``known`` lists the keys there are."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known = tuple(ruleset.key for ruleset in _RULESETS)
        super().__init__(f"no game is called {name!r}; there are {', '.join(self.known)}")


def rulesets() -> tuple[Ruleset, ...]:
    """The rulesets there are, in the order in which they are listed."""
    return _RULESETS


def find_ruleset(name: str) -> Ruleset:
    """The ruleset with this key, name or alias in any case, with spaces, hyphens or neither.

    Raises UnknownRuleset.
    """
    try:
        return _by_spelling(rulesets())[spelling(name)]
    except KeyError:
        raise UnknownRuleset(name) from None


def ruleset_by_short_id(short_id: str) -> Ruleset:
    """The ruleset with this short id, exactly as written. Raises UnknownRuleset."""
    for ruleset in rulesets():
        if ruleset.short_id == short_id:
            return ruleset
    raise UnknownRuleset(short_id)


@cache
def _by_spelling(listed: tuple[Ruleset, ...]) -> dict[str, Ruleset]:
    return {spelling(name): ruleset for ruleset in listed for name in (ruleset.key, ruleset.name, *ruleset.aliases)}
