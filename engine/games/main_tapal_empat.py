"""Main tapal empat, two tigers against eighteen goats, with two variants, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import ALQUERQUE
from engine.games.pieces import GOAT, GOATS, SHORT_LEAP, SLIDE, STEP, TIGER, TIGERS
from engine.games.sources import LUDII_TAPAK, RULING, STRAITS_1919, WIKIPEDIA_TAPAL, WIKIPEDIA_TAPAL_2015
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Citation,
    Direction,
    Event,
    FewLeft,
    Kind,
    Likeness,
    Movement,
    NoProgressRule,
    Obligation,
    Placement,
    Reach,
    Removal,
    Ruleset,
    Stacks,
)

_PAGE = "docs/rules/main-tapal-empat.md"

MAIN_TAPAL_EMPAT = Ruleset(
    key="main-tapal-empat",
    short_id="tap",
    name="Main tapal empat",
    summary="Two tigers hunt, eighteen goats shut them in.",
    aliases=("tapal", "tapak", "harimau", "tapal-empat", "tapak-empat", "main-tapak-empat"),
    board=ALQUERQUE,
    sides=(GOATS, TIGERS),
    first=0,
    kinds=(Kind("G", 0, GOAT, STEP), Kind("T", 1, TIGER, SLIDE, SHORT_LEAP, chain=Chain.SINGLE)),
    start="5/5/5/5/5 t T2G18 0 0",
    placements=(
        Placement("T", 2, per_turn=2, region=ALQUERQUE.named("b2 b3 b4 c2 c3 c4 d2 d3 d4")),
        Placement("G", 18),
    ),
    obligation=Obligation.OPTIONAL,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    beginners=True,
    few_left=FewLeft(side=0, count=10),
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.DROP),),
    sources={
        "board": Citation("The alquerque board: 25 points on 16 lines.", f"{_PAGE}#the-board", (WIKIPEDIA_TAPAL,)),
        "start": Citation(
            "The board is empty at the start; 2 tigers and 18 goats are in hand.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_TAPAL,),
        ),
        "first": Citation("The tigers are put up first, then the goats begin.", f"{_PAGE}#m2", (WIKIPEDIA_TAPAL_2015,)),
        "goat.move": Citation(
            "A goat steps one point in any direction, once all goats are on the board.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_TAPAL,),
        ),
        "tiger.move": Citation(
            "A tiger moves any distance along a free line.", f"{_PAGE}#how-it-is-played", (WIKIPEDIA_TAPAL,)
        ),
        "tiger.capture": Citation(
            "A tiger takes a goat beside it and lands right behind it; a slide and a leap are never joined.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_TAPAL,),
        ),
        "tiger.chain": Citation("A tiger takes one goat a turn.", f"{_PAGE}#how-it-is-played", (WIKIPEDIA_TAPAL,)),
        "placements": Citation(
            "The tigers go on two of the nine central points, the goats on any free point.",
            f"{_PAGE}#m1",
            (WIKIPEDIA_TAPAL, RULING),
        ),
        "obligation": Citation(
            "Capturing is optional, but there is no passing.", f"{_PAGE}#m6", (WIKIPEDIA_TAPAL, RULING)
        ),
        "precedence": Citation("Any goat within reach may be taken.", f"{_PAGE}#how-it-is-played", (WIKIPEDIA_TAPAL,)),
        "removal": Citation(
            "A leap takes one goat, so it makes no difference when it leaves.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_TAPAL,),
        ),
        "few_left": Citation(
            "The tigers win when at most 10 goats are left, those in hand included.",
            f"{_PAGE}#m4",
            (WIKIPEDIA_TAPAL, RULING),
        ),
        "repetition": Citation(
            "The third repetition of a position is a draw; a drop never repeats, so it is counted after the drops.",
            f"{_PAGE}#m8",
            (RULING,),
        ),
        "no_progress_rules": Citation(
            "50 moves of each side without a drop or a capture are a draw.", f"{_PAGE}#m8", (RULING,)
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", f"{_PAGE}#m8", (RULING,)),
    },
)

TAPAL_EMPAT_15 = replace(
    MAIN_TAPAL_EMPAT,
    key="tapal-empat-15",
    short_id="tpf",
    name="Main tapal empat with 15 goats",
    summary="Two tigers hunt, fifteen goats shut them in: the even form of the game.",
    like=Likeness("main-tapal-empat", "with fifteen goats"),
    variant=True,
    aliases=("tapal-15", "harimau-15"),
    start="5/5/5/5/5 t T2G15 0 0",
    placements=(MAIN_TAPAL_EMPAT.placements[0], Placement("G", 15)),
    beginners=False,
    sources={
        **MAIN_TAPAL_EMPAT.sources,
        "start": Citation(
            "The board is empty at the start; 2 tigers and 15 goats are in hand.", f"{_PAGE}#variants", (RULING,)
        ),
    },
)

_GOAT_DROPPED = Movement(Reach.ONE, Direction(0))

TAPAK_EMPAT_1919 = replace(
    MAIN_TAPAL_EMPAT,
    key="tapak-empat-1919",
    short_id="tpk",
    name="Main tapak empat of 1919",
    summary="Two tigers come from one point, and twenty-four goats shut them in before the last is placed.",
    like=Likeness(
        "main-tapal-empat", "with twenty-four goats, which must shut the tigers in before the last of them is placed"
    ),
    variant=True,
    aliases=("tapak-1919", "tapak-24", "main-tapak-empat-lama"),
    kinds=(Kind("G", 0, GOAT, _GOAT_DROPPED), Kind("T", 1, TIGER, SLIDE, SHORT_LEAP, chain=Chain.SINGLE)),
    start="5/5/2T{2}2/5/5 g G24 0 1",
    stacks=Stacks(),
    placements=(Placement("G", 24),),
    few_left=None,
    hand_used_up=0,
    repetition=None,
    no_progress_rules=(),
    beginners=False,
    sources={
        "board": Citation("The alquerque board: 25 points on 16 lines.", f"{_PAGE}#the-board", (STRAITS_1919,)),
        "start": Citation("Both tigers stand on c3; 24 goats are in hand.", f"{_PAGE}#variants", (STRAITS_1919,)),
        "first": Citation("The goats begin.", f"{_PAGE}#variants", (STRAITS_1919,)),
        "goat.move": Citation("Goats are put on the board and never move.", f"{_PAGE}#variants", (STRAITS_1919,)),
        "tiger.move": Citation(
            "A tiger moves any distance along a free line.", f"{_PAGE}#variants", (STRAITS_1919, LUDII_TAPAK)
        ),
        "tiger.capture": Citation(
            "A tiger takes a goat beside it and lands right behind it.", f"{_PAGE}#variants", (STRAITS_1919,)
        ),
        "tiger.chain": Citation("A tiger takes one goat a turn.", f"{_PAGE}#variants", (STRAITS_1919,)),
        "stacks": Citation(
            "The tigers leave their point one by one, and never stand on one point again.",
            f"{_PAGE}#variants",
            (STRAITS_1919, RULING),
        ),
        "placements": Citation("The goats go on any free point, one a turn.", f"{_PAGE}#variants", (STRAITS_1919,)),
        "obligation": Citation(
            "Capturing is optional, but there is no passing.", f"{_PAGE}#variants", (STRAITS_1919, RULING)
        ),
        "precedence": Citation("Any goat within reach may be taken.", f"{_PAGE}#variants", (STRAITS_1919,)),
        "removal": Citation("A captured goat leaves at once.", f"{_PAGE}#variants", (STRAITS_1919,)),
        "hand_used_up": Citation(
            "The goats have lost when the last is placed and the tigers can still move.",
            f"{_PAGE}#variants",
            (STRAITS_1919,),
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", f"{_PAGE}#variants", (RULING,)),
    },
)
