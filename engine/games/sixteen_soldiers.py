"""Sholo Guti and Sixteen Soldiers, sixteen men each on one board, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import TABAL
from engine.games.pieces import BLACK, MAN, SHORT_LEAP, STEP, WHITE
from engine.games.sources import LIQUISEARCH_SOLDIERS, LUDII_HEWAKAM, LUDII_MOGUL, RULING, SHOLO_GUTI_PROGRAM
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Citation,
    Event,
    Kind,
    Likeness,
    NoProgressRule,
    Obligation,
    Removal,
    Ruleset,
)

_PAGE = "docs/rules/sixteen-soldiers.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"
_TEXTS = (LUDII_HEWAKAM, LUDII_MOGUL)

SIXTEEN_SOLDIERS = Ruleset(
    key="sixteen-soldiers",
    short_id="six",
    name="Sixteen Soldiers",
    summary="Sixteen men each step and leap in any direction; a capture must be made.",
    like=Likeness("sholo-guti", "a capture must be made and completed"),
    aliases=("16-soldiers", "cows-and-leopards", "seize-soldats", "dieciseis-soldados"),
    board=TABAL,
    sides=(WHITE, BLACK),
    first=0,
    kinds=(Kind("M", 0, MAN, STEP, SHORT_LEAP), Kind("m", 1, MAN, STEP, SHORT_LEAP)),
    start="mmm/mmm/mmmmm/mmmmm/5/MMMMM/MMMMM/MMM/MMM w - 0 1",
    obligation=Obligation.FORCED,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE),),
    sources={
        "board": Citation(
            "A square of 25 points with a triangle at each end: 37 points.", f"{_PAGE}#the-board", _TEXTS
        ),
        "start": Citation("Each side has 16 men on its first four ranks.", _RULES, _TEXTS),
        "first": Citation("Lots are drawn; the side that starts is called White.", _RULES, (RULING,)),
        "man.move": Citation("A man steps one point in any direction.", _RULES, _TEXTS),
        "man.capture": Citation("A man captures by a short leap in any direction.", _RULES, _TEXTS),
        "obligation": Citation("Capturing is compulsory.", _RULINGS, (LIQUISEARCH_SOLDIERS,)),
        "precedence": Citation("The piece and its route are free.", _RULINGS, (LIQUISEARCH_SOLDIERS, RULING)),
        "removal": Citation("Captured pieces leave at once.", _RULES, _TEXTS),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (SHOLO_GUTI_PROGRAM, RULING)),
        "no_progress_rules": Citation(
            "50 moves of each side without a capture are a draw.", _END, (SHOLO_GUTI_PROGRAM, RULING)
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)

SIXTEEN_SOLDIERS_HUFF = replace(
    SIXTEEN_SOLDIERS,
    key="sixteen-soldiers-huff",
    short_id="sixh",
    name="Sixteen Soldiers with the huff",
    summary="Sixteen men each step and leap in any direction; whoever does not capture loses a man.",
    like=Likeness("sixteen-soldiers", "whoever does not capture loses a man"),
    variant=True,
    aliases=("16-soldiers-huff",),
    obligation=Obligation.FORFEIT,
    sources={
        **SIXTEEN_SOLDIERS.sources,
        "obligation": Citation(
            "Declining a capture costs one of the men that had to capture, of the opponent's choice.",
            _RULINGS,
            (LIQUISEARCH_SOLDIERS,),
        ),
    },
)

SHOLO_GUTI = replace(
    SIXTEEN_SOLDIERS,
    key="sholo-guti",
    short_id="sho",
    name="Sholo Guti",
    summary="Sixteen men each step and leap in any direction, and may stop a capture when they like.",
    like=Likeness("permainan-tabal", "men go in any direction and never become kings, and nobody has to capture"),
    aliases=(
        *("sholo-gutti", "shola-guti", "shola-gutti", "solah-gutti", "solah-guttiya", "16-guti", "16-gutti"),
        *("16-beads", "bead-16", "hewakam-keliya", "mogul-putthan", "mughal-pathan", "ষোল গুটি"),
    ),
    kinds=(
        Kind("M", 0, MAN, STEP, SHORT_LEAP, chain=Chain.OPTIONAL),
        Kind("m", 1, MAN, STEP, SHORT_LEAP, chain=Chain.OPTIONAL),
    ),
    obligation=Obligation.OPTIONAL,
    beginners=True,
    sources={
        **SIXTEEN_SOLDIERS.sources,
        "man.chain": Citation("After each leap the player may stop.", _RULES, (SHOLO_GUTI_PROGRAM, *_TEXTS)),
        "obligation": Citation("Capturing is optional.", _RULINGS, (LUDII_HEWAKAM, SHOLO_GUTI_PROGRAM)),
        "precedence": Citation("Any capture may be chosen.", _RULES, _TEXTS),
    },
)
