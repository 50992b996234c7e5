"""Five well-known draughts games, as data: they prove the move generator, and they are played too."""

from dataclasses import replace

from engine.board import dark_squares
from engine.games.pieces import BLACK, KING, MAN, WHITE
from engine.games.sources import (
    CBD,
    CUSTOM,
    FMJD,
    FMJD_ANNEX,
    IDF,
    LITTLE_GOLEM,
    LUDII_CANADIAN,
    LUDII_ENGLISH,
    LUDII_INTERNATIONAL,
    PDN,
    PY_DRAUGHTS,
    WIKIPEDIA_BRAZILIAN,
    WIKIPEDIA_RUSSIAN,
)
from engine.ruleset import (
    Armies,
    Army,
    CapturePrecedence,
    Citation,
    Direction,
    Event,
    Kind,
    KingEach,
    Landing,
    Likeness,
    LoneKing,
    Movement,
    NoProgressRule,
    Obligation,
    Promotion,
    Reach,
    Removal,
    Ruleset,
)

_PAGE = "docs/rules/draughts.md"
_STEP = Movement(Reach.ONE, Direction.FORWARD_DIAGONAL)
_NEAR = Movement(Reach.ONE, Direction.ALL)
_FAR = Movement(Reach.ANY, Direction.ALL)
_BOARD_8 = dark_squares(8)
_BOARD_10 = dark_squares(10)
_BOARD_12 = dark_squares(12)
_START_8 = "mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1"
_KINGS_ONLY = Event.CAPTURE | Event.MAN_MOVE
_SAME_MATERIAL = Event.CAPTURE | Event.PROMOTION
_NOTHING = Event(0)
_TWO_AGAINST_A_KING = LoneKing(frozenset({1, 2}))
_MAIN_ROAD = _BOARD_8.named("a1 b2 c3 d4 e5 f6 g7 h8")

INTERNATIONAL_DRAUGHTS = Ruleset(
    key="international-draughts",
    short_id="int",
    name="International draughts",
    summary="On 10x10 squares: of all captures, one that takes the most pieces.",
    like=Likeness("malaysian-checkers", "on 10x10 squares, men capture backward too, and the most must be taken"),
    aliases=("international", "international-checkers", "draughts-10", "международные шашки", "国际跳棋"),
    board=_BOARD_10,
    sides=(WHITE, BLACK),
    first=0,
    kinds=(
        Kind("M", 0, MAN, _STEP, _NEAR, promotes_to="K", promotes_on=_BOARD_10.rank_points(10)),
        Kind("K", 0, KING, _FAR, _FAR),
        Kind("m", 1, MAN, _STEP, _NEAR, promotes_to="k", promotes_on=_BOARD_10.rank_points(1)),
        Kind("k", 1, KING, _FAR, _FAR),
    ),
    start="mmmmm/mmmmm/mmmmm/mmmmm/5/5/MMMMM/MMMMM/MMMMM/MMMMM w - 0 1",
    obligation=Obligation.FORCED,
    precedence=CapturePrecedence.LONGEST_OF_ALL,
    removal=Removal.END_OF_TURN,
    repetition=3,
    no_progress_rules=(
        NoProgressRule(50, _KINGS_ONLY),
        # Also of what is left of the three, so that a capture gives no more than the rest of the 16 moves.
        NoProgressRule(32, _NOTHING, LoneKing(frozenset({1, 2, 3}))),
        NoProgressRule(10, _NOTHING, _TWO_AGAINST_A_KING),
    ),
    gametype=20,
    sources={
        "board": Citation("The dark squares of a board of 10 x 10.", f"{_PAGE}#rules", (LUDII_INTERNATIONAL,)),
        "start": Citation("Each side has 20 men on its first four rows.", f"{_PAGE}#rules", (LUDII_INTERNATIONAL,)),
        "first": Citation("White starts.", f"{_PAGE}#rules", (FMJD,)),
        "man.move": Citation("A man steps one square diagonally forward.", f"{_PAGE}#rules", (LUDII_INTERNATIONAL,)),
        "man.capture": Citation("A man captures on all diagonals.", f"{_PAGE}#rules", (LUDII_INTERNATIONAL,)),
        "man.promotion": Citation(
            "A man becomes a king only if its turn ends on the far row.", f"{_PAGE}#rules", (LUDII_INTERNATIONAL,)
        ),
        "king.move": Citation("A king moves any distance on a diagonal.", f"{_PAGE}#rules", (LUDII_INTERNATIONAL,)),
        "king.capture": Citation(
            "A king captures from a distance and lands on any free square behind.",
            f"{_PAGE}#rules",
            (LUDII_INTERNATIONAL,),
        ),
        "obligation": Citation("Capturing is compulsory.", f"{_PAGE}#rules", (LUDII_INTERNATIONAL,)),
        "precedence": Citation(
            "Of all captures, one that takes the most pieces must be played.", f"{_PAGE}#rules", (LUDII_INTERNATIONAL,)
        ),
        "removal": Citation("Captured pieces leave at the end of the turn.", f"{_PAGE}#rules", (LUDII_INTERNATIONAL,)),
        "repetition": Citation("The third repetition of a position is a draw.", f"{_PAGE}#draws", (FMJD_ANNEX,)),
        "no_progress_rules": Citation(
            "25 moves of each side with kings only are a draw; so are 16 with three pieces against a king, "
            "and 5 with two or one, counted from when the ending arose.",
            f"{_PAGE}#draws",
            (FMJD_ANNEX,),
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", f"{_PAGE}#draws", (FMJD,)),
    },
)

CANADIAN_DRAUGHTS = replace(
    INTERNATIONAL_DRAUGHTS,
    key="canadian-draughts",
    short_id="can",
    name="Canadian draughts",
    summary="International draughts on 12x12 squares.",
    like=Likeness("international-draughts", "on 12x12 squares"),
    aliases=("canadian", "canadian-checkers"),
    board=_BOARD_12,
    kinds=(
        Kind("M", 0, MAN, _STEP, _NEAR, promotes_to="K", promotes_on=_BOARD_12.rank_points(12)),
        Kind("K", 0, KING, _FAR, _FAR),
        Kind("m", 1, MAN, _STEP, _NEAR, promotes_to="k", promotes_on=_BOARD_12.rank_points(1)),
        Kind("k", 1, KING, _FAR, _FAR),
    ),
    start="mmmmmm/mmmmmm/mmmmmm/mmmmmm/mmmmmm/6/6/MMMMMM/MMMMMM/MMMMMM/MMMMMM/MMMMMM w - 0 1",
    gametype=27,
    sources={
        **INTERNATIONAL_DRAUGHTS.sources,
        "board": Citation("The dark squares of a board of 12 x 12.", f"{_PAGE}#rules", (LUDII_CANADIAN,)),
        "start": Citation("Each side has 30 men on its first five rows.", f"{_PAGE}#rules", (LUDII_CANADIAN,)),
    },
)

BRAZILIAN_DRAUGHTS = replace(
    INTERNATIONAL_DRAUGHTS,
    key="brazilian-draughts",
    short_id="bra",
    name="Brazilian draughts",
    summary="International draughts on 8x8 squares.",
    like=Likeness("international-draughts", "on 8x8 squares"),
    aliases=("brazilian", "brazilian-checkers", "бразильские шашки"),
    board=_BOARD_8,
    kinds=(
        Kind("M", 0, MAN, _STEP, _NEAR, promotes_to="K", promotes_on=_BOARD_8.rank_points(8)),
        Kind("K", 0, KING, _FAR, _FAR),
        Kind("m", 1, MAN, _STEP, _NEAR, promotes_to="k", promotes_on=_BOARD_8.rank_points(1)),
        Kind("k", 1, KING, _FAR, _FAR),
    ),
    start=_START_8,
    no_progress_rules=(
        NoProgressRule(40, _KINGS_ONLY),
        NoProgressRule(10, _NOTHING, _TWO_AGAINST_A_KING),
        NoProgressRule(10, _SAME_MATERIAL, Armies(frozenset({(Army(2), Army(2)), (Army(2), Army(1, 1))}))),
    ),
    gametype=26,
    sources={
        **INTERNATIONAL_DRAUGHTS.sources,
        "board": Citation(
            "The dark squares of a board of 8 x 8: the international game on the small board.",
            f"{_PAGE}#rules",
            (WIKIPEDIA_BRAZILIAN,),
        ),
        "start": Citation("Each side has 12 men on its first three rows.", f"{_PAGE}#rules", (WIKIPEDIA_BRAZILIAN,)),
        "no_progress_rules": Citation(
            "20 moves of each side with kings only are a draw; so are 5 with two pieces or one against a king, "
            "with two kings against two, and with two kings against a king and a man.",
            f"{_PAGE}#draws",
            (CBD,),
        ),
    },
)

RUSSIAN_DRAUGHTS = replace(
    BRAZILIAN_DRAUGHTS,
    key="russian-draughts",
    short_id="rus",
    name="Russian draughts",
    summary="On 8x8 squares: a man that reaches the far row goes on as a king.",
    like=Likeness("international-draughts", "on 8x8 squares, any capture may be chosen, and a man goes on as a king"),
    aliases=("russian", "russian-checkers", "shashki", "русские шашки", "шашки"),
    kinds=(
        Kind(
            "M",
            0,
            MAN,
            _STEP,
            _NEAR,
            promotes_to="K",
            promotes_on=_BOARD_8.rank_points(8),
            promotion=Promotion.IN_PASSING,
        ),
        Kind("K", 0, KING, _FAR, _FAR, landing=Landing.MUST_CONTINUE),
        Kind(
            "m",
            1,
            MAN,
            _STEP,
            _NEAR,
            promotes_to="k",
            promotes_on=_BOARD_8.rank_points(1),
            promotion=Promotion.IN_PASSING,
        ),
        Kind("k", 1, KING, _FAR, _FAR, landing=Landing.MUST_CONTINUE),
    ),
    precedence=CapturePrecedence.FREE,
    no_progress_rules=(
        NoProgressRule(30, _KINGS_ONLY),
        NoProgressRule(10, _NOTHING, _TWO_AGAINST_A_KING),
        NoProgressRule(10, _NOTHING, LoneKing(frozenset({3})), road=_MAIN_ROAD),
        NoProgressRule(60, _SAME_MATERIAL, KingEach(frozenset({4, 5}))),
        NoProgressRule(120, _SAME_MATERIAL, KingEach(frozenset({6, 7}))),
    ),
    gametype=25,
    sources={
        **BRAZILIAN_DRAUGHTS.sources,
        "board": Citation("The dark squares of a board of 8 x 8.", f"{_PAGE}#rules", (WIKIPEDIA_RUSSIAN,)),
        "start": Citation("Each side has 12 men on its first three rows.", f"{_PAGE}#rules", (WIKIPEDIA_RUSSIAN,)),
        "man.promotion": Citation(
            "A man becomes a king on the far row, also in passing, and goes on capturing as a king.",
            f"{_PAGE}#rules",
            (PY_DRAUGHTS,),
        ),
        "king.capture": Citation(
            "A king captures from a distance, and lands where it can go on if there is such a square.",
            f"{_PAGE}#rules",
            (CUSTOM,),
        ),
        "precedence": Citation(
            "Any capture may be chosen, but it must be completed.", f"{_PAGE}#rules", (WIKIPEDIA_RUSSIAN, PY_DRAUGHTS)
        ),
        "no_progress_rules": Citation(
            "15 moves of each side with kings only are a draw; so are 5 with two pieces or one against a king, "
            "5 with three against a king that is alone on the main road, and, where both sides have a king and nothing "
            "is captured or crowned, 30 with four or five pieces on the board and 60 with six or seven.",
            f"{_PAGE}#draws",
            (IDF,),
        ),
    },
)

ENGLISH_DRAUGHTS = Ruleset(
    key="english-draughts",
    short_id="eng",
    name="English draughts",
    summary="On 8x8 squares, with kings that go one square.",
    like=Likeness("international-draughts", "on 8x8 squares, men capture forward only, and kings go one square"),
    aliases=("english", "english-checkers", "american-checkers", "checkers", "draughts"),
    board=_BOARD_8,
    sides=(WHITE, BLACK),
    first=1,
    kinds=(
        Kind("M", 0, MAN, _STEP, _STEP, promotes_to="K", promotes_on=_BOARD_8.rank_points(8)),
        Kind("K", 0, KING, _NEAR, _NEAR),
        Kind("m", 1, MAN, _STEP, _STEP, promotes_to="k", promotes_on=_BOARD_8.rank_points(1)),
        Kind("k", 1, KING, _NEAR, _NEAR),
    ),
    start="mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM b - 0 1",
    obligation=Obligation.FORCED,
    precedence=CapturePrecedence.FREE,
    removal=Removal.END_OF_TURN,
    repetition=3,
    no_progress_rules=(NoProgressRule(80, _KINGS_ONLY),),
    gametype=21,
    sources={
        "board": Citation("The dark squares of a board of 8 x 8.", f"{_PAGE}#rules", (LUDII_ENGLISH,)),
        "start": Citation("Each side has 12 men on its first three rows.", f"{_PAGE}#rules", (LUDII_ENGLISH,)),
        "first": Citation("Black, on squares 1 to 12, starts.", f"{_PAGE}#rules", (PDN,)),
        "man.move": Citation("A man steps one square diagonally forward.", f"{_PAGE}#rules", (LUDII_ENGLISH,)),
        "man.capture": Citation("A man captures forward only.", f"{_PAGE}#rules", (LUDII_ENGLISH,)),
        "man.promotion": Citation("Becoming a king ends the turn.", f"{_PAGE}#rules", (LUDII_ENGLISH,)),
        "king.move": Citation("A king moves one square in any direction.", f"{_PAGE}#rules", (LUDII_ENGLISH,)),
        "king.capture": Citation(
            "A king captures a piece beside it, in any direction.", f"{_PAGE}#rules", (LUDII_ENGLISH,)
        ),
        "obligation": Citation("Capturing is compulsory.", f"{_PAGE}#rules", (LUDII_ENGLISH,)),
        "precedence": Citation(
            "Any capture may be chosen, but it must be completed.", f"{_PAGE}#rules", (LUDII_ENGLISH,)
        ),
        "removal": Citation(
            "No piece is leapt over twice, so captured pieces leave at the end of the turn.",
            f"{_PAGE}#rules",
            (CUSTOM,),
        ),
        "repetition": Citation("The third repetition of a position is a draw.", f"{_PAGE}#draws", (LITTLE_GOLEM,)),
        "no_progress_rules": Citation(
            "40 moves of each side without a capture or a man's move are a draw.", f"{_PAGE}#draws", (LITTLE_GOLEM,)
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", f"{_PAGE}#draws", (LITTLE_GOLEM,)),
    },
)
