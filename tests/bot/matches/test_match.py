"""The rights in a match. Pure: no database; time and chance are arguments."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches import refusals
from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.refusals import ActionRefused
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import Status
from bot.matches.terms import Terms
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.position import parse_position
from engine.ruleset import Ending

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SOON = NOW + timedelta(seconds=30)
LATER = NOW + timedelta(minutes=5)
DAM = find_ruleset("dam-8")


def invitation(**wanted: object) -> Match:
    return Match.invite("K7QM", Game.begin(DAM), "adi", NOW, **wanted)  # type: ignore[arg-type]


def playing(ruleset: object = DAM) -> Match:
    game = Game.begin(ruleset)  # type: ignore[arg-type]
    return Match.invite("K7QM", game, "adi", NOW, "siti", None, 0).accept("siti", 0, NOW)


def practice() -> Match:
    return Match.practise("K7QM", Game.begin(DAM), "adi", NOW)


def after(match: Match, plies: int, now: datetime = NOW) -> Match:
    for _ in range(plies):
        mover = match.seats[match.game.turn]
        assert mover is not None
        match = match.move(mover, match.game.legal_moves[0], match.game.ply, now)
    return match


def refuses(kind: type[ActionRefused], action: Callable[[], object], **facts: object) -> None:
    with pytest.raises(kind) as caught:
        action()
    assert type(caught.value) is kind
    assert {name: getattr(caught.value, name) for name in facts} == facts


def test_named_invitation_is_for_one_person() -> None:
    match = invitation(invited="siti", host_side=1)
    assert match.seats == (None, "adi")
    assert match.to_act == ("siti",)
    refuses(refusals.NotForYou, lambda: match.accept("tom", 0, NOW))
    refuses(refusals.OwnInvitation, lambda: match.accept("adi", 0, NOW))
    begun = match.accept("siti", 0, NOW)
    assert begun.seats == ("siti", "adi")
    assert begun.status is Status.PLAYING
    assert begun.version == match.version + 1
    assert begun.expires is None
    refuses(refusals.AlreadyTaken, lambda: begun.accept("siti", 0, NOW))


@pytest.mark.parametrize(("coin", "seats"), [(0, ("adi", "siti")), (1, ("siti", "adi"))])
def test_the_coin_seats_the_host(coin: int, seats: tuple[str, str]) -> None:
    assert invitation().accept("siti", coin, NOW).seats == seats


def test_open_invitation_lets_the_guest_choose_a_free_side_only() -> None:
    assert invitation().sit("siti", 0, NOW).seats == ("siti", "adi")
    refuses(refusals.AlreadyTaken, lambda: invitation(host_side=0).sit("siti", 0, NOW))
    assert invitation(host_side=0).sit("siti", 1, NOW).seats == ("adi", "siti")


def test_nobody_declines_for_others() -> None:
    refuses(refusals.NotForYou, lambda: invitation().decline("tom", NOW))
    refuses(refusals.NotForYou, lambda: invitation(invited="siti").decline("tom", NOW))
    refuses(refusals.OwnInvitation, lambda: invitation(invited="siti").decline("adi", NOW))
    declined = invitation(invited="siti").decline("siti", NOW)
    assert declined.status is Status.DECLINED
    refuses(refusals.MatchOver, lambda: declined.accept("siti", 0, NOW), status=Status.DECLINED)


def test_only_the_host_withdraws_and_only_in_time() -> None:
    refuses(refusals.NotForYou, lambda: invitation().withdraw("siti", NOW))
    assert invitation().withdraw("adi", NOW).status is Status.WITHDRAWN
    refuses(refusals.AlreadyTaken, lambda: playing().withdraw("adi", NOW))


def test_somebody_known_by_handle_only_is_not_anybody() -> None:
    refuses(refusals.NotForYou, lambda: invitation(invited_handle=("telegram", "siti")).accept("tom", 0, NOW))


def test_an_invitation_expires_and_not_before() -> None:
    match = invitation()
    assert match.expires is not None
    assert match.expire(match.expires - timedelta(seconds=1)) is match
    expired = match.expire(match.expires)
    assert expired.status is Status.EXPIRED
    refuses(refusals.MatchOver, lambda: match.accept("siti", 0, match.expires), status=Status.EXPIRED)  # type: ignore[arg-type]
    assert playing().expire(NOW + timedelta(days=9)) == playing()


def test_moves_are_made_in_turn_at_the_ply_they_were_chosen_for() -> None:
    match = playing()
    move = match.game.legal_moves[0]
    refuses(refusals.NotInMatch, lambda: match.move("tom", move, 0, NOW))
    refuses(refusals.NotYourTurn, lambda: match.move("siti", move, 0, NOW), codes="K7QM")
    refuses(refusals.StaleBoard, lambda: match.move("adi", move, 3, NOW), wanted=3, present=0)
    moved = match.move("adi", move, 0, NOW)
    assert (moved.game.ply, moved.version, moved.actor, moved.to_act) == (1, match.version + 1, "adi", ("siti",))
    refuses(refusals.StaleBoard, lambda: moved.move("adi", move, 0, NOW), wanted=0, present=1)
    refuses(refusals.IllegalHere, lambda: moved.move("siti", move, 1, NOW), move=move)
    refuses(refusals.NotStarted, lambda: invitation().move("adi", move, 0, NOW))


def test_the_last_move_ends_the_match() -> None:
    start = parse_position(DAM, "4/4/4/4/4/1m2/M3/4 w - 0 1")
    match = Match.practise("K7QM", Game.begin(DAM, start), "adi", NOW)
    taking = next(move for move in match.game.legal_moves if move.captured)
    won = match.move("adi", taking, 0, NOW)
    assert won.status is Status.OVER
    assert won.game.outcome is not None
    assert won.game.outcome.winner == 0
    refuses(refusals.MatchOver, lambda: won.move("adi", taking, 1, NOW), status=Status.OVER)


def test_a_draw_offer_stands_until_the_other_moves() -> None:
    offered = after(playing(), 2).offer_draw("adi", NOW)
    assert offered.to_act == ("siti",)
    refuses(refusals.DrawAlreadyOffered, lambda: offered.offer_draw("adi", NOW))
    refuses(refusals.NotForYou, lambda: offered.answer_draw("adi", True, NOW))
    assert after(offered, 1).draw_offer == 0
    assert after(offered, 2).draw_offer is None
    assert offered.answer_draw("siti", False, NOW).draw_offer is None
    for agreed in (offered.answer_draw("siti", True, NOW), offered.offer_draw("siti", NOW)):
        assert agreed.status is Status.OVER
        assert agreed.game.outcome is not None
        assert (agreed.game.outcome.ending, agreed.game.outcome.winner) == (Ending.AGREEMENT, None)
    refuses(refusals.NoDrawOffered, lambda: after(offered, 2).answer_draw("siti", True, NOW))


def test_a_draw_is_offered_once_in_ten_own_moves() -> None:
    refused = after(playing(), 2).offer_draw("adi", NOW).answer_draw("siti", False, NOW)
    refuses(refusals.DrawTooSoon, lambda: refused.offer_draw("adi", NOW), moves=10)
    refuses(refusals.DrawTooSoon, lambda: after(refused, 18).offer_draw("adi", NOW), moves=1)
    assert after(refused, 20).offer_draw("adi", NOW).draw_offer == 0
    assert refused.offer_draw("siti", NOW).draw_offer == 1


def test_an_offer_is_withdrawn_by_whoever_made_it_while_it_waits() -> None:
    offered = after(playing(), 2).offer_draw("adi", NOW)
    refuses(refusals.NothingOffered, lambda: offered.withdraw_offer("siti", NOW))
    refuses(refusals.NotInMatch, lambda: offered.withdraw_offer("tom", NOW))
    withdrawn = offered.withdraw_offer("adi", NOW)
    assert (withdrawn.draw_offer, withdrawn.happened) == (None, Happening.OFFER_WITHDRAWN)
    assert withdrawn.version == offered.version + 1
    refuses(refusals.NoDrawOffered, lambda: withdrawn.answer_draw("siti", True, NOW))
    refuses(refusals.DrawTooSoon, lambda: withdrawn.offer_draw("adi", NOW), moves=10)
    refuses(refusals.NothingOffered, lambda: withdrawn.withdraw_offer("adi", NOW))

    asked = after(playing(), 3).ask_takeback("adi", LATER)
    assert (asked.has_offered("adi"), asked.has_offered("siti"), asked.has_offered(None)) == (True, False, False)
    kept = asked.withdraw_offer("adi", LATER)
    assert (kept.takeback, kept.game.ply, kept.to_act) == (None, 3, ("siti",))
    refuses(refusals.TakebackRefused, lambda: kept.ask_takeback("adi", LATER))
    refuses(refusals.NotStarted, lambda: invitation().withdraw_offer("adi", NOW))


def test_a_wish_for_a_rematch_is_withdrawn_until_it_is_answered() -> None:
    wished = playing().resign("siti", NOW).want_rematch("siti", NOW)
    refuses(refusals.NothingOffered, lambda: wished.withdraw_offer("adi", NOW))
    withdrawn = wished.withdraw_offer("siti", NOW)
    assert (withdrawn.rematch_by, withdrawn.rematch_refused, withdrawn.status) == (None, False, Status.OVER)
    assert withdrawn.want_rematch("adi", NOW).rematch_by == "adi"
    refused = wished.refuse_rematch("adi", NOW)
    refuses(refusals.NothingOffered, lambda: refused.withdraw_offer("siti", NOW))
    refuses(refusals.NothingOffered, lambda: wished.begin_rematch("adi", NOW).withdraw_offer("siti", NOW))


def test_agreeing_to_stop_is_the_count_off_where_the_rules_say_so() -> None:
    match = playing(find_ruleset("tabal-gj")).offer_draw("adi", NOW).answer_draw("siti", True, NOW)
    assert match.game.outcome is not None
    assert match.game.outcome.ending is Ending.COUNT_OFF


def test_resigning() -> None:
    refuses(refusals.StillInvitation, lambda: invitation().resign("adi", NOW))
    refuses(refusals.NotInMatch, lambda: playing().resign("tom", NOW))
    lost = playing().resign("siti", NOW)
    assert lost.game.outcome is not None
    assert (lost.status, lost.game.outcome.winner) == (Status.OVER, 0)
    refuses(refusals.MatchOver, lambda: lost.resign("adi", NOW), status=Status.OVER)
    other_side = practice().resign("adi", NOW, side=1)
    assert other_side.game.outcome is not None
    assert other_side.game.outcome.winner == 0


def test_an_unanswered_move_is_undone_within_a_minute() -> None:
    match = after(playing(), 3)
    undone = match.undo("adi", SOON)
    assert undone.game.ply == 2
    assert undone.version == match.version + 1
    refuses(refusals.TooLateToUndo, lambda: match.undo("adi", LATER))
    refuses(refusals.TooLateToUndo, lambda: match.undo("siti", SOON))
    refuses(refusals.TooLateToUndo, lambda: undone.undo("siti", SOON))
    refuses(refusals.NothingToTakeBack, lambda: playing().undo("adi", NOW))


@pytest.mark.parametrize(("plies", "asker", "left"), [(3, "adi", 2), (4, "adi", 2), (3, "siti", 1), (1, "adi", 0)])
def test_a_takeback_goes_to_the_askers_last_decision(plies: int, asker: str, left: int) -> None:
    other = {"adi": "siti", "siti": "adi"}[asker]
    asked = after(playing(), plies).ask_takeback(asker, LATER)
    assert asked.to_act == (other,)
    refuses(refusals.TakebackAlreadyAsked, lambda: asked.ask_takeback(asker, LATER))
    refuses(refusals.NotForYou, lambda: asked.answer_takeback(asker, True, LATER))
    assert asked.answer_takeback(other, False, LATER).game.ply == plies
    back = asked.answer_takeback(other, True, LATER)
    assert (back.game.ply, back.takeback, back.version) == (left, None, asked.version + 1)
    assert back.game.positions == asked.game.positions[: left + 1]
    assert after(asked, 1).takeback is None
    refuses(refusals.NoTakebackAsked, lambda: after(asked, 1).answer_takeback(other, True, LATER))


@pytest.mark.parametrize("refused", ["in words", "by moving on"])
def test_a_takeback_that_was_refused_is_asked_again_after_the_next_move_only(refused: str) -> None:
    asked = after(playing(), 3).ask_takeback("adi", LATER)
    no = asked.answer_takeback("siti", False, LATER) if refused == "in words" else after(asked, 1)
    refuses(refusals.TakebackRefused, lambda: no.ask_takeback("adi", LATER))
    assert no.ask_takeback("siti", LATER).takeback == 1, "the other player may ask"
    moved = after(no, 3 - refused.count("by"))
    assert moved.ask_takeback("adi", LATER).takeback == 0
    undone = after(no, 2 - refused.count("by")).undo("adi", SOON)
    refuses(refusals.TakebackRefused, lambda: undone.ask_takeback("adi", LATER))


def test_a_takeback_that_was_allowed_may_be_followed_by_another() -> None:
    back = after(playing(), 6).ask_takeback("adi", LATER).answer_takeback("siti", True, LATER)
    assert back.ask_takeback("adi", LATER).answer_takeback("siti", True, LATER).game.ply == 2


def test_sides_are_exchanged_once_both_want_it_and_what_was_theirs_goes_with_them() -> None:
    before = after(playing(), 3).take_hint("siti", NOW).offer_draw("siti", NOW)
    asked = before.ask_swap("adi", NOW)
    assert (asked.swap, asked.happened) == (0, Happening.SWAP_ASKED)
    assert before.answer_draw("adi", False, NOW).ask_swap("adi", NOW).to_act == ("siti",), "it is to be answered"
    refuses(refusals.SwapAlreadyAsked, lambda: asked.ask_swap("adi", NOW))
    refuses(refusals.NotForYou, lambda: asked.answer_swap("adi", True, NOW))
    for done in (asked.answer_swap("siti", True, NOW), asked.ask_swap("siti", NOW)):
        assert (done.seats, done.host_side, done.hints, done.swaps) == (("siti", "adi"), 1, (1, 0), (3,))
        assert (done.draw_offer, done.draw_asked, done.swap) == (None, (3, None), None)
        assert [done.mover(ply) for ply in range(4)] == ["adi", "siti", "adi", "adi"]
        assert done.to_act == ("adi",)
        refuses(refusals.SwapAskedLately, partial(done.ask_swap, "adi", NOW))
        refuses(refusals.NothingToTakeBack, partial(done.ask_takeback, "siti", NOW))
        refuses(refusals.NothingToTakeBack, partial(done.undo, "adi", NOW))
    again = after(done, 2).ask_swap("siti", NOW).answer_swap("adi", True, NOW)
    assert (again.swaps, again.seats) == ((3, 5), ("adi", "siti"))
    assert [again.mover(ply) for ply in range(6)] == ["adi", "siti", "adi", "adi", "siti", "siti"]
    refuses(refusals.NothingToTakeBack, lambda: again.ask_takeback("adi", NOW))
    won = again.resign("siti", NOW).game.outcome
    assert won is not None
    assert won.winner == 0, "the result is of those who hold the seats at the end"


def test_the_wish_to_swap_sides_lapses_and_comes_once_in_a_turn() -> None:
    asked = after(playing(), 2).ask_swap("adi", NOW)
    assert (after(asked, 1).swap, asked.resign("adi", NOW).swap) == (None, None)
    for gone in (asked.answer_swap("siti", False, NOW), asked.withdraw_offer("adi", NOW)):
        assert gone.swap is None
        refuses(refusals.NoSwapAsked, partial(gone.answer_swap, "siti", True, NOW))
        refuses(refusals.SwapAskedLately, partial(gone.ask_swap, "siti", NOW))
        assert not gone.may_swap("siti")
        assert after(gone, 1).ask_swap("siti", NOW).swap == 1
    assert after(asked, 1).undo("adi", SOON).swap_asked == 2, "going back lets nobody ask earlier"


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"terms": Terms(rated=True)}, refusals.RatedWithoutSwap),
        ({"event": MatchEvent(EventKind.LADDER, "x")}, refusals.ContestWithoutSwap),
        ({"terms": Terms(our_number=True)}, refusals.NumberWithoutSwap),
        ({"terms": Terms(bid=12)}, refusals.BidWithoutSwap),
        ({"mirror_of": "K7QN"}, refusals.MirrorWithoutSwap),
    ],
)
def test_sides_stay_where_the_result_counts_elsewhere(changes: dict[str, Any], refusal: type[ActionRefused]) -> None:
    match = replace(playing(), **changes)
    assert not match.may_swap("adi")
    refuses(refusal, lambda: match.ask_swap("adi", NOW))
    refuses(refusals.SwapNeedsTwo, lambda: practice().ask_swap("adi", NOW))
    refuses(refusals.NotStarted, lambda: invitation().ask_swap("adi", NOW))


def test_going_back_lets_nobody_offer_a_draw_earlier() -> None:
    refused = after(playing(), 4).offer_draw("adi", NOW).answer_draw("siti", False, NOW)
    back = refused.ask_takeback("adi", NOW).answer_takeback("siti", True, NOW)
    refuses(refusals.DrawTooSoon, lambda: back.offer_draw("adi", NOW), moves=10)
    refuses(refusals.DrawTooSoon, lambda: after(back, 18).offer_draw("adi", NOW), moves=1)
    assert after(back, 20).offer_draw("adi", NOW).draw_offer == 0


def test_a_match_is_called_off_until_each_has_moved() -> None:
    refuses(refusals.StillInvitation, lambda: invitation().call_off("adi", NOW))
    refuses(refusals.NotInMatch, lambda: playing().call_off("tom", NOW))
    assert after(playing(), 1).call_off("siti", NOW).status is Status.CALLED_OFF
    refuses(refusals.TooLateToCallOff, lambda: after(playing(), 2).call_off("siti", NOW))


def test_a_practice_board_asks_nobody() -> None:
    match = after(practice(), 3)
    assert match.practice
    assert match.side_of("adi") == match.game.turn
    assert match.ask_takeback("adi", LATER).game.ply == 2
    assert match.undo("adi", LATER).game.ply == 2
    assert match.offer_draw("adi", NOW).status is Status.OVER
    refuses(refusals.NotInMatch, lambda: match.move("siti", match.game.legal_moves[0], 3, NOW))


def test_a_rematch_swaps_sides_and_needs_both() -> None:
    over = after(playing(), 2).resign("adi", NOW)
    refuses(refusals.NotStarted, lambda: playing().want_rematch("adi", NOW))
    refuses(refusals.NotInMatch, lambda: over.want_rematch("tom", NOW))
    refuses(refusals.TooLateForRematch, lambda: over.want_rematch("adi", NOW + timedelta(hours=25)))
    wanted = over.want_rematch("adi", NOW)
    assert (wanted.rematch_by, wanted.version) == ("adi", over.version + 1)
    assert wanted.want_rematch("adi", NOW) is wanted
    again = wanted.rematch("M2PT", "siti", NOW)
    assert (again.seats, again.status, again.rematch_of, again.game.ply) == (
        ("siti", "adi"),
        Status.PLAYING,
        "K7QM",
        0,
    )


def test_a_rematch_that_was_refused_is_not_asked_again() -> None:
    over = after(playing(), 2).resign("adi", NOW)
    refuses(refusals.NoRematchAsked, lambda: over.refuse_rematch("siti", NOW))
    wanted = over.want_rematch("adi", NOW)
    refuses(refusals.NotInMatch, lambda: wanted.refuse_rematch("tom", NOW))
    refuses(refusals.NotForYou, lambda: wanted.refuse_rematch("adi", NOW))
    refused = wanted.refuse_rematch("siti", NOW)
    assert (refused.rematch_refused, refused.version) == (True, wanted.version + 1)
    refuses(refusals.RematchRefused, lambda: refused.want_rematch("adi", NOW))
    refuses(refusals.RematchRefused, lambda: refused.want_rematch("siti", NOW))
    refuses(refusals.NoRematchAsked, lambda: refused.refuse_rematch("siti", NOW))


ACTIONS: list[Callable[[Match, str], Match]] = [
    lambda match, who: match.accept(who, 1, NOW),
    lambda match, who: match.sit(who, 0, NOW),
    lambda match, who: match.decline(who, NOW),
    lambda match, who: match.withdraw(who, NOW),
    lambda match, who: match.offer_draw(who, NOW),
    lambda match, who: match.answer_draw(who, True, NOW),
    lambda match, who: match.answer_draw(who, False, NOW),
    lambda match, who: match.resign(who, NOW),
    lambda match, who: match.undo(who, NOW),
    lambda match, who: match.ask_takeback(who, NOW),
    lambda match, who: match.answer_takeback(who, True, NOW),
    lambda match, who: match.answer_takeback(who, False, NOW),
    lambda match, who: match.call_off(who, NOW),
    lambda match, who: match.want_rematch(who, NOW),
    lambda match, who: match.refuse_rematch(who, NOW),
]


@given(st.data())
def test_whatever_is_tried_a_stranger_changes_nothing_and_each_change_is_told(data: st.DataObject) -> None:
    ruleset = data.draw(st.sampled_from(rulesets()))
    match = Match.invite("K7QM", Game.begin(ruleset), "adi", NOW, "siti")
    if data.draw(st.booleans()):
        match = match.accept("siti", 1, NOW)
    for _ in range(data.draw(st.integers(1, 30))):
        who = data.draw(st.sampled_from(["adi", "siti", "tom"]))
        action = data.draw(st.sampled_from([*ACTIONS, _any_move(data)]))
        try:
            then = action(match, who)
        except ActionRefused:
            continue
        assert who != "tom"
        assert then is match or (then.version, then.actor) == (match.version + 1, who)
        assert (then.status is Status.OVER) == (then.game.outcome is not None)
        assert all(player in ("adi", "siti", None) for player in then.seats)
        assert set(then.to_act) <= {"adi", "siti"}
        if match.status is Status.PLAYING:
            assert then.seats == match.seats
        match = then


def _any_move(data: st.DataObject) -> Callable[[Match, str], Match]:
    def move(match: Match, who: str) -> Match:
        legal = match.game.legal_moves
        if not legal:
            raise ActionRefused
        return match.move(who, data.draw(st.sampled_from(legal)), match.game.ply, NOW)

    return move
