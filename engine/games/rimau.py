"""Rimau and Rimau-rimau, one or two tigers against the men, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import TABAL
from engine.games.pieces import ONE_TIGER, SHORT_LEAP, STEP, TIGER, TIGERS
from engine.games.sources import LUDII_RIMAU_ONE, LUDII_RIMAU_TWO, RIMAU_ONE, RULING, WIKIPEDIA_RIMAU
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
    Opening,
    Placement,
    Removal,
    Role,
    Row,
    Ruleset,
    Side,
)

_PAGE = "docs/rules/rimau.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"
_TEXTS = (WIKIPEDIA_RIMAU, RIMAU_ONE)
_VILLAGER = Figure(
    Role.PREY, Noun("villager", "villagers", typed=("villager", "penduduk")), glyph="🧍", sprite="villager", initial="V"
)
_VILLAGE = Side("villagers", "g", 1, "Villagers")
_VILLAGERS = Kind("G", 0, _VILLAGER, STEP)

RIMAU = Ruleset(
    key="rimau",
    short_id="rim",
    name="Rimau",
    summary="One tiger leaps over rows of villagers, who come from all sides to shut it in.",
    like=Likeness("main-tapal-empat", "on the board with two triangles, with one tiger that leaps over rows"),
    aliases=("harimau-satu", "rimau-satu"),
    board=TABAL,
    sides=(_VILLAGE, ONE_TIGER),
    first=0,
    kinds=(_VILLAGERS, Kind("T", 1, TIGER, STEP, SHORT_LEAP, chain=Chain.SINGLE, row=Row.ODD)),
    start="3/3/5/1GGG1/1GGG1/1GGG1/2T2/3/3 t ~3G15 0 0",
    opening=Opening(removes=3),
    placements=(Placement("G", 15),),
    obligation=Obligation.OPTIONAL,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    few_left=FewLeft(side=0, count=10),
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.DROP),),
    sources={
        "board": Citation(
            "A square of 25 points with a triangle at each end: 37 points.", f"{_PAGE}#the-board", (LUDII_RIMAU_ONE,)
        ),
        "start": Citation(
            "The tiger stands on c3, nine men on the points in the middle, 15 are in hand.", _RULES, (RIMAU_ONE,)
        ),
        "first": Citation("The tiger begins by taking men off, then the men begin.", _RULES, _TEXTS),
        "opening": Citation("In the first turn three men are taken off for good.", _RULINGS, _TEXTS),
        "villager.move": Citation("A man steps one point in any direction, once all are placed.", _RULES, _TEXTS),
        "tiger.move": Citation("A tiger steps one point in any direction.", _RULES, _TEXTS),
        "tiger.capture": Citation("A tiger leaps along a line to the point right behind.", _RULES, _TEXTS),
        "tiger.row": Citation(
            "It leaps over the whole unbroken row of men beside it, if their number is odd, and takes them all.",
            _RULINGS,
            _TEXTS,
        ),
        "tiger.chain": Citation("A tiger leaps once a turn.", _RULES, _TEXTS),
        "placements": Citation("The men in hand go on any free point, one a turn.", _RULES, _TEXTS),
        "obligation": Citation("Capturing is optional, but there is no passing.", _RULES, (*_TEXTS, RULING)),
        "precedence": Citation("Any men within reach may be taken.", _RULES, _TEXTS),
        "removal": Citation("Captured men leave at once.", _RULES, _TEXTS),
        "few_left": Citation("The tigers win when at most 10 men are left.", _RULINGS, (RIMAU_ONE, RULING)),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation("50 moves of each side without a drop or a capture are a draw.", _END, (RULING,)),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)

RIMAU_RIMAU = replace(
    RIMAU,
    key="rimau-rimau",
    short_id="rir",
    name="Rimau-rimau",
    summary="Two tigers leap over rows of villagers, who come from all sides to shut them in.",
    like=Likeness("rimau", "with two tigers"),
    aliases=("harimau-harimau", "rimau-dua"),
    sides=(_VILLAGE, TIGERS),
    start="3/3/2T2/1GGG1/1GGG1/1GGG1/2T2/3/3 t ~3G15 0 0",
    opening=Opening(removes=3, relocates=True),
    sources={
        **RIMAU.sources,
        "start": Citation(
            "The tigers stand on c3 and c7, nine men on the points between them, 15 are in hand.",
            _RULES,
            (WIKIPEDIA_RIMAU,),
        ),
        "opening": Citation(
            "In the first turn three men are taken off for good, and then a tiger may be put on any free point.",
            _RULINGS,
            (WIKIPEDIA_RIMAU, LUDII_RIMAU_TWO),
        ),
    },
)

RIMAU_RIMAU_B = replace(
    RIMAU_RIMAU,
    key="rimau-rimau-b",
    short_id="rirb",
    name="Rimau-rimau with single leaps",
    summary="Two tigers take one villager a leap, the others come from all sides to shut them in.",
    like=Likeness("rimau-rimau", "a tiger takes one villager a leap"),
    variant=True,
    aliases=("rimau-dua-b",),
    kinds=(_VILLAGERS, Kind("T", 1, TIGER, STEP, SHORT_LEAP, chain=Chain.SINGLE)),
    start="3/3/2T2/1GGG1/1G1G1/1GGG1/2T2/3/3 t ~1G14 0 0",
    opening=Opening(removes=1, relocates=True),
    placements=(Placement("G", 14),),
    sources={
        **{fact: cite for fact, cite in RIMAU_RIMAU.sources.items() if fact != "tiger.row"},
        "start": Citation(
            "The tigers stand on c3 and c7, eight men around the free point between them, 14 are in hand.",
            _RULES,
            (WIKIPEDIA_RIMAU,),
        ),
        "opening": Citation(
            "In the first turn one man is taken off for good, and then a tiger may be put on any free point.",
            _RULINGS,
            (WIKIPEDIA_RIMAU, LUDII_RIMAU_TWO),
        ),
    },
)
