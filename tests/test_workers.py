"""Papan's own work is done in one way: one loop, one table of failures, few rooms."""

import ast
from collections.abc import Iterator
from pathlib import Path

from bot.chat import Later
from bot.workers.gateways import FAILURES
from tests.sources import tree_of

BOT = Path(__file__).parents[1] / "bot"
WORKERS, COMPUTER = BOT / "workers", BOT / "computer"
LOOPS = {"computer/search_pool.py": "takes from a queue", "workers/start_checks.py": "asks again"}
"""The files that may repeat something without an end, each in one place; all else is a ``Periodic``."""
FILES = 20
"""The most files in ``workers``, in all folders."""


def nodes() -> Iterator[tuple[str, ast.AST]]:
    """Every node of the code that works beside the requests, with its file."""
    for path in sorted([*WORKERS.rglob("*.py"), *COMPUTER.rglob("*.py")]):
        for node in ast.walk(tree_of(path)):
            yield path.relative_to(BOT).as_posix(), node


def test_what_a_failure_means_stands_in_one_table() -> None:
    """Nobody catches a failure of a platform by its class: ``outcome_of`` says what comes of it."""
    named = {each.__name__ for each in (*FAILURES, Later)} - {"Exception"}
    ladders = [
        f"{file}:{node.lineno}: except {ast.unparse(node.type)}"
        for file, node in nodes()
        if isinstance(node, ast.ExceptHandler) and node.type
        if named & {each.id for each in ast.walk(node.type) if isinstance(each, ast.Name)}
    ]
    assert len(named) > len(LOOPS)
    assert ladders == []


def test_there_is_one_loop() -> None:
    loops = [
        file
        for file, node in nodes()
        if isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value
    ]
    assert sorted(loops) == sorted(LOOPS)


def test_the_workers_can_be_seen_at_a_glance() -> None:
    files = [path.relative_to(WORKERS).as_posix() for path in WORKERS.rglob("*.py") if path.name != "__init__.py"]
    assert len(files) <= FILES, sorted(files)
