"""Each lesson of each game is what it says: its answer is legal and does what is asked for, and its choices are so."""

import pytest

from engine.games import find_ruleset
from engine.lessons import CHOSEN, LESSONS, InvalidLesson, Lesson, LessonTask, LessonTopic, lessons_of
from engine.moves import capturers
from engine.position import start_position
from engine.refusal import Reason
from engine.ruleset import Chain, Obligation, Row
from tests.released import RELEASED

KEYS = list(RELEASED)


def lesson(key: str, topic: LessonTopic) -> Lesson | None:
    return next((each for each in LESSONS[key] if each.topic is topic), None)


@pytest.mark.parametrize("key", KEYS)
def test_every_game_is_taught_in_order_and_no_topic_twice(key: str) -> None:
    topics = [each.topic for each in lessons_of(find_ruleset(key))]
    assert topics == [topic for topic in LessonTopic if topic in topics]
    assert topics[0] is LessonTopic.BOARD
    assert topics[-1] is LessonTopic.ENDING


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_all_seven(key: str) -> None:
    assert [each.topic for each in LESSONS[key]] == list(LessonTopic)


@pytest.mark.parametrize("key", KEYS)
def test_a_turn_that_is_right_is_legal_and_does_what_is_asked_for(key: str) -> None:
    for each in LESSONS[key]:
        assert each.start.outcome is None, each
        if each.task not in CHOSEN:
            assert each.accepts(each.answer), each
            assert each.choices == (), each


@pytest.mark.parametrize("key", KEYS)
def test_of_choices_exactly_one_is_right(key: str) -> None:
    for each in LESSONS[key]:
        refused = [choice for choice in each.choices if each.refusal_of(choice)]
        if each.task is LessonTask.REFUSE:
            assert refused == [each.options[0]], each
            assert len(each.choices) > 1
            assert all("," not in choice for choice in each.choices), "a plain move has no price"
        elif each.task is LessonTask.FIND:
            assert sorted(refused) == sorted(each.options[1:]), each
            assert len(refused) >= 1, each


@pytest.mark.parametrize("key", KEYS)
def test_several_captures_are_two_or_more(key: str) -> None:
    ruleset, found = find_ruleset(key), lesson(key, LessonTopic.SEVERAL)
    if all(kind.capture is None or (kind.chain is Chain.SINGLE and kind.row is Row.ONE) for kind in ruleset.kinds):
        assert found is None or found.task is LessonTask.REFUSE
    else:
        assert found
        assert found.task is LessonTask.TAKE_SEVERAL
        assert len(found.answer.captured) >= 2


@pytest.mark.parametrize("key", KEYS)
def test_the_duty_has_a_capture_and_a_quiet_move_that_is_refused_or_has_its_price(key: str) -> None:
    ruleset, found = find_ruleset(key), lesson(key, LessonTopic.DUTY)
    assert found
    game = found.start
    assert capturers(ruleset, game.position)
    quiet = [move for move in game.legal_moves if move.path and not move.captured]
    match ruleset.obligation:
        case Obligation.FORCED:
            assert not quiet
            refused = [found.refusal_of(choice) for choice in found.choices]
            assert Reason.MUST_CAPTURE in [each.reason for each in refused if each]
        case Obligation.FORFEIT:
            assert any(game.play(move).position.pending or move.forfeit is not None for move in quiet)
            assert found.task is LessonTask.TAKE
        case Obligation.OPTIONAL:
            assert quiet
            assert found.task is LessonTask.DECLINE


@pytest.mark.parametrize("key", KEYS)
def test_what_is_promoted_or_put_on_the_board_is_where_the_game_has_it(key: str) -> None:
    ruleset, found = find_ruleset(key), lesson(key, LessonTopic.GROWTH)
    if any(kind.promotes_to and kind.promotes_on for kind in ruleset.kinds):
        assert found
        assert found.task is LessonTask.PROMOTE
        before, after = found.start, found.start.play(found.answer)
        kings = [
            sum(ruleset.kind[letter].is_king for letter in one.position.letters(ruleset, before.turn))
            for one in (before, after)
        ]
        assert kings[1] > kings[0]
    elif any(each.per_turn < each.count for each in ruleset.placements):
        assert found
        assert found.task is LessonTask.PUT
        assert found.start.position.hand


@pytest.mark.parametrize("key", KEYS)
def test_the_last_lesson_wins_the_game(key: str) -> None:
    last = LESSONS[key][-1]
    outcome = last.start.play(last.answer).outcome
    assert outcome
    assert outcome.winner == last.start.turn


@pytest.mark.parametrize("key", KEYS)
def test_not_every_turn_is_right_where_a_turn_is_looked_for(key: str) -> None:
    for each in LESSONS[key]:
        if each.task in (LessonTask.GO, LessonTask.DECLINE, LessonTask.PROMOTE, LessonTask.WIN):
            wrong = [move for move in each.start.legal_moves if not each.accepts(move)]
            assert wrong or all(move.captured for move in each.start.legal_moves), each


def test_a_turn_that_is_not_legal_is_no_answer() -> None:
    first = LESSONS["bagh-chal"][0]
    with pytest.raises(InvalidLesson, match="not legal"):
        first.turn("a1-e5")


def test_the_first_lesson_begins_where_the_game_does() -> None:
    for key in KEYS:
        assert LESSONS[key][0].start.position == start_position(find_ruleset(key))


def test_a_choice_that_cannot_be_read_is_not_refused_by_a_rule() -> None:
    assert LESSONS["bagh-chal"][1].refusal_of("nonsense") is None
