"""Permainan-Tabal in its two rule traditions, as data: no function, no class."""

from dataclasses import replace

from engine.board import TABAL
from engine.ruleset import (
    Agreement,
    CapturePrecedence,
    Direction,
    Event,
    Kind,
    Movement,
    NoProgressRule,
    Obligation,
    Reach,
    Removal,
    Role,
    Ruleset,
    Side,
)

_STEP = Movement(Reach.ONE, Direction.FORWARD | Direction.FORWARD_DIAGONAL | Direction.SIDEWAYS)
_SHORT_LEAP = Movement(Reach.ONE, Direction.ALL)
_FAR = Movement(Reach.ANY, Direction.ALL)

PERMAINAN_TABAL = Ruleset(
    key="permainan-tabal",
    short_id="tab",
    name="Permainan-Tabal",
    aliases=("tabal", "tabal-wikipedia"),
    board=TABAL,
    sides=(Side("white", "w", 1), Side("black", "b", -1)),
    first=0,
    kinds=(
        Kind("M", 0, Role.MAN, _STEP, _SHORT_LEAP, promotes_to="K", promotes_on=TABAL.rank_points(9)),
        Kind("K", 0, Role.KING, _FAR, _FAR),
        Kind("m", 1, Role.MAN, _STEP, _SHORT_LEAP, promotes_to="k", promotes_on=TABAL.rank_points(1)),
        Kind("k", 1, Role.KING, _FAR, _FAR),
    ),
    start="mmm/mmm/mmmmm/mmmmm/5/MMMMM/MMMMM/MMM/MMM w - 0 1",
    obligation=Obligation.FORCED,
    choice=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.PROMOTION),),
    sources={
        "board": "1A.1: seeds 000 and 001; [L-graph], [KAIC]",
        "start": "1A.2: 16 men each on the first four ranks, the middle rank empty (seeds 000, 001, 004)",
        "first": "1A.3 T14: who starts is agreed; the side that starts is called White",
        "man.move": "1A.2: one point forward, diagonally forward or sideways, never back (seed 000)",
        "man.capture": "1A.2: short leap in any direction, backward included (seed 000)",
        "man.promotion": "1A.3 T5: on the far base, only if the turn ends there (seed 004; [L-promote])",
        "king.move": "1A.2: any distance along a free line (seeds 000, 004)",
        "king.capture": "1A.2, T4: from any distance, one enemy a leap, any free point behind (seeds 000, 004)",
        "obligation": "1A.2: compulsory, and must go on while able (seeds 000, 004)",
        "choice": "1A.3 T3: no source asks for the most pieces; piece and route are free",
        "removal": "1A.3 T1: at once ([Winther-tabal], [L-tabal])",
        "repetition": "1A.3 T7: draw at the third repetition, a ruling: no source ends an endless game",
        "countdowns": "1A.3 T7: draw after 100 plies without capture or promotion, a ruling",
        "agreement": "1A.3 T9: a draw offer that is accepted is a draw",
    },
)

PERMAINAN_TABAL_GLOBE_JOUEUR = replace(
    PERMAINAN_TABAL,
    key="permainan-tabal-globe-joueur",
    short_id="tgj",
    name="Permainan-Tabal (Globe Joueur)",
    aliases=("tabal-gj", "tabal-globe-joueur", "tabal-globejoueur"),
    removal=Removal.END_OF_TURN,
    repetition=None,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE, result=Agreement.COUNT_OFF),),
    agreement=Agreement.COUNT_OFF,
    sources={
        **{fact: cite for fact, cite in PERMAINAN_TABAL.sources.items() if fact != "repetition"},
        "removal": "1A.3 T1, T2: captured pieces stay until the end of the turn and shield others (seed 004)",
        "countdowns": "1A.3 T8: count-off after 50 moves of each side without capture (seed 004)",
        "agreement": "1A.3 T9: stopping early by agreement is a count-off (seed 004)",
    },
)
