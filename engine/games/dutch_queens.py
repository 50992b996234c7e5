"""Dutch queens, draughts whose back row starts as queens, as data: no function, no class."""

from dataclasses import replace

from engine.board import all_squares
from engine.games.draughts import INTERNATIONAL_DRAUGHTS
from engine.games.pieces import LONG_LEAP, MAN, SLIDE
from engine.games.sources import FMJD_ANNEX, LUDII_DUTCH, RULING, TWISS
from engine.ruleset import Citation, Direction, Figure, Kind, Likeness, Movement, Noun, Reach, Role

_PAGE = "docs/rules/dutch-queens.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"
_TEXTS = (TWISS, LUDII_DUTCH)
_BOARD = all_squares(10)
_STEP = Movement(Reach.ONE, Direction.FORWARD_DIAGONAL)
_LEAP = Movement(Reach.ONE, Direction.FORWARD_DIAGONAL | Direction.BACKWARD_DIAGONAL)
_FAR = Movement(Reach.ANY, Direction.FORWARD_DIAGONAL | Direction.BACKWARD_DIAGONAL)
_QUEEN = Figure(Role.KING, Noun("queen", "queens", typed=("queen", "ratu")), glyph="♛", sprite="king")
_GREAT = Figure(Role.KING, Noun("great queen", "great queens"), glyph="♚", sprite="great king")
_FAR_ROW, _NEAR_ROW = _BOARD.rank_points(10), _BOARD.rank_points(1)

DUTCH_QUEENS = replace(
    INTERNATIONAL_DRAUGHTS,
    key="dutch-queens-1805",
    short_id="dut",
    name="Dutch queens of 1805",
    summary="Five queens and ten men each; a queen that reaches the far row is crowned again.",
    like=Likeness("international-draughts", "with five queens each from the start, which can be crowned again"),
    aliases=("dutch-queens", "unnamed-dutch-draughts", "twiss-draughts"),
    board=_BOARD,
    kinds=(
        Kind("M", 0, MAN, _STEP, _LEAP, promotes_to="K", promotes_on=_FAR_ROW),
        Kind("K", 0, _QUEEN, _FAR, _FAR, promotes_to="S", promotes_on=_FAR_ROW),
        Kind("S", 0, _GREAT, SLIDE, LONG_LEAP),
        Kind("m", 1, MAN, _STEP, _LEAP, promotes_to="k", promotes_on=_NEAR_ROW),
        Kind("k", 1, _QUEEN, _FAR, _FAR, promotes_to="s", promotes_on=_NEAR_ROW),
        Kind("s", 1, _GREAT, SLIDE, LONG_LEAP),
    ),
    start="1k1k1k1k1k/m1m1m1m1m1/1m1m1m1m1m/10/10/10/10/M1M1M1M1M1/1M1M1M1M1M/K1K1K1K1K1 w - 0 1",
    gametype=None,
    sources={
        "board": Citation("A board of 10 x 10; men and queens stay on the dark squares.", f"{_PAGE}#the-board", _TEXTS),
        "start": Citation("Each side has 5 queens on its back row and 10 men before them.", _RULINGS, (TWISS,)),
        "first": Citation("The side that starts is called White.", _RULES, (RULING,)),
        "man.move": Citation("A man steps one square diagonally forward.", _RULES, _TEXTS),
        "man.capture": Citation("A man captures on all diagonals.", _RULES, _TEXTS),
        "man.promotion": Citation("A man becomes a queen if its turn ends on the far row.", _RULES, _TEXTS),
        "queen.move": Citation("A queen moves any distance on a diagonal.", _RULES, _TEXTS),
        "queen.capture": Citation(
            "A queen captures from a distance and lands on any free square behind.", _RULES, _TEXTS
        ),
        "queen.promotion": Citation(
            "A queen whose turn ends on the far row becomes a great queen.", _RULINGS, (*_TEXTS, RULING)
        ),
        "great queen.move": Citation(
            "A great queen moves any distance in all eight directions, over light squares too.", _RULINGS, (TWISS,)
        ),
        "great queen.capture": Citation(
            "A great queen captures from a distance in all eight directions.", _RULINGS, (TWISS,)
        ),
        "obligation": Citation("Capturing is compulsory.", _RULES, _TEXTS),
        "precedence": Citation("Of all captures, one that takes the most pieces must be played.", _RULES, _TEXTS),
        "removal": Citation("Captured pieces leave at the end of the turn.", _RULES, _TEXTS),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (FMJD_ANNEX,)),
        "no_progress_rules": Citation(
            "25 moves of each side with queens only are a draw; so are 16 with three pieces against a queen, "
            "and 5 with two or one.",
            _END,
            (FMJD_ANNEX, RULING),
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)

DUTCH_QUEENS_20 = replace(
    DUTCH_QUEENS,
    key="dutch-queens-20",
    short_id="dutt",
    name="Dutch queens with 15 men",
    summary="Five queens and fifteen men each; a queen that reaches the far row is crowned again.",
    like=Likeness("dutch-queens-1805", "with fifteen men each"),
    variant=True,
    aliases=("dutch-queens-1805-20",),
    start="1k1k1k1k1k/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/1M1M1M1M1M/M1M1M1M1M1/1M1M1M1M1M/K1K1K1K1K1 w - 0 1",
    sources={
        **DUTCH_QUEENS.sources,
        "start": Citation("Each side has 5 queens on its back row and 15 men before them.", _RULINGS, (LUDII_DUTCH,)),
    },
)
