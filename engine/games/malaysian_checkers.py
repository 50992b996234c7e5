"""Malaysian/Singaporean checkers on 12x12 and 8x8, with the forfeit or strict, as data: no function, no class."""

from dataclasses import replace

from engine.board import dark_squares
from engine.ruleset import (
    CapturePrecedence,
    Direction,
    Event,
    Kind,
    LoneKing,
    Movement,
    NoProgressRule,
    Obligation,
    Reach,
    Removal,
    Role,
    Ruleset,
    Side,
)

_STEP = Movement(Reach.ONE, Direction.FORWARD_DIAGONAL)
_FAR = Movement(Reach.ANY, Direction.ALL)
_BOARD_12 = dark_squares(12)
_BOARD_8 = dark_squares(8)

MALAYSIAN_CHECKERS = Ruleset(
    key="malaysian-checkers",
    short_id="mct",
    name="Malaysian checkers",
    aliases=("dam", "dum", "singaporean-checkers", "dam-12", "malay-12x12", "malay-12x12/forfeit"),
    board=_BOARD_12,
    sides=(Side("white", "w", 1), Side("black", "b", -1)),
    first=0,
    kinds=(
        Kind("M", 0, Role.MAN, _STEP, _STEP, promotes_to="K", promotes_on=_BOARD_12.rank_points(12)),
        Kind("K", 0, Role.KING, _FAR, _FAR),
        Kind("m", 1, Role.MAN, _STEP, _STEP, promotes_to="k", promotes_on=_BOARD_12.rank_points(1)),
        Kind("k", 1, Role.KING, _FAR, _FAR),
    ),
    start="mmmmmm/mmmmmm/mmmmmm/mmmmmm/mmmmmm/6/6/MMMMMM/MMMMMM/MMMMMM/MMMMMM/MMMMMM w - 0 1",
    obligation=Obligation.FORFEIT,
    choice=CapturePrecedence.LONGEST_OF_PIECE,
    removal=Removal.END_OF_TURN,
    repetition=3,
    no_progress_rules=(
        NoProgressRule(50, Event.CAPTURE | Event.MAN_MOVE),
        NoProgressRule(10, Event.CAPTURE | Event.PROMOTION, material=LoneKing(frozenset({1}))),
    ),
    sources={
        "board": "1C.1: the dark squares of a 12x12 board, a1 dark (seed 003)",
        "start": "1C.1: 30 men each on the first five rows (seed 003)",
        "first": "1C.3 C8: the players choose who starts; the side that starts is called White (seed 003)",
        "man.move": "1C.2: one square diagonally forward (seed 003)",
        "man.capture": "1C.3 C1: forward only (seed 003; [L-dumblas], [L-maindam])",
        "man.promotion": "1C.2, C6: on the far row at the end of the turn (seed 003)",
        "king.move": "1C.2: any distance on a diagonal (seed 003)",
        "king.capture": "1C.2: at a distance, any free square behind (seed 003)",
        "obligation": "1C.4, C5: declining is a legal move that costs a piece which had to capture (seed 003)",
        "choice": "1C.3 C2, C3: as many as possible with the piece that captures (seed 003)",
        "removal": "1C.2: at the end of the turn, none is jumped twice (seed 003)",
        "repetition": "1C.3 C7: draw at the third repetition ([FMJD])",
        "countdowns": "1C.3 C7: 50 plies of king moves without capture; 10 plies of one king against one ([FMJD])",
        "agreement": "1C.3 C7: a draw offer that is accepted is a draw",
    },
)

MALAYSIAN_CHECKERS_8 = replace(
    MALAYSIAN_CHECKERS,
    key="malaysian-checkers-8",
    short_id="mce",
    name="Malaysian checkers 8x8",
    aliases=("dam-8", "dum-8", "singaporean-checkers-8", "malay-8x8", "malay-8x8/forfeit"),
    board=_BOARD_8,
    kinds=(
        Kind("M", 0, Role.MAN, _STEP, _STEP, promotes_to="K", promotes_on=_BOARD_8.rank_points(8)),
        Kind("K", 0, Role.KING, _FAR, _FAR),
        Kind("m", 1, Role.MAN, _STEP, _STEP, promotes_to="k", promotes_on=_BOARD_8.rank_points(1)),
        Kind("k", 1, Role.KING, _FAR, _FAR),
    ),
    start="mmmm/mmmm/mmmm/4/4/MMMM/MMMM/MMMM w - 0 1",
    sources={
        **MALAYSIAN_CHECKERS.sources,
        "board": "1C.1: the dark squares of an 8x8 board, a1 dark (seed 003)",
        "start": "1C.1: 12 men each on the first three rows (seed 003)",
    },
)

_STRICT = "1C.3 C10: agreed beforehand that quiet moves are illegal while a capture exists"

MALAYSIAN_CHECKERS_STRICT = replace(
    MALAYSIAN_CHECKERS,
    key="malaysian-checkers-strict",
    short_id="mcts",
    name="Malaysian checkers, strict",
    aliases=("dam-strict", "dam-12-strict", "malay-12x12/strict"),
    obligation=Obligation.FORCED,
    sources={**MALAYSIAN_CHECKERS.sources, "obligation": _STRICT},
)

MALAYSIAN_CHECKERS_8_STRICT = replace(
    MALAYSIAN_CHECKERS_8,
    key="malaysian-checkers-8-strict",
    short_id="mces",
    name="Malaysian checkers 8x8, strict",
    aliases=("dam-8-strict", "malay-8x8/strict"),
    obligation=Obligation.FORCED,
    sources={**MALAYSIAN_CHECKERS_8.sources, "obligation": _STRICT},
)
