"""Dama of the Kenyan coast, as data: no function, no class."""

from engine.board import all_squares
from engine.games.pieces import BLACK, KING, MAN, WHITE
from engine.games.sources import LUDII_KENYA, RULING
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
    Promotion,
    Reach,
    Removal,
    Ruleset,
    TieBreak,
)

_PAGE = "docs/rules/dama-kenya.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"
_TEXTS = (LUDII_KENYA,)
_BOARD = all_squares(8)
_NEAR = Movement(Reach.ONE, Direction.FORWARD | Direction.SIDEWAYS)
_FAR = Movement(Reach.ANY, Direction.FORWARD | Direction.SIDEWAYS | Direction.BACKWARD)

DAMA_KENYA = Ruleset(
    key="dama-kenya",
    short_id="ken",
    name="Dama of Kenya",
    summary="Sixteen men each move straight on all squares; the most must be taken, and never straight back.",
    like=Likeness("international-draughts", "men and kings go straight, not diagonally, on all squares of 8x8"),
    aliases=("dama-ya-kenya", "kenya-dama", "swahili-dama", "dama-lamu", "dama-mombasa"),
    board=_BOARD,
    sides=(WHITE, BLACK),
    first=0,
    kinds=(
        Kind(
            *("M", 0, MAN, _NEAR, _NEAR),
            turns_back=False,
            promotes_to="K",
            promotes_on=_BOARD.rank_points(8),
            promotion=Promotion.IN_PASSING,
        ),
        Kind("K", 0, KING, _FAR, _FAR, turns_back=False),
        Kind(
            *("m", 1, MAN, _NEAR, _NEAR),
            turns_back=False,
            promotes_to="k",
            promotes_on=_BOARD.rank_points(1),
            promotion=Promotion.IN_PASSING,
        ),
        Kind("k", 1, KING, _FAR, _FAR, turns_back=False),
    ),
    start="8/mmmmmmmm/mmmmmmmm/8/8/MMMMMMMM/MMMMMMMM/8 w - 0 1",
    obligation=Obligation.FORCED,
    precedence=CapturePrecedence.LONGEST_OF_ALL,
    removal=Removal.IMMEDIATE,
    tie_break=TieBreak.KING_FIRST,
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.PROMOTION),),
    sources={
        "board": Citation("All squares of a board of 8 x 8.", f"{_PAGE}#the-board", _TEXTS),
        "start": Citation("Each side has 16 men on its second and third rows.", _RULES, _TEXTS),
        "first": Citation("The side that starts is called White.", _RULES, (RULING,)),
        "man.move": Citation("A man steps one square forward or sideways.", _RULES, _TEXTS),
        "man.capture": Citation("A man captures by a short leap forward or sideways.", _RULES, _TEXTS),
        "man.promotion": Citation(
            "A man that reaches the far row is a king at once, and goes on capturing as one.", _RULINGS, _TEXTS
        ),
        "man.turns_back": Citation("A leap may not go straight back.", _RULES, _TEXTS),
        "king.move": Citation("A king moves any distance forward, sideways or back.", _RULES, _TEXTS),
        "king.capture": Citation(
            "A king captures from a distance and lands on any free square behind.", _RULES, _TEXTS
        ),
        "king.turns_back": Citation("A leap may not go straight back.", _RULES, _TEXTS),
        "obligation": Citation("Capturing is compulsory, and goes on while the piece is able.", _RULES, _TEXTS),
        "precedence": Citation("Of all captures, one that takes the most pieces must be played.", _RULES, _TEXTS),
        "tie_break": Citation("If a king and a man can take as many, the king must capture.", _RULES, _TEXTS),
        "removal": Citation("Captured pieces leave at once.", _RULINGS, (RULING,)),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation(
            "50 moves of each side without a capture or a promotion are a draw.", _END, (RULING,)
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)
