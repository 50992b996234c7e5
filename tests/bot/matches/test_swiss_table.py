"""The table of a Swiss tournament: points, tie-breaks, places, and rounds that were not played."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from bot.matches.swiss_record import SwissCell, SwissCellKind, swiss_cells
from bot.matches.swiss_table import SwissRow, by_encounters, swiss_rows, swiss_table
from bot.matches.tournament import Halves, Pairing, TournamentGame
from tests.bot.matches.swiss_tournaments import PlayedSwiss, entrants_of_swiss, played_swiss

RESULT = re.compile(r"(\d+)([>=?+x-])(\d*)")
PLAYED: dict[str, Halves] = {">": (2, 0), "=": (1, 1)}
GIVEN: dict[str, Halves] = {"+": (2, 0), "x": (0, 0)}


def rounds(*texts: str, leg: int = 0) -> list[TournamentGame]:
    """The games of some rounds: ``1>2 1=2 1?2`` is won, drawn, not over; ``1+2 1x2`` is given to the first, to neither;
    ``1-`` rests.
    """
    return [
        TournamentGame(
            Pairing(number, board, int(first), int(second) if second else None),
            leg,
            played=PLAYED.get(sign),
            awarded=GIVEN.get(sign),
        )
        for number, text in enumerate(texts, 1)
        for board, (first, sign, second) in enumerate(RESULT.findall(text))
    ]


def by_number(rows: Sequence[SwissRow]) -> dict[int, SwissRow]:
    return {row.number: row for row in rows}


def places(rows: Sequence[SwissRow]) -> list[tuple[int, int]]:
    return [(row.number, row.place) for row in rows]


def test_a_row_shows_each_round_with_the_opponent_the_side_and_what_was_got() -> None:
    rows = by_number(swiss_table(entrants_of_swiss(5, {5}), rounds("1>2 3+4 5-", "4=1 2?3"), 1))
    assert rows[1].cells == (
        SwissCell(SwissCellKind.PLAYED, 2, True, 2, 1),
        SwissCell(SwissCellKind.PLAYED, 4, False, 1, 0),
    )
    assert rows[4].cells == (
        SwissCell(SwissCellKind.FORFEIT, 3, False, 0, 0),
        SwissCell(SwissCellKind.PLAYED, 1, True, 1, 0),
    )
    assert rows[3].cells[1] == SwissCell(SwissCellKind.PLAYED, 2, False, None, 0)
    assert rows[5].cells == (
        SwissCell(SwissCellKind.BYE, None, None, 2, 1),
        SwissCell(SwissCellKind.MISSED, None, None, 0, 0),
    )
    assert [(row.number, row.points, row.wins) for row in rows.values()] == [
        (1, 3, 1),
        (5, 2, 1),
        (3, 2, 1),
        (4, 1, 0),
        (2, 0, 0),
    ]


def test_points_then_buchholz_without_the_least_opponent() -> None:
    """Articles 8.1 and 14.1: 1 and 2 have two points; of 1's opponents 3 is left, of 2's 4."""
    rows = swiss_table(entrants_of_swiss(6), rounds("1>6 2>5 3>4", "1>3 2>4 5=6"), 1)
    assert [(row.number, row.place, row.points, row.buchholz) for row in rows] == [
        (1, 1, 4, 2),
        (2, 2, 4, 1),
        (3, 3, 2, 4),
        (5, 4, 1, 4),
        (6, 4, 1, 4),
        (4, 6, 0, 4),
    ]


def test_somebody_who_rests_has_met_one_with_as_many_points_but_not_more_than_draws_would_give() -> None:
    """Article 16.4.2: of four rounds that is two points."""
    games = rounds("1- 2>3", "1>2 3-", "1>3 2-", "1?9")[:6]
    rows = by_number(swiss_table(entrants_of_swiss(3), games, 1))
    assert rows[1].points == 6
    # 3 of four halves are less than 1 has: the rest counts as three, beside 2 with 4 and 3 with 2.
    assert rows[1].buchholz == 3 + 4
    assert rows[1].sonneborn_berger == 2 * 3 + 2 * 4 + 2 * 2
    # 2 has four halves, and would have three by draws.
    assert rows[2].buchholz == 6 + 3
    assert rows[2].sonneborn_berger == 2 * 3 + 2 * 2


def test_a_game_that_was_given_is_one_against_somebody_with_no_more_points_than_the_opponent() -> None:
    """Article 16.4.1, and 16.5.1: who was not there has that round cut, however little another one is worth."""
    rows = by_number(swiss_table(entrants_of_swiss(4), rounds("1+2 3>4", "1>3 2>4", "4>1 2>3"), 1))
    assert [rows[each].points for each in (1, 2, 3, 4)] == [4, 4, 2, 2]
    assert rows[1].buchholz == 4 + 2 + 2 - 2
    assert rows[1].sonneborn_berger == 2 * 4 + 2 * 2
    assert rows[2].buchholz == 2 + 2
    assert rows[2].sonneborn_berger == 2 * 2 + 2 * 2


def test_the_rounds_after_a_withdrawal_are_draws_for_those_whom_they_met() -> None:
    """Article 16.3.2; for themselves they are nothing, and neither are those before somebody came."""
    games = rounds("1>2 3>4", "2>3 4=5", "2=5 3>4", "2>4 3=5")
    rows = by_number(swiss_table(entrants_of_swiss(5, {1}), games, 1))
    assert [rows[each].points for each in (1, 2, 3, 4, 5)] == [2, 5, 5, 1, 3]
    # 1 has two halves, and three for the rounds they missed.
    assert rows[2].buchholz == (2 + 3) + 5 + 3 + 1 - 1
    # 5 missed the first round only, so they count with three; cut is that round, with as much as they have.
    assert rows[4].buchholz == 5 + 3 + 5 + 5 - 3
    assert rows[5].buchholz == 1 + 5 + 5
    assert rows[1].buchholz == 5 + 2 + 2


def test_then_sonneborn_berger_and_then_who_has_beaten_the_other() -> None:
    """Articles 9.1 and 6: the four have won, lost and drawn a game, 3 and 4 with somebody better than 1 and 2 have."""
    games = rounds("1>2 4>3 7>9 8>10", "3>1 2>4", "1=5 2=6 3=7 4=8")
    rows = swiss_table(entrants_of_swiss(10), games, 1)[:4]
    assert {(row.points, row.buchholz) for row in rows} == {(3, 6)}
    assert [(row.number, row.place, row.sonneborn_berger) for row in rows] == [
        (4, 1, 9),
        (3, 2, 9),
        (1, 3, 7),
        (2, 4, 7),
    ]


@pytest.mark.parametrize(
    ("texts", "groups"),
    [
        (("1>2", "3>1", "2>3"), [[1, 2, 3]]),
        (("1>2", "1>3", "2>3"), [[1], [2], [3]]),
        (("1=2", "1>3", "2>3"), [[1, 2], [3]]),
        # 6.3: two of three games were played, and whoever won both is first whatever the third would be.
        (("3>1", "3>2"), [[3], [1, 2]]),
        # 1 could still be reached by 3, if 3 had beaten 2.
        (("1>2", "1=3"), [[1, 2, 3]]),
        (("1>2", "1+3"), [[1, 2, 3]]),
        # Of four, 1 has won all, 2 all the others, and 3 and 4 have not met.
        (("1>2", "1>3", "1>4", "2>3", "2>4"), [[1], [2], [3, 4]]),
        # Who is left over is compared anew: 3 beat 4, while 2, who met nobody but 1, is not behind anybody.
        (("1>2 3>4", "1>3", "1>4"), [[1], [2, 3, 4]]),
    ],
)
def test_the_encounter_parts_whom_it_can(texts: Sequence[str], groups: list[list[int]]) -> None:
    cells = swiss_cells(entrants_of_swiss(4), rounds(*texts), len(texts), 1)
    assert by_encounters(sorted({each for group in groups for each in group}), cells, 1) == groups


EXERCISE = """
9> 13= 2= 15> 4=
10> 7> 1= 16> 3=
11= 6> 8> 4= 2=
12> H 13> 3= 1=
13< 15< 11> 7= 10>
14< 3< U 10> 8>
15> 2< 16< 5= 11<
16= 14> 3< 13> 6<
1< 10< H 11- U
2< 9> 15< 6< 5<
3= 16< 5< 9+ 7>
4< U 14+ Z Z
5> 1= 4< 8< 14<
6> 8< 12- Z 13>
7< 5> 10> 1< 16<
8= 11> 7> 2< 15>
"""
"""The rounds of the players 1 to 16: an opponent, and a win, a draw or a loss; + and - are those of a game that was not
played, U is a rest, Z and H rounds that somebody missed, for nothing and for a half, as it does not exist in Papan.
"""
EXERCISE_CELLS = {">": (2, 1), "=": (1, 0), "<": (0, 0), "+": (2, 1), "-": (0, 0)}


def exercise_cell(text: str) -> SwissCell:
    if text == "U":
        return SwissCell(SwissCellKind.BYE, halves=2, wins=1)
    if text in "HZ":
        return SwissCell(SwissCellKind.MISSED, halves=int(text == "H"))
    kind = SwissCellKind.FORFEIT if text[-1] in "+-" else SwissCellKind.PLAYED
    return SwissCell(kind, int(text[:-1]), True, *EXERCISE_CELLS[text[-1]])


def test_a_published_exercise() -> None:
    """M. Held, Exercises in Tie-Breaking (FIDE Technical Commission), page 5, with the values of the edition of 2026 as
    Sharly Chess has them in its tests.
    """
    lines = enumerate(EXERCISE.split("\n")[1:-1], 1)
    cells = {number: tuple(exercise_cell(each) for each in line.split()) for number, line in lines}
    rows = by_number(swiss_rows(cells, 1))
    points = [3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5]
    assert [rows[each].points / 2 for each in range(1, 17)] == points
    sonneborn_berger = [8, 9.5, 10.5, 9.25, 4.25, 6, 3.25, 5.25, 2.25, 1.5, 4.75, 4, 4.25, 4.5, 3.5, 7.25]
    assert [rows[each].sonneborn_berger / 4 for each in range(1, 17)] == sonneborn_berger
    buchholz = {1: 11, 3: 13, 4: 11.5, 5: 7.5, 7: 12.5, 8: 12, 9: 7.5, 11: 11, 12: 9.5, 13: 12, 14: 9, 15: 11, 16: 11}
    assert {each: rows[each].buchholz / 2 for each in buchholz} == buchholz
    assert [rows[each].wins for each in range(1, 17)] == [2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3]


def points_by_hand(course: PlayedSwiss) -> dict[int, Fraction]:
    """A whole point for a win and for a rest, a half for a draw."""
    points = {each.number: Fraction(0) for each in course.entrants}
    for game in course.games:
        if game.pairing.second is None:
            points[game.pairing.first] += course.legs
        elif game.worth is not None:
            points[game.pairing.first] += Fraction(game.worth[0], 2)
            points[game.pairing.second] += Fraction(game.worth[1], 2)
    return points


@pytest.mark.parametrize(("seed", "legs"), [(1, 1), (2, 2), (3, 1)])
def test_sums_are_those_of_a_count_by_hand_where_everybody_played(seed: int, legs: int) -> None:
    course = played_swiss(seed, 10, legs, trouble=0)
    points = points_by_hand(course)
    for row in swiss_table(course.entrants, course.games, legs):
        met = [
            (other, got)
            for game in course.games
            if game.worth is not None and game.pairing.second is not None
            for mine, other, got in (
                (game.pairing.first, game.pairing.second, game.worth[0]),
                (game.pairing.second, game.pairing.first, game.worth[1]),
            )
            if mine == row.number
        ]
        opponents = [points[other] for other in {other for other, _ in met}]
        assert Fraction(row.points, 2) == points[row.number]
        assert Fraction(row.buchholz, 2) == sum(opponents) - min(opponents)
        assert Fraction(row.sonneborn_berger, 4) == sum(points[other] * got for other, got in met) / 2
        assert row.wins == sum(got == 2 for _, got in met)


@pytest.mark.parametrize("seed", range(4))
def test_places_follow_the_tie_breaks_and_are_shared_by_equals_only(seed: int) -> None:
    course = played_swiss(seed, 12, 1 + seed % 2)
    rows = swiss_table(course.entrants, course.games, course.legs)
    assert sorted(row.number for row in rows) == sorted(each.number for each in course.entrants)
    assert rows[0].place == 1
    for at, (upper, lower) in enumerate(pairwise(rows), 1):
        assert lower.place in (upper.place, at + 1)
        values = [(row.points, row.buchholz, row.sonneborn_berger) for row in (upper, lower)]
        assert values[0] >= values[1]
        if upper.place == lower.place:
            assert (values[0], upper.wins) == (values[1], lower.wins)
            assert upper.number < lower.number


def test_an_attempt_that_was_begun_anew_and_an_award_stand_in_place_of_what_was_before() -> None:
    (game,) = rounds("1>2")
    again = replace(game, attempt=1, played=(0, 2), awarded=(1, 1))
    rows = swiss_table(entrants_of_swiss(2), [again, game], 1)
    assert places(rows) == [(1, 1), (2, 1)]
    assert {row.points for row in rows} == {1}


def test_before_the_first_round_all_share_the_first_place() -> None:
    assert places(swiss_table(entrants_of_swiss(3), [], 1)) == [(1, 1), (2, 1), (3, 1)]
