"""A team that consults, over the wire of the web room: what its members propose and draw comes to nobody else."""

from dataclasses import replace
from typing import Any

import pytest

from bot.matches.identity import Place
from bot.matches.team import LINE, MARKS
from bot.platforms.web.windows import COMMON_ROOM
from loopback.windows import Client
from tests.bot.platforms.web_boards import JSON, all_heard, onlooker, wish
from tests.bot.platforms.web_rig import OpenRoom


async def presses(client: Client, card: JSON, label: str) -> None:
    buttons = [each for row in card["rows"] if row["kind"] == "buttons" for each in row["buttons"]]
    payload = next(each["payload"] for each in buttons if each["label"] == label)
    await client.say(type="press", message=card["id"], payload=payload, values=[])


async def _with_villages(room: OpenRoom) -> None:
    await room.services.communities.change(
        Place("web", COMMON_ROOM), lambda found: replace(found, settings={**found.settings, "village": "8h"})
    )


async def gathered(room: OpenRoom) -> tuple[Client, Client, str]:
    """Adi and Siti, who consult against the computer, and the code of their match."""
    await _with_villages(room)
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
    await adi.say(type="show_line", code=code, ply=ply, turns=[turn])
    while not (looks := [each for each in (await board(siti))["actions"] if each["kind"] == "show_line"]):
        pass
    assert [(each["label"], each["choice"]) for each in looks] == [("Line of Adi", "-".join(map(str, turn)))]
    assert looks[0]["explained"].startswith("Adi shows a line: 1")
    toasts = [frame["text"] for frame in await all_heard(adi) if frame["type"] == "toast"]
    assert "" not in toasts, "nothing was refused"
    for client in (ros, visitor):
        assert "board" not in [frame["type"] for frame in await all_heard(client)]
    assert (await wish(siti, agrees, "Agree", "agree-0001"))["done"]
    while "2 of 2 agree." not in (agreed := await board(adi))["offer"]:
        pass
    assert (await wish(adi, agreed, "Play", "plays-0001"))["done"]
    while (after := await board(siti))["ply"] == ply:
        pass
    assert after["ply"] == ply + 2, "the computer has answered"
    assert after["shared"] == {"mine": [], "others": [], "line": ""}, "the turn has fallen"
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
    match = await room.services.matches.get(code)
    turns: list[list[int]] = []
    game = match.game
    for _ in range(LINE + 1):
        turns.append([*game.legal_moves[0].path])
        game = game.play(game.legal_moves[0])
    line = {"type": "show_line", "marks": None}
    assert (await refused(ros, **line, turns=turns[:1])).startswith("You are not in this team")
    assert (await refused(adi, **line, turns=turns)).startswith("A line that you show your team has at most 12 turns.")
    assert await refused(adi, **line, turns=[[0, 99]]) == "The board has changed. Look at it again."
    await adi.say(type="show_line", code=code, ply=ply, turns=turns[:-1])
    assert (await board(adi, mine=[]))["shared"]["line"].count(" ") == LINE - 1
    await adi.say(type="draw", code=code, ply=ply, marks=many[:-1])
    assert len((await board(adi, mine=many[:-1]))["shared"]["mine"]) == MARKS
    await adi.say(type="draw", code=code, ply=ply, marks=[])
    await board(adi, mine=[])


async def test_the_other_team_gets_nothing_of_what_a_team_proposes_and_shows(room: OpenRoom) -> None:
    await _with_villages(room)
    people = [await room.sits(name) for name in ("Adi", "Siti", "Ros", "Budi")]
    adi, siti, ros, budi = people
    await adi.say(type="say", text="/together dam-8 against:us way:consultation")
    await presses(siti, await siti.card("two teams of us"), "Join Team Upriver")
    await presses(ros, await ros.card("two teams of us"), "Join Team Downriver")
    await presses(budi, await budi.card("Team Downriver: Ros."), "Join Team Downriver")
    card = await adi.card("Team Downriver: Ros and Budi.")
    await presses(adi, card, "Begin")
    code = card["title"].split()[0]
    for client in people:
        await client.say(type="watch", code=code, version=0)
        while (await client.hears("board"))["status"] != "playing":
            pass
    match = await room.services.matches.get(code)
    is_first = match.seats[match.game.turn] == match.host
    one, other, *opponents = (adi, siti, ros, budi) if is_first else (ros, budi, adi, siti)
    for client in opponents:
        await all_heard(client)
        client.heard.clear()
    turn, ply = [*match.game.legal_moves[0].path], match.game.ply
    await one.say(type="draw", code=code, ply=ply, marks=[[3, 7]])
    await one.say(type="show_line", code=code, ply=ply, turns=[turn])
    await one.say(type="plan", event="guess-0001", code=code, ply=ply, turns=[turn], guess=True)
    while "proposes" not in (shown := await board(other, others=[[3, 7]]))["offer"]:
        pass
    assert "shows a line: 1" in shown["offer"]
    for client in opponents:
        boards = [frame for frame in await all_heard(client) if frame["type"] == "board"]
        assert [frame for frame in boards if frame["shared"] or "proposes" in str(frame)] == []
        await client.say(type="watch", code=code, version=0)
        seen = await client.hears("board")
        assert seen["shared"] is None
        assert "of 2 agree" not in str(seen)
        assert not {"show_line", "agree", "play_agreed"} & {each["kind"] for each in seen["actions"]}
        await client.say(type="draw", code=code, ply=ply, marks=[[1, 2]])
        assert (await client.hears("toast"))["text"].startswith("The other team is to move")
