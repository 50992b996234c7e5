"""A knockout: the seeded bracket, the rounds that follow, and who goes on."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.bracket import DueRematch, GoesOn, decided, first_round, next_round, rounds_of
from bot.matches.tournament import Halves, Pairing, TournamentGame

WON, DRAWN, LOST = (2, 0), (1, 1), (0, 2)
COUNTS = range(2, 33)
BETTER, WORSE = 3, 6
PAIRING = Pairing(1, 3, BETTER, WORSE)


def shown(pairings: tuple[Pairing, ...]) -> list[tuple[int, int, int | None]]:
    return [(each.board, each.first, each.second) for each in pairings]


def test_the_best_meets_the_last_and_free_places_are_those_of_the_last() -> None:
    assert shown(first_round(8)) == [(0, 1, 8), (1, 4, 5), (2, 2, 7), (3, 3, 6)]
    assert shown(first_round(5)) == [(0, 1, None), (1, 4, 5), (2, 2, None), (3, 3, None)]


@pytest.mark.parametrize("count", COUNTS)
def test_where_the_better_seed_always_wins_the_best_are_left_in_each_round(count: int) -> None:
    """So that no two of the best two, four, eight meet before as few are left."""
    rounds = [first_round(count)]
    for left in range(rounds_of(count), 0, -1):
        pairings = rounds[-1]
        seated = [each for pairing in pairings for each in (pairing.first, pairing.second) if each is not None]
        assert sorted(seated) == list(range(1, min(count, 2**left) + 1))
        assert [each.board for each in pairings] == list(range(2 ** (left - 1)))
        assert {each.round for each in pairings} == {len(rounds)}
        rounds.append(next_round(rounds, {each.board: min(each.first, each.second or count) for each in pairings}))
    assert rounds.pop() == ()
    rest = sorted(each.first for each in rounds[0] if each.second is None)
    assert rest == list(range(1, 2 ** len(rounds) - count + 1))
    assert all(each.second is not None for pairings in rounds[1:] for each in pairings)


@given(st.integers(2, 32), st.data())
def test_whoever_is_out_plays_no_more_and_each_board_is_fed_by_two(count: int, data: st.DataObject) -> None:
    rounds = [first_round(count)]
    while True:
        # Some win, and from some boards nobody comes.
        comes = {
            each.board: data.draw(st.sampled_from([each.first, each.second, None, each.first])) for each in rounds[-1]
        }
        winners = {board: each for board, each in comes.items() if each is not None}
        following = next_round(rounds, winners)
        if not following:
            break
        seated = {each.board: {each.first, each.second} - {None} for each in following}
        fed = {board: {winners.get(2 * board), winners.get(2 * board + 1)} - {None} for board in seated}
        assert seated == fed
        assert sum(map(len, seated.values())) == len(winners)
        rounds.append(following)
    assert len(rounds) <= rounds_of(count)


def test_the_first_side_has_whoever_had_it_less_often_else_the_better_seed() -> None:
    opened = first_round(8)
    semifinals = next_round([opened], {0: 1, 1: 5, 2: 2, 3: 3})
    assert shown(semifinals) == [(0, 5, 1), (1, 2, 3)]
    # 5 and 3 had it once, though in different rounds; 2 had it in both.
    assert shown(next_round([opened, semifinals], {0: 5, 1: 3})) == [(0, 3, 5)]
    assert shown(next_round([opened, semifinals], {0: 5, 1: 2})) == [(0, 5, 2)]


def test_a_rest_is_no_first_side() -> None:
    assert shown(next_round([first_round(5)], {0: 1, 1: 5, 2: 2, 3: 3})) == [(0, 1, 5), (1, 2, 3)]


def test_where_nobody_comes_from_a_board_the_other_rests_and_from_neither_there_is_no_board() -> None:
    opened = first_round(16)
    quarterfinals = next_round([opened], {0: 1, 6: 3, 7: 6})
    assert shown(quarterfinals) == [(0, 1, None), (3, 3, 6)]
    semifinals = next_round([opened, quarterfinals], {0: 1, 3: 6})
    assert shown(semifinals) == [(0, 1, None), (1, 6, None)]
    assert next_round([opened, quarterfinals], {}) == ()


def games(*worth: Halves | None) -> list[TournamentGame]:
    """The games of the pairing, leg by leg, with what they are worth."""
    return [TournamentGame(PAIRING, leg, played=each) for leg, each in enumerate(worth)]


@pytest.mark.parametrize(
    ("legs", "worth", "end"),
    [
        (1, [None], None),
        (1, [WON], GoesOn(BETTER)),
        (1, [LOST], GoesOn(WORSE)),
        (1, [DRAWN], DueRematch((1,))),
        (1, [DRAWN, None], None),
        (1, [DRAWN, LOST], GoesOn(WORSE)),
        (1, [DRAWN, DRAWN], GoesOn(BETTER)),
        (2, [WON], None),
        (2, [WON, None], None),
        (2, [WON, DRAWN], GoesOn(BETTER)),
        (2, [WON, LOST], DueRematch((2, 3))),
        (2, [DRAWN, DRAWN], DueRematch((2, 3))),
        (2, [DRAWN, DRAWN, LOST], None),
        (2, [DRAWN, DRAWN, LOST, None], None),
        (2, [WON, LOST, LOST, DRAWN], GoesOn(WORSE)),
        (2, [WON, LOST, LOST, WON], GoesOn(BETTER)),
    ],
)
def test_more_points_decide_then_one_rematch_then_the_better_seed(
    legs: int, worth: list[Halves | None], end: GoesOn | DueRematch | None
) -> None:
    assert decided(PAIRING, games(*worth), legs) == end


def test_the_better_seed_is_the_lower_number_on_either_side() -> None:
    turned = Pairing(2, 0, WORSE, BETTER)
    equal = [TournamentGame(turned, leg, played=DRAWN) for leg in (0, 1)]
    assert decided(turned, equal, 1) == GoesOn(BETTER)


def test_in_the_rematch_the_sides_are_swapped_against_the_last_games() -> None:
    """Sides are swapped in each second leg."""
    for legs in (1, 2, 3):
        rematch = decided(PAIRING, games(*[DRAWN] * legs), legs)
        assert isinstance(rematch, DueRematch)
        assert len(rematch.legs) == legs
        assert rematch.legs[0] % 2 != (legs - 1) % 2


@pytest.mark.parametrize(
    ("worth", "withdrawn", "end"),
    [
        ([None, None], {BETTER}, GoesOn(WORSE)),
        ([WON, None], {BETTER}, GoesOn(WORSE)),
        ([WON, LOST], {WORSE}, GoesOn(BETTER)),
        ([DRAWN, DRAWN, DRAWN, DRAWN], {BETTER}, GoesOn(WORSE)),
        ([WON, WON], {BETTER}, GoesOn(BETTER)),
        ([WON, WON], {BETTER, WORSE}, GoesOn(BETTER)),
        ([None, None], {BETTER, WORSE}, GoesOn(None)),
        ([], {WORSE, 1}, GoesOn(BETTER)),
        ([None, None], {1}, None),
    ],
)
def test_who_withdraws_before_a_pairing_is_decided_loses_it(
    worth: list[Halves | None], withdrawn: set[int], end: GoesOn | None
) -> None:
    assert decided(PAIRING, games(*worth), 2, withdrawn) == end


def test_whoever_rests_goes_on_unless_they_withdraw() -> None:
    rests = Pairing(1, 0, 1, None)
    assert decided(rests, [], 2) == GoesOn(1)
    assert decided(rests, [], 2, {1}) == GoesOn(None)


def test_games_of_others_and_those_begun_anew_decide_nothing() -> None:
    other = TournamentGame(Pairing(1, 2, 4, 5), 0, played=WON)
    anew = TournamentGame(PAIRING, 0, attempt=1, played=LOST)
    assert decided(PAIRING, [anew, other, *games(WON)], 1) == GoesOn(WORSE)


def test_all_games_of_a_bracket_are_one_fewer_than_its_people() -> None:
    for count in COUNTS:
        rounds = [first_round(count)]
        while rounds[-1]:
            rounds.append(next_round(rounds, {each.board: each.second or each.first for each in rounds[-1]}))
        lost = Counter(each.first for pairings in rounds for each in pairings if each.second is not None)
        assert set(lost.values()) == {1}
        assert lost.total() == count - 1
