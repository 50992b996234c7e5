"""Films of matches: drawn one after another and a scene at a time, behind all boards, and kept for a while."""

import asyncio
from collections.abc import Hashable, Iterator
from dataclasses import replace

from bot.app.pictures.images import ImageRenderer, Look, result_labels, scene_of
from bot.foundation.bounded import BoundedMemory
from bot.words import Words
from engine.game import Game
from renderer import Shot, film_parts

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

    def __init__(self, images: ImageRenderer) -> None:
        self._images = images
        self._one = asyncio.Lock()
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
        try:
            async with self._one:
                parts = film_parts(shots_of(game, names, look, say))
                drawn = []
                while part := await self._images.drawn_behind(lambda: next(parts, b"")):
                    drawn.append(part)
            film = b"".join(drawn)
            self._kept.put(key, film)
            return film
        finally:
            del self._making[key]


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
