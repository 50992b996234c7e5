"""Bagh bandi and Sher-bakar, two tigers against stacks of goats, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import ALQUERQUE, TABAL
from engine.games.pieces import GOAT, GOATS, SHORT_LEAP, STEP, TIGER, TIGERS
from engine.games.sources import (
    BOARD_AND_PIECES_BAGH,
    LUDII_BAGH_BANDI,
    LUDII_BAGH_BATTI,
    LUDII_SHER_BAKAR,
    RULING,
    WIKIPEDIA_SHER_BAKAR,
)
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Citation,
    Event,
    FewLeft,
    Kind,
    Likeness,
    NoProgressRule,
    Obligation,
    Placement,
    Removal,
    Ruleset,
    Stacks,
)

_PAGE = "docs/rules/bagh-bandi.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"
_TEXTS = (BOARD_AND_PIECES_BAGH, LUDII_BAGH_BATTI)

BAGH_BANDI = Ruleset(
    key="bagh-bandi",
    short_id="bbd",
    name="Bagh bandi",
    summary="Two tigers leap over four stacks of five goats, who come down one by one to shut them in.",
    like=Likeness("bagh-chal", "with two tigers, and goats that come down from four stacks"),
    aliases=("bagh-batti", "bagh-guti"),
    board=ALQUERQUE,
    sides=(GOATS, TIGERS),
    first=0,
    kinds=(Kind("G", 0, GOAT, STEP), Kind("T", 1, TIGER, STEP, SHORT_LEAP, chain=Chain.OPTIONAL)),
    start="2T2/1G{5}1G{5}1/5/1G{5}1G{5}1/2T2 g - 0 1",
    stacks=Stacks(),
    obligation=Obligation.FORCED,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    few_left=FewLeft(side=0, count=6),
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE),),
    sources={
        "board": Citation("The alquerque board: 25 points on 16 lines.", f"{_PAGE}#the-board", _TEXTS),
        "start": Citation("The tigers stand on c1 and c5, five goats on each of b2, d2, b4 and d4.", _RULINGS, _TEXTS),
        "first": Citation("The goats begin.", _RULES, _TEXTS),
        "stacks": Citation(
            "Of a stack only the top goat moves or is taken; goats never join again, and no point is leapt over twice "
            "in a turn.",
            _RULINGS,
            _TEXTS,
        ),
        "goat.move": Citation("A goat steps one point in any direction.", _RULES, _TEXTS),
        "tiger.move": Citation("A tiger steps one point in any direction.", _RULES, _TEXTS),
        "tiger.capture": Citation(
            "A tiger leaps over a goat or a stack beside it to the point right behind.", _RULES, _TEXTS
        ),
        "tiger.chain": Citation("It may take several goats in a turn, and stop when it likes.", _RULES, _TEXTS),
        "obligation": Citation("A tiger that can take a goat must.", _RULINGS, (BOARD_AND_PIECES_BAGH,)),
        "precedence": Citation("Which goats are taken is free.", _RULINGS, (BOARD_AND_PIECES_BAGH,)),
        "removal": Citation("Captured goats leave at once.", _RULES, _TEXTS),
        "few_left": Citation(
            "The tigers win when at most 6 goats are left, which cannot shut them in any more.", _RULINGS, (RULING,)
        ),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation("50 moves of each side without a capture are a draw.", _END, (RULING,)),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)

_SHER_TEXTS = (WIKIPEDIA_SHER_BAKAR, LUDII_SHER_BAKAR)

SHER_BAKAR = replace(
    BAGH_BANDI,
    key="sher-bakar",
    short_id="shb",
    name="Sher-bakar",
    summary="Two tigers leap over four stacks of goats, which may join again where they began.",
    like=Likeness("bagh-bandi", "goats may join again where they began, and a tiger need not capture"),
    aliases=("sher-bakr",),
    start="2T2/1G{4}1G{5}1/5/1G{5}1G{5}1/2T2 g - 0 1",
    kinds=(
        Kind("G", 0, GOAT, STEP, joins_on=ALQUERQUE.named("b2 b4 d2 d4")),
        Kind("T", 1, TIGER, STEP, SHORT_LEAP, chain=Chain.OPTIONAL),
    ),
    obligation=Obligation.OPTIONAL,
    sources={
        **BAGH_BANDI.sources,
        "start": Citation(
            "The tigers stand on c1 and c5, four goats on b4 and five on each of b2, d2 and d4.", _RULINGS, _SHER_TEXTS
        ),
        "stacks": Citation(
            "Of a stack only the top goat moves or is taken, and no point is leapt over twice in a turn.",
            _RULINGS,
            (LUDII_SHER_BAKAR, RULING),
        ),
        "goat.joins_on": Citation(
            "On b2, b4, d2 and d4 a goat may step onto other goats.", _RULINGS, (LUDII_SHER_BAKAR,)
        ),
        "obligation": Citation("Capturing is optional, but there is no passing.", _RULINGS, (*_SHER_TEXTS, RULING)),
        "precedence": Citation("Any goat within reach may be taken.", _RULES, _SHER_TEXTS),
    },
)

BAGH_BANDI_BASIRHAT = replace(
    BAGH_BANDI,
    key="bagh-bandi-basirhat",
    short_id="bbb",
    name="Bagh bandi of Basirhat",
    summary="Two tigers leap over four stacks of eight goats on a board with two triangles.",
    like=Likeness("bagh-bandi", "with stacks of eight, on the board with two triangles"),
    variant=True,
    aliases=("bagh-bandi-32",),
    board=TABAL,
    kinds=(
        Kind("G", 0, GOAT, STEP),
        Kind("T", 1, TIGER, STEP, SHORT_LEAP, chain=Chain.OPTIONAL, turns_back=False),
    ),
    start="3/3/5/1G{8}1G{8}1/5/1G{8}1G{8}1/5/3/3 t T2 0 0",
    stacks=Stacks(leapt_twice=True),
    placements=(Placement("T", 2, per_turn=2),),
    obligation=Obligation.OPTIONAL,
    few_left=FewLeft(side=0, count=3),
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.DROP),),
    sources={
        **BAGH_BANDI.sources,
        "board": Citation(
            "A square of 25 points with a triangle at each end: 37 points.", f"{_PAGE}#the-board", (LUDII_BAGH_BANDI,)
        ),
        "start": Citation(
            "Eight goats stand on each of b4, d4, b6 and d6; 2 tigers are in hand.", _RULINGS, (LUDII_BAGH_BANDI,)
        ),
        "first": Citation("The tigers are put up first, then the goats begin.", _RULINGS, (LUDII_BAGH_BANDI,)),
        "placements": Citation("The tigers go on any two free points.", _RULINGS, (LUDII_BAGH_BANDI,)),
        "stacks": Citation(
            "Of a stack only the top goat moves or is taken; goats never join again.", _RULINGS, (LUDII_BAGH_BANDI,)
        ),
        "tiger.turns_back": Citation("A leap may not go straight back.", _RULINGS, (LUDII_BAGH_BANDI,)),
        "obligation": Citation("Capturing is optional, but there is no passing.", _RULINGS, (RULING,)),
        "precedence": Citation("Any goat within reach may be taken.", _RULES, (LUDII_BAGH_BANDI,)),
        "few_left": Citation(
            "The tigers win when at most 3 goats are left, which cannot shut them in any more.", _RULINGS, (RULING,)
        ),
        "no_progress_rules": Citation("50 moves of each side without a capture are a draw.", _END, (RULING,)),
    },
)
