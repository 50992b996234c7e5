"""Onlookers without a name: they see what stands open, and nothing else."""

from collections import Counter

import pytest

from bot.app.requests import wrong_codes
from bot.chat import Answer, LiveBoard, Request
from bot.services.match.opening import PRIVATE_CODE_LENGTH
from loopback.windows import Client, Room
from tests.bot.platforms.web_boards import all_heard, begins, begun, onlooker, quiet, said_in, table, touch
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import quick_first

DEEDS = (
    {"type": "say", "text": "hello", "reply": ""},
    {"type": "say", "text": "/resign", "reply": ""},
    {"type": "press", "message": "x", "payload": "1:AAAA:0:rs", "values": []},
    {"type": "turn", "event": "deed-0001", "picks": []},
    {"type": "wish", "event": "deed-0002", "kind": "resign"},
    {"type": "begin", "event": "deed-0003", "game": "dam-8", "opponent": "computer", "level": "1"},
    {"type": "complete", "line": "/pl"},
    {"type": "dismiss", "message": "x"},
    {"type": "me"},
    {"type": "rename", "event": "deed-0004", "name": "Ros"},
)


async def test_an_open_match_is_watched_without_a_name(room: Room) -> None:
    adi, siti, code = await begins(room, "")
    ros = await onlooker(room, quiet=True)
    shown = await table(ros, code)
    assert (shown["mine"], shown["steps"], shown["names"]) == ([], None, ["Adi", "Siti"])
    assert "Resign" not in [each["label"] for each in shown["actions"]]
    await touch(adi, await table(adi, code), "c3", "d4", event="touch-0001")
    assert (await ros.hears("board"))["moves"] == ["c3-d4"]
    await ros.say(type="look", code=code)
    assert len((await ros.hears("past"))["positions"]) == 2
    await ros.say(type="explore", event="explore", code=code, ply=1, turns=[])
    explored = await ros.hears("explored")
    assert (explored["ply"], explored["turn"], bool(explored["steps"])) == (1, 1, True)
    await adi.say(type="explore", event="explore", code=code, ply=1, turns=[])
    assert (await adi.hears("toast"))["text"].startswith("This match goes on.")
    assert not (await adi.hears("done"))["done"]
    await ros.say(type="lobby", open=True)
    assert [each["code"] for each in (await ros.hears("lobby"))["watched"]] == [code]
    assert siti.secret


async def test_those_who_play_and_those_who_watch_are_told_how_many_look_on(room: Room) -> None:
    adi, siti, code = await begins(room, "")
    await table(adi, code)
    watching = [await onlooker(room, quiet=True) for _ in range(2)]
    for each in watching:
        await table(each, code)

    async def told(client: Client, count: int) -> None:
        while (frame := await client.hears("onlookers"))["count"] != count:
            assert frame["code"] == code

    for client in (adi, *watching):
        await told(client, 2)
    await table(siti, code)
    await told(siti, 2)
    await watching[1].say(type="unwatch", code=code)
    await told(adi, 1)
    await watching[0].socket.close()
    await told(adi, 0)


async def test_all_who_look_on_are_told_of_a_move_by_one_board(room: OpenRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    adi, siti, code = await begins(room, "")
    english = [await onlooker(room, quiet=True) for _ in range(4)]
    malay = [await onlooker(room, quiet=True, language="ms") for _ in range(2)]
    for client in english + malay:
        await table(client, code)
    live, asked = room.platform.hub.live, Counter[str]()
    made = live.board

    async def counted(request: Request, code: str) -> LiveBoard | Answer:
        asked[request.person.locale if not request.person.account else request.person.name] += 1
        return await made(request, code)

    monkeypatch.setattr(live, "board", counted)
    for ply, (client, names) in enumerate(((adi, ("c3", "d4")), (siti, ("b6", "a5")))):
        await touch(client, await table(client, code), *names, event=f"touch-000{ply}")
        for each in english + malay:
            shown = await each.hears("board")
            assert len(shown["moves"]) == ply + 1
            assert ("to move" in shown["text"]) == (each in english), shown["text"]
    assert (asked["en"], asked["ms"]) == (2, 2)


async def test_an_invitation_is_seen_by_its_code(room: Room) -> None:
    adi, ros = await room.sits("Adi"), await onlooker(room, quiet=True)
    code = await begun(adi, opponent="anybody", corner=True)
    shown = await table(ros, code)
    assert shown["status"] == "invited"
    assert [each["label"] for each in shown["actions"] if each["label"].startswith("Sit down")]
    await ros.say(type="lobby", open=False)
    assert (await ros.hears("lobby"))["invitations"] == [], "it stands in the corner of its host"


async def test_the_common_talk_is_read_without_a_name(room: Room) -> None:
    adi, ros = await room.sits("Adi"), await onlooker(room)
    await adi.say(type="say", text="good morning", reply="")
    assert (await ros.card("good morning"))["author"] == "Adi"


async def test_an_onlooker_does_nothing(room: Room) -> None:
    adi, siti, code = await begins(room, "")
    for deed in DEEDS:
        ros = await onlooker(room)
        await table(ros, code)
        await ros.say(**{**deed, **({"code": code} if deed["type"] in ("turn", "wish", "say") else {})})
        await ros.hears("stranger")
        assert "hello" not in said_in(await all_heard(adi))
        assert (await table(siti, code))["moves"] == []


@pytest.mark.parametrize("kind", quick_first(["visit", "hello"], "whoever only looks on may enter no more"))
async def test_nobody_enters_what_is_not_open(room: Room, kind: str) -> None:
    adi = await room.sits("Adi")
    corner = await begun(adi, opponent="practice", corner=True)
    await adi.say(type="say", code=corner, text="to nobody", reply="")
    siti = await room.sits("Siti")
    for name in ("@", f"@{id_of(adi)}", f"#{corner}", "#"):
        window = await room.stranger()
        await window.say(type=kind, secret=siti.secret, language="en", room=name, since=0)
        shown = await window.hears("messages")
        own = kind == "hello" and name == "@"
        assert shown["room"] == (f"@{id_of(siti)}" if own else "serambi")
        assert corner not in str(await all_heard(window))


def id_of(client: Client) -> str:
    return next(str(frame["id"]) for frame in client.heard if frame["type"] == "seated")


async def test_a_match_in_the_corner_of_others_is_watched_by_its_address(room: Room) -> None:
    adi = await room.sits("Adi")
    code = await begun(adi, opponent="practice", corner=True)
    own = await quiet(room, adi)
    await table(own, code)
    ros = await onlooker(room, quiet=True)
    shown = await table(ros, code)
    assert (shown["mine"], [each["label"] for each in shown["actions"]]) == ([], ["Rules", "Note", "Set up a position"])
    assert len(code) == PRIVATE_CODE_LENGTH, "nobody finds it by guessing"
    await own.say(type="say", code=code, text="thinking", reply="")
    await ros.card("thinking")
    await ros.say(type="lobby", open=False)
    assert (await ros.hears("lobby"))["watched"] == [], "it is listed to nobody"
    await touch(own, await table(own, code), "c3", "d4", event="touch-0001")
    assert (await ros.hears("board"))["moves"] == ["c3-d4"]


async def test_a_match_may_be_begun_that_nobody_watches(room: Room) -> None:
    adi, ros = await room.sits("Adi"), await onlooker(room, quiet=True)
    code = await begun(adi, opponent="practice", watched=False)
    assert (await table(adi, code))["mine"] == [0, 1]
    await ros.say(type="watch", code=code, version=0)
    assert (await ros.hears("no_board"))["text"] == f"{code} is watched by nobody: only its players see it."
    await ros.say(type="lobby", open=False)
    assert (await ros.hears("lobby"))["watched"] == []


async def test_wrong_codes_of_onlookers_lock_out_nobody_else(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrong_codes, "USUAL", 2)
    adi = await room.sits("Adi")
    code = await begun(adi, opponent="anybody", corner=True)
    refusals = []
    for number in range(4):  # each in a window of its own: they are one by their address
        ros = await onlooker(room, quiet=True)
        await ros.say(type="watch", code=f"000{number}", version=0)
        refusals.append((await ros.hears("no_board"))["text"])
    assert [text.startswith("Too many wrong codes") for text in refusals] == [False, False, True, True]
    siti = await room.sits("Siti")
    assert (await table(siti, code))["code"] == code, "she asks from the same address"
    async with Room.at(room.url, "127.0.0.5") as elsewhere:
        assert (await table(await onlooker(elsewhere), code))["code"] == code


async def test_a_position_is_set_up_without_a_name_and_played_from_with_one(room: Room) -> None:
    ros = await onlooker(room, quiet=True)
    await ros.say(type="edit", event="edit-1", game="dam-8", text="4/m3/4/4/4/1M2/1K2/4 w")
    shown = await ros.hears("edited")
    assert (shown["event"], shown["problem"], shown["turn"]) == ("edit-1", "", 0)
    placed = {name: shown[name] for name in ("cells", "stacks", "hands", "opening")}
    await ros.say(type="edit", event="edit-2", game="dam-8", turn=1, **placed)
    text = (await ros.hears("edited"))["text"]
    assert text == "malaysian-checkers-8 4/m3/4/4/4/1M2/1K2/4 b - 0 1"
    await ros.say(type="edit", event="edit-3", game="dam-8", cells="MMM")
    refused = await ros.hears("done")
    assert (refused["event"], refused["done"]) == ("edit-3", False)
    adi = await room.sits("Adi")
    await adi.say(type="begin", event="begin-0001", game="dam-8", opponent="practice", corner=True, start=text)
    begun = await adi.hears("done")
    assert (await table(adi, begun["match"]))["cells"] == shown["cells"]
