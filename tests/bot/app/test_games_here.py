"""``/games here``: who watches finds the matches of a chat, and no others."""

from bot.chat import MessageLink
from bot.matches.identity import Place
from bot.matches.terms import Terms
from bot.services.services import Services
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import ROOM, begun

CHANNEL = Place("discord", "500")
THREAD = Place("discord", "501", parent="500")
OTHER = Place("discord", "600")
ALONE = Place("discord", "700", private=True)


async def test_it_tells_who_plays_and_whose_turn_it_is(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    code, _ = await begin(adi, siti)
    listed = await ros.types("/games here")
    assert listed.title == "Matches here"
    assert code in listed.text
    assert "Adi - Siti" in listed.text
    assert "Adi to move" in listed.text
    assert "Your matches" in labels(listed)
    view = await ros.presses(listed, code)
    assert view.title.startswith(code)


async def test_the_way_to_its_board(services: Services, ros: Visitor) -> None:
    match, _, _, view = await begun(services)
    await services.views.shown(view.key, "77")
    assert (await ros.types("/games here")).links == (MessageLink(match.code, ROOM, "77"),)


async def test_a_thread_belongs_to_its_channel(services: Services, ros: Visitor) -> None:
    match, _, _, view = await begun(services, place=THREAD)
    await services.views.shown(view.key, "77")
    in_channel = await ros.types("/games here", place=CHANNEL)
    assert match.code in in_channel.text
    assert in_channel.links == (MessageLink(match.code, THREAD, "77"),), "it leads to the thread"
    assert labels(in_channel) == ["Your matches"], "the board itself stands in the thread, so it is watched there"
    in_thread = await ros.types("/games here", place=THREAD)
    assert any(match.code in label for label in labels(in_thread))
    assert match.code not in (await ros.types("/games here", place=OTHER)).text


async def test_neither_another_chat_nor_a_private_one(services: Services, ros: Visitor) -> None:
    await begun(services, place=ALONE)
    assert (await ros.types("/games here", place=CHANNEL)).text == "No match is under way here. /play begins one."
    alone = await ros.types("/games here", place=ALONE)
    assert alone.text == "Nobody else is here. In a group, channel or room, /games here lists what is played there."


async def test_what_nobody_is_to_watch_is_its_players_alone(services: Services, adi: Visitor, ros: Visitor) -> None:
    code = (await begun(services, terms=Terms(watched=False)))[0].code
    assert code not in (await ros.types("/games here")).text
    assert code in (await adi.types("/games here")).text


async def test_neither_practice_boards_nor_what_is_over(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    await adi.types("/play dam-8 practice")
    code, _ = await begin(adi, siti)
    await siti.presses(await siti.types(f"/resign {code}"), "Yes")
    assert (await ros.types("/games here")).text == "No match is under way here. /play begins one."


async def test_many_stand_on_pages(services: Services, ros: Visitor) -> None:
    codes = sorted([(await begun(services, place=ROOM))[0].code for _ in range(12)])
    first = await ros.types("/games here")
    assert len(first.text.splitlines()) == 10
    second = await ros.presses(first, "Page 2")
    assert sorted(line[:4] for each in (first, second) for line in each.text.splitlines()) == codes
    assert labels(second)[-2:] == ["Page 1", "Your matches"]
    again = await ros.presses(second, "Page 1")
    assert again.text == first.text


async def test_so_do_ones_own(services: Services, adi: Visitor) -> None:
    for _ in range(11):
        await begun(services, place=ROOM)
    first = await adi.types("/games")
    assert len(first.text.splitlines()) == 10
    second = await adi.presses(first, "Page 2")
    assert len(second.text.splitlines()) == 1
    assert not {line[:4] for line in second.text.splitlines()} & {line[:4] for line in first.text.splitlines()}
