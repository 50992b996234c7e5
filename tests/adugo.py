"""A ruleset that Papan does not have, with words of its own: what a new game brings, and nothing else."""

from babel.messages.catalog import Catalog

from engine.board import lines_board
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Citation,
    Direction,
    Event,
    FewLeft,
    Figure,
    Kind,
    Movement,
    NoProgressRule,
    Noun,
    Obligation,
    Reach,
    Removal,
    Role,
    Ruleset,
    Side,
    Source,
)

_STEP = Movement(Reach.ONE, Direction.ALL)
_DOG = Figure(Role.PREY, Noun("dog", "dogs", typed=("dog", "anjing")), glyph="🐶", sprite="dog")
_JAGUAR = Figure(Role.HUNTER, Noun("jaguar", "jaguars", typed=("jaguar",)), glyph="🐆", sprite="jaguar")

BOARD = lines_board(
    *("a1 c1 e1", "b2 c2 d2", "a3 b3 c3 d3 e3", "a4 b4 c4 d4 e4", "a5 b5 c5 d5 e5", "a6 b6 c6 d6 e6", "a7 b7 c7 d7 e7"),
    *("a3 a4 a5 a6 a7", "b3 b4 b5 b6 b7", "c1 c2 c3 c4 c5 c6 c7", "d3 d4 d5 d6 d7", "e3 e4 e5 e6 e7"),
    *("a3 b4 c5 d6 e7", "e3 d4 c5 b6 a7", "a1 b2 c3 d4 e5", "e1 d2 c3 b4 a5", "a5 b6 c7", "c7 d6 e5"),
)
"""An alquerque board with one triangle: 31 points."""

ADUGO = Ruleset(
    key="chivi-kora",
    short_id="adu",
    name="Chivi kora",
    summary="One jaguar hunts, fourteen dogs shut it in.",
    aliases=("chivi",),
    board=BOARD,
    sides=(Side("dogs", "d", 1, "Dogs"), Side("jaguar", "j", -1, "Jaguar")),
    first=1,
    kinds=(Kind("D", 0, _DOG, _STEP), Kind("J", 1, _JAGUAR, _STEP, _STEP, chain=Chain.SINGLE)),
    start="DDDDD/DDDDD/DDJDD/5/5/3/3 j - 0 1",
    obligation=Obligation.OPTIONAL,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    few_left=FewLeft(side=0, count=9),
    repetition=3,
    no_repeating=frozenset({1}),
    full_win_on=BOARD.named("a1 b2 c1 c2 d2 e1"),
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE),),
    sources={"few_left": Citation("Five dogs are to be taken.", "", (Source("the rules of the test", ""),))},
)

NEAR_THE_END = "DDDDD/DDDD1/3J1/3D1/5/3/3 j - 0 1"
"""Ten dogs are left, and the jaguar can take one: d5xd3."""

TRANSLATIONS: dict[str, dict[str | tuple[str, str], str]] = {
    "ms": {("dog", "dogs"): "anjing", ("jaguar", "jaguars"): "jaguar", "Dogs": "Anjing", "Jaguar": "Jaguar"},
    "id": {("dog", "dogs"): "anjing", ("jaguar", "jaguars"): "jaguar", "Dogs": "Anjing", "Jaguar": "Jaguar"},
}
"""Its words in the other languages of Papan."""


def catalogue(language: str) -> Catalog:
    """The words of the game as a catalogue."""
    made = Catalog(locale=language)
    for message, translation in TRANSLATIONS[language].items():
        made.add(message, [translation] * made.num_plurals if isinstance(message, tuple) else translation)
    return made
