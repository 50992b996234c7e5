"""Measures what a server does while nobody does anything: its share of a processor after each thing people do there.

The real program runs in a process of its own. After each scene all windows are closed, and once the server has come to
rest its processor time is measured for a minute. Promised: what it takes when it has just started.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Self

from bench.stops import serving
from bench.traffic import quiet
from bench.used import processor_seconds
from loopback.windows import JSON, Client, Room

MEASURED = 60.0
SETTLED_AFTER = 5.0
"""Seconds after which what people have done has been answered and shown."""
GAME = "dam-8"
SMALLEST = {"measured": 0.5, "settled_after": 0.5, "scenes": ("rematch with the computer",)}


class Guest:
    """Somebody in the common room who types commands, and presses buttons by their labels."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self.name = name
        self._messages: dict[str, JSON] = {}

    @classmethod
    async def sits(cls, room: Room, name: str) -> Self:
        """Somebody who has just come in."""
        return cls(await room.sits(name), name)

    async def types(self, line: str) -> None:
        """A line of the talk."""
        await self._client.say(type="say", text=line, reply="")

    async def presses(self, label: str, code: str = "") -> JSON:
        """Press the latest button whose label begins so, once it is there: below a board with this code, or anywhere.

        The message with the button.
        """
        while True:
            for message in reversed(self._messages.values()):
                if code in message.get("title", ""):
                    for row in message.get("rows", ()):
                        for button in row.get("buttons", ()):
                            if button["label"].startswith(label):
                                await self._client.say(
                                    type="press", message=message["id"], payload=button["payload"], values=[]
                                )
                                return message
            await self._reads()

    async def board(self, host: "Guest | None" = None) -> str:
        """The code of the latest board of their own match, or of that of another host, once it is there."""
        while True:
            for message in reversed(self._messages.values()):
                if message.get("match") and (host or self).name in message.get("text", ""):
                    return str(message["match"])
            await self._reads()

    async def sees(self, words: str) -> None:
        """Wait until the board of their own match says something."""
        while not any(self.name in text and words in text for text in self._texts()):
            await self._reads()

    def _texts(self) -> list[str]:
        return [message.get("text", "") for message in self._messages.values() if message.get("match")]

    async def opens_lobby(self) -> None:
        """Have the lobby open from now on."""
        await self._client.say(type="lobby", open=True)
        await self._client.hears("lobby")

    async def leaves(self) -> None:
        """Close the window."""
        await self._client.socket.close()

    async def _reads(self) -> None:
        for message in (await self._client.hears("messages"))["messages"]:
            self._messages.pop(message["id"], None)
            if not message["deleted"]:
                self._messages[message["id"]] = message


async def _rematch_with_the_computer(adi: Guest, _: Guest) -> None:
    await adi.types(f"/play computer {GAME} level:1")
    code = await adi.board()
    await adi.types(f"/resign {code}")
    await adi.presses("Yes, resign")
    await adi.presses("Rematch", code)


async def _asking_the_computer(adi: Guest, _: Guest) -> None:
    await adi.types(f"/play computer {GAME} level:1")
    code = await adi.board()
    for command in ("hint", "draw", "takeback", "board"):
        await adi.types(f"/{command} {code}")


async def _practice(adi: Guest, _: Guest) -> None:
    await adi.types(f"/play practice {GAME}")
    await adi.types("/resign")
    await adi.presses("Yes, resign")


async def _a_match_of_two(adi: Guest, siti: Guest) -> None:
    await adi.types(f"/play anybody {GAME} first")
    code = await siti.board(adi)
    await siti.presses("Sit down", code)
    await adi.sees("to move")
    await adi.types(f"/draw {code}")
    await adi.types(f"/resign {code}")
    await adi.presses("Yes, resign")
    await adi.presses("Rematch", code)
    await siti.presses("Rematch", code)


async def _an_invitation_withdrawn(adi: Guest, _: Guest) -> None:
    await adi.types(f"/play anybody {GAME}")
    await adi.presses("Withdraw", await adi.board())


async def _the_lobby_open(adi: Guest, siti: Guest) -> None:
    await siti.opens_lobby()
    await _an_invitation_withdrawn(adi, siti)


SCENES: dict[str, Callable[[Guest, Guest], Awaitable[None]]] = {
    "rematch with the computer": _rematch_with_the_computer,
    "hint, draw, takeback": _asking_the_computer,
    "practice": _practice,
    "a match of two, rematch": _a_match_of_two,
    "invitation withdrawn": _an_invitation_withdrawn,
    "lobby open": _the_lobby_open,
}


async def play(room: Room, scene: str, number: int) -> None:
    """Play a scene with two people who come for it and leave after it."""
    guests = [await Guest.sits(room, f"{name} {number}") for name in ("Adi", "Siti")]
    await SCENES[scene](*guests)
    for guest in guests:
        await guest.leaves()


async def lobby_window(room: Room) -> None:
    """A window in which nobody has given a name, and that keeps the lobby open."""
    client = await room.stranger()
    await client.say(type="visit", language="en", room="", since=0, quiet=True)
    await client.say(type="lobby", open=True)
    await client.hears("lobby")


async def idle_share(process: int, measured: float) -> float:
    """The share of a processor that a process uses, in percent."""
    before, began = processor_seconds(process), perf_counter()
    await asyncio.sleep(measured)
    return 100 * (processor_seconds(process) - before) / (perf_counter() - began)


async def _measure(scenes: tuple[str, ...], measured: float, settled_after: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as (process, room):
            await asyncio.sleep(10 * settled_after)  # the computer player is loaded
            print(f"{'just started':<28}{await idle_share(process.pid, measured):>8.2f} %", flush=True)
            for number, scene in enumerate(scenes):
                await play(room, scene, number)
                await asyncio.sleep(settled_after)
                print(f"{scene:<28}{await idle_share(process.pid, measured):>8.2f} %", flush=True)


def run(
    scenes: tuple[str, ...] = tuple(SCENES), measured: float = MEASURED, settled_after: float = SETTLED_AFTER
) -> None:
    """Print the share of a processor after each scene; a scene leaves its matches behind for those that follow."""
    quiet()
    asyncio.run(_measure(scenes, measured, settled_after))
