"""Words and games beside the board of a match: for those who show it and may see it."""

import asyncio
from typing import Any

import pytest

from loopback.windows import Client, Room
from tests.bot.platforms.web_boards import (
    all_heard,
    begins,
    begun,
    onlooker,
    quiet,
    said_in,
    table,
    touch,
    wish,
)
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import quick_first


async def shows(room: Room, client: Client, code: str) -> Client:
    """A window of a person that shows a match, and no talk."""
    window = await quiet(room, client)
    await table(window, code)
    await window.hears("messages")
    return window


async def says(client: Client, code: str, text: str) -> None:
    await client.say(type="say", code=code, text=text, reply="", event=f"say-{text.encode().hex()}")


async def test_words_beside_a_board_reach_those_who_show_it(room: Room) -> None:
    adi, siti, code = await begins(room, "")
    his, hers = await shows(room, adi, code), await shows(room, siti, code)
    watching, elsewhere = await onlooker(room, quiet=True), await onlooker(room, quiet=True)
    await table(watching, code)
    talk = await room.sits("Ros")
    await says(his, code, "good luck")
    for window in (his, hers, watching):
        said = await window.card("good luck")
        assert (said["author"], said["room"]) == ("Adi", f"#{code}")
    for window in (elsewhere, talk, adi):
        assert "good luck" not in said_in(await all_heard(window))


async def test_they_are_read_after_a_reload_and_what_was_read_is_not_sent_again(room: Room) -> None:
    adi, siti, code = await begins(room, "")
    his = await shows(room, adi, code)
    await says(his, code, "good luck")
    seen = (await his.card("good luck"))["changed"]
    await says(his, code, "have fun")
    await his.card("have fun")
    back = await quiet(room, siti)
    await back.say(type="watch", code=code, version=0, since=0)
    first = await back.hears("messages")
    assert (said_in([first]), first["all"]) == (["good luck", "have fun"], True)
    await back.say(type="unwatch", code=code)
    await back.say(type="watch", code=code, version=0, since=seen)
    later = await back.hears("messages")
    assert (said_in([later]), later["all"]) == (["have fun"], False)


async def test_words_that_come_at_once_after_the_page_is_back_stand_beside_the_board(room: Room) -> None:
    """The words typed while the server was away are sent before the match has been looked up."""
    adi, siti, code = await begins(room, "")
    hers, lobby = await shows(room, siti, code), await onlooker(room, quiet=True)
    back = await room.stranger()
    await back.say(type="hello", secret=adi.secret, room="", since=0, quiet=True)
    await back.say(type="watch", code=code, version=0)
    await says(back, code, "back again")
    assert (await hers.card("back again"))["room"] == f"#{code}"
    assert "back again" not in said_in(await all_heard(lobby))


async def test_words_that_nobody_could_read_are_not_sent(room: Room) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    ros = await quiet(room, siti)
    for about in ("", "0000"):
        await says(ros, about, f"anybody {about}")
        assert (await ros.hears("toast"))["text"] == "Nobody could read this here, so it was not sent."
    for window in (adi, siti, ros):
        assert not [text for text in said_in(await all_heard(window)) if text.startswith("anybody")]


async def test_an_answer_to_one_person_stands_beside_the_board_for_them_alone(room: Room) -> None:
    adi, siti, code = await begins(room, "")
    his, hers = await shows(room, adi, code), await shows(room, siti, code)
    await says(hers, code, f"/resign {code}")
    await hers.card("Give up")
    asked = next(each for frame in hers.heard if frame["type"] == "messages" for each in frame["messages"])
    assert (asked["room"], asked["private"]) == (f"#{code}", True)
    assert said_in(await all_heard(his), f"#{code}") == []
    for person, count in ((siti, 1), (adi, 0)):
        back = await quiet(room, person)
        await back.say(type="watch", code=code, version=0)
        assert len((await back.hears("messages"))["messages"]) == count
    stop = next(each for row in asked["rows"] for each in row["buttons"] if each["style"] == "danger")
    await his.say(type="press", message=asked["id"], payload=stop["payload"], values=[])
    assert "no longer in use" in (await his.hears("toast"))["text"]
    # A press that was kept while the server was away comes before its match has been looked up.
    back = await room.stranger()
    await back.say(type="hello", secret=siti.secret, room="", since=0, quiet=True)
    await back.say(type="watch", code=code, version=0)
    await back.say(type="press", message=asked["id"], payload=stop["payload"], values=[])
    while (await his.hears("board"))["status"] != "over":
        pass


async def test_a_quiet_page_is_told_nothing_of_the_talk(room: Room) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    page = await quiet(room, siti)
    await adi.say(type="say", text="good morning", reply="")
    await adi.say(type="say", text="/play dam-8 anybody", reply="")
    await adi.card("invites anybody")
    assert said_in(await all_heard(page), "serambi") == []


async def test_deleting_ones_data_takes_away_what_one_has_said_beside_boards(room: OpenRoom) -> None:
    adi, siti, code = await begins(room, "")
    his = await shows(room, adi, code)
    hers = await shows(room, siti, code)
    await says(hers, code, "my secret")
    await his.card("my secret")
    await hers.say(type="say", text="/privacy delete", reply="")
    asked = await hers.card("cannot be undone")
    payload = next(each["payload"] for each in asked["rows"][0]["buttons"] if each["label"] == "Delete it all")
    await hers.say(type="press", message=asked["id"], payload=payload, values=[])
    await hers.card("Done.")
    back = await quiet(room, adi)
    await back.say(type="watch", code=code, version=0)
    assert "my secret" not in said_in([await back.hears("messages")])


@pytest.mark.parametrize(
    "label", quick_first(["Rematch", "A stronger one"], "either begins in the place of the match before")
)
async def test_what_is_begun_beside_a_board_in_ones_corner_stays_there(room: OpenRoom, label: str) -> None:
    adi = await room.sits("Adi")
    code = await begun(adi, opponent="computer", level="1", corner=True)
    page = await shows(room, adi, code)
    shown = await table(page, code)
    await wish(page, shown, "Resign", "wish-00001")
    while (over := await page.hears("board"))["status"] != "over":
        pass
    assert (await wish(page, over, label, "wish-00002"))["done"]
    await page.say(type="lobby", open=True)
    while not (mine := (await page.hears("lobby"))["mine"]):  # the computer has to want it too
        pass
    new = mine[0]["code"]
    assert new != code
    assert (await table(page, new))["names"]
    corner = await room.stranger()
    await corner.say(type="hello", secret=adi.secret, room="@", since=0)
    while not any(new in each["title"] for each in (await corner.hears("messages"))["messages"]):
        pass
    assert await room.archive.changed_since("serambi", "", 0) == []


async def test_a_friend_who_sits_down_by_a_link_brings_no_board_into_the_talk(room: OpenRoom) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    code = await begun(adi, opponent="anybody", corner=True)
    page = await shows(room, siti, code)
    assert (await wish(page, await table(page, code), "Sit down as White", "wish-00001"))["done"]
    shown = await table(page, code)
    assert (await touch(page, shown, "c3", "d4", event="touch-0001"))["done"]
    assert await room.archive.changed_since("serambi", "", 0) == []
    await page.say(type="lobby", open=False)
    assert [each["code"] for each in (await page.hears("lobby"))["mine"]] == [code]


async def test_words_said_while_the_talk_is_read_for_a_page_stand_below_it(
    room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that was said takes the place of what the page shows, so nothing newer may come before it."""
    adi, siti, code = await begins(room, "")
    his = await shows(room, adi, code)
    read = room.archive.changed_since
    is_read, may_go_on = asyncio.Event(), asyncio.Event()

    async def slow(*asked: Any) -> Any:
        found = await read(*asked)
        is_read.set()
        await may_go_on.wait()
        return found

    back = await quiet(room, siti)
    monkeypatch.setattr(room.archive, "changed_since", slow)
    await back.say(type="watch", code=code, version=0, since=0)
    await is_read.wait()
    await says(his, code, "good luck")
    await his.card("good luck")
    may_go_on.set()
    first, then = await back.hears("messages"), await back.hears("messages")
    assert (first["all"], said_in([first])) == (True, [])
    assert said_in([then]) == ["good luck"]
