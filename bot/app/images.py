"""Pictures for the app: drawn in a thread of their own, off the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import structlog

from bot.app.text.names import game_name, side_names
from bot.chat import Picture
from bot.telemetry import metrics
from bot.words import Words
from engine.game import Game
from engine.ruleset import Ruleset
from renderer import Graph, Pair, Scene, describe, describe_graph, describe_pair, draw, draw_graph, draw_pair

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

    async def picture(self, scene: Scene, say: Words) -> Picture | None:
        """The scene with its description; None if it could not be drawn (a board is then shown as text)."""
        return await self._drawn(lambda: draw(scene), self.alt(scene, say), scene.ruleset)

    async def graph(self, graph: Graph, say: Words) -> Picture | None:
        """The course of a game with its description; None if it could not be drawn."""
        return await self._drawn(lambda: draw_graph(graph), describe_graph(graph, say), graph.ruleset)

    async def pair(self, pair: Pair, say: Words) -> Picture | None:
        """Two boards with their description; None if they could not be drawn."""
        return await self._drawn(lambda: draw_pair(pair), describe_pair(pair, say), pair.better.ruleset)

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
