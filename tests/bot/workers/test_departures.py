"""A player has left the chats of a match where all platforms that can see it say so."""

import pytest

from bot.chat import Later
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.services.services import Services
from bot.workers import departures
from bot.workers.departures import Departures
from tests.bot.fake_platform import FakePlatform
from tests.bot.kit import begun


async def seen_twice(services: Services) -> str:
    """The code of a match that stands in the room and in a chat of another platform; Adi, to move, is known there."""
    match, adi, *_ = await begun(services)
    await services.views.repost(match.code, Venue(Place("telegram", "-1"), "en"), adi)
    return match.code


@pytest.mark.parametrize(
    ("members", "left"),
    [({"adi": False}, True), ({"adi": True}, False), ({}, None), ({"adi": True, "siti": False}, False)],
)
async def test_the_player_to_move_is_asked_for(
    services: Services, platform: FakePlatform, members: dict[str, bool], left: bool | None
) -> None:
    match, *_ = await begun(services)
    platform.members = members
    assert await Departures(services, {"web": platform}).has_left(match.code) is left


async def test_where_they_have_no_account_they_cannot_be_missed(services: Services, platform: FakePlatform) -> None:
    code = await seen_twice(services)
    platform.members = {"adi": False}
    telegram = FakePlatform("telegram")
    assert await Departures(services, {"web": platform, "telegram": telegram}).has_left(code) is True
    assert telegram.done == []


async def test_whoever_has_a_board_of_their_own_is_there_and_nobody_is_asked(
    services: Services, platform: FakePlatform
) -> None:
    match, adi, *_ = await begun(services)
    platform.members = {"adi": False}
    await services.views.add(match.code, Venue(Place("web", "adi's own", private=True), "en"), adi)
    assert await Departures(services, {"web": platform}).has_left(match.code) is None
    assert platform.done == []


async def test_all_chats_have_to_say_so(services: Services, platform: FakePlatform) -> None:
    match, adi, *_ = await begun(services)
    await services.views.repost(match.code, Venue(Place("web", "another"), "en"), adi)
    platform.members = {"adi": False}
    asking = Departures(services, {"web": platform})
    assert await asking.has_left(match.code) is True
    assert platform.done == ["is member", "is member"]
    for view in await services.views.of_match(match.code):
        await services.views.freeze(view)
    assert await asking.has_left(match.code) is None, "nothing is shown anywhere"


async def test_a_platform_that_cannot_answer_or_is_not_there_says_nothing(
    services: Services, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, *_ = await begun(services)
    platform.members = {"adi": False}
    platform.failures = [Later(1.0, "429"), OSError()]
    asking = Departures(services, {"web": platform})
    assert await asking.has_left(match.code) is None
    assert await asking.has_left(match.code) is None
    monkeypatch.setattr(departures, "ASKED_WITHIN", 0.01)
    platform.open.clear()
    assert await asking.has_left(match.code) is None
    assert await Departures(services, {}).has_left(match.code) is None
