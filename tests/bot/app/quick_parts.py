"""Parts of the app that cost next to nothing, where neither moves of the computer nor pictures are judged."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from bot.app.pictures.images import ImageRenderer
from bot.chat import Picture
from bot.computer.analysis_queue import ROW
from bot.computer.search_pool import SearchPool
from bot.words import Words
from renderer import Scene


class FirstMove:
    """A worker that plays the first legal move."""

    stop = None

    def searcher(self, _: object) -> Any:
        return SimpleNamespace(search=lambda game, *_, **__: SimpleNamespace(best=game.first_choice.some(1)[0]))


class QuickPool(SearchPool):
    """Hints at once; an analysis does not come before the end."""

    async def ask(self, chat: str, work: Callable[..., Any]) -> Any:
        return await super().ask(chat, work) if chat == ROW else work(FirstMove())


class Undrawn(ImageRenderer):
    """Pictures with what they tell and nothing to see: drawing is not judged here, and takes most of the time."""

    async def picture(self, scene: Scene, say: Words) -> Picture:
        return Picture(b"", self.alt(scene, say))
