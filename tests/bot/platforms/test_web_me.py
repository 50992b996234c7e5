"""Name and settings over the wire of the web room: changed by their person, told to all their windows."""

import asyncio
import unicodedata
from typing import Any

import pytest

from bot.chat import Answer, Preferences, Request
from bot.chat.ports import RoomMember
from bot.matches.names import in_text, skeleton
from bot.platforms.web.names import room_name
from bot.store.room_names import MOST_NAMES
from bot.words import LANGUAGES
from loopback.windows import Client, Room
from tests.bot.platforms.web_rig import OpenRoom
from tests.suites import quick_first

JSON = dict[str, Any]


async def again(room: Room, client: Client) -> Client:
    """Another window of the same person."""
    other = await room.stranger()
    await other.say(type="hello", secret=client.secret, room="", since=0)
    await other.hears("seated")
    return other


async def me(client: Client) -> JSON:
    await client.say(type="me")
    return await client.hears("me")


async def prefers(client: Client, field: str, value: str) -> None:
    await client.say(type="prefer", event=f"prefer-{field}-{value}", field=field, value=value)


def chosen(me: JSON) -> dict[str, str | None]:
    return {each["name"]: each["chosen"] for each in me["settings"]}


def choices(me: JSON, name: str) -> list[list[str]]:
    found: list[list[str]] = next(each["choices"] for each in me["settings"] if each["name"] == name)
    return found


async def renames(client: Client, name: str) -> JSON:
    await client.say(type="rename", event=f"rename-{name.encode().hex()}", name=name)
    return await client.hears_one_of("me", "refused_name")


async def names_at_the_board(client: Client) -> list[str]:
    """The names of a match that this person begins."""
    await client.say(type="begin", event="begin-0001", game="dam-8", opponent="computer", level="1", corner=True)
    while not (done := await client.hears("done"))["match"]:
        pass
    await client.say(type="watch", code=done["match"], version=0)
    names: list[str] = (await client.hears("board"))["names"]
    return names


async def member(room: OpenRoom, name: str) -> RoomMember:
    found = await room.archive.member_by_name(name)
    assert found is not None
    return found


async def test_a_change_reaches_every_window_of_its_person_and_nobody_else(room: Room) -> None:
    siti, adi = await room.sits("Siti"), await room.sits("Adi")
    second = await again(room, siti)
    before = await me(siti)
    assert (before["name"], before["spoken"]) == ("Siti", "en")
    assert chosen(before) == {
        "language": "en",
        "theme": "kayu",
        "view": "mine",
        "table_talk": "yes",
        "forced": "no",
        "resigns": "no",
        "zone": None,
        "quiet": "none",
        "days_off": "none",
        "auto_away": "yes",
        "digest_hours": "18",
        "told": "here",
        "invited_by": "everybody",
        "listed": "chats",
        "mined": "yes",
    }
    assert [key for key, _ in choices(before, "language")] == list(LANGUAGES)
    assert "kertas" in [key for key, _ in choices(before, "theme")]
    await prefers(siti, "theme", "kertas")
    assert chosen(await second.hears("me"))["theme"] == "kertas"
    assert (await siti.hears("done"))["done"]
    assert chosen(await me(adi))["theme"] == "kayu"


async def test_of_two_values_chosen_one_after_the_other_the_later_holds(
    room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    siti = await room.sits("Siti")
    live = room.platform.hub.live
    prefer = live.prefer

    async def slow_at_first(request: Request, name: str, value: str) -> Answer | Preferences:
        if value == "pasar":
            await asyncio.sleep(0.1)  # so long that the next choice would overtake it
        return await prefer(request, name, value)

    monkeypatch.setattr(live, "prefer", slow_at_first)
    await prefers(siti, "theme", "pasar")
    await prefers(siti, "theme", "kertas")
    for _ in range(2):
        assert (await siti.hears("done"))["done"]
    while chosen(await siti.hears("me"))["theme"] != "kertas":
        continue  # each change is told, the first one too
    assert chosen(await me(siti))["theme"] == "kertas"


async def test_a_language_is_spoken_at_once_by_all_that_speaks(room: OpenRoom) -> None:
    siti = await room.sits("Siti")
    await prefers(siti, "language", "id")
    changed = await siti.hears("me")
    assert (chosen(changed)["language"], changed["spoken"]) == ("id", "id")
    assert ["pasar", "Pasar malam"] in choices(changed, "theme")
    await siti.say(type="say", text="/play dam-8 @Nobody", reply="")
    assert await siti.card("Tidak ada yang bernama Nobody")
    assert (await member(room, "Siti")).language == "id"


async def test_a_change_by_a_command_is_told_too(room: Room) -> None:
    siti = await room.sits("Siti")
    await siti.say(type="say", text="/settings", reply="")
    panel = await siti.card("Language")
    menu = next(each for each in panel["rows"] if each.get("prompt") == "Theme")
    await siti.say(type="press", message=panel["id"], payload=menu["payload"], values=["pasar"])
    assert chosen(await siti.hears("me"))["theme"] == "pasar"


async def test_what_is_no_setting_is_refused(room: Room) -> None:
    siti = await room.sits("Siti")
    for field, value in [("theme", "neon"), ("zone", "Asia/Atlantis"), ("quiet", "late"), ("id", "x"), ("", "")]:
        await prefers(siti, field, value)
        assert (await siti.hears("toast"))["text"] == "There is no such setting."
        assert not (await siti.hears("done"))["done"], field


async def test_quiet_hours_are_open_once_the_zone_is_known(room: Room) -> None:
    siti = await room.sits("Siti")
    quiet = next(each for each in (await me(siti))["settings"] if each["name"] == "quiet")
    assert (quiet["open"], quiet["note"]) == (False, "Quiet hours need your time zone.")
    await prefers(siti, "quiet", "1320 360")
    assert (await siti.hears("toast"))["text"] == "Quiet hours need your time zone."
    assert not (await siti.hears("done"))["done"]
    await prefers(siti, "zone", "Asia/Jakarta")
    quiet = next(each for each in (await siti.hears("me"))["settings"] if each["name"] == "quiet")
    assert (quiet["open"], quiet["chosen"]) == (True, "none")
    await prefers(siti, "quiet", "1320 360")
    assert chosen(await siti.hears("me"))["quiet"] == "1320 360"


async def test_another_name_is_shown_to_everybody(room: OpenRoom) -> None:
    siti, adi = await room.sits("Siti"), await room.sits("Adi")
    second = await again(room, siti)
    assert (await renames(siti, "Siti Nur"))["name"] == "Siti Nur"
    assert (await second.hears("me"))["name"] == "Siti Nur"
    while "Siti Nur" not in (await adi.hears("people"))["people"]:
        pass
    await second.say(type="say", text="good morning", reply="")
    said = await adi.card("good morning")
    assert said["author"] == "Siti Nur"
    assert "Siti Nur" in await names_at_the_board(siti)
    assert (await renames(siti, "SITI NUR"))["name"] == "SITI NUR", "her own name in other letters"


async def test_a_name_of_others_is_refused_and_an_earlier_one_stays_hers(room: Room) -> None:
    siti, adi = await room.sits("Siti"), await room.sits("Adi")
    for name in ("ADI", "Papan", "...", "Computer 2"):
        refused = await renames(siti, name)
        assert refused["type"] == "refused_name"
        assert refused["text"]
    assert (await me(siti))["name"] == "Siti"
    await renames(siti, "Ros")
    assert "belongs to somebody else" in (await renames(adi, "Siti"))["text"]
    stranger = await room.stranger()
    await stranger.say(type="sit", name="s\u0456ti", language="en", room="")
    assert "belongs to somebody else" in (await stranger.hears("refused"))["text"]
    assert (await renames(siti, "Siti"))["name"] == "Siti"


async def test_whoever_changes_names_often_is_told_how_often_one_may(room: Room) -> None:
    siti = await room.sits("Siti")
    for number in range(MOST_NAMES):
        assert (await renames(siti, f"Siti {'abc'[number]}"))["type"] == "me"
    refused = await renames(siti, "Ros")
    assert refused["type"] == "refused_name"
    assert f"last {MOST_NAMES} names" in refused["text"]
    assert (await renames(siti, "Siti"))["name"] == "Siti"


NAMES = {
    "Arabic": "\u0633\u064a\u062a\u064a \u0646\u0648\u0631",
    "Arabic with marks": "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
    "Chinese": "\u9673\u5c0f\u660e",
    "Tamil": "\u0b9a\u0bbf\u0ba4\u0bcd\u0ba4\u0bbf \u0ba8\u0bc2\u0bb0\u0bcd",
    "Thai": "\u0e01\u0e34\u0e48\u0e07\u0e41\u0e01\u0e49\u0e27",
    "Jawi": "\u0686\u06a8\u06a0\u06ac\u06a4",
    "Javanese": "\ua992\ua9b8\ua9a4\ua9a2",
    "decomposed Latin": "E\u0301dith",
}


@pytest.mark.parametrize("name", quick_first(NAMES.values(), "letters from the right, with marks, and wide ones", 3))
async def test_names_of_every_script_are_taken_as_they_are(room: Room, name: str) -> None:
    adi, shown = await room.sits("Adi"), unicodedata.normalize("NFKC", name)
    assert (await renames(adi, name))["name"] == shown
    assert in_text(shown) in await names_at_the_board(adi)
    sitting = await room.stranger()
    await sitting.say(type="sit", name=f"{name} 2", language="en", room="")
    assert (await sitting.hears("seated"))["name"] == f"{shown} 2"


async def test_whoever_has_no_name_has_no_settings(room: Room) -> None:
    stranger = await room.stranger()
    for frame in ({"type": "me"}, {"type": "prefer", "field": "theme", "value": "pasar"}, {"type": "rename"}):
        await stranger.say(**frame)
        assert await stranger.hears("stranger")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("\U0001f42f", "\U0001f42f"),
        ("Siti \U0001f44d\U0001f3fd", "Siti \U0001f44d\U0001f3fd"),
        ("\U0001f468\u200d\U0001f33e", "\U0001f468\u200d\U0001f33e"),
        ("Si\u200dti\u200d", "Siti"),
        ("\u200d", ""),
        ("<b>x</b>", "<b>x</b>"),
        ("\u27e8Siti\u27e9", "\u27e8Siti\u27e9"),
        ("<>", ""),
        ("\u202e\u200b", ""),
    ],
)
def test_emoji_stay_in_a_name_and_what_nobody_sees_does_not(given: str, kept: str) -> None:
    assert room_name(given) == kept


def test_another_emoji_is_another_name_and_one_beside_letters_makes_no_difference() -> None:
    tiger, goat = "\U0001f42f", "\U0001f410"
    assert skeleton(tiger) != skeleton(goat)
    assert skeleton(f"Adi {tiger}") == skeleton("Adi")
