"""The ways on from a match that is over, beside its live board."""

import pytest

from bot.app.entry.live_boards import LiveBoards
from bot.app.requests.context import AppServices
from bot.chat import ActionKind, ActionPlace, BoardAction, LiveBoard
from bot.computer.analysis_queue import key_of
from bot.computer.computer_player import computer
from bot.matches.invitation import Invitation
from bot.services.services import Services
from bot.store.mistakes import StoredMistake
from engine.lessons import LessonTopic, lessons_of
from engine.position import parse_position
from engine.search.analysis import Analysis, TurningPoint
from tests.bot.app.visitors import Visitor, begin
from tests.bot.kit import DAM_8, IN_ROOM, Clock, event


async def shown(live: LiveBoards, visitor: Visitor, code: str) -> LiveBoard:
    found = await live.board(visitor.request(), code)
    assert isinstance(found, LiveBoard)
    return found


async def next_of(live: LiveBoards, visitor: Visitor, code: str) -> list[BoardAction]:
    return [each for each in (await shown(live, visitor, code)).actions if each.place is ActionPlace.NEXT]


async def test_after_a_match_with_the_computer_one_goes_on_at_another_level_or_from_the_other_side(
    live: LiveBoards, adi: Visitor, ros: Visitor, services: Services
) -> None:
    services.matches.computers[(await services.people.player(computer(3))).id] = 3
    code = (await adi.types("/play dam-8 first level:3")).title.split()[0]
    assert await next_of(live, adi, code) == []
    await adi.moves("c3-d4")
    await adi.presses(await adi.types("/resign"), "Yes, resign")
    found = await next_of(live, adi, code)
    labels = ["A gentler one", "A stronger one", "The other side", "Go through it"]
    assert [each.label for each in found] == labels, "the gentler one first for who has lost"
    assert [each.explained for each in found[:3]] == [
        "Level 2: Learner.",
        "Level 4: Coffee-shop regular.",
        "You play Black.",
    ]
    assert await next_of(live, ros, code) == []
    other = await live.press(adi.request(), code, 1, found[2].kind, found[2].choice)
    assert "Black: Adi" in str(other)


async def test_a_look_back_tells_how_often_the_match_turned_and_a_puzzle_of_it_comes_the_next_day(
    live: LiveBoards, adi: Visitor, siti: Visitor, services: Services, app_services: AppServices, clock: Clock
) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.presses(await siti.types("/resign"), "Yes, resign")
    (review,) = await next_of(live, siti, code)
    assert (review.label, review.explained) == (
        "Go through it",
        "Who stood better, and the moves that turned the game.",
    )
    game, me = (await services.matches.get(code)).game, await services.people.player(siti.person)
    point = TurningPoint.__new__(TurningPoint)
    app_services.analysis_queue._found.put(key_of(game), Analysis(game, (), (point, point)))
    await services.puzzles.keep_mistakes(me.id, [StoredMistake("0123abcd", code, 0, DAM_8.key, "", ("c3-b4",))])
    puzzle, review = await next_of(live, siti, code)
    assert review.explained == "It turned 2 times."
    assert (puzzle.kind, puzzle.disabled, puzzle.explained) == (
        ActionKind.OWN_PUZZLES,
        True,
        "It comes back to you tomorrow.",
    )
    clock.forward(days=1)
    puzzle, _ = await next_of(live, siti, code)
    assert not puzzle.disabled
    assert [each.label for each in await next_of(live, adi, code)] == ["Go through it"], "it is siti's alone"


@pytest.mark.parametrize(
    ("position", "turns", "topic", "explained"),
    [
        (
            "4/4/4/4/1m2/1M2/4/4 w - 0 0",
            ("c3xe5",),
            LessonTopic.ENDING,
            "How a match of Malaysian checkers 8x8 is won.",
        ),
        (
            "4/m3/4/M3/1m2/1M2/4/4 b - 0 0",
            ("a7-b6!", "a5xc7"),
            LessonTopic.DUTY,
            "Pieces were lost because a capture was left. Its lesson.",
        ),
    ],
)
async def test_who_has_lost_by_a_rule_whose_lesson_they_have_not_done_is_asked_what_happened(
    live: LiveBoards,
    adi: Visitor,
    siti: Visitor,
    services: Services,
    position: str,
    turns: tuple[str, ...],
    topic: LessonTopic,
    explained: str,
) -> None:
    start = parse_position(DAM_8, position)
    host, guest = await services.people.player(adi.person), await services.people.player(siti.person)
    match, _ = await services.opening.open(event(), host, Invitation(DAM_8, siti.person, 0, position=start), IN_ROOM)
    await services.matches.join(event(), guest, match.code)
    for mover, turn in zip((adi, siti, adi)[start.turn :], turns, strict=False):
        await mover.moves(turn)
    lost, won = await shown(live, siti, match.code), await shown(live, adi, match.code)
    (lesson,) = [each for each in lost.actions if each.place is ActionPlace.LINE]
    number = [each.topic for each in lessons_of(DAM_8)].index(topic) + 1
    assert (lost.offer, lesson.explained) == ("What happened?", explained)
    assert (lesson.kind, lesson.choice) == (ActionKind.LESSON, f"{DAM_8.key}/{number}")
    assert won.offer == ""
    await services.learning.note(guest.id, DAM_8.key, LessonTopic.BOARD)
    assert (await shown(live, siti, match.code)).offer == "What happened?"
    await services.learning.note(guest.id, DAM_8.key, topic)
    assert (await shown(live, siti, match.code)).offer == ""
