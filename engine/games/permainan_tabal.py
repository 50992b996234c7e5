"""Permainan-Tabal in its two rule traditions, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import TABAL
from engine.games.pieces import BLACK, KING, MAN, WHITE
from engine.games.sources import (
    GLOBE_JOUEUR,
    LUDII_PORTAL_TABAL,
    LUDII_PROMOTION,
    LUDII_TABAL,
    LUDII_TABAL_BOARD,
    RULING,
    SIXTEEN_SOLDIERS_TABLE,
    WIKIPEDIA_TABAL,
    WINTHER_TABAL,
)
from engine.ruleset import (
    Agreement,
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

_PAGE = "docs/rules/permainan-tabal.md"
_STEP = Movement(Reach.ONE, Direction.FORWARD | Direction.FORWARD_DIAGONAL | Direction.SIDEWAYS)
_SHORT_LEAP = Movement(Reach.ONE, Direction.ALL)
_FAR = Movement(Reach.ANY, Direction.ALL)

PERMAINAN_TABAL = Ruleset(
    key="permainan-tabal",
    short_id="tab",
    name="Permainan-Tabal",
    summary="Sixteen men each leap along the lines of a square with two triangles.",
    aliases=("tabal", "tabal-wikipedia", "dama-tabal"),
    board=TABAL,
    sides=(WHITE, BLACK),
    first=0,
    kinds=(
        Kind("M", 0, MAN, _STEP, _SHORT_LEAP, promotes_to="K", promotes_on=TABAL.rank_points(9)),
        Kind("K", 0, KING, _FAR, _FAR),
        Kind("m", 1, MAN, _STEP, _SHORT_LEAP, promotes_to="k", promotes_on=TABAL.rank_points(1)),
        Kind("k", 1, KING, _FAR, _FAR),
    ),
    start="mmm/mmm/mmmmm/mmmmm/5/MMMMM/MMMMM/MMM/MMM w - 0 1",
    obligation=Obligation.FORCED,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.PROMOTION),),
    sources={
        "board": Citation(
            "37 points on 20 straight lines: an alquerque board with a triangle at each end.",
            f"{_PAGE}#the-board",
            (WIKIPEDIA_TABAL, LUDII_PORTAL_TABAL, LUDII_TABAL_BOARD, SIXTEEN_SOLDIERS_TABLE),
        ),
        "start": Citation(
            "Each side has 16 men on its first four ranks; the middle rank is empty.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_TABAL, LUDII_PORTAL_TABAL, GLOBE_JOUEUR),
        ),
        "first": Citation(
            "Who starts is agreed; the side that starts is called White.",
            f"{_PAGE}#t14",
            (WIKIPEDIA_TABAL, GLOBE_JOUEUR),
        ),
        "man.move": Citation(
            "A man steps one point forward, diagonally forward or sideways, never back.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_TABAL, LUDII_PORTAL_TABAL, GLOBE_JOUEUR),
        ),
        "man.capture": Citation(
            "A man captures by a short leap in any direction, also backward.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_TABAL, GLOBE_JOUEUR),
        ),
        "man.promotion": Citation(
            "A man becomes a king on the far base, and only if its turn ends there.",
            f"{_PAGE}#t5",
            (GLOBE_JOUEUR, LUDII_PROMOTION),
        ),
        "king.move": Citation(
            "A king moves any distance along a free line.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_TABAL, GLOBE_JOUEUR),
        ),
        "king.capture": Citation(
            "A king captures from any distance, one enemy a leap, and lands on any free point behind it.",
            f"{_PAGE}#t4",
            (WIKIPEDIA_TABAL, GLOBE_JOUEUR),
        ),
        "obligation": Citation(
            "Capturing is compulsory, and goes on while the piece is able.",
            f"{_PAGE}#how-it-is-played",
            (WIKIPEDIA_TABAL, GLOBE_JOUEUR),
        ),
        "precedence": Citation(
            "No source asks for the most pieces: the piece and its route are free.", f"{_PAGE}#t3", (RULING,)
        ),
        "removal": Citation("Captured pieces leave at once.", f"{_PAGE}#t1", (WINTHER_TABAL, LUDII_TABAL)),
        "repetition": Citation(
            "The third repetition of a position is a draw: no source ends an endless game.", f"{_PAGE}#t7", (RULING,)
        ),
        "no_progress_rules": Citation(
            "50 moves of each side without a capture or a promotion are a draw.", f"{_PAGE}#t7", (RULING,)
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", f"{_PAGE}#t9", (RULING,)),
    },
)

PERMAINAN_TABAL_GLOBE_JOUEUR = replace(
    PERMAINAN_TABAL,
    key="permainan-tabal-globe-joueur",
    short_id="tgj",
    name="Permainan-Tabal (Globe Joueur)",
    summary="The same board; captured pieces stay until the turn is over.",
    like=Likeness("permainan-tabal", "captured pieces stay until the turn is over"),
    variant=True,
    aliases=("tabal-gj", "tabal-globe-joueur", "tabal-globejoueur"),
    removal=Removal.END_OF_TURN,
    repetition=None,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE, result=Agreement.COUNT_OFF),),
    agreement=Agreement.COUNT_OFF,
    sources={
        **{fact: cite for fact, cite in PERMAINAN_TABAL.sources.items() if fact != "repetition"},
        "removal": Citation(
            "Captured pieces stay until the end of the turn and shield others.", f"{_PAGE}#t1", (GLOBE_JOUEUR,)
        ),
        "no_progress_rules": Citation(
            "After 50 moves of each side without a capture the pieces are counted.", f"{_PAGE}#t8", (GLOBE_JOUEUR,)
        ),
        "agreement": Citation("If both agree to stop early, the pieces are counted.", f"{_PAGE}#t9", (GLOBE_JOUEUR,)),
    },
)
