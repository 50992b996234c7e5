"""Malaysian/Singaporean checkers on 12x12 and 8x8, with the forfeit or strict, as data: no function, no class."""

from dataclasses import replace

from engine.board import dark_squares
from engine.games.pieces import BLACK, KING, MAN, WHITE
from engine.games.sources import (
    FMJD,
    FMJD_ANNEX,
    ROBINSON_1904,
    RULING,
    WIKIPEDIA_CHECKERS,
    WIKIPEDIA_CHECKERS_MIRRORS,
    WILKINSON_1915,
)
from engine.ruleset import (
    CapturePrecedence,
    Citation,
    Direction,
    Event,
    Kind,
    Likeness,
    LoneKing,
    Movement,
    NoProgressRule,
    Obligation,
    Reach,
    Removal,
    Ruleset,
)

_PAGE = "docs/rules/malaysian-checkers.md"
_STEP = Movement(Reach.ONE, Direction.FORWARD_DIAGONAL)
_FAR = Movement(Reach.ANY, Direction.ALL)
_BOARD_12 = dark_squares(12)
_BOARD_8 = dark_squares(8)

MALAYSIAN_CHECKERS = Ruleset(
    key="malaysian-checkers",
    short_id="mct",
    name="Malaysian checkers",
    summary="Draughts on 12x12 squares: whoever does not capture loses a piece.",
    aliases=(
        *("dam", "dum", "singaporean-checkers", "dam-12", "malay-12x12", "malay-12x12/forfeit"),
        *("dam-haji", "dam-aji", "haji", "دام"),
    ),
    board=_BOARD_12,
    sides=(WHITE, BLACK),
    first=0,
    kinds=(
        Kind("M", 0, MAN, _STEP, _STEP, promotes_to="K", promotes_on=_BOARD_12.rank_points(12)),
        Kind("K", 0, KING, _FAR, _FAR),
        Kind("m", 1, MAN, _STEP, _STEP, promotes_to="k", promotes_on=_BOARD_12.rank_points(1)),
        Kind("k", 1, KING, _FAR, _FAR),
    ),
    start="mmmmmm/mmmmmm/mmmmmm/mmmmmm/mmmmmm/6/6/MMMMMM/MMMMMM/MMMMMM/MMMMMM/MMMMMM w - 0 1",
    obligation=Obligation.FORFEIT,
    precedence=CapturePrecedence.LONGEST_OF_PIECE,
    removal=Removal.END_OF_TURN,
    repetition=3,
    no_progress_rules=(
        NoProgressRule(50, Event.CAPTURE | Event.MAN_MOVE),
        NoProgressRule(10, Event.CAPTURE | Event.PROMOTION, material=LoneKing(frozenset({1}))),
    ),
    sources={
        "board": Citation(
            "The dark squares of a board of 12 x 12; a1 is dark.", f"{_PAGE}#the-board", (WIKIPEDIA_CHECKERS,)
        ),
        "start": Citation("Each side has 30 men on its first five rows.", f"{_PAGE}#the-board", (WIKIPEDIA_CHECKERS,)),
        "first": Citation(
            "The players choose who starts; the side that starts is called White.",
            f"{_PAGE}#c8",
            (WIKIPEDIA_CHECKERS,),
        ),
        "man.move": Citation(
            "A man steps one square diagonally forward.", f"{_PAGE}#how-it-is-played", (WIKIPEDIA_CHECKERS,)
        ),
        "man.capture": Citation(
            "A man captures forward only.", f"{_PAGE}#c1", (WIKIPEDIA_CHECKERS, ROBINSON_1904, WILKINSON_1915)
        ),
        "man.promotion": Citation(
            "A man becomes a king on the far row at the end of its turn.", f"{_PAGE}#c6", (WIKIPEDIA_CHECKERS,)
        ),
        "king.move": Citation(
            "A king moves any distance on a diagonal.", f"{_PAGE}#how-it-is-played", (WIKIPEDIA_CHECKERS,)
        ),
        "king.capture": Citation(
            "A king captures from a distance and lands on any free square behind.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_CHECKERS,),
        ),
        "obligation": Citation(
            "Declining a capture is legal and costs one of the pieces that had to capture.",
            f"{_PAGE}#c5",
            (WIKIPEDIA_CHECKERS,),
        ),
        "precedence": Citation(
            "The piece that captures takes as many as it can.", f"{_PAGE}#c2", (WIKIPEDIA_CHECKERS,)
        ),
        "removal": Citation(
            "Captured pieces leave at the end of the turn, and none is leapt over twice.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_CHECKERS,),
        ),
        "repetition": Citation("The third repetition of a position is a draw.", f"{_PAGE}#c7", (FMJD,)),
        "no_progress_rules": Citation(
            "25 moves of each side with kings only and no capture are a draw, "
            "and 5 of each side with one king against one.",
            f"{_PAGE}#c7",
            (FMJD, FMJD_ANNEX),
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", f"{_PAGE}#c7", (RULING,)),
    },
)

MALAYSIAN_CHECKERS_8 = replace(
    MALAYSIAN_CHECKERS,
    key="malaysian-checkers-8",
    short_id="mce",
    name="Malaysian checkers 8x8",
    summary="Draughts on 8x8 squares: whoever does not capture loses a piece.",
    like=Likeness("malaysian-checkers", "on 8x8 squares"),
    variant=True,
    aliases=("dam-8", "dum-8", "singaporean-checkers-8", "malay-8x8", "malay-8x8/forfeit", "dam-haji-8"),
    board=_BOARD_8,
    kinds=(
        Kind("M", 0, MAN, _STEP, _STEP, promotes_to="K", promotes_on=_BOARD_8.rank_points(8)),
        Kind("K", 0, KING, _FAR, _FAR),
        Kind("m", 1, MAN, _STEP, _STEP, promotes_to="k", promotes_on=_BOARD_8.rank_points(1)),
        Kind("k", 1, KING, _FAR, _FAR),
    ),
    start="mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1",
    sources={
        **MALAYSIAN_CHECKERS.sources,
        "board": Citation(
            "The dark squares of a board of 8 x 8; a1 is dark.", f"{_PAGE}#the-board", (WIKIPEDIA_CHECKERS,)
        ),
        "start": Citation("Each side has 12 men on its first three rows.", f"{_PAGE}#the-board", (WIKIPEDIA_CHECKERS,)),
    },
)

_STRICT = Citation(
    "It was agreed beforehand that quiet moves are illegal while a capture exists.",
    f"{_PAGE}#c10",
    (WIKIPEDIA_CHECKERS_MIRRORS, RULING),
)

MALAYSIAN_CHECKERS_STRICT = replace(
    MALAYSIAN_CHECKERS,
    key="malaysian-checkers-strict",
    short_id="mcts",
    name="Malaysian checkers, strict",
    summary="Draughts on 12x12 squares: a capture must be made.",
    like=Likeness("malaysian-checkers", "a capture must be made"),
    variant=True,
    aliases=("dam-strict", "dam-12-strict", "malay-12x12/strict"),
    obligation=Obligation.FORCED,
    sources={**MALAYSIAN_CHECKERS.sources, "obligation": _STRICT},
)

MALAYSIAN_CHECKERS_8_STRICT = replace(
    MALAYSIAN_CHECKERS_8,
    key="malaysian-checkers-8-strict",
    short_id="mces",
    name="Malaysian checkers 8x8, strict",
    summary="Draughts on 8x8 squares: a capture must be made.",
    like=Likeness("malaysian-checkers", "on 8x8 squares, and a capture must be made"),
    variant=True,
    aliases=("dam-8-strict", "malay-8x8/strict"),
    obligation=Obligation.FORCED,
    sources={**MALAYSIAN_CHECKERS_8.sources, "obligation": _STRICT},
)

_MAIN_DAM = f"{_PAGE}#main-dam"

MAIN_DAM = replace(
    MALAYSIAN_CHECKERS_8_STRICT,
    key="main-dam",
    short_id="mdm",
    name="Main dam",
    summary="Draughts of 1915 on 8x8 squares: a capture must be made, but any one.",
    like=Likeness("malaysian-checkers", "on 8x8 squares, and a capture must be made, but any one"),
    variant=False,
    aliases=("dam-melayu", "dam-1915"),
    precedence=CapturePrecedence.FREE,
    sources={
        **MALAYSIAN_CHECKERS_8_STRICT.sources,
        "obligation": Citation("Capturing is compulsory.", _MAIN_DAM, (WILKINSON_1915,)),
        "precedence": Citation("Any capture may be chosen, but it must be completed.", _MAIN_DAM, (WILKINSON_1915,)),
    },
)
