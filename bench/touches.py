"""Touches a turn: matches by chance on the live board of a real browser, each turn in as few touches as it takes
somebody who knows the board.

A turn has a choice on the way where pieces are to be picked one after the other, where a capture goes on or may end,
and where declining a capture has a price, which is asked for. Promised: a median of at most two touches in each
ruleset, and never more than two without such a choice.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from zlib import crc32

from playwright.async_api import Browser, Frame, Page

from bench.live import DESKTOP, PHONE, SHOWN, chromium, page_of, practice, turn_by_chance, unhurried_room
from bench.traffic import quiet
from engine.game import Game
from engine.games import rulesets
from engine.moves import Move
from engine.notation import format_move
from engine.ruleset import Ruleset
from engine.turns import choices
from loopback.windows import Room

PROMISED = 2
"""Touches of the median turn, and of each without a choice on the way."""
PLIES = 120
"""The most turns of a match."""
SMALLEST = {"games": rulesets()[:2], "plies": 6}

TAKES_TOUCHES = """(ply) => {
    const { state, settling } = document.querySelector('papan-board');
    return state?.ply === ply && !settling;
}"""
"""Does the board stand there, and has it done so long enough that a touch is meant for it?"""
NEXT = """async ({ ply, wanted, start }) => {
    const board = document.querySelector('papan-board');
    await board.showing;
    if (board.pending !== null || board.state.ply > ply) return null;
    if (document.getElementById('price')?.hidden === false) return 'price';
    const { picks, aim } = board.at;
    const end = wanted.at(-1);
    const passed = picks.includes(end) || board.turns.next(board.at).has(end);
    const far = picks.length > start && !passed && aim !== end;
    const point = far || picks.length === wanted.length ? end : wanted[picks.length];
    const { points, width, height } = board.measures;
    board.scrollIntoView({ block: 'nearest' });
    const box = board.getBoundingClientRect();
    return [box.left + (points[point][0] / width) * box.width, box.top + (points[point][1] / height) * box.height];
}"""
"""The place of the next touch for a turn of these points; null once it is played."""


@dataclass
class Touches:
    """The touches of each turn of a match, and the turns without a choice that took too many."""

    key: str
    counted: list[int] = field(default_factory=list)
    priced: int = 0
    """How many turns declined a capture, so that its price was asked."""
    too_many: list[str] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The touches of the median turn."""
        return median(self.counted)

    @property
    def promised(self) -> bool:
        """Is it as promised?"""
        return self.median <= PROMISED and not self.too_many


async def play(page: Page, ruleset: Ruleset, plies: int) -> Touches:
    """Play a match by chance, the same on every run, on a page that shows its practice board; at most so many turns."""
    chance = Random(crc32(ruleset.key.encode()))
    game, found = Game.begin(ruleset), Touches(ruleset.key)
    while not game.outcome and game.ply < plies:
        turn = turn_by_chance(game.first_choice, chance)
        assert turn.stop is not None
        touches = await touch(page, game, turn.stop)
        found.counted.append(touches)
        found.priced += bool(turn.price)
        if touches > PROMISED and not (turn.price or has_choice(game, turn.stop)):
            found.too_many.append(f"{touches} touches for {format_move(ruleset, turn.stop)}, turn {game.ply + 1}")
        game = game.play(turn.stop)
    return found


async def touch(page: Page, game: Game, move: Move, frame: Frame | None = None) -> int:
    """Play a turn once the board takes it: the piece and where it ends, or each choice on the way; the touches.

    A frame fills its page.
    """
    shown = frame or page
    await shown.wait_for_function(TAKES_TOUCHES, arg=game.ply)
    wanted = choices(move)
    start = len(wanted) - len(move.path) if move.path else len(wanted)
    touches = 0
    while spot := await shown.evaluate(NEXT, {"ply": game.ply, "wanted": wanted, "start": start}):
        assert touches <= len(wanted) + 1, f"{format_move(game.ruleset, move)} is not played"
        if spot == "price":
            await shown.click("#price-yes")
        else:
            await page.mouse.click(*spot)
        touches += 1
    return touches


def has_choice(game: Game, move: Move) -> bool:
    """Does a turn have choices on the way: where to leap, whether to stop, or several points to pick?"""
    way = game.first_choice.along(choices(move))
    return len(move.path) > 2 or bool(move.removed or move.drops) or move.huff is not None or bool(way.following)


async def touches_of(browser: Browser, room: Room, ruleset: Ruleset, plies: int, **viewport: object) -> Touches:
    """Play a match in a profile of a browser of its own."""
    person = await room.sits(f"Adi {rulesets().index(ruleset)}")
    code = await practice(person, ruleset.key)
    page = await page_of(browser, room, person.secret, f"m/{code}", **viewport)
    await page.locator(SHOWN).wait_for()
    return await play(page, ruleset, plies)


async def _measure(games: Sequence[Ruleset], plies: int) -> list[Touches]:
    """A match of each game, in a room of its own: nobody may begin so many from one address."""
    found = []
    for number, ruleset in enumerate(games):
        with tempfile.TemporaryDirectory() as folder:
            async with chromium() as browser, unhurried_room(Path(folder)) as room:
                found.append(await touches_of(browser, room, ruleset, plies, viewport=(PHONE, DESKTOP)[number % 2]))
        _tell(found[-1])
    return found


def _tell(found: Touches) -> None:
    counts = Counter(found.counted)
    cells = [f"{len(found.counted)}", f"{found.median:g}", *(f"{counts[number]}" for number in (1, 2, 3))]
    cells += [f"{sum(count for number, count in counts.items() if number > 3)}", f"{found.priced}"]
    print(f"{found.key:<28}" + "".join(f"{cell:>9}" for cell in cells), flush=True)


def run(games: Sequence[Ruleset] = rulesets(), plies: int = PLIES) -> None:
    """Print a line for each ruleset."""
    quiet()
    heads = ("turns", "median", "one", "two", "three", "more", "priced")
    print(f"{'touches a turn':<28}" + "".join(f"{head:>9}" for head in heads), flush=True)
    found = asyncio.run(_measure(games, plies))
    print("rulesets whose median is above two: " + (", ".join(e.key for e in found if e.median > PROMISED) or "none"))
    print("turns without a choice of more than two: " + ("; ".join(t for e in found for t in e.too_many) or "none"))
