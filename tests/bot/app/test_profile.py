"""/profile: what somebody has won, drawn and lost, by games and by sides, and their latest matches."""

from dataclasses import replace

from sqlalchemy import update

from bot.app.entry.live_boards import LiveBoards
from bot.chat import PersonPage
from bot.computer.computer_player import computer
from bot.matches.identity import Place
from bot.services.services import Services
from bot.store import Database
from bot.store.connection import Connection
from bot.store.tables import matches, ratings
from tests.bot.app.test_badges import beaten
from tests.bot.app.test_head_to_head import drawn, resigned
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import DAM_8, ROOM, TAPAL, Clock

ELSEWHERE = Place("web", "elsewhere")


async def played(host: Visitor, guest: Visitor, loser: Visitor, place: Place) -> str:
    """A match in a place, with a move, that one of the two has resigned: its code."""
    code, _ = await begin(host, guest, place=place)
    await host.types(f"/move {code} c3-d4", place=place)
    asked = await loser.types(f"/resign {code}", place=place)
    await loser.presses(asked, "Yes, resign", place=place)
    return code


async def test_a_profile_by_games_and_by_sides_of_a_hunt(
    adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock
) -> None:
    await resigned(adi, siti, siti, clock, "main-tapal-empat")
    await resigned(adi, siti, adi, clock, "main-tapal-empat")
    await resigned(siti, adi, siti, clock, "main-tapal-empat")
    await resigned(adi, ros, ros, clock, "main-tapal-empat")
    await drawn(siti, adi, clock)
    lines = [
        "Against people: 3 won, 1 drawn, 1 lost",
        "Main tapal empat: 3 won, 0 drawn, 1 lost",
        "As Goats: 2 won, 0 drawn, 1 lost",
        "As Tigers: 1 won, 0 drawn, 0 lost",
        "Malaysian checkers 8x8: 0 won, 1 drawn, 0 lost",
    ]
    own = await adi.types("/profile")
    assert own.private
    assert own.title == "Adi"
    assert own.text.splitlines() == lines
    assert "Finished matches" in labels(own)
    assert own.picture is None, "the room has a page of a person"
    in_chat = await adi.types("/profile", place=Place("telegram", "chat"))
    assert in_chat.picture is not None
    assert in_chat.picture.alt == (
        "Adi. Against people: 3 won, 1 drawn, 1 lost. Main tapal empat · Goats: 2 won, 0 drawn, 1 lost. "
        "Main tapal empat · Tigers: 1 won, 0 drawn, 0 lost. Malaysian checkers 8x8: 0 won, 1 drawn, 0 lost."
    )
    seen = await siti.commands("profile", {"who": adi.person})
    assert seen.private
    assert seen.text.splitlines() == lines
    against = await siti.presses(seen, "Against me")
    assert against.title == "Siti – Adi"


async def test_the_latest_matches_are_looked_through_by_those_who_may_see_them(
    adi: Visitor, siti: Visitor, ros: Visitor, clock: Clock
) -> None:
    here = Place("web", "here")
    first = await played(adi, siti, siti, here)
    clock.forward(minutes=1)
    second = await played(siti, adi, adi, ELSEWHERE)
    own = await adi.types("/profile", place=here)
    assert [label.split()[0] for label in labels(own)[:2]] == [second, first]
    replayed = await adi.presses(own, first, place=here)
    assert replayed.text.startswith("1. c3-d4 (Adi)")
    await ros.types("/games", place=here)
    seen = seen_by = await ros.commands("profile", {"who": adi.person}, place=here)
    assert [label.split()[0] for label in labels(seen)] == [first, "Against", "Badges", "Follow"], (
        "the other one stands elsewhere"
    )
    assert (await ros.presses(seen_by, first, place=here)).text.startswith("1. c3-d4 (Adi)")
    alone = await ros.commands("profile", {"who": adi.person}, place=Place("web", "nowhere"))
    assert labels(alone) == ["Against me", "Badges", "Follow"]


async def test_the_computer_is_told_apart_and_practice_does_not_count(
    adi: Visitor, services: Services, clock: Clock
) -> None:
    services.matches.computers[(await services.people.player(computer(3))).id] = 3
    empty = await adi.types("/profile", place=Place("telegram", "chat"))
    assert (empty.text, empty.picture) == ("No match finished yet.", None)
    for line in ("/play dam-8 practice", "/play computer 3 dam-8 first"):
        clock.forward(minutes=1)
        code = (await adi.types(line)).title.split()[0]
        await adi.moves(f"{code} c3-d4")
        await adi.presses(await adi.types(f"/resign {code}"), "Yes, resign")
    assert (await adi.types("/profile")).text == "Against the computer: 0 won, 0 drawn, 1 lost"


async def test_who_keeps_their_profile_from_somebody_or_is_unknown(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    for visitor in (adi, siti, ros):
        await visitor.types("/games")
    assert (await siti.commands("block", {"who": adi.person})).title == "Blocked"
    told = await adi.commands("profile", {"who": siti.person})
    assert told.text == "Siti keeps that private."
    assert (await ros.commands("profile", {"who": siti.person})).text == "No match finished yet."
    hers = await siti.presses(await siti.types("/settings"), "People")
    await siti.presses(hers, "Nowhere")
    assert (await ros.commands("profile", {"who": siti.person})).text == "Siti keeps that private."
    assert (await siti.types("/profile")).text == "No match finished yet."
    itself = replace(Visitor(adi.papan, "Papan").person, is_self=True)
    assert (await ros.commands("profile", {"who": itself})).text.startswith("That is me.")
    stranger = Visitor(adi.papan, "Nobody").person
    assert "never played here" in (await adi.commands("profile", {"who": stranger})).text


async def test_a_game_that_is_known_no_more_breaks_nothing_that_tells_how_people_stand(
    adi: Visitor, siti: Visitor, live: LiveBoards, services: Services, database: Database
) -> None:
    for game in (DAM_8, TAPAL):
        await beaten(services, adi, 1, game)
    await played(adi, siti, siti, ROOM)
    gone, _ = await begin(adi, siti, "main-tapal-empat")
    asked = await siti.types(f"/resign {gone}")
    await siti.presses(asked, "Yes, resign")
    me = await services.people.player(adi.person)
    row = {"player": me.id, "side": 0, "rating": 1600.0, "deviation": 60.0, "volatility": 0.06, "played": 9}
    row |= {"opponents": 3, "at": services.clock()}

    async def forgotten(connection: Connection) -> None:
        await connection.execute(update(matches).where(matches.c.ruleset == TAPAL.key).values(ruleset="main-lama"))
        for key in ("main-lama", DAM_8.key):
            await connection.execute(ratings.insert(), row | {"ruleset": key})

    await database.write(forgotten)
    own = await adi.types("/profile")
    assert own.text.splitlines()[0] == "Rating in Malaysian checkers 8x8: 1600"
    assert "Against people: 1 won, 0 drawn, 0 lost" in own.text.splitlines()
    badges = await adi.presses(own, "Badges")
    assert [line.split(":")[0] for line in badges.text.splitlines()[:-1]] == ["Malaysian checkers 8x8"]
    against = await siti.presses(await siti.commands("profile", {"who": adi.person}), "Against me")
    assert against.text.splitlines()[1:] == ["Malaysian checkers 8x8: 0 – 1"]
    page = await live.profile(adi.request(ROOM), me.id)
    assert isinstance(page, PersonPage)
    assert [each.game for each in page.badges] == ["Malaysian checkers 8x8"]
    assert (await adi.types("/profile", place=Place("telegram", "chat"))).picture is not None
