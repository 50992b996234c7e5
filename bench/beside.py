"""One measurement of two commits by turns: the code as it is here, and another commit in a temporary worktree.

The machine may be slower at one time than at another, so the two take turns, and their medians are compared. The other
commit keeps its own ``bot/``, ``engine/``, ``renderer/`` and ``tests/``, while ``bench/`` and ``loopback/`` are those
from here: both are measured in the same way, against servers that check nothing. A commit so old that these no longer
fit cannot be measured.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
OF_THIS_COMMIT = ("bench", "loopback")
"""The folders that the other commit is measured with."""
RUNS = 5
NUMBER = re.compile(r"\s*(?<![\w.,-])-?\d+(?:,\d{3})*(?:\.\d+)?(?!\w)")
DIGITS_AFTER_POINT = re.compile(r"\.(\d+)$")

Lines = dict[tuple[str, int], str]


class UnknownCommitError(ValueError):
    """There is no such commit in this repository."""


class CannotMeasureError(RuntimeError):
    """The measurement failed on one of the two; the message has the end of what it said."""


def compare(name: str, commit: str, *, smallest: bool = False) -> None:
    """Print the medians of both, and their ratios: above 1 where the present code has the larger figure.

    Raises UnknownCommitError or CannotMeasureError. Nothing is left of the worktree.
    """
    with _worktree(commit) as tree:
        then: list[str] = []
        now: list[str] = []
        for _ in range(1 if smallest else RUNS):
            then.append(_measure(name, tree, smallest=smallest))
            now.append(_measure(name, ROOT, smallest=smallest))
    for line in report(commit, then, now):
        print(line)


@contextmanager
def _worktree(commit: str) -> Iterator[Path]:
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    if found.returncode:
        raise UnknownCommitError(f"there is no commit {commit} in this repository")
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "then"
        try:
            _git("worktree", "add", "--detach", str(tree), found.stdout.strip()).check_returncode()
            for each in OF_THIS_COMMIT:
                shutil.rmtree(tree / each, ignore_errors=True)
                shutil.copytree(ROOT / each, tree / each, ignore=shutil.ignore_patterns("__pycache__"))
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def _measure(name: str, tree: Path, *, smallest: bool) -> str:
    command = [sys.executable, "-m", "bench", *(["--smallest"] if smallest else []), name]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    if done.returncode:
        where = "the code here" if tree == ROOT else "the other commit"
        raise CannotMeasureError(f"{name} cannot be measured on {where}: {done.stderr.strip()[-500:]}")
    return done.stdout


def report(commit: str, then: list[str], now: list[str]) -> Iterator[str]:
    """The lines of both outputs with the medians of their figures, and a line with the ratios below each pair.

    A line without figures stands as it is. One that some run did not print is shown once, and called so. A figure that
    is the same in all runs, such as the number of moves, has no ratio.
    """
    runs_then, runs_now = [_lines(each) for each in then], [_lines(each) for each in now]
    for key, line in runs_now[-1].items():
        if not all(key in run for run in (*runs_then, *runs_now)):
            yield f"{line}  (not in every run)"
            continue
        if not NUMBER.search(line):
            yield line
            continue
        before, after = _columns(runs_then, key), _columns(runs_now, key)
        old, new = [median(each) for each in before], [median(each) for each in after]
        ratios = [
            "" if set(a) | set(b) == {x} else f"{y / x:.2f}" if x else "-"
            for a, b, x, y in zip(before, after, old, new, strict=True)
        ]
        decimals = [len(found[1]) if (found := DIGITS_AFTER_POINT.search(each)) else 0 for each in NUMBER.findall(line)]
        yield f"{_filled(line, _texts(old, decimals))}  {commit}"
        yield f"{_filled(line, _texts(new, decimals))}  here"
        if any(ratios):
            yield f"{_filled(_blank(line), ratios)}  ratio"


def _lines(output: str) -> Lines:
    """The lines of an output that say something, each by its words and by how often they stood there before."""
    seen: Counter[str] = Counter()
    lines: Lines = {}
    for line in filter(str.strip, output.splitlines()):
        words = " ".join(NUMBER.sub(" # ", line).split())
        lines[words, seen[words]] = line
        seen[words] += 1
    return lines


def _columns(runs: list[Lines], key: tuple[str, int]) -> list[list[float]]:
    """For each figure of a line, what it was in each run."""
    rows = [[float(each.replace(",", "")) for each in NUMBER.findall(run[key])] for run in runs]
    return [list(column) for column in zip(*rows, strict=True)]


def _texts(figures: list[float], decimals: list[int]) -> list[str]:
    return [f"{figure:.{places}f}" for figure, places in zip(figures, decimals, strict=True)]


def _filled(line: str, texts: list[str]) -> str:
    """The line with these texts where its figures end."""
    following = iter(texts)
    return NUMBER.sub(lambda found: _in_place(found[0], next(following)), line)


def _in_place(figure: str, text: str) -> str:
    spaces = figure[: len(figure) - len(figure.lstrip())]
    return text.rjust(len(figure)) if len(text) < len(figure) else spaces[:1] + text


def _blank(line: str) -> str:
    """The line with nothing but its figures."""
    ends = 0
    parts = []
    for found in NUMBER.finditer(line):
        parts += [" " * (found.start() - ends), found[0]]
        ends = found.end()
    return "".join((*parts, " " * (len(line) - ends)))
