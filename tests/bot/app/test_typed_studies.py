"""A turn of a puzzle or lesson that is typed: in answer to its panel, in the place where it is open, beside matches."""

from dataclasses import replace

import pytest

from bot.app.text.moves import move_text
from bot.chat import Content
from bot.matches.identity import Place
from bot.services.services import Services
from bot.words import words
from engine.games import find_ruleset
from engine.lessons import CHOSEN, lessons_of
from engine.puzzles import answers
from tests.bot.app.seen import Seen, seen_text
from tests.bot.app.test_daily import GROUP, KL, Town, shown_in, town  # noqa: F401
from tests.bot.app.test_puzzles import EASY, LONG, at
from tests.bot.app.visitors import Visitor, begin, controls, labels
from tests.bot.kit import DAM_8, ROOM

PRIVATE = Place("telegram", "7", private=True)
CHAT = Place("telegram", "-100")


async def said(visitor: Visitor, text: str, place: Place = ROOM, answers: Content | None = None) -> Seen | None:
    """The answer to a plain line, which may answer a message of the bot."""
    offers = tuple(payload for payload, *_ in controls(answers)) if answers else ()
    request = replace(visitor.request(place, "5" if answers else ""), addressed=bool(answers), offers=offers)
    return seen_text(await visitor.papan.text(request, text))


def turn(puzzle_step: int = 0) -> str:
    """A right turn of the long puzzle, as it is typed."""
    return move_text(LONG.start.ruleset, answers(LONG, puzzle_step)[0], words("en"))


async def test_a_puzzle_is_solved_by_typing_in_the_room(adi: Visitor) -> None:
    await at(adi, LONG)
    answer: Seen | None = None
    for step in range(len(LONG.steps)):
        answer = await (said(adi, turn(step)) if step % 2 else adi.types(f"/move {turn(step)}"))
        assert answer is not None
        assert "Right: " in answer.text
    assert answer is not None
    assert "Solved" in answer.text
    assert await said(adi, turn()) is None, "it is done, and the line is talk"


async def test_what_is_refused_unclear_or_wrong_is_answered_as_in_a_match(adi: Visitor) -> None:
    panel = await at(adi, EASY)
    game, points = EASY.start, DAM_8.board.points
    wrong = next(each for each in game.legal_moves if each not in answers(EASY, 0))
    illegal = await adi.types("/move a1-h8")
    assert "Why?" in labels(illegal)
    assert await said(adi, "good morning a1 and all") is None
    unclear = await adi.types(f"/move {points[wrong.target]}")
    assert "far better" not in unclear.text, "a point alone is asked back about"
    told = await adi.types(f"/move {move_text(DAM_8, wrong, words('en'))}")
    assert "another turn is far better" in told.text
    assert panel.title == told.title


async def test_in_a_private_chat_the_panel_that_is_answered_comes_before_the_latest(adi: Visitor) -> None:
    first = await at(adi, LONG)
    await adi.types("/learn dam-8 1", place=PRIVATE)
    answer = await said(adi, turn(), PRIVATE, first)
    assert answer is not None
    assert "Right: " in answer.text
    assert answer.title == first.title


@pytest.mark.parametrize("chosen", [False, True])
async def test_a_lesson_takes_its_turn_or_its_choice(adi: Visitor, chosen: bool) -> None:
    lessons = list(enumerate(lessons_of(find_ruleset("english-draughts")), 1))
    number, lesson = next(each for each in lessons if (each[1].task in CHOSEN) == chosen)
    await adi.types(f"/learn english-draughts {number}", place=PRIVATE)
    line = lesson.options[0] if chosen else move_text(lesson.ruleset, lesson.answer, words("en"))
    answer = await said(adi, line, PRIVATE)
    assert answer is not None
    assert f"Right: {line}." in answer.text


@pytest.mark.parametrize("line", ["/move c3-d4", "c3-d4"])
async def test_a_match_that_waits_here_comes_first_and_says_so(
    adi: Visitor, siti: Visitor, services: Services, line: str
) -> None:
    async def typed() -> Seen | None:
        return await (adi.types(line, place=PRIVATE) if line.startswith("/") else said(adi, line, PRIVATE))

    elsewhere, _ = await begin(adi, siti, place=CHAT)
    await adi.types("/puzzle dam-8", place=PRIVATE)
    answer = await typed()
    assert answer is not None
    assert answer.title == "Puzzle · Malaysian checkers 8x8", "no match waits here"
    assert (await services.matches.get(elsewhere)).game.ply == 0
    here, _ = await begin(adi, siti, place=PRIVATE)
    answer = await typed()
    assert answer is not None
    told = "That was taken for the match, not for what is open here: Puzzle · Malaysian checkers 8x8."
    assert answer.text == f"You played c3-d4 in {here}. {told}"


async def test_a_turn_of_the_puzzle_of_the_day_is_not_taken_where_all_read_it(town: Town) -> None:  # noqa: F811
    await town.types("boss", GROUP, "daily", hour="21", zone=KL, game="dam-8")
    await town.hour()
    board = town.told[-1].board
    opened = await town.presses("adi", GROUP, next(payload for payload, *_ in controls(board)))
    puzzle = shown_in(opened)
    line = move_text(puzzle.start.ruleset, answers(puzzle, 0)[0], words("en"))
    offers: tuple[str, ...] = ()
    for shown in (board, opened):
        offers = tuple(payload for payload, *_ in controls(shown))
        request = replace(town._request("adi", GROUP), message="9", addressed=True, offers=offers)
        told = seen_text(await town.papan.text(request, line))
        assert told is not None
        assert "out of sight of the others" in told.text
        assert labels(told) == ["Solve"]
    await town.look()
    assert "Solved" not in town.told[-1].board.text, "nothing was tried"
    private = replace(town._request("adi", Place("telegram", "adi", private=True)), message="9", offers=offers)
    answered = seen_text(await town.papan.text(private, line))
    assert answered is not None
    assert "Right: " in answered.text
