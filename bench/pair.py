"""Two people who play by panels in a Telegram group, a move every three seconds, while two others tap the board.

The server enforces its limit of 20 messages and edits a minute in a group, which is a board for each of these moves and
nothing else. The invitation, too, is accepted at the pace of people: nobody does anything twice in six seconds. Of the
two who tap, one has a private chat with Papan and one has none. The clock runs from the press that makes a move until
the board in the group shows it.

Then three pairs in one group, with a typed move in each match every five seconds: 36 boards a minute where the group
takes 20. Each board skips to the newest position; the clock runs from a move until the board shows it or a later one.
"""

import asyncio
import itertools
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.calls import GAME, OnTelegram, Watched, by_panel
from bench.traffic import quiet
from bot.bootstrap.assembly import RunningApp, run_app
from engine.notation import format_move
from loopback.telegram import Chat, Message, Person, TelegramServer
from tests.bot.connected import to_telegram

MOVES = 40
EVERY = 3.0
"""Seconds between two moves: six for each person."""
TAPS_EVERY = 2.0
"""Seconds between two taps of a spectator."""
GOAL = 3.0
MATCHES = 3
TYPED_EVERY = 5.0
"""Seconds between two moves of one of three matches."""
TYPED = 24
TYPED_GOAL = 10.0
SMALLEST = {"moves": 2, "typed": 2}

Play = Callable[[TelegramServer, RunningApp, int], Awaitable[list[float]]]


def run(moves: int = MOVES, typed: int = TYPED) -> None:
    """Print what boards were waited for."""
    quiet()
    print(f"{'':<16}{'moves':>7}{'median s':>10}{'worst s':>9}{'goal':>6}")
    rows: tuple[tuple[str, Play, int, float], ...] = (
        ("two by panels", _play, moves, GOAL),
        ("three matches", _play_three, typed, TYPED_GOAL),
    )
    for name, play, number, goal in rows:
        waits = asyncio.run(_measure(play, number))
        print(f"{name:<16}{len(waits):>7}{median(waits):>10.2f}{max(waits):>9.2f}{goal:>6.0f}", flush=True)


async def _measure(play: Play, moves: int) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        async with TelegramServer(ephemeral=True, checked=False) as server:
            server.state.enforce_group_limit = True
            settings = to_telegram(server, f"sqlite:///{Path(folder) / 'papan.db'}")
            async with run_app(settings) as running:
                return await play(server, running, moves)


async def _play(server: TelegramServer, running: RunningApp, moves: int) -> list[float]:
    watched = Watched(running)
    people = [server.person(name, name.casefold(), started=name != "Man") for name in ("Adi", "Siti", "Ros", "Man")]
    group = server.group("Kampung", *people)
    players = [OnTelegram(each, group) for each in people[:2]]
    people[0].say(group, f"/play @{people[1].account.username} {GAME} first")
    card = await people[1].gets(group, key="Accept")
    await asyncio.sleep(2 * EVERY)
    people[1].press(card, "Accept")
    await people[0].gets(group, key="Your move")
    await asyncio.sleep(EVERY)
    tapping = [asyncio.create_task(_tap(server, each, group)) for each in people[2:]]
    waits: list[float] = []
    try:
        for _ in range(moves):
            next_move = perf_counter() + EVERY
            match = await watched.match()
            await by_panel(players[match.game.turn], match.game.ply)
            pressed = perf_counter()
            await watched.goes_on(match.game.ply)
            played = format_move(match.game.ruleset, (await watched.match()).game.moves[-1])
            await server.until(partial(_shows, people[0], group, played))
            waits.append(perf_counter() - pressed)
            await asyncio.sleep(max(0.0, next_move - perf_counter()))
    finally:
        for task in tapping:
            task.cancel()
        await asyncio.gather(*tapping, return_exceptions=True)
    return waits


async def _play_three(server: TelegramServer, running: RunningApp, moves: int) -> list[float]:
    people = [
        server.person(name, name.casefold(), started=True) for name in ("Adi", "Siti", "Ros", "Man", "Ayu", "Tom")
    ]
    group = server.group("Kampung", *people)
    pairs = [(people[n], people[n + 1]) for n in range(0, 2 * MATCHES, 2)]
    boards = []
    for host, guest in pairs:
        host.say(group, f"/play @{guest.account.username} {GAME} first")
        card = await guest.gets(group, text=f"{host.account.name} invites", key="Accept")
        guest.press(card, "Accept")
        await server.until(partial(_offers_moves, card))
        boards.append(card)
    begun = perf_counter() + EVERY
    tasks = [
        _type(server, running, pair, board, begun + number * TYPED_EVERY / MATCHES, moves)
        for number, (pair, board) in enumerate(zip(pairs, boards, strict=True))
    ]
    return [wait for waits in await asyncio.gather(*tasks) for wait in waits]


async def _type(
    server: TelegramServer,
    running: RunningApp,
    players: tuple[Person, Person],
    board: Message,
    begun: float,
    moves: int,
) -> list[float]:
    """Type the moves of a match, one every few seconds; the waits for its board."""
    code, group, played = board.shown.split()[0], board.chat, list[str]()

    def boards() -> list[Message]:
        """Those that stand in the group, the newest last: it comes down when much has been said."""
        return [each for each in group.from_bot() if each.photo and each.shown.startswith(code)]

    async def shown(number: int) -> float:
        typed = perf_counter()
        await server.until(lambda: any(f"played {move}" in boards()[-1].shown for move in played[number:] if boards()))
        return perf_counter() - typed

    waiting = []
    for number in range(moves):
        await asyncio.sleep(max(0.0, begun + number * TYPED_EVERY - perf_counter()))
        match = await running.services.matches.get(code)
        played.append(format_move(match.game.ruleset, match.game.legal_moves[0]))
        players[match.game.turn].say(group, played[-1], reply_to=boards()[-1])
        waiting.append(asyncio.create_task(shown(number)))
    return await asyncio.gather(*waiting)


def _offers_moves(board: Message) -> bool:
    return any("Your move" in key.label for key in board.keys)


def _shows(person: Person, group: Chat, played: str) -> Message | None:
    """The newest board, if it shows this move."""
    board = next((each for each in reversed(person.from_bot(group)) if each.photo and each.receiver is None), None)
    return board if board and played in board.shown else None


async def _tap(server: TelegramServer, person: Person, group: Chat) -> None:
    """Press the buttons of the newest board by turns."""
    for number in itertools.count():
        board = next(each for each in reversed(person.from_bot(group)) if each.photo and each.receiver is None)
        keys = [key for key in board.keys if key.data]
        press = person.press(board, data=keys[number % len(keys)].data)
        with suppress(TimeoutError):
            await person.answer(press)
        await asyncio.sleep(TAPS_EVERY)
