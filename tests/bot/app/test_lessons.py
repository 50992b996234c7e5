"""``/learn``: done in three languages by somebody who only reads what stands there; wrong answers; bad input."""

from dataclasses import dataclass
from itertools import product
from typing import cast

import pytest

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.learning.lessons import LessonAction
from bot.app.rules.rules_text import duty_told
from bot.app.text.names import family_name, game_name
from bot.chat import Menu
from bot.words import LANGUAGES, words
from engine.games import find_ruleset, rulesets
from engine.lessons import LESSONS, LessonTask, LessonTopic
from engine.ruleset import Family
from tests.bot.app.seen import Seen
from tests.bot.app.test_head_to_head import resigned
from tests.bot.app.visitors import Visitor, controls, labels
from tests.bot.kit import Clock
from tests.bot.learner import done, finished
from tests.released import RELEASED
from tests.suites import deep, quick_first

TAUGHT = ["main-tapal-empat", "malaysian-checkers-8", "sixteen-soldiers-huff"]
REST = [key for key in RELEASED if key not in TAUGHT]
LEARNED = [*zip(TAUGHT, LANGUAGES, strict=True)]
"""Each of the games in one of the languages."""


@dataclass(frozen=True)
class Answered:
    """An answer as its reader sees it."""

    reader: Visitor
    answer: Seen

    @property
    def text(self) -> str:
        return self.answer.text

    @property
    def labels(self) -> list[str]:
        return labels(self.answer)

    async def press(self, label: str) -> "Answered":
        return Answered(self.reader, await self.reader.presses(self.answer, label))


async def learned(visitor: Visitor, game: str) -> Seen:
    """The panel after the last lesson of a game."""
    say = words(visitor.locale)
    first = await visitor.presses(await visitor.types(f"/learn {game}"), say("Begin"))
    return (await finished(Answered(visitor, first), say)).answer


@pytest.mark.parametrize(
    ("game", "locale"),
    quick_first(
        (*LEARNED, *(each for each in product(TAUGHT, LANGUAGES) if each not in LEARNED)),
        "each game is learned in one of the languages in the quick suite",
        quick=len(LEARNED),
    ),
)
async def test_a_learner_finishes_every_lesson_and_plays(adi: Visitor, game: str, locale: str) -> None:
    adi.locale = locale
    say = words(locale)
    panel = await learned(adi, game)
    assert say("Play level {level}", level=1) in labels(panel)
    whole = await adi.presses(panel, say("All lessons"))
    count = len(LESSONS[find_ruleset(game).key])
    assert whole.text == say("Done: {done} of {count}.", done=count, count=count)
    assert [label.startswith("✓") for label in labels(whole)][: count + 1] == [False, *[True] * count]
    match = await adi.presses(whole, say("Play level {level}", level=1))
    assert game_name(find_ruleset(game), say) in match.title


@deep("every game has lessons of the same kinds; two games are learned in the quick suite")
@pytest.mark.parametrize("game", REST)
async def test_a_learner_finishes_the_lessons_of_every_game(adi: Visitor, game: str) -> None:
    assert "Play level 1" in labels(await learned(adi, game))


async def at(visitor: Visitor, game: str, topic: LessonTopic) -> Seen:
    """A lesson, as its button opens it."""
    number = [each.topic for each in LESSONS[game]].index(topic)
    short = find_ruleset(game).short_id
    return await visitor.sends(str(CallbackData(Action.LESSON, argument=f"{short}{number}/")))


async def test_a_legal_turn_that_was_not_asked_for_is_said_to_be_allowed(adi: Visitor) -> None:
    panel = await at(adi, "main-tapal-empat", LessonTopic.MOVING)
    lesson = next(each for each in LESSONS["main-tapal-empat"] if each.task is LessonTask.GO)
    task = next(line for line in panel.text.splitlines() if " Move to " in line)
    wrong = next(move for move in lesson.start.legal_moves if not lesson.accepts(move))
    points = lesson.ruleset.board.points
    again = await adi.presses(panel, f"{points[wrong.origin]}-{points[wrong.target]}")
    assert "is allowed, but not what is asked for here." in again.text
    assert task in again.text
    assert "Show" in labels(again)


async def test_a_piece_that_may_not_move_is_refused_with_its_rule(adi: Visitor) -> None:
    game = "permainan-tabal"
    lesson = next(each for each in LESSONS[game] if each.task is LessonTask.FIND)
    panel = await at(adi, game, lesson.topic)
    wrong = await adi.presses(panel, lesson.options[1])
    assert "You must capture. These pieces can:" in wrong.text
    why = await adi.presses(wrong, "Why?")
    assert duty_told(lesson.ruleset, words("en"))[0] in why.text


async def test_a_move_that_is_allowed_is_not_the_one_that_is_refused(adi: Visitor) -> None:
    game = "main-tapal-empat"
    lesson = next(each for each in LESSONS[game] if each.task is LessonTask.REFUSE)
    panel = await at(adi, game, lesson.topic)
    assert len(labels(panel)) == len(lesson.choices) + 2
    assert f"{lesson.options[1]} is allowed." in (await adi.presses(panel, lesson.options[1])).text
    right = next(label for label in labels(panel) if label.endswith(f"· {lesson.options[0]}"))
    assert (await adi.presses(panel, right)).text.startswith(f"Right: {lesson.options[0]}.")


async def test_a_lesson_has_a_tick_once_it_is_done_and_the_next_begins(adi: Visitor, siti: Visitor) -> None:
    first = await adi.types("/learn bagh-chal")
    assert "✓" not in "".join(labels(first))
    await done(Answered(adi, await adi.presses(first, "Begin")), words("en"))
    again = await adi.types("/learn bagh-chal")
    assert labels(again)[1].startswith("✓ 1 · ")
    assert "".join(labels(again)).count("✓") == 1
    assert (await adi.presses(again, "Go on")).title.startswith("Lesson 2 of 7")
    assert "✓" not in "".join(labels(await siti.types("/learn bagh-chal")))
    assert "✓" not in "".join(labels(await adi.types("/learn rimau")))


async def test_where_no_game_is_named_every_game_is_found_by_its_family_or_beside_the_one_it_varies(
    adi: Visitor,
) -> None:
    first = await adi.types("/learn")
    assert first.picture
    titles = set()
    for family in Family:
        panel = await adi.presses(first, family_name(family, words("en")))
        menus = [row for row in panel.rows if isinstance(row, Menu)]
        assert len(menus) == 1
        for option in menus[0].options:
            lessons = await adi.sends(menus[0].payload, option.value)
            titles.add(lessons.title)
            others = [row for row in lessons.rows if isinstance(row, Menu) and row.payload != str(Action.LESSON)][1:]
            for other in others:
                titles |= {(await adi.sends(other.payload, each.value)).title for each in other.options}
    assert titles == {f"Learn · {game_name(ruleset, words('en'))}" for ruleset in rulesets()}
    assert "There is no game called chess." in (await adi.types("/learn chess")).text


async def test_a_lesson_is_opened_by_its_number_and_a_number_that_is_none_leads_to_the_list(adi: Visitor) -> None:
    assert (await adi.types("/learn game:dam-8 lesson:5")).title == "Lesson 5 of 7 · Is capturing a duty?"
    none = await adi.types("/learn game:dam-8 lesson:9")
    assert none.text == "Lessons have the numbers 1 to 7."
    assert labels(none)[7].startswith("7 · ")


async def test_a_game_without_lessons_leads_to_those_that_have_some(
    adi: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(cast(dict[str, object], LESSONS), "rimau")
    panel = await adi.types("/learn rimau")
    assert panel.text == "There are no lessons of Rimau yet."
    assert any("Main tapal empat" in label for label in labels(panel))
    assert "Learn in two minutes" not in labels(await adi.types("/rules rimau"))


async def test_what_is_shown_is_not_done(adi: Visitor) -> None:
    panel = await adi.presses(await adi.types("/learn bagh-chal"), "Begin")
    await adi.presses(panel, "Show")
    assert "✓" not in (await adi.types("/learn bagh-chal")).text


SHORT = find_ruleset("bagh-chal").short_id
NUMBER_OF = {each.topic: number for number, each in enumerate(LESSONS["bagh-chal"])}


@pytest.mark.parametrize(
    ("action", "argument"),
    [
        (Action.LEARN, "zzz"),
        (Action.LEARN, ""),
        (Action.LESSON, "zzz0/"),
        (Action.LESSON, f"{SHORT}9/"),
        (Action.LESSON, f"{SHORT}0/x"),
        (Action.LESSON, SHORT),
        (LessonAction.PICK, f"{SHORT}0/nowhere"),
        (LessonAction.PLAY, f"{SHORT}0/nothing"),
        (LessonAction.PLAY, f"{SHORT}{NUMBER_OF[LessonTopic.SEVERAL]}/.0"),
        (LessonAction.PICK, f"{SHORT}{NUMBER_OF[LessonTopic.SEVERAL]}/a1"),
        (LessonAction.CHOOSE, f"{SHORT}0/0"),
        (LessonAction.CHOOSE, f"{SHORT}{NUMBER_OF[LessonTopic.SEVERAL]}/9"),
        (LessonAction.CHOOSE, f"{SHORT}{NUMBER_OF[LessonTopic.SEVERAL]}/x"),
    ],
)
async def test_a_made_up_button_is_refused_with_a_sentence(adi: Visitor, action: str, argument: str) -> None:
    answer = await adi.sends(str(CallbackData(action, argument=argument)))
    assert "button" in answer.text
    assert not answer.picture


async def test_every_button_of_every_first_panel_fits_on_the_wire(adi: Visitor) -> None:
    for ruleset in rulesets():
        for payload, *_ in controls(await adi.types(f"/learn {ruleset.key}")):
            assert len(payload.encode()) <= 64


OFFER = "Learn in two minutes"


async def test_who_has_never_finished_a_game_is_offered_its_lessons_once_on_each_panel(
    adi: Visitor, siti: Visitor, clock: Clock
) -> None:
    panels = [
        await adi.types("/rules main-tapal-empat"),
        await adi.presses(await adi.types("/play"), "Main tapal empat"),
    ]
    assert [labels(panel).count(OFFER) for panel in panels] == [1, 1]
    assert (await adi.presses(panels[0], OFFER)).title == "Learn · Main tapal empat"
    await resigned(adi, siti, siti, clock, "main-tapal-empat")
    for panel in (
        await adi.types("/rules main-tapal-empat"),
        await adi.presses(await adi.types("/play"), "Main tapal empat"),
    ):
        assert OFFER not in labels(panel)
    assert OFFER in labels(await adi.types("/rules rimau"))


async def test_a_guest_is_offered_the_lessons_with_the_invitation(adi: Visitor, siti: Visitor) -> None:
    card = await adi.types("/play bagh-chal")
    code = (await adi.presses(card, "Anybody")).title.split()[0]
    assert labels(await siti.types(f"/join {code}")).count(OFFER) == 1


async def test_who_has_done_every_lesson_is_offered_them_no_more(adi: Visitor) -> None:
    await learned(adi, "bagh-chal")
    assert OFFER not in labels(await adi.types("/rules bagh-chal"))
