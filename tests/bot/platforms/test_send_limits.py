"""Messages to a chat stay within what the platform allows, and the newest board replaces one that still waits."""

import asyncio
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat import BoardMessage, Button, Later, Place, PrivatePanel
from bot.platforms.discord import channel_messages
from bot.platforms.send_limits import Limit, SendLimiter
from bot.platforms.telegram import chat_messages
from bot.services.services import Services
from loopback.waiting import until
from tests.bot.fake_platform import FakePlatform, reconciling
from tests.bot.kit import begun, event, moving, play
from tests.bot.platforms.discord_harness import Table as Channel
from tests.bot.platforms.discord_harness import harness as discord
from tests.bot.platforms.faults import settled
from tests.bot.platforms.telegram_harness import Table as Group
from tests.bot.platforms.telegram_harness import harness as telegram
from tests.bot.platforms.telegram_rig import picture, rig_in
from tests.suites import deep

MOVES = 24
GROUP = chat_messages.GROUP
"""As it is for people: in tests there are no limits."""


def most(times: Sequence[float], seconds: float) -> int:
    """The most of these within any such time."""
    return max(sum(start <= at < start + seconds for at in times) for start in times)


@given(
    steps=st.lists(
        st.tuples(st.sampled_from("ab"), st.floats(0, 3), st.sampled_from((0.0, 0.5, 2.0)), st.integers(0, 3)),
        max_size=60,
    ),
    overall=st.builds(Limit, st.integers(1, 6), st.floats(0.5, 3)),
    limits=st.lists(st.builds(Limit, st.integers(1, 6), st.floats(0.5, 6)), min_size=1, max_size=2).map(tuple),
)
def test_no_limit_is_ever_passed_and_whoever_waits_as_told_may(
    steps: list[tuple[str, float, float, int]], overall: Limit, limits: tuple[Limit, ...]
) -> None:
    now = 0.0
    pace = SendLimiter(overall, lambda: now)
    sent: list[tuple[str, float]] = []
    for chat, passing, lasting, spare in steps:
        now += passing
        assert pace.wait(chat, limits, spare) >= pace.wait(chat, limits), "to leave some to others never comes sooner"
        if (wait := pace.wait(chat, limits)) > 0:
            with pytest.raises(Later) as later, pace.sending(chat, limits):
                pass
            assert later.value.seconds == wait
            now += wait + 1e-6
        with pace.sending(chat, limits):
            now += lasting
        sent.append((chat, now))
        own = [at for where, at in sent if where == chat]
        assert all(most(own, limit.seconds) <= limit.count for limit in limits)
        assert most([at for _, at in sent], overall.seconds) <= overall.count


def _boards(offsets: Sequence[float], every: float, others: float, seconds: float) -> tuple[list[float], list[float]]:
    """The waits for the boards of matches with a move every few seconds in one group, and all that is sent there.

    A match begins at each of these times, and each of its boards takes 0.3 s to send; who has to wait comes back after
    the time they were told. Every ``others`` seconds something else wants to go there too.
    """
    now = 0.0
    pace = SendLimiter(Limit(30, 1.0), lambda: now)
    behind: dict[str, float] = {}
    waits, sent = [], []
    coming = [(at + every * n, f"match {at}", True) for at in offsets for n in range(int(seconds / every))]
    coming += [(others * n, "", True) for n in range(1, int(seconds / others))]
    heapify(coming)
    while coming:
        at, match, is_new = heappop(coming)
        now = max(now, at)
        if is_new and match in behind:
            continue
        if match and is_new:
            behind[match] = at
        if (wait := pace.wait("group", GROUP, turn=match)) > 0:
            if match:
                heappush(coming, (now + wait, match, False))
            continue
        with pace.sending("group", GROUP, turn=match):
            now += 0.3
        sent.append(now)
        if match:
            waits.append(now - behind.pop(match))
    return waits, sent


@given(
    offsets=st.lists(st.floats(0, 5), min_size=3, max_size=3, unique=True),
    others=st.sampled_from((0.5, 7.0, 1e9)),
    every=st.sampled_from((2.0, 5.0)),
)
@settings(max_examples=10)
def test_of_three_busy_matches_in_a_group_none_waits_longer_than_ten_seconds(
    offsets: list[float], others: float, every: float
) -> None:
    waits, sent = _boards(offsets, every, others, seconds=180.0)
    assert max(waits) <= 10.0
    assert most(sent, 60.0) <= 20


def test_the_boards_of_a_chat_are_sent_in_the_order_in_which_they_began_to_wait() -> None:
    now, limits = 0.0, (Limit(1, 10.0),)
    pace = SendLimiter(Limit(9, 1.0), lambda: now)
    with pace.sending("a", limits):
        pass
    assert [pace.wait("a", limits, turn=name) for name in "xyz"] == [10.0, 20.0, 30.0]
    assert pace.wait("a", limits) == 40.0, "all else comes after the boards"
    now = 11.0
    assert pace.wait("a", limits, turn="y") > 0, "it is not its turn, though something may be sent"
    with pytest.raises(Later), pace.sending("a", limits):
        pass
    with pace.sending("a", limits, turn="x"):
        pass
    assert [pace.wait("a", limits, turn=name) for name in "xyz"] == [30.0, 10.0, 20.0], "x comes again after the others"


def test_a_board_that_does_not_come_for_its_turn_holds_nobody_up() -> None:
    now, limits = 0.0, (Limit(1, 10.0),)
    pace = SendLimiter(Limit(9, 1.0), lambda: now)
    with pace.sending("a", limits):
        pass
    assert [pace.wait("a", limits, turn=name) for name in "xy"] == [10.0, 20.0]
    now = 12.5
    assert pace.wait("a", limits, turn="y") == 0.0


def test_only_so_many_chats_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.send_limits.CHATS", 2)
    pace, limits = SendLimiter(Limit(9, 1.0), lambda: 0.0), (Limit(1, 1.0),)
    for chat in "abc":
        with pace.sending(chat, limits):
            pass
    assert [pace.wait(chat, limits) > 0 for chat in "abc"] == [False, True, True]


def test_a_message_counts_from_when_the_platform_has_it_and_not_where_that_refused_it() -> None:
    now, limits = 0.0, (Limit(1, 60.0),)
    pace = SendLimiter(Limit(9, 1.0), lambda: now)
    with pace.sending("a", limits):
        assert pace.wait("a", limits) == 60.0, "nothing else may be sent meanwhile"
        now = 3.0
    now = 60.0
    assert pace.wait("a", limits) == 3.0, "the platform may have counted it only when it answered"
    now = 63.0
    with pytest.raises(Later), pace.sending("a", limits):
        raise Later(1.0, "429")
    assert pace.wait("a", limits) == 0.0
    with pytest.raises(Later), pace.sending("a", limits):
        raise Later(None, "TimedOut")
    assert pace.wait("a", limits) == 60.0, "it may have arrived"


async def test_a_board_that_had_to_wait_is_shown_as_it_is_then(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, view = await begun(services)
    await services.views.shown(view.key, "first")
    platform.shown["first"] = BoardMessage()
    platform.pause = 0.2
    async with reconciling(services, platform):
        match = await play(services, match, adi, siti, moves=5)
        await asyncio.sleep(0.1)
        assert platform.done == []
        platform.pause = 0.0
        await until(lambda: platform.texts == [f"{match.code} 5"])
    assert platform.done.count("edit") == 1


async def test_busy_matches_in_one_telegram_group_stay_within_its_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with telegram(tmp_path, monkeypatch) as made:
        table = Group(made)
        codes = []
        for _ in range(2):
            await table.begin()
            codes.append(table.code)
        made.server.state.group_window, made.server.state.enforce_group_limit = 2.0, True
        monkeypatch.setattr(chat_messages, "GROUP", (Limit(10, 2.0),))
        made.server.state.traffic.clear()
        await asyncio.gather(*(_rush(made.running.services, code) for code in codes))
        for code in codes:
            await settled(made.running.services, code)
        assert not [each for each in made.server.refusals if "Too Many" in each]
        times = list(made.server.state.traffic[table.group.id])
        assert most(times, 1.9) <= 10
        assert len(times) < MOVES, "most of the states were over before they could be shown"
        assert all("move 13" in each.shown for each in table.group.from_bot() if each.photo)


@deep("the limits are counted without a client in the quick suite")
async def test_a_busy_match_in_one_discord_channel_stays_within_its_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with discord(tmp_path, monkeypatch) as made:
        table = Channel(made)
        board = await table.begin()
        monkeypatch.setattr(channel_messages, "CHANNEL", (Limit(4, 1.0),))
        made.server.traffic.clear()
        await _rush(made.running.services, table.code)
        await settled(made.running.services, table.code)
        times = made.server.traffic[table.channel.id]
        assert most(times, 0.95) <= 4
        assert len(times) < MOVES
        assert "move 13" in board.content


async def test_what_one_person_sees_takes_nothing_from_the_boards_of_a_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_messages, "GROUP", (Limit(5, 600.0),))
    async with rig_in(tmp_path, ephemeral=True) as rig:
        watchers = [rig.server.person(name) for name in ("Adi", "Siti", "Ros", "Man")]
        group = rig.server.group("Kampung", *watchers)
        rig.handler.answers |= {
            "play": BoardMessage(text="Board", rows=((Button("My view", "vw"),),), view="v1"),
            "vw": PrivatePanel(title="Yours", picture=picture(1)),
        }
        watchers[0].say(group, "/play")
        board = await watchers[0].gets(group, key="My view")
        for each in watchers:
            each.press(board, "My view")
            await each.gets(group, photo=True)
        place = Place("telegram", str(group.id))
        assert rig.platform.wait(place, spare=3) == 0, "one message of five was for all"


async def test_other_answers_for_a_group_leave_some_to_its_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_messages, "GROUP", (Limit(8, 600.0),))
    async with rig_in(tmp_path) as rig:
        adi = rig.server.person("Adi")
        group = rig.server.group("Kampung", adi)
        rig.handler.answers["games"] = PrivatePanel(text="No matches here.")
        for _ in range(12):
            adi.say(group, "/games")
        await rig.heard(12)
        place = Place("telegram", str(group.id))
        await rig.server.until(lambda: rig.platform.wait(place, spare=3) > 0)
        assert len(adi.from_bot(group)) == 5
        assert rig.platform.wait(place) == 0


async def _rush(services: Services, code: str) -> None:
    """Play many moves as fast as they can be kept."""
    for _ in range(MOVES):
        match = await services.matches.get(code)
        mover = await services.people.by_id(match.to_act[0])
        assert mover
        await services.matches.act(event(), mover, code, moving(mover, match.game.legal_moves[0]))
        await asyncio.sleep(0.05)
