"""The tables of a ruleset, in memory or in a file that is mapped into it."""

import hashlib
import os
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.game import Game
from engine.position import EMPTY
from engine.ruleset import Ruleset
from engine.search.jit import own_folder
from engine.search.kernel_state import load, new_state
from engine.search.layout import TB_PIECES
from engine.search.ruleset_compiler import compile_ruleset
from engine.search.tablebase.entries import LOST, OUTCOME, PLIES, UNKNOWN_ENTRY, WON, read_entry
from engine.search.tablebase.materials import Plan, Wanted, everything, firsts, plan, prepare

_FORM = b"papan endgames 2"  # another number for entries that mean something else
_HEADER = np.dtype([("form", "S16"), ("rules", "V16"), ("checksum", "V16"), ("pieces", "<i8"), ("entries", "<i8")])
_ENTRY = np.dtype("<u2")
_BEYOND = 4  # entries are read eight bytes at a time

Entries = np.ndarray[Any, np.dtype[np.uint16]]


class UnusableTablebase(Exception):
    """A file of tables is damaged, or was made for other rules; the message names the file and says which."""


@dataclass(frozen=True, eq=False)
class Tablebase:
    """The entries of all positions that the plan numbers, see ``engine.search.tablebase.entries``."""

    ruleset: Ruleset
    plan: Plan
    entries: Entries
    firsts: "np.ndarray[Any, np.dtype[np.int64]]"

    @classmethod
    def unsolved(cls, ruleset: Ruleset, pieces: int = TB_PIECES, wanted: Wanted = everything) -> "Tablebase":
        """Tables of the wanted materials of at most so many pieces, that say nothing yet."""
        planned, begins = _planned(ruleset, pieces, wanted)
        return cls(ruleset, planned, np.full(planned.size + _BEYOND, UNKNOWN_ENTRY, _ENTRY), begins)

    def attach(self, s: Any, within: int = PLIES) -> None:
        """Let a state probe these tables, and trust wins of at most so many plies.

        The rules it is used with are ``prepare``d; it does not keep these tables alive.
        """
        s.tb_address, s.tb_firsts = self.entries.ctypes.data, self.firsts.ctypes.data
        s.tb_pieces, s.tb_longest_win = self.plan.pieces, within

    def longest_safe_win(self, t: Any, game: Game) -> int:
        """The plies of the longest win to trust in a game.

        The quickest way to a win never comes back to a position; but it could come to one that has stood so often that
        once more is a draw. A win that is nearer than that position was is out of its reach.
        """
        often, past = self.ruleset.repetition, game.positions[-game.position.quiet - 1 :]
        if often is None or sum(cell != EMPTY for cell in game.position.cells) > self.plan.pieces:
            return PLIES
        longest = PLIES
        times = Counter(position.key for position in past)
        for stood in {position.key: position for position in past if times[position.key] >= often - 1}.values():
            s = new_state()
            load(self.ruleset, t, s, Game.begin(self.ruleset, replace(stood, quiet=0, number=1)))
            self.attach(s)
            said = int(read_entry(t, s))
            if said >> OUTCOME in (WON, LOST):
                longest = min(longest, said & PLIES)
        return longest

    def save(self, file: Path) -> int:
        """Write the file, whole or not at all; gives its size in bytes. Raises OSError."""
        header = np.zeros(1, _HEADER)
        header["form"], header["pieces"], header["entries"] = _FORM, self.plan.pieces, len(self.entries)
        header["rules"], header["checksum"] = _rules(self.ruleset), _checksum(self.entries)
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=file.name, delete=False) as part:
            try:
                part.write(header.tobytes())
                part.write(self.entries.data)
                part.flush()
                os.fsync(part.fileno())
                Path(part.name).replace(file)
            except BaseException:
                Path(part.name).unlink()
                raise
        return file.stat().st_size


def open_tablebase(ruleset: Ruleset, file: Path) -> Tablebase:
    """The tables in a file, read only and mapped into memory.

    Raises UnusableTablebase, and OSError where the file cannot be read.
    """
    with file.open("rb") as source:
        start = source.read(_HEADER.itemsize)
    if len(start) < _HEADER.itemsize or (header := np.frombuffer(start, _HEADER)[0])["form"] != _FORM:
        raise UnusableTablebase(f"{file} holds no tables of endgames")
    if header["rules"].tobytes() != _rules(ruleset):
        raise UnusableTablebase(f"{file} was made for other rules")
    planned, begins = _planned(ruleset, int(header["pieces"]))
    size = planned.size + _BEYOND
    if header["entries"] != size or file.stat().st_size != _HEADER.itemsize + size * _ENTRY.itemsize:
        raise UnusableTablebase(f"{file} is damaged: it has another length than it should")
    entries = np.memmap(file, _ENTRY, "r", _HEADER.itemsize, (size,))
    if header["checksum"].tobytes() != _checksum(entries):
        raise UnusableTablebase(f"{file} is damaged: its checksum differs")
    return Tablebase(ruleset, planned, entries, begins)


def file_of(ruleset: Ruleset) -> Path | None:
    """The file with the tables of a ruleset, beside the compiled kernel; None where nothing can be kept."""
    folder = own_folder("endgames")
    return folder and folder / f"{ruleset.key}.tables"


@cache
def tablebase_of(ruleset: Ruleset) -> Tablebase | None:
    """The tables of a ruleset, if they have been built; opened once in a process. Raises UnusableTablebase."""
    file = file_of(ruleset)
    if file is None or not file.exists():
        return None
    try:
        return open_tablebase(ruleset, file)
    except OSError as error:
        raise UnusableTablebase(f"{file} cannot be read: {error.strerror}") from None


def _planned(ruleset: Ruleset, pieces: int, wanted: Wanted = everything) -> tuple[Plan, Any]:
    t: Any = compile_ruleset(ruleset)
    prepare(ruleset, t)
    planned = plan(ruleset, t, pieces, wanted)
    return planned, firsts(t, planned)


def _rules(ruleset: Ruleset) -> bytes:
    """A digest of the compiled rules, to tell files of other rules."""
    return hashlib.blake2b(compile_ruleset(ruleset).tobytes(), digest_size=16).digest()


def _checksum(entries: Entries) -> bytes:
    return hashlib.blake2b(entries.data, digest_size=16).digest()
