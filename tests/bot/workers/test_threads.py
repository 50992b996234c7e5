"""The thread of a match tells its result, follows the rematch, and is archived a while after; also after a restart."""

from bot.matches.people import Place
from bot.services.services import Services
from bot.services.views import ARCHIVE_AFTER
from tests.bot.fake_platform import FakePlatform, begun_on, reconciling, until
from tests.bot.kit import Clock, event

THREAD = Place("web", "thread")


async def test_a_thread_tells_the_result_and_is_archived_once_nobody_asked_for_a_rematch(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, _, view = await begun_on(platform, services, "card")
    (view,) = await services.views.of_match(match.code)
    await services.views.went_into_thread(view, THREAD)
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        assert platform.threads == [], "it has its title since it was opened"
        await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
        await until(lambda: platform.threads == [("thread", f"{match.code} over", False)])
        await until(lambda: platform.called == ["Siti"])
    clock.forward(seconds=ARCHIVE_AFTER.total_seconds())
    async with reconciling(services, platform):
        await until(lambda: platform.threads[1:] == [("thread", f"{match.code} over", True)])
    clock.forward(hours=5)
    assert match.code not in await services.views.unfinished(clock(), lambda platform, chat: True)


async def test_a_thread_follows_the_rematch(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, view = await begun_on(platform, services, "card")
    (view,) = await services.views.of_match(match.code)
    await services.views.went_into_thread(view, THREAD)
    async with reconciling(services, platform):
        await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
        await until(lambda: platform.threads)
        await services.matches.rematch(event(), adi, match.code, THREAD)
        again = await services.matches.rematch(event(), siti, match.code, THREAD)
        await until(lambda: platform.threads[-1] == ("thread", f"{again.code} playing", False))
    (old,) = await services.views.of_match(match.code)
    assert old.thread_shows is None
