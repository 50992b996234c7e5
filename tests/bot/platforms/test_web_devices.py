"""One person on several devices of the web room: by a code that is given there, and confirmed where it was made."""

import re

import pytest

from bot.app.requests.wrong_links import TRIES
from bot.platforms.web.devices import device_of, qr_frame
from bot.store import room_devices
from loopback.postgresql import PostgreSQL
from loopback.windows import JSON, Client
from tests.bot.platforms.web_rig import OpenRoom, open_room_on
from tests.suites import deep

CODE = re.compile(r"[2-9A-Z]{4}-[2-9A-Z]{4}")
ON_A_PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36"


async def code_of(client: Client) -> str:
    """A new code of somebody."""
    await client.say(type="devices", fresh=True)
    code: str = (await client.hears("devices"))["code"]
    assert CODE.fullmatch(code)
    return code


async def devices(client: Client) -> JSON:
    await client.say(type="devices")
    return await client.hears("devices")


async def looks_on(room: OpenRoom) -> Client:
    other = await room.stranger()
    await other.say(type="visit", language="en", room="")
    await other.hears("visiting")
    return other


async def gives(client: Client, code: str) -> JSON:
    """The response to a code that is given."""
    await client.say(type="code", event="code-0001", code=code)
    return await client.hears_one_of("refused_code", "ticket")


async def joined(room: OpenRoom, adi: Client) -> str:
    """The secret of a second device of a person."""
    other = await looks_on(room)
    taken = await gives(other, await code_of(adi))
    await adi.say(type="allow", agrees=True)
    await adi.hears("devices")
    await other.say(type="ticket", ticket=taken["ticket"])
    secret: str = (await other.hears("ticket"))["secret"]
    return secret


async def comes(room: OpenRoom, secret: str) -> Client:
    other = await room.stranger()
    await other.say(type="hello", secret=secret, room="", since=0)
    return other


async def test_a_code_that_is_confirmed_makes_one_person_of_two_devices(room: OpenRoom) -> None:
    adi = await room.sits("Adi")
    other = await looks_on(room)
    code = await code_of(adi)
    taken = await gives(other, f" {code.lower().replace('-', ' ')} ")
    assert (taken["state"], taken["name"]) == ("waits", "Adi")
    asked = await devices(adi)
    assert asked["giver"], "the first device is asked"
    assert asked["code"] == "", "it was told once"
    await other.say(type="ticket", ticket=taken["ticket"])
    assert (await other.hears("ticket"))["state"] == "waits", "a code alone lets nobody in"
    await adi.say(type="allow", agrees=True)
    assert not (await adi.hears("devices"))["giver"]
    await other.say(type="ticket", ticket=taken["ticket"])
    told = await other.hears("ticket")
    assert (told["state"], told["name"]) == ("yes", "Adi")
    again = await comes(room, told["secret"])
    assert (await again.hears("seated"))["name"] == "Adi"
    assert [each["here"] for each in (await devices(again))["devices"]] == [False, True]
    assert [each["here"] for each in (await devices(adi))["devices"]] == [True, False]


async def test_whoever_is_told_no_is_nobody(room: OpenRoom) -> None:
    adi = await room.sits("Adi")
    other = await looks_on(room)
    taken = await gives(other, await code_of(adi))
    await adi.say(type="allow", agrees=False)
    await adi.hears("devices")
    await other.say(type="ticket", ticket=taken["ticket"])
    told = await other.hears("ticket")
    assert (told["state"], told["secret"]) == ("no", "")
    assert len((await devices(adi))["devices"]) == 1


async def test_a_code_is_for_one_device_and_an_older_one_for_none(room: OpenRoom) -> None:
    adi = await room.sits("Adi")
    old, code = await code_of(adi), await code_of(adi)
    first, second = await looks_on(room), await looks_on(room)
    assert (await gives(first, old))["type"] == "refused_code"
    assert (await gives(first, code))["state"] == "waits"
    assert "not in use" in (await gives(second, code))["text"]


async def test_codes_are_not_found_by_trying(room: OpenRoom) -> None:
    adi = await room.sits("Adi")
    ros = await room.sits("Ros")
    for _ in range(TRIES):
        assert "not in use" in (await gives(ros, "2222-2222"))["text"]
    refused = await gives(ros, await code_of(adi))
    assert "too many wrong codes" in refused["text"], "the right one too"
    assert (await gives(await room.sits("Siti"), await code_of(adi)))["state"] == "waits", "of others none is refused"


async def test_a_ticket_of_nobody_tells_nothing(room: OpenRoom) -> None:
    other = await looks_on(room)
    await other.say(type="ticket", ticket="x" * 32)
    assert (await other.hears("ticket"))["state"] == "over"


async def test_ones_own_code_is_not_for_ones_own_device(room: OpenRoom) -> None:
    adi = await room.sits("Adi")
    assert "your own" in (await gives(adi, await code_of(adi)))["text"]


async def test_a_device_that_is_signed_out_is_nobodys_at_once(room: OpenRoom) -> None:
    adi = await room.sits("Adi")
    secret = await joined(room, adi)
    second = await comes(room, secret)
    await second.hears("seated")
    (device,) = [each["id"] for each in (await devices(adi))["devices"] if not each["here"]]
    await adi.say(type="sign_out", device=device)
    await second.hears("stranger")
    assert len((await adi.hears("devices"))["devices"]) == 1
    back = await comes(room, secret)
    await back.hears("stranger")


@deep("in one process it is in the quick suite, and what processes tell each other in test_news")
async def test_a_device_that_is_signed_out_in_another_process_is_nobodys_at_once(
    migrated: str, postgresql: PostgreSQL
) -> None:
    name = postgresql.create(migrated)
    url = postgresql.address(name)
    async with open_room_on(url) as there, open_room_on(url) as here:  # each knows of those before it
        adi = await here.sits("Adi")
        second = await comes(there, await joined(here, adi))
        await second.hears("seated")
        (device,) = [each["id"] for each in (await devices(adi))["devices"] if not each["here"]]
        await adi.say(type="sign_out", device=device)
        await second.hears("stranger")
    postgresql.drop(name)


async def test_the_first_device_can_be_signed_out_by_another(room: OpenRoom) -> None:
    adi = await room.sits("Adi")
    second = await comes(room, await joined(room, adi))
    await second.hears("seated")
    await second.say(type="sign_out", device=room_devices.FIRST)
    await adi.hears("stranger")
    back = await comes(room, adi.secret)
    await back.hears("stranger")


async def test_nobody_signs_out_a_device_of_others(room: OpenRoom) -> None:
    adi, ros = await room.sits("Adi"), await room.sits("Ros")
    secret = await joined(room, adi)
    (device,) = [each["id"] for each in (await devices(adi))["devices"] if not each["here"]]
    await ros.say(type="sign_out", device=device)
    await ros.hears("devices")
    second = await comes(room, secret)
    assert (await second.hears("seated"))["name"] == "Adi"


async def test_whoever_has_their_data_deleted_is_nobody_on_all_devices(room: OpenRoom) -> None:
    adi = await room.sits("Adi")
    secret = await joined(room, adi)
    second = await comes(room, secret)
    await second.hears("seated")
    await adi.say(type="say", text="/privacy delete")
    card = await adi.card("This cannot be undone.")
    payload = next(
        each["payload"] for row in card["rows"] for each in row["buttons"] if each["label"] == "Delete it all"
    )
    await adi.say(type="press", event="press-0001", message=card["id"], payload=payload, values=[])
    await second.hears("erased")
    back = await comes(room, secret)
    await back.hears("stranger")


async def test_of_very_many_devices_the_longest_unused_is_signed_out(
    room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_devices, "MOST", 1)
    adi = await room.sits("Adi")
    first, second = await joined(room, adi), await joined(room, adi)
    assert len((await devices(adi))["devices"]) == 2
    await (await comes(room, first)).hears("stranger")
    await (await comes(room, second)).hears("seated")


def test_a_browser_is_named_by_what_is_known_of_it_and_by_no_words_of_its_own() -> None:
    assert device_of(ON_A_PHONE) == "Chrome/Android"
    assert device_of(ON_A_PHONE + " Edg/156.0") == "Edge/Android"
    assert device_of("It is Adi, say yes") == "/"


def test_the_squares_of_an_address_are_those_of_its_code() -> None:
    shown = qr_frame("https://papan.example/you#K7QM-3F9D")
    assert shown.size == 29 + 8, "version 3 with a margin of four on each side"
    squares = {
        (x, int(y))
        for begun, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", shown.path)
        for x in range(int(begun), int(begun) + int(wide))
    }
    finder = {(x, y) for x in range(7) for y in range(7) if {x, y} & {0, 6} or (x in range(2, 5) and y in range(2, 5))}
    assert {(x - 4, y - 4) for x, y in squares if x < 11 and y < 11} == finder, "what a camera looks for first"


async def test_what_was_played_on_the_second_device_is_of_the_same_person(room: OpenRoom) -> None:
    adi, other = await room.sits("Adi"), await room.sits("Tupai 20")
    await other.say(type="begin", event="begin-0001", game="dam-8", opponent="computer", side="", level="1")
    code = (await other.hears("done"))["match"]
    taken = await gives(other, await code_of(adi))
    await adi.say(type="allow", agrees=True)
    await adi.hears("devices")
    await other.say(type="ticket", ticket=taken["ticket"])
    second = await comes(room, (await other.hears("ticket"))["secret"])
    assert (await second.hears("seated"))["name"] == "Adi"
    await second.say(type="lobby", open=False)
    assert [each["code"] for each in (await second.hears("lobby"))["mine"]] == [code]
    await second.say(type="watch", code=code, version=0, since=0)
    assert (await second.hears("board"))["mine"], "it has a side there"
