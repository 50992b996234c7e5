"""Five well-known draughts games, as data: they prove the move generator, and they are played too."""

from dataclasses import replace

from engine.board import dark_squares
from engine.ruleset import (
    CapturePrecedence,
    Direction,
    Event,
    Kind,
    Landing,
    LoneKing,
    Movement,
    NoProgressRule,
    Obligation,
    Promotion,
    Reach,
    Removal,
    Role,
    Ruleset,
    Side,
)

_STEP = Movement(Reach.ONE, Direction.FORWARD_DIAGONAL)
_NEAR = Movement(Reach.ONE, Direction.ALL)
_FAR = Movement(Reach.ANY, Direction.ALL)
_BOARD_8 = dark_squares(8)
_BOARD_10 = dark_squares(10)
_BOARD_12 = dark_squares(12)
_START_8 = "mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1"
_KINGS_ONLY = Event.CAPTURE | Event.MAN_MOVE
_SAME_MATERIAL = Event.CAPTURE | Event.PROMOTION

INTERNATIONAL_DRAUGHTS = Ruleset(
    key="international-draughts",
    short_id="int",
    name="International draughts",
    aliases=("international", "international-checkers", "draughts-10"),
    board=_BOARD_10,
    sides=(Side("white", "w", 1), Side("black", "b", -1)),
    first=0,
    kinds=(
        Kind("M", 0, Role.MAN, _STEP, _NEAR, promotes_to="K", promotes_on=_BOARD_10.rank_points(10)),
        Kind("K", 0, Role.KING, _FAR, _FAR),
        Kind("m", 1, Role.MAN, _STEP, _NEAR, promotes_to="k", promotes_on=_BOARD_10.rank_points(1)),
        Kind("k", 1, Role.KING, _FAR, _FAR),
    ),
    start="mmmmm/mmmmm/mmmmm/mmmmm/5/5/MMMMM/MMMMM/MMMMM/MMMMM w - 0 1",
    obligation=Obligation.FORCED,
    choice=CapturePrecedence.LONGEST_OF_ALL,
    removal=Removal.END_OF_TURN,
    repetition=3,
    no_progress_rules=(
        NoProgressRule(50, _KINGS_ONLY),
        NoProgressRule(32, _SAME_MATERIAL, material=LoneKing(frozenset({3}))),
        NoProgressRule(10, _SAME_MATERIAL, material=LoneKing(frozenset({1, 2}))),
    ),
    gametype=20,
    sources={
        "board": "4: 10x10, dark squares ([L-intl])",
        "start": "4: 20 men each on the first four rows ([L-intl])",
        "first": "4: White starts ([FMJD])",
        "man.move": "4: one square diagonally forward ([L-intl])",
        "man.capture": "4: on all diagonals ([L-intl])",
        "man.promotion": "4: only if the turn ends on the far row ([L-intl])",
        "king.move": "4: flying king ([L-intl])",
        "king.capture": "4: flying king, any free square behind ([L-intl])",
        "obligation": "4: compulsory ([L-intl])",
        "choice": "4: the most pieces of all captures ([L-intl])",
        "removal": "4: at the end of the turn ([L-intl])",
        "repetition": "4: draw at the third repetition ([intl-draw])",
        "countdowns": "4: 25 moves each of kings only; 16 of three pieces against a king, 5 of two or one [intl-draw]",
        "agreement": "4: a draw offer that is accepted is a draw ([FMJD])",
    },
)

CANADIAN_DRAUGHTS = replace(
    INTERNATIONAL_DRAUGHTS,
    key="canadian-draughts",
    short_id="can",
    name="Canadian draughts",
    aliases=("canadian", "canadian-checkers"),
    board=_BOARD_12,
    kinds=(
        Kind("M", 0, Role.MAN, _STEP, _NEAR, promotes_to="K", promotes_on=_BOARD_12.rank_points(12)),
        Kind("K", 0, Role.KING, _FAR, _FAR),
        Kind("m", 1, Role.MAN, _STEP, _NEAR, promotes_to="k", promotes_on=_BOARD_12.rank_points(1)),
        Kind("k", 1, Role.KING, _FAR, _FAR),
    ),
    start="mmmmmm/mmmmmm/mmmmmm/mmmmmm/mmmmmm/6/6/MMMMMM/MMMMMM/MMMMMM/MMMMMM/MMMMMM w - 0 1",
    gametype=27,
    sources={
        **INTERNATIONAL_DRAUGHTS.sources,
        "board": "4: 12x12, dark squares ([L-canadian])",
        "start": "4: 30 men each on the first five rows ([L-canadian])",
    },
)

BRAZILIAN_DRAUGHTS = replace(
    INTERNATIONAL_DRAUGHTS,
    key="brazilian-draughts",
    short_id="bra",
    name="Brazilian draughts",
    aliases=("brazilian", "brazilian-checkers"),
    board=_BOARD_8,
    kinds=(
        Kind("M", 0, Role.MAN, _STEP, _NEAR, promotes_to="K", promotes_on=_BOARD_8.rank_points(8)),
        Kind("K", 0, Role.KING, _FAR, _FAR),
        Kind("m", 1, Role.MAN, _STEP, _NEAR, promotes_to="k", promotes_on=_BOARD_8.rank_points(1)),
        Kind("k", 1, Role.KING, _FAR, _FAR),
    ),
    start=_START_8,
    no_progress_rules=(
        NoProgressRule(40, _KINGS_ONLY),
        NoProgressRule(10, _SAME_MATERIAL, material=LoneKing(frozenset({1, 2}))),
    ),
    gametype=26,
    sources={
        **INTERNATIONAL_DRAUGHTS.sources,
        "board": "8x8, dark squares: the international game on the small board",
        "start": "12 men each on the first three rows",
        "countdowns": "20 moves each of kings only; 5 for two pieces or one against a king (64-square rules)",
    },
)

RUSSIAN_DRAUGHTS = replace(
    BRAZILIAN_DRAUGHTS,
    key="russian-draughts",
    short_id="rus",
    name="Russian draughts",
    aliases=("russian", "russian-checkers", "shashki"),
    kinds=(
        Kind(
            "M",
            0,
            Role.MAN,
            _STEP,
            _NEAR,
            promotes_to="K",
            promotes_on=_BOARD_8.rank_points(8),
            promotion=Promotion.IN_PASSING,
        ),
        Kind("K", 0, Role.KING, _FAR, _FAR, landing=Landing.MUST_CONTINUE),
        Kind(
            "m",
            1,
            Role.MAN,
            _STEP,
            _NEAR,
            promotes_to="k",
            promotes_on=_BOARD_8.rank_points(1),
            promotion=Promotion.IN_PASSING,
        ),
        Kind("k", 1, Role.KING, _FAR, _FAR, landing=Landing.MUST_CONTINUE),
    ),
    choice=CapturePrecedence.FREE,
    no_progress_rules=(
        NoProgressRule(30, _KINGS_ONLY),
        NoProgressRule(30, _SAME_MATERIAL, material=LoneKing(frozenset({3}))),
        NoProgressRule(10, _SAME_MATERIAL, material=LoneKing(frozenset({1, 2}))),
    ),
    gametype=25,
    sources={
        **BRAZILIAN_DRAUGHTS.sources,
        "man.promotion": "on the far row, also in passing: it goes on capturing as a king",
        "king.capture": "flying king; it lands where it can go on, if there is such a square",
        "choice": "any capture, but it must be completed",
        "countdowns": "15 moves each of kings only, or of three pieces against a king; 5 of two or one (64 squares)",
    },
)

ENGLISH_DRAUGHTS = Ruleset(
    key="english-draughts",
    short_id="eng",
    name="English draughts",
    aliases=("english", "english-checkers", "american-checkers", "checkers", "draughts"),
    board=_BOARD_8,
    sides=(Side("white", "w", 1), Side("black", "b", -1)),
    first=1,
    kinds=(
        Kind("M", 0, Role.MAN, _STEP, _STEP, promotes_to="K", promotes_on=_BOARD_8.rank_points(8)),
        Kind("K", 0, Role.KING, _NEAR, _NEAR),
        Kind("m", 1, Role.MAN, _STEP, _STEP, promotes_to="k", promotes_on=_BOARD_8.rank_points(1)),
        Kind("k", 1, Role.KING, _NEAR, _NEAR),
    ),
    start="mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM b - 0 1",
    obligation=Obligation.FORCED,
    choice=CapturePrecedence.FREE,
    removal=Removal.END_OF_TURN,
    repetition=3,
    no_progress_rules=(NoProgressRule(80, _KINGS_ONLY),),
    gametype=21,
    sources={
        "board": "4: 8x8, dark squares ([L-english])",
        "start": "4: 12 men each on the first three rows ([L-english])",
        "first": "Black, on squares 1 to 12, starts ([PDN])",
        "man.move": "4: one square diagonally forward ([L-english])",
        "man.capture": "4: forward only ([L-english])",
        "man.promotion": "4: promotion ends the turn ([L-english])",
        "king.move": "4: short king ([L-english])",
        "king.capture": "4: short king ([L-english])",
        "obligation": "4: compulsory ([L-english])",
        "choice": "4: free choice, but the capture must be completed ([L-english])",
        "removal": "no piece is jumped twice, so they leave at the end of the turn",
        "repetition": "draw at the third repetition",
        "countdowns": "draw after 40 moves of each side without a capture or a man's move",
        "agreement": "a draw offer that is accepted is a draw",
    },
)
