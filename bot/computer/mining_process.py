"""The process that looks for puzzles in one game after another, ``papan mine``: it can be halted at any moment."""

import asyncio
import json
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress

from bot.foundation.errors import UserError
from engine.game import Game
from engine.game_json import format_json
from engine.puzzles import InvalidPuzzle, Puzzle, read_puzzles, write_puzzle

COMMAND = (sys.executable, "-m", "bot", "mine")
SILENCE = 600.0
"""Seconds of work after which a process that has said nothing counts as hung; a position takes a few at most, but the
machine may be busy with other things."""
STARTS_WITHIN = 600.0
"""Seconds until its first word, which a busy machine may need long for."""
_ERRORS = 2000
"""So many bytes are read of what it says when it ends."""


class MiningFailed(UserError):
    """The process has died, hangs or talks nonsense; the text says which in one line."""


class MiningProcess:
    """A running process; ``end`` has to be called."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._halted = False
        self._limit: asyncio.Timeout | None = None

    @classmethod
    async def start(cls, command: Sequence[str]) -> "MiningProcess":
        """Start it, until it has said that it ends with this process, even while halted. Raises MiningFailed."""
        starting = asyncio.ensure_future(asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE))
        try:
            process = await asyncio.shield(starting)
            assert process.stdout
            async with asyncio.timeout(STARTS_WITHIN):
                await process.stdout.readline()
            return cls(process)
        except TimeoutError:
            await cls(await starting).end()
            raise MiningFailed("it has said nothing for long") from None
        except OSError as error:
            raise MiningFailed(f"it cannot be started: {error.strerror}") from None
        except asyncio.CancelledError:
            with suppress(OSError):
                await cls(await starting).end()  # one that is half started would be nobody's
            raise

    @property
    def id(self) -> int:
        """Its number on the machine."""
        return self._process.pid

    def halt(self) -> None:
        """Have it use no processor until it may go on."""
        if not self._halted:
            self._halted = True
            self._signal(signal.SIGSTOP)
            self._wait_for_word()

    def go_on(self) -> None:
        """Let it go on."""
        if self._halted:
            self._halted = False
            self._signal(signal.SIGCONT)
            self._wait_for_word()

    async def end(self) -> None:
        """End it at once, halted or not."""
        self._signal(signal.SIGKILL)
        ending = asyncio.ensure_future(self._process.communicate())
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await ending  # a process that is killed keeps nobody waiting
            raise

    async def mine(self, number: int, game: Game, known: Sequence[Puzzle]) -> list[Puzzle]:
        """The puzzles of a game, beside those that ship and those that are known. Raises MiningFailed."""
        asked = {"number": number, "game": format_json(game, {}), "puzzles": [write_puzzle(each) for each in known]}
        try:
            async with asyncio.timeout(None) as self._limit:
                self._wait_for_word()
                return await self._found(json.dumps(asked), game)
        except TimeoutError:
            raise MiningFailed("it has said nothing for long") from None
        except OSError:
            raise await self._dead() from None
        except (ValueError, LookupError, TypeError, InvalidPuzzle) as fault:
            raise MiningFailed(f"it said what cannot be read: {type(fault).__name__}") from None
        finally:
            self._limit = None

    async def _found(self, asked: str, game: Game) -> list[Puzzle]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(asked.encode() + b"\n")
        await self._process.stdin.drain()
        found: list[str] = []
        while line := await self._process.stdout.readline():
            self._wait_for_word()
            said = json.loads(line)
            if "done" in said:
                return list(read_puzzles(game.ruleset, found))
            if "puzzle" in said:
                found.append(str(said["puzzle"]))
        raise await self._dead()

    async def _dead(self) -> MiningFailed:
        assert self._process.stderr
        said = (await self._process.stderr.read(_ERRORS)).decode(errors="replace").strip().rpartition("\n")[2]
        return MiningFailed(said or "it has ended")

    def _wait_for_word(self) -> None:
        """Count the silence from now on, while it may work."""
        if self._limit and not self._limit.expired():
            self._limit.reschedule(None if self._halted else asyncio.get_running_loop().time() + SILENCE)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            self._process.send_signal(number)
