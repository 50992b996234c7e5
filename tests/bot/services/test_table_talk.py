"""Table talk: one sentence a turn and person, on boards that are edited for it once in ten seconds at most."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from bot.matches.communities import OFF as HOSTS_OFF
from bot.matches.identity import Person
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.preferences import NOWHERE, OFF
from bot.matches.refusals import (
    ActionRefused,
    BannedForGood,
    DataDeleted,
    MatchOver,
    NoTalkAlone,
    NotStarted,
    SaidThisTurn,
    TalkOff,
)
from bot.matches.table_talk import SHOWN
from bot.services.services import Services
from bot.store import Player
from bot.store.links import Joiner
from tests.bot.kit import DAM_8, ROOM, Clock, begun, check, event, person, play


async def people(services: Services, *names: str) -> list[Player]:
    return [await services.people.player(person(name)) for name in names]


async def says(services: Services, player: Player, match: Match, sentence: str) -> None:
    assert isinstance(services.clock, Clock)
    services.clock.forward(seconds=0.001)
    await services.table_talk.say(event(), player, match.code, sentence)


async def said(services: Services, code: str) -> list[tuple[str, str]]:
    match = await services.matches.get(code)
    return [(each.name, each.sentence) for each in await services.table_talk.of(match)]


async def edited(services: Services, code: str) -> None:
    """The boards of a match are sent, if something on them has lapsed."""
    for view in await services.views.of_match(code):
        if view.lapses and view.lapses <= services.clock():
            await services.views.updated(view, view.message or "m1", view.match_version)


async def test_it_stands_until_the_next_move_and_is_said_once_a_turn(services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    ros, nur = await people(services, "Ros", "Nur")
    await services.people.change_settings(nur.id, listed=NOWHERE)
    heard: list[str] = []
    services.news.matches.subscribe(heard.append)
    await says(services, siti, match, "tea")
    await says(services, nur, match, "hello")
    assert await said(services, match.code) == [("Siti", "tea"), ("", "hello")]
    with pytest.raises(SaidThisTurn):
        await says(services, siti, match, "no-hurry")
    same = await services.matches.get(match.code)
    assert (same.version, heard) == (match.version, [match.code] * 2)
    await says(services, ros, match, "good-match")
    await says(services, adi, match, "learning")
    shown = await said(services, match.code)
    assert shown == [("", "hello"), ("Ros", "good-match"), ("Adi", "learning")]
    assert len(shown) == SHOWN
    assert [each["sentence"] for each in (await services.people.export(siti.id))["table_talk"]] == ["tea"]
    after = await play(services, same, adi, siti)
    assert await said(services, match.code) == []
    await says(services, siti, after, "trap")
    assert await said(services, match.code) == [("Siti", "trap")]
    assert await check(services.database) == []


async def test_the_same_press_that_comes_twice_says_it_once(services: Services) -> None:
    match, adi, _, _ = await begun(services)
    once = event()
    await services.table_talk.say(once, adi, match.code, "hello")
    await services.table_talk.say(once, adi, match.code, "hello")
    assert await said(services, match.code) == [("Adi", "hello")]


async def test_a_board_is_edited_for_it_once_in_ten_seconds_at_most(services: Services, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    ros, nur, ani = await people(services, "Ros", "Nur", "Ani")
    due = []
    for seconds, each in ((0, adi), (3, siti), (4, ros), (6, nur), (30, ani)):
        clock.forward(seconds=seconds)
        await edited(services, match.code)
        await says(services, each, match, "hello")
        due.append(max(row.shown for row in await services.table_talk.of(match)))
        (view,) = await services.views.of_match(match.code)
        assert view.lapses is not None
        assert due[-1] - view.lapses < timedelta(seconds=0.01), "one demand is told from another by as little"
    apart = [round((later - earlier).total_seconds()) for earlier, later in pairwise(due)]
    assert apart == [10, 0, 10, 23]


async def test_a_board_that_is_being_sent_meanwhile_is_edited_again(services: Services) -> None:
    match, adi, _, view = await begun(services)
    (before,) = [each for each in await services.views.of_match(match.code) if each.id == view.id]
    await says(services, adi, match, "hello")
    after = await services.views.updated(before, before.message or "m1", match.version)
    assert after is not None
    assert after.lapses is not None, "what was sent was composed before the sentence"
    now = await services.views.updated(after, after.message or "", match.version)
    assert now is not None
    assert now.lapses is None


async def test_a_turn_taken_back_takes_along_what_was_said(services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    await says(services, siti, match, "hello")
    after = await play(services, match, adi, siti)
    await says(services, siti, after, "trap")
    back = await services.matches.act(event(), adi, match.code, lambda now, at: now.undo(adi.id, at))
    assert back.game.ply == 0
    assert await said(services, match.code) == []
    await says(services, siti, back, "no-hurry")
    assert await said(services, match.code) == [("Siti", "no-hurry")]
    assert await check(services.database) == []


async def test_at_the_end_everybody_may_say_something_again(services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    await says(services, siti, match, "hello")
    over = await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
    assert await said(services, match.code) == []
    await says(services, siti, over, "thanks")
    await says(services, adi, over, "one-more")
    assert await said(services, match.code) == [("Siti", "thanks"), ("Adi", "one-more")]
    with pytest.raises(SaidThisTurn):
        await says(services, siti, over, "close")
    assert await check(services.database) == []


@pytest.mark.parametrize("why", ["invited", "called off", "practice", "player", "hosts", "blocked", "banned", "gone"])
async def test_each_refusal(services: Services, why: str) -> None:
    match, adi, siti, view = await begun(services)
    (ros,) = await people(services, "Ros")
    refused: type[ActionRefused] = TalkOff
    if why in ("invited", "practice"):
        given = Invitation(DAM_8, None if why == "invited" else adi.person, 0, practice=why == "practice")
        match, _ = await services.opening.open(event(), adi, given, Venue(ROOM, "en"))
        refused = NotStarted if why == "invited" else NoTalkAlone
    elif why == "called off":
        await services.matches.act(event(), adi, match.code, lambda now, at: now.call_off(adi.id, at))
        refused = MatchOver
    elif why == "player":
        await says(services, siti, match, "hello")
        await services.people.change_settings(adi.id, table_talk=OFF)
        assert await said(services, match.code) == [], "what stands there goes with the next edit"
    elif why == "hosts":
        await services.communities.change(view.place, lambda found: replace(found, settings={"table_talk": HOSTS_OFF}))
    elif why == "blocked":
        await services.blocks.block(adi.id, ros.id)
    elif why == "banned":
        ban = await services.bans.ask(adi, view.place, ros.id, None, "spam")
        await services.bans.confirm(adi, view.place, ban.id, take_down=False)
        refused = BannedForGood
    else:
        await services.people.erase(ros)
        refused = DataDeleted
    with pytest.raises(refused):
        await says(services, ros, match, "hello")


async def test_who_has_their_data_deleted_takes_their_sentences_away(services: Services) -> None:
    match, *_ = await begun(services)
    (ros,) = await people(services, "Ros")
    await says(services, ros, match, "hello")
    await services.people.erase(ros)
    assert await said(services, match.code) == []
    assert (await services.matches.get(match.code)).version > match.version, "boards that name them are drawn anew"
    assert await check(services.database) == []


async def test_one_who_was_two_has_said_what_both_have_said(services: Services, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    other, _, _, _ = await begun(services)
    old = await services.people.player(Person("telegram", "55", "Ros", "ros"))
    clock.forward(minutes=1)
    new = await services.people.player(Person("discord", "56", "Ros", "ros"))
    await says(services, old, match, "hello")
    await says(services, new, match, "good-match")
    await says(services, new, other, "hello")
    code = await services.links.begin(old.id, "telegram")
    await services.links.give(code, Joiner("discord", "56", "Ros"))
    await services.links.accept(old.id)
    assert await said(services, match.code) == [("Ros", "good-match")]
    assert await said(services, other.code) == [("Ros", "hello")]
    with pytest.raises(SaidThisTurn):
        await says(services, old, match, "tea")
    assert await check(services.database) == []
    await play(services, match, adi, siti)
    back = await services.matches.act(event(), adi, match.code, lambda now, at: now.undo(adi.id, at))
    await services.links.undo(old.id)
    assert await said(services, other.code) == [("Ros", "hello")]
    assert back.game.ply == 0
    assert await check(services.database) == []


async def test_what_stands_nowhere_is_kept_no_longer(services: Services, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    await says(services, siti, match, "hello")
    await play(services, match, adi, siti)
    await says(services, adi, match, "unseen")
    await services.requests.forget_old()
    assert (await services.people.export(siti.id))["table_talk"] == []
    assert await said(services, match.code) == [("Adi", "unseen")]
    clock.forward(days=8)
    await services.requests.forget_old()
    assert await said(services, match.code) == []
