"""A chat challenges another one: what all see, who may accept, and each refusal with its sentence."""

from dataclasses import replace

import pytest

from bot.app.requests.context import AppServices
from bot.matches.identity import Place
from tests.bot.app.seen import Seen, seen
from tests.bot.app.test_hosts import BOSS, GROUP, Desk, control
from tests.bot.app.visitors import labels

OTHER = Place("telegram", "-2002")


@pytest.fixture(name="desk")
def make_desk(app_services: AppServices) -> Desk:
    return Desk(app_services)


async def types(desk: Desk, name: str, place: Place, **options: str) -> Seen:
    return seen(await desk.papan.command(desk.asks(name, place), "village", options))


async def presses(desk: Desk, name: str, place: Place, shown: Seen, label: str) -> Seen:
    payload, values = control(shown, label)
    return seen(await desk.papan.press(desk.asks(name, place), payload, values))


async def test_a_challenge_is_accepted_by_who_organises_elsewhere(desk: Desk) -> None:
    for place in (GROUP, OTHER):
        await desk.services.communities.change(place, lambda found: replace(found, settings={"village": "8h"}))
    refused = await types(desk, "adi", GROUP, act="challenge", game="dam-8")
    assert "are begun by those who organise here" in refused.text
    card = await types(desk, BOSS, GROUP, act="challenge", game="dam-8")
    code = card.text.partition("/village accept ")[2][:6]
    assert labels(card) == ["Count me in", "Take it back"]
    again = await types(desk, BOSS, GROUP, act="challenge", game="dam-8")
    assert again.text == f"A challenge of this village is open already, with the code {code}. Take it back first."
    told = await presses(desk, "siti", GROUP, card, "Count me in")
    assert told.text == "You are counted in: you have a vote in each match of The village that begins from now on."
    assert "2 people here are counted in" in (await types(desk, "siti", GROUP)).text
    assert (await types(desk, "ros", OTHER, act="accept")).text == (
        "Name the code of the challenge, as the other chat has it: /village accept K7QM42."
    )
    shown = await types(desk, "ros", OTHER, challenge=code.lower())
    assert "The village (Telegram) challenges this chat: " in shown.text
    assert "Nobody here is counted in" in shown.text
    assert labels(shown) == ["Count me in", "Accept"]
    assert "are begun by those who organise here" in (await presses(desk, "ros", OTHER, shown, "Accept")).text
    begun = await presses(desk, BOSS, OTHER, shown, "Accept")
    match = await desk.services.matches.get(begun.title.split()[0])
    assert {view.place.chat for view in await desk.services.views.of_match(match.code)} == {GROUP.chat, OTHER.chat}
    gone = await presses(desk, BOSS, OTHER, shown, "Accept")
    assert gone.text.startswith("This challenge is no longer there: ")


async def test_the_challenge_of_ones_own_chat_is_not_accepted_and_can_be_taken_back(desk: Desk) -> None:
    await desk.choose(village="8h")
    card = await types(desk, BOSS, GROUP, act="challenge", game="dam-8")
    code = card.text.partition("/village accept ")[2][:6]
    off = await types(desk, BOSS, OTHER, act="accept", challenge=code)
    assert off.text.startswith("Nobody plays as a village here.")
    await desk.services.communities.change(OTHER, lambda found: replace(found, settings={"village": "1h"}))
    foreign = await types(desk, BOSS, OTHER, act="accept", challenge=code)
    payload, values = control(foreign, "Accept")
    own = seen(await desk.papan.press(desk.asks(BOSS), payload.replace(OTHER.chat, GROUP.chat), values))
    assert own.text.startswith("This is the challenge of this chat itself.")
    assert (await presses(desk, BOSS, GROUP, card, "Take it back")).text == "The challenge is taken back."
    gone = await types(desk, BOSS, OTHER, act="accept", challenge=code)
    assert gone.text.startswith("This challenge is no longer there: ")
