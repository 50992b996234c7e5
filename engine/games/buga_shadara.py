"""Buga-shadara, two bugas against twenty-four dogs, as data: no function, no class."""

from engine.games.boards import BUGA
from engine.games.pieces import SHORT_LEAP, STEP
from engine.games.sources import BOARD_AND_PIECES_BUGA, LUDII_BOUGE, RULING, WIKIPEDIA_BUGA, WINTHER_BUGA
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Citation,
    Event,
    FewLeft,
    Figure,
    Kind,
    Likeness,
    NoProgressRule,
    Noun,
    Obligation,
    Placement,
    Removal,
    Role,
    Ruleset,
    Side,
)

_PAGE = "docs/rules/buga-shadara.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"
_TEXTS = (WIKIPEDIA_BUGA, WINTHER_BUGA)
_DOG = Figure(Role.PREY, Noun("dog", "dogs", typed=("dog", "anjing")), glyph="🐶", sprite="dog", initial="D")
_BUGA = Figure(Role.HUNTER, Noun("buga", "bugas", typed=("buga", "rusa")), glyph="🦌", sprite="buga", initial="B")

BUGA_SHADARA = Ruleset(
    key="buga-shadara",
    short_id="bug",
    name="Buga-shadara",
    summary="Two bugas fight their way out, twenty-four dogs shut them in.",
    like=Likeness("rimau-rimau", "on a square with two small houses, with single leaps"),
    aliases=("bouge-shodra", "bouge-shodre"),
    board=BUGA,
    sides=(Side("dogs", "g", 1, "Dogs"), Side("bugas", "t", -1, "Bugas")),
    first=1,
    kinds=(Kind("G", 0, _DOG, STEP), Kind("T", 1, _BUGA, STEP, SHORT_LEAP, chain=Chain.SINGLE)),
    start="1/3/2T2/1GGG1/1G1G1/1GGG1/2T2/3/1 t G16 0 1",
    placements=(Placement("G", 16),),
    obligation=Obligation.OPTIONAL,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    few_left=FewLeft(side=0, count=10),
    full_win_on=BUGA.named("b2 c1 c2 d2 b8 c8 c9 d8"),
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.DROP),),
    sources={
        "board": Citation(
            "A square of 25 points with a small square, a house, at two of its sides: 33 points.",
            f"{_PAGE}#the-board",
            (WIKIPEDIA_BUGA, LUDII_BOUGE),
        ),
        "start": Citation(
            "The bugas stand where the houses join, eight dogs around the middle, 16 are in hand.", _RULES, _TEXTS
        ),
        "first": Citation("The bugas begin.", _RULINGS, (BOARD_AND_PIECES_BUGA,)),
        "dog.move": Citation("A dog steps one point in any direction, once all are placed.", _RULES, _TEXTS),
        "buga.move": Citation("A buga steps one point in any direction.", _RULES, _TEXTS),
        "buga.capture": Citation("A buga leaps over a dog beside it to the point right behind.", _RULES, _TEXTS),
        "buga.chain": Citation("A buga takes one dog a turn.", _RULES, _TEXTS),
        "placements": Citation("The dogs in hand go on any free point, one a turn.", _RULINGS, _TEXTS),
        "obligation": Citation("Capturing is optional, but there is no passing.", _RULES, (*_TEXTS, RULING)),
        "precedence": Citation("Any dog within reach may be taken.", _RULES, _TEXTS),
        "removal": Citation("A leap takes one dog, which leaves at once.", _RULES, _TEXTS),
        "few_left": Citation(
            "The bugas win when at most 10 dogs are left.", _RULINGS, (*_TEXTS, BOARD_AND_PIECES_BUGA)
        ),
        "full_win_on": Citation(
            "It is called a full win of the dogs when both bugas are shut in inside the houses.",
            _RULINGS,
            (LUDII_BOUGE,),
        ),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation("50 moves of each side without a drop or a capture are a draw.", _END, (RULING,)),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)
