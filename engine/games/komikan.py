"""Komikan, one puma against twelve dogs, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import KOMIKAN as BOARD
from engine.games.pieces import SHORT_LEAP, STEP
from engine.games.sources import BOARD_AND_PIECES_KOMIKAN, LUDII_KOMIKAN, MANQUILEF, RULING
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Citation,
    Direction,
    Event,
    FewLeft,
    Figure,
    Kind,
    Likeness,
    Movement,
    NoProgressRule,
    Noun,
    Obligation,
    Reach,
    Removal,
    Role,
    Ruleset,
    Side,
)

_PAGE = "docs/rules/komikan.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"
_TEXTS = (MANQUILEF, LUDII_KOMIKAN)
_DOG = Figure(Role.PREY, Noun("dog", "dogs", typed=("dog", "anjing")), glyph="🐶", sprite="dog", initial="D")
_PUMA = Figure(Role.HUNTER, Noun("puma", "pumas", typed=("puma",)), glyph="🐆", sprite="puma", initial="P")
_HUNTER = Kind("T", 1, _PUMA, STEP, SHORT_LEAP, chain=Chain.OPTIONAL)

KOMIKAN = Ruleset(
    key="komikan",
    short_id="kom",
    name="Komikan",
    summary="One puma comes out of its tower, twelve dogs shut it in.",
    like=Likeness("adugo", "with a larger triangle, a tower, from which the puma comes out"),
    aliases=(
        "comican",
        "leoncito",
        "el-leoncito",
        "puma",
        "taptana",
        "komina",
        "kumisina",
        "inca-chess",
        "leon-y-ovejas",
    ),
    board=BOARD,
    sides=(Side("dogs", "g", 1, "Dogs"), Side("puma", "t", -1, "Puma")),
    first=1,
    kinds=(Kind("G", 0, _DOG, STEP), _HUNTER),
    start="5/2T2/3/5/5/G3G/GGGGG/GGGGG t - 0 1",
    obligation=Obligation.OPTIONAL,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    few_left=FewLeft(side=0, count=3),
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE),),
    sources={
        "board": Citation(
            "A square of 25 points with a tower of 13 above it: 38 points.",
            f"{_PAGE}#the-board",
            (MANQUILEF, LUDII_KOMIKAN, BOARD_AND_PIECES_KOMIKAN),
        ),
        "start": Citation("The puma stands in the tower, the 12 dogs on the far side of the square.", _RULINGS, _TEXTS),
        "first": Citation("The puma begins.", _RULES, _TEXTS),
        "dog.move": Citation("A dog steps one point in any direction.", _RULINGS, (BOARD_AND_PIECES_KOMIKAN,)),
        "puma.move": Citation("The puma steps one point in any direction.", _RULES, _TEXTS),
        "puma.capture": Citation("The puma leaps over a dog beside it to the point right behind.", _RULES, _TEXTS),
        "puma.chain": Citation("It may take several dogs in a turn, and stop when it likes.", _RULES, _TEXTS),
        "obligation": Citation("Capturing is optional, but there is no passing.", _RULES, (*_TEXTS, RULING)),
        "precedence": Citation("Any dog within reach may be taken.", _RULES, _TEXTS),
        "removal": Citation("Captured dogs leave at once.", _RULES, _TEXTS),
        "few_left": Citation(
            "The puma wins when at most 3 dogs are left, which cannot shut it in any more.", _RULINGS, (RULING,)
        ),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation("50 moves of each side without a capture are a draw.", _END, (RULING,)),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)

_FORWARD = Movement(Reach.ONE, Direction.FORWARD | Direction.FORWARD_DIAGONAL)

KOMIKAN_FORWARD = replace(
    KOMIKAN,
    key="komikan-forward",
    short_id="komf",
    name="Komikan with dogs that only advance",
    summary="One puma comes out of its tower, twelve dogs that never go back shut it in.",
    like=Likeness("komikan", "the dogs never go back"),
    variant=True,
    aliases=("comican-forward",),
    kinds=(Kind("G", 0, _DOG, _FORWARD), _HUNTER),
    stuck_draws=frozenset({0}),
    sources={
        **KOMIKAN.sources,
        "dog.move": Citation("A dog steps one point forward or diagonally forward.", _RULINGS, (LUDII_KOMIKAN,)),
        "stuck_draws": Citation("Dogs that cannot move draw.", _RULINGS, (LUDII_KOMIKAN,)),
    },
)
