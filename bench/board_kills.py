"""Measures what ``kill -9`` of the server costs people at live boards: turns and wishes lost silently, or made twice.

The pages have no browser. They do as static/connection.js does: what is not acknowledged is sent again once they are
back, under the same name. Everything that they were told is held against what is stored.
"""

import asyncio
import json
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from aiohttp import ClientError, WSMsgType

from bench.live import new_event, walk
from bench.stops import serving
from bench.traffic import quiet
from bot.matches.match import Match
from bot.platforms.web import WebRoom
from bot.services.integrity import check
from bot.services.services import Services
from bot.store import Database, events
from engine.turns import choices
from loopback.ports import hand_out
from loopback.waiting import until
from loopback.windows import JSON, Client, Room

KILLS = 200
PAIRS = 4
GAME = "malaysian-checkers-8"
AGAIN_AFTER = 0.05
"""Seconds until a page whose connection has ended tries again."""
THINKS_FOR = 0.3
"""The longest time in seconds until somebody answers a change; no faster than one person may go on doing."""
WHILE_RETURNING = 0.25
"""The share of kills while the pages come back; the others fall into their traffic."""
SMALLEST = {"kills": 3}


@dataclass
class Costs:
    """The effects of a number of kills on all that was sent."""

    kills: int = 0
    sent: Counter[str] = field(default_factory=Counter)
    under_way: int = 0
    """What was not acknowledged when the server was killed."""
    acted: int = 0
    not_done: int = 0
    unanswered: int = 0
    lost: int = 0
    """Told to be done, and not stored."""
    belied: int = 0
    """Told not to be done, and stored all the same."""
    doubled: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def none(self) -> bool:
        """Did the kills cost nothing?"""
        return not (self.unanswered or self.lost or self.belied or self.doubled or self.problems)


@dataclass
class _Pair:
    """Two people, and the match that they play."""

    code: str = ""
    pages: "list[_Page]" = field(default_factory=list)

    def play(self, code: str) -> None:
        """Have both at another match."""
        self.code = code
        for page in self.pages:
            page.watch()


class _Page:
    """A page of somebody who plays for as long as ``plays``; the first of a pair begins the matches."""

    def __init__(self, pair: _Pair, name: str, chance: Random, costs: Costs) -> None:
        self.pair = pair
        self.id = ""
        self.plays = True
        self.seated = False
        self.sent: dict[str, JSON] = {}
        """What is not acknowledged, by its name."""
        self.all: dict[str, JSON] = {}
        self.told: dict[str, bool] = {}
        self._name, self._secret = name, ""
        self._chance, self._costs = chance, costs
        self._client: Client | None = None
        self._table: JSON = {}
        self._answered: JSON = {}
        """The table on which something was done last: what is done shows in the next one."""
        self._offered_in = ""
        self._hosts = not pair.pages
        pair.pages.append(self)

    async def live(self, address: str) -> None:
        """Connect again and again, and do what is to be done, until this is cancelled."""
        while True:
            with suppress(ClientError, OSError):
                async with Room.at(address) as room:
                    self._client = await room.stranger()
                    await self._read(self._client)
            self.seated = False
            await asyncio.sleep(AGAIN_AFTER)

    def watch(self) -> None:
        """Be told of the match of the pair."""
        self._table = {}
        if self.pair.code and self.seated:
            self._raw({"type": "watch", "code": self.pair.code, "version": 0})

    async def _read(self, client: Client) -> None:
        hello = {"type": "hello", "secret": self._secret, "room": "", "since": 0}
        sit = {"type": "sit", "name": self._name, "language": "en", "room": ""}
        await client.say(**(hello if self._secret else sit))
        async for message in client.socket:
            if message.type is WSMsgType.TEXT:
                self._hear(json.loads(message.data))

    def _hear(self, frame: JSON) -> None:
        match frame["type"]:
            case "seated":
                self._seat(frame)
            case "done":
                self._done(frame)
            case "board" if frame["code"] == self.pair.code:
                self._table = frame
                self._think()
            case "stranger" | "refused":
                self._costs.problems.append(f"{self._name} may not come in: {frame}")

    def _seat(self, frame: JSON) -> None:
        self.id, self.seated = frame["id"], True
        self._secret = frame["secret"] or self._secret
        self.watch()
        for wish in self.sent.values():
            self._raw({**wish, "kept": True})
        if self._hosts and not self.pair.code and not self.sent:
            self._begin()

    def _done(self, frame: JSON) -> None:
        wish = self.sent.pop(frame["event"], None)
        before = self.told.setdefault(frame["event"], frame["done"])
        if before != frame["done"]:
            self._costs.problems.append(f"{self._name} was told two things of {self.all[frame['event']]}")
        if wish is None:
            return
        if wish["type"] == "begin" and frame["done"]:
            self.pair.play(frame["match"])
        elif not frame["done"] or self._table is not self._answered:
            self._think()

    def _think(self) -> None:
        after = self._chance.uniform(0.0, THINKS_FOR)
        asyncio.get_running_loop().call_later(after, self._answer, self._table)

    def _answer(self, table: JSON) -> None:
        """Go on from a table, if it is still the newest, with at most one thing under way."""
        if not table or self.sent or not (self.plays and self.seated) or table is not self._table:
            return
        offered = {action["label"]: action for action in table["actions"]}
        seat = next((label for label in offered if label.startswith("Sit down")), None)
        if table["status"] == "over":
            if self._hosts:
                self._begin()
        elif seat and not self._hosts:
            self._press(table, seat, offered[seat])
        elif "Accept the draw" in offered:
            label = "Play on" if self._chance.random() < 0.7 else "Accept the draw"
            self._press(table, label, offered[label])
        elif table["steps"] and self._offered_in != table["code"] and self._chance.random() < 0.2:
            self._offered_in = table["code"]
            self._press(table, "Draw", offered["Draw"])
        elif table["steps"]:
            picks = walk(table["steps"], self._chance)
            self._send(type="turn", code=table["code"], ply=table["ply"], picks=picks, price=True)

    def _begin(self) -> None:
        self._send(type="begin", game=GAME, opponent="anybody")

    def _press(self, table: JSON, label: str, action: JSON) -> None:
        pressed = {"kind": action["kind"], "choice": action["choice"], "label": label}
        self._send(type="wish", code=table["code"], ply=table["ply"], **pressed)

    def _send(self, **wish: object) -> None:
        self._answered = self._table
        event = new_event()
        self.sent[event] = self.all[event] = {**wish, "event": event}
        self._costs.sent[str(wish["type"])] += 1
        if self.seated:
            self._raw(self.sent[event])

    def _raw(self, frame: JSON) -> None:
        """Send a frame; where the connection has just ended, it is sent again with the next one."""
        assert self._client
        task = asyncio.create_task(self._client.say(**frame))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())


async def kill(times: int, seed: int, folder: Path, pairs: int = PAIRS) -> Costs:
    """Kill a server with its database in a folder so many times while people play there, and say what that did."""
    chance, costs, port = Random(seed), Costs(), hand_out()
    address = f"127.0.0.1:{port}"
    all_pairs = [_Pair() for _ in range(pairs)]
    pages = [
        _Page(pair, f"{name} {number}", Random(f"{seed} {name} {number}"), costs)
        for number, pair in enumerate(all_pairs)
        for name in ("Adi", "Siti")
    ]
    living = [asyncio.create_task(page.live(f"http://{address}/")) for page in pages]
    try:
        for _ in range(times):
            async with serving(folder, address) as (process, _room):
                if chance.random() < WHILE_RETURNING:
                    await asyncio.sleep(chance.uniform(0.0, 0.4))
                else:
                    await _settled(pages)
                    await asyncio.sleep(chance.uniform(0.0, 1.5))
                process.kill()
                await process.wait()
                costs.under_way += sum(len(page.sent) for page in pages)
                costs.kills += 1
        for page in pages:
            page.plays = False
        async with serving(folder, address):
            await _settled(pages)
    finally:
        for task in living:
            task.cancel()
    await _compare(f"sqlite:///{folder}/papan.db", pages, costs)
    return costs


async def _settled(pages: list[_Page]) -> None:
    """Wait until everybody is back, and what they had sent before is answered."""
    open_before = {event for page in pages for event in page.sent}
    with suppress(TimeoutError):
        await until(lambda: all(page.seated and not open_before & page.sent.keys() for page in pages))


async def _compare(url: str, pages: list[_Page], costs: Costs) -> None:
    database = await Database.open(url)
    try:
        services = Services.over(database, lambda: datetime.now(UTC), Random(1))
        turns: Counter[str] = Counter()
        acted_in: Counter[str] = Counter()
        for page in pages:
            costs.unanswered += len(page.sent)
            for event, wish in page.all.items():
                effect = await _effect(database, f"{page.id}:{event}")
                costs.acted += effect is not None
                if event not in page.told:
                    continue
                costs.not_done += not page.told[event]
                costs.lost += page.told[event] and effect is None
                costs.belied += not page.told[event] and effect is not None
                if effect is not None:
                    acted_in[effect.match] += 1
                if effect is not None and wish["type"] == "turn":
                    turns[effect.match] += 1
                    costs.lost += not _stands(await services.matches.get(effect.match), wish)
        for code, acted in acted_in.items():
            match = await services.matches.get(code)
            costs.doubled += max(0, match.game.ply - turns[code]) + max(0, match.version - acted)
        costs.problems += [str(problem) for problem in await check(database)]
    finally:
        await database.close()


async def _effect(database: Database, event: str) -> events.Effect | None:
    return await database.read(lambda connection: events.effect_of(connection, WebRoom.platform, event))


def _stands(match: Match, wish: JSON) -> bool:
    """Is a turn made where it was to be made?"""
    made = match.game.moves[wish["ply"] : wish["ply"] + 1]
    return [sorted(choices(move)) for move in made] == [sorted(wish["picks"])]


def run(kills: int = KILLS) -> None:
    """Print what the kills did."""
    quiet()
    with tempfile.TemporaryDirectory() as folder:
        costs = asyncio.run(kill(kills, 1, Path(folder)))
    sent = ", ".join(f"{costs.sent[kind]} {kind}" for kind in ("begin", "turn", "wish"))
    print(f"{costs.kills} kills; sent {sent}; {costs.under_way} of them were under way at a kill")
    print(f"  {costs.acted} acted, {costs.not_done} were told not to be done, {costs.unanswered} were never answered")
    print(f"  {costs.lost} lost, {costs.doubled} doubled, {costs.belied} acted though told not to be done")
    print("  " + ("\n  ".join(costs.problems) or "papan check finds nothing wrong"), flush=True)
