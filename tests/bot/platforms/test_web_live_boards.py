"""Live boards over the wire of the web room: told of each change, touched by those whose turn it is."""

from bot.platforms.web.boards import MOST
from loopback.windows import Room
from tests.bot.platforms.web_boards import JSON, begins, points, table, touch


async def test_both_are_told_of_each_turn_that_is_touched(room: Room) -> None:
    adi, siti, code = await begins(room, "one")
    mine, hers = await table(adi, code), await table(siti, code)
    assert hers["steps"] is None
    ends, count, steps = mine["steps"][0]
    assert (ends, count) == (False, 1)
    assert {step[0] for step in steps} == set(points("a3", "c3", "e3", "g3"))
    assert (await touch(adi, mine, "c3", "d4", event="touch-0001"))["done"]
    after = await siti.hears("board")
    assert after["moves"] == ["c3-d4"]
    assert after["last"]["path"] == points("c3", "d4")
    assert after["steps"]
    assert (await adi.hears("board"))["version"] == after["version"] > mine["version"]


async def test_a_turn_planned_while_the_other_thinks_follows_at_once(room: Room) -> None:
    adi, siti, code = await begins(room, "ahead")
    mine, hers = await table(adi, code), await table(siti, code)
    frame = {"type": "plan", "code": code, "ply": hers["ply"], "premove": True}
    await siti.say(event="ahead-0001", turns=[points("b6", "a5")], **frame)
    planned = await siti.hears("premove")
    assert planned["points"] == points("b6", "a5")
    assert planned["steps"]
    await table(siti, code)
    assert await siti.hears("premove") == planned, "it is told again where the match is shown again"
    await touch(adi, mine, "c3", "d4", event="ahead-0002")
    for client in (adi, siti):
        assert (await client.hears("board"))["moves"] == ["c3-d4", "b6-a5"]
    assert not [each for each in adi.heard if each["type"] == "premove"]


async def test_one_touch_sent_twice_acts_once(room: Room) -> None:
    adi, siti, code = await begins(room, "two")
    shown = await table(adi, code)
    for _ in range(2):
        await touch(adi, shown, "c3", "d4", event="touch-0002")
    assert (await table(siti, code))["moves"] == ["c3-d4"]


async def test_what_is_not_allowed_is_refused_and_the_board_stays(room: Room) -> None:
    adi, siti, code = await begins(room, "three")
    shown = await table(adi, code)
    assert not (await touch(adi, shown, "c3", "e5", event="touch-0003"))["done"]
    assert not (await touch(siti, shown, "b6", "a5", event="touch-0004"))["done"]
    assert (await table(siti, code))["moves"] == []


async def test_a_button_beside_the_board_acts_for_its_person(room: Room) -> None:
    adi, siti, code = await begins(room, "four")
    ros = await room.sits("Rosfour")
    offer = next(each for each in (await table(adi, code))["actions"] if each["label"] == "Draw")
    assert not any("payload" in each for each in (await table(adi, code))["actions"]), "it is a value"
    await ros.say(type="wish", event="wish-00001", code=code, kind=offer["kind"])
    assert not (await ros.hears("done"))["done"], "it is not hers"
    await adi.say(type="wish", event="wish-00002", code=code, kind=offer["kind"])
    assert (await adi.hears("done"))["done"]
    labels = [each["label"] for each in (await table(siti, code))["actions"]]
    assert "Accept the draw" in labels
    for number, fields in enumerate(({"kind": "fly"}, {"payload": f"1:{code}:0:dr"})):
        told = len([each for each in siti.heard if each["type"] in ("toast", "messages")])
        await siti.say(type="wish", event=f"wish-1000{number}", code=code, **fields)
        assert not (await siti.hears("done"))["done"], "of a page of before: it is not waited for"
        assert len([each for each in siti.heard if each["type"] in ("toast", "messages")]) > told, "and said"


async def test_a_version_that_is_current_brings_nothing(room: Room) -> None:
    adi, siti, code = await begins(room, "five")
    shown = await table(siti, code)
    await siti.say(type="watch", code=code, version=shown["version"])
    await siti.say(type="complete", line="/he")
    await siti.hears("suggestions")
    assert [each["type"] for each in siti.heard].count("board") == 1
    await touch(adi, await table(adi, code), "c3", "d4", event="touch-0005")
    assert (await siti.hears("board"))["moves"] == ["c3-d4"]


async def test_a_match_that_one_may_not_see_is_refused_with_words(room: Room) -> None:
    ros = await room.sits("Ros six")
    await ros.say(type="watch", code="ZZZZ", version=0)
    heard = [await ros.hears_one_of("no_board", "messages") for _ in range(2)]
    assert {each["type"] for each in heard} == {"no_board", "messages"}


async def test_a_window_is_told_of_its_newest_matches_only(room: Room) -> None:
    adi, siti, code = await begins(room, "seven")
    await table(siti, code)
    for number in range(MOST):
        await siti.say(type="watch", code=f"Z{number:03}", version=0)
        await siti.hears("no_board")
    assert (await table(siti, code, version=0))["code"] == code
    assert adi.secret


async def test_malformed_touches_are_no_frames_of_our_page(room: Room) -> None:
    ros = await room.sits("Ros eight")
    wrong: list[JSON] = [{"picks": ["1"]}, {"picks": 3}, {"picks": [-1]}, {"picks": [1] * 200}, {"price": 1}]
    for fields in wrong:
        await ros.say(**{"type": "turn", "event": "touch-0006", "code": "ZZZZ", "ply": 0, "picks": [], **fields})
        assert (await ros.hears("toast"))["text"] == "This page is out of date. Please load it again."


async def test_the_message_of_a_match_has_its_board_in_words_and_no_picture(room: Room) -> None:
    adi, siti, code = await begins(room, "eleven")
    await touch(adi, await table(adi, code), "c3", "d4", event="touch-0031")
    card = await siti.card("Adieleven played c3-d4")
    assert (card["match"], card["picture"], card["code"]) == (code, "", "")
    assert "d4" in card["alt"]
    view = next(each for row in card["rows"] for each in row["buttons"] if each["label"] == "My view")
    await siti.say(type="press", message=card["id"], payload=view["payload"], values=[])
    (own,) = (await siti.hears("messages"))["messages"]
    assert own["private"]
    assert own["picture"], "a view of one's own stays as it was asked for"
