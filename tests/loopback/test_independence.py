"""The loopback servers play a platform from outside: they know nothing of Papan, and of nothing that uses them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.suites import deep, quick_first

ROOT = Path(__file__).parents[2]
OURS = ("engine", "renderer", "bot", "loopback", "tests", "bench", "tools")


def imported(file: Path) -> Iterator[str]:
    """The first names of all modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file} imports a module by its place"
            yield (node.module or "").partition(".")[0]


def imports_of(folder: str) -> set[str]:
    """Those of our packages that the files of a folder import."""
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    return {name for file in files for name in imported(file)} & set(OURS)


def test_the_servers_import_nothing_of_ours() -> None:
    assert imports_of("loopback") == {"loopback"}


@pytest.mark.parametrize(
    "folder", quick_first(["engine", "renderer", "bot"], "import-linter forbids most of it, of the largest as well", 2)
)
def test_the_program_imports_no_server_test_or_tool(folder: str) -> None:
    assert imports_of(folder) <= {"engine", "renderer", "bot"}


@deep("import-linter forbids most of it in the quick suite")
def test_tests_and_measurements_use_the_same_servers() -> None:
    assert "loopback" in imports_of("tests") & imports_of("bench")
