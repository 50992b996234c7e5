"""A team that consults, over the wire of the web room: what its members propose and draw comes to nobody else."""

from dataclasses import replace
from typing import Any

import pytest

from bot.matches.identity import Place
from bot.matches.team import MARKS
from bot.platforms.web.windows import COMMON_ROOM
from loopback.windows import Client
from tests.bot.platforms.web_boards import JSON, all_heard, onlooker, wish
from tests.bot.platforms.web_rig import OpenRoom


async def presses(client: Client, card: JSON, label: str) -> None:
    buttons = [each for row in card["rows"] if row["kind"] == "buttons" for each in row["buttons"]]
    payload = next(each["payload"] for each in buttons if each["label"] == label)
    await client.say(type="press", message=card["id"], payload=payload, values=[])


async def gathered(room: OpenRoom) -> tuple[Client, Client, str]:
    """Adi and Siti, who consult against the computer, and the code of their match."""
    await room.services.communities.change(
        Place("web", COMMON_ROOM), lambda found: replace(found, settings={**found.settings, "village": "8h"})
    )
    adi, siti = await room.sits("Adi"), await room.sits("Siti")
    await adi.say(type="say", text="/together dam-8 against:1 way:consultation")
    card = await siti.card("Adi wants to play together")
    await presses(siti, card, "Join")
    await presses(adi, await adi.card("In the team: Adi and Siti."), "Begin")
    code = card["title"].split()[0]
    for client in (adi, siti):
        await client.say(type="watch", code=code, version=0)
    return adi, siti, code


async def board(client: Client, **shared: Any) -> JSON:
    """The next board on which those who consult share this."""
    while True:
        shown = await client.hears("board")
        if shown["shared"] is not None and {**shown["shared"], **shared} == shown["shared"]:
            return shown


@pytest.mark.long("the computer answers")
async def test_what_is_proposed_and_drawn_comes_to_the_team_alone(room: OpenRoom) -> None:
    adi, siti, code = await gathered(room)
    shown = await board(adi)
    ply = shown["ply"]
    ros, visitor = await room.sits("Ros"), await onlooker(room, quiet=True)
    for client in (ros, visitor):
        await client.say(type="watch", code=code, version=0)
        assert (await client.hears("board"))["shared"] is None
        await all_heard(client)
        client.heard.clear()
    await adi.say(type="draw", code=code, ply=ply, marks=[[3, 7], [5, 5], [3, 7]])
    assert (await board(siti, others=[[3, 7], [5, 5]]))["shared"]["mine"] == []
    assert (await board(adi, mine=[[3, 7], [5, 5]]))["shared"]["others"] == []
    match = await room.services.matches.get(code)
    turn = [*match.game.legal_moves[0].path]
    await adi.say(type="plan", event="guess-0001", code=code, ply=ply, turns=[turn], guess=True)
    while "Adi proposes" not in (agrees := await board(siti))["offer"]:
        pass
    assert "1 of 2 agree." in agrees["offer"]
    assert "Agree: " in agrees["actions"][0]["label"]
    for client in (ros, visitor):
        assert "board" not in [frame["type"] for frame in await all_heard(client)]
    assert (await wish(siti, agrees, "Agree", "agree-0001"))["done"]
    while "2 of 2 agree." not in (agreed := await board(adi))["offer"]:
        pass
    assert (await wish(adi, agreed, "Play", "plays-0001"))["done"]
    while (after := await board(siti))["ply"] == ply:
        pass
    assert after["ply"] == ply + 2, "the computer has answered"
    assert after["shared"] == {"mine": [], "others": []}, "the turn has fallen"
    public = (await all_heard(visitor)) + (await all_heard(ros))
    assert {frame["shared"] for frame in public if frame["type"] == "board"} == {None}


async def test_what_cannot_be_drawn_is_refused_with_a_sentence(room: OpenRoom) -> None:
    adi, _, code = await gathered(room)
    ply = (await board(adi))["ply"]
    ros = await room.sits("Ros")

    async def refused(client: Client, **fields: Any) -> str:
        await client.say(**{"type": "draw", "code": code, "ply": ply, "marks": [[1, 2]], **fields})
        return str((await client.hears("toast"))["text"])

    assert (await refused(ros)).startswith("You are not in this team")
    many = [[0, point] for point in range(MARKS + 1)]
    assert await refused(adi, marks=many) == "You can have 20 marks on the board for your team. Take one away first."
    assert await refused(adi, marks=[[0, 99]]) == "The board has changed. Look at it again."
    assert await refused(adi, ply=ply + 1)
    await adi.say(type="draw", code=code, ply=ply, marks=many[:-1])
    assert len((await board(adi, mine=many[:-1]))["shared"]["mine"]) == MARKS
    await adi.say(type="draw", code=code, ply=ply, marks=[])
    await board(adi, mine=[])
