"""Open lobbies over the wire: told in turn, one list for all who only look on, and nothing once a window is gone."""

import asyncio
from collections import Counter
from datetime import timedelta

import pytest

from bot.app.live import lobby as lists
from bot.chat import Answer, Lobby, Request
from bot.platforms.web import lobby
from loopback.waiting import until
from loopback.windows import Client, Room
from tests.bot.platforms.web_boards import all_heard, begun, onlooker, quiet
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import quick_first


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell what has changed at once, and keep no list."""
    monkeypatch.setattr(lobby, "AGAIN_AFTER", 0.0)
    monkeypatch.setattr(lists, "FRESH", timedelta(0))


class Read:
    """The lists that are read in a room: by whom, how many at a time, and whether they are let through."""

    def __init__(self, room: OpenRoom, monkeypatch: pytest.MonkeyPatch) -> None:
        self.by: Counter[str] = Counter()
        self.under_way = self.most = self.broken_off = 0
        self.may = asyncio.Event()
        self.may.set()
        self._read = room.platform.hub.live.lobby
        monkeypatch.setattr(room.platform.hub.live, "lobby", self._lobby)

    async def _lobby(self, request: Request) -> Lobby | Answer:
        self.by[request.person.name or request.person.locale] += 1
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            await self.may.wait()
            return await self._read(request)
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        finally:
            self.under_way -= 1


async def opens_lobby(client: Client) -> Client:
    await client.say(type="lobby", open=True)
    await client.hears("lobby")
    return client


async def shows(client: Client, code: str) -> None:
    while code not in [each["code"] for each in (await client.hears("lobby"))["invitations"]]:
        pass


async def test_a_lobby_that_is_not_left_open_is_told_once(room: Room, at_once: None) -> None:
    once, always = await onlooker(room, quiet=True), await onlooker(room, quiet=True)
    await once.say(type="lobby", open=True)
    await once.say(type="lobby", open=False)
    await always.say(type="lobby", open=True)
    for client, count in ((once, 2), (always, 1)):
        for _ in range(count):
            assert (await client.hears("lobby"))["invitations"] == []
    adi = await room.sits("Adi")
    await begun(adi, opponent="anybody")
    while not (await always.hears("lobby"))["invitations"]:
        pass
    assert [frame["type"] for frame in await all_heard(once)].count("lobby") == 2


async def test_all_who_only_look_on_share_the_lists_and_named_ones_are_read_one_at_a_time(
    room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "AGAIN_AFTER", 0.05)
    monkeypatch.setattr(lists, "FRESH", timedelta(0))
    adi = await room.sits("Adi")
    english = [await opens_lobby(await onlooker(room, quiet=True)) for _ in range(4)]
    malay = [await opens_lobby(await onlooker(room, quiet=True, language="ms")) for _ in range(2)]
    named = [await opens_lobby(await quiet(room, await room.sits(name))) for name in ("Siti", "Ros", "Tom")]
    read = Read(room, monkeypatch)
    code = await begun(adi, opponent="anybody")
    for client in english + malay + named:
        await shows(client, code)
    # All are told in turn: the next time may have begun for the first of them.
    assert max(read.by.values()) <= read.by["Tom"] + 1
    assert read.most == 1


async def test_what_stays_the_same_is_not_sent_again(room: OpenRoom, at_once: None) -> None:
    adi, ros = await room.sits("Adi"), await opens_lobby(await onlooker(room, quiet=True))
    await shows(ros, await begun(adi, opponent="anybody"))
    ros.heard.clear()
    await begun(adi, opponent="practice", corner=True)
    await shows(ros, await begun(adi, opponent="anybody", game="main-tapal-empat"))
    assert [len(frame["invitations"]) for frame in ros.heard if frame["type"] == "lobby"] == [2]


@pytest.mark.parametrize(
    "asked", quick_first([True, False], "what is asked for and what is told is read alike"), ids=["asked for", "told"]
)
async def test_nothing_is_read_for_a_window_that_is_gone(
    room: OpenRoom, monkeypatch: pytest.MonkeyPatch, at_once: None, *, asked: bool
) -> None:
    adi, hub = await room.sits("Adi"), room.platform.hub
    siti = await opens_lobby(await room.sits("Siti"))
    read = Read(room, monkeypatch)
    read.may.clear()
    if asked:
        await siti.say(type="lobby", open=True)
    else:
        await begun(adi, opponent="anybody")
    await until(lambda: read.under_way == 1)
    await siti.socket.close()
    await until(lambda: hub.windows.count == 1)
    await until(lambda: read.under_way == 0)
    assert read.broken_off == 1
    read.may.set()
    await begun(adi, opponent="anybody", game="main-tapal-empat")
    assert "lobby" in {frame["type"] for frame in (await opens_lobby(adi)).heard}
    assert read.by["Siti"] == 1


async def test_play_pressed_again_leads_to_the_match_that_it_has_just_begun(room: OpenRoom) -> None:
    """Before, somebody who came back to the lobby at once and pressed the same *Play* was told a word, and stayed."""
    adi = await room.sits("Adi")
    led = []
    for number in range(2):
        await adi.say(
            type="begin", event=f"begin-000{number}", game="dam-8", opponent="computer", level="1", corner=True
        )
        done = await adi.hears("done")
        assert done["done"]
        led.append(done["match"])
    assert led[0] == led[1] != ""
