"""People at live boards over the wire of the web room."""

from typing import Any

from loopback.windows import Client, Room
from tests.bot.kit import DAM_8

JSON = dict[str, Any]


def points(*names: str) -> list[int]:
    return [DAM_8.board.index[name] for name in names]


async def begins(room: Room, suffix: str) -> tuple[Client, Client, str]:
    """A match of two in the common room: the players, and its code."""
    adi, siti = await room.sits(f"Adi{suffix}"), await room.sits(f"Siti{suffix}")
    await adi.say(type="say", text=f"/play dam-8 @Siti{suffix} first")
    card = await siti.card(f"Adi{suffix} invites")
    buttons = [each for row in card["rows"] if row["kind"] == "buttons" for each in row["buttons"]]
    accept = next(each for each in buttons if each["label"] == "Accept")
    await siti.say(type="press", message=card["id"], payload=accept["payload"], values=[])
    await siti.card("to move")
    return adi, siti, card["title"].split()[0]


async def begun(client: Client, **fields: Any) -> str:
    """The code of a match that somebody begins with a button of the lobby."""
    await client.say(type="begin", event=f"begin-{len(client.heard):04}", **{"game": "dam-8", **fields})
    done = await client.hears("done")
    assert done["match"], done
    return str(done["match"])


async def table(client: Client, code: str, version: int = 0) -> JSON:
    await client.say(type="watch", code=code, version=version)
    return await client.hears("board")


async def touch(client: Client, shown: JSON, *names: str, event: str) -> JSON:
    await client.say(type="turn", event=event, code=shown["code"], ply=shown["ply"], picks=points(*names))
    return await client.hears("done")


async def wish(client: Client, shown: JSON, label: str, event: str, **fields: Any) -> JSON:
    """Press a button beside a board, by its label; what is said when it is done."""
    action = next(each for each in shown["actions"] if each["label"].startswith(label))
    about = {
        "code": shown["code"],
        "ply": shown["ply"],
        "label": label,
        "kind": action["kind"],
        "choice": action["choice"],
    }
    await client.say(**{"type": "wish", "event": event, "label": label, **about, **fields})
    return await client.hears("done")


async def onlooker(room: Room, **fields: Any) -> Client:
    """A window in which nobody has given a name."""
    client = await room.stranger()
    await client.say(**{"type": "visit", "language": "en", "room": "", "since": 0, **fields})
    await client.hears("visiting")
    return client


async def quiet(room: Room, client: Client) -> Client:
    """Another window of a person, that shows no talk."""
    again = await room.stranger()
    await again.say(type="hello", secret=client.secret, room="", since=0, quiet=True)
    await again.hears("messages")
    return again


async def all_heard(client: Client) -> list[JSON]:
    """All that a window has been sent by now. It is sent in its order, and what it looks for there is not."""
    await client.say(type="watch", code="0000", version=0)
    await client.hears("no_board")
    return client.heard


def said_in(heard: list[JSON], room: str | None = None) -> list[str]:
    """The words that a window was sent, in one room or in any."""
    frames = [frame for frame in heard if frame["type"] == "messages" and room in (None, frame["room"])]
    return [each.get("text", "") for frame in frames for each in frame["messages"]]
