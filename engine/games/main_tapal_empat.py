"""Main tapal empat, two tigers against eighteen goats, as data: no function, no class."""

from engine.board import ALQUERQUE
from engine.games.sources import RULING, WIKIPEDIA_TAPAL, WIKIPEDIA_TAPAL_2015
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
    Placement,
    Reach,
    Removal,
    Role,
    Ruleset,
    Side,
)

_PAGE = "docs/rules/main-tapal-empat.md"
_GOAT = Figure(Role.PREY, Noun("goat", "goats", typed=("goat", "kambing")), glyph="🐐", sprite="goat")
_TIGER = Figure(Role.HUNTER, Noun("tiger", "tigers", typed=("tiger", "harimau")), glyph="🐯", sprite="tiger")

MAIN_TAPAL_EMPAT = Ruleset(
    key="main-tapal-empat",
    short_id="tap",
    name="Main tapal empat",
    summary="Two tigers hunt, eighteen goats shut them in.",
    aliases=("tapal", "tapak", "harimau", "tapal-empat", "tapak-empat", "main-tapak-empat"),
    board=ALQUERQUE,
    sides=(Side("goats", "g", 1, "Goats"), Side("tigers", "t", -1, "Tigers")),
    first=0,
    kinds=(
        Kind("G", 0, _GOAT, Movement(Reach.ONE, Direction.ALL)),
        Kind(
            "T",
            1,
            _TIGER,
            Movement(Reach.ANY, Direction.ALL),
            Movement(Reach.ONE, Direction.ALL),
            chain=Chain.SINGLE,
        ),
    ),
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
