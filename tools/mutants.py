"""Do the tests notice when the code is broken? ``python -m tools.mutants [WORD ...]`` breaks it on purpose and looks.

Each mutant of ``tests/mutants.toml`` is one small change of the code. It is made in a copy of the project, and the
test named beside it is run there, as the quick suite runs it and, if that notices nothing, as the deep one does: it
must fail. With words, only mutants whose text contains one of them are tried. The table that it prints is the one in
``docs/mutants.md``; how many of them the quick suite kills stands below it.
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
        """Where the test stands."""
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


def killed_by(mutant: Mutant) -> str | None:
    """The suite, quick or deep, in which the test fails on the broken code. Raises RuntimeError if it is in neither."""
    with tempfile.TemporaryDirectory() as folder:
        for name in COPIED:
            source, target = ROOT / name, Path(folder, name)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        Path(folder, mutant.file).write_text(mutant.broken())
        statuses = {}
        for suite, options in SUITES.items():
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *options, mutant.test],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": folder},
                capture_output=True,
                text=True,
                timeout=WITHIN,
                check=False,
            )
            if done.returncode not in (0, FAILED, NOTHING_CHOSEN):
                raise RuntimeError(f"{mutant.test} could not be run:\n{done.stdout}{done.stderr}")
            if done.returncode == FAILED:
                return suite
            statuses[suite] = done.returncode
    if set(statuses.values()) == {NOTHING_CHOSEN}:
        raise RuntimeError(f"{mutant.test} could not be run: neither suite has it")
    return None


def rows(tried: list[Mutant]) -> Iterator[tuple[Mutant, str | None]]:
    """Each mutant with the suite that killed it, in the order of the table."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from zip(tried, pool.map(killed_by, tried), strict=True)


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
