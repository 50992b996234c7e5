"""Adugo, one jaguar against fourteen dogs, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import ADUGO as BOARD
from engine.games.pieces import SHORT_LEAP, STEP
from engine.games.sources import JOGO_DA_ONCA, LARATEC, LUDII_ADUGO, LUDOSOFIA, RULING
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Citation,
    Event,
    FewLeft,
    Figure,
    Kind,
    Likeness,
    NoProgressRule,
    Noun,
    Obligation,
    Removal,
    Role,
    Ruleset,
    Side,
)

_PAGE = "docs/rules/adugo.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_RULINGS = f"{_PAGE}#rulings"
_TEXTS = (LUDOSOFIA, LARATEC)
_DOG = Figure(
    Role.PREY, Noun("dog", "dogs", typed=("dog", "anjing", "cachorro")), glyph="🐶", sprite="dog", initial="D"
)
_JAGUAR = Figure(
    Role.HUNTER, Noun("jaguar", "jaguars", typed=("jaguar", "onca")), glyph="🐆", sprite="jaguar", initial="J"
)
_DOGS = Kind("G", 0, _DOG, STEP)

ADUGO = Ruleset(
    key="adugo",
    short_id="adg",
    name="Adugo",
    summary="One jaguar hunts, fourteen dogs shut it in.",
    like=Likeness("bagh-chal", "with one jaguar, which may leap on and on, and a triangle beside the square"),
    aliases=(*("jogo-da-onca", "onca-e-cachorros", "jaguar-and-dogs", "jagua-ixive", "juego-del-jaguar"),),
    board=BOARD,
    sides=(Side("dogs", "g", 1, "Dogs"), Side("jaguar", "t", -1, "Jaguar")),
    first=1,
    kinds=(_DOGS, Kind("T", 1, _JAGUAR, STEP, SHORT_LEAP, chain=Chain.OPTIONAL)),
    start="GGGGG/GGGGG/GGTGG/5/5/3/3 t - 0 1",
    obligation=Obligation.OPTIONAL,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    few_left=FewLeft(side=0, count=9),
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE),),
    beginners=True,
    sources={
        "board": Citation(
            "A square of 25 points with a triangle, the lair, below it: 31 points.",
            f"{_PAGE}#the-board",
            (LUDII_ADUGO, LUDOSOFIA),
        ),
        "start": Citation("The jaguar stands on c5, 14 dogs beside and above it.", _RULES, (LUDII_ADUGO, LUDOSOFIA)),
        "first": Citation("The jaguar begins.", _RULES, (LUDII_ADUGO, LUDOSOFIA)),
        "dog.move": Citation("A dog steps one point in any direction.", _RULES, _TEXTS),
        "jaguar.move": Citation("The jaguar steps one point in any direction.", _RULES, _TEXTS),
        "jaguar.capture": Citation("The jaguar leaps over a dog beside it to the point right behind.", _RULES, _TEXTS),
        "jaguar.chain": Citation("It may take several dogs in a turn, and stop when it likes.", _RULINGS, _TEXTS),
        "obligation": Citation("Capturing is optional, but there is no passing.", _RULINGS, (LUDOSOFIA, RULING)),
        "precedence": Citation("Any dog within reach may be taken.", _RULES, _TEXTS),
        "removal": Citation("Captured dogs leave at once.", _RULES, _TEXTS),
        "few_left": Citation("The jaguar wins with the fifth dog it takes: 9 left.", _RULINGS, (*_TEXTS, JOGO_DA_ONCA)),
        "repetition": Citation("The third repetition of a position is a draw.", _RULINGS, (JOGO_DA_ONCA, RULING)),
        "no_progress_rules": Citation("50 moves of each side without a capture are a draw.", _END, (RULING,)),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)

ADUGO_SINGLE = replace(
    ADUGO,
    key="adugo-single",
    short_id="adgs",
    name="Adugo with single leaps",
    summary="One jaguar hunts and takes one dog a turn, fourteen dogs shut it in.",
    like=Likeness("adugo", "the jaguar takes one dog a turn"),
    variant=True,
    aliases=("jogo-da-onca-single",),
    kinds=(_DOGS, Kind("T", 1, _JAGUAR, STEP, SHORT_LEAP, chain=Chain.SINGLE)),
    beginners=False,
    sources={
        **ADUGO.sources,
        "jaguar.chain": Citation("The jaguar takes one dog a turn.", _RULINGS, (LUDII_ADUGO,)),
    },
)
