"""Omnidirectional draughts on three boards, as data: no function, no class."""

from dataclasses import replace

from engine.board import all_squares
from engine.games.pieces import BLACK, KING, LONG_LEAP, MAN, SHORT_LEAP, SLIDE, WHITE
from engine.games.sources import LUDII_OMNIDIRECTIONAL, RULING
from engine.ruleset import (
    CapturePrecedence,
    Citation,
    Direction,
    Event,
    Kind,
    Likeness,
    Movement,
    NoProgressRule,
    Obligation,
    Reach,
    Removal,
    Ruleset,
)

_PAGE = "docs/rules/omnidirectional-draughts.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_TEXTS = (LUDII_OMNIDIRECTIONAL,)
_STEP = Movement(Reach.ONE, Direction.FORWARD | Direction.FORWARD_DIAGONAL)
_BOARD_8 = all_squares(8)
_BOARD_6 = all_squares(6)
_BOARD_10 = all_squares(10)

OMNIDIRECTIONAL_DRAUGHTS = Ruleset(
    key="omnidirectional-draughts",
    short_id="omn",
    name="Omnidirectional draughts",
    summary="On all squares of 8x8: captures in all eight directions, the most must be taken.",
    like=Likeness("international-draughts", "on all squares of 8x8, and captures go in all eight directions"),
    aliases=("omni-draughts", "omnidirectional-checkers"),
    board=_BOARD_8,
    sides=(WHITE, BLACK),
    first=0,
    kinds=(
        Kind("M", 0, MAN, _STEP, SHORT_LEAP, promotes_to="K", promotes_on=_BOARD_8.rank_points(8)),
        Kind("K", 0, KING, SLIDE, LONG_LEAP),
        Kind("m", 1, MAN, _STEP, SHORT_LEAP, promotes_to="k", promotes_on=_BOARD_8.rank_points(1)),
        Kind("k", 1, KING, SLIDE, LONG_LEAP),
    ),
    start="mmmmmmmm/mmmmmmmm/mmmmmmmm/8/8/MMMMMMMM/MMMMMMMM/MMMMMMMM w - 0 1",
    obligation=Obligation.FORCED,
    precedence=CapturePrecedence.LONGEST_OF_ALL,
    removal=Removal.END_OF_TURN,
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.PROMOTION),),
    sources={
        "board": Citation("All squares of a board of 8 x 8.", f"{_PAGE}#the-board", _TEXTS),
        "start": Citation("Each side has 24 men on its first three rows.", _RULES, _TEXTS),
        "first": Citation("The side that starts is called White.", _RULES, (RULING,)),
        "man.move": Citation("A man steps one square forward or diagonally forward.", _RULES, _TEXTS),
        "man.capture": Citation("A man captures by a short leap in all eight directions.", _RULES, _TEXTS),
        "man.promotion": Citation("A man becomes a king only if its turn ends on the far row.", _RULES, _TEXTS),
        "king.move": Citation("A king moves any distance in all eight directions.", _RULES, _TEXTS),
        "king.capture": Citation(
            "A king captures from a distance and lands on any free square behind.", _RULES, _TEXTS
        ),
        "obligation": Citation("Capturing is compulsory.", _RULES, _TEXTS),
        "precedence": Citation("Of all captures, one that takes the most pieces must be played.", _RULES, _TEXTS),
        "removal": Citation("Captured pieces leave at the end of the turn.", _RULES, _TEXTS),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation(
            "50 moves of each side without a capture or a promotion are a draw.", _END, (RULING,)
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)

OMNIDIRECTIONAL_DRAUGHTS_6 = replace(
    OMNIDIRECTIONAL_DRAUGHTS,
    key="omnidirectional-draughts-6",
    short_id="omns",
    name="Omnidirectional draughts 6x6",
    summary="On all squares of 6x6: captures in all eight directions, the most must be taken.",
    like=Likeness("omnidirectional-draughts", "on 6x6 squares"),
    variant=True,
    aliases=("omni-draughts-6",),
    board=_BOARD_6,
    kinds=(
        Kind("M", 0, MAN, _STEP, SHORT_LEAP, promotes_to="K", promotes_on=_BOARD_6.rank_points(6)),
        Kind("K", 0, KING, SLIDE, LONG_LEAP),
        Kind("m", 1, MAN, _STEP, SHORT_LEAP, promotes_to="k", promotes_on=_BOARD_6.rank_points(1)),
        Kind("k", 1, KING, SLIDE, LONG_LEAP),
    ),
    start="mmmmmm/mmmmmm/6/6/MMMMMM/MMMMMM w - 0 1",
    sources={
        **OMNIDIRECTIONAL_DRAUGHTS.sources,
        "board": Citation("All squares of a board of 6 x 6.", f"{_PAGE}#the-board", _TEXTS),
        "start": Citation("Each side has 12 men on its first two rows.", _RULES, _TEXTS),
    },
)

OMNIDIRECTIONAL_DRAUGHTS_10 = replace(
    OMNIDIRECTIONAL_DRAUGHTS,
    key="omnidirectional-draughts-10",
    short_id="omnt",
    name="Omnidirectional draughts 10x10",
    summary="On all squares of 10x10: captures in all eight directions, the most must be taken.",
    like=Likeness("omnidirectional-draughts", "on 10x10 squares"),
    variant=True,
    aliases=("omni-draughts-10",),
    board=_BOARD_10,
    kinds=(
        Kind("M", 0, MAN, _STEP, SHORT_LEAP, promotes_to="K", promotes_on=_BOARD_10.rank_points(10)),
        Kind("K", 0, KING, SLIDE, LONG_LEAP),
        Kind("m", 1, MAN, _STEP, SHORT_LEAP, promotes_to="k", promotes_on=_BOARD_10.rank_points(1)),
        Kind("k", 1, KING, SLIDE, LONG_LEAP),
    ),
    start="mmmmmmmmmm/mmmmmmmmmm/mmmmmmmmmm/mmmmmmmmmm/10/10/MMMMMMMMMM/MMMMMMMMMM/MMMMMMMMMM/MMMMMMMMMM w - 0 1",
    sources={
        **OMNIDIRECTIONAL_DRAUGHTS.sources,
        "board": Citation("All squares of a board of 10 x 10.", f"{_PAGE}#the-board", _TEXTS),
        "start": Citation("Each side has 40 men on its first four rows.", _RULES, _TEXTS),
    },
)
