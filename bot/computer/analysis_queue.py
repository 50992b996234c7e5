"""Analyses of games: few at once, a position at a time, so that no move and no hint of others waits for them.

All of them together are one chat to ``SearchPool``, which gives each chat its turn. What was found is kept for a while;
after a restart it is computed again.
"""

import asyncio
import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

import structlog

from bot.computer.search_pool import SearchPool, SearchWorker, TooMuchToThink
from bot.foundation.bounded import BoundedMemory
from bot.matches.kept_games import key_of_record
from engine.game import Game
from engine.movetext import GameText
from engine.record import Record, format_record
from engine.ruleset import Ruleset
from engine.search.analysis import Analysis, Effort, Examination
from engine.work import TooMuchWork, at_most

_log = structlog.get_logger(__name__)

ROW = "analysis"
"""The chat under which all analyses wait for their turn in the search pool."""
AT_ONCE = 2
WAITING = 100
PER_PERSON = 2
TAGS = 90
"""Tags of a pasted game that its record has, besides those of the game itself; with more it could not be read."""
_TAG = re.compile(r"[A-Za-z_]\w*+")
GAMES = 64
"""Analyses that are kept, and pasted games."""
WHOLE_GAME = Effort()
NAME_LENGTH = 40
"""Characters of the name of a player that are shown."""
LONE_POSITION = Effort(total_ms=1200, most_ms=700)
"""For a position without a game. It is one question to the pool, for which other chats wait."""
LEAPS = 100_000
"""Leaps that are looked at for one position, besides the search itself."""
AGAIN = 1.0
"""Seconds until a question that found the pool full is asked again."""


class TooManyAnalyses(Exception):
    """This person waits for as many analyses as one may, or too many people wait."""


def key_of(game: Game) -> str:
    """A short key, the same for the same game."""
    return key_of_record(format_record(game, {}))


@dataclass(frozen=True)
class Pasted:
    """A pasted game, as it was read."""

    record: Record

    @property
    def game(self) -> Game:
        """The game alone."""
        return self.record.game

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players, as the record has them; empty where it has none."""
        tags = self.record.tags
        return tags.get("White", "")[:NAME_LENGTH], tags.get("Black", "")[:NAME_LENGTH]

    @cached_property
    def text(self) -> str:
        """The game with its tags, as a record: those whose names have a form that JSON alone can write are left out."""
        written = ((name, value) for name, value in self.record.tags.items() if _TAG.fullmatch(name))
        return format_record(self.game, dict(islice(written, TAGS)), self.record.clocks)

    @cached_property
    def key(self) -> str:
        """A short key, the same for the same game with the same tags."""
        return key_of_record(self.text)


@dataclass(frozen=True)
class PastedGames:
    """Several games of one text, not played yet; ``ruleset`` is meant where the tags of one name no game."""

    games: tuple[GameText, ...]
    ruleset: Ruleset | None


@dataclass(eq=False)
class Inquiry:
    """A game that waits to be analysed, or is being. ``player`` asked first."""

    key: str
    player: str
    examination: Examination
    begun: bool = False
    task: "asyncio.Task[Analysis] | None" = field(default=None, repr=False)

    async def wait(self, seconds: float) -> Analysis | None:
        """The analysis, if it is there within so long. Raises what went wrong, TooMuchWork among it."""
        assert self.task is not None
        ready, _ = await asyncio.wait([self.task], timeout=seconds)
        return self.task.result() if ready else None


class AnalysisQueue:
    """Analyses what is asked for, in the order of asking. ``effort`` goes into a game, ``lone`` into a position."""

    def __init__(self, effort: Effort = WHOLE_GAME, lone: Effort = LONE_POSITION) -> None:
        self._effort, self._lone = effort, lone
        self._inquiries: dict[str, Inquiry] = {}
        self._found = BoundedMemory[str, Analysis](GAMES)
        self._pasted = BoundedMemory[str, Pasted](GAMES)
        self._several = BoundedMemory[str, PastedGames](GAMES)
        self._slots = asyncio.Semaphore(AT_ONCE)

    def found(self, game: Game) -> Analysis | None:
        """The analysis of a game, if it is known already."""
        return self._found.get(key_of(game))

    def keep_pasted(self, pasted: Pasted) -> str:
        """Keep a pasted game for its next pages; its key."""
        self._pasted.put(pasted.key, pasted)
        return pasted.key

    def pasted(self, key: str) -> Pasted | None:
        """A game pasted lately."""
        return self._pasted.get(key)

    def keep_several(self, pasted: PastedGames) -> str:
        """Keep the games of a text until one is chosen; their key."""
        key = key_of_record(repr(pasted.games))
        self._several.put(key, pasted)
        return key

    def several(self, key: str) -> PastedGames | None:
        """The games of a text that was pasted lately."""
        return self._several.get(key)

    def ahead_of(self, inquiry: Inquiry) -> int:
        """The number of analyses that will be begun before this one."""
        waiting = [each for each in self._inquiries.values() if not each.begun]
        return waiting.index(inquiry) if inquiry in waiting else 0

    def inquire(self, search_pool: SearchPool, player: str, game: Game) -> Inquiry:
        """Begin to analyse a game, or join the analysis of it that has begun. Raises TooManyAnalyses, TooLong."""
        key = key_of(game)
        if known := self._inquiries.get(key):
            return known
        own = sum(each.player == player for each in self._inquiries.values())
        if own >= PER_PERSON or len(self._inquiries) >= WAITING:
            raise TooManyAnalyses
        inquiry = Inquiry(key, player, Examination(game, self._effort if game.moves else self._lone))
        self._inquiries[key] = inquiry
        inquiry.task = asyncio.create_task(self._work_off(search_pool, inquiry), name=f"analysis {key}")
        inquiry.task.add_done_callback(self._ended)
        return inquiry

    async def _work_off(self, search_pool: SearchPool, inquiry: Inquiry) -> Analysis:
        examination = inquiry.examination

        def step(worker: SearchWorker) -> bool:
            with at_most(LEAPS):
                return examination.step(worker.searcher(examination.game.ruleset), worker.stop)

        def result(_: SearchWorker) -> Analysis:
            with at_most(LEAPS):
                return examination.result()

        try:
            async with self._slots:
                inquiry.begun = True
                more = True
                while more:
                    try:
                        more = await search_pool.ask(ROW, step)
                    except TooMuchToThink:
                        await asyncio.sleep(AGAIN)
                analysis = await search_pool.ask(ROW, result)
        finally:
            del self._inquiries[inquiry.key]
        self._found.put(inquiry.key, analysis)
        return analysis

    @staticmethod
    def _ended(task: "asyncio.Task[Analysis]") -> None:
        # Whoever waits is told by ``wait``; but perhaps nobody waits any more.
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, TooMuchWork):
            _log.error("analysis_failed", name=task.get_name(), exc_info=error)
