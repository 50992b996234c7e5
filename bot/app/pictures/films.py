"""Films of matches: drawn on a thread of their own, which no board waits for, a few at a time, and kept for a while."""

import asyncio
from collections.abc import Hashable, Iterator
from dataclasses import replace

from bot.app.pictures.images import Look, result_labels, scene_of
from bot.foundation.bounded import BoundedMemory
from bot.words import Words
from bot.workers.detached_threads import DetachedThreads
from engine.game import Game
from renderer import Shot, draw_film

LONGEST_FILM = 400
"""The most turns of a film."""
KEPT = 16
MOST_WAITING = 8
"""At most so many films are being made or wait for that."""
SIZE = 400
"""The width of a film in pixels."""
LONG = 120
"""A film of more turns goes faster."""
TURN, CAPTURE, FAST, LAST = 70, 100, 35, 400
"""How long a picture stays, in hundredths of a second."""


class TooManyFilms(Exception):
    """So many films are being made that another one has to wait."""


class FilmMaker:
    """Makes films one after another."""

    def __init__(self) -> None:
        self._thread = DetachedThreads(max_workers=1, thread_name_prefix="film")
        self._kept = BoundedMemory[Hashable, bytes](KEPT)
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}

    async def film(self, game: Game, names: tuple[str, str], look: Look, say: Words, seconds: float) -> bytes | None:
        """The film of a game, as a GIF, if it is there within so many seconds; it is made all the same.

        Raises TooManyFilms, and what went wrong in drawing it.
        """
        key = (game.ruleset.key, game.positions[0], tuple(game.moves), game.outcome, names, look, say.language)
        if known := self._kept.get(key):
            return known
        making = self._making.get(key)
        if making is None:
            if len(self._making) >= MOST_WAITING:
                raise TooManyFilms
            making = self._making[key] = asyncio.create_task(self._make(key, game, names, look, say))
            making.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits any more
        ready, _ = await asyncio.wait([making], timeout=seconds)
        return making.result() if ready else None

    async def _make(self, key: Hashable, game: Game, names: tuple[str, str], look: Look, say: Words) -> bytes:
        loop = asyncio.get_running_loop()
        try:
            film = await loop.run_in_executor(self._thread, lambda: draw_film(shots_of(game, names, look, say)))
            self._kept.put(key, film)
            return film
        finally:
            del self._making[key]

    def close(self) -> None:
        """End the thread; nobody waits for what it draws."""
        self._thread.shutdown()


def shots_of(game: Game, names: tuple[str, str], look: Look, say: Words) -> Iterator[Shot]:
    """The scenes of a film: the beginning, each turn, and the result.

    Whose turn it is does not stand in it: that would change half of each picture.
    """
    still = replace(scene_of(game, names, look, say), to_move_label="", result=("", ""), size=SIZE)
    fast = game.ply > LONG
    yield Shot(replace(still, position=game.positions[0], before=None, last=None), TURN)
    for ply, (move, before) in enumerate(zip(game.moves, game.positions, strict=False), 1):
        stays = FAST if fast else CAPTURE if move.captured else TURN
        scene = replace(still, position=game.positions[ply], before=before, last=move)
        if ply == game.ply:
            scene, stays = replace(scene, result=result_labels(game, say)), LAST
        yield Shot(scene, stays, ply / game.ply)
