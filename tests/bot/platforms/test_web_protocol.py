"""Requests to the web room, not from its page: other sites, forged seats, foreign buttons, malformed input, floods."""

import asyncio
import json
from itertools import count
from urllib.parse import quote

import pytest
from aiohttp import WSServerHandshakeError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs
from yarl import URL

from bot.chat import Answer, Request
from bot.platforms.web.dispatcher import SITS
from loopback.waiting import patience
from loopback.windows import Room
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import deep, examples

NUMBERS = count(1)
"""A name belongs to whoever had it first."""


async def test_another_site_cannot_talk_to_the_room(room: Room) -> None:
    for origin in ["http://evil.example", "http://127.0.0.1", "null"]:
        with pytest.raises(WSServerHandshakeError) as refused:
            await room.stranger(origin=origin)
        assert refused.value.status == 403, origin


async def test_a_site_whose_name_leads_here_cannot_talk_to_the_room(room: Room) -> None:
    port = URL(room.url).port
    for host in ("evil.example", f"evil.example:{port}"):
        with pytest.raises(WSServerHandshakeError) as refused:
            # To a browser such a site is where it belongs, so both headers name it.
            await room.session.ws_connect(f"{room.url}socket", headers={"Host": host, "Origin": f"http://{host}"})
        assert refused.value.status == 421


async def test_the_room_answers_to_its_own_address_only(room: Room) -> None:
    async with room.session.get(room.url, headers={"Host": "evil.example"}) as response:
        assert response.status == 421


async def test_nothing_else_is_served(room: Room) -> None:
    for path in ["static/../server.py", "static/%2e%2e%2fserver.py", "static/..%2f..%2fsettings.py", "x"]:
        async with room.session.get(f"{room.url}{path}") as response:
            assert response.status == 404, path
            assert "import" not in await response.text()


async def test_a_path_of_nonsense_is_not_found(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    for path in [
        f"static/{'x' * 3000}.js",
        f"static/{quote('x' * 400)}.css",
        "static/%00.js",
        "static/%ff%fe.js",
        "picture/%00.png",
        f"picture/{'a' * 3000}.png",
        "picture/%ed%a0%80.png",
    ]:
        async with room.session.get(URL(f"{room.url}{path}", encoded=True)) as response:
            assert response.status == 404, path
        assert caplog.records == [], path


async def test_the_page_allows_no_foreign_and_no_inline_script(room: Room) -> None:
    async with room.session.get(room.url) as response:
        policy = response.headers["Content-Security-Policy"]
        page = await response.text()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in page
    assert " onclick" not in page


async def test_a_seat_needs_its_secret(room: Room) -> None:
    adi = await room.sits("Adi")
    thief = await room.stranger()
    await thief.say(type="hello", secret=adi.secret[:-1], room="", since=0)
    await thief.hears("stranger")
    await thief.say(type="say", text="/resign", reply="")
    await thief.hears("stranger")
    again = await room.stranger()
    await again.say(type="hello", secret=adi.secret, room="", since=0)
    assert (await again.hears("seated"))["name"] == "Adi"


async def test_a_name_that_sits_here_is_not_given_away(room: Room) -> None:
    adi = await room.sits("Adi")
    other = await room.stranger()
    await other.say(type="sit", name="aDI", language="en", room="")
    assert "aDI" in (await other.hears("refused"))["text"]
    assert not adi.socket.closed


NOBODY_ELSE_NOR_NOBODY = (
    "Si\u200bti", "S\u0456t\u0456", "SlTI", "Papan", "P\u0430pan 2", "Computer 8", "komputer", "Former  player",
    "Bekas pemain", "Mantan Pemain", "anybody", "\u3164", "\u2800", "\u0301", "- .", "\u115f\u1160",
)  # fmt: skip


async def test_nobody_sits_down_as_somebody_else_or_as_nobody(room: Room) -> None:
    siti = await room.sits("Siti")
    await siti.socket.close()
    for name in NOBODY_ELSE_NOR_NOBODY:
        other = await room.stranger()
        await other.say(type="sit", name=name, language="en", room="")
        assert (await other.hears("refused"))["text"], name


async def test_whoever_is_away_is_still_the_one_meant_by_their_name(room: Room) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    await siti.socket.close()
    await adi.say(type="say", text="/play dam-8 @S\u0456t\u0456", reply="", event="event-adi-1")
    await adi.card("Siti")
    again = await room.stranger()
    await again.say(type="hello", secret=siti.secret, room="", since=0)
    await again.say(type="say", text="/matches", reply="", event="event-siti-1")
    await again.card("Adi")


async def test_a_private_answer_is_for_one_person_also_after_a_reload(room: Room) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    await adi.say(type="say", text="/settings", reply="")
    await adi.card("Your settings")
    for client, sees in ((adi, True), (siti, False)):
        window = await room.stranger()
        await window.say(type="hello", secret=client.secret, room="", since=0)
        shown = (await window.hears("messages"))["messages"]
        assert any(message["title"] == "Your settings" for message in shown) is sees


async def test_whoever_had_their_data_deleted_is_a_stranger_in_every_window(room: Room) -> None:
    adi = await room.sits("Adi")
    await adi.say(type="say", text="/privacy export", reply="")
    kept = (await adi.card("as JSON"))["file"]
    assert json.loads(kept["text"])["accounts"][0]["name"] == "Adi"
    elsewhere = await room.stranger()
    await elsewhere.say(type="hello", secret=adi.secret, room="", since=0)
    await elsewhere.hears("seated")
    await adi.say(type="say", text="/privacy delete", reply="")
    asked = await adi.card("cannot be undone")
    payload = next(button["payload"] for button in asked["rows"][0]["buttons"] if button["label"] == "Delete it all")
    await adi.say(type="press", message=asked["id"], payload=payload)
    await adi.card("Done.")
    for window in (adi, elsewhere):
        await window.say(type="say", text="Who am I?", reply="")
        await window.hears("stranger")
    back = await room.stranger()
    await back.say(type="hello", secret=adi.secret, room="", since=0)
    await back.hears("stranger")
    assert (await room.sits("Adi")).secret != adi.secret


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "<>&", "\x00"])
async def test_a_name_has_letters(room: Room, name: str) -> None:
    other = await room.stranger()
    await other.say(type="sit", name=name, language="en", room="")
    assert "name" in (await other.hears("refused"))["text"]


async def test_buttons_are_pressed_where_they_are_seen_and_as_they_are_offered(room: Room) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    await adi.say(type="say", text="/play @Siti dam-8 first", reply="", event="event-0001")
    card = await siti.card("Adi invites Siti")
    accept = next(each["payload"] for row in card["rows"] for each in row["buttons"] if each["label"] == "Accept")
    for message, payload, values in (
        ("no-such-message", accept, []),
        (card["id"], accept.replace(":ac", ":ry"), []),
        (card["id"], accept, ["1"]),
        (card["id"], "1:AAAA:0:pl:.0", []),
    ):
        await siti.say(type="press", message=message, payload=payload, values=values)
        assert "no longer in use" in (await siti.hears("toast"))["text"]
    await siti.say(type="press", message=card["id"], payload=accept, values=[])
    await siti.card("Adi (White) to move")
    your_move = next(
        each["payload"]
        for row in (await adi.card("Adi (White) to move"))["rows"]
        for each in row["buttons"]
        if each["label"] == "Your move"
    )
    await adi.say(type="press", message=card["id"], payload=your_move, values=[])
    panel = await adi.card("Which piece?")
    await siti.say(type="press", message=panel["id"], payload=panel["rows"][0]["payload"], values=["c3"])
    assert "no longer in use" in (await siti.hears("toast"))["text"]


@pytest.mark.parametrize(
    "typed",
    [
        "practice dam-8",
        "latihan dam-8",
        "me dam-8",
        "@me dam-8",
        "@latihan dam-8",
        "anybody dam-8",
    ],
)
async def test_a_word_for_an_opponent_is_nobodys_name(room: Room, typed: str) -> None:
    adi = await room.sits(f"Adi {next(NUMBERS)}")
    await adi.say(type="say", text=f"/play {typed}", reply="")
    while not (said := (await adi.hears("messages"))["messages"]) or said[-1]["private"] is True:
        assert "Nobody called" not in str(said)
    assert said[-1]["match"], "its board stands in the room"
    await adi.say(type="sit", name=typed.partition(" ")[0], language="en", room="")
    assert "name" in (await adi.hears("refused"))["text"]


async def test_a_line_in_the_room_is_a_move_where_it_is_one(room: Room) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    await adi.say(type="say", text="/play @Siti dam-8 first", reply="")
    card = await siti.card("Adi invites Siti")
    code = card["title"].split(" ")[0]
    await siti.say(type="press", message=card["id"], payload=card["rows"][0]["buttons"][0]["payload"], values=[])
    await adi.card("Adi (White) to move")
    await adi.say(type="say", text="c3-c4", reply="")
    said = await siti.hears("messages")
    assert "Adi played" not in json.dumps(said)
    await adi.say(type="say", text="c3-d4", reply="")
    await siti.card("Adi played c3-d4")
    await siti.say(type="complete", line=f"/move match:{code} a5")
    lines = [each["line"] for each in (await siti.hears("suggestions"))["suggestions"]]
    assert lines == [f"/move match:{code} b6-a5"]
    await siti.say(type="say", text="@Papan b6-a5", reply="")
    await adi.card("Siti played b6-a5")


async def test_lines_stand_in_the_order_in_which_they_were_typed(
    room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    adi = await room.sits("Adi")
    handler, others_go_on = room.platform.hub.handler, asyncio.Event()
    text = handler.text

    async def slow_at_first(request: Request, typed: str) -> Answer | None:
        if typed == "one":
            await others_go_on.wait()
        return await text(request, typed)

    monkeypatch.setattr(handler, "text", slow_at_first)
    for line in ("one", "two"):
        await adi.say(type="say", text=line, reply="")
    await adi.say(type="complete", line="/pl")
    await adi.hears("suggestions")
    others_go_on.set()
    await adi.card("two")
    said = await room.archive.changed_since("serambi", "", 0)
    assert [message.body["text"] for message in said] == ["one", "two"]


async def test_a_wish_repeated_after_a_broken_connection_acts_once(room: Room) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    for _ in range(2):
        await adi.say(type="say", text="/play @Siti dam-8", reply="", event="event-0001")
    await adi.card("Adi invites Siti")
    await siti.say(type="say", text="/games", reply="", event="event-0002")
    listed = await siti.card("Your matches")
    assert listed["text"].count("Malaysian checkers 8x8") == 1


NONSENSE = (
    "", "x", "[]", "null", "1", '"say"', "{}", '{"type": 1}', '{"type": "fly"}', '{"type": "say"}',
    '{"type": "say", "text": {"a": []}}', '{"type": "press"}', '{"type": "press", "payload": 1, "message": []}',
    '{"type": "press", "payload": "", "message": "", "values": 3}', '{"type": "complete"}', '{"type": "dismiss"}',
    '{"type": "hello", "secret": null, "since": "soon"}', '{"type": "sit"}', '{"type": "say", "text": "\\ud800"}',
    "[" * 30_000, '{"a":' * 7_000, '{"type": "hello", "secret": "x", "since": Infinity}',
    '{"type": "hello", "secret": "x", "since": NaN}', f'{{"type": "hello", "secret": "x", "since": {10**30}}}',
    '{"type": "hello", "secret": "x", "since": -1}', '{"type": "hello", "secret": "x", "since": true}',
    f'{{"type": "hello", "secret": "x", "since": {"9" * 5000}}}', '{"type": "dismiss", "message": "\\ud800"}',
    '{"type": "press", "payload": "\\udfff", "message": "x"}',
)  # fmt: skip


@deep("frames of each kind that make no sense are read in test_web_frames.py")
async def test_nonsense_is_answered_in_a_sentence_and_the_seat_goes_on(room: Room) -> None:
    adi = await room.sits("Adi")
    with capture_logs() as logs:
        for data in NONSENSE:
            await adi.socket.send_str(data)
            await adi.say(type="complete", line="/pl")
            await adi.hears("suggestions")
            for message in adi.heard:
                assert "Traceback" not in json.dumps(message), data
                assert "Something went wrong" not in json.dumps(message), data
            assert [line["event"] for line in logs if line["log_level"] == "error"] == [], data


async def test_a_greeting_that_is_none_takes_no_seat_away(room: Room) -> None:
    adi = await room.sits("Adi")
    await adi.say(type="hello", secret=None, since="soon")
    assert "out of date" in (await adi.hears("toast"))["text"]
    await adi.say(type="complete", line="/pl")
    await adi.hears("suggestions")
    assert "stranger" not in {message["type"] for message in adi.heard}


async def test_a_flood_is_slowed_and_a_flooder_alone(room: Room) -> None:
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    for number in range(60):
        await adi.say(type="complete", line=f"/pl{number}")
    assert "too fast" in (await adi.hears("toast"))["text"]
    await siti.say(type="complete", line="/pl")
    await siti.hears("suggestions")


async def test_a_line_may_be_a_record_of_sixty_thousand_characters(room: Room) -> None:
    adi = await room.sits("Adi")
    record = '[White "Adi"]\n' * 3000 + "; text\n" * 200
    await adi.say(type="say", text=f"/analyse international {{{'any text ' * 6000}}} 1. 32-28 19-29", reply="")
    while "19-29 is not a legal move" not in json.dumps(await adi.hears("messages")):
        pass
    await adi.say(type="say", text=f"/analyse {record}", reply="")
    while "more than 100 tags" not in json.dumps(await adi.hears("messages")):
        pass


async def test_a_line_as_long_as_a_book_ends_the_connection_alone(room: Room) -> None:
    adi = await room.sits("Adi")
    await adi.say(type="say", text="x" * 100_000, reply="")
    async with patience("the end of the connection"):
        while not (await adi.socket.receive()).type.name.startswith("CLOS"):
            pass
    await room.sits("Siti")


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(line=st.text(max_size=200))
async def test_any_line_gets_an_answer_or_is_talk(room: Room, line: str) -> None:
    client = await room.stranger()
    await client.say(type="sit", name=f"Any {next(NUMBERS)}", language="en", room="")
    await client.hears("seated")
    await client.say(type="say", text=line, reply="")
    await client.say(type="complete", line="/pl")
    await client.hears("suggestions")
    assert not [each for each in client.heard if "Something went wrong" in str(each.get("text"))]
    await client.socket.close()


async def test_one_window_seats_so_many_people_and_no_more(room: Room) -> None:
    client = await room.stranger()
    for number in range(SITS):
        await client.say(type="sit", name=f"Guest {number}", language="en", room="")
        assert (await client.hears("seated"))["name"] == f"Guest {number}"
    await client.say(type="sit", name="One more", language="en", room="")
    assert "too fast" in (await client.hears("refused"))["text"]
    await room.sits("One more")


async def test_the_room_has_an_end(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.web.page_server.WINDOWS", 2)
    first, second = await room.sits("Adi"), await room.sits("Siti")
    with pytest.raises(WSServerHandshakeError) as refused:
        await room.stranger()
    assert refused.value.status == 503
    await first.socket.close()
    while (await second.hears("people"))["people"] != ["Siti"]:
        pass  # a page that has closed its socket is in the room until the server has seen that
    await room.sits("Ros")


async def test_several_windows_of_one_person_are_slowed_together(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    # Of 24 requests so many fall into one minute, also where the next one begins between them.
    monkeypatch.setattr("bot.app.requests.rate_limiter.A_MINUTE", 10)
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    windows = []
    for _ in range(3):
        window = await room.stranger()
        await window.say(type="hello", secret=adi.secret, room="", since=0)
        await window.hears("seated")
        windows.append(window)
    for window in windows:
        for number in range(8):
            await window.say(type="say", text="/games", reply="", event=f"event-{id(window)}-{number}")
    assert "too fast" in (await windows[-1].card("too fast"))["text"]
    await siti.say(type="say", text="/help", reply="", event="event-siti-1")
    await siti.card("/play")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("/profile @Siti", "No match finished yet."),
        ("/profile Siti", "No match finished yet."),
        ("/h2h @Siti", "You have not finished a match with Siti yet."),
        ("/profile @Nobody", "Nobody called Nobody has sat down here."),
    ],
)
async def test_a_person_is_named_behind_each_command_that_takes_one(room: Room, line: str, shown: str) -> None:
    adi = await room.sits("Adi")
    await room.sits("Siti")
    await adi.say(type="say", text=line, reply="")
    while shown not in json.dumps(await adi.hears("messages")):
        pass
