"""The numbers of sequences of turns, against counts known before this generator was written.

The draughts counts are published ones. They merge captures that share start, end and captured pieces, which makes no
difference at these depths (docs/rules/worked-positions.md#counts). Larger depths are counted with positions that
transpose into one another taken together: the counts stay the same and come many times faster.
"""

from collections.abc import Iterator
from itertools import islice

import pytest

from engine.endings import perft, playable_moves
from engine.games import find_ruleset
from engine.moves import play
from engine.position import Position, parse_position, start_position
from engine.ruleset import Ruleset
from tests.suites import deep, examples

FROM_THE_START = {
    "permainan-tabal": "9 21 61 263 1320 6416 34712 198940",
    "permainan-tabal-globe-joueur": "9 21 61 263 1320 6416 34712",
    "malaysian-checkers-8-strict": "7 49 302 1469 7361 36768 179740",
    "malaysian-checkers-strict": "11 121 1222 10053 78629",
    "english-draughts": "7 49 302 1469 7361 36768 179740",
    "russian-draughts": "7 49 302 1469 7482 37986 190146",
    "brazilian-draughts": "7 49 302 1469 7473 37628 187302",
    "international-draughts": "9 81 658 4265 27117 167140 1049442",
}
AFTER_THE_TIGERS = {
    "5/3T1/5/1T3/5": "23 520 11444 236010",
    "5/2T2/2T2/5/5": "23 418 9205 164718",
    "5/5/1T1T1/5/5": "23 264 5812 97210",
}
ONE_BY_ONE = examples(40_000)
"""Up to this count every sequence is walked too."""


def counts(text: str) -> list[int]:
    """The counts from depth 1."""
    return [int(count) for count in text.split()]


def transposed(ruleset: Ruleset, position: Position) -> Iterator[int]:
    """The counts of ``perft`` at depth 1, 2, 3 ..., positions that several sequences reach being looked at once."""
    level: dict[object, tuple[Position, int]] = {position.key: (position, 1)}
    while True:
        turns = [(stands, ways, playable_moves(ruleset, stands)) for stands, ways in level.values()]
        yield sum(ways * len(moves) for _, ways, moves in turns)
        level = {}
        for stands, ways, moves in turns:
            for move in moves:
                after = play(ruleset, stands, move)
                _, so_far = level.get(after.key, (after, 0))
                level[after.key] = (after, so_far + ways)


@pytest.mark.parametrize("key", FROM_THE_START)
@deep("the same turns are counted one by one, less deep")
def test_from_the_start(key: str) -> None:
    ruleset = find_ruleset(key)
    known = counts(FROM_THE_START[key])
    assert list(islice(transposed(ruleset, start_position(ruleset)), len(known))) == known


@pytest.mark.parametrize("board", AFTER_THE_TIGERS)
@deep("the kernel counts them in the quick suite")
def test_tapal_empat_after_the_tigers_are_placed(board: str) -> None:
    ruleset = find_ruleset("main-tapal-empat")
    known = counts(AFTER_THE_TIGERS[board])
    assert list(islice(transposed(ruleset, parse_position(ruleset, f"{board} g G18 0 1")), len(known))) == known


@pytest.mark.parametrize("key", FROM_THE_START)
def test_walked_one_by_one(key: str) -> None:
    ruleset = find_ruleset(key)
    for depth, count in enumerate(counts(FROM_THE_START[key]), start=1):
        if count <= ONE_BY_ONE:
            assert perft(ruleset, start_position(ruleset), depth) == count


@pytest.mark.parametrize("board", AFTER_THE_TIGERS)
def test_tapal_empat_walked_one_by_one(board: str) -> None:
    ruleset = find_ruleset("main-tapal-empat")
    for depth, count in enumerate(counts(AFTER_THE_TIGERS[board]), start=1):
        if count <= ONE_BY_ONE:
            assert perft(ruleset, parse_position(ruleset, f"{board} g G18 0 1"), depth) == count


def test_tapal_empat_has_36_set_ups() -> None:
    ruleset = find_ruleset("main-tapal-empat")
    assert perft(ruleset, start_position(ruleset), 1) == 36
    assert perft(ruleset, start_position(ruleset), 2) == 36 * 23


@pytest.mark.parametrize("key", ["malaysian-checkers", "malaysian-checkers-8"])
def test_the_forfeit_only_adds_moves(key: str) -> None:
    """No capture is possible in the first two plies; from the third on, declining is legal where strictness is not."""
    free, strict = find_ruleset(key), find_ruleset(f"{key}-strict")
    for depth in (1, 2):
        assert perft(free, start_position(free), depth) == perft(strict, start_position(strict), depth)
    assert perft(free, start_position(free), 3) > perft(strict, start_position(strict), 3)


def test_a_depth_of_zero_is_the_position_itself() -> None:
    ruleset = find_ruleset("permainan-tabal")
    assert perft(ruleset, start_position(ruleset), 0) == 1
