"""Pictures for the app: drawn in a thread of their own, off the event loop."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import structlog

from bot.app.text.names import game_name, side_names
from bot.chat import Picture
from bot.telemetry import metrics
from bot.words import Words
from engine.game import Game
from engine.ruleset import Ruleset
from renderer import (
    SMALLEST,
    Graph,
    Pair,
    Scene,
    describe,
    describe_graph,
    describe_pair,
    draw,
    draw_graph,
    draw_pair,
    draw_sheet,
    draw_tile,
)

_log = structlog.get_logger(__name__)
ALT_LENGTH = 1000


@dataclass(frozen=True)
class Look:
    """How a person sees a board: side at the bottom, theme, and whether their screen is narrow."""

    orientation: int = 0
    theme: str = "kayu"
    upright: bool = False


def scene_of(game: Game, names: tuple[str, str], look: Look, say: Words) -> Scene:
    """The present position of a game as a scene: names, last move, who is to move or how it ended."""
    return Scene(
        ruleset=game.ruleset,
        position=game.position,
        orientation=look.orientation,
        last=game.moves[-1] if game.moves else None,
        before=game.positions[-2] if game.moves else None,
        names=names,
        game_name=game_name(game.ruleset, say),
        side_names=side_names(game.ruleset, say),
        kind_names=tuple(say.noun(kind.noun, 2) for kind in game.ruleset.kinds),
        to_move_label="" if game.outcome else say("TO MOVE"),
        result=result_labels(game, say),
        theme=look.theme,
        upright=look.upright,
    )


def _small(ruleset: Ruleset, look: Look, say: Words) -> Scene:
    return replace(scene_of(Game.begin(ruleset), ("", ""), replace(look, orientation=0), say), size=SMALLEST)


def result_labels(game: Game, say: Words) -> tuple[str, str]:
    """A pill for each side of a game that is over: who won, or that nobody did."""
    if not game.outcome:
        return "", ""
    if game.outcome.winner is None:
        return say("DRAW"), say("DRAW")
    return (say("WON"), "") if game.outcome.winner == 0 else ("", say("WON"))


def _timed(work: Callable[[], bytes]) -> bytes:
    with metrics.DRAWING.time():
        return work()


class ImageRenderer:
    """Draws scenes off the event loop, one at a time."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="draw")
        self._sheets: dict[tuple[str, ...], bytes] = {}

    async def picture(self, scene: Scene, say: Words) -> Picture | None:
        """The scene with its description; None if it could not be drawn (a board is then shown as text)."""
        return await self._drawn(lambda: draw(scene), self.alt(scene, say), scene.ruleset)

    async def graph(self, graph: Graph, say: Words) -> Picture | None:
        """The course of a game with its description; None if it could not be drawn."""
        return await self._drawn(lambda: draw_graph(graph), describe_graph(graph, say), graph.ruleset)

    async def pair(self, pair: Pair, say: Words) -> Picture | None:
        """Two boards with their description; None if they could not be drawn."""
        return await self._drawn(lambda: draw_pair(pair), describe_pair(pair, say), pair.better.ruleset)

    async def sheet(self, games: Sequence[Ruleset], look: Look, say: Words) -> Picture | None:
        """The boards of several games at their start; None if they could not be drawn.

        A tile at a time, so that no board of a match waits for more than one, and kept: it is always the same.
        """
        names = [game_name(ruleset, say) for ruleset in games]
        alt = say("The boards of {games} at the start.", games=say.all_of(names))[:ALT_LENGTH]
        key = (look.theme, *names)
        if key not in self._sheets:
            loop = asyncio.get_running_loop()
            try:
                tiles = [
                    await loop.run_in_executor(self._thread, draw_tile, _small(ruleset, look, say)) for ruleset in games
                ]
                self._sheets[key] = await loop.run_in_executor(self._thread, draw_sheet, tiles, look.theme)
            except Exception:  # a list of games without its picture is better than none
                _log.exception("picture failed", rulesets=[ruleset.key for ruleset in games])
                return None
        return Picture(self._sheets[key], alt)

    async def _drawn(self, work: Callable[[], bytes], alt: str, ruleset: Ruleset) -> Picture | None:
        try:
            png = await asyncio.get_running_loop().run_in_executor(self._thread, _timed, work)
        except Exception:  # a picture that fails must never undo a move or leave a person without an answer
            _log.exception("picture failed", ruleset=ruleset.key)
            return None
        return Picture(png, alt)

    @staticmethod
    def alt(scene: Scene, say: Words) -> str:
        """The scene in words, for those who cannot see it."""
        return describe(scene, say)[:ALT_LENGTH]

    def close(self) -> None:
        """End the drawing thread once what it draws is done."""
        self._thread.shutdown(wait=True)
