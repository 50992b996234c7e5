"""The files of live boards for a page: measures, empty boards and pieces. Each is drawn once and kept."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from importlib import resources
from typing import TypeAlias

from bot.app.pictures.images import ImageRenderer
from bot.chat.ports import PREVIEW_SIZE
from bot.foundation.bounded import BoundedMemory
from engine.games import UnknownRuleset, find_ruleset
from engine.games.midgames import MIDGAMES
from engine.position import Position, parse_position, start_position
from engine.ruleset import Ruleset
from renderer import (
    SCALES,
    THEMES,
    FollowingView,
    draw_ground,
    draw_piece,
    draw_preview,
    draw_small,
    live_board,
    tallest,
)

FILES = 600
"""The files that are kept, the latest used: some 20 kB each."""
PREVIEWS = 100
"""The pictures for previews that are kept, the latest used: some 60 kB each."""
_Kept: TypeAlias = BoundedMemory[tuple[object, ...], bytes]
_DRAWN_BY = ("renderer", "engine", "engine.games")
"""The packages that these files follow from."""


class BoardPictures:
    """Gives each file by the parts of its name; None for parts that name none."""

    def __init__(self, images: ImageRenderer) -> None:
        self._images = images
        self._kept = _Kept(FILES)
        self._previews = _Kept(PREVIEWS)
        self._one = asyncio.Lock()
        self.build = _build()
        """Another one wherever the files may have changed."""

    async def measures(self, ruleset: str, bottom: int, *, upright: bool) -> bytes | None:
        """The measures of a board (``renderer.LiveBoard``) as JSON."""
        view = _view(ruleset, bottom, upright=upright)
        if view is None:
            return None
        return self._kept.get_or_put(
            (view,), lambda: json.dumps(asdict(live_board(view)), separators=(",", ":")).encode()
        )

    async def ground(
        self, ruleset: str, bottom: int, theme: str, scale: int, *, upright: bool, bare: bool
    ) -> bytes | None:
        """The board without its pieces, as WebP; a bare one has no coordinates."""
        view = _view(ruleset, bottom, upright=upright)
        if view is None or theme not in THEMES or scale not in SCALES:
            return None
        return await self._drawn(
            self._kept, (view, theme, scale, bare), partial(draw_ground, view, theme, scale, bare=bare)
        )

    async def piece(
        self, ruleset: str, letter: str, height: int, theme: str, scale: int, *, upright: bool
    ) -> bytes | None:
        """A piece, or so many on each other, as WebP."""
        view = _view(ruleset, 0, upright=upright)
        if view is None or letter not in view.ruleset.kind or theme not in THEMES or scale not in SCALES:
            return None
        if not 1 <= height <= tallest(view.ruleset, letter):
            return None
        key = (view, letter, height, theme, scale)
        return await self._drawn(self._kept, key, partial(draw_piece, view, letter, height, theme, scale))

    async def midgame(self, ruleset: str, theme: str) -> bytes | None:
        """A small picture of a game in its middle, as WebP."""
        view = _view(ruleset, 0, upright=False)
        if view is None or theme not in THEMES:
            return None
        shown = _midgame(view.ruleset)
        draw = partial(draw_small, view, theme, shown.cells, shown.stacks)
        return await self._drawn(self._kept, (view, theme), draw)

    async def preview(self, ruleset: str, cells: str = "", stacks: tuple[tuple[int, int], ...] = ()) -> bytes | None:
        """A picture of a position for the preview of a link, as PNG; without ``cells``, of the game in its middle."""
        view = _view(ruleset, 0, upright=False)
        if view is None:
            return None
        if not cells:
            shown = _midgame(view.ruleset)
            cells, stacks = shown.cells, shown.stacks
        draw = partial(draw_preview, view, THEMES[0], cells, stacks, PREVIEW_SIZE)
        return await self._drawn(self._previews, (view, cells, stacks), draw)

    async def _drawn(self, kept: _Kept, key: tuple[object, ...], draw: Callable[[], bytes]) -> bytes:
        """A kept file; one that is not is drawn behind all boards of chats, once for all who ask for it."""
        if found := kept.get(key):
            return found
        async with self._one:
            if found := kept.get(key):
                return found
            made = await self._images.drawn_behind(draw)
            kept.put(key, made)
            return made


def _view(ruleset: str, bottom: int, *, upright: bool) -> FollowingView | None:
    if bottom not in (0, 1):
        return None
    try:
        return FollowingView(find_ruleset(ruleset), bottom, upright)
    except UnknownRuleset:
        return None


def _build() -> str:
    digest = sha256()
    for package in _DRAWN_BY:
        for file in sorted(resources.files(package).iterdir(), key=lambda each: each.name):
            if file.is_file():
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _midgame(ruleset: Ruleset) -> Position:
    """The game in its middle, or at its start where nobody has written down a middle yet."""
    text = MIDGAMES.get(ruleset.key)
    return parse_position(ruleset, text) if text else start_position(ruleset)
