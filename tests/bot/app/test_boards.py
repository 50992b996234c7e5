"""``/boards``: who may arrange a boards match, the order of people, and what a wrong wish is told."""

from dataclasses import replace

from bot.app.contests.boards_card import BoardsCards
from bot.chat import BoardMessage
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from tests.bot.app.seen import Seen, seen
from tests.bot.app.test_hosts import BOSS, Desk, control, make_desk  # noqa: F401
from tests.bot.app.visitors import labels

HUTAN = Venue(Place("discord", "77", server="7"), "en")


async def waiting(desk: Desk) -> str:
    """A boards match of the group for which two have joined, and which another chat has accepted; its id."""
    await desk.choose(boards="on")
    await desk.services.communities.change(HUTAN.place, lambda found: replace(found, settings={"boards": "on"}))
    told = (await desk.types(BOSS, "boards", act="challenge", game="dam-8")).text
    found = await desk.services.boards.of_place(desk.asks(BOSS).place)
    assert found
    assert found[0].code in told
    await desk.services.boards.accept("nobody", HUTAN, "Hutan Batu", found[0].code)
    for name in ("adi", "siti"):
        assert (await desk.types(name, "boards", act="join")).text.startswith("You are in: ")
    return found[0].id


async def pressed(desk: Desk, name: str, panel: Seen, label: str) -> Seen:
    return seen(await desk.papan.press(desk.asks(name), *control(panel, label)))


async def test_only_those_who_organise_arrange_it(desk: Desk) -> None:
    assert "There are no boards matches here." in (await desk.types(BOSS, "boards")).text
    await waiting(desk)
    refused = "A boards match is arranged by those who organise here."
    for act in ("challenge", "begin", "stop", "order"):
        assert refused in (await desk.types("adi", "boards", act=act)).text
    assert refused in (await desk.types("adi", "boards", act="accept", challenge="K7QM42")).text
    panel = await desk.types("adi", "boards")
    assert labels(panel) == ["Join", "Leave"]
    assert "Name the code of the challenge" in (await desk.types(BOSS, "boards", act="accept")).text
    assert "No chat waits with this code" in (await desk.types(BOSS, "boards", act="accept", challenge="K7QM42")).text
    assert "This pace is not offered here." in await _at_another_pace(desk)


async def _at_another_pace(desk: Desk) -> str:
    await desk.choose(paces="relaxed")
    return (await desk.types(BOSS, "boards", act="challenge", game="dam-8", pace="slow")).text


async def test_people_are_put_in_order_by_pressing_and_by_names(desk: Desk) -> None:
    await waiting(desk)
    panel = await pressed(desk, BOSS, await desk.types(BOSS, "boards"), "Order")
    first, second = panel.text.splitlines()[0].replace("1. ", "").split(" 2. ")
    moved = await pressed(desk, BOSS, panel, f"2. {second}")
    assert moved.text.splitlines()[0] == f"1. {second} 2. {first}"
    named = await desk.types(BOSS, "boards", act="order", people=f"{first}, {second}")
    assert named.text.splitlines()[0] == f"1. {first} 2. {second}"
    assert (await desk.types(BOSS, "boards", act="order", people="Ros")).text.startswith("Nobody called Ros has joined")


async def test_it_is_called_off_after_a_question_and_the_card_says_by_whom(desk: Desk) -> None:
    boards = await waiting(desk)
    asked = await pressed(desk, BOSS, await desk.types(BOSS, "boards"), "Call it off")
    assert "for both chats?" in asked.text
    await pressed(desk, BOSS, asked, "Yes, call it off")
    view = await desk.services.boards.view(boards)
    assert view
    shown = await BoardsCards(desk.tools).show(view.sides[1])
    assert shown
    card: BoardMessage = shown[1]
    assert card.text == "Those who organise in A chat have called this boards match off."
    assert not card.rows


async def test_a_chat_that_cannot_be_reached_is_named_on_the_other_card(desk: Desk) -> None:
    boards = await waiting(desk)
    view = await desk.services.boards.view(boards)
    assert view
    await desk.services.boards.shown(view.sides[1], "m1")
    await desk.services.boards.shown(replace(view.sides[1], message="m1"), None)
    shown = await BoardsCards(desk.tools).show(view.sides[0])
    assert shown
    assert "Papan cannot post in Hutan Batu at the moment." in shown[1].text
    assert shown[0].version > view.sides[0].version
