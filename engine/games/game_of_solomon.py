"""Game of Solomon, six men each on a hexagram, as data: no function, no class."""

from engine.games.boards import SOLOMON
from engine.games.pieces import BLACK, KING, LEAP_AHEAD, MAN, SHORT_LEAP, STEP, STEP_AHEAD, WHITE
from engine.games.sources import BOARD_AND_PIECES_SOLOMON, LUDII_SOLOMON, RULING
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Citation,
    Event,
    Kind,
    Likeness,
    LoneKing,
    NoProgressRule,
    Obligation,
    Removal,
    Ruleset,
)

_PAGE = "docs/rules/game-of-solomon.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_TEXTS = (LUDII_SOLOMON, BOARD_AND_PIECES_SOLOMON)
_ONE = Chain.SINGLE

GAME_OF_SOLOMON = Ruleset(
    key="game-of-solomon",
    short_id="sol",
    name="Game of Solomon",
    summary="Six men each on a star; one leap a turn, and it must be made.",
    like=Likeness("alquerque", "on a star, with six men each, with kings and one leap a turn"),
    aliases=("solomons-game", "solomon"),
    board=SOLOMON,
    sides=(WHITE, BLACK),
    first=0,
    kinds=(
        Kind("M", 0, MAN, STEP_AHEAD, LEAP_AHEAD, chain=_ONE, promotes_to="K", promotes_on=SOLOMON.rank_points(7)),
        Kind("K", 0, KING, STEP, SHORT_LEAP, chain=_ONE),
        Kind("m", 1, MAN, STEP_AHEAD, LEAP_AHEAD, chain=_ONE, promotes_to="k", promotes_on=SOLOMON.rank_points(1)),
        Kind("k", 1, KING, STEP, SHORT_LEAP, chain=_ONE),
    ),
    start="m/mmmmm/2/3/2/MMMMM/M w - 0 1",
    obligation=Obligation.FORCED,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    drawn_material=LoneKing(frozenset({1})),
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.PROMOTION),),
    beginners=True,
    sources={
        "board": Citation(
            "A star of two triangles with three long diagonals: 19 points on 9 lines.", f"{_PAGE}#the-board", _TEXTS
        ),
        "start": Citation("Each side has 6 men on its tip and the row before it.", _RULES, _TEXTS),
        "first": Citation("The side that starts is called White.", _RULES, (RULING,)),
        "man.move": Citation("A man steps one point forward, diagonally forward or sideways.", _RULES, _TEXTS),
        "man.capture": Citation("A man captures by a short leap in the same directions.", _RULES, _TEXTS),
        "man.chain": Citation("A man leaps once a turn.", _RULES, _TEXTS),
        "man.promotion": Citation("A man becomes a king on the far tip.", _RULES, _TEXTS),
        "king.move": Citation("A king steps one point in any direction.", _RULES, _TEXTS),
        "king.capture": Citation("A king captures by a short leap in any direction.", _RULES, _TEXTS),
        "king.chain": Citation("A king leaps once a turn.", _RULES, _TEXTS),
        "obligation": Citation("Capturing is compulsory.", _RULES, _TEXTS),
        "precedence": Citation("Any capture may be chosen.", _RULES, _TEXTS),
        "removal": Citation("A leap takes one piece, which leaves at once.", _RULES, _TEXTS),
        "drawn_material": Citation("One king against one king is a draw.", _END, _TEXTS),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation(
            "50 moves of each side without a capture or a promotion are a draw.", _END, (RULING,)
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)
