"""The pairings of a Swiss tournament: the laws of every round, and what replaces a round that breaks them."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.matches.swiss import Proposer, dutch_proposal, rounds_of_swiss, swiss_round
from bot.matches.swiss_own import Pair, faults, own_pairing, topscorers
from bot.matches.swiss_record import SwissFloat, SwissRecord, swiss_records
from bot.matches.swiss_sides import must_not_meet
from bot.matches.tournament import Halves, Pairing, TournamentGame
from tests.bot.matches.swiss_tournaments import PlayedSwiss, entrants_of_swiss, played_swiss
from tests.suites import deep


def pairs(pairings: Collection[Pairing]) -> list[tuple[int, int | None]]:
    return [(each.first, each.second) for each in pairings]


def round_of(*results: tuple[int, int | None, Halves | None], number: int = 1) -> list[TournamentGame]:
    """The games of a round: who has the first side, the other one, and what they got."""
    return [
        TournamentGame(Pairing(number, board, first, second), 0, played=worth)
        for board, (first, second, worth) in enumerate(results)
    ]


def no_proposal(records: Sequence[SwissRecord], round_: int, rounds: int) -> Collection[Pair]:
    raise ArithmeticError


@pytest.mark.parametrize(("count", "rounds"), [(6, 4), (8, 4), (9, 5), (16, 5), (17, 6), (32, 6), (33, 7), (64, 7)])
def test_there_is_one_round_more_than_a_knockout_has(count: int, rounds: int) -> None:
    assert rounds_of_swiss(count) == rounds


@pytest.mark.parametrize("propose", [dutch_proposal, no_proposal])
def test_in_the_first_round_the_upper_half_meets_the_lower_half_with_sides_by_turns(propose: Proposer) -> None:
    assert pairs(swiss_round(entrants_of_swiss(8), [], 1, 4, 1, propose)) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert pairs(swiss_round(entrants_of_swiss(7), [], 1, 4, 1, propose)) == [(1, 4), (5, 2), (3, 6), (7, None)]


def test_whoever_has_as_many_points_meets_and_the_best_board_comes_first() -> None:
    first = round_of((1, 5, (0, 2)), (6, 2, (1, 1)), (3, 7, (2, 0)), (8, 4, (0, 2)))
    assert swiss_round(entrants_of_swiss(8), first, 2, 4, 1) == (
        Pairing(2, 0, 4, 3),
        Pairing(2, 1, 5, 6),
        Pairing(2, 2, 2, 1),
        Pairing(2, 3, 7, 8),
    )


def laws(course: PlayedSwiss) -> Iterator[str]:
    """The rounds of a tournament that break a rule which holds for all."""
    met: set[frozenset[int | None]] = set()
    rested: set[int] = set()
    for number, (pairings, there) in enumerate(zip(course.paired, course.there, strict=False), 1):
        records = swiss_records(course.entrants, course.before(number), number, course.legs)
        halves = {each.number: each.halves for each in records}
        seated = [each for pairing in pairings for each in (pairing.first, pairing.second) if each is not None]
        if sorted(seated) != sorted(there):
            yield f"{number}: {seated} of {there}"
        for pairing in pairings:
            pair = frozenset([pairing.first, pairing.second])
            again = pairing.first in rested and not there <= rested
            if pairing.second is None and (again or len(there) % 2 == 0 or pairing != pairings[-1]):
                yield f"{number}: {pairing} rests"
            if pairing.second is not None and pair in met:
                yield f"{number}: {pair} meet again"
            met.add(pair)
            rested |= {pairing.first} if pairing.second is None else set()
            rested |= won_without_playing(course, pairing)
        if [each.board for each in pairings] != list(range(len(pairings))):
            yield f"{number}: the boards of {pairings}"
        best = [max(halves.get(each.first, 0), halves.get(each.second or 0, 0)) for each in pairings if each.second]
        if best != sorted(best, reverse=True) and there == set(halves):
            yield f"{number}: the order of {pairings}"


def won_without_playing(course: PlayedSwiss, pairing: Pairing) -> set[int]:
    worth = [game.awarded for game in course.games if game.pairing == pairing]
    return {
        each
        for at, each in enumerate((pairing.first, pairing.second))
        if each is not None and all(got and got[at] == 2 for got in worth)
    }


def sides_of(course: PlayedSwiss) -> dict[int, list[bool]]:
    """The sides of the games that were played."""
    sides: dict[int, list[bool]] = {}
    for game in course.games:
        if game.played is not None and game.pairing.second is not None:
            sides.setdefault(game.pairing.first, []).append(True)
            sides.setdefault(game.pairing.second, []).append(False)
    return sides


def breaks_sides(sides: list[bool]) -> bool:
    return any(
        sides[:at].count(True) - sides[:at].count(False) not in range(-2, 3) or len(set(sides[max(0, at - 3) : at])) < 2
        for at in range(3, len(sides) + 1)
    )


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("count", [6, 7, 9, 14])
def test_a_tournament_keeps_the_laws(count: int, legs: int) -> None:
    course = played_swiss(count, count, legs)
    assert list(laws(course)) == []
    assert course.paired


@deep("the quick suite plays eight of them")
@pytest.mark.parametrize("propose", [dutch_proposal, no_proposal])
@pytest.mark.parametrize("block", range(10))
def test_200_tournaments_keep_the_laws(block: int, propose: Proposer) -> None:
    """With people who withdraw, come later, do not turn up, and games that are given to one of two."""
    for seed in range(20 * block, 20 * block + 20):
        course = played_swiss(seed, 6 + seed % 19, 1 + seed % 2, propose)
        assert list(laws(course)) == [], seed
        if len(course.paired) < course.rounds:
            # By Dirac's theorem: as many as twice the number of the round can always be paired.
            assert len(course.there[-1]) < 2 * len(course.there), seed


@pytest.mark.parametrize("propose", [dutch_proposal, no_proposal])
def test_nobody_has_a_side_three_times_in_a_row_before_the_last_round(propose: Proposer) -> None:
    course = played_swiss(5, 20, propose=propose, trouble=0)
    last = [game for game in course.games if game.pairing.round < course.rounds]
    assert not any(map(breaks_sides, sides_of(replace(course, games=last)).values()))
    assert {len(each) for each in sides_of(course).values()} == {course.rounds}


RESULT = re.compile(r"(\d+)([<>=-])(\d*)")
WORTH: dict[str, Halves | None] = {">": (2, 0), "=": (1, 1), "<": (0, 2), "-": None}
OF_ANOTHER_PROGRAM = (
    "1<7 8<2 3>9 10=4 5=11 12>6 13-",
    "2>12 13=3 7>5 11=10 4<1 6<8 9-",
    "7<2 3<8 9>13 1>11 10<12 5<4 6-",
    "2=1 12<7 8=9 4>3 13<10 11=6 5-",
    "9=2 7>4 1>8 10=5 3=12 6=13 11-",
)
"""Five rounds of thirteen people, as bbpPairings 6 pairs them by the rules of 2026, with results by chance."""


def test_rounds_sides_and_boards_are_those_of_another_program() -> None:
    games: list[TournamentGame] = []
    for number, text in enumerate(OF_ANOTHER_PROGRAM, 1):
        results = [(int(first), int(second) if second else None, sign) for first, sign, second in RESULT.findall(text)]
        found = pairs(swiss_round(entrants_of_swiss(13), games, number, 5, 1))
        assert found == [(first, second) for first, second, _ in results], number
        games += round_of(*((first, second, WORTH[sign]) for first, second, sign in results), number=number)


def record(number: int, halves: int, met: Collection[int] = (), sides: str = "", rested: bool = False) -> SwissRecord:
    """``sides`` are those so far, a for the first and b for the second."""
    floats = (SwissFloat.NONE,) * len(sides)
    return SwissRecord(number, halves, tuple(each == "a" for each in sides), floats, frozenset(met), rested)


def all_rounds(numbers: list[int]) -> Iterator[list[Pair]]:
    """Every way to put so many into pairs, with one who rests where their number is odd."""
    if len(numbers) < 2:
        yield [(each, None) for each in numbers]
        return
    first, *others = numbers
    for other in others:
        rest = [each for each in others if each != other]
        yield from ([(first, other), *below] for below in all_rounds(rest))
    if len(numbers) % 2:
        yield from ([(first, None), *below] for below in all_rounds(others))


def worth_of(found: Collection[Pair], records: Sequence[SwissRecord]) -> tuple[int, int, int, int]:
    """The costs of a pairing: who rests though they may not, sides that nobody may have, the points of who rests, and
    how far apart the points of two are.
    """
    by_number = {each.number: each for each in records}
    paired = [(by_number[first], by_number[second]) for first, second in found if second is not None]
    resting = [by_number[first] for first, second in found if second is None]
    return (
        sum(each.may_not_rest for each in resting),
        sum(one.sides == other.sides and len(set(one.sides)) == 1 for one, other in paired),
        sum(each.halves for each in resting),
        sum((one.halves - other.halves) ** 2 for one, other in paired),
    )


def by_chance(chance: Random, count: int) -> list[SwissRecord]:
    """People who have met some of the others, and have had either side twice or both once."""
    met: dict[int, set[int]] = {each: set() for each in range(1, count + 1)}
    for one in met:
        for other in range(one + 1, count + 1):
            if chance.random() < 0.6:
                met[one].add(other)
                met[other].add(one)
    records = [
        record(each, chance.randrange(5), met[each], chance.choice(["aa", "bb", "ab"]), chance.random() < 0.5)
        for each in met
    ]
    return sorted(records, key=lambda each: each.rank)


def compare_with_all(seeds: range, count: int) -> set[bool]:
    """Holds the own pairing against every other one; gives whether there was one."""
    outcomes = set()
    for seed in seeds:
        records = by_chance(Random(seed), count)
        met = {each.number: each.met for each in records}
        possible = [
            each
            for each in all_rounds(sorted(met))
            if all(second is None or second not in met[first] for first, second in each)
        ]
        found = own_pairing(records, ())
        outcomes.add(found is not None)
        assert (found is None) == (not possible), seed
        if found is not None:
            assert worth_of(found, records) == min(worth_of(each, records) for each in possible), seed
            assert faults(found, {each.number: each for each in records}, ()) == worth_of(found, records)[:2]
    return outcomes


@pytest.mark.parametrize("count", [5, 6])
def test_the_own_pairing_is_the_best_of_all(count: int) -> None:
    assert compare_with_all(range(40), count) == {True, False}


@deep("the quick suite has five and six people")
@pytest.mark.parametrize("count", [3, 4, 7, 8, 9, 10])
def test_the_own_pairing_of_up_to_ten_is_the_best_of_all(count: int) -> None:
    assert compare_with_all(range(60), count) == {True, False}


def test_the_own_pairing_of_64_is_whole() -> None:
    records = by_chance(Random(1), 64)
    found = own_pairing(records, ())
    assert found is not None
    assert sorted(each for pair in found for each in pair if each is not None) == list(range(1, 65))


TWO_ROUNDS = [
    *round_of((1, 4, (2, 0)), (5, 2, (1, 1)), (3, 6, (2, 0)), (7, None, None)),
    *round_of((3, 1, (1, 1)), (2, 7, (2, 0)), (4, 5, (0, 2)), (6, None, None), number=2),
]
"""Two rounds of seven people."""


@pytest.mark.parametrize(
    "proposed",
    [
        [(1, 2), (3, 5), (7, 4), (6, None)],  # the second time that 6 rests
        [(1, 3), (2, 6), (5, 7), (4, None)],  # the second time that 1 and 3 meet
        [(1, 2), (3, 5), (7, 4)],  # 6 is left out
        [(1, 2), (3, 5), (6, 7), (6, 7), (4, None)],
        [(1, 2), (3, 5), (7, None), (6, None), (4, None)],
        [(1, 2), (3, 5), (6, 8), (4, None)],
        [(1, 2), (3, 5), (6, 7), (4, 4)],
        [],
    ],
)
def test_a_round_that_breaks_a_law_is_replaced(proposed: list[Pair]) -> None:
    def propose(records: Sequence[SwissRecord], round_: int, rounds: int) -> Collection[Pair]:
        assert {each.number for each in records} == set(range(1, 8))
        return proposed

    people = entrants_of_swiss(7)
    own = swiss_round(people, TWO_ROUNDS, 3, 4, 1, no_proposal)
    assert swiss_round(people, TWO_ROUNDS, 3, 4, 1, propose) == own
    assert {each.first for each in own if each.second is None} == {4}


def test_a_lawful_proposal_is_taken_though_the_own_pairing_is_another() -> None:
    def propose(records: Sequence[SwissRecord], round_: int, rounds: int) -> Collection[Pair]:
        return [(2, None), (3, 4), (6, 1), (7, 5)]

    people = entrants_of_swiss(7)
    taken = {frozenset(pair) for pair in pairs(swiss_round(people, TWO_ROUNDS, 3, 4, 1, propose))}
    assert taken == {frozenset(pair) for pair in [(1, 6), (3, 4), (5, 7), (2, None)]}


def test_a_proposal_that_gives_a_side_a_third_time_in_a_row_is_replaced() -> None:
    """1 and 3 have had the first side twice, so they would have to part."""
    games = [
        *round_of((1, 4, (2, 0)), (3, 5, (2, 0)), (6, 2, (2, 0))),
        *round_of((1, 5, (0, 2)), (3, 6, (0, 2)), (2, 4, (2, 0)), number=2),
    ]

    def propose(records: Sequence[SwissRecord], round_: int, rounds: int) -> Collection[Pair]:
        return [(1, 3), (2, 5), (4, 6)]

    found = swiss_round(entrants_of_swiss(6), games, 3, 4, 1, propose)
    assert {1, 3} not in [{each.first, each.second} for each in found]
    assert found == swiss_round(entrants_of_swiss(6), games, 3, 4, 1, no_proposal)


def test_in_the_last_round_those_in_the_lead_may_have_a_side_a_third_time() -> None:
    """Articles 1.8 and 2.1.3: of the others nobody may."""
    lead = [record(1, 5, [3, 4], "baa"), record(2, 5, [5, 6], "baa")]
    assert must_not_meet(*lead)
    assert topscorers(lead, 4, 4, 1) == {1, 2}
    assert topscorers(lead, 3, 4, 1) == set()
    assert topscorers([replace(each, halves=3) for each in lead], 4, 4, 1) == set()
    by_number = {each.number: each for each in lead}
    assert faults([(1, 2)], by_number, {1, 2}) == (0, 0)
    assert faults([(1, 2)], by_number, ()) == (0, 1)


def test_a_round_is_found_even_where_a_side_or_a_second_rest_cannot_be_helped() -> None:
    """Three have had the first side twice, and two of them must meet; of five who have all rested one rests again."""
    twice = [record(1, 4, [4], "aa"), record(2, 4, [4], "aa"), record(3, 4, [], "aa"), record(4, 0, [1, 2], "ab")]
    found = own_pairing(twice, ())
    assert found is not None
    assert sorted(found) == [(1, 2), (3, 4)]
    rested = [record(each, 2, rested=True) for each in range(1, 6)]
    again = own_pairing(rested, ())
    assert again is not None
    assert faults(again, {each.number: each for each in rested}, ()) == (1, 0)


def test_who_have_all_met_are_paired_no_more() -> None:
    met = [
        *round_of((1, 2, (2, 0)), (3, 4, (2, 0))),
        *round_of((1, 3, (2, 0)), (2, 4, (2, 0)), number=2),
        *round_of((1, 4, (2, 0)), (2, 3, (2, 0)), number=3),
    ]
    assert swiss_round(entrants_of_swiss(4), met, 4, 6, 1) == ()
    assert swiss_round(entrants_of_swiss(6, {2, 3, 4, 5, 6}), [], 2, 4, 1) == ()
    assert swiss_round(entrants_of_swiss(6, range(1, 7)), [], 2, 4, 1) == ()
    assert len(swiss_round(entrants_of_swiss(6, {3, 4, 5, 6}), [], 2, 4, 1)) == 1


def test_a_game_that_nobody_played_gives_points_but_no_side_and_bars_its_winner_from_resting() -> None:
    """Somebody who came later missed a round, which is no rest; two who were to meet do not meet again."""
    first = [
        replace(game, played=None, awarded=worth)
        for game, worth in zip(
            round_of((1, 2, None), (3, 4, None), (5, 6, None)), [(2, 0), (0, 0), (1, 1)], strict=True
        )
    ]
    found = {each.number: each for each in swiss_records(entrants_of_swiss(7, {6}), first, 2, 1)}
    assert found == {
        1: SwissRecord(1, 2, (), (SwissFloat.DOWN,), frozenset({2}), True),
        2: SwissRecord(2, 0, (), (SwissFloat.NONE,), frozenset({1}), False),
        3: SwissRecord(3, 0, (), (SwissFloat.NONE,), frozenset({4}), False),
        4: SwissRecord(4, 0, (), (SwissFloat.NONE,), frozenset({3}), False),
        5: SwissRecord(5, 1, (True,), (SwissFloat.NONE,), frozenset({6}), False),
        7: SwissRecord(7, 0, (), (SwissFloat.NONE,), frozenset(), False),
    }


def test_floats_are_those_of_the_points_before_the_round() -> None:
    records = {each.number: each for each in swiss_records(entrants_of_swiss(7), TWO_ROUNDS, 3, 1)}
    floats = {number: [each.value for each in row.floats] for number, row in records.items()}
    assert floats[7] == ["down", "down"]
    assert floats[2] == ["none", "up"]
    assert floats[3] == ["none", "none"]
    assert floats[6] == ["none", "down"]
    assert [each.number for each in records.values()] == [1, 2, 3, 5, 6, 7, 4]


def test_in_a_hunt_both_games_count_and_sides_do_not() -> None:
    """Four halves of a point are a whole pairing, and so is a rest; one game that is given away is a game."""
    pairing, other = Pairing(1, 0, 1, 2), Pairing(1, 1, 3, 4)
    games = [
        TournamentGame(pairing, 0, played=(2, 0)),
        TournamentGame(pairing, 1, awarded=(2, 0)),
        TournamentGame(other, 0, awarded=(0, 2)),
        TournamentGame(other, 1, awarded=(0, 2)),
        TournamentGame(Pairing(1, 2, 5, None), 0),
    ]
    records = swiss_records(entrants_of_swiss(5), games, 2, 2)
    assert [(each.number, each.halves, each.may_not_rest) for each in records] == [
        (1, 4, False),
        (4, 4, True),
        (5, 4, True),
        (2, 0, False),
        (3, 0, False),
    ]
    assert {each.sides for each in records} == {()}
    # 4 and 5 have got their points without playing, so it is for 1 to meet somebody who has fewer.
    assert pairs(swiss_round(entrants_of_swiss(5), games, 2, 4, 2)) == [(5, 4), (1, 3), (2, None)]
