"""``/mod ban``: who does not play in a chat any more, why and until when; and what a host can take down at once."""

from dataclasses import replace

import pytest

from bot.app.entry.app import App
from bot.app.requests.context import AppServices
from bot.matches.identity import Person, Place
from bot.matches.status import Status
from bot.services.services import Services
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import ROOM, Clock, person

OTHER = Place("discord", "600")
GOOD = "You do not play here any more, as the staff of this chat has decided. Reason: spam."


@pytest.fixture
def papan(app_services: AppServices) -> App:
    async def manages(place: Place, account: str) -> bool:
        return not place.private and account == "ros"

    return App(replace(app_services, manages=manages))


async def asks(ros: Visitor, who: Visitor, until: str = "", why: str = "spam") -> Seen:
    """Ros asks for a ban."""
    given: dict[str, str | Person] = {"act": "ban", "who": who.person, "why": why}
    return await ros.commands("mod", given | ({"until": until} if until else {}))


async def test_who_is_banned_reads_why_wherever_they_would_begin(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    waiting = (await siti.types("/play dam-8 anybody")).title.split()[0]
    asked = await asks(ros, adi)
    assert asked.text.startswith("Adi will not play here, for good.\nReason: spam.")
    assert labels(asked) == ["Ban", "Ban, and take down what is open"]
    done = await ros.presses(asked, "Ban")
    assert done.text == "Adi does not play here any more. /mod unban lets them play again."
    for line in ("/play dam-8 anybody", "/play dam-8 practice", f"/board {code} public"):
        assert (await adi.types(line)).text == GOOD, line
    assert (await adi.sends(f"1:{waiting}:0:ac:1")).text == GOOD
    assert (await services.matches.get(code)).status is Status.PLAYING, "a ban ends no match"
    told = await siti.types("/play dam-8", opponent=adi)
    assert told.text.startswith("Adi does not play here, as the staff of this chat has decided.")
    assert (await siti.types("/play dam-8", opponent=adi, place=OTHER)).title, "elsewhere they are invited"
    moved = await adi.moves("c3-d4")
    assert GOOD not in moved.text, "and it goes on"
    assert (await adi.types("/play dam-8 practice", place=OTHER)).title, "elsewhere they play"
    assert (await adi.types("/play dam-8 practice", place=Place("web", "@adi", private=True))).title
    log = await ros.types("/mod log")
    assert log.text.startswith("Adi · Keep a person out of games here · spam · Ros · ")


async def test_no_rematch_begins_with_who_is_banned(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    await siti.presses(await siti.types(f"/resign {code}"), "Yes")
    await ros.presses(await asks(ros, adi), "Ban")
    assert (await adi.sends(f"1:{code}:0:rm")).text == GOOD
    asked = await siti.sends(f"1:{code}:0:rm")
    assert GOOD not in asked.text, "it is not she who is banned"
    assert (await adi.sends(f"1:{code}:0:rm")).text == GOOD
    assert await services.matches.code_of_rematch(code) is None


async def test_it_ends(clock: Clock, adi: Visitor, ros: Visitor) -> None:
    await adi.types("/games")
    asked = await asks(ros, adi, "7d")
    assert "7 days" in asked.text
    await ros.presses(asked, "Ban")
    refused = await adi.types("/play dam-8 anybody")
    assert refused.text == "You may play here again in 7 days, as the staff of this chat has decided. Reason: spam."
    clock.forward(days=7, seconds=1)
    assert (await adi.types("/play dam-8 anybody")).title


async def test_it_is_lifted(adi: Visitor, ros: Visitor) -> None:
    await adi.types("/games")
    await ros.presses(await asks(ros, adi), "Ban")
    lifted = await ros.commands("mod", {"act": "unban", "who": adi.person, "why": "sorry"})
    assert lifted.text == "Adi may play here again."
    again = await ros.commands("mod", {"act": "unban", "who": adi.person, "why": "sorry"})
    assert again.text == "Adi is not banned here. Nothing has changed."
    assert (await ros.types("/mod log")).text.count("Let a person play here again") == 1
    assert (await adi.types("/play dam-8 anybody")).title


async def test_what_is_refused(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    await adi.types("/games")
    assert (await asks(siti, adi)).text == "Only those who manage this chat can do that."
    assert (await asks(ros, ros)).text == "That is you. Name the person who is not to play here."
    assert (await asks(ros, Visitor(ros.papan, "Nobody"))).text.startswith("I do not know them")
    assert (await asks(ros, adi, why="")).text.startswith("Say why")
    assert (await ros.commands("mod", {"act": "ban", "why": "spam"})).text.startswith("Say who")


async def test_what_is_open_is_taken_down(
    services: Services, app_services: AppServices, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    playing, _ = await begin(adi, siti)
    opened = [(await adi.types(f"/play {game} anybody")).title.split()[0] for game in ("dam-8", "tabal", "tapal")]
    practice = (await adi.types("/play dam-8 practice")).title.split()[0]
    hers = (await siti.types("/play dam-8 anybody")).title.split()[0]
    elsewhere = (await adi.types("/play dam-8 anybody", place=OTHER)).title.split()[0]
    done = await ros.presses(await asks(ros, adi), "take down")
    assert done.text.endswith("What they had open here is withdrawn, and their boards here have no names.")
    status = {code: (await services.matches.get(code)).status for code in (*opened, practice, playing, hers, elsewhere)}
    assert {status[code] for code in opened} == {Status.WITHDRAWN}
    assert status[practice] is Status.CALLED_OFF
    assert status[playing] is Status.PLAYING
    assert status[hers] is status[elsewhere] is Status.INVITED
    for code in (playing, *opened):
        (snapshot,) = await services.views.snapshots([code])
        for view in snapshot.views:
            board = await app_services.boards.show(snapshot, view)
            assert "Adi" not in f"{board.title} {board.text} {board.alt}"
            assert board.picture is None or "Adi" not in board.picture.alt
    (snapshot,) = await services.views.snapshots([hers])
    assert "Siti" in (await app_services.boards.show(snapshot, snapshot.views[0])).text


async def test_names_are_hidden_on_one_match(
    services: Services, app_services: AppServices, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    asked = await ros.types(f"/mod {code} names why:rude")
    assert asked.text.startswith("Hide the names on its boards here.\nReason: rude.\n")
    assert "Both players are told" not in asked.text
    assert asked.picture
    assert "Adi" in (await adi.types(f"/board {code}")).text, "nothing is hidden before it is confirmed"
    hidden = await ros.presses(asked, "Decide so")
    assert hidden.text == f"The boards of {code} here have no names any more."
    (snapshot,) = await services.views.snapshots([code])
    board = await app_services.boards.show(snapshot, snapshot.views[0])
    assert "Somebody" in board.text
    assert "The staff has hidden the names." in board.text
    assert "Adi" not in board.text


async def test_it_is_exported_and_deleted(services: Services, adi: Visitor, ros: Visitor) -> None:
    await adi.types("/games")
    await ros.presses(await asks(ros, adi), "Ban")
    me = await services.people.player(person("Adi"))
    exported = await services.people.export(me.id)
    assert exported["may_not_play_in_chats"] == [{"until": None, "why": "spam"}]
    assert [(each["act"], each["by_me"]) for each in exported["rulings"]] == [("ban", False)]
    await services.people.erase(me)
    assert await services.rulings.latest(ROOM, 5) == []
