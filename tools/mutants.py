"""Do the tests notice when the code is broken? ``python -m tools.mutants [WORD ...]`` breaks it on purpose and looks.

Each mutant of ``tests/mutants.toml`` is one small change of the code. It is made in a copy of the project, and the
test named beside it is run there, as the quick suite runs it and, if that notices nothing, as the deep one does: it
must fail. With words, only mutants whose text contains one of them are tried. Below the table that it prints stands how
many of them the quick suite kills.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "tests" / "mutants.toml"
FOLDERS = ("engine", "renderer", "bot", "tests", "tools", "bench", "loopback", "docs")
COPIED = (*FOLDERS, "pyproject.toml", "README.md", ".env.example")
AT_ONCE = 2
WITHIN = 300
FAILED, NOTHING_CHOSEN = 1, 5
"""What pytest ends with when a test has failed, and when the suite that is run does not have the test."""
SUITES: dict[str, tuple[str, ...]] = {"quick": (), "deep": ("--deep",)}


@dataclass(frozen=True)
class Mutant:
    """A change that breaks the code: in ``file``, ``code`` is replaced by ``instead``; ``test`` has to fail."""

    breaks: str
    file: str
    code: str
    instead: str
    test: str

    @property
    def file_of_test(self) -> Path:
        """The file of the test."""
        return ROOT / self.test.partition("::")[0]

    def broken(self) -> str:
        """The file's text with the change made. Raises ValueError unless there is exactly one place for it."""
        text = (ROOT / self.file).read_text()
        if text.count(self.code) != 1:
            raise ValueError(f"{self.file} has {self.code!r} {text.count(self.code)} times")
        return text.replace(self.code, self.instead)


def mutants() -> list[Mutant]:
    """The table."""
    return [Mutant(**each) for each in tomllib.loads(TABLE.read_text())["mutant"]]


def killed_by(mutant: Mutant, number: int = 0) -> str | None:
    """The suite, quick or deep, in which the test fails on the broken code. Raises RuntimeError if it is in neither.

    The copies with this ``number`` all stand in one place, one after the other: what was compiled for one serves the
    next.
    """
    folder = Path(tempfile.gettempdir(), f"papan-mutants-{os.getuid()}-{number}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        _copy_project(folder)
        (folder / mutant.file).write_text(mutant.broken())
        return _suite_that_fails(folder, mutant.test)
    finally:
        shutil.rmtree(folder)


def _copy_project(folder: Path) -> None:
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / name, folder / name)


def _suite_that_fails(folder: Path, test: str) -> str | None:
    statuses = set()
    for suite, options in SUITES.items():
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *options, test],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            timeout=WITHIN,
            check=False,
        )
        if done.returncode not in (0, FAILED, NOTHING_CHOSEN):
            raise RuntimeError(f"{test} could not be run:\n{done.stdout}{done.stderr}")
        if done.returncode == FAILED:
            return suite
        statuses.add(done.returncode)
    if statuses == {NOTHING_CHOSEN}:
        raise RuntimeError(f"{test} could not be run: neither suite has it")
    return None


def rows(tried: list[Mutant]) -> Iterator[tuple[Mutant, str | None]]:
    """Each mutant with the suite that killed it, in the order of the table."""
    free: SimpleQueue[int] = SimpleQueue()
    for number in range(AT_ONCE):
        free.put(number)

    def try_out(mutant: Mutant) -> str | None:
        number = free.get()
        try:
            return killed_by(mutant, number)
        finally:
            free.put(number)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from zip(tried, pool.map(try_out, tried), strict=True)


def main(words: list[str]) -> int:
    """Print the table; 0 if every mutant was killed."""
    tried = [each for each in mutants() if not words or any(word in repr(each) for word in words)]
    kills: list[str | None] = []
    print("| What is broken | Where | Test that notices |\n|---|---|---|")
    for mutant, suite in rows(tried):
        kills.append(suite)
        noticed = f"`{mutant.test}`" if suite else f"**NONE**, not `{mutant.test}`"
        print(f"| {mutant.breaks} | `{mutant.file}` | {noticed} |", flush=True)
    quick, survivors = kills.count("quick"), kills.count(None)
    print(
        f"\n{len(tried)} mutants, {len(tried) - survivors} killed, {quick} of them by the quick suite", file=sys.stderr
    )
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
