"""Cat and mice, one cat against three mice on nine points, as data: no function, no class."""

from engine.board import lines_board
from engine.games.pieces import SHORT_LEAP, STEP
from engine.games.sources import RULING
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

_PAGE = "docs/rules/cat-and-mice.md"
_RULES = f"{_PAGE}#how-it-is-played"
_BY = (RULING,)
_MOUSE = Figure(Role.PREY, Noun("mouse", "mice", typed=("mouse", "tikus")), glyph="🐭")
_CAT = Figure(Role.HUNTER, Noun("cat", "cats", typed=("cat", "kucing")), glyph="🐱")

CAT_AND_MICE = Ruleset(
    key="cat-and-mice",
    short_id="cam",
    name="Cat and mice",
    summary="Three mice shut in one cat on nine points.",
    like=Likeness("catch-the-hare", "on nine points, with three mice"),
    aliases=(),
    board=lines_board("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"),
    sides=(Side("mice", "m", 1, "Mice"), Side("cat", "c", -1, "Cat")),
    first=0,
    kinds=(Kind("M", 0, _MOUSE, STEP), Kind("C", 1, _CAT, STEP, SHORT_LEAP, chain=Chain.SINGLE)),
    start="1C1/3/MMM m - 0 1",
    obligation=Obligation.OPTIONAL,
    precedence=CapturePrecedence.FREE,
    removal=Removal.IMMEDIATE,
    few_left=FewLeft(side=0, count=1),
    repetition=3,
    no_progress_rules=(NoProgressRule(40, Event.CAPTURE),),
    sources={
        "board": Citation("Nine points on eight lines.", _RULES, _BY),
        "start": Citation("The cat stands on b3, the mice on a1, b1 and c1.", _RULES, _BY),
        "first": Citation("The mice begin.", _RULES, _BY),
        "mouse.move": Citation("A mouse steps one point in any direction.", _RULES, _BY),
        "cat.move": Citation("The cat steps one point in any direction.", _RULES, _BY),
        "cat.capture": Citation("The cat leaps over a mouse beside it to the point right behind.", _RULES, _BY),
        "cat.chain": Citation("It takes one mouse a turn.", _RULES, _BY),
        "obligation": Citation("Capturing is optional, but there is no passing.", _RULES, _BY),
        "precedence": Citation("Any mouse within reach may be taken.", _RULES, _BY),
        "removal": Citation("A captured mouse leaves at once.", _RULES, _BY),
        "few_left": Citation("The cat wins when one mouse is left.", _RULES, _BY),
        "repetition": Citation("The third repetition of a position is a draw.", _RULES, _BY),
        "no_progress_rules": Citation("20 moves of each side without a capture are a draw.", _RULES, _BY),
        "agreement": Citation("A draw offer that is accepted is a draw.", _RULES, _BY),
    },
)
