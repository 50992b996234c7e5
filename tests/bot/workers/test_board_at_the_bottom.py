"""A board that was left behind is posted anew at the end of the chat, and the old one goes; a kill leaves no double."""

from datetime import datetime

import pytest

from bot.chat import OWN_THREAD, SCREENS, BoardMessage, Unreachable
from bot.matches.identity import Place
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.services.services import Services
from loopback.waiting import until
from tests.bot.fake_platform import FakePlatform, begun_on, reconciling, shown
from tests.bot.kit import IN_ROOM, ROOM, TABAL, Clock, event, person, play


async def test_a_board_that_was_left_behind_is_posted_anew_and_the_old_one_goes(
    services: Services, platform: FakePlatform
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        platform.said["first"] = SCREENS - 1
        match = await play(services, match, adi, siti)
        await until(lambda: platform.called == ["Siti"])
        assert [*platform.shown] == ["first"], "it can still be seen"
        platform.said["first"] = SCREENS
        match = await play(services, match, adi, siti)
        await until(lambda: platform.called == ["Adi"])
        await until(lambda: [*platform.shown] == ["message-1"])
        assert platform.shows(f"{match.code} 2")
        match = await play(services, match, adi, siti)
        await until(lambda: platform.called == ["Siti"])
        assert [*platform.shown] == ["message-1"], "the new one is edited"


async def test_in_the_thread_of_a_match_a_handful_is_enough_and_nobody_is_called_twice(
    services: Services, platform: FakePlatform
) -> None:
    match, adi, siti, view = await begun_on(platform, services, "card")
    (view,) = await services.views.of_match(match.code)
    await services.views.went_into_thread(view, Place("web", "thread"))
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        board = "message-1"
        assert platform.places[board].chat == "thread"
        platform.said[board] = OWN_THREAD
        match = await play(services, match, adi, siti)
        await until(lambda: platform.called == ["Siti"])
        await until(lambda: [*platform.places] == [board, "message-2"] and board not in platform.shown)
        await shown(services, match.code)
    assert platform.done.count("ping") == 2


@pytest.mark.parametrize("ends", ["declined", "withdrawn"])
async def test_an_invitation_that_came_to_nothing_is_edited_where_it_stands(
    services: Services, platform: FakePlatform, ends: str
) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, view = await services.opening.open(event(), adi, Invitation(TABAL, person("Siti")), IN_ROOM)
    await services.views.shown(view.key, "first")
    platform.shown["first"] = BoardMessage()
    platform.said["first"] = SCREENS

    def act(found: Match, now: datetime) -> Match:
        return found.decline(siti.id, now) if ends == "declined" else found.withdraw(adi.id, now)

    async with reconciling(services, platform):
        await shown(services, match.code)
        await services.matches.act(event(), siti if ends == "declined" else adi, match.code, act)
        await shown(services, match.code)
    assert [*platform.shown] == ["first"]
    assert "post" not in platform.done


async def test_talk_alone_posts_nothing(services: Services, platform: FakePlatform) -> None:
    match, _, _, _ = await begun_on(platform, services, "first")
    platform.said["first"] = 0
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
    # The call has looked how far up the board is; what is said from here on is talk alone.
    platform.said["first"] = 99
    async with reconciling(services, platform):
        services.news.matches.publish(match.code)
        await shown(services, match.code)
    assert "post" not in platform.done


async def test_what_another_process_has_seen_counts_too(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, view = await begun_on(platform, services, "1")
    await services.views.left_behind(ROOM, ["1", "2"])
    await services.views.left_behind(Place("web", "another"), ["2", "3"])
    assert not (await services.views.of_match(match.code))[0].left_behind
    await services.views.left_behind(ROOM, ["2", "3"])
    assert (await services.views.of_match(match.code))[0].left_behind
    async with reconciling(services, platform):
        await play(services, match, adi, siti)
        await until(lambda: [*platform.shown] == ["message-1"])
        await shown(services, match.code)
    (now,) = await services.views.of_match(match.code)
    assert (now.message, now.left_behind, now.posts) == ("message-1", False, view.posts + 1)


async def test_where_nothing_may_be_posted_the_old_board_is_edited(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    platform.said["first"] = SCREENS

    async def post(place: Place, board: BoardMessage, key: str) -> str:
        raise Unreachable

    platform.post = post  # type: ignore[method-assign]
    async with reconciling(services, platform):
        await play(services, match, adi, siti)
        await until(lambda: platform.shows(f"{match.code} 1"))
    assert [*platform.shown] == ["first"]


async def test_a_notice_that_tells_how_much_was_said_brings_the_board_down(
    services: Services, platform: FakePlatform
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        ping = platform.ping

        async def told(*given: object) -> str:
            platform.said["first"] = SCREENS + 3
            return await ping(*given)  # type: ignore[arg-type]

        platform.ping = told  # type: ignore[method-assign, assignment]
        match = await play(services, match, adi, siti)
        await until(lambda: [*platform.shown] == ["message-1"])
        await shown(services, match.code)
    assert platform.called == ["Siti"], "nobody is called twice"
    assert platform.shows(f"{match.code} 1")


async def test_a_kill_after_the_new_board_was_posted_leaves_no_double(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, view = await begun_on(platform, services, "first")
    platform.said["first"] = SCREENS
    match = await play(services, match, adi, siti)
    (behind,) = await services.views.of_match(match.code)
    # Killed after it was posted, and before that was noted.
    await platform.post(view.place, BoardMessage(), f"{behind.key}-down")
    async with reconciling(services, platform):
        await until(lambda: [*platform.shown] == ["message-1"])
        await shown(services, match.code)
    # Killed after it was noted, and before the old one was deleted.
    platform.said["message-1"] = SCREENS
    match = await play(services, match, adi, siti)
    (behind,) = await services.views.of_match(match.code)
    made = await platform.post(view.place, BoardMessage(), f"{behind.key}-down")
    await services.views.updated(behind, made, match.version)
    assert [*platform.shown] == ["message-1", "message-2"]
    async with reconciling(services, platform):
        await until(lambda: [*platform.shown] == ["message-2"])
