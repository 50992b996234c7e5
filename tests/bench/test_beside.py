"""``python -m bench NAME --beside COMMIT``: two commits are measured by turns and compared."""

import re
import subprocess
from pathlib import Path

import pytest

from bench.__main__ import UNCHECKED, main
from bench.beside import CannotMeasureError, compare, report
from tests.suites import deep

ROOT = Path(__file__).parents[2]
HEADS = "name   moves  ms\n"
THEN = [f"{HEADS}Discord   40  10\nTelegram   40   2.5\n", f"{HEADS}Discord   40  30\nTelegram   40   3.5\n"]
NOW = [f"{HEADS}Discord   40  20\nTelegram   40   6.0\n", f"{HEADS}Discord   40  10\nTelegram   40   6.0\n"]


def worktrees() -> str:
    return subprocess.run(["git", "worktree", "list"], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def compared(then: list[str], now: list[str]) -> list[list[str]]:
    return [line.split() for line in report("abc", then, now)]


def test_each_line_of_figures_is_followed_by_its_ratios() -> None:
    assert list(report("abc", THEN, NOW)) == [
        "name   moves  ms",
        "Discord   40  20  abc",
        "Discord   40  15  here",
        "             0.75  ratio",
        "Telegram   40   3.0  abc",
        "Telegram   40   6.0  here",
        "               2.00  ratio",
    ]


def test_figures_in_thousands_zeros_and_digits_in_names() -> None:
    assert compared(["1,200 moves, p95 0 ms, dam-8"], ["2,400 moves, p95 3 ms, dam-8"]) == [
        ["1200", "moves,", "p95", "0", "ms,", "dam-8", "abc"],
        ["2400", "moves,", "p95", "3", "ms,", "dam-8", "here"],
        ["2.00", "-", "ratio"],
    ]


def test_lines_are_paired_by_their_words_and_not_by_their_place() -> None:
    assert compared(["a 1\nb 2\na 3"], ["new 7\na 2\na 3\nb 2"]) == [
        ["new", "7", "(not", "in", "every", "run)"],
        ["a", "1", "abc"],
        ["a", "2", "here"],
        ["2.00", "ratio"],
        ["a", "3", "abc"],
        ["a", "3", "here"],
        ["b", "2", "abc"],
        ["b", "2", "here"],
    ]


@pytest.mark.parametrize("commit", ["no-such-commit", "", "--all", "HEAD:README.md"])
def test_a_commit_that_there_is_not(commit: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = worktrees()
    assert main(["perft", f"--beside={commit}"]) == 2
    assert f"there is no commit {commit} in this repository" in capsys.readouterr().err
    assert worktrees() == before


@pytest.mark.parametrize("names", [[], ["perft", "pictures"]])
def test_one_measurement_is_compared_at_a_time(names: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*names, "--beside", "HEAD"]) == 2
    assert "name one measurement" in capsys.readouterr().err


@deep("the report of two commits is tested in the quick suite")
@pytest.mark.long("checks a commit out and measures two trees in processes of their own")
def test_two_commits_are_measured_and_nothing_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    before = worktrees()
    assert main(["perft", "--smallest", "--beside", "HEAD"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == UNCHECKED
    at = next(number for number, line in enumerate(lines) if line.startswith("permainan-tabal "))
    assert [line.split()[-1] for line in lines[at : at + 3]] == ["HEAD", "here", "ratio"]
    assert worktrees() == before


@deep("the report of two commits is tested in the quick suite")
def test_what_a_failing_measurement_says_is_told() -> None:
    before = worktrees()
    with pytest.raises(CannotMeasureError, match="no measurement is called nothing"):
        compare("nothing", "HEAD")
    assert worktrees() == before


def test_measurements_check_nothing_on_the_loopback_servers() -> None:
    made = [
        line.strip()
        for path in sorted((ROOT / "bench").rglob("*.py"))
        for line in re.findall(r".*\b(?:Discord|Telegram)Server\(.*", path.read_text(encoding="utf-8"))
    ]
    assert made
    assert [line for line in made if "checked=False" not in line] == []
