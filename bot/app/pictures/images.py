"""Pictures for the app: drawn in a thread of their own, off the event loop."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TypeVar

import structlog

from bot.app.text.lettered import lettered_board
from bot.app.text.names import game_name, side_names
from bot.chat import Picture
from bot.foundation import metrics
from bot.foundation.detached_threads import DetachedThreads
from bot.words import Words
from engine.game import Game
from engine.ruleset import Ruleset
from renderer import (
    NO_LABELS,
    SMALLEST,
    BracketCard,
    CrosstableCard,
    Graph,
    Labels,
    Pair,
    PersonCard,
    RankingCard,
    Scene,
    Share,
    describe,
    describe_bracket,
    describe_card,
    describe_crosstable,
    describe_graph,
    describe_pair,
    describe_ranking,
    describe_share,
    draw,
    draw_bracket,
    draw_card,
    draw_crosstable,
    draw_graph,
    draw_pair,
    draw_ranking,
    draw_share,
    draw_sheet,
    draw_tile,
)

T = TypeVar("T")
_log = structlog.get_logger(__name__)
ALT_LENGTH = 1000
RESTS = 1.0
"""The time between two drawings that no chat waits for, as a multiple of what the first took."""


@dataclass(frozen=True)
class Look:
    """The look of a board for a person: side at the bottom, theme, whether their screen is narrow, and labels."""

    orientation: int = 0
    theme: str = "kayu"
    upright: bool = False
    labels: Labels = NO_LABELS


_LABELS = {"points": Labels(numbers=True), "large": Labels(large=True), "both": Labels(numbers=True, large=True)}


def labels_of(chosen: Iterable[str]) -> Labels:
    """The labels on a board that several look at: each that any of them has chosen in the settings."""
    wanted = [_LABELS[each] for each in chosen if each in _LABELS]
    return Labels(any(each.numbers for each in wanted), any(each.large for each in wanted))


def scene_of(game: Game, names: tuple[str, str], look: Look, say: Words) -> Scene:
    """The present position of a game as a scene: names, last move, who is to move or how it ended."""
    return Scene(
        ruleset=game.ruleset,
        position=game.position,
        orientation=look.orientation,
        begun=game.positions[0],
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
        labels=look.labels,
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


def _timed(work: Callable[[], T]) -> T:
    with metrics.DRAWING.time():
        return work()


class ImageRenderer:
    """Draws scenes off the event loop, one at a time."""

    def __init__(self) -> None:
        self._thread = DetachedThreads(max_workers=1, thread_name_prefix="draw")
        self._sheets: dict[tuple[str, ...], bytes] = {}
        self._before = 0
        """Drawings that go before what is drawn ``behind``."""
        self._none_before = asyncio.Event()
        self._none_before.set()
        self._rests_until = 0.0

    async def picture(self, scene: Scene, say: Words) -> Picture | None:
        """The scene with its description; None if it could not be drawn (a board is then shown as text)."""
        shown = await self._shown(self.drawn(partial(draw, scene)), self.alt(scene, say), scene.ruleset.key)
        return replace(shown, board=partial(lettered_board, scene, say)) if shown else None

    async def graph(self, graph: Graph, say: Words) -> Picture | None:
        """The course of a game with its description; None if it could not be drawn."""
        alt = describe_graph(graph, say)
        return await self._shown(self.drawn(partial(draw_graph, graph)), alt, graph.ruleset.key)

    async def pair(self, pair: Pair, say: Words) -> Picture | None:
        """Two boards with their description; None if they could not be drawn."""
        alt = describe_pair(pair, say)
        return await self._shown(self.drawn(partial(draw_pair, pair)), alt, pair.better.ruleset.key)

    async def share(self, share: Share, say: Words) -> Picture | None:
        """The end of a match and where it turned, with their description; None if they could not be drawn."""
        alt = describe_share(share, say)
        return await self._shown(self.drawn(partial(draw_share, share)), alt, share.end.ruleset.key)

    async def card(self, card: PersonCard, say: Words) -> Picture | None:
        """A person's card with its description; None if it could not be drawn."""
        return await self._shown(self.drawn(partial(draw_card, card)), describe_card(card, say), "")

    async def ranking(self, card: RankingCard, say: Words) -> Picture | None:
        """The card of a list with its description; None if it could not be drawn."""
        return await self._shown(self.drawn(partial(draw_ranking, card)), describe_ranking(card, say), "")

    async def crosstable(self, card: CrosstableCard, say: Words) -> Picture | None:
        """The table of a round robin with its description; None if it could not be drawn."""
        return await self._shown(self.drawn(partial(draw_crosstable, card)), describe_crosstable(card, say), "")

    async def bracket(self, card: BracketCard, say: Words) -> Picture | None:
        """The bracket of a knockout with its description; None if it could not be drawn."""
        return await self._shown(self.drawn(partial(draw_bracket, card)), describe_bracket(card, say), "")

    async def sheet(self, games: Sequence[Ruleset], look: Look, say: Words) -> Picture | None:
        """The boards of several games at their start; None if they could not be drawn."""
        alt = say("The boards of {games} at the start.", games=say.all_of([game_name(game, say) for game in games]))
        return await self._shown(self._sheet(games, look, say), alt[:ALT_LENGTH], games[0].key)

    async def _sheet(self, games: Sequence[Ruleset], look: Look, say: Words) -> bytes:
        """Drawn a tile at a time, so that no match waits for more than one; and kept, as it never changes."""
        key = (look.theme, say.language, *(game.key for game in games))
        if key not in self._sheets:
            tiles = [await self.drawn(partial(draw_tile, _small(game, look, say))) for game in games]
            self._sheets[key] = await self.drawn(partial(draw_sheet, tiles, look.theme))
        return self._sheets[key]

    async def drawn(self, work: Callable[[], T]) -> T:
        """The result of drawing something, in the thread that draws."""
        self._before += 1
        self._none_before.clear()
        try:
            return await self._in_thread(work)
        finally:
            self._before -= 1
            if not self._before:
                self._none_before.set()

    async def drawn_behind(self, work: Callable[[], T]) -> T:
        """The same for what no chat waits for, of which the caller asks for one at a time.

        It is begun after a rest, and only while nothing else is drawn: what a chat waits for waits for one of these at
        most.
        """
        await asyncio.sleep(max(0.0, self._rests_until - monotonic()))
        await self._none_before.wait()
        began = monotonic()
        try:
            return await self._in_thread(work)
        finally:
            ended = monotonic()
            self._rests_until = ended + RESTS * (ended - began)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, _timed, work)

    @staticmethod
    async def _shown(drawing: Awaitable[bytes], alt: str, ruleset: str) -> Picture | None:
        try:
            return Picture(await drawing, alt)
        except Exception:  # a picture that fails must never undo a move or leave a person without an answer
            _log.exception("picture failed", ruleset=ruleset)
            return None

    @staticmethod
    def alt(scene: Scene, say: Words) -> str:
        """The scene in words, for those who cannot see it."""
        return describe(scene, say)[:ALT_LENGTH]

    def close(self) -> None:
        """End the drawing thread; nobody waits for what it draws."""
        self._thread.shutdown()
