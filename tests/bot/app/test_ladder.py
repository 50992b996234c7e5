"""``/ladder``: people of a chat come to it, challenge those above them, and its one card follows."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.app.buttons.about_place import about
from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.contests.ladder_card import LadderAction, LadderCards
from bot.app.contests.shield_mark import tag_in, told_to_hosts
from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.app.requests.context import AppServices
from bot.chat import Capabilities, Gone, Later, PersonPage, PlaceMoved, Unreachable
from bot.foundation.shared_work import SingleProcess
from bot.matches.communities import CASUAL, RATED, SHIELD_ROLE
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.preferences import NOWHERE
from bot.store.ladders import Ladder
from bot.workers.errands.contest_cards import ContestCard, LadderErrands, ShieldMarks
from bot.workers.errands.courier import Courier
from engine.games import find_ruleset
from loopback.waiting import until
from tests.bot.app.seen import Seen, seen
from tests.bot.app.test_hosts import GROUP, PRIVATE, Desk, control
from tests.bot.app.visitors import labels
from tests.bot.fake_platform import FakePlatform
from tests.bot.kit import DAM_8, Clock, event


@pytest.fixture(name="desk")
async def make_desk(app_services: AppServices) -> Desk:
    desk = Desk(app_services)
    await desk.choose(ladder=CASUAL)
    return desk


async def joins(desk: Desk, *names: str) -> Seen:
    shown = Seen()
    for name in names:
        shown = await desk.types(name, "ladder", act="join", game="dam-8")
    return shown


async def presses(desk: Desk, name: str, panel: Seen, label: str) -> Seen:
    payload, values = control(panel, label)
    return seen(await desk.papan.press(desk.asks(name), payload, values))


async def test_people_join_challenge_and_leave(desk: Desk) -> None:
    begun = await desk.types("ani", "ladder")
    assert begun.text == "Nobody has begun a ladder here yet. Of which game should it be?"
    await joins(desk, "ani", "budi", "cik", "dewi")
    shown = await desk.types("eka", "ladder")
    assert shown.text.splitlines()[:4] == ["1. ani", "2. budi", "3. cik", "4. dewi"]
    assert shown.text.endswith("Whoever joins begins at the bottom.")
    mine = await presses(desk, "eka", shown, "Join")
    assert "5. eka (you)" in mine.text
    assert "You may challenge those on the 3 rungs above you." in mine.text
    assert labels(mine) == ["dewi", "cik", "budi", "Leave"]
    card = await presses(desk, "eka", mine, "budi")
    assert "eka invites budi." in card.text
    assert (
        "A challenge of the ladder: whoever declines it, or does not accept in time, "
        "changes places with the challenger." in card.text
    )
    code = card.title.split()[0]
    assert f"eka challenges budi: {code}" in (await desk.types("ani", "ladder")).text
    declined = seen(await desk.papan.press(desk.asks("budi"), f"1:{code}:0:de"))
    assert labels(declined) == ["Not now", "No challenges"], "no other game or pace can be offered"
    assert (await desk.types("ani", "ladder")).text.splitlines()[:5] == [
        "1. ani (you)",
        "2. eka",
        "3. cik",
        "4. dewi",
        "5. budi",
    ]
    asked = await desk.types("ani", "ladder", act="leave")
    assert asked.text == "You are on rung 1. Whoever comes back begins at the bottom."
    left = await presses(desk, "ani", asked, "Leave")
    assert left.text.splitlines()[:2] == ["You have left this ladder.", "1. eka"]
    assert (await desk.types("ani", "ladder", act="leave")).text.startswith("You are not on this ladder yet.")


async def test_what_hosts_have_switched_off_is_not_there_and_rated_is_rated(desk: Desk) -> None:
    await joins(desk, "ani", "budi")
    await desk.choose(ladder=RATED, pace="slow")
    card = await presses(desk, "budi", await desk.types("budi", "ladder"), "ani")
    assert "rated" in card.text.casefold()
    shown = await presses(desk, "ani", await desk.types("ani", "top"), "Ladder")
    assert shown.text.startswith("1. ani (you)")
    for game in ("dam-8", "tapal"):
        shown = await presses(desk, "ani", await desk.types("ani", "play", game=game), "Ladder")
        assert shown.text.startswith("1. ani (you)" if game == "dam-8" else "Nobody is on this ladder yet."), (
            "of this game"
        )
    await desk.choose(ladder="off")
    assert "There is no ladder here." in (await desk.types("ani", "ladder")).text
    assert "Ladder" not in labels(await desk.types("ani", "top")) + labels(
        await desk.types("ani", "play", game="dam-8")
    )
    panel = seen(await desk.papan.command(desk.asks("ani", PRIVATE), "ladder", {}))
    assert panel.text == "Use /ladder in a server or group: each has its own ladders."


async def test_who_is_not_in_the_chat_comes_to_no_ladder_of_it_and_is_shown_none(desk: Desk) -> None:
    await joins(desk, "ani", "budi")
    dam = find_ruleset("dam-8").short_id
    await desk.services.ladders.join(
        await desk.services.people.player(desk.asks("ani").person), Venue(GROUP, "en"), "tapal"
    )
    challenge = f"{dam}:{(await desk.services.people.player(desk.asks('ani').person)).id}"
    wanted = ((LadderAction.JOIN, dam), (Action.LADDER, dam), (Action.LADDER, ""), (LadderAction.CHALLENGE, challenge))
    for action, game in wanted:
        pressed = str(CallbackData(action, argument=about(GROUP, game)))
        told = seen(await desk.papan.press(desk.asks("eka", PRIVATE), pressed))
        assert told.text == "You are not in that chat any more. This is only for those who are in it."
    assert "2 people are on it." in (await desk.types("ani", "ladder", game="dam-8")).text


async def test_who_may_not_play_in_the_chat_joins_from_no_other_place(desk: Desk) -> None:
    await joins(desk, "ani")
    await desk.choose(who="hosts")
    inside = App(replace(desk.tools, is_there=_is_there))
    pressed = str(CallbackData(LadderAction.JOIN, argument=about(GROUP, find_ruleset("dam-8").short_id)))
    refused = seen(await inside.press(desk.asks("eka", PRIVATE), pressed))
    assert "only those who manage this place may play" in refused.text


async def test_whoever_challenges_in_private_does_it_beside_the_card(desk: Desk) -> None:
    topic = replace(GROUP, thread="7")
    ani, budi = [await desk.services.people.player(desk.asks(each).person) for each in ("ani", "budi")]
    for each in (ani, budi):
        await desk.services.ladders.join(each, Venue(topic, "en"), DAM_8.key)
    inside = App(replace(desk.tools, is_there=_is_there))
    payload, values = control(await desk.types("budi", "ladder"), "ani")
    shown = [seen(await inside.press(desk.asks("budi", PRIVATE), payload, values)).text for _ in range(2)]
    assert "budi challenges ani: " in shown[0]
    assert shown[1].startswith("You have opened ")
    (match,) = (await desk.services.matches.listed(budi.id)).matches
    (view,) = await desk.services.views.of_match(match.code)
    assert (view.place, view.message) == (topic, None)


async def _is_there(place: Place, account: str) -> bool:
    return place.chat == GROUP.chat and account != ""


async def test_the_holder_of_the_shield_is_told_on_the_ladder_and_on_their_profile(desk: Desk, clock: Clock) -> None:
    await joins(desk, "ani", "budi")
    clock.now = datetime(2026, 5, 1, 1, tzinfo=UTC)
    while await desk.services.shields.advance(lambda platform, chat: True):
        pass
    lines = (await desk.types("budi", "ladder")).text.splitlines()
    assert (lines[0], lines[3]) == ("1. ani 🛡️", "ani has held the shield since the end of March 2026.")
    badges = await presses(desk, "ani", await desk.types("ani", "profile"), "Badges")
    assert badges.text.splitlines()[0] == "Malaysian checkers 8x8: 🛡️ the shield of a ladder, April 2026"
    ani = await desk.services.people.player(desk.asks("ani").person)
    page = await LiveBoards(desk.papan, desk.tools).profile(desk.asks("budi"), ani.person)
    assert isinstance(page, PersonPage)
    assert (page.badges[0].mark, page.badges[0].day) == ("🛡️", "April 2026")


async def test_a_mark_that_was_begun_is_given_once_more_and_taken_from_the_last(desk: Desk, clock: Clock) -> None:
    platform = FakePlatform("discord")
    platform.capabilities = Capabilities(has_roles=True)
    marks = ShieldMarks(desk.services.shields, tag_in, told_to_hosts)
    await desk.services.communities.change(
        GROUP, lambda found: replace(found, settings={**found.settings, SHIELD_ROLE: "77 Champion"})
    )
    await joins(desk, "ani", "budi")

    async def settle() -> list[str]:
        found = await desk.services.ladders.view(GROUP, DAM_8.key, "", 1)
        assert found
        platform.done.clear()
        await marks.settle(found.ladder, platform)
        return platform.done

    async def month_ends() -> None:
        clock.forward(days=31)
        await desk.services.shields.advance(lambda platform, chat: True)

    assert await settle() == []
    await month_ends()
    platform.refusals = [Later(None, "503")]
    with pytest.raises(Later):
        await settle()
    assert await settle() == ["mark ani 77 True"], "it was noted, and not given"
    assert await settle() == []
    await desk.services.ladders.leave((await desk.services.people.player(desk.asks("ani").person)).id, GROUP, DAM_8.key)
    await month_ends()
    platform.refusals = [Unreachable()]
    assert await settle() == ["mark ani 77 False", "mark budi 77 True"], "what may not be taken keeps no one"
    await desk.services.people.erase(await desk.services.people.player(desk.asks("budi").person))
    assert await settle() == [], "no account is left"


async def test_who_wants_to_be_in_no_list_stands_as_somebody(desk: Desk) -> None:
    await joins(desk, "ani", "budi")
    ani = await desk.services.people.player(desk.asks("ani").person)
    await desk.services.people.change_settings(ani.id, listed=NOWHERE)
    assert (await desk.types("budi", "ladder")).text.startswith("1. somebody\n2. budi (you)")
    assert (await desk.types("ani", "ladder")).text.startswith("1. ani (you)")


async def test_a_ladder_of_a_game_that_is_no_more_breaks_nothing(desk: Desk, app_services: AppServices) -> None:
    await joins(desk, "ani")
    ani = await desk.services.people.player(desk.asks("ani").person)
    await desk.services.ladders.join(ani, Venue(GROUP, "en"), "game-of-old")
    cards = [await LadderCards(app_services).show(each) for each in await desk.services.ladders.to_show()]
    assert sorted(each is None for each in cards) == [False, True]
    assert (await desk.types("ani", "ladder")).text.startswith("1. ani (you)"), "the only one that there is"


@pytest.fixture(name="platform")
def make_platform() -> FakePlatform:
    return FakePlatform("telegram")


@pytest.fixture(name="courier")
async def make_courier(
    desk: Desk, app_services: AppServices, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Courier[Ladder, ContestCard[Ladder]]]:
    monkeypatch.setattr("bot.workers.errands.courier.LOOK_AGAIN", 0.0)
    marks = ShieldMarks(desk.services.shields, tag_in, told_to_hosts)
    errands = LadderErrands(desk.services, LadderCards(app_services).show, marks)
    courier = Courier(errands, desk.services, {"telegram": platform}, SingleProcess())
    yield courier
    await courier.stop()


async def test_a_card_that_has_lost_its_place_is_sent_anew(
    desk: Desk, platform: FakePlatform, courier: Courier[Ladder, ContestCard[Ladder]], clock: Clock
) -> None:
    topic, other = replace(GROUP, thread="7"), replace(GROUP, thread="8")

    async def look(asked: Place, *failures: Exception, stands: list[Place]) -> None:
        platform.shown.clear()
        platform.failures = list(failures)
        await desk.papan.command(desk.asks("ani", asked), "ladder", {"act": "join", "game": "dam-8"})
        clock.forward(seconds=11)
        while platform.failures or await desk.services.ladders.to_show():
            await courier.look()
            await asyncio.sleep(0)
        assert [platform.places[each] for each in platform.shown] == stands

    await look(topic, stands=[topic])
    await look(topic, Gone(), PlaceMoved(GROUP), stands=[GROUP])
    await look(other, Unreachable(), stands=[])
    await look(other, stands=[other])


async def test_one_card_is_posted_and_edited_ever_after(
    desk: Desk, platform: FakePlatform, courier: Courier[Ladder, ContestCard[Ladder]], clock: Clock
) -> None:
    async def look(wanted: str) -> None:
        clock.forward(seconds=11)
        await courier.look()
        await until(lambda: [each.text.splitlines()[0] for each in platform.shown.values()] == [wanted])

    await joins(desk, "ani", "budi")
    await look("1. ani")
    card = await desk.types("budi", "ladder")
    code = (await presses(desk, "budi", card, "ani")).title.split()[0]
    ani = await desk.services.people.player(desk.asks("ani").person)
    await desk.services.matches.act(event(), ani, code, lambda match, now: match.decline(ani.id, now))
    await look("1. budi")
    await desk.services.people.erase(await desk.services.people.player(desk.asks("budi").person))
    await look("1. ani")
    assert [place.chat for place in platform.places.values()] == [GROUP.chat]
    assert platform.done.count("post") == 1
