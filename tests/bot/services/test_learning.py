"""The lessons that a person has done: noted once, theirs alone, in their file, and gone with them."""

from bot.services.services import Services
from engine.lessons import LessonTopic
from tests.bot.services.test_blocks import known


async def test_a_lesson_is_noted_once_and_is_ones_own(services: Services) -> None:
    adi, siti = await known(services, "Adi", "Siti")
    for topic in (LessonTopic.BOARD, LessonTopic.MOVING, LessonTopic.BOARD):
        await services.learning.note(adi.id, "rimau", topic)
    assert await services.learning.done(adi.id, "rimau") == {LessonTopic.BOARD, LessonTopic.MOVING}
    assert not await services.learning.done(adi.id, "adugo")
    assert not await services.learning.done(siti.id, "rimau")


async def test_the_file_of_a_person_has_them_and_they_go_with_the_person(services: Services) -> None:
    adi, siti = await known(services, "Adi", "Siti")
    for player in (adi, siti):
        await services.learning.note(player.id, "rimau", LessonTopic.ENDING)
    (kept,) = (await services.people.export(adi.id))["lessons_done"]
    assert (kept["game"], kept["lesson"]) == ("rimau", "ending")
    await services.people.erase(adi)
    await services.learning.note(adi.id, "rimau", LessonTopic.BOARD)
    assert not await services.learning.done(adi.id, "rimau"), "nothing is noted of somebody who is gone"
    assert await services.learning.done(siti.id, "rimau") == {LessonTopic.ENDING}
