"""Bagh-chal, four tigers against twenty goats, as data: no function, no class."""

from dataclasses import replace

from engine.games.boards import ALQUERQUE
from engine.games.pieces import GOAT, GOATS, SHORT_LEAP, STEP, TIGER, TIGERS
from engine.games.sources import IGGC_BAGH, LUDII_BAGHCHAL, MASTERS_OF_GAMES, RULING, TIGERS_AND_GOATS
from engine.ruleset import (
    CapturePrecedence,
    Chain,
    Citation,
    Event,
    FewLeft,
    Kind,
    Likeness,
    NoProgressRule,
    Obligation,
    Placement,
    Removal,
    Ruleset,
)

_PAGE = "docs/rules/bagh-chal.md"
_RULES = f"{_PAGE}#how-it-is-played"
_END = f"{_PAGE}#the-end"
_TEXTS = (LUDII_BAGHCHAL, IGGC_BAGH, MASTERS_OF_GAMES)

BAGH_CHAL = Ruleset(
    key="bagh-chal",
    short_id="bag",
    name="Bagh-chal",
    summary="Four tigers hunt from the corners, twenty goats shut them in.",
    like=Likeness("main-tapal-empat", "with four tigers, which go one point at a time"),
    aliases=(
        *("bagha-chall", "bag-chal", "bagh-bakri", "baghchakkar", "chakrachal", "dhun-kasa"),
        *("tigers-and-goats", "moving-tigers", "jeu-du-tigre", "बाघ चाल"),
    ),
    board=ALQUERQUE,
    sides=(GOATS, TIGERS),
    first=0,
    kinds=(Kind("G", 0, GOAT, STEP), Kind("T", 1, TIGER, STEP, SHORT_LEAP, chain=Chain.SINGLE)),
    start="T3T/5/5/5/T3T g G20 0 1",
    placements=(Placement("G", 20),),
    obligation=Obligation.OPTIONAL,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    few_left=FewLeft(side=0, count=15),
    repetition=3,
    no_progress_rules=(NoProgressRule(100, Event.CAPTURE | Event.DROP),),
    beginners=True,
    sources={
        "board": Citation("The alquerque board: 25 points on 16 lines.", f"{_PAGE}#the-board", (LUDII_BAGHCHAL,)),
        "start": Citation("The tigers stand on the four corners; 20 goats are in hand.", _RULES, _TEXTS),
        "first": Citation("The goats begin.", _RULES, _TEXTS),
        "goat.move": Citation("A goat steps one point in any direction, once all are placed.", _RULES, _TEXTS),
        "tiger.move": Citation("A tiger steps one point in any direction.", _RULES, _TEXTS),
        "tiger.capture": Citation("A tiger leaps over a goat beside it to the point right behind.", _RULES, _TEXTS),
        "tiger.chain": Citation("A tiger takes one goat a turn.", _RULES, _TEXTS),
        "placements": Citation("The goats go on any free point, one a turn.", _RULES, _TEXTS),
        "obligation": Citation("Capturing is optional, but there is no passing.", _RULES, (*_TEXTS, RULING)),
        "precedence": Citation("Any goat within reach may be taken.", _RULES, _TEXTS),
        "removal": Citation("A leap takes one goat, which leaves at once.", _RULES, _TEXTS),
        "few_left": Citation(
            "The tigers win with the fifth goat they take: 15 left.", _END, (IGGC_BAGH, MASTERS_OF_GAMES)
        ),
        "repetition": Citation(
            "The third repetition of a position is a draw.", f"{_PAGE}#rulings", (TIGERS_AND_GOATS, RULING)
        ),
        "no_progress_rules": Citation("50 moves of each side without a drop or a capture are a draw.", _END, (RULING,)),
        "agreement": Citation("A draw offer that is accepted is a draw.", _END, (RULING,)),
    },
)

BAGH_CHAL_NO_REPEATING = replace(
    BAGH_CHAL,
    key="bagh-chal-no-repeating",
    short_id="bagn",
    name="Bagh-chal without repeating",
    summary="Four tigers hunt from the corners, twenty goats shut them in, and no position may be repeated.",
    like=Likeness("bagh-chal", "no position may be repeated"),
    variant=True,
    aliases=("baghchal-no-repeating",),
    repetition=None,
    no_repeating=frozenset({0, 1}),
    beginners=False,
    sources={
        **{fact: cite for fact, cite in BAGH_CHAL.sources.items() if fact != "repetition"},
        "no_repeating": Citation(
            "Once all goats are placed no move may bring a position back; who has no other move has lost.",
            f"{_PAGE}#rulings",
            (IGGC_BAGH, MASTERS_OF_GAMES, RULING),
        ),
    },
)
