"""The ladder of a chat: rungs without gaps, and no change of place that no row explains."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.happening import Happening
from bot.matches.ladder import (
    LEAVING,
    BrokenLadder,
    ChallengeOutcome,
    RungCause,
    RungChange,
    applied,
    decided,
    joined,
    left,
    outcome_of,
    reachable,
    sunk,
)
from bot.matches.match import Match
from bot.matches.status import Status
from engine.game import Game
from tests.bot.kit import DAM_8, Clock
from tests.bot.matches.timed_matches import ADI, HOUR, NOW, SITI, begun, moved

LADDER = ["a", "b", "c", "d", "e"]
WON, HELD, UNANSWERED, VOID = ChallengeOutcome


def after(outcome: ChallengeOutcome, challenger: str, challenged: str) -> str:
    """The ladder after a challenge."""
    rungs = [(each, LADDER.index(each) + 1) for each in (challenger, challenged)]
    change = decided(outcome, *rungs)
    return "".join(applied(LADDER, change) if change else LADDER)


def test_the_winner_takes_the_rung_and_those_between_move_one_down() -> None:
    assert after(WON, "d", "a") == "dabce"
    assert after(WON, "b", "a") == "bacde"
    assert after(HELD, "d", "a") == after(VOID, "d", "a") == "abcde"


def test_who_does_not_answer_changes_places_with_who_has_asked() -> None:
    assert after(UNANSWERED, "d", "a") == "dbcae"


def test_nothing_changes_where_the_challenger_stands_higher_by_now_or_one_of_them_has_left() -> None:
    assert after(WON, "a", "c") == "abcde"
    assert decided(WON, ("d", None), ("a", 1)) is None
    assert decided(UNANSWERED, ("d", 4), ("a", None)) is None


def test_three_above_can_be_challenged_and_who_is_away_is_passed_over() -> None:
    away = {"f", "c"}
    assert reachable((each, each in away) for each in "gfedcba") == ("g", "e", "d")
    assert reachable([("a", True)]) == ()


@pytest.mark.parametrize(
    "change",
    [
        RungChange(RungCause.JOINED, "a", None, 6),
        RungChange(RungCause.JOINED, "f", None, 8),
        RungChange(RungCause.LEFT, "a", 2, None),
        RungChange(RungCause.LEFT, "a", 1, 2),
        RungChange(RungCause.WON, "b", 2, 4, "d"),
        RungChange(RungCause.WON, "d", 4, 2, "c"),
        RungChange(RungCause.SANK, "a", 1, 3, "c"),
        RungChange(RungCause.SANK, "e", 5, 6, "f"),
        RungChange(RungCause.UNANSWERED, "a", 1, 2, "b"),
        RungChange(RungCause.BECAME, "a", 1, 1, "b"),
    ],
    ids=str,
)
def test_a_change_that_does_not_fit_is_refused(change: RungChange) -> None:
    with pytest.raises(BrokenLadder):
        applied(LADDER, change)


@given(st.data())
def test_rungs_are_without_gaps_and_only_those_between_two_rungs_move(data: st.DataObject) -> None:
    """The law of all changes: nobody stands twice or is lost, and whom a change does not touch stays where they are."""
    order: list[str] = []
    changes: list[RungChange] = []
    for number in range(data.draw(st.integers(1, 30))):
        change = data.draw(st.sampled_from(possible(order, f"p{number}")))
        before, order = order, applied(order, change)
        changes.append(change)
        assert len(set(order)) == len(order)
        gone = {change.player} if change.cause in (*LEAVING, RungCause.BECAME) else set()
        come = (
            {change.player} if change.before is None else {change.other} if change.cause is RungCause.BECAME else set()
        )
        assert set(order) == (set(before) - gone) | come
        ends = [rung for rung in (change.before, change.after) if rung is not None]
        low = max(ends) if len(ends) == 2 else max(len(before), len(order))
        for rung, player in enumerate(before, 1):
            if not min(ends) <= rung <= low:
                assert order[rung - 1] == player
            elif player in order and player not in (change.player, change.other):
                assert abs(order.index(player) + 1 - rung) <= 1, "one place at most"
    again: list[str] = []
    for change in changes:
        again = applied(again, change)
    assert again == order


def possible(order: list[str], new: str) -> list[RungChange]:
    """All that may happen to a ladder next."""
    found = [joined(new, len(order))]
    rungs = [(player, rung) for rung, player in enumerate(order, 1)]
    for player, rung in rungs:
        found += [left(player, rung, cause) for cause in LEAVING]
        found.append(RungChange(RungCause.BECAME, player, rung, rung, new))
        found.append(RungChange(RungCause.RESTORED, new, None, rung))
        if rung < len(order):
            found.append(sunk(player, rung, order[rung]))
        for other in rungs:
            for outcome in ChallengeOutcome:
                if other[1] < rung and (change := decided(outcome, (player, rung), other)):
                    found.append(change)
    return found


def match_at(status: Status, actor: str | None = None, happened: Happening = Happening.CALLED_OFF) -> Match:
    """A match to which *adi* has challenged *siti*, who moves first."""
    now = Clock().now
    match = Match.invite("K7QM", Game.begin(DAM_8), "adi", now, "siti", None, 1).accept("siti", 0, now)
    return replace(match, status=status, actor=actor, happened=happened)


@pytest.mark.parametrize(
    ("match", "outcome"),
    [
        (match_at(Status.DECLINED, "siti"), UNANSWERED),
        (match_at(Status.EXPIRED), UNANSWERED),
        (match_at(Status.WITHDRAWN, "adi"), VOID),
        (match_at(Status.CALLED_OFF, "siti"), UNANSWERED),
        (match_at(Status.CALLED_OFF, "adi"), VOID),
        (match_at(Status.CALLED_OFF), UNANSWERED),
        (match_at(Status.CALLED_OFF, None, Happening.RULED), VOID),
        (match_at(Status.PLAYING).resign("siti", Clock().now), WON),
        (match_at(Status.PLAYING).resign("adi", Clock().now), HELD),
    ],
    ids=lambda each: each.status.value if isinstance(each, Match) else each.value,
)
def test_how_a_challenge_ends_follows_from_its_match(match: Match, outcome: ChallengeOutcome) -> None:
    assert outcome_of(match, "adi") is outcome


def test_who_calls_it_off_because_the_other_is_late_loses_no_rung() -> None:
    for match in (begun(), moved(moved(begun(), NOW), NOW)):
        off = match.call_off_late(SITI, NOW + 96 * HOUR)
        assert outcome_of(off, ADI) is outcome_of(off, SITI) is VOID


def test_a_draw_leaves_the_rung_to_the_one_challenged() -> None:
    now = Clock().now
    drawn = match_at(Status.PLAYING).offer_draw("adi", now).answer_draw("siti", True, now)
    assert outcome_of(drawn, "adi") is HELD
