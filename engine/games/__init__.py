"""The rulesets of Papan, a value each, and how to find one by name."""

from collections.abc import Sequence

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


class Registry:
    """Rulesets in the order in which they are listed, each found by any of its names and by its short id."""

    def __init__(self, rulesets: Sequence[Ruleset]) -> None:
        self.rulesets = tuple(rulesets)
        self._by_spelling = {
            spelling(name): ruleset
            for ruleset in self.rulesets
            for name in (ruleset.key, ruleset.name, *ruleset.aliases)
        }
        self._by_short_id = {ruleset.short_id: ruleset for ruleset in self.rulesets}

    def find(self, name: str) -> Ruleset:
        """The ruleset with this key, name or alias, however it is spelled. Raises UnknownRuleset."""
        try:
            return self._by_spelling[spelling(name)]
        except KeyError:
            raise UnknownRuleset(name) from None

    def by_short_id(self, short_id: str) -> Ruleset:
        """The ruleset with this short id, exactly as written. Raises UnknownRuleset."""
        try:
            return self._by_short_id[short_id]
        except KeyError:
            raise UnknownRuleset(short_id) from None


class UnknownRuleset(LookupError):
    """No ruleset has this name; ``known`` lists the keys there are."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known = tuple(ruleset.key for ruleset in rulesets())
        super().__init__(f"no game is called {name!r}; there are {', '.join(self.known)}")


registry = Registry(
    (
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
)
"""The rulesets of Papan. Read through the functions below, never copied, so that a test can put one in."""


def rulesets() -> tuple[Ruleset, ...]:
    """The rulesets there are, in the order in which they are listed."""
    return registry.rulesets


def find_ruleset(name: str) -> Ruleset:
    """The ruleset with this key, name or alias in any case, with spaces, hyphens or neither.

    Raises UnknownRuleset.
    """
    return registry.find(name)


def ruleset_by_short_id(short_id: str) -> Ruleset:
    """The ruleset with this short id, exactly as written. Raises UnknownRuleset."""
    return registry.by_short_id(short_id)
