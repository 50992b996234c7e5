"""The cross table of a round robin: points, tie-breaks, places, and those who have withdrawn."""

import re
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.crosstable import CrossTable, cross_table
from bot.matches.tournament import Entrant, Halves, Pairing, TournamentGame
from bot.matches.withdrawal import annulled, awards
from tests.bot.matches.timed_matches import NOW

RESULT = re.compile(r"(\d)([>=?])(\d)")
WORTH: dict[str, Halves | None] = {">": (2, 0), "=": (1, 1), "?": None}


def games(text: str, leg: int = 0) -> list[TournamentGame]:
    """Games from their results: ``1>2 1=3 2?3`` is a win of 1, a draw, and a game that is not over."""
    found = [(int(first), WORTH[sign], int(second)) for first, sign, second in RESULT.findall(text)]
    return [TournamentGame(Pairing(1, 10 * a + b, a, b), leg, played=worth) for a, worth, b in found]


def entrants(count: int, withdrawn: Collection[int] = ()) -> list[Entrant]:
    return [Entrant(f"p{each}", NOW, each, withdrawn=each in withdrawn) for each in range(1, count + 1)]


def table(count: int, text: str) -> CrossTable:
    """The table of so many, who meet once, by the results of their games."""
    return cross_table(entrants(count), games(text), 1)


def places(shown: CrossTable) -> list[tuple[int, int | None]]:
    return [(row.number, row.place) for row in shown.rows]


def test_a_row_has_points_and_what_was_got_from_each_in_each_leg() -> None:
    shown = cross_table(entrants(3), [*games("1>2 1=3 2?3"), *games("2>1 3?1", leg=1)], 2)
    assert [(row.number, row.points, row.cells) for row in shown.rows] == [
        (1, 3, {2: (2, 0), 3: (1, None)}),
        (2, 2, {1: (0, 2), 3: (None, None)}),
        (3, 1, {1: (1, None), 2: (None, None)}),
    ]
    assert not shown.over
    assert shown.winners == ()


def test_a_match_begun_anew_and_an_award_stand_in_place_of_what_was_before() -> None:
    [won, lost, drawn] = games("1>2 3>1 2=3")
    before = replace(won, played=(0, 2))
    shown = cross_table(entrants(3), [replace(won, attempt=1), before, replace(lost, awarded=(1, 1)), drawn], 1)
    assert [(row.number, row.points) for row in shown.rows] == [(1, 3), (3, 2), (2, 1)]
    assert shown.over
    assert shown.winners == (1,)


def test_nobody_has_won_before_every_game_is_there() -> None:
    assert table(3, "1>2 1>3").winners == ()
    assert table(3, "1>2 1>3 2>3").winners == (1,)


def test_points_then_the_direct_encounter() -> None:
    """Article 6: 4 has beaten 1, while 2 has drawn with 3."""
    shown = table(5, "4>1 1>2 1>3 1=5 2>4 4>3 4=5 5>2 3>5 2=3")
    assert places(shown) == [(4, 1), (1, 2), (5, 3), (2, 4), (3, 5)]
    assert [row.direct for row in shown.rows] == [2, 0, None, 1, 1]


def test_those_whom_the_encounter_leaves_tied_are_compared_by_it_anew() -> None:
    """Article 6.2: of four with as many points, 5 and 4 are ahead, and so is 5 of 4, who are equal in all else."""
    shown = table(6, "5>4 5>3 2>5 4>3 4>2 3>2 6>5 6>4 3>6 2>6 1=5 1=4 1=3 1=2 6>1")
    assert [(row.number, row.place, row.points, row.direct) for row in shown.rows] == [
        (6, 1, 6, None),
        (5, 2, 5, 4),
        (4, 3, 5, 4),
        (3, 4, 5, 2),
        (2, 5, 5, 2),
        (1, 6, 4, None),
    ]
    rows = {row.number: row for row in shown.rows}
    assert rows[5].sonneborn_berger == rows[4].sonneborn_berger
    assert rows[5].wins == rows[4].wins


def test_sonneborn_berger_parts_those_who_drew() -> None:
    """Article 9.1: 2 has beaten the best and 1 the last."""
    shown = table(4, "1=2 2>3 4>2 1>4 3>1 3>4")
    assert [(row.number, row.place, row.points, row.sonneborn_berger) for row in shown.rows] == [
        (3, 1, 4, 10),
        (2, 2, 3, 11),
        (1, 3, 3, 7),
        (4, 4, 2, 6),
    ]


def test_the_encounter_says_nothing_where_they_have_not_all_met() -> None:
    """1 has beaten 2, but neither has met 3; by Sonneborn-Berger 2 is ahead, who has beaten the best."""
    shown = table(6, "1>2 2>5 3>4 5>4 5=6 1?3 2?3")
    assert places(shown) == [(5, 1), (2, 2), (1, 3), (3, 4), (6, 5), (4, 6)]
    assert {row.direct for row in shown.rows} == {None}


def test_then_more_wins_and_who_is_equal_shares_a_place() -> None:
    """Article 7.1: 1 has as many points as the others by draws alone."""
    shown = table(4, "1=2 1=3 1=4 2>3 3>4 4>2")
    assert places(shown) == [(2, 1), (3, 1), (4, 1), (1, 4)]
    assert {row.points for row in shown.rows} == {3}
    assert {row.sonneborn_berger for row in shown.rows} == {9}
    assert [row.wins for row in shown.rows] == [1, 1, 1, 0]
    assert shown.winners == (2, 3, 4)


def withdraws(number: int, count: int, played: list[TournamentGame]) -> CrossTable:
    """The table once somebody has withdrawn, and the games that are left have been awarded."""
    changed = {(each.pairing, each.leg): each for each in awards(played, {number})}
    return cross_table(entrants(count, {number}), [changed.get((each.pairing, each.leg), each) for each in played], 1)


def test_who_withdraws_before_half_of_their_games_counts_for_nobody_and_is_shown() -> None:
    """One of four games: the FIDE Handbook, C.05, article 6.6."""
    shown = withdraws(5, 5, games("5>1 5?2 3?5 5?4 1>2 2>3 3>4 1>4 2>4 1>3"))
    assert places(shown) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, None)]
    assert [row.points for row in shown.rows] == [6, 4, 2, 0, 0]
    assert [row.wins for row in shown.rows] == [3, 2, 1, 0, 0]
    assert [row.sonneborn_berger for row in shown.rows] == [12, 4, 0, 0, 0]
    assert shown.rows[-1].cells == {1: (2,), 2: (0,), 3: (0,), 4: (0,)}
    assert shown.rows[0].cells[5] == (0,)
    assert shown.over
    assert shown.winners == (1,)


def test_who_withdraws_after_half_of_their_games_loses_the_rest() -> None:
    """Two of four games: the FIDE Handbook, C.05, article 6.6."""
    shown = withdraws(5, 5, games("5>1 5>2 3?5 5?4 1>2 2>3 3>4 1>4 2>4 1>3"))
    assert [(row.number, row.points) for row in shown.rows] == [(1, 6), (5, 4), (2, 4), (3, 4), (4, 2)]
    assert shown.over


def test_a_game_lost_by_an_award_was_not_completed_but_one_got_by_it_was() -> None:
    """One of four was played."""
    others = [*games("1>2"), *awards(games("1?3 1?5"), {1})]
    assert annulled(entrants(5, {1}), [*others, *awards(games("4?1"), {1})], 1) == {1}
    assert annulled(entrants(5, {1}), [*others, *awards(games("4?1"), {4})], 1) == set()
    assert annulled(entrants(5), others, 1) == set()


def test_games_that_are_left_go_to_the_opponent_and_between_two_who_withdrew_to_neither() -> None:
    left = games("1>2 1?3 4?1 3?4 2?4")
    assert [(each.pairing.first, each.pairing.second, each.awarded) for each in awards(left, {1, 3})] == [
        (1, 3, (0, 0)),
        (3, 4, (0, 2)),
        (4, 1, (2, 0)),
    ]


Tournament = tuple[int, int, list[TournamentGame]]
"""The people, the legs, and the games."""


@st.composite
def tournaments(draw: st.DrawFn, signs: str = ">=?") -> Tournament:
    """Games of up to seven people, some of which are not over."""
    count, legs = draw(st.integers(3, 7)), draw(st.integers(1, 2))
    played = [
        game
        for (one, other), leg in product(combinations(range(1, count + 1), 2), range(legs))
        for first, second in [draw(st.sampled_from([(one, other), (other, one)]))]
        for game in games(f"{first}{draw(st.sampled_from(signs))}{second}", leg)
    ]
    return count, legs, played


def points_of(number: int, played: list[TournamentGame]) -> Fraction:
    """A whole point for a win, a half for a draw."""
    won = [each for each in played if winner(each) == number]
    drawn = [each for each in played if each.worth == (1, 1) and number in sides(each)]
    return len(won) + Fraction(len(drawn), 2)


def sides(game: TournamentGame) -> tuple[int, int]:
    assert game.pairing.second is not None
    return game.pairing.first, game.pairing.second


def winner(game: TournamentGame) -> int | None:
    return sides(game)[game.worth.index(2)] if game.worth and 2 in game.worth else None


@given(tournaments(), st.sets(st.integers(1, 7), max_size=2))
def test_points_and_sonneborn_berger_are_those_of_a_count_by_hand(drawn: Tournament, withdrawn: set[int]) -> None:
    """All the points of whom one has beaten, and half of those of whom one has drawn with, without those who withdrew
    before they had played half of their games.
    """
    count, legs, played = drawn
    finished = {
        number: sum(each.worth is not None for each in played if number in sides(each))
        for number in range(1, count + 1)
    }
    out = {each for each, number in finished.items() if each in withdrawn and 2 * number < legs * (count - 1)}
    counted = [each for each in played if not out.intersection(sides(each))]
    shown = cross_table(entrants(count, withdrawn), played, legs)
    assert {row.number for row in shown.rows if row.place is None} == out
    for row in shown.rows:
        if row.place is None:
            continue
        beaten = [other for each in counted for other in sides(each) if winner(each) == row.number != other]
        drew = [each for each in counted if each.worth == (1, 1) and row.number in sides(each)]
        met = [other for each in drew for other in sides(each) if other != row.number]
        by_hand = sum(points_of(other, counted) for other in beaten) + sum(points_of(each, counted) for each in met) / 2
        assert Fraction(row.points, 2) == points_of(row.number, counted)
        assert Fraction(row.sonneborn_berger, 4) == by_hand
        assert row.wins == len(beaten)


@given(tournaments(">="))
def test_places_follow_points_then_encounters_and_are_shared_by_equals_only(drawn: Tournament) -> None:
    count, legs, played = drawn
    shown = cross_table(entrants(count), played, legs)
    assert shown.over
    assert sorted(row.number for row in shown.rows) == list(range(1, count + 1))
    assert sum(row.points for row in shown.rows) == legs * count * (count - 1)
    for at, (upper, lower) in enumerate(pairwise(shown.rows), 1):
        assert upper.points >= lower.points
        assert lower.place in (upper.place, at + 1)
        if upper.points == lower.points:
            assert upper.direct is not None
            assert lower.direct is not None
            assert upper.direct >= lower.direct
        if upper.place == lower.place:
            assert upper.direct == lower.direct
            assert (upper.sonneborn_berger, upper.wins) == (lower.sonneborn_berger, lower.wins)


@given(tournaments(">="))
def test_of_two_with_as_many_points_as_nobody_else_has_the_winner_of_their_games_is_ahead(drawn: Tournament) -> None:
    count, legs, played = drawn
    shown = cross_table(entrants(count), played, legs)
    points = [row.points for row in shown.rows]
    for upper, lower in pairwise(shown.rows):
        if upper.points == lower.points and points.count(upper.points) == 2:
            assert sum(each or 0 for each in upper.cells[lower.number]) >= legs


@pytest.mark.parametrize("count", [3, 10])
def test_before_the_first_game_all_share_the_first_place(count: int) -> None:
    assert places(cross_table(entrants(count), [], 2)) == [(each, 1) for each in range(1, count + 1)]
