"""*Follow*: who watches is told in private, and nobody else hears of it."""

from dataclasses import replace

import pytest

from bot.app.entry.app import App
from bot.app.match.follow import FollowMessages
from bot.app.requests.context import AppServices
from bot.computer.computer_player import computer
from bot.matches.identity import Place
from bot.services.services import Services
from tests.bot.app.test_rated import CHAT, Villager
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import ROOM, begun

OTHER = Place("telegram", "-100")
ASKED = "Shall I tell you in private how {code} goes? Nobody else hears of it."
AT_END = "I write to you in private when it is over."
EACH_MOVE = "I write to you in private when somebody has moved, and when it is over."


async def test_it_is_offered_beside_a_board_to_who_does_not_sit_there(
    adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    view = await ros.types(f"/board {code}")
    assert labels(view) == ["My view", "More", "Guess", "Follow", "Say...", "Note"]
    assert "Follow" in labels(await ros.presses(view, "More"))
    assert "Follow" not in labels(await adi.types(f"/board {code}"))


async def test_one_chooses_what_to_hear_and_stops_by_the_same_button(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    asked = await ros.presses(await ros.types(f"/board {code}"), "Follow")
    assert asked.text == ASKED.format(code=code)
    assert labels(asked) == ["Tell me the end", "Tell me each move"]
    ends = await ros.presses(asked, "Tell me the end")
    assert ends.text.startswith(AT_END)
    assert labels(ends)[:3] == ["✓ Tell me the end", "Tell me each move", "Stop following"]
    moves = await ros.presses(ends, "each move")
    assert moves.text.startswith(EACH_MOVE)
    again = await ros.presses(await ros.types(f"/board {code}"), "Follow")
    assert "✓ Tell me each move" in labels(again)
    stopped = await ros.presses(again, "Stop following")
    assert stopped.text == f"You do not follow {code} any more."
    me = await services.people.player(ros.person)
    assert await services.follows.of(code, me.id) is None


async def test_what_is_refused(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _ = await begin(adi, siti)
    own = await adi.sends(f"1:{code}:0:fo:end")
    assert own.text == f"{code} is your own match: you are told of it anyway."
    elsewhere, *_ = await begun(services)
    monkeypatch.setattr("bot.services.people.follows.FOLLOWED", 1)
    await ros.sends(f"1:{code}:0:fo:end")
    much = await ros.sends(f"1:{elsewhere.code}:0:fo:end")
    assert much.text == "You follow 1 matches already. Stop following one of them first."
    assert (await ros.sends(f"1:{code}:0:fo:moves")).text.startswith(EACH_MOVE), "this one is followed already"
    await siti.presses(await siti.types(f"/resign {code}"), "Yes")
    over = await ros.sends(f"1:{code}:0:fo:end")
    assert "over" in over.text
    assert (await ros.sends(f"1:{code}:0:fo:ever")).text.startswith("This button is no longer in use")


async def test_it_is_exported_and_deleted(services: Services, adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await ros.sends(f"1:{code}:0:fo:moves")
    me = await services.people.player(ros.person)
    assert (await services.people.export(me.id))["followed_matches"] == {code: "moves"}
    await services.people.erase(me)
    assert await services.follows.of(code, me.id) is None


async def followed_by(services: Services, visitor: Visitor, code: str) -> bool:
    me = await services.people.player(visitor.person)
    return any((each.player, each.match) == (me.id, code) for each in await services.follows.due())


async def test_whoever_follows_a_person_is_told_of_the_ends_of_their_matches_in_that_chat(
    services: Services, app_services: AppServices, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    asked = await ros.commands("profile", {"who": siti.person})
    told = await ros.presses(asked, "Follow")
    assert told.text == "I write to you in private when a match of Siti ends that stands here."
    elsewhere, _ = await begin(adi, siti, place=OTHER)
    for each, place in ((code, ROOM), (elsewhere, OTHER)):
        await adi.types(f"/move {each} c3-d4", place=place)
        await siti.presses(await siti.types(f"/resign {each}", place=place), "Yes", place=place)
    assert await followed_by(services, ros, code)
    assert not await followed_by(services, ros, elsewhere), "Ros may not even know that chat"
    me = await services.people.player(ros.person)
    message = await FollowMessages(app_services).compose(await services.matches.get(code), me)
    assert message.text.endswith("Adi wins: Siti has resigned.")
    assert labels(message) == ["My view", "Stop following Siti"]
    stopped = await ros.presses(told, "Stop following")
    assert stopped.text == "You do not follow Siti any more."
    assert "Follow" in labels(await ros.commands("profile", {"who": siti.person}))


@pytest.mark.parametrize("why", ["nowhere", "blocked", "left", "unwatched", "in private"])
async def test_nobody_is_told_of_a_person_who(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor, why: str
) -> None:
    card = await adi.types("/play dam-8 first watch:no" if why == "unwatched" else "/play dam-8 first", opponent=siti)
    code = card.title.split()[0]
    await siti.presses(card, "Accept")
    profile = await ros.commands("profile", {"who": siti.person})
    await ros.presses(profile, "Follow")
    me, them = [await services.people.player(each.person) for each in (ros, siti)]
    match why:
        case "nowhere":
            await siti.presses(await siti.presses(await siti.types("/settings"), "People"), "Nowhere")
        case "blocked":
            await services.blocks.block(them.id, me.id)
            again = await ros.presses(profile, "Follow")
            assert again.text == "Siti keeps that private."
        case "left":
            await services.leaving.left(me.id, ROOM)
        case "unwatched":
            assert not (await services.matches.get(code)).terms.watched
        case "in private":
            corner = Place("web", "@ros", private=True)
            assert "Follow" not in labels(await ros.commands("profile", {"who": siti.person}, place=corner))
            await services.followings.unfollow(me.id, them.id)
            await services.followings.follow(me, them, corner)
    await adi.types(f"/move {code} c3-d4")
    await siti.presses(await siti.types(f"/resign {code}"), "Yes")
    assert not await followed_by(services, ros, code)


@pytest.mark.parametrize("inside", [True, False])
async def test_a_person_is_followed_from_the_private_chat_in_which_their_profile_stands(
    app_services: AppServices, services: Services, inside: bool
) -> None:
    async def is_there(place: Place, account: str) -> bool:
        return inside and (place.chat, account) == (CHAT.chat, "ani")

    papan = App(replace(app_services, is_there=is_there))
    ani, budi = Villager(papan, "Ani"), Villager(papan, "Budi")
    await budi.types("/games", place=CHAT)
    profile = await ani.commands("profile", {"who": budi.person}, place=CHAT)
    told = await ani.presses(profile, "Follow", place=Place("telegram", "ani", private=True))
    me, them = [await services.people.player(each.person) for each in (ani, budi)]
    assert await services.followings.is_followed(me.id, them.id, CHAT) is inside
    assert ("I write to you in private" in told.text) is inside


async def test_a_match_with_the_computer_is_no_news(services: Services, adi: Visitor, ros: Visitor) -> None:
    services.matches.computers[(await services.people.player(computer(1))).id] = 1
    code = (await adi.types("/play dam-8 first level:1")).title.split()[0]
    await ros.presses(await ros.commands("profile", {"who": adi.person}), "Follow")
    await adi.types(f"/move {code} c3-d4")
    await adi.presses(await adi.types(f"/resign {code}"), "Yes")
    assert not await followed_by(services, ros, code)


async def test_who_is_followed_is_exported_and_deleted_and_is_no_more_than_a_few(
    services: Services, adi: Visitor, siti: Visitor, ros: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(adi, siti)
    monkeypatch.setattr("bot.services.standing.followings.FOLLOWED_PEOPLE", 1)
    profiles = [await ros.commands("profile", {"who": each.person}) for each in (adi, siti)]
    await ros.presses(profiles[0], "Follow")
    much = await ros.presses(profiles[1], "Follow")
    assert much.text == "You follow 1 people already. Stop following one of them first."
    me, them = [await services.people.player(each.person) for each in (ros, adi)]
    (followed,) = (await services.people.export(me.id))["followed_people"]
    assert followed["player"] == them.id
    await services.people.erase(them)
    assert (await services.people.export(me.id))["followed_people"] == []
