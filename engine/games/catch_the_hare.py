"""Catch the hare, one hare against twelve hunters, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import ALQUERQUE
from engine.games.pieces import SHORT_LEAP, STEP
from engine.games.sources import ALFONSO, ARA_LIEBRE, LIQUISEARCH_HARE, LUDII_LIEBRE, RULING
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
    Removal,
    Role,
    Ruleset,
    Side,
)

_PAGE = "docs/rules/catch-the-hare.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"
_TEXTS = (LUDII_LIEBRE, LIQUISEARCH_HARE)
_MAN = Figure(
    Role.PREY, Noun("hunter", "hunters", typed=("hunter", "pemburu")), glyph="🏹", sprite="hunter", initial="M"
)
_HARE = Figure(
    Role.HUNTER, Noun("hare", "hares", typed=("hare", "arnab", "kelinci")), glyph="🐇", sprite="hare", initial="H"
)
_HUNTERS = Kind("G", 0, _MAN, STEP)

CATCH_THE_HARE = Ruleset(
    key="catch-the-hare",
    short_id="har",
    name="Catch the hare",
    summary="Twelve hunters shut in one hare, which leaps over them.",
    like=Likeness("adugo", "on the square alone, with twelve hunters, of whom the hare need take only three"),
    aliases=("cercar-la-liebre", "atrapa-la-liebre", "acorralar-la-liebre", "hare-and-hunters"),
    board=ALQUERQUE,
    sides=(Side("hunters", "g", 1, "Hunters"), Side("hare", "t", -1, "Hare")),
    first=0,
    kinds=(_HUNTERS, Kind("T", 1, _HARE, STEP, SHORT_LEAP, chain=Chain.OPTIONAL)),
    start="5/5/G1T1G/GGGGG/GGGGG g - 0 1",
    obligation=Obligation.OPTIONAL,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    few_left=FewLeft(side=0, count=9),
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE),),
    beginners=True,
    sources={
        "board": Citation("The alquerque board: 25 points on 16 lines.", f"{_PAGE}#the-board", (ALFONSO, LUDII_LIEBRE)),
        "start": Citation(
            "The hare stands in the middle, 12 hunters on two rows and at the ends of the third.", _RULES, _TEXTS
        ),
        "first": Citation("The hunters begin.", _RULINGS, _TEXTS),
        "hunter.move": Citation("A hunter steps one point in any direction.", _RULES, _TEXTS),
        "hare.move": Citation("The hare steps one point in any direction.", _RULES, _TEXTS),
        "hare.capture": Citation("The hare leaps over a hunter beside it to the point right behind.", _RULES, _TEXTS),
        "hare.chain": Citation(
            "It may take several hunters in a turn, and stop when it likes.", _RULINGS, (ARA_LIEBRE, *_TEXTS)
        ),
        "obligation": Citation("Capturing is optional, but there is no passing.", _RULES, (*_TEXTS, RULING)),
        "precedence": Citation("Any hunter within reach may be taken.", _RULES, _TEXTS),
        "removal": Citation("Captured hunters leave at once.", _RULES, _TEXTS),
        "few_left": Citation("The hare wins when 9 hunters are left.", _RULINGS, (LUDII_LIEBRE, ARA_LIEBRE)),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation("50 moves of each side without a capture are a draw.", _END, (RULING,)),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)

CATCH_THE_HARE_SINGLE = replace(
    CATCH_THE_HARE,
    key="catch-the-hare-single",
    short_id="hars",
    name="Catch the hare with single leaps",
    summary="Twelve hunters shut in one hare, which takes one of them a turn.",
    like=Likeness("catch-the-hare", "the hare takes one hunter a turn"),
    variant=True,
    aliases=("cercar-la-liebre-single",),
    kinds=(_HUNTERS, Kind("T", 1, _HARE, STEP, SHORT_LEAP, chain=Chain.SINGLE)),
    beginners=False,
    sources={
        **CATCH_THE_HARE.sources,
        "hare.chain": Citation("The hare takes one hunter a turn.", _RULINGS, (ALFONSO, LUDII_LIEBRE)),
    },
)
