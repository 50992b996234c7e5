"""The laws of planned answers: played at once where one fits, never out of turn; any other move ends the plan."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.text.moves import price_of
from bot.matches.limits import LINE_OF_PLAN, LINES_OF_PLAN
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.planning import ANY_MOVE, Line, premove_of, turn_ahead
from bot.matches.refusals import (
    IllegalHere,
    MatchOver,
    NoPlanHere,
    NothingPlanned,
    NotInMatch,
    NotReady,
    NotThatManyMoves,
    NoTurnAhead,
    OwnTurnToPlan,
    StaleBoard,
    TooManyLines,
)
from bot.matches.status import Status
from bot.matches.terms import Terms
from engine.game import Game
from engine.games import find_ruleset
from engine.moves import Move
from engine.notation import format_move
from engine.ruleset import Ruleset
from tests.suites import each_ruleset, examples

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=5)
DAM_8 = find_ruleset("malaysian-checkers-8")


def begun(ruleset: Ruleset = DAM_8, pace: Pace | None = Pace.RELAXED) -> Match:
    """Adi has the first side, Siti the second."""
    return Match.invite("ABCD", Game.begin(ruleset), "adi", NOW, "siti", None, 0, Terms(pace)).accept("siti", 0, NOW)


def line_of(match: Match, *texts: str) -> Line:
    game, line = match.game, []
    for text in texts:
        move = next(each for each in game.legal_moves if format_move(game.ruleset, each) == text)
        line.append(move)
        game = game.play(move)
    return tuple(line)


def texts(match: Match) -> list[str]:
    return [format_move(match.game.ruleset, move) for move in match.game.moves]


def moves(match: Match, text: str) -> Match:
    player = match.seats[match.game.turn]
    assert player is not None
    return match.move(player, line_of(match, text)[0], match.game.ply, LATER)


def test_the_expected_move_is_answered_at_once_and_takes_no_time() -> None:
    match = begun()
    match = match.plan_answer("siti", line_of(match, "c3-d4", "b6-a5", "g3-h4", "d6-c5"))
    after = moves(match, "c3-d4")
    assert texts(after) == ["c3-d4", "b6-a5"]
    assert (after.by_plan, after.actor, after.game.turn) == (True, "siti", 0)
    assert after.clock
    assert match.clock
    assert after.clock.banks[1] == match.clock.banks[1]
    assert after.plan == (line_of(after, "g3-h4", "d6-c5"),)
    last = moves(after, "g3-h4")
    assert texts(last) == ["c3-d4", "b6-a5", "g3-h4", "d6-c5"]
    assert last.plan == ()
    assert not moves(last, "d4xb6").by_plan


def test_any_other_move_ends_the_plan() -> None:
    match = begun()
    after = moves(match.plan_answer("siti", line_of(match, "c3-d4", "b6-a5")), "c3-b4")
    assert texts(after) == ["c3-b4"]
    assert (after.plan, after.by_plan) == ((), False)


def test_another_answer_to_the_same_move_takes_the_place_of_the_first() -> None:
    match = begun()
    one, two = line_of(match, "c3-d4", "b6-a5"), line_of(match, "c3-d4", "b6-c5")
    other = line_of(match, "g3-h4", "b6-a5")
    longer = line_of(match, "c3-d4", "b6-c5", "d4xb6")
    longer = (*longer, following(match.game, longer)[0])
    match = match.plan_answer("siti", one).plan_answer("siti", other).plan_answer("siti", two)
    assert match.plan == (other, two)
    match = match.plan_answer("siti", longer)
    assert match.plan == (other, longer)
    assert match.plan_answer("siti", two) is match, "it is the beginning of a line that is known"


def test_an_offer_of_a_draw_is_for_people_to_answer() -> None:
    match = begun()
    for text in ("c3-d4", "b6-a5"):
        match = moves(match, text)
    match = match.plan_answer("siti", line_of(match, "g3-h4", "d6-c5"))
    offered = replace(match.offer_draw("adi", LATER), plan=match.plan)
    after = moves(offered, "g3-h4")
    assert (texts(after)[-1], after.draw_offer, after.plan) == ("g3-h4", 0, ())


def test_a_move_taken_back_or_an_end_ends_the_plan() -> None:
    match = moves(begun(), "c3-d4")
    planned = match.plan_answer("adi", line_of(match, "b6-a5", "g3-h4"))
    assert planned.undo("adi", LATER).plan == ()
    assert planned.resign("siti", LATER).plan == ()
    assert planned.drop_plan("adi").plan == ()


def test_what_is_refused() -> None:
    match = begun()
    line = line_of(match, "c3-d4", "b6-a5")
    for player, refusal in (("adi", OwnTurnToPlan), ("ros", NotInMatch)):
        with pytest.raises(refusal):
            match.plan_answer(player, line)
    with pytest.raises(StaleBoard):
        match.plan_answer("siti", line, ply=3)
    with pytest.raises(IllegalHere):
        match.plan_answer("siti", (line[0], line[0]))
    for wrong in ((), line[:1]):
        with pytest.raises(NotThatManyMoves):
            match.plan_answer("siti", wrong)
    with pytest.raises(NothingPlanned):
        match.drop_plan("siti")
    with pytest.raises(NothingPlanned):
        match.plan_answer("siti", line).drop_plan("adi")
    with pytest.raises(MatchOver):
        match.resign("adi", NOW).plan_answer("siti", line)
    blitz = begun(pace=Pace.BLITZ)
    with pytest.raises(NoPlanHere):
        blitz.plan_answer("siti", line)
    alone = Match.practise("ABCD", Game.begin(DAM_8), "adi", NOW)
    with pytest.raises(NoPlanHere):
        alone.plan_answer("adi", line)


def test_a_plan_has_so_many_lines_and_a_line_so_many_moves() -> None:
    match = begun(find_ruleset("permainan-tabal"))
    for first in match.game.legal_moves:
        for answer in match.game.play(first).legal_moves:
            follows = match.game.play(first).play(answer).legal_moves
            for then in follows:
                game = match.game.play(first).play(answer).play(then)
                if game.outcome is None and len(match.plan) < LINES_OF_PLAN:
                    match = match.plan_answer("siti", (first, answer, then, game.legal_moves[0]))
    assert len(match.plan) == LINES_OF_PLAN
    known = {line[:3] for line in match.plan}
    lines = ((one, two, three) for one, two, *_ in match.plan for three in following(match.game, (one, two)))
    new = next(line for line in lines if line not in known)
    with pytest.raises(TooManyLines):
        match.plan_answer("siti", (*new, following(match.game, new)[0]))
    game, long = match.game, []
    for _ in range(LINE_OF_PLAN + 2):
        long.append(game.legal_moves[0])
        game = game.play(long[-1])
    with pytest.raises(NotThatManyMoves):
        begun(find_ruleset("permainan-tabal")).plan_answer("siti", tuple(long))


def following(game: Game, line: Line) -> Sequence[Move]:
    for move in line:
        game = game.play(move)
    return game.legal_moves


def ahead(match: Match, text: str) -> Move:
    """A turn of the player who waits, as it would be played now."""
    game = turn_ahead(match.game)
    return next(each for each in game.legal_moves if format_move(game.ruleset, each) == text)


def test_one_turn_is_planned_whatever_is_played() -> None:
    match = begun()
    match = match.premove("siti", ahead(match, "d6-c5")).premove("siti", ahead(match, "b6-a5"))
    assert match.plan == ((ANY_MOVE, ahead(match, "b6-a5")),), "the newer one takes the place of the older"
    after = moves(match, "g3-h4")
    assert texts(after) == ["g3-h4", "b6-a5"]
    assert (after.by_plan, after.actor, after.plan) == (True, "siti", ())
    assert after.clock
    assert match.clock
    assert after.clock.banks[1] == match.clock.banks[1], "it takes no time"


def test_a_line_that_expects_the_very_move_comes_before_it() -> None:
    match = begun()
    line = line_of(match, "c3-d4", "b6-c5")
    planned = match.premove("siti", ahead(match, "b6-a5")).plan_answer("siti", line)
    assert texts(moves(planned, "c3-d4")) == ["c3-d4", "b6-c5"]
    assert texts(moves(planned, "g3-h4")) == ["g3-h4", "b6-a5"]
    assert planned.drop_premove("siti").plan == (line,)
    with pytest.raises(NothingPlanned):
        planned.drop_premove("siti").drop_premove("siti")
    with pytest.raises(NothingPlanned):
        planned.drop_premove("adi")
    assert planned.drop_plan("siti").plan == ()


def test_it_is_over_where_it_cannot_be_played_or_an_offer_has_come() -> None:
    match = moves(moves(begun(), "c3-d4"), "b6-c5")
    after = moves(match.premove("siti", ahead(match, "c5-b4")), "d4xb6")
    assert (texts(after)[-1], after.by_plan, after.plan) == ("d4xb6", False, ())
    match = moves(moves(begun(), "c3-d4"), "b6-a5")
    planned = match.premove("siti", ahead(match, "d6-c5"))
    assert texts(moves(planned, "g3-h4"))[2:] == ["g3-h4", "d6-c5"]
    offered = replace(match.offer_draw("adi", LATER), plan=planned.plan)
    after = moves(offered, "g3-h4")
    assert (texts(after)[-1], after.draw_offer, after.plan) == ("g3-h4", 0, ())


def test_at_the_board_one_turn_may_be_planned() -> None:
    blitz = begun(pace=Pace.BLITZ)
    turn = ahead(blitz, "b6-a5")
    with pytest.raises(NotReady):
        blitz.premove("siti", turn)
    ready = blitz.say_ready("adi", NOW).say_ready("siti", NOW)
    after = moves(ready.premove("siti", turn), "c3-d4")
    assert (texts(after), after.by_plan) == (["c3-d4", "b6-a5"], True)


def test_what_is_refused_of_a_turn_ahead() -> None:
    match = begun()
    turn = ahead(match, "b6-a5")
    with pytest.raises(OwnTurnToPlan):
        match.premove("adi", turn)
    with pytest.raises(StaleBoard):
        match.premove("siti", turn, ply=3)
    with pytest.raises(IllegalHere):
        match.premove("siti", line_of(match, "c3-d4")[0])
    with pytest.raises(NoPlanHere):
        Match.practise("ABCD", Game.begin(DAM_8), "adi", NOW).premove("adi", turn)


@pytest.mark.parametrize("ruleset", each_ruleset())
@given(seed=st.integers(0, 2**32))
def test_a_turn_ahead_is_played_where_it_is_legal_and_free(ruleset: Ruleset, seed: int) -> None:
    chance = Random(seed)
    match = begun(ruleset)
    for _ in range(examples(24)):
        if match.status is not Status.PLAYING:
            break
        game, planner, planned = match.game, match.seats[1 - match.game.turn] or "", None
        try:
            planned = replace(chance.choice(turn_ahead(game).legal_moves), forfeit=None)
            match = match.premove(planner, planned)
        except NoTurnAhead:
            other = Game.begin(ruleset, replace(game.position, turn=1 - game.turn))
            assert game.position.pending or game.position.opening or other.outcome
        assert premove_of(match.plan) == planned
        move = chance.choice(game.legal_moves)
        mid = game.play(move)
        fits = planned is not None and planned in mid.legal_moves and not price_of(mid, planned)
        after = match.move(match.seats[game.turn] or "", move, game.ply, LATER)
        assert list(after.game.moves) == [*game.moves, move, *([planned] if fits else [])]
        assert (after.by_plan, after.plan) == (fits, ())
        match = after


@pytest.mark.parametrize("ruleset", each_ruleset())
@given(seed=st.integers(0, 2**32))
def test_it_fires_where_it_fits_at_most_once_and_never_out_of_turn(ruleset: Ruleset, seed: int) -> None:
    chance = Random(seed)
    match = begun(ruleset)
    for _ in range(examples(24)):
        if match.status is not Status.PLAYING:
            break
        planner, game = 1 - match.game.turn, match.game
        expected: dict[Move, Move] = {}
        for _ in range(chance.randint(0, 3)):
            first = chance.choice(game.legal_moves)
            second = game.play(first)
            if second.outcome or second.turn != planner or first in expected:
                continue
            expected[first] = chance.choice(second.legal_moves)
            match = match.plan_answer(match.seats[planner] or "", (first, expected[first]))
        wanted = [*expected] or [*game.legal_moves]
        move = chance.choice(wanted if chance.random() < 0.7 else game.legal_moves)
        after = match.move(match.seats[game.turn] or "", move, game.ply, LATER)
        made = [move, expected[move]] if move in expected else [move]
        assert list(after.game.moves) == [*game.moves, *made]
        assert after.by_plan == (move in expected)
        assert after.plan == ()
        match = after
