"""Dam-daman, the game of Permainan-Tabal with the house rules of Java, as data: no function, no class."""

from dataclasses import replace

from engine.games.permainan_tabal import PERMAINAN_TABAL
from engine.games.sources import DAM_DAMAN_TERMS, DAMDAS, DASDASAN, RULING, WIKIBOOKS_DAM_DAMAN
from engine.ruleset import Citation, Likeness, LoneKing

_PAGE = "docs/rules/dam-daman.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"

DAM_DAMAN = replace(
    PERMAINAN_TABAL,
    key="dam-daman",
    short_id="ddm",
    name="Dam-daman",
    summary="Sixteen men each on a square with two triangles; the last three of a side become kings.",
    like=Likeness("permainan-tabal", "the last three pieces of a side become kings"),
    aliases=(*("damdas", "damdas-16-batu", "dam-16-batu", "bas-basan", "das-dasan", "derek-enem-olas", "catur-jawa"),),
    crowned_when=3,
    drawn_material=LoneKing(frozenset({1})),
    sources={
        "board": Citation(
            "A square of 25 points with a triangle at each end: 37 points.",
            f"{_PAGE}#the-board",
            (WIKIBOOKS_DAM_DAMAN, DAMDAS),
        ),
        "start": Citation("Each side has 16 men on its first four ranks.", _RULES, (WIKIBOOKS_DAM_DAMAN, DAMDAS)),
        "first": Citation("Who starts is agreed; the side that starts is called White.", _RULES, (RULING,)),
        "man.move": Citation(
            "A man steps one point forward, diagonally forward or sideways, never back.", _RULES, (DAM_DAMAN_TERMS,)
        ),
        "man.capture": Citation(
            "A man captures by a short leap in any direction, also backward.", _RULINGS, (DAM_DAMAN_TERMS,)
        ),
        "man.promotion": Citation(
            "A man becomes a king on the far base, if its turn ends there.", _RULINGS, (WIKIBOOKS_DAM_DAMAN, DASDASAN)
        ),
        "king.move": Citation(
            "A king moves any distance along a free line.", _RULINGS, (WIKIBOOKS_DAM_DAMAN, DASDASAN)
        ),
        "king.capture": Citation(
            "A king captures from any distance, one enemy a leap, and lands on any free point behind it.",
            _RULINGS,
            (WIKIBOOKS_DAM_DAMAN, DASDASAN),
        ),
        "obligation": Citation("Capturing is compulsory, and goes on while the piece is able.", _RULINGS, (RULING,)),
        "precedence": Citation("The piece and its route are free.", _RULINGS, (RULING,)),
        "removal": Citation("Captured pieces leave at once.", _RULINGS, (RULING,)),
        "crowned_when": Citation(
            "When a side has at most three pieces after a turn, all of them are kings.", _RULINGS, (DAM_DAMAN_TERMS,)
        ),
        "drawn_material": Citation("One king against one king is a draw.", _END, (DAM_DAMAN_TERMS,)),
        "repetition": Citation("The third repetition of a position is a draw.", _END, (RULING,)),
        "no_progress_rules": Citation(
            "50 moves of each side without a capture or a promotion are a draw.", _END, (RULING,)
        ),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)
