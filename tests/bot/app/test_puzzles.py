"""``/puzzle``: solved in three languages by somebody who only reads what stands there; wrong turns; bad input."""

import pytest

from bot.app.buttons.callback_data import CallbackData
from bot.app.learning.puzzles import THEMES, PuzzleAction, games
from bot.app.text.moves import move_label
from bot.app.text.names import game_name
from bot.chat import Content
from bot.words import words
from engine.games import find_ruleset
from engine.moves import Move
from engine.puzzles import Puzzle, Theme, answers, puzzles_of
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, controls, labels
from tests.bot.kit import DAM_8

LONG = next(each for ruleset in games() for each in puzzles_of(ruleset) if len(each.steps) > 1 and each.themes)
"""A puzzle that asks for several turns."""


@pytest.fixture(params=["sqlite"])
def backend(request: pytest.FixtureRequest) -> str:
    """A puzzle is in no database."""
    return str(request.param)


async def at(visitor: Visitor, puzzle: Puzzle, step: int = 0, more: str = "") -> Seen:
    """The panel of a puzzle, as its buttons open it."""
    return await visitor.sends(str(CallbackData(PuzzleAction.SHOW, argument=f"{puzzle.id}{step}/{more}")))


async def play(visitor: Visitor, panel: Content, puzzle: Puzzle, step: int, move: Move) -> Seen:
    """Pick a whole move in a panel, by the words that a person sees; piece by piece where it is not listed at once."""
    game = puzzle.steps[step].game
    label = move_label(game, move, words(visitor.locale))
    if not any(label in each for each in labels(panel)):
        panel = await visitor.presses(panel, game.ruleset.board.points[move.origin])
    return await visitor.presses(panel, label)


@pytest.mark.parametrize("locale", ["en", "ms", "id"])
@pytest.mark.parametrize("puzzle", [LONG, puzzles_of(DAM_8)[0]], ids=["several turns", "draughts"])
async def test_it_is_solved_by_its_answers(adi: Visitor, puzzle: Puzzle, locale: str) -> None:
    adi.locale = locale
    panel = await at(adi, puzzle)
    assert panel.picture
    assert game_name(find_ruleset(puzzle.ruleset), words(locale)) in panel.title
    for step in range(len(puzzle.steps)):
        panel = await play(adi, panel, puzzle, step, answers(puzzle, step)[0])
    say = words(locale)
    assert say("This puzzle is rated {rating}.", rating=puzzle.rating) in panel.text
    assert say(THEMES[puzzle.themes[0]]) in panel.text
    assert say("Another") in labels(panel)


async def test_a_wrong_turn_is_said_to_be_wrong_and_may_be_tried_again(adi: Visitor) -> None:
    step = LONG.steps[0]
    wrong = next(move for move in step.game.legal_moves if move not in step.answers)
    panel = await play(adi, await at(adi, LONG), LONG, 0, wrong)
    assert "is not it: another turn is far better." in panel.text
    assert labels(panel) == ["Once more", "Show", "Another"]
    again = await adi.presses(panel, "Once more")
    assert again.text == (await at(adi, LONG)).text


async def test_a_hint_shows_where_and_the_solution_every_turn(adi: Visitor) -> None:
    plain = await at(adi, LONG)
    hint = await adi.presses(plain, "Hint")
    assert hint.picture != plain.picture
    shown = await adi.presses(hint, "Show")
    assert f"The line: 1. {LONG.line[0][0]}" in shown.text
    assert f"{len(LONG.moves)}. " in shown.text


async def test_another_is_never_the_one_just_seen(adi: Visitor) -> None:
    panel = await adi.types("/puzzle dam-8")
    for _ in range(20):
        seen = next(payload for payload, *_ in controls(panel) if ":zs:" in payload).partition(":zs:")[2][:8]
        panel = await adi.presses(panel, "Another")
        assert next(payload for payload, *_ in controls(panel) if ":zs:" in payload).partition(":zs:")[2][:8] != seen


async def test_without_a_game_it_is_one_of_the_last_that_was_played(adi: Visitor, siti: Visitor) -> None:
    assert "Main tapal empat" in (await adi.types("/puzzle")).title
    await adi.types("/play dam-8", opponent=siti)
    assert "Malaysian checkers 8x8" in (await adi.types("/puzzle")).title


async def test_what_has_no_puzzles_and_what_is_no_game_lead_to_those_that_have_some(adi: Visitor) -> None:
    for given, text in (("rimau", "There are no puzzles of Rimau yet."), ("chess", "There is no game called chess.")):
        panel = await adi.types(f"/puzzle {given}")
        assert panel.text == text
        assert len(labels(panel)) == len(games())
        assert "Malaysian checkers 8x8" in (await adi.presses(panel, "Malaysian checkers 8x8")).title


@pytest.mark.parametrize(
    ("action", "argument"),
    [
        (PuzzleAction.NEW, "zzz"),
        (PuzzleAction.NEW, find_ruleset("rimau").short_id),
        (PuzzleAction.SHOW, "000000000/"),
        (PuzzleAction.SHOW, f"{LONG.id}9/"),
        (PuzzleAction.SHOW, f"{LONG.id}0/x"),
        (PuzzleAction.PICK, f"{LONG.id}0/nowhere"),
        (PuzzleAction.PLAY, f"{LONG.id}0/nothing"),
        (PuzzleAction.PLAY, LONG.id),
    ],
)
async def test_a_made_up_button_is_refused_with_a_sentence(adi: Visitor, action: str, argument: str) -> None:
    answer = await adi.sends(str(CallbackData(action, argument=argument)))
    assert "button" in answer.text
    assert not answer.picture


def test_every_theme_has_its_words() -> None:
    assert THEMES.keys() == set(Theme)
