"""Runs searches on few threads of low priority, each chat in its turn, so that the event loop never waits.

The kernel runs without Python's lock, so boards and buttons go on meanwhile. Until it is ready (it has to be compiled
once on a machine), questions wait.
"""

import asyncio
import contextlib
import os
import sys
import threading
from asyncio.subprocess import PIPE
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeVar, cast

import structlog

from bot.foundation import metrics
from bot.foundation.attention import Attention
from bot.foundation.bounded import BoundedMemory
from bot.foundation.detached_threads import DetachedThreads
from engine import search
from engine.ruleset import Ruleset
from engine.search.learned_data import missing

if TYPE_CHECKING:
    from engine.search.searcher import Searcher
    from engine.search.tablebase.files import Tablebase

_log = structlog.get_logger(__name__)

Result = TypeVar("Result")

PER_CHAT = 50
ALTOGETHER = 1000
"""The most questions that may wait."""
SEARCHERS = 3
"""Those that a thread keeps, each with a table of ``HASH_MB``."""
HASH_MB = 16
NICENESS = 10
WARM_AFTER = 5.0
"""Seconds after which the kernel is made ready, though nobody has asked yet: first those who wait are served."""

NOT_KEPT = "no folder for it can be written, so every start compiles; set NUMBA_CACHE_DIR to one that can"


class TooMuchToThink(Exception):
    """Too many questions wait already: another one would not be answered in time."""


class SearchWorker:
    """The tools of one thread: a searcher for each of the rulesets used last, and the event that stops it."""

    def __init__(self, stop: threading.Event) -> None:
        self.stop = stop
        self._searchers: BoundedMemory[str, Searcher] = BoundedMemory(SEARCHERS)

    def searcher(self, ruleset: Ruleset) -> "Searcher":
        """The searcher of a ruleset, with what it remembers of earlier searches."""
        # Importing it compiles or loads the kernel: only here, on a thread of ours.
        from engine.search.searcher import Searcher

        _log_missing_data(ruleset)
        return self._searchers.get_or_put(
            ruleset.key, lambda: Searcher(ruleset, HASH_MB, tablebase=_tablebase(ruleset))
        )


@cache
def _log_missing_data(ruleset: Ruleset) -> None:
    """Log once that a ruleset is played with defaults, because nothing was learned or measured for it."""
    if names := missing(ruleset):
        _log.warning("ruleset_has_defaults", ruleset=ruleset.key, missing=names)


@cache
def _tablebase(ruleset: Ruleset) -> "Tablebase | None":
    """The tablebase of a ruleset, for all workers; that one cannot be used is logged once."""
    from engine.search.tablebase.files import UnusableTablebase, tablebase_of

    try:
        return tablebase_of(ruleset)
    except UnusableTablebase as fault:
        _log.warning("tablebase_ignored", ruleset=ruleset.key, reason=str(fault))
        return None


def _log_compiling() -> None:
    _log.info("kernel_compiles", note=search.COMPILING)


@dataclass(frozen=True)
class _QueuedSearch:
    work: Callable[[SearchWorker], object]
    answer: "asyncio.Future[object]"


class SearchPool:
    """Answers questions that need a search. ``start`` once, ``stop`` once.

    ``attention`` is needed as long as a question waits for its answer.
    """

    def __init__(self, threads: int | None = None, attention: Attention | None = None) -> None:
        self._attention = attention or Attention()
        self._count = threads or min(2, os.cpu_count() or 1)
        self._waiting: OrderedDict[str, deque[_QueuedSearch]] = OrderedDict()
        self._more = asyncio.Semaphore(0)
        self._stop = threading.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._pool = DetachedThreads(self._count, "think", initializer=step_back)
        self._wanted = asyncio.Event()
        self._ready = asyncio.Event()

    async def start(self) -> None:
        """Get ready in the background; questions may be asked at once."""
        self._tasks.append(asyncio.create_task(self._warm()))
        self._tasks += [asyncio.create_task(self._work_off()) for _ in range(self._count)]

    async def stop(self) -> None:
        """Stop searching at once; what waits is not answered, and nothing that a thread still does is waited for."""
        self._stop.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for questions in self._waiting.values():
            for question in questions:
                question.answer.cancel()
        self._pool.shutdown()

    async def ready(self) -> None:
        """Wait until a question can be answered."""
        await self._ready.wait()

    @property
    def is_ready(self) -> bool:
        """Can a question be answered now, and need not wait for the kernel?"""
        return self._ready.is_set()

    def ahead_of(self, chat: str) -> int:
        """The number of questions that would be answered before one that this chat asked now."""
        own = len(self._waiting.get(chat, ()))
        return sum(min(len(questions), own + 1) for questions in self._waiting.values())

    async def ask(self, chat: str, work: Callable[[SearchWorker], Result]) -> Result:
        """The result of ``work`` on a thread of ours, when it is this chat's turn. Raises TooMuchToThink."""
        waiting = self._waiting.setdefault(chat, deque())
        if len(waiting) >= PER_CHAT or sum(map(len, self._waiting.values())) >= ALTOGETHER:
            raise TooMuchToThink
        question = _QueuedSearch(work, asyncio.get_running_loop().create_future())
        waiting.append(question)
        metrics.QUESTIONS.inc()
        self._wanted.set()
        self._more.release()
        with self._attention.needed():
            return cast(Result, await question.answer)

    async def _warm(self) -> None:
        """Compile in a process of its own, so that nothing here waits for it, then load the result.

        Where compiled code cannot be kept for the next process, it is compiled here, on a thread.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WARM_AFTER):
                await self._wanted.wait()
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            if not search.is_warm():
                if await loop.run_in_executor(self._pool, search.is_kept):
                    await self._compile()
                else:
                    _log.warning("kernel_not_kept", reason=NOT_KEPT)
            await loop.run_in_executor(self._pool, search.warm, _log_compiling)
        except Exception:  # each question fails then, and its caller need not wait for an answer that never comes
            _log.exception("kernel_not_ready")
        else:
            _log.info("kernel_ready", seconds=round(loop.time() - began, 1))
        self._ready.set()

    @staticmethod
    async def _compile() -> None:
        with contextlib.suppress(OSError):
            child = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", "warm", stdout=PIPE)
            assert child.stdout
            try:
                async for line in child.stdout:
                    if line.decode().strip() == search.COMPILING:
                        _log_compiling()
                await child.wait()
            except asyncio.CancelledError:
                child.kill()
                await child.wait()
                raise

    async def _work_off(self) -> None:
        worker = SearchWorker(self._stop)
        await self._ready.wait()
        while True:
            await self._more.acquire()
            question = self._next()
            if question.answer.cancelled():
                continue
            try:
                with metrics.THINKING.time():
                    answer = await asyncio.get_running_loop().run_in_executor(self._pool, question.work, worker)
            except asyncio.CancelledError:
                question.answer.cancel()
                raise
            except Exception as error:
                if not question.answer.cancelled():
                    question.answer.set_exception(error)
            else:
                if not question.answer.cancelled():
                    question.answer.set_result(answer)

    def _next(self) -> _QueuedSearch:
        """The oldest question of the chat whose turn it is; that chat goes to the end of the row."""
        chat, questions = self._waiting.popitem(last=False)
        question = questions.popleft()
        metrics.QUESTIONS.dec()
        if questions:
            self._waiting[chat] = questions
        return question


def step_back() -> None:
    """Give this thread a low priority, where each thread has its own (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
