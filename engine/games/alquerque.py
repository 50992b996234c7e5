"""Alquerque in four readings, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import ALQUERQUE as BOARD
from engine.games.pieces import BLACK, LEAP_AHEAD, MAN, SHORT_LEAP, STEP, STEP_AHEAD, WHITE
from engine.games.sources import (
    ALFONSO,
    BELL_ALQUERQUE,
    LUDII_ALQUERQUE,
    NIIDAE_ALQUERQUE,
    RULING,
    SCA_ALQUERQUE,
)
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

_PAGE = "docs/rules/alquerque.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"

ALQUERQUE = Ruleset(
    key="alquerque",
    short_id="alq",
    name="Alquerque",
    summary="Twelve men each on a small board of lines; a capture must be made and completed.",
    like=Likeness("sixteen-soldiers", "on the square alone, with twelve men each"),
    aliases=("alquerque-de-doze", "alquerque-de-doce", "alquerque-12", "qirkat", "quirkat", "el-quirkat", "qirq"),
    board=BOARD,
    sides=(WHITE, BLACK),
    first=0,
    kinds=(Kind("M", 0, MAN, STEP, SHORT_LEAP), Kind("m", 1, MAN, STEP, SHORT_LEAP)),
    start="mmmmm/mmmmm/mm1MM/MMMMM/MMMMM w - 0 1",
    obligation=Obligation.FORCED,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE),),
    beginners=True,
    sources={
        "board": Citation("The alquerque board: 25 points on 16 lines.", f"{_PAGE}#the-board", (ALFONSO,)),
        "start": Citation(
            "Each side has 12 men on two rows and the two points to its right on the middle row; c3 is free.",
            _RULINGS,
            (ALFONSO, LUDII_ALQUERQUE),
        ),
        "first": Citation("Lots are drawn; the side that starts is called White.", _RULES, (RULING,)),
        "man.move": Citation("A man steps one point in any direction.", _RULES, (ALFONSO,)),
        "man.capture": Citation("A man captures by a short leap in any direction.", _RULES, (ALFONSO,)),
        "obligation": Citation(
            "Capturing is compulsory, and goes on while the man is able.", _RULINGS, (NIIDAE_ALQUERQUE, SCA_ALQUERQUE)
        ),
        "precedence": Citation("The piece and its route are free.", _RULINGS, (RULING,)),
        "removal": Citation("Captured pieces leave at once.", _RULES, (LUDII_ALQUERQUE,)),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation("50 moves of each side without a capture are a draw.", _END, (RULING,)),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (ALFONSO, RULING)),
    },
)

ALQUERQUE_HUFF = replace(
    ALQUERQUE,
    key="alquerque-huff",
    short_id="alqh",
    name="Alquerque with the huff",
    summary="Twelve men each on a small board of lines; whoever does not capture loses a man.",
    like=Likeness("alquerque", "whoever does not capture loses a man"),
    variant=True,
    aliases=("alquerque-12-huff",),
    obligation=Obligation.FORFEIT,
    beginners=False,
    sources={
        **ALQUERQUE.sources,
        "obligation": Citation(
            "Declining a capture costs one of the men that had to capture, of the opponent's choice.",
            _RULINGS,
            (LUDII_ALQUERQUE, NIIDAE_ALQUERQUE),
        ),
    },
)

ALQUERQUE_BELL = replace(
    ALQUERQUE,
    key="alquerque-bell",
    short_id="alqb",
    name="Alquerque by Bell's rules",
    summary="Twelve men each that never go back and at the far rank only capture.",
    like=Likeness("alquerque", "men never go back, and at the far rank only capture"),
    variant=True,
    aliases=("bell-alquerque",),
    kinds=(
        Kind("M", 0, MAN, STEP_AHEAD, LEAP_AHEAD, rests_on=BOARD.rank_points(5)),
        Kind("m", 1, MAN, STEP_AHEAD, LEAP_AHEAD, rests_on=BOARD.rank_points(1)),
    ),
    beginners=False,
    sources={
        **ALQUERQUE.sources,
        "man.move": Citation(
            "A man steps one point forward, diagonally forward or sideways.", _RULINGS, (BELL_ALQUERQUE,)
        ),
        "man.capture": Citation("A man captures in the directions in which it steps.", _RULINGS, (BELL_ALQUERQUE,)),
        "man.rests_on": Citation("On the far rank a man may only capture.", _RULINGS, (BELL_ALQUERQUE,)),
    },
)

ALQUERQUE_FREE = replace(
    ALQUERQUE,
    key="alquerque-free",
    short_id="alqf",
    name="Alquerque with free captures",
    summary="Twelve men each on a small board of lines, and nobody has to capture.",
    like=Likeness("alquerque", "nobody has to capture, or to go on capturing"),
    variant=True,
    aliases=("free-alquerque",),
    kinds=(
        Kind("M", 0, MAN, STEP, SHORT_LEAP, chain=Chain.OPTIONAL),
        Kind("m", 1, MAN, STEP, SHORT_LEAP, chain=Chain.OPTIONAL),
    ),
    obligation=Obligation.OPTIONAL,
    sources={
        **ALQUERQUE.sources,
        "man.chain": Citation("After each leap the player may stop.", _RULINGS, (ALFONSO, RULING)),
        "obligation": Citation("Capturing is optional: Alfonso tells of no duty.", _RULINGS, (ALFONSO,)),
        "precedence": Citation("Any capture may be chosen.", _RULINGS, (RULING,)),
    },
)
