"""Adugo with single captures: a hunt that begins with all pieces on the board, and for which nothing was learned."""

from dataclasses import replace

from engine.board import lines_board
from engine.games import find_ruleset
from engine.ruleset import Chain, FewLeft, Movement, Reach, Ruleset, Side

BOARD = lines_board(
    *(" ".join(f"{file}{rank}" for file in "abcde") for rank in range(3, 8)),
    *(" ".join(f"{file}{rank}" for rank in range(3, 8)) for file in "abde"),
    "a3 b4 c5 d6 e7",
    "e3 d4 c5 b6 a7",
    "a1 c1 e1",
    "b2 c2 d2",
    "c1 c2 c3 c4 c5 c6 c7",
    "a1 b2 c3 d4 e5",
    "e1 d2 c3 b4 a5",
    "a5 b6 c7",
    "c7 d6 e5",
)


def adugo(**changes: object) -> Ruleset:
    """One jaguar, which begins, against fourteen dogs; it wins with the fifth it takes."""
    base = find_ruleset("main-tapal-empat")
    prey, hunter = base.kinds
    hunter = replace(hunter, side=0, move=Movement(Reach.ONE, hunter.move.directions), chain=Chain.SINGLE)
    whole: dict[str, object] = {
        "key": "adugo-single",
        "name": "Adugo",
        "aliases": (),
        "board": BOARD,
        "sides": (Side("jaguar", "t", 1, "Jaguar"), Side("dogs", "g", -1, "Dogs")),
        "kinds": (hunter, replace(prey, side=1)),
        "start": "GGGGG/GGGGG/GGTGG/5/5/3/3 t - 0 1",
        "placements": (),
        "few_left": FewLeft(1, 9),
        **changes,
    }
    return replace(base, **whole)  # type: ignore[arg-type]
