"""Duplicate: who is a pair, what is due, and match points as another way of counting gives them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from random import Random

import pytest

from bot.matches.duplicate import (
    DUPLICATE_GAMES,
    POSITIONS,
    DuplicateEntrant,
    DuplicateGame,
    DuplicateStep,
    end_of,
    game_of_week,
    match_points,
    mean_of,
    next_of_duplicate,
    sittings_of,
    standing_of,
    week_of,
)
from bot.matches.status import Status
from engine.games import find_ruleset
from engine.ruleset import Family

NOW = datetime(2026, 12, 2, tzinfo=UTC)


def entrant(number: int, pair: int | None = None, *, left: bool = False, player: str = "") -> DuplicateEntrant:
    return DuplicateEntrant(number, player or f"p{number}", NOW, pair, left)


def table(pair: int, position: int, status: Status | None = Status.OVER) -> list[DuplicateGame]:
    """Both games of a pair of the numbers 2 * pair - 1 and 2 * pair."""
    one, other = 2 * pair - 1, 2 * pair
    match = None if status is None else f"M{pair}{position}"
    return [
        DuplicateGame(pair, position, leg, first, second, match and f"{match}{leg}", status=status)
        for leg, (first, second) in enumerate(((one, other), (other, one)))
    ]


def test_those_who_wait_are_pairs_in_the_order_in_which_they_came() -> None:
    waiting = [entrant(1), entrant(2), entrant(3, left=True), entrant(4), entrant(5), entrant(6)]
    assert next_of_duplicate(waiting, [], ()).pairs == ((1, 2), (4, 5))
    assert next_of_duplicate(waiting, [], {frozenset(("p1", "p2"))}).pairs == ((1, 4), (2, 5))
    assert next_of_duplicate([entrant(1, player="adi"), entrant(2, player="adi")], [], ()) == DuplicateStep()


def test_the_next_position_opens_once_both_matches_are_over() -> None:
    two = [entrant(1, 1), entrant(2, 1)]
    assert next_of_duplicate(two, [], ()).positions == ((1, 0, 1, 2),)
    half = [*table(1, 0)[:1], *table(1, 0, Status.PLAYING)[1:]]
    assert next_of_duplicate(two, half, ()).is_none
    assert next_of_duplicate(two, table(1, 0, None), ()).is_none, "what is to be opened is awaited"
    called_off = [*table(1, 0)[:1], *table(1, 0, Status.CALLED_OFF)[1:]]
    assert next_of_duplicate(two, called_off, ()).positions == ((1, 1, 1, 2),)
    every = [game for position in range(POSITIONS) for game in table(1, position)]
    assert next_of_duplicate(two, every, ()).is_none


def test_whoever_has_lost_a_partner_waits_for_one_who_has_seen_as_much() -> None:
    entrants = [entrant(1, 1, left=True), entrant(2, 1), entrant(3), entrant(4, 2), entrant(5, 3, left=True)]
    under_way = table(1, 0, Status.PLAYING)
    step = next_of_duplicate(entrants, under_way, ())
    assert (step.ends, step.parted, step.pairs) == (tuple(under_way), (2, 4), ())
    after = [replace(each, pair=None) if each.number in step.parted else each for each in entrants]
    ended = table(1, 0, Status.CALLED_OFF)
    assert next_of_duplicate(after, ended, ()).pairs == ((3, 4),), "the second has seen the first position"
    # The third and the fourth have played as far as the second has.
    after = [replace(each, pair=2) if each.number in (3, 4) else each for each in after]
    assert next_of_duplicate([*after[:3], replace(after[3], left=True)], [*ended, *table(2, 0)], ()).parted == (3,)
    alone = [*after[:2], replace(after[2], pair=None), replace(after[3], left=True)]
    assert next_of_duplicate(alone, [*ended, *table(2, 0)], ()).pairs == ((2, 3),)


def test_one_who_has_become_their_own_partner_waits_again() -> None:
    two = [entrant(1, 1, player="adi"), entrant(2, 1, player="adi")]
    step = next_of_duplicate(two, table(1, 0, Status.PLAYING), ())
    assert (len(step.ends), step.parted) == (2, (1, 2))


@pytest.mark.parametrize(
    ("moment", "week"),
    [
        (datetime(2026, 11, 29, 23, 59, 59, tzinfo=UTC), "2026-W48"),
        (datetime(2026, 11, 30, tzinfo=UTC), "2026-W49"),
        (datetime(2027, 1, 3, 12, tzinfo=UTC), "2026-W53"),
        (datetime(2027, 1, 4, tzinfo=UTC), "2027-W01"),
    ],
)
def test_weeks_begin_on_mondays_and_one_follows_the_other(moment: datetime, week: str) -> None:
    assert week_of(moment) == week
    assert timedelta() < end_of(week) - moment <= timedelta(days=7)
    assert week_of(end_of(week)) != week == week_of(end_of(week) - timedelta(microseconds=1))


def test_each_game_has_its_turn_and_its_sides_are_alike() -> None:
    weeks = [week_of(NOW + timedelta(days=7 * number)) for number in range(60)]
    games = [game_of_week(week) for week in weeks]
    assert all(set(games[at : at + len(DUPLICATE_GAMES)]) == {*DUPLICATE_GAMES} for at in range(56))
    assert not any(find_ruleset(key).family is Family.HUNT for key in DUPLICATE_GAMES)


def played_week(chance: Random, chats: int = 12) -> list[tuple[str, DuplicateGame]]:
    """The games of chats of 2 to 10 people, whose pairs have come to different positions."""
    games = []
    for chat in range(chats):
        for pair in range(1, chance.randrange(2, 11) // 2 + 1):
            for position in range(chance.randrange(POSITIONS + 1)):
                for game in table(pair, position):
                    worth = chance.choice((0, 1, 2, 2, None))
                    games.append((f"chat {chat}", replace(game, worth=worth)))
    return games


def counted_otherwise(games: list[tuple[str, DuplicateGame]]) -> dict[tuple[str, int], tuple[int, int]]:
    """Match points by comparing everybody with everybody, one after another, in whole points of each of the two."""
    cards: dict[tuple[str, int], dict[str, float]] = {}
    for chat, game in games:
        if game.worth is not None:
            label = f"board {game.position}"
            cards.setdefault((chat, game.first), {})[f"{label} upper"] = game.worth / 2
            cards.setdefault((chat, game.second), {})[f"{label} lower"] = 1 - game.worth / 2
    told = {}
    for me, mine in cards.items():
        got = most = 0
        for other, theirs in cards.items():
            if me == other:
                continue
            for board in mine.keys() & theirs.keys():
                most += 2
                got += 1 + (mine[board] > theirs[board]) - (mine[board] < theirs[board])
        told[me] = (got, most)
    return told


@pytest.mark.parametrize("seed", range(25))
def test_match_points_are_those_that_another_way_of_counting_gives(seed: int) -> None:
    games = played_week(Random(seed))
    points = match_points(sittings_of(games))
    wanted = counted_otherwise(games)
    assert {who: (each.made, each.possible) for who, each in points.items()} == wanted
    standing = standing_of(games)
    for (chat, number), place in standing.places.items():
        got, most = wanted[chat, number]
        ahead = [who for who, (g, m) in wanted.items() if who[0] == chat and m and g * most > got * m]
        assert place == len(ahead) + 1
    means = {}
    for chat in {who[0] for who in wanted}:
        shares = [Fraction(g, m) for who, (g, m) in wanted.items() if who[0] == chat and m]
        if len(shares) > 3:
            means[chat] = sum(shares) / len(shares)
    ranked = sorted(means.values(), reverse=True)
    assert standing.chats == {chat: ranked.index(mean) + 1 for chat, mean in means.items()}
    assert seed > 0 or (len(means) > 3 and len(means) < 12), "chats with enough people, and others"


def test_whoever_sat_alone_is_compared_with_nobody() -> None:
    games = [("chat", replace(each, worth=2)) for each in table(1, 0)[:1]]
    standing = standing_of(games)
    assert [each.share for each in standing.points.values()] == [None, None]
    assert (standing.places, standing.chats, mean_of(standing.points.values())) == ({}, {}, None)
