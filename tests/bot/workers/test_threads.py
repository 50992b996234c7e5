"""The thread of a match tells its result, follows the rematch, and is archived a while after; also after a restart."""

from dataclasses import replace

from bot.chat import Later, Unreachable
from bot.matches.identity import Place
from bot.matches.match import Match
from bot.services.services import Services
from bot.services.views import ARCHIVE_AFTER
from bot.store import View
from loopback.waiting import until
from tests.bot.fake_platform import FakePlatform, begun_on, reconciling
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
        await until(lambda: platform.threads == [("thread", f"{match.code} playing", False)])
        platform.threads.clear()
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
        await until(lambda: platform.threads[-1:] == [("thread", f"{match.code} over", False)])
        await services.matches.rematch(event(), adi, match.code, THREAD)
        again = await services.matches.rematch(event(), siti, match.code, THREAD)
        await until(lambda: platform.threads[-1] == ("thread", f"{again.code} playing", False))
    (old,) = await services.views.of_match(match.code)
    assert old.thread_shows is None


async def in_a_channel(services: Services, platform: FakePlatform) -> tuple[Match, View]:
    """A match on the board "card" of a channel where threads may be opened."""
    match, _, _, view = await begun_on(platform, services, "card")
    await services.views.place_moved(view.place, replace(view.place, can_thread=True), view.id)
    return match, view


async def test_no_board_waits_for_a_thread_and_the_call_is_repeated_in_it(
    services: Services, platform: FakePlatform
) -> None:
    match, view = await in_a_channel(services, platform)
    platform.refusals = [Later(0.5, "429")]
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        await until(lambda: platform.places.get("message-1"))
        assert platform.done.index("ping") < len(platform.done) - 1 - platform.done[::-1].index("open thread")
        await until(lambda: platform.threads == [("thread of card", f"{match.code} playing", False)])
        await until(lambda: platform.done.count("ping") == 2)
        assert platform.called == ["Adi"]
    (view,) = await services.views.of_match(match.code)
    assert view.place == Place("web", "thread of card")


async def test_where_no_thread_may_be_opened_the_match_stays_and_it_is_not_asked_for_again(
    services: Services, platform: FakePlatform
) -> None:
    match, _ = await in_a_channel(services, platform)
    platform.refusals = [Unreachable()]
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
    (view,) = await services.views.of_match(match.code)
    assert (view.place.can_thread, view.message) == (False, "card")
    assert platform.done.count("open thread") == 1
