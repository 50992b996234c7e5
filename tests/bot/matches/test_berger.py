"""Round robins: the published tables, and what makes them fair."""

from collections import Counter

import pytest

from bot.matches.berger import berger_rounds
from bot.matches.tournament import Pairing

TABLES = {
    4: "1-4 2-3, 4-3 1-2, 2-4 3-1",
    6: "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1",
    8: """
        1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3, 3-8 4-2 5-1 6-7, 8-7 1-6 2-5 3-4,
        4-8 5-3 6-2 7-1""",
    10: """
        1-10 2-9 3-8 4-7 5-6, 10-6 7-5 8-4 9-3 1-2, 2-10 3-1 4-9 5-8 6-7, 10-7 8-6 9-5 1-4 2-3, 3-10 4-2 5-1 6-9 7-8,
        10-8 9-7 1-6 2-5 3-4, 4-10 5-3 6-2 7-1 8-9, 10-9 1-8 2-7 3-6 4-5, 5-10 6-4 7-3 8-2 9-1""",
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7, 12-7 8-6 9-5 10-4 11-3 1-2, 2-12 3-1 4-11 5-10 6-9 7-8, 12-8 9-7 10-6 11-5 1-4 2-3,
        3-12 4-2 5-1 6-11 7-10 8-9, 12-9 10-8 11-7 1-6 2-5 3-4, 4-12 5-3 6-2 7-1 8-11 9-10,
        12-10 11-9 1-8 2-7 3-6 4-5, 5-12 6-4 7-3 8-2 9-1 10-11, 12-11 1-10 2-9 3-8 4-7 5-6,
        6-12 7-5 8-4 9-3 10-2 11-1""",
    14: """
        1-14 2-13 3-12 4-11 5-10 6-9 7-8, 14-8 9-7 10-6 11-5 12-4 13-3 1-2, 2-14 3-1 4-13 5-12 6-11 7-10 8-9,
        14-9 10-8 11-7 12-6 13-5 1-4 2-3, 3-14 4-2 5-1 6-13 7-12 8-11 9-10, 14-10 11-9 12-8 13-7 1-6 2-5 3-4,
        4-14 5-3 6-2 7-1 8-13 9-12 10-11, 14-11 12-10 13-9 1-8 2-7 3-6 4-5, 5-14 6-4 7-3 8-2 9-1 10-13 11-12,
        14-12 13-11 1-10 2-9 3-8 4-7 5-6, 6-14 7-5 8-4 9-3 10-2 11-1 12-13, 14-13 1-12 2-11 3-10 4-9 5-8 6-7,
        7-14 8-6 9-5 10-4 11-3 12-2 13-1""",
    16: """
        1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9, 16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2,
        2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10, 16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3,
        3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11, 16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4,
        4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12, 16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5,
        5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13, 16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6,
        6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14, 16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7,
        7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15, 16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8,
        8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1""",
}
"""The tables of the FIDE Handbook, C.05 Annex 1, round by round."""
COUNTS = range(2, 41)


def published(count: int) -> list[list[tuple[int, int]]]:
    """The rounds of the table for an even number of people."""
    rounds = [[each.split("-") for each in text.split()] for text in TABLES[count].split(",")]
    return [[(int(first), int(second)) for first, second in pairs] for pairs in rounds]


def numbers(pairing: Pairing) -> tuple[int, int | None]:
    return pairing.first, pairing.second


@pytest.mark.parametrize("count", TABLES)
def test_an_even_number_of_people_plays_the_published_table(count: int) -> None:
    assert [[numbers(each) for each in pairings] for pairings in berger_rounds(count)] == published(count)


@pytest.mark.parametrize("count", TABLES)
def test_one_fewer_plays_the_same_table_and_who_meets_the_highest_number_rests(count: int) -> None:
    rounds = berger_rounds(count - 1)
    assert len(rounds) == len(published(count))
    for pairings, pairs in zip(rounds, published(count), strict=True):
        *games, rests = map(numbers, pairings)
        assert games == pairs[1:]
        assert rests == (min(pairs[0]), None)


@pytest.mark.parametrize("count", COUNTS)
def test_everybody_meets_everybody_once_and_has_one_board_a_round(count: int) -> None:
    met = Counter[frozenset[int]]()
    for number, pairings in enumerate(berger_rounds(count), 1):
        assert [(each.round, each.board) for each in pairings] == [(number, board) for board in range(len(pairings))]
        seated = [each for pairing in pairings for each in numbers(pairing) if each is not None]
        assert sorted(seated) == list(range(1, count + 1))
        met.update(frozenset((each.first, each.second)) for each in pairings if each.second is not None)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2


@pytest.mark.parametrize("count", COUNTS)
def test_the_sides_of_everybody_are_as_even_as_they_can_be(count: int) -> None:
    """Equal where the number of games is even, as it is for an odd number of people, else one apart; and nobody has the
    same side three times running.
    """
    sides: dict[int, list[int]] = {number: [] for number in range(1, count + 1)}
    for pairings in berger_rounds(count):
        for each in pairings:
            if each.second is not None:
                sides[each.first].append(1)
                sides[each.second].append(-1)
    assert {abs(sum(had)) for had in sides.values()} == {1 - count % 2}
    runs = [had[at : at + 3] for had in sides.values() for at in range(len(had) - 2)]
    assert not [run for run in runs if abs(sum(run)) == 3]
