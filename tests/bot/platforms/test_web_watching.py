"""Watching matches and the lobby over the wire: begun and ended in quick alternation, told once, kept wishes."""

import pytest

from bot.platforms.web.boards import MOST
from bot.platforms.web.dispatcher import PER_PERSON
from engine.games import rulesets
from loopback.windows import Room
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


@pytest.mark.parametrize("ends", ["watch", "unwatch"])
async def test_watching_begun_and_ended_in_quick_alternation_is_as_the_last_word_says(room: Room, ends: str) -> None:
    adi, siti, code = await begins(room, "")
    ros = await onlooker(room, quiet=True)
    for _ in range(6):
        for kind in ("unwatch", "watch") if ends == "watch" else ("watch", "unwatch"):
            await ros.say(type=kind, code=code, version=0)
    before = [frame for frame in await all_heard(ros) if frame["type"] == "board"]
    assert len(before) <= 6
    ros.heard.clear()
    await touch(adi, await table(adi, code), "c3", "d4", event="touch-0001")
    if ends == "watch":
        # A board that was asked for before may still come first: it is made beside the answer about another match.
        while (await ros.hears("board"))["moves"] != ["c3-d4"]:
            pass
    else:
        assert "board" not in [frame["type"] for frame in await all_heard(ros)]
        await siti.say(type="watch", code=code, version=0)
        await siti.say(type="say", code=code, text="well played", reply="")
        await siti.card("well played")
        assert said_in(await all_heard(ros)) == []


async def test_of_too_many_matches_the_oldest_is_told_of_no_more(room: Room) -> None:
    adi, siti, code = await begins(room, "")
    shown = await table(siti, code)
    page = await quiet(room, siti)
    await table(page, code)
    for game in rulesets()[:MOST]:
        await page.say(type="watch", code=await begun(adi, game=game.key, opponent="practice"), version=0)
        await page.hears("board")
    page.heard.clear()
    await touch(adi, await table(adi, code), "c3", "d4", event="touch-0001")
    while (await siti.hears("board"))["version"] == shown["version"]:
        pass
    assert code not in [frame.get("code") for frame in await all_heard(page)]


async def test_a_wish_kept_for_an_older_position_is_refused_with_words(room: Room) -> None:
    adi, siti, code = await begins(room, "")
    page = await quiet(room, siti)
    older = await table(page, code)
    await touch(adi, await table(adi, code), "c3", "d4", event="touch-0001")
    newer = await page.hears("board")
    for kept, shown, done in ((True, older, False), (True, newer, True)):
        page.heard.clear()
        answer = await wish(page, shown, "Draw", f"wish-{shown['ply']:05}", kept=kept)
        assert answer["done"] is done
        told = [text for text in said_in(page.heard, f"#{code}") if "has gone on since you pressed Draw" in text]
        assert len(told) == (not done)
    while "Accept the draw" not in [each["label"] for each in (await adi.hears("board"))["actions"]]:
        pass


async def test_a_wish_that_has_acted_is_done_when_it_is_sent_again_later(room: Room) -> None:
    adi, siti, code = await begins(room, "")
    page = await quiet(room, siti)
    shown = await table(page, code)
    assert (await wish(page, shown, "Draw", "wish-00001"))["done"]
    await touch(adi, await table(adi, code), "c3", "d4", event="touch-0001")
    await page.hears("board")
    page.heard.clear()
    assert (await wish(page, shown, "Draw", "wish-00001", kept=True))["done"]
    assert not [text for text in said_in(page.heard) if "has gone on" in text]


async def test_whoever_has_too_many_windows_goes_on_as_they_were(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.web.dispatcher.PER_PERSON", 1)
    adi, siti, code = await begins(room, "")
    ros = await onlooker(room, quiet=True)
    await ros.say(type="hello", secret=adi.secret, room="", since=0)
    assert "windows open" in (await ros.hears("refused"))["text"]
    assert (await table(ros, code))["mine"] == []
    await siti.say(type="hello", secret=siti.secret, room="", since=0)
    await siti.hears("seated")


async def test_a_page_that_is_loaded_again_and_again_is_one_window(room: Room) -> None:
    adi = await room.sits("Adi")
    for _ in range(PER_PERSON + 6):
        gone = await room.stranger()
        await gone.say(type="hello", secret=adi.secret, room="", since=0)
        await gone.socket.close()
    last = await room.stranger()
    await last.say(type="hello", secret=adi.secret, room="", since=0)
    await last.hears("seated")
