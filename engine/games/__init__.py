"""The rulesets of Papan, a value each, and how to find one by name."""

from collections.abc import Sequence

from engine.games.adugo import ADUGO, ADUGO_SINGLE
from engine.games.alquerque import ALQUERQUE, ALQUERQUE_BELL, ALQUERQUE_FREE, ALQUERQUE_HUFF
from engine.games.bagh_bandi import BAGH_BANDI, BAGH_BANDI_BASIRHAT, SHER_BAKAR
from engine.games.bagh_chal import BAGH_CHAL, BAGH_CHAL_NO_REPEATING
from engine.games.buga_shadara import BUGA_SHADARA
from engine.games.catch_the_hare import CATCH_THE_HARE, CATCH_THE_HARE_SINGLE
from engine.games.dam_daman import DAM_DAMAN
from engine.games.dama_comoros import DAMA_COMOROS, DAMA_COMOROS_STRICT
from engine.games.dama_kenya import DAMA_KENYA
from engine.games.draughts import (
    BRAZILIAN_DRAUGHTS,
    CANADIAN_DRAUGHTS,
    ENGLISH_DRAUGHTS,
    INTERNATIONAL_DRAUGHTS,
    RUSSIAN_DRAUGHTS,
)
from engine.games.dutch_queens import DUTCH_QUEENS, DUTCH_QUEENS_20
from engine.games.game_of_solomon import GAME_OF_SOLOMON
from engine.games.komikan import KOMIKAN, KOMIKAN_FORWARD
from engine.games.main_tapal_empat import MAIN_TAPAL_EMPAT, TAPAK_EMPAT_1919, TAPAL_EMPAT_15
from engine.games.malaysian_checkers import (
    MAIN_DAM,
    MALAYSIAN_CHECKERS,
    MALAYSIAN_CHECKERS_8,
    MALAYSIAN_CHECKERS_8_STRICT,
    MALAYSIAN_CHECKERS_STRICT,
)
from engine.games.omnidirectional_draughts import (
    OMNIDIRECTIONAL_DRAUGHTS,
    OMNIDIRECTIONAL_DRAUGHTS_6,
    OMNIDIRECTIONAL_DRAUGHTS_10,
)
from engine.games.permainan_tabal import PERMAINAN_TABAL, PERMAINAN_TABAL_GLOBE_JOUEUR
from engine.games.rimau import RIMAU, RIMAU_RIMAU, RIMAU_RIMAU_B
from engine.games.sixteen_soldiers import SHOLO_GUTI, SIXTEEN_SOLDIERS, SIXTEEN_SOLDIERS_HUFF
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
        MAIN_TAPAL_EMPAT,
        TAPAL_EMPAT_15,
        TAPAK_EMPAT_1919,
        BAGH_CHAL,
        BAGH_CHAL_NO_REPEATING,
        RIMAU,
        RIMAU_RIMAU,
        RIMAU_RIMAU_B,
        ADUGO,
        ADUGO_SINGLE,
        CATCH_THE_HARE,
        CATCH_THE_HARE_SINGLE,
        KOMIKAN,
        KOMIKAN_FORWARD,
        BUGA_SHADARA,
        BAGH_BANDI,
        BAGH_BANDI_BASIRHAT,
        SHER_BAKAR,
        PERMAINAN_TABAL,
        PERMAINAN_TABAL_GLOBE_JOUEUR,
        DAM_DAMAN,
        SHOLO_GUTI,
        SIXTEEN_SOLDIERS,
        SIXTEEN_SOLDIERS_HUFF,
        ALQUERQUE,
        ALQUERQUE_HUFF,
        ALQUERQUE_BELL,
        ALQUERQUE_FREE,
        DAMA_COMOROS,
        DAMA_COMOROS_STRICT,
        GAME_OF_SOLOMON,
        MALAYSIAN_CHECKERS,
        MALAYSIAN_CHECKERS_8,
        MALAYSIAN_CHECKERS_STRICT,
        MALAYSIAN_CHECKERS_8_STRICT,
        MAIN_DAM,
        INTERNATIONAL_DRAUGHTS,
        ENGLISH_DRAUGHTS,
        RUSSIAN_DRAUGHTS,
        BRAZILIAN_DRAUGHTS,
        CANADIAN_DRAUGHTS,
        DAMA_KENYA,
        OMNIDIRECTIONAL_DRAUGHTS,
        OMNIDIRECTIONAL_DRAUGHTS_6,
        OMNIDIRECTIONAL_DRAUGHTS_10,
        DUTCH_QUEENS,
        DUTCH_QUEENS_20,
    )
)
"""The rulesets of Papan, a family after the other, each variant behind its game: every list has this order.

Read through the functions below, never copied, so that a test can put one in.
"""


def rulesets() -> tuple[Ruleset, ...]:
    """The rulesets there are, in the order in which they are listed."""
    return registry.rulesets


def find_ruleset(name: str) -> Ruleset:
    """The ruleset with this key, name or alias in any case, with spaces, hyphens or neither.

    Raises UnknownRuleset.
    """
    return registry.find(name)


def is_known(key: str) -> bool:
    """Is there still a ruleset with this key, which was stored by this version or another?"""
    try:
        find_ruleset(key)
    except UnknownRuleset:
        return False
    return True


def ruleset_by_short_id(short_id: str) -> Ruleset:
    """The ruleset with this short id, exactly as written. Raises UnknownRuleset."""
    return registry.by_short_id(short_id)
