"""Puzzles and lessons under the hand, where boards are drawn live: what is touched, and what is answered."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.learning.puzzle_pool import games
from bot.app.learning.touched_boards import points_of
from bot.chat import PanelBoard, PrivatePanel, TurnGraph
from bot.platforms.web.bodies import content_body, offers
from engine.games import find_ruleset
from engine.lessons import CHOSEN, LESSONS, Lesson, LessonTask
from engine.puzzles import Puzzle, end_of, puzzles_of
from engine.turns import choices
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, controls, labels
from tests.bot.kit import DAM_8

LONG = next(each for ruleset in games() for each in puzzles_of(ruleset) if len(each.steps) > 1)
OF_SIDE = [next(each for each in puzzles_of(DAM_8) if each.side == side) for side in (0, 1)]


def board_of(answer: Seen) -> PanelBoard:
    assert isinstance(answer.answer, PrivatePanel)
    assert answer.answer.board, answer.text
    return answer.answer.board


async def touched(visitor: Visitor, answer: Seen, points: Sequence[int], before: str = "") -> Seen:
    """A turn touched on the board of an answer, as the room sends it."""
    assert isinstance(answer.answer, PrivatePanel)
    payload, value = board_of(answer).payload, before + "-".join(map(str, points))
    assert offers(content_body(answer.answer), payload, [value])
    return await visitor.sends(payload, value)


def turns(steps: TurnGraph | None, at: int = 0) -> list[tuple[int, ...]]:
    """All turns that a board lets somebody touch."""
    assert steps
    node = steps.nodes[at]
    # What is picked in any order leads to one and the same node.
    onward = [
        (*(step.point for step in several), *rest)
        for several in combinations(node.steps, node.count)
        for rest in turns(steps, several[0].node)
    ]
    return [*([()] if node.ends else []), *onward]


async def at(visitor: Visitor, puzzle: Puzzle) -> Seen:
    return await visitor.sends(str(CallbackData(Action.PUZZLE, argument=f"{puzzle.id}0/")))


async def lesson_at(visitor: Visitor, lesson: Lesson) -> Seen:
    number = LESSONS[lesson.game].index(lesson)
    short = find_ruleset(lesson.game).short_id
    return await visitor.sends(str(CallbackData(Action.LESSON, argument=f"{short}{number}/")))


async def test_a_puzzle_is_solved_by_touches(adi: Visitor) -> None:
    panel = await at(adi, LONG)
    for step in LONG.steps:
        board = board_of(panel)
        assert (board.cells, board.bottom, board.turn) == (step.game.position.cells, LONG.side, LONG.side)
        assert set(turns(board.steps)) == {choices(move) for move in step.game.legal_moves}
        panel = await touched(adi, panel, choices(step.answers[0]))
    assert "Solved" in panel.text
    board = board_of(panel)
    assert (board.steps, board.cells) == (None, end_of(LONG).position.cells)


@pytest.mark.parametrize("puzzle", OF_SIDE, ids=["first side", "second side"])
async def test_the_side_that_solves_stands_at_the_bottom(adi: Visitor, puzzle: Puzzle) -> None:
    assert board_of(await at(adi, puzzle)).bottom == puzzle.side


async def test_after_a_wrong_turn_the_next_try_is_touched_at_once(adi: Visitor) -> None:
    step = LONG.steps[0]
    wrong = next(move for move in step.game.legal_moves if move not in step.answers)
    panel = await touched(adi, await at(adi, LONG), choices(wrong))
    assert "is not it: another turn is far better." in board_of(panel).text
    assert board_of(panel).steps
    body = content_body(panel.answer) if isinstance(panel.answer, PrivatePanel) else {}
    assert [each["label"] for row in body["rows"] for each in row["buttons"]] == ["Hint", "Show", "Another"]
    assert "Right: " in (await touched(adi, panel, choices(step.answers[0]))).text


async def test_a_hint_is_a_ring_and_the_solution_an_arrow(adi: Visitor) -> None:
    panel = await at(adi, LONG)
    assert board_of(panel).marks == ()
    origin, *_ = LONG.moves[0].path
    assert board_of(await adi.presses(panel, "Hint")).marks == ((origin, origin),)
    assert board_of(await adi.presses(panel, "Show")).marks[0][0] == origin


async def test_a_way_that_the_rules_forbid_is_explained_and_is_no_try(adi: Visitor) -> None:
    step = LONG.steps[0]
    origin = next(move.origin for move in step.game.legal_moves if move.path)
    position = step.game.position
    target = next(point for point, cell in enumerate(position.cells) if cell != "." and point != origin)
    panel = await touched(adi, await at(adi, LONG), (origin, target), "?")
    names = step.game.ruleset.board.points
    assert names[target] in board_of(panel).text
    assert board_of(panel).steps
    assert "Your puzzle rating" in (await touched(adi, panel, choices(step.answers[0]))).text or len(LONG.steps) > 1


async def test_made_up_touches_make_no_turn(adi: Visitor) -> None:
    panel = await at(adi, LONG)
    for value in ["", "0", "999-3", "1-2-x", "-".join("1" * 200), "?", "?999"]:
        answer = await adi.sends(board_of(panel).payload, value)
        assert "Right" not in answer.text, value
        assert "is not it" not in answer.text, value


@pytest.mark.parametrize("task", list(LessonTask), ids=lambda task: task.value)
async def test_a_lesson_of_each_kind_is_done_by_touches(adi: Visitor, task: LessonTask) -> None:
    lesson = next(each for lessons in LESSONS.values() for each in lessons if each.task is task)
    panel = await lesson_at(adi, lesson)
    board = board_of(panel)
    right = points_of(lesson, lesson.options[0]) if task in CHOSEN else choices(lesson.answer)
    assert right in turns(board.steps)
    assert board.bottom == lesson.start.turn
    if task in CHOSEN:
        wrong = await touched(adi, panel, points_of(lesson, lesson.options[1]))
        assert "Right" not in wrong.text
        assert board_of(wrong).steps
    done = await touched(adi, panel, right)
    assert done.text.startswith("Right: ")
    assert board_of(done).steps is None
    assert {"Next", "All lessons"} & set(labels(done))


async def test_a_lesson_says_which_rule_forbids_a_way(adi: Visitor) -> None:
    lesson = next(each for each in LESSONS["malaysian-checkers-8"] if each.task is LessonTask.GO)
    origin = lesson.answer.origin
    far = next(point for point, cell in enumerate(lesson.start.position.cells) if cell != "." and point != origin)
    panel = await touched(adi, await lesson_at(adi, lesson), (origin, far), "?")
    assert "Why?" in labels(panel)
    assert "Why?" in [each.label for row in board_of(panel).rows if isinstance(row, tuple) for each in row]


async def test_what_is_touched_is_for_whom_its_buttons_are(adi: Visitor) -> None:
    panel = await at(adi, LONG)
    assert isinstance(panel.answer, PrivatePanel)
    payload, *others = (each.partition(":")[0] for each in payloads(panel.answer))
    assert payload.startswith("1@")
    assert set(others) == {payload}


def payloads(panel: PrivatePanel) -> list[str]:
    """Those of the board, of the buttons below it, and of the panel's own."""
    assert panel.board
    below = replace(panel, rows=panel.board.rows)
    return [panel.board.payload, *(payload for each in (below, panel) for payload, *_ in controls(each))]
