"""Dama of the Comoros, on the alquerque board, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import ALQUERQUE
from engine.games.pieces import BLACK, KING, LEAP_AHEAD, LONG_LEAP, MAN, SLIDE, STEP_AHEAD, WHITE
from engine.games.sources import LUDII_COMOROS, RULING
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

_PAGE = "docs/rules/dama-comoros.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"
_TEXTS = (LUDII_COMOROS,)
_ONE = Chain.SINGLE

DAMA_COMOROS = Ruleset(
    key="dama-comoros",
    short_id="com",
    name="Dama of the Comoros",
    summary="Twelve men each on a small board of lines, flying kings; whoever does not capture loses a piece.",
    like=Likeness("alquerque", "with kings that fly, with one leap a turn, and whoever does not capture loses a piece"),
    aliases=("dama-alquerque", "dama-komori"),
    board=ALQUERQUE,
    sides=(WHITE, BLACK),
    first=0,
    kinds=(
        Kind(
            *("M", 0, MAN, STEP_AHEAD, LEAP_AHEAD),
            chain=_ONE,
            promotes_to="K",
            promotes_on=ALQUERQUE.rank_points(5),
        ),
        Kind("K", 0, KING, SLIDE, LONG_LEAP, chain=_ONE),
        Kind(
            *("m", 1, MAN, STEP_AHEAD, LEAP_AHEAD),
            chain=_ONE,
            promotes_to="k",
            promotes_on=ALQUERQUE.rank_points(1),
        ),
        Kind("k", 1, KING, SLIDE, LONG_LEAP, chain=_ONE),
    ),
    start="mmmmm/mmmmm/mm1MM/MMMMM/MMMMM w - 0 1",
    obligation=Obligation.FORFEIT,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.PROMOTION),),
    sources={
        "board": Citation("The alquerque board: 25 points on 16 lines.", f"{_PAGE}#the-board", _TEXTS),
        "start": Citation("Each side has 12 men; the point in the middle is free.", _RULES, _TEXTS),
        "first": Citation("The side that starts is called White.", _RULES, (RULING,)),
        "man.move": Citation("A man steps one point forward, diagonally forward or sideways.", _RULES, _TEXTS),
        "man.capture": Citation("A man captures by a short leap in the same directions.", _RULES, _TEXTS),
        "man.chain": Citation("A man leaps once a turn.", _RULINGS, (*_TEXTS, RULING)),
        "man.promotion": Citation("A man becomes a king on the far rank.", _RULES, _TEXTS),
        "king.move": Citation("A king moves any distance along a free line.", _RULES, _TEXTS),
        "king.capture": Citation("A king captures from a distance and lands on any free point behind.", _RULES, _TEXTS),
        "king.chain": Citation("A king leaps once a turn.", _RULINGS, (*_TEXTS, RULING)),
        "obligation": Citation(
            "Declining a capture costs one of the pieces that had to capture, of the opponent's choice.",
            _RULINGS,
            (*_TEXTS, RULING),
        ),
        "precedence": Citation("Any capture may be chosen.", _RULES, _TEXTS),
        "removal": Citation("A leap takes one piece, which leaves at once.", _RULES, _TEXTS),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation(
            "50 moves of each side without a capture or a promotion are a draw.", _END, (RULING,)
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)

DAMA_COMOROS_STRICT = replace(
    DAMA_COMOROS,
    key="dama-comoros-strict",
    short_id="coms",
    name="Dama of the Comoros, strict",
    summary="Twelve men each on a small board of lines, with kings that fly; a capture must be made.",
    like=Likeness("dama-comoros", "a capture must be made"),
    variant=True,
    aliases=("dama-alquerque-strict",),
    obligation=Obligation.FORCED,
    sources={**DAMA_COMOROS.sources, "obligation": Citation("Capturing is compulsory.", _RULINGS, (RULING,))},
)
