"""Pictures for the app: drawn in one thread of their own, so that no chat ever waits for a brush."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import structlog

from bot import metrics
from bot.app.names import side_names
from bot.talk import Picture
from bot.words import Words
from engine.game import Game
from renderer import Scene, describe, draw

_log = structlog.get_logger(__name__)
ALT_LENGTH = 1000


@dataclass(frozen=True)
class Look:
    """How somebody sees a board: side at the bottom, theme, and whether their screen is narrow."""

    view: int = 0
    theme: str = "kayu"
    upright: bool = False


def scene_of(game: Game, names: tuple[str, str], look: Look, say: Words) -> Scene:
    """The present position of a game as a scene: names, last move, who is to move or how it ended."""
    return Scene(
        ruleset=game.ruleset,
        position=game.position,
        view=look.view,
        last=game.moves[-1] if game.moves else None,
        before=game.positions[-2] if game.moves else None,
        names=names,
        side_names=side_names(game.ruleset, say),
        to_move_label="" if game.outcome else say("TO MOVE"),
        result=_result_labels(game, say),
        theme=look.theme,
        upright=look.upright,
    )


def _result_labels(game: Game, say: Words) -> tuple[str, str]:
    if not game.outcome:
        return "", ""
    if game.outcome.winner is None:
        return say("DRAW"), say("DRAW")
    return (say("WON"), "") if game.outcome.winner == 0 else ("", say("WON"))


def _timed(scene: Scene) -> bytes:
    with metrics.DRAWING.time():
        return draw(scene)


class Studio:
    """Draws scenes off the event loop, one at a time."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="draw")

    async def picture(self, scene: Scene, say: Words) -> Picture | None:
        """The scene with its description; None if it could not be drawn (a board is then shown as text)."""
        loop = asyncio.get_running_loop()
        try:
            png = await loop.run_in_executor(self._thread, _timed, scene)
        except Exception:  # a picture that fails must never undo a move or leave a person without an answer
            _log.exception("picture failed", ruleset=scene.ruleset.key, theme=scene.theme)
            return None
        return Picture(png, self.alt(scene, say))

    @staticmethod
    def alt(scene: Scene, say: Words) -> str:
        """The scene in words, for those who cannot see it."""
        return describe(scene, say)[:ALT_LENGTH]

    def close(self) -> None:
        """End the drawing thread once what it draws is done."""
        self._thread.shutdown(wait=True)
