"""The data of a person: they can export all of it and have it deleted, and opponents keep the matches."""

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.app.entry.app import App
from bot.app.entry.live_boards import LiveBoards
from bot.chat import LiveBoard, Lobby, PastPositions, Preferences, Request
from bot.matches.identity import Person, Place
from bot.matches.preferences import PREFERENCES
from bot.platforms.discord.formatting import CONTENT
from bot.services.services import Services
from bot.store import Database, Inbox
from bot.store.connection import Connection
from bot.store.privacy import REGISTER
from bot.store.room import RoomStore
from bot.store.tables import metadata
from bot.words import LANGUAGES, words
from tests.bot.app.seen import Seen, seen
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import ROOM, Clock, check, event, play, puzzle_at

PRIVATE = Place("web", "@adi", private=True)


async def all_text(database: Database) -> str:
    """Every value of every table, as one text."""

    async def work(connection: Connection) -> str:
        found = []
        for table in metadata.tables.values():
            found += [repr(tuple(row)) for row in await connection.execute(select(table))]
        return "\n".join(found)

    return await database.read(work)


def document(answer: Seen) -> dict[str, Any]:
    assert answer.private
    assert answer.file is not None
    found: dict[str, Any] = json.loads(answer.file.content)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_says_what_is_kept_and_offers_both(adi: Visitor, language: str) -> None:
    reader, say = replace(adi, locale=language), words(language)
    about = await reader.types("/privacy")
    assert about.private
    assert await reader.types("/privacy about") == about
    pages = [about]
    while (following := say("Page {number}", number=len(pages) + 1)) in labels(pages[-1]):
        pages.append(await reader.presses(pages[-1], following))
    assert max(len(each.text) for each in pages) < CONTENT - 100, "no page is cut, not where one is shortest"
    told = "\n".join(each.text for each in pages)
    assert all(told.count(f"• {say(each.sentence)}") == 1 for each in REGISTER)
    assert all(labels(each)[-2:] == [say("My data as a file"), say("Delete my data")] for each in pages)
    back = await reader.presses(pages[1], say("Page {number}", number=1))
    assert back.text == about.text


async def test_the_file_holds_all_that_is_ones_own(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.moves("b6-a5")
    other, _ = await begin(siti, adi, "tabal", PRIVATE)
    await adi.presses(await adi.types("/settings"), "Ink on paper")
    kept = document(await adi.types("/privacy export"))
    assert kept == document(await adi.presses(await adi.types("/privacy"), "My data as a file"))
    (account,) = kept["accounts"]
    assert (account["platform"], account["account"], account["name"]) == ("web", "adi", "Adi")
    assert kept["settings"] == dict.fromkeys(PREFERENCES) | {"theme": "kertas"}
    found = {one["match"]: one for one in kept["matches"]}
    assert set(found) == {code, other}
    assert found[code]["moves"] == ["c3-d4", "b6-a5"]
    assert (found[code]["sides"], found[code]["role"], found[code]["status"]) == ([0], "host", "playing")
    assert (found[other]["sides"], found[other]["role"]) == ([1], "guest")
    assert "siti" not in json.dumps(kept).casefold().replace(json.dumps(kept["boards"]).casefold(), "")


async def test_deleting_is_asked_for_once_more(adi: Visitor, siti: Visitor, services: Services) -> None:
    code, _ = await begin(adi, siti)
    asked = await adi.presses(await adi.types("/privacy"), "Delete my data")
    assert "cannot be undone" in asked.text
    assert "Kept about you" in (await adi.presses(asked, "Keep my data")).text
    assert (await services.matches.get(code)).status.value == "playing"
    assert (await adi.types("/privacy delete")).text == asked.text


async def test_whoever_types_on_after_the_deletion_is_not_made_known_by_that(
    adi: Visitor, siti: Visitor, database: Database
) -> None:
    await begin(adi, siti)
    assert await adi.papan.complete(adi.request(), "move", "move", "")
    await adi.presses(await adi.types("/privacy delete"), "Delete it all")
    left = await all_text(database)
    for command, option in (("move", "move"), ("board", "match"), ("analyse", "match")):
        assert await adi.papan.complete(adi.request(), command, option, "") == []
    assert await adi.papan.complete(adi.request(), "play", "game", ""), "games are no secret"
    assert await all_text(database) == left


async def test_whoever_looks_on_after_the_deletion_is_not_made_known_by_that(
    adi: Visitor, siti: Visitor, live: LiveBoards, database: Database
) -> None:
    code, _ = await begin(adi, siti)
    assert isinstance(await live.board(adi.request(ROOM), code), LiveBoard)
    await adi.presses(await adi.types("/privacy delete"), "Delete it all")
    left = await all_text(database)
    table = await live.board(adi.request(ROOM), code)
    assert isinstance(table, LiveBoard)
    assert (table.mine, table.names) == ((), ("Former player", "Siti"))
    assert isinstance(await live.past(adi.request(ROOM), code), PastPositions)
    lobby = await live.lobby(adi.request(ROOM))
    assert isinstance(lobby, Lobby)
    assert lobby.mine == ()
    assert isinstance(await live.preferences(adi.request(ROOM)), Preferences)
    assert await all_text(database) == left


async def test_nothing_is_left_that_tells_who_somebody_was(
    adi: Visitor, siti: Visitor, ros: Visitor, services: Services, database: Database
) -> None:
    unlikely = Visitor(adi.papan, "Zulkhairi-Q", locale="ms")
    room = RoomStore(database)
    member, _ = await room.add_member("Zulkhairi-Q", "ms")
    await room.rename(member.id, "Zulkhairi")
    await room.rename(member.id, "Zulkhairi-Q")
    unlikely_web = Person("web", member.id, "Zulkhairi-Q", "zulkhairi-q", "ms")
    player = await services.people.player(unlikely_web)
    await room.add("m1", "serambi", member.id, None, {"kind": "said", "author": "Zulkhairi-Q", "text": "apa khabar"})
    await room.add("m2", "serambi", None, member.id, {"kind": "answer", "text": "Zulkhairi-Q only"}, b"with a name")
    await room.add("m3", "serambi", None, None, {"kind": "board"}, b"of all")
    asked = await siti.types("/play dam-8", opponent=unlikely)
    code = asked.title.split()[0]
    await unlikely.presses(asked, "Accept")
    await unlikely.types("/board")
    for who, one in ((unlikely.person, None), (unlikely_web, player)):
        known = await services.people.player(who)
        assert one is None or known.id == one.id
        answer = seen(await adi.papan.press(Request(event(), who, PRIVATE), f"1@{known.id}:-:0:py"))
        assert answer.text.startswith(("Done", "Selesai"))
    text = await all_text(database)
    assert "zulkhairi" not in text.casefold()
    assert "apa khabar" not in text
    assert member.id not in text
    assert "with a name" not in text
    assert "of all" in text
    assert code in text
    assert await check(database) == []


async def test_what_is_under_way_ends_and_the_opponent_keeps_it(
    adi: Visitor, siti: Visitor, ros: Visitor, services: Services, database: Database
) -> None:
    played, _ = await begin(adi, siti, "dam-8 pace:none")
    await adi.moves("c3-d4")
    await siti.moves("b6-a5")
    barely, _ = await begin(ros, adi, "tabal")
    invited = (await adi.types("/play tapal", opponent=ros)).title.split()[0]
    asked = (await siti.types("/play tapal", opponent=adi)).title.split()[0]
    practice = (await adi.presses(await adi.types("/play tabal"), "Practice board")).title.split()[0]
    published: list[str] = []
    services.news.matches.subscribe(published.append)
    await adi.presses(await adi.types("/privacy delete"), "Delete it all")
    assert {played, barely, invited, asked, practice} == set(published)
    found = {code: await services.matches.get(code) for code in (played, barely, invited, asked, practice)}
    assert {code: match.status.value for code, match in found.items()} == {
        played: "over",
        barely: "called off",
        invited: "withdrawn",
        asked: "declined",
        practice: "called off",
    }
    outcome = found[played].game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.ending.value) == (1, "resignation")
    shown = await siti.sends(f"1:{played}:2:vw")
    assert "Former player" in shown.text
    assert "Adi" not in shown.text
    assert "Siti" in shown.text
    assert await check(database) == []
    again = await adi.types("/games")
    assert "no match" in again.text.casefold()
    fresh = document(await adi.types("/privacy export"))
    assert (fresh["matches"], [account["account"] for account in fresh["accounts"]]) == ([], ["adi"])


async def test_nobody_else_is_touched(adi: Visitor, siti: Visitor, ros: Visitor, database: Database) -> None:
    await begin(siti, ros)
    await begin(adi, siti, "tabal", PRIVATE)
    before = document(await ros.types("/privacy export"))
    await adi.presses(await adi.types("/privacy delete"), "Delete it all")
    assert document(await ros.types("/privacy export")) == before
    assert (await siti.types("/games")).text.count(" · ") >= 3


async def test_the_file_is_not_handed_out_where_others_might_read_it(adi: Visitor) -> None:
    telegram = Person("telegram", "7", "Adi")
    group = Place("telegram", "-100")
    answer = seen(await adi.papan.command(Request(event(), telegram, group), "privacy", {"what": "export"}))
    assert answer.file is None
    assert "private chat" in answer.text
    alone = Place("telegram", "7", private=True)
    answer = seen(await adi.papan.command(Request(event(), telegram, alone), "privacy", {"what": "export"}))
    assert document(answer)["accounts"][0]["account"] == "7"


async def test_nothing_named_tells_what_is_kept_and_what_there_is_not_is_named(adi: Visitor) -> None:
    for what in ("", "about"):
        answer = seen(await adi.papan.command(adi.request(ROOM), "privacy", {"what": what}))
        assert labels(answer) == ["Page 2", "My data as a file", "Delete my data"]
    refused = seen(await adi.papan.command(adi.request(ROOM), "privacy", {"what": "nonsense"}))
    assert all(word in refused.text for word in ("nonsense", "about", "export", "delete")), refused.text


async def test_what_was_sent_and_is_not_answered_goes_with_its_sender(
    papan: App, services: Services, database: Database, clock: Clock
) -> None:
    def update(sender: int, text: str) -> str:
        return json.dumps({"update_id": 1, "message": {"from": {"id": sender, "first_name": "Adi"}, "text": text}})

    inbox = Inbox(database, "telegram:700", clock)
    waiting = {1: update(41, "first of mine"), 2: update(42, "of somebody else"), 3: update(41, "second of mine")}
    await inbox.receive({**waiting, 4: "not read", 5: '{"message": {"text": "from nobody"}}'})
    place, adi = Place("telegram", "41", private=True), Person("telegram", "41", "Adi", "adi", "en")
    request = Request(event(), adi, place)
    kept = document(seen(await papan.command(request, "privacy", {"what": "export"})))
    assert kept["not_answered_yet"] == [json.loads(waiting[1]), json.loads(waiting[3])]
    seen(await papan.press(replace(request, event=event()), f"1@{(await services.people.player(adi)).id}:-:0:py"))
    assert [each.number for each in await inbox.waiting()] == [2, 4, 5]
    text = await all_text(database)
    assert "of mine" not in text
    assert "of somebody else" in text


async def long_match(adi: Visitor, siti: Visitor, services: Services, clock: Clock) -> None:
    """A match of the two that is over, and in which something may be found."""
    code, _ = await begin(adi, siti)
    match = await services.matches.get(code)
    players = [await services.people.player(each.person) for each in (adi, siti)]
    await play(services, match, *players, moves=12)
    clock.forward(minutes=11)
    await siti.presses(await siti.types(f"/resign {code}"), "Yes, resign")


async def test_whoever_does_not_want_it_has_no_puzzles_made_of_their_matches(
    adi: Visitor, siti: Visitor, services: Services, clock: Clock
) -> None:
    assert "may become puzzles" in (await adi.types("/privacy")).text
    people = await adi.presses(await adi.types("/settings"), "People")
    assert "Your finished matches may become puzzles: Yes, positions only." in people.text
    await long_match(adi, siti, services, clock)
    assert await services.site_puzzles.next_game()
    assert "puzzles: No, not mine." in (await adi.presses(people, "No, not mine")).text
    assert await services.site_puzzles.next_game() is None


async def test_a_puzzle_stays_when_data_is_deleted_and_names_nobody(
    adi: Visitor, siti: Visitor, services: Services, clock: Clock, database: Database
) -> None:
    await long_match(adi, siti, services, clock)
    ended = await services.site_puzzles.next_game()
    assert ended
    await services.site_puzzles.looked(ended.number, [puzzle_at(ended.game, 10)])
    (before,) = await services.site_puzzles.of(ended.game.ruleset)
    me = await services.people.player(adi.person)
    await adi.presses(await adi.types("/privacy delete"), "Delete it all")
    assert await services.site_puzzles.of(ended.game.ruleset) == (before,)

    async def kept(connection: Connection) -> str:
        return repr([tuple(row) for row in await connection.execute(select(metadata.tables["site_puzzles"]))])

    assert me.id not in await database.read(kept)
    assert not await check(database)
